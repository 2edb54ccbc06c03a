"""Chips: the framed labels of characters that would be invisible."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from editor_app.window.kit.theme.theme import Theme

_RADIUS = 3


class Chips:
    """Draws labels in frames; each is painted once and then copied, as there may be a thousand on screen."""

    def __init__(self, font: QFont, *, ink: QColor, edge: QColor, ground: QColor) -> None:
        """Take the font and colours of all chips."""
        self._font = font
        self._ink, self._edge, self._ground = ink, edge, ground
        self._painted: dict[tuple[str, float, float, float], QPixmap] = {}

    @classmethod
    def of_theme(cls, theme: Theme) -> Chips:
        """Return the chips of a theme, in its small code font made smaller."""
        font = theme.font("code small")
        font.setPixelSize(round(font.pixelSize() * 0.84))
        ink = theme.color("warn")
        return cls(font, ink=ink, edge=ink, ground=theme.color("warnbg"))

    def draw(self, painter: QPainter, label: str, place: QRectF) -> None:
        """Draw `label` in a frame that fills `place`."""
        ratio = painter.device().devicePixelRatio()
        key = label, place.width(), place.height(), ratio
        chip = self._painted.get(key)
        if chip is None:
            chip = self._painted[key] = self._paint(label, place.size(), ratio)
        painter.drawPixmap(place.topLeft(), chip)

    def _paint(self, label: str, size: QSizeF, ratio: float) -> QPixmap:
        chip = QPixmap((size * ratio).toSize().expandedTo(QSizeF(1, 1).toSize()))
        chip.setDevicePixelRatio(ratio)
        chip.fill(Qt.GlobalColor.transparent)
        painter = QPainter(chip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._edge, 1))
        painter.setBrush(self._ground)
        box = QRectF(QPointF(0, 0), size)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.setFont(self._font)
        painter.setPen(self._ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)
        painter.end()
        return chip

"""Chips: the framed labels of characters that would be invisible, in the editor and in what is only read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QPixmap,
    QTextCharFormat,
    QTextFormat,
    QTextLayout,
)

from editor_app.window.kit.positions import QtPosition, format_range, positions_in
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.text.document.placeholders import label_of
from editor_app.window.text.lines.line_direction import edges_of

_RADIUS: Final = 3
_SMALL: Final = 0.84
_LABEL: Final = QTextFormat.Property.UserProperty + 1
"""The property of a format that has the label of its characters."""


class Chips:
    """Hides placeholders and draws their labels, each painted once and then copied: there may be many."""

    def __init__(self, theme: Theme, font: QFont, *, is_quiet: bool = False) -> None:
        """Take the font of the text; quiet labels are those of what is only read."""
        self._text_metrics = QFontMetricsF(font)
        self._font = theme.font("code small")
        self._metrics = QFontMetricsF(self._font)
        self._scale = 1.0 if is_quiet else _SMALL
        self._font.setPixelSize(round(self._font.pixelSize() * self._scale))
        self._frame = theme.px(8)
        roles = ("soft", "edge", "panel") if is_quiet else ("warn", "warn", "warnbg")
        self._ink, self._edge, self._ground = map(theme.color, roles)
        self._hidden: dict[tuple[str, str], QTextCharFormat] = {}
        self._painted: dict[tuple[str, float, float, float], QPixmap] = {}

    def width(self, label: str) -> float:
        """Return the width of a label with its frame, in pixels."""
        return self._metrics.horizontalAdvance(label) * self._scale + self._frame

    def formats(self, shown: str, placeholders: Sequence[tuple[int, str]]) -> list[QTextLayout.FormatRange]:
        """Return formats that hide the placeholders in a text of Qt's, each as wide as its label.

        `placeholders` are as `TextBridge.placeholders_in` returns them. Alike neighbours share one format,
        which Qt lays out as one.
        """
        formats: list[QTextLayout.FormatRange] = []
        last = ("", "")
        places = positions_in(shown, [column for column, _ in placeholders])
        for place, (column, character) in zip(places, placeholders, strict=True):
            alike = shown[column], character
            if formats and alike == last and formats[-1].start + formats[-1].length == place:
                formats[-1].length += QtPosition(1)
            else:
                formats.append(format_range(place, place + 1, self._format(*alike)))
            last = alike
        return formats

    def _format(self, placeholder: str, character: str) -> QTextCharFormat:
        made = self._hidden.get((placeholder, character))
        if made is None:
            made = self._hidden[placeholder, character] = QTextCharFormat()
            made.setForeground(Qt.GlobalColor.transparent)
            if character:  # else a soft break, which has no label
                label, glyph = label_of(character), self._text_metrics.horizontalAdvance(placeholder)
                made.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
                made.setFontLetterSpacing(self.width(label) - glyph)
                made.setProperty(_LABEL, label)
        return made

    def paint(
        self, painter: QPainter, at: QPointF, layout: QTextLayout, seen: tuple[QtPosition, QtPosition]
    ) -> None:
        """Draw the labels between two positions of a text that is drawn with its layout at a point."""
        for item in layout.formats():
            label = item.format.stringProperty(_LABEL)
            place, end = max(item.start, seen[0]), min(item.start + item.length, seen[1])
            while label and place < end:
                row = layout.lineForTextPosition(place)
                left = at.x() + edges_of(row, place).left + 1
                room = QRectF(left, at.y() + row.y() + 1, self.width(label) - 2, row.height() - 2)
                self.draw(painter, label, room)
                place += 1

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
        with QPainter(chip) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._edge, 1))
            painter.setBrush(self._ground)
            box = QRectF(QPointF(0, 0), size)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
            painter.setFont(self._font)
            painter.setPen(self._ink)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)
        return chip

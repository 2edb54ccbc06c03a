"""The icons in the theme's colours: as QIcon for widgets, and painted for delegates."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeVar

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton

from editor_app.text import Severity
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.svg_images import svg_pixmap
from editor_app.window.kit.theme.theme import Theme

SEVERITY_ICONS = {
    Severity.ERROR: ("circle-alert", "err"),
    Severity.WARNING: ("triangle-alert", "warn"),
    Severity.INFORMATION: ("info", "key"),
}
"""Each severity's icon and colour role; they differ in shape too."""

DOT: Final = 8
"""The diameter of the dot of unsaved text, in pixels of the design."""

_ICON: Final = "themed icon"
_IconBearer = TypeVar("_IconBearer", bound=QAbstractButton | QAction)


def with_icon(bearer: _IconBearer, name: str, role: str = "ink", *, size: int = 16) -> _IconBearer:
    """Give a button or an action an icon in the colour of `role`; later calls give another. Return it.

    The `size` on a button is in pixels of the design.
    """

    def take_icon() -> None:
        drawn, tint, length = bearer.property(_ICON)
        bearer.setIcon(icon(drawn, tint))
        if isinstance(bearer, QAbstractButton):
            side = current_theme().px(length)
            bearer.setIconSize(QSize(side, side))

    is_first = bearer.property(_ICON) is None
    bearer.setProperty(_ICON, (name, role, size))
    if is_first:
        on_theme(bearer, take_icon)
    else:
        take_icon()
    return bearer


def icon(name: str, role: str = "ink") -> QIcon:
    """Return an icon in the colour of `role`, faint where it is disabled; `with_icon` follows the theme."""
    theme = current_theme()
    ratios = tuple(sorted({1.0, 2.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())}))
    sizes = tuple(theme.px(size) for size in (14, 16))
    return _icon(name, theme.colors[role], theme.colors["faint"], sizes, ratios)


def paint_icon(painter: QPainter, rect: QRect, name: str, theme: Theme, role: str = "ink") -> None:
    """Paint an icon into the square `rect`, crisp on the painter's device."""
    ratio = painter.device().devicePixelRatio()
    painter.drawPixmap(rect.topLeft(), svg_pixmap(name, theme.colors[role], rect.width(), ratio))


def paint_dot(painter: QPainter, middle: QPointF, theme: Theme, size: int = DOT) -> None:
    """Paint the dot of unsaved text around a point."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("acc"))
    radius = theme.px(size) / 2
    painter.drawEllipse(middle, radius, radius)
    painter.restore()


def paint_box(
    painter: QPainter, rect: QRect, ground: str, edge: str = "", *, radius: float = 4.0, width: int = 1
) -> None:
    """Paint a box with round corners in the colour of the role `ground`, an edge in that of `edge` inside."""
    theme, inset = current_theme(), width / 2 if edge else 0
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color(edge), width) if edge else Qt.PenStyle.NoPen)
    painter.setBrush(theme.color(ground))
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius)


@lru_cache(maxsize=512)
def _icon(name: str, color: str, disabled: str, sizes: tuple[int, ...], ratios: tuple[float, ...]) -> QIcon:
    result = QIcon()
    for size in sizes:
        for ratio in ratios:
            result.addPixmap(svg_pixmap(name, color, size, ratio), QIcon.Mode.Normal)
            result.addPixmap(svg_pixmap(name, disabled, size, ratio), QIcon.Mode.Disabled)
    return result


def icon_size() -> QSize:
    """Return the size of an icon on a button."""
    side = current_theme().px(16)
    return QSize(side, side)

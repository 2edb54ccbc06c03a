"""Round corners for menus and popups, and their places."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QMenu, QWidget

from editor_app.window.kit.focus.tab_order import focus_beside
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.menu_style import menu_style
from editor_app.window.kit.theme.theme import Theme, rounds_popups

_RADIUS: Final = 8.0
_GAP: Final = 2
_ANCHOR_GAP: Final = 4


def round_menu(menu: QMenu) -> QMenu:
    """Make the menu's corners translucent, where the platform can; return the menu."""
    menu.setToolTipsVisible(True)
    menu.aboutToShow.connect(partial(_take_menu_style, menu))
    if rounds_popups():
        menu.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        menu.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    return menu


def _take_menu_style(menu: QMenu) -> None:
    menu.setStyle(menu_style())  # now: on a menu made before the style sheet it would have no effect later


def show_standard_menu(menu: QMenu, event: QContextMenuEvent) -> None:
    """Show Qt's own context menu of a field, styled like other menus, at the place of `event`."""
    round_menu(menu)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(event.globalPos())


def below(widget: QWidget) -> QPoint:
    """Return the point on the screen below `widget`, which may have been shown a moment ago."""
    around = [widget]
    while (parent := around[-1].parentWidget()) is not None:
        around.append(parent)
    for outer in reversed(around):
        layout = outer.layout()
        if layout is not None:
            layout.activate()
    return widget.mapToGlobal(QPoint(0, widget.height() + _GAP))


def place_beside(anchor: QRect, size: QSize, shift: int) -> QPoint:
    """Return the place of a popup below `anchor`, or above it where there is no room, always on the screen.

    `shift` is how far left of the anchor it begins.
    """
    screen = QGuiApplication.screenAt(anchor.center()) or QGuiApplication.primaryScreen()
    room = screen.availableGeometry()
    x = max(room.left(), min(anchor.left() - shift, room.right() - size.width()))
    below, above = anchor.bottom() + _ANCHOR_GAP, anchor.top() - _ANCHOR_GAP - size.height()
    return QPoint(x, below if below + size.height() <= room.bottom() or above < room.top() else above)


def paint_frame(popup: QWidget, theme: Theme) -> None:
    """Draw the background and the edge of a popup, which has none of the style sheet’s."""
    painter = QPainter(popup)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(theme.color("edge"))
    painter.setBrush(theme.color("pop"))
    radius = _RADIUS if rounds_popups() else 0.0
    painter.drawRoundedRect(QRectF(popup.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.end()


class PopupFrame(QFrame):
    """A popup that is closed by Esc or a click elsewhere, and paints its own background.

    A translucent window gets none from the style sheet.
    """

    def __init__(self, parent: QWidget) -> None:
        """Delete the popup when it is closed."""
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._popup_theme = current_theme()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, rounds_popups())

    def fit_beside(self, widget: QWidget) -> None:
        """Take the size of the content, below `widget`, or above it where there is no room, on the screen."""
        self.adjustSize()  # a popup of a fixed width keeps the height it was born with otherwise
        room = widget.screen().availableGeometry()
        anchor = widget.mapToGlobal(QPoint(0, 0))
        x = max(room.left(), min(anchor.x(), room.right() + 1 - self.width()))
        under = anchor.y() + widget.height() + _GAP
        over = anchor.y() - _GAP - self.height()
        has_room = under + self.height() <= room.bottom() + 1
        self.move(x, under if has_room or over < room.top() else over)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus in the order on the screen."""
        return focus_beside(self, forward=forward)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background and the edge."""
        paint_frame(self, self._popup_theme)

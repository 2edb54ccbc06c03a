"""Popups: where they stand, their edges, and menus in the same look.

    class Choice(PopupFrame):
        def __init__(self, beside: QWidget) -> None:
            super().__init__(beside)
            column(self, PlainLabel("How?", "strong"), self.choices, margins=(12, 8, 12, 12))
            self.fit_beside(beside)

It is shown by `show`, and deleted once it is closed.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QCursor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QWidget

from editor_app.window.kit.focus.tab_order import focus_beside, with_parents
from editor_app.window.kit.theme.icons import paint_box
from editor_app.window.kit.theme.menu_style import menu_style
from editor_app.window.kit.theme.theme import rounds_popups

_ANCHOR_GAP: Final = 4


def round_menu(menu: QMenu) -> QMenu:
    """Make the menu's corners translucent, where the platform can; return the menu."""
    menu.setToolTipsVisible(True)
    # only now: on a menu made before the style sheet it would have no effect later
    menu.aboutToShow.connect(lambda: menu.setStyle(menu_style()))
    menu.aboutToHide.connect(_end_hovering)
    if rounds_popups():
        menu.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        menu.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    return menu


def _end_hovering() -> None:
    """Tell widgets that the pointer has left them, which Qt does not where it went into a button's menu."""
    for widget in QApplication.allWidgets():
        if widget.underMouse() and not widget.rect().contains(widget.mapFromGlobal(QCursor.pos())):
            QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))
            widget.update()


def show_standard_menu(menu: QMenu, event: QContextMenuEvent) -> None:
    """Show Qt's own context menu of a field, styled like other menus, at the place of `event`."""
    pop_up(round_menu(menu), event.globalPos())


def pop_up(menu: QMenu, place: QPoint) -> None:
    """Show a menu at a place of the screen; it is deleted once it is closed."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(place)


def below(widget: QWidget) -> QPoint:
    """Return the point on the screen below `widget`, which may have been shown a moment ago."""
    for outer in reversed(tuple(with_parents(widget))):
        layout = outer.layout()
        if layout is not None:
            layout.activate()
    return widget.mapToGlobal(QPoint(0, widget.height() + 2))


def place_beside(anchor: QRect, size: QSize, shift: int = 0, room: QRect | None = None) -> QPoint:
    """Return the place of a popup below `anchor`, or above it where there is no room, always in `room`.

    All are on the screen, which is the room by default. `shift` is how far left of the anchor it begins.
    """
    screen = QGuiApplication.screenAt(anchor.center()) or QGuiApplication.primaryScreen()
    room = room or screen.availableGeometry()
    lowest = room.bottom() + 1 - size.height()
    under, over = anchor.bottom() + _ANCHOR_GAP, anchor.top() - _ANCHOR_GAP - size.height()
    x = max(room.left(), min(anchor.left() - shift, room.right() + 1 - size.width()))
    return QPoint(x, under if under <= lowest else over if over >= room.top() else max(room.top(), lowest))


class PopupFrame(QFrame):
    """A popup that is closed by Esc or a click elsewhere and then deleted, unless it `is_kept`.

    It paints its own background: a translucent window gets none from the style sheet.
    """

    def __init__(
        self, parent: QWidget, kind: Qt.WindowType = Qt.WindowType.Popup, *, is_kept: bool = False
    ) -> None:
        """Create a window without a frame of the platform."""
        super().__init__(parent, kind | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, not is_kept)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, rounds_popups())

    def fit_beside(self, widget: QWidget) -> None:
        """Take the size of the content, below `widget`, or above it where there is no room."""
        self.adjustSize()  # a popup of a fixed width keeps the height it was born with otherwise
        anchor = QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
        self.move(place_beside(anchor, self.size()))

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus in the order on the screen."""
        return focus_beside(self, forward=forward)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background and the edge."""
        with QPainter(self) as painter:
            paint_box(painter, self.rect(), "pop", "edge", radius=8.0 if rounds_popups() else 0.0)

"""A card that is shown beside what it explains, after the pointer rested there.

    self._card = HoverCard(view)
    self._card.link_activated.connect(self._follow)
    self._card.ask(rect_on_screen(spot), lambda: card_of(spot))
    self._card.leave_soon()

It is asked again as the pointer goes on; what it shows is made only if it comes to be shown.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from editor_app.window.kit.application import application
from editor_app.window.kit.card.card import Card, CardBody
from editor_app.window.kit.card.popups import PopupFrame, place_beside
from editor_app.window.kit.layouts import column
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.work.timers import single_shot

DELAY_MS = 350


class HoverCard(PopupFrame):
    """A card that comes after a moment, and stays while the pointer is in it."""

    link_activated = Signal(str)
    gone = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Create it for the window of `parent`."""
        super().__init__(parent, Qt.WindowType.ToolTip, is_kept=True)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._make: Callable[[], Card | None] = lambda: None
        self._anchor = QRect()
        self._body = CardBody(self)
        self._body.link_activated.connect(self._choose)
        column(self, self._body, margins=(1, 1, 1, 1))  # beside its edge
        self._delay = single_shot(self, DELAY_MS, self._come)
        self._linger = single_shot(self, 250, self.leave)
        parent.installEventFilter(self)

    def ask(self, anchor: QRect, make: Callable[[], Card | None], *, at_once: bool = False) -> None:
        """Show the card that `make` returns beside `anchor`, in screen coordinates, after the delay."""
        self._linger.stop()
        self._anchor, self._make = anchor, make
        if at_once or self.isVisible():
            self._delay.stop()
            self._come()
        else:
            self._delay.start()

    def leave_soon(self) -> None:
        """Hide after a moment, unless the pointer reaches the card meanwhile."""
        self._delay.stop()
        if self.isVisible() and not self._linger.isActive():
            self._linger.start()

    def stay(self) -> None:
        """Cancel the hiding: the pointer is back on what the card explains."""
        self._linger.stop()

    def leave(self) -> None:
        """Hide at once."""
        self._delay.stop()
        self._linger.stop()
        if self.isVisible():
            application().removeEventFilter(self)
            self.hide()
            self.gone.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide when the card's widget hides, when a menu opens, and on any key.

        Esc has no other effect then.
        """
        kind = event.type()
        is_left = watched is self.parent() and kind in {QEvent.Type.Hide, QEvent.Type.WindowDeactivate}
        if kind == QEvent.Type.Show and self.isVisible() and isinstance(watched, QWidget):
            is_left |= watched.windowType() == Qt.WindowType.Popup
        if is_left:
            self.leave()
        elif isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress and self.isVisible():
            self.leave()
            return event.key() == Qt.Key.Key_Escape
        return super().eventFilter(watched, event)

    def enterEvent(self, _event: QEvent) -> None:
        """Cancel the hiding while the pointer is in the card."""
        self._linger.stop()

    def leaveEvent(self, _event: QEvent) -> None:
        """Hide when the pointer has left."""
        self._linger.start()

    def _come(self) -> None:
        if QApplication.activePopupWidget() is not None:  # a menu, which the card would cover
            self.leave()
            self.gone.emit()
            return
        card = self._make()
        if card is None:
            self.leave()
            return
        self._body.show_card(card)
        width = current_theme().px(380)
        self.setFixedSize(width, self._body.height_at(width - 2) + 2)
        self.move(place_beside(self._anchor, self.size(), 2))
        application().installEventFilter(self)  # the keys of all widgets, menus included
        self.show()

    def _choose(self, key: str) -> None:
        self.link_activated.emit(key)
        self.leave()

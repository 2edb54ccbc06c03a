"""The pointer on the surface: what is under it, clicks, and a drag that goes on in the live editor."""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QCursor, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from editor_app.chats.header_table import ROLES
from editor_app.text import Sentence
from editor_app.window.kinds.chat.conversation.headings import Part, Spot
from editor_app.window.kinds.chat.conversation.surface import MessageSurface
from editor_app.window.kit.card.popups import pop_up
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.words.labels import plain_tooltip

_CURSORS: Final = {
    Part.ROLE: Qt.CursorShape.PointingHandCursor,
    Part.MORE: Qt.CursorShape.PointingHandCursor,
    Part.NEW: Qt.CursorShape.PointingHandCursor,
    Part.TEXT: Qt.CursorShape.IBeamCursor,
}
_TIPS: Final = {
    Part.ROLE: Sentence("window-chat.change-the-role"),
    Part.MORE: Sentence("window-chat.more-about-message"),
    Part.NEW: Sentence("window-chat.new-message-here"),
}


class ClickableMessages(MessageSurface):
    """A surface that says what the mouse asks for; a place in a text is an offset in the message."""

    place_requested = Signal(object, int)
    role_requested = Signal(object, str)
    new_requested = Signal(int)
    menu_requested = Signal(object, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin with the pointer elsewhere."""
        super().__init__(parent)
        self._press: tuple[int, QPoint] | None = None  # in which painted message, for the editor that comes
        self._is_handed_on = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a place in a text, open a menu or ask for a new message."""
        point = event.position().toPoint()
        spot = self.spot_at(point)
        if spot is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if spot.part is Part.NEW:
            self.new_requested.emit(spot.place)
        elif spot.part is Part.MORE:
            self._ask_for_menu(spot.place)
        elif spot.part is Part.ROLE:
            self._open_roles(spot.place)
        elif spot.part is Part.HEADING:
            self._ask_for_place(spot.place, 0)
        else:
            self._press, self._is_handed_on = (spot.place, point), False
            self._ask_for_place(spot.place, self.offset_at(spot.place, point))
            self._hand_on_press()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for what was pressed, as at a single click."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the editor that came for a press select, or show what is under the pointer."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._hand_on_press()
            self._hand_on(QEvent.Type.MouseMove, event.position(), event.buttons())
        else:
            self._show_spot(self.spot_at(event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End selecting."""
        self._hand_on(QEvent.Type.MouseButtonRelease, event.position(), event.buttons())
        self._press = None

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the message under the pointer, or of the one in front."""
        if event.reason() != QContextMenuEvent.Reason.Mouse:
            self.open_menu()
            return
        spot = self.spot_at(self.viewport().mapFromGlobal(event.globalPos()))
        if spot is not None and spot.place < len(self.stack.items):
            self.menu_requested.emit(self.stack.items[spot.place].path, event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:
        """Let the pointer leave, and tell what is under it."""
        if event.type() == QEvent.Type.Leave:
            self._show_spot(None)
        if event.type() == QEvent.Type.ToolTip:
            help_event = cast("QHelpEvent", event)
            spot = self.spot_at(help_event.pos())
            words = _TIPS.get(spot.part, "") if spot is not None else ""
            QToolTip.showText(help_event.globalPos(), plain_tooltip(words), self.viewport())
            return True
        return super().viewportEvent(event)

    def follow_pointer(self) -> None:
        """Look again what is under the pointer, as the messages may have moved."""
        if self.spot is not None:
            self._show_spot(self.spot_at(self.viewport().mapFromGlobal(QCursor.pos())))

    def open_menu(self) -> None:
        """Ask for the menu of the message in front: the way of the keyboard."""
        index = self.stack.index_of(self.current)
        if index is not None:
            self.scroll_to(self.stack.items[index].path)
            self._ask_for_menu(index)

    def _ask_for_menu(self, index: int) -> None:
        """Ask for the menu of a message, below its heading's button."""
        button = self.headings.more_rect(self.heading_rect(index))
        place = self.viewport().mapToGlobal(button.bottomLeft())
        self.menu_requested.emit(self.stack.items[index].path, place)

    def spot_at(self, point: QPoint) -> Spot | None:
        """Return what is under a point of the viewport."""
        stack, y = self.stack, point.y() + self.offset
        last = len(stack.items)
        if not last:
            return None
        if y >= stack.total:
            is_on_row = self.headings.last_rect(self.heading_rect(last)).contains(point)
            return Spot(last, Part.NEW) if is_on_row else Spot(last - 1, Part.TEXT)
        index = stack.at(y)
        if y >= stack.text_top(index):
            return Spot(index, Part.TEXT)
        return self.headings.spot(stack.items[index], index, self.heading_rect(index), point)

    def _open_roles(self, index: int) -> None:
        item = self.stack.items[index]
        choose = partial(self.role_requested.emit, item.path)
        entries = (MenuEntry(role, partial(choose, role), is_checked=role == item.role) for role in ROLES)
        place = self.headings.role_rect(item, self.heading_rect(index))
        pop_up(menu_of(self.viewport(), *entries), self.viewport().mapToGlobal(place.bottomLeft()))

    def _ask_for_place(self, index: int, offset: int) -> None:
        self.place_requested.emit(self.stack.items[index].path, offset)

    def _show_spot(self, spot: Spot | None) -> None:
        if spot == self.spot:
            return
        self.spot = spot
        shape = _CURSORS.get(spot.part) if spot is not None else None
        self.viewport().setCursor(shape or Qt.CursorShape.ArrowCursor)
        self.viewport().update()

    def _hand_on_press(self) -> None:
        """Press the mouse in the live editor where it was pressed in the message it came for."""
        if self._press is None or self._is_handed_on or self.live_index != self._press[0]:
            return
        self._is_handed_on = True
        point, half_row = self._press[1], self.stack.look.code.line_height // 2
        middle = self.caret_top() + half_row
        if abs(middle - point.y()) > half_row + 1:  # the editor has laid out less of a long text so far
            self._scroll(self.offset + middle - point.y())
        place = QPointF(point.x(), self.caret_top() + half_row)
        self._hand_on(QEvent.Type.MouseButtonPress, place, Qt.MouseButton.LeftButton)

    def _hand_on(self, kind: QEvent.Type, place: QPointF, buttons: Qt.MouseButton) -> None:
        editor = self.live_editor
        if editor is None or self._press is None or not self._is_handed_on:
            return
        inner, point = editor.viewport(), place.toPoint()
        button = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
        inside = QPointF(inner.mapFrom(self.viewport(), point))
        screen = QPointF(self.viewport().mapToGlobal(point))
        event = QMouseEvent(kind, inside, screen, button, buttons, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(inner, event)

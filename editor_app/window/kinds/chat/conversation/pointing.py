"""The pointer on the surface: what is under it, clicks, and a drag that goes on in the live editor."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QCursor, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip

from editor_app.chats.header_table import ROLES
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
    Part.ROLE: "Change the role",
    Part.MORE: "What can be done with this message",
    Part.NEW: "New message here",
}


class Pointing(QObject):
    """Turns the mouse on the surface into what is wanted; messages are named by their index."""

    place_chosen = Signal(int, int)
    role_chosen = Signal(int, str)
    new_chosen = Signal(int)
    menu_chosen = Signal(int, QPoint)

    def __init__(self, surface: MessageSurface) -> None:
        """Begin with the pointer elsewhere."""
        super().__init__(surface)
        self._surface = surface
        self._viewport = surface.viewport()
        self._press: tuple[int, QPoint] | None = None  # in which painted message, for the editor that comes
        self._is_handed_on = False

    def press(self, event: QMouseEvent) -> None:
        """Choose a place in a text, open a menu or ask for a new message."""
        point = event.position().toPoint()
        spot = self.spot_at(point)
        if spot is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if spot.part is Part.NEW:
            self.new_chosen.emit(spot.place)
        elif spot.part is Part.MORE:
            self.open_menu(spot.place)
        elif spot.part is Part.ROLE:
            self.open_roles(spot.place)
        else:
            self._press, self._is_handed_on = (spot.place, point), False
            offset = self._surface.offset_at(spot.place, point) if spot.part is Part.TEXT else 0
            self.place_chosen.emit(spot.place, offset)
            if spot.part is Part.TEXT:
                self._hand_on_press()
            else:
                self._press = None

    def move(self, event: QMouseEvent) -> None:
        """Let the editor that came for a press select, or show what is under the pointer."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._hand_on_press()
            self._hand_on(QEvent.Type.MouseMove, event.position(), event.buttons())
        else:
            self.show(self.spot_at(event.position().toPoint()))

    def release(self, event: QMouseEvent) -> None:
        """End the press."""
        self._hand_on(QEvent.Type.MouseButtonRelease, event.position(), event.buttons())
        self._press = None

    def follow(self) -> None:
        """Look again what is under the pointer, as the messages may have moved."""
        if self._surface.spot is not None:
            self.show(self.spot_at(self._viewport.mapFromGlobal(QCursor.pos())))

    def tell(self, event: QHelpEvent) -> None:
        """Show the tooltip of what is under the pointer."""
        spot = self.spot_at(event.pos())
        words = _TIPS.get(spot.part, "") if spot is not None else ""
        QToolTip.showText(event.globalPos(), plain_tooltip(words), self._viewport)

    def context_menu(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the message under the pointer."""
        spot = self.spot_at(self._viewport.mapFromGlobal(event.globalPos()))
        if spot is not None and spot.place < len(self._surface.stack.items):
            self.menu_chosen.emit(spot.place, event.globalPos())

    def open_menu(self, index: int) -> None:
        """Ask for the menu of a message, below its button."""
        button = self._surface.headings.more_rect(self._surface.heading_rect(index))
        self.menu_chosen.emit(index, self._viewport.mapToGlobal(button.bottomLeft()))

    def open_roles(self, index: int) -> None:
        """Open the menu of roles below the role of a message."""
        item = self._surface.stack.items[index]
        chosen = self.role_chosen.emit
        entries = (
            MenuEntry(role, partial(chosen, index, role), is_checked=role == item.role) for role in ROLES
        )
        place = self._surface.headings.role_rect(item, self._surface.heading_rect(index))
        pop_up(menu_of(self._viewport, *entries), self._viewport.mapToGlobal(place.bottomLeft()))

    def spot_at(self, point: QPoint) -> Spot | None:
        """Return what is under a point of the viewport."""
        surface, stack = self._surface, self._surface.stack
        if not stack.items:
            return None
        y = point.y() + surface.offset
        if y >= stack.total:
            is_on_row = surface.headings.last_rect(surface.last_row()).contains(point)
            return Spot(Part.NEW, len(stack.items)) if is_on_row else Spot(Part.TEXT, len(stack.items) - 1)
        index = stack.at(y)
        if y >= stack.text_top(index):
            return Spot(Part.TEXT, index)
        return surface.headings.spot(stack.items[index], index, surface.heading_rect(index), point)

    def show(self, spot: Spot | None) -> None:
        """Show what is under the pointer, None for nothing."""
        if spot == self._surface.spot:
            return
        self._surface.spot = spot
        shape = _CURSORS.get(spot.part) if spot is not None else None
        self._viewport.setCursor(shape or Qt.CursorShape.ArrowCursor)
        self._viewport.update()

    def _hand_on_press(self) -> None:
        """Press the mouse in the live editor where it was pressed in the message it came for."""
        if self._press is None or self._is_handed_on or self._surface.live_index != self._press[0]:
            return
        self._is_handed_on = True
        surface, at = self._surface, self._press[1]
        surface.bring_caret_to(at.y())  # the editor may have laid out less of a long text so far
        middle = surface.caret_top() + surface.stack.look.code.line_height // 2
        self._hand_on(QEvent.Type.MouseButtonPress, QPointF(at.x(), middle), Qt.MouseButton.LeftButton)

    def _hand_on(self, kind: QEvent.Type, at: QPointF, buttons: Qt.MouseButton) -> None:
        editor = self._surface.live_editor
        if editor is None or self._press is None or not self._is_handed_on:
            return
        inner = editor.viewport()
        place = QPointF(inner.mapFrom(self._viewport, at.toPoint()))
        button = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
        screen = QPointF(self._viewport.mapToGlobal(at.toPoint()))
        event = QMouseEvent(kind, place, screen, button, buttons, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(inner, event)

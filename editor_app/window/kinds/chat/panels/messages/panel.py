"""The messages panel: the filter and the list, and the requests of its menus, keys and drags."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from editor_app.window.kinds.chat.panels.messages.menus import MenuActs, fill_menu
from editor_app.window.kinds.chat.panels.messages.message_list import MessageList
from editor_app.window.kinds.chat.panels.messages.model import MessageModel
from editor_app.window.kinds.chat.panels.messages.rows import (
    MessageRow,
    following_role,
    matching_messages,
)
from editor_app.window.kinds.chat.panels.messages.tools import MessageTools
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.focus.keys import keep_key
from editor_app.window.kit.focus.panel_keys import (
    MESSAGES_CLEAR,
    MESSAGES_DELETE,
    MESSAGES_DOWN,
    MESSAGES_NEW,
    MESSAGES_UP,
)
from editor_app.window.kit.form.fields import SearchField
from editor_app.window.kit.theme.current import current_theme, on_theme

_WHY_NO_MOVE: Final = "Clear the filter to move messages: it hides those between."
_NO_CHAT: Final = "Open a message of a chat to see the others."


class MessagesPanel(QWidget):
    """Shows the messages of a chat and announces the changes the user asks for.

    Places count from 0: that of a new message as `insert_message` takes it, that of a moved one as
    `move_message` does. `text_requested` has the message whose text is to get the focus. `header_tools` are
    the buttons for the header of the dock.
    """

    message_chosen = Signal(Path)
    text_requested = Signal(Path)
    new_requested = Signal(int, str)
    move_requested = Signal(Path, int)
    delete_requested = Signal(Path)
    branch_requested = Signal(Path)
    role_requested = Signal(Path, str)
    import_requested = Signal()
    body_dropped = Signal(Path)  # a file with the body of a request, to be imported

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a chat."""
        super().__init__(parent)
        self._rows: tuple[MessageRow, ...] = ()
        self._places: dict[Path, int] = {}
        self._has_chat = False
        self._is_showing = False
        self._model = MessageModel(self)
        self.filter = SearchField("Filter messages", self, hint="Filter by role or text")
        self.list = MessageList(self._model, self)
        self.header_tools = MessageTools()
        self._nothing = EmptyPlace("No chat", _NO_CHAT)
        self._no_messages = EmptyPlace(
            "No messages", "They are files called 1.md, 2.md and so on.", "New message", MESSAGES_NEW.keys
        )
        self._no_match = EmptyPlace("Nothing matches", "", "Clear the filter", "Esc")
        self._pages = QStackedWidget(self)
        self._build()
        self._connect()
        on_theme(self, self._restyle)
        self.show_nothing()

    # Showing ------------------------------------------------------------------------------------------------

    def show_messages(self, rows: Sequence[MessageRow], current: Path | None) -> None:
        """Show the messages of a chat, and mark the one in front; another one than before is scrolled to.

        The scroll position stays otherwise. A filter that hides a new current message is cleared.
        """
        self._has_chat = True
        self._rows = tuple(rows)
        self._places = {row.path: place for place, row in enumerate(self._rows)}
        self.list.delegate.digits = max((len(row.number) for row in self._rows), default=1)
        is_new = current != self._model.current
        self._model.current = current
        if is_new and self._is_hidden(current):
            self.filter.clear()  # refreshes
        else:
            self._refresh()
        self._select(current, reveal=is_new)
        self.list.viewport().update()
        self._tell_tools()

    def show_nothing(self, sentence: str = "") -> None:
        """Show a sentence in place of the messages; by default, that no message of a chat is open."""
        self._has_chat = False
        self._rows, self._places, self._model.current = (), {}, None
        self._nothing.say("No chat", sentence or _NO_CHAT)
        self._refresh()
        self._tell_tools()

    @property
    def rows(self) -> tuple[MessageRow, ...]:
        """The messages that are shown, those too that the filter hides."""
        return self._rows

    def selected_row(self) -> MessageRow | None:
        """Return the message that keys and menus act on."""
        return self.list.current_row

    def _restyle(self) -> None:
        theme = current_theme()
        self._filter_layout.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(4))

    # Announcing ---------------------------------------------------------------------------------------------

    def menu_for(self, row: MessageRow | None) -> QMenu:
        """Return the menu of a message, or for None that of the empty area below the messages."""
        menu = round_menu(QMenu(self))
        self._fill(menu, row)
        return menu

    def _fill(self, menu: QMenu, row: MessageRow | None) -> None:
        acts = MenuActs(
            self._enter,
            self.new_requested.emit,
            self.role_requested.emit,
            self.move_requested.emit,
            self.branch_requested.emit,
            self.delete_requested.emit,
            self.import_requested.emit,
        )
        index = None if row is None else self._places.get(row.path)
        fill_menu(menu, self._rows, index, acts, _WHY_NO_MOVE if self._is_filtered else "")

    def _enter(self, path: Path) -> None:
        self._announce(path)
        self.text_requested.emit(path)

    def _announce(self, path: Path) -> None:
        if path != self._model.current:
            self._model.current = path
            self.list.viewport().update()
            self._tell_tools()
            self.message_chosen.emit(path)

    def _choose(self, index: QModelIndex) -> None:
        row = self._model.row_at(index)
        if row is not None and not (self._is_showing or self.list.is_taking_focus):
            self._announce(row.path)

    def _make_new(self, role: str = "") -> None:
        """Ask for a message after the current one, by default of the role that usually follows."""
        if self._has_chat:
            row = self.selected_row() or (self._rows[-1] if self._rows else None)
            place = 0 if row is None else self._places[row.path] + 1
            self.new_requested.emit(place, role or following_role(row))

    def _move(self, step: int) -> None:
        row = self.selected_row()
        if row is None or self._is_filtered:
            return
        place = self._places[row.path] + step
        if 0 <= place < len(self._rows):
            self.move_requested.emit(row.path, place)

    def _delete(self) -> None:
        row = self.selected_row()
        if row is not None:
            self.delete_requested.emit(row.path)

    # State of the list: selection, scroll position, pages ---------------------------------------------------

    @property
    def _is_filtered(self) -> bool:
        return bool(self.filter.text().strip())

    def _is_hidden(self, path: Path | None) -> bool:
        """Whether the filter hides a message."""
        row = None if path is None else self._places.get(path)
        return row is not None and not matching_messages([self._rows[row]], self.filter.text())

    def _refresh(self) -> None:
        shown = matching_messages(self._rows, self.filter.text())
        selected = self.selected_row()
        top = self.list.indexAt(QPoint(0, 0))
        anchor, offset = self._model.row_at(top), self.list.visualRect(top).top()
        scrolled = self.list.verticalScrollBar().value()
        self.list.setUpdatesEnabled(False)
        if self._model.show(shown):
            path = self._model.current if selected is None else selected.path
            self._select(path, reveal=False)
            self._scroll_back(None if anchor is None else anchor.path, offset, scrolled)
        self.list.setUpdatesEnabled(True)
        self.list.allow_moves(allowed=not self._is_filtered)
        self._show_page()

    def _scroll_back(self, anchor: Path | None, offset: int, scrolled: int) -> None:
        """Scroll so that the row that was at the top is there again, else to the same height."""
        self.list.doItemsLayout()  # else the scroll bar has no range yet
        bar = self.list.verticalScrollBar()
        index = self._model.index_of(anchor)
        bar.setValue(scrolled)
        if index.isValid() and scrolled > 0:
            bar.setValue(bar.value() + self.list.visualRect(index).top() - offset)

    def _select(self, path: Path | None, *, reveal: bool) -> None:
        index = self._model.index_of(path)
        if index != self.list.currentIndex():
            self._is_showing = True
            self.list.setCurrentIndex(index)
            self._is_showing = False
        if reveal and index.isValid():
            self.list.scrollTo(index)

    def _show_page(self) -> None:
        page: QWidget = self.list
        if not self._rows:
            page = self._no_messages if self._has_chat else self._nothing
        elif not self._model.rows:
            page = self._no_match
        self._pages.setCurrentWidget(page)
        self._filter_row.setVisible(bool(self._rows))

    def _tell_tools(self) -> None:
        row = self.selected_row() or (self._rows[-1] if self._rows else None)
        self.header_tools.allow(allowed=self._has_chat, following=following_role(row))

    def _show_menu(self, index: QModelIndex, place: QPoint) -> None:
        menu = self.menu_for(self._model.row_at(index))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    # Building -----------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a JSON file, which may have the body of a request."""
        if _dropped_body(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Announce the file."""
        path = _dropped_body(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.body_dropped.emit(path)

    def _build(self) -> None:
        self.setAccessibleName("Messages")
        self.setAcceptDrops(True)
        self._filter_row = QWidget(self)
        self._filter_layout = QHBoxLayout(self._filter_row)
        self._filter_layout.addWidget(self.filter)
        for page in (self.list, self._nothing, self._no_messages, self._no_match):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._filter_row)
        column.addWidget(self._pages, 1)
        self.setFocusProxy(self.list)

    def _connect(self) -> None:
        self.filter.textChanged.connect(lambda _text: self._refresh())
        self.filter.returnPressed.connect(self._choose_first)
        self.list.selectionModel().currentChanged.connect(lambda index, _before: self._choose(index))
        self.list.chosen.connect(self._choose)
        self.list.entered_row.connect(self._enter_row)
        self.list.click_ended.connect(self._go_on)
        self.list.menu_requested.connect(self._show_menu)
        self.list.move_requested.connect(self.move_requested)
        self.header_tools.new_requested.connect(self._make_new)
        self.header_tools.menu_requested.connect(lambda menu: self._fill(menu, self.selected_row()))
        self._no_messages.chosen.connect(self._make_new)
        self._no_match.chosen.connect(self.filter.clear)
        keep_key(self._no_messages.button, MESSAGES_NEW.keys, self._make_new)
        self.list.add_key(MESSAGES_NEW.keys, self._make_new)
        self.list.add_key(MESSAGES_DELETE.keys, self._delete)
        self.list.add_key(MESSAGES_UP.keys, lambda: self._move(-1))
        self.list.add_key(MESSAGES_DOWN.keys, lambda: self._move(1))
        self.list.add_key(MESSAGES_CLEAR.keys, self.filter.clear)
        keep_key(self.filter, "Down", self.list.setFocus)

    def _enter_row(self, index: QModelIndex) -> None:
        row = self._model.row_at(index)
        if row is not None:
            self._enter(row.path)

    def _go_on(self) -> None:
        if self._model.current is not None:
            self.text_requested.emit(self._model.current)

    def _choose_first(self) -> None:
        if self._model.rows:
            self.list.setCurrentIndex(self._model.index(0, 0))
            self.list.setFocus()


def _dropped_body(data: QMimeData) -> Path | None:
    """Return the one JSON file that is dragged, None for anything else."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return paths[0] if len(paths) == 1 and paths[0].suffix.lower() == ".json" else None

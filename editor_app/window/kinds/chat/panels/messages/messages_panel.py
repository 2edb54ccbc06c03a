"""The messages panel: the filter, the list and two buttons, and the requests of its menus, keys and drags."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from editor_app.chats.header_table import ROLES
from editor_app.text import Sentence
from editor_app.window.kinds.chat.actions import (
    MESSAGES_DELETE,
    MESSAGES_DOWN,
    MESSAGES_NEW,
    MESSAGES_UP,
    MESSAGES_WRITE,
)
from editor_app.window.kinds.chat.message_rows import (
    MessageRow,
    following_role,
)
from editor_app.window.kinds.chat.panels.messages.message_list import MessageList
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.dropping import local_files
from editor_app.window.kit.focus.panel_keys import MENU_KEYS, PanelKey, keep_key, native_keys
from editor_app.window.kit.form.filtered import FilteredPages
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.menus import Entry, MenuEntry, menu_of, more_button
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import set_plain_tooltip
from editor_app.window.kit.work.connections import connect

_WHY_NO_MOVE: Final = Sentence("window-chat.why-no-move")
_NO_CHAT: Final = Sentence("window-chat.open-a-message")


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
    body_dropped = Signal(Path)  # a file with the body of a request, to be imported
    body_wanted = Signal()  # one is to be asked for

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a chat."""
        super().__init__(parent)
        self.rows: tuple[MessageRow, ...] = ()
        """The messages that are shown, those too that the filter hides."""
        self._has_chat = False
        self._place = FilteredPages(
            Sentence("window-chat.filter-messages"), self, hint=Sentence("window-chat.filter-hint")
        )
        self.filter = self._place.filter
        self.list = MessageList(self)
        self.list.menu_for = self.menu_for
        self.header_tools = MessageTools(lambda: self._entries(self.list.current_row))
        self._nothing = EmptyPlace(Sentence("window-chat.no-chat"), _NO_CHAT, "", "")
        self._no_messages = EmptyPlace(
            Sentence("window-chat.no-messages"),
            Sentence("window-chat.message-files"),
            Sentence("window-chat.new-message"),
            MESSAGES_NEW.keys,
        )
        self._place.hold(self.list, self.list, self._nothing, self._no_messages)
        column(self, self._place)
        self.setAccessibleName(Sentence("window-chat.messages"))
        self.setAcceptDrops(True)
        self.setFocusProxy(self.list)
        self._connect()
        self.show_nothing()

    # Showing ------------------------------------------------------------------------------------------------

    def show_messages(self, rows: Sequence[MessageRow], current: Path | None) -> None:
        """Show the messages of a chat, and mark the one in front; another one than before is scrolled to.

        The scroll position stays otherwise. A filter that hides a new current message is cleared.
        """
        self._has_chat = True
        self.rows = tuple(rows)
        seen_with = (self.list.digits, self.list.in_front)
        self.list.digits = max((len(row.number) for row in self.rows), default=1)
        is_new = current != self.list.in_front
        self.list.in_front = current
        in_front = next((row for row in self.rows if row.path == current), None)
        if is_new and in_front is not None and not in_front.matches(self.filter.text()):
            self.filter.clear()  # refreshes
        else:
            self._refresh()
        self.list.show_current(current, reveal=is_new)
        if (self.list.digits, current) != seen_with:
            self.list.viewport().update()
        self._tell_tools()

    def show_nothing(self, sentence: str = "") -> None:
        """Show a sentence in place of the messages; by default, that no message of a chat is open."""
        self._has_chat = False
        self.rows, self.list.in_front = (), None
        self._nothing.say(Sentence("window-chat.no-chat"), sentence or _NO_CHAT)
        self._refresh()
        self._tell_tools()

    # Announcing ---------------------------------------------------------------------------------------------

    def menu_for(self, row: MessageRow | None) -> QMenu:
        """Return the menu of a message, or for None that of the empty area below the messages."""
        return menu_of(self, *self._entries(row))

    def _entries(self, row: MessageRow | None) -> Sequence[Entry]:
        from_json = MenuEntry(Sentence("window-chat.from-json"), self.body_wanted.emit)
        if row is None:
            last = self.rows[-1] if self.rows else None
            return self._new_at(len(self.rows), Sentence("window-chat.new-message"), last), None, from_json
        index, path, write = self.rows.index(row), row.path, MESSAGES_WRITE
        before = self.rows[index - 1] if index > 0 else None
        return (
            MenuEntry(write.text, partial(self._enter, path), write.keys),
            None,
            self._new_at(index, Sentence("window-chat.new-message-before"), before),
            self._new_at(index + 1, Sentence("window-chat.new-message-after"), row, MESSAGES_NEW.keys),
            None,
            *(
                MenuEntry(
                    Sentence("window-chat.make-it", role=role),
                    partial(self.role_requested.emit, path, role),
                    is_enabled=role != row.role,
                )
                for role in ROLES
            ),
            None,
            self._move_entry(path, MESSAGES_UP, index - 1),
            self._move_entry(path, MESSAGES_DOWN, index + 1),
            None,
            MenuEntry(
                Sentence("window-chat.branch-here"),
                partial(self.branch_requested.emit, path),
                tooltip=Sentence("window-chat.about-branch"),
            ),
            MenuEntry(MESSAGES_DELETE.text, partial(self.delete_requested.emit, path), MESSAGES_DELETE.keys),
            None,
            from_json,
        )

    def _new_at(self, place: int, title: str, before: MessageRow | None, keys: str = "") -> QMenu:
        return new_menu(
            title, following_role(before), lambda role: self.new_requested.emit(place, role), self, keys
        )

    def _move_entry(self, path: Path, key: PanelKey, place: int) -> MenuEntry:
        why_not = _WHY_NO_MOVE if self._place.words else ""
        can = not why_not and 0 <= place < len(self.rows)
        return MenuEntry(key.text, partial(self.move_requested.emit, path, place), key.keys, can, why_not)

    def _enter(self, path: Path) -> None:
        self._announce(path)
        self.text_requested.emit(path)

    def _announce(self, path: Path) -> None:
        if path != self.list.in_front:
            self.list.in_front = path
            self.list.viewport().update()
            self._tell_tools()
            self.message_chosen.emit(path)

    def _make_new(self, role: str = "") -> None:
        """Ask for a message after the current one, by default of the role that usually follows."""
        if self._has_chat:
            row = self.list.current_row or (self.rows[-1] if self.rows else None)
            place = 0 if row is None else self.rows.index(row) + 1
            self.new_requested.emit(place, role or following_role(row))

    def _move(self, step: int) -> None:
        row = self.list.current_row
        if row is None or self._place.words:
            return
        place = self.rows.index(row) + step
        if 0 <= place < len(self.rows):
            self.move_requested.emit(row.path, place)

    def _delete(self) -> None:
        row = self.list.current_row
        if row is not None:
            self.delete_requested.emit(row.path)

    # State of the list: selection, scroll position, pages ---------------------------------------------------

    def _refresh(self) -> None:
        words = self._place.words
        shown = tuple(row for row in self.rows if row.matches(words)) if words else self.rows
        self.list.show_rows(shown, else_current=self.list.in_front)
        self.list.allow_moves(allowed=not words)
        page: QWidget = self.list
        if not self.rows:
            page = self._no_messages if self._has_chat else self._nothing
        elif not shown:
            page = self._place.no_match
        self._place.show_page(page, can_filter=bool(self.rows))

    def _tell_tools(self) -> None:
        row = self.list.current_row or (self.rows[-1] if self.rows else None)
        self.header_tools.allow(allowed=self._has_chat, following=following_role(row))

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

    def _connect(self) -> None:
        connect(
            (self.filter.textChanged, lambda _text: self._refresh()),
            (self.filter.returnPressed, self._choose_first),
            (self.list.row_changed, lambda row: self._announce(row.path)),
            (self.list.chosen, lambda row: self._announce(row.path)),
            (self.list.entered_row, lambda row: self._enter(row.path)),
            (self.list.click_ended, self._go_on),
            (self.list.move_requested, self.move_requested.emit),
            (self.header_tools.new_requested, self._make_new),
            (self._no_messages.chosen, self._make_new),
        )
        keep_key(self._no_messages.button, MESSAGES_NEW.keys, self._make_new)
        self.list.add_key(MESSAGES_NEW.keys, self._make_new)
        self.list.add_key(MESSAGES_DELETE.keys, self._delete)
        self.list.add_key(MESSAGES_UP.keys, lambda: self._move(-1))
        self.list.add_key(MESSAGES_DOWN.keys, lambda: self._move(1))

    def _go_on(self) -> None:
        if self.list.in_front is not None:
            self.text_requested.emit(self.list.in_front)

    def _choose_first(self) -> None:
        if self.list.rows:
            self.list.setCurrentIndex(self.list.index_of(self.list.rows[0].path))
            self.list.setFocus()


class MessageTools(QWidget):
    """A button for a new message, whose menu has the other roles, and one for the menu of the message.

    `new_requested` has the role.
    """

    new_requested = Signal(str)

    def __init__(self, entries: Callable[[], Iterable[Entry]]) -> None:
        """Start disabled; `entries` are those of the menu of the message."""
        super().__init__()
        self._following = ""
        self.new = with_icon(QToolButton(self), "plus", "soft")
        self.more = more_button(Sentence("window-chat.more-about-messages"), entries)
        self.new.setProperty("look", "icon")
        row(self, self.new, self.more, spacing=4)
        self.new.clicked.connect(lambda _checked=False: self.new_requested.emit(self._following))
        self.new.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.new.customContextMenuRequested.connect(lambda _place: self.show_roles())
        keep_key(self.new, MENU_KEYS, self.show_roles)
        self.allow(allowed=False, following="user")

    def allow(self, *, allowed: bool, following: str) -> None:
        """Let messages be made, or not; a click makes one of the role `following`."""
        self.new.setEnabled(allowed)
        self.more.setEnabled(allowed)
        self._following = following
        self.new.setAccessibleName(Sentence("window-chat.new-of-role", role=following))
        keys, menu = native_keys(MESSAGES_NEW.keys), native_keys(MENU_KEYS)
        set_plain_tooltip(self.new, Sentence("window-chat.about-new", role=following, keys=keys, menu=menu))

    def show_roles(self) -> None:
        """Open the menu of the roles of a new message."""
        if self.new.isEnabled():
            pop_up(self.roles_menu(), below(self.new))

    def roles_menu(self) -> QMenu:
        """Return the menu of the roles of a new message, the one that usually follows first."""
        return new_menu(
            Sentence("window-chat.new-message"),
            self._following,
            self.new_requested.emit,
            self,
            MESSAGES_NEW.keys,
        )


def new_menu(title: str, first: str, make: Callable[[str], object], parent: QWidget, keys: str = "") -> QMenu:
    """Return a menu of the roles of a new message; the `first` one is that of the shortcut `keys`."""
    menu = menu_of(
        parent,
        *(
            MenuEntry(
                Sentence("window-chat.role-name", role=role),
                partial(make, role),
                keys if role == first else "",
            )
            for role in sorted(ROLES, key=lambda role: role != first)
        ),
    )
    menu.setTitle(title)
    return menu


def _dropped_body(data: QMimeData) -> Path | None:
    """Return the one JSON file that is dragged, None for anything else."""
    paths = local_files(data)
    return paths[0] if len(paths) == 1 and paths[0].suffix.lower() == ".json" else None

"""What the panels show of the chat in front: its messages, their problems, what goes first, the request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import is_
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.chat_requests.settings import (
    RequestSettings,
    SystemChoice,
    kept_settings,
    settings_from,
    system_groups,
    usual_system,
)
from editor_app.analysis.kinds.message import content_of
from editor_app.analysis.library_facts.index import LibraryIndex
from editor_app.chats.chat import Message
from editor_app.library.paths import is_folder
from editor_app.requests.parts import Provider
from editor_app.text import Diagnostic, Sentence
from editor_app.text.message_parts import message_number
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.kinds.chat.chat_request import ChatRequest, request_of
from editor_app.window.kinds.chat.conversation.conversation_view import ConversationView
from editor_app.window.kinds.chat.message_rows import MessageRow
from editor_app.window.kinds.chat.open_chat import OpenChat
from editor_app.window.kinds.chat.panels.header.fields import HeaderView, header_view
from editor_app.window.kinds.chat.panels.header.header_panel import HeaderBar
from editor_app.window.kinds.chat.panels.messages.messages_panel import MessagesPanel
from editor_app.window.kinds.chat.panels.system import SystemTextPanel, SystemTextView
from editor_app.window.kinds.chat.problem_rows import chat_problem_rows
from editor_app.window.kinds.chat.system_text import ChatSystemText, MadeSystem
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.request.request_panel import RequestPanel

_PAUSE_MS: Final = 150
_NOT_READ: Final = Sentence("window-chat.being-read")


@dataclass(frozen=True, slots=True)
class ChatPanels:
    """The panels of chats."""

    messages: MessagesPanel
    system: SystemTextPanel
    header: HeaderBar
    request: RequestPanel
    conversation: ConversationView


class CurrentChat(QObject):
    """Shows the chat of one open message in all panels of chats.

    `changed` tells that problems, request or messages are others.
    """

    changed = Signal()

    def __init__(
        self,
        panels: ChatPanels,
        chat: OpenChat,
        system: ChatSystemText,
        index: Callable[[], LibraryIndex],
        root: Path,
        parent: QObject | None = None,
    ) -> None:
        """Start without a chat; `index` returns what the library at `root` holds."""
        super().__init__(parent)
        self._panels = panels
        self.chat = chat
        self.system = system
        self._index = index
        self._root = root
        self.file: OpenFile | None = None
        self.provider = Provider.OPENAI
        self.request: ChatRequest | None = None
        self.shows_header = False
        """Whether the content of the message is in front, with its header above it."""
        self.shows_conversation = False
        """Whether the view of all messages is in front, which is not kept up to date otherwise."""
        self._settings: dict[Path, RequestSettings] = {}
        self._of_request: Mapping[Path | None, list[Diagnostic]] = {}
        self._header: HeaderView | None = None  # showing it costs 2 ms, more than a key may
        self._problems_of: tuple[object, ...] = ()
        self._problem_rows: tuple[ProblemRow, ...] = ()
        self._told: tuple[object, ...] = ()
        self._shown_key: Path | None = None  # of the chat that the panels show, also while none is in front
        self._links = Connections()
        self._request_later = single_shot(self, _PAUSE_MS, self._make_request)
        chat.changed.connect(self._after_messages)
        system.made.connect(self._after_system)

    # The chat in front --------------------------------------------------------------------------------------

    def show(self, file: OpenFile | None) -> None:
        """Show the chat of another message, or none."""
        self._links.end()
        was_away, self.file = self.file is None, file
        self._told = ()
        self.chat.show(file)
        if file is None:
            self._request_later.stop()
            return
        self._links.add(file.analysed, self._follow_header)
        self._links.add(file.document.read_only_changed, self.show_header)
        if self._key != self._shown_key:
            self._shown_key = self._key
            self.request, self._of_request = None, {}
            self._panels.messages.show_nothing(_NOT_READ)
            self._panels.request.show_nothing(_NOT_READ)
            self._choose_system()
            return
        if was_away:
            self.system.refresh()  # its file may have been written in another tab
        if self.chat.is_read:
            self._show_messages()
            self._show_request()

    def refresh(self) -> None:
        """Look at the disk again, and make what goes first again."""
        if self.file is not None:
            self.chat.look()
            self.system.refresh()

    def show_header(self) -> None:
        """Show the header of the message in front, also what was typed there and refused as it was before."""
        self._header = self._header_now()
        self._panels.header.show_header(self._header, of=self.file.path if self.file is not None else None)

    def _follow_header(self) -> None:
        if self._header_now() != self._header:  # seldom: most edits are of the content
            self.show_header()

    def _header_now(self) -> HeaderView | None:
        file = self.file
        message = content_of(file.analysis) if file is not None else None
        if file is None or message is None or not self.shows_header:
            return None
        return header_view(message, file.analysis.diagnostics, file.document.read_only_because is None)

    def show_conversation(self, file: OpenFile) -> None:
        """Show all messages of a message's chat that is in front or about to be, as far as they are known."""
        self._panels.conversation.show_messages(self._items(file), file.path)

    def problem_rows(self) -> tuple[ProblemRow, ...]:
        """Return the problems of the whole chat: of its request, and of each message."""
        made_of = (self.chat.messages, self.chat.problems, self.request)
        if not _are_same(made_of, self._problems_of):
            self._problems_of = made_of
            of_files = {row.path: row.diagnostics for row in self.chat.messages}
            beside = (problem for problem in self.chat.problems if problem.path not in of_files)
            others = {problem.path: [problem.diagnostic] for problem in beside}
            of_request = self.request.problems if self.request is not None else ()
            self._problem_rows = chat_problem_rows(of_request, {**of_files, **others}, self.chat.lines_of)
        return self._problem_rows

    @property
    def sentence(self) -> str:
        """Which message of which chat is in front, for the status bar."""
        file = self.file
        if file is None or self.chat.folder is None:
            return ""
        index = self.chat.index_of(file.path)
        if index is None:
            return ""
        message = content_of(file.analysis)
        return Sentence(
            "window-chat.place",
            chat=self.chat.folder.name,
            number=index + 1,
            count=len(self.chat.messages),
            escaped=message.parts.content.length - len(message.content) if message is not None else 0,
        )

    # Settings -----------------------------------------------------------------------------------------------

    @property
    def settings(self) -> RequestSettings:
        """What the request of the chat in front is made with."""
        if self._key in self._settings:
            return self._settings[self._key]
        return RequestSettings(usual_system(self._index(), (row.role for row in self.chat.messages)))

    def change_settings(self, settings: RequestSettings) -> None:
        """Make the request with other settings, from now on also in the next session."""
        if self._key is None:
            return
        before = self.settings
        self._settings[self._key] = settings
        self.chat.set_model(settings.model)
        if (settings.system, settings.model) != (before.system, before.model):
            self.system.choose(settings.system, settings.model)
        self._show_system()
        self._request_later.start(0)

    def copy_settings(self, folder: Path, other: Path) -> None:
        """Let the request of a chat in another folder be made as that of the chat in this one."""
        if folder in self._settings:
            self._settings.setdefault(other, self._settings[folder])

    def move_settings(self, folder: Path, other: Path) -> None:
        """Keep the settings of a chat whose folder has another path now."""
        self.copy_settings(folder, other)
        if not is_folder(folder):
            self._settings.pop(folder, None)

    def choose_system(self, choice: SystemChoice) -> None:
        """Let another text go first."""
        self.change_settings(replace(self.settings, system=choice))

    def choose_provider(self, name: str) -> None:
        """Show the request as another provider takes it."""
        self.provider = Provider(name)
        self._show_system()
        self._make_request()

    def kept_state(self, file: OpenFile) -> Mapping[str, object]:
        """Return the settings of a message's chat, as `restore_state` takes them."""
        settings = self._settings.get(_key_of(file))
        state: dict[str, object] = {} if settings is None else kept_settings(settings, self._root)
        return {**state, "provider": self.provider.value}

    def restore_state(self, file: OpenFile, state: Mapping[str, object]) -> None:
        """Take over the settings of an earlier session."""
        provider = state.get("provider")
        if provider in tuple(Provider):
            self.provider = Provider(str(provider))
        if "cache" in state:
            self._settings[_key_of(file)] = settings_from(state, self._root)
        if self.file is not None and _key_of(file) == self._key:
            self._choose_system()

    # Inside -------------------------------------------------------------------------------------------------

    @property
    def _key(self) -> Path | None:
        return _key_of(self.file) if self.file is not None else None

    def _choose_system(self) -> None:
        settings = self.settings
        self.chat.set_model(settings.model)
        self.system.choose(settings.system, settings.model)
        self._show_system()

    def _after_messages(self) -> None:
        if self.file is None:
            return
        if self.settings.system != self.system.now.choice:  # what the first message says may decide it
            self._choose_system()
        self._show_messages()
        self._request_later.start()
        self._tell()

    def _tell(self) -> None:
        """Tell that problems or messages are others, or that there is a request now or none any more."""
        has_request = self.request is not None and self.request.request is not None
        told = (self.problem_rows(), [row.path for row in self.chat.messages], has_request)
        if told != self._told:
            self._told = told
            self.changed.emit()

    def _after_system(self, _made: MadeSystem) -> None:
        if self.file is not None:
            self._show_system()
            self._request_later.start()

    @property
    def front(self) -> OpenFile:
        """The message in front, for what is done only while there is one."""
        assert self.file is not None
        return self.file

    def _show_messages(self) -> None:
        self._panels.messages.show_messages(self._rows(), self.front.path)
        if self.shows_conversation:
            self.show_conversation(self.front)

    def _show_system(self) -> None:
        groups = system_groups(self._index())
        self._panels.system.show_choice(SystemTextView(self.settings, self.system.now, groups, self.provider))

    def _make_request(self) -> None:
        """Assemble the request of what is known now, and show it with its problems."""
        self._request_later.stop()
        chat = self.chat
        if not chat.is_read:
            return
        self.request = request_of(
            chat.messages, chat.problems, self.system.now, self.settings, self.provider, chat.source_of
        )
        of_request: dict[Path | None, list[Diagnostic]] = {}
        for problem in self.request.problems:
            of_request.setdefault(problem.path, []).append(problem.diagnostic)
        if of_request != self._of_request:
            self._of_request = of_request
            self._show_messages()
        self._show_request()
        self._tell()

    def _show_request(self) -> None:
        if self.request is None:
            return
        default, of_default = self.system.now.default, ""
        if default is not None:  # it goes first in place of a file that is not valid
            is_inside = default.path.is_relative_to(self._root)
            path = default.path.relative_to(self._root) if is_inside else default.path
            of_default = Sentence("window-chat.from-default", path=path.as_posix())
        note = " · ".join(filter(None, (self.system.now.choice.trial, of_default)))
        view = self.request.view(self.front.path, context=self._context(), note=note)
        self._panels.request.show_request(view)

    def _context(self) -> str:
        """Return in words what the values of the text that goes first are those of."""
        made = self.system.now.result
        snapshot = made.snapshot if made is not None else None
        if made is None or snapshot is None or not made.analysis.row.sending.resolves_variables:
            return ""
        model = self.settings.model or Sentence("window-chat.no-model")
        return Sentence(
            "window-chat.as-if",
            folder=self.system.folder.name,
            model=model,
            time=f"{snapshot.taken_at:%H:%M}",
        )

    def _rows(self) -> tuple[MessageRow, ...]:
        """Return the rows, with the problems of the request at its messages."""
        return tuple(
            row._replace(diagnostics=(*self._of_request[row.path], *row.diagnostics))
            if row.path in self._of_request
            else row
            for row in self.chat.messages
        )

    def _items(self, file: OpenFile) -> tuple[MessageRow, ...]:
        """Return all messages, of which that of `file` is one, even before it was read among them."""
        rows = self._rows()
        if any(row.path == file.path for row in rows):
            return rows
        new = MessageRow(file.path, content_of(file.analysis) or Message(None, ""))
        if all(row.path.parent != file.path.parent for row in rows):
            return (new,)
        number = message_number(file.path.name) or 0
        place = sum((message_number(row.path.name) or 0) <= number for row in rows)
        return (*rows[:place], new, *rows[place:])


def _are_same(values: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Whether all values are the very same objects."""
    return len(values) == len(others) and all(map(is_, values, others))


def _key_of(file: OpenFile) -> Path:
    """Return what the settings of a message's request are kept by: its folder."""
    return file.path.parent

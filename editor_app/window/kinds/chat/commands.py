"""Commands on the messages of the chat in front: new, moved, deleted, branched, another role or header."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from editor_app.analysis.chat_requests.problems import (
    ChatFix,
    DeleteMessage,
    EditMessage,
    InsertMessage,
)
from editor_app.chats.chat import Chat, Message, read_chat, read_message
from editor_app.chats.operations import branch_chat, delete_message, insert_message, move_message
from editor_app.chats.reading import edits_without, field_edits, read_text, role_edits
from editor_app.library.files.file_changes import FileChange
from editor_app.text import Diagnostic, Edit, Sentence, UnencodableText
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notices import Notices
from editor_app.window.kinds.chat.current_chat import CurrentChat
from editor_app.window.kinds.chat.navigation import MessageNavigation

_MISSING = "missing-metadata"


class MessageCommands:
    """Changes messages: their files by file operations with Undo, their texts by edits of their documents."""

    def __init__(
        self,
        *,
        current: CurrentChat,
        documents: Documents,
        navigation: MessageNavigation,
        open_behind: Callable[[Path], OpenFile | None],
        take_typed: Callable[[], object],
        notifier: Notices,
    ) -> None:
        """Use these parts; `open_behind` opens a file, `take_typed` commits what is being typed in a form."""
        self._current, self._chat = current, current.chat
        self._files, self._work, self._clock = documents.files, documents.work, documents.clock
        self._navigation = navigation
        self._open_behind, self._take_typed = open_behind, take_typed
        self._done: list[FileChange] = []  # what was done to files and not undone, the last at the end
        documents.work.undone.connect(self._forget_undone)
        self._say, self._announce = notifier.say, notifier.announce

    # Files --------------------------------------------------------------------------------------------------

    def new(self, place: int, role: str) -> None:
        """Make a message that is the one number `place` of the chat, from 0, and focus its text."""
        self._take_typed()
        chat = self._read()
        if chat is None:
            return
        before = set(chat.names)
        change = self._do(partial(insert_message, chat, place, role))
        after = self._read()
        if change is None or after is None:
            return
        if place < len(after.names) and (after.names[place] not in before or change.renumbered):
            self._navigation.write_at(chat.folder / after.names[place], None)

    def add_answer(self, text: str) -> None:
        """Make the answer of a model the last message of the chat, and show it."""
        self._take_typed()
        chat = self._read()
        if chat is None:
            self._say(Sentence("window-chat.answer-in-no-chat"))
            return
        try:
            text.encode()
        except UnicodeEncodeError:
            self._say(Sentence("window-chat.answer-half-character"))
            return
        change = self._do(partial(insert_message, chat, len(chat.names), "assistant", text))
        if change is not None and change.appeared:
            self._navigation.show_message(change.appeared[-1])

    def move(self, path: Path, place: int) -> None:
        """Move a message so that it is number `place`, from 0; those between move over."""
        self._take_typed()
        chat, index = self._read_with(path)
        if chat is not None and 0 <= place < len(chat.names) and place != index:
            self._do(partial(move_message, chat, index, place))

    def move_by(self, path: Path, step: int) -> None:
        """Move a message up or down by `step`."""
        index = self._chat.index_of(path)
        if index is not None:
            self.move(path, index + step)

    def delete(self, path: Path) -> None:
        """Move a message to local history, with its unsaved text; the one beside it comes to the front."""
        self._take_typed()
        file = self._files.find(path)
        if file is not None:
            file.take_composed()
            if file.is_modified and not self._files.save(file):
                return  # the reason was said
        chat, index = self._read_with(path)
        if chat is None:
            return
        others = [name for name in chat.names if name != path.name]
        if others and file is not None:
            self._navigation.show_message(chat.folder / others[min(index, len(others) - 1)])
        self._do(partial(delete_message, chat, index))

    def branch(self, path: Path) -> None:
        """Make a new chat of the messages up to one, as they are here, and show its last message."""
        self._take_typed()
        chat, index = self._read_with(path)
        if chat is None:
            return
        try:
            chat = replace(chat, messages=tuple(map(self._as_here, chat.messages[: index + 1])))
        except UnencodableText:
            self._say(Sentence("window-chat.branch-half-character", name=path.name))
            return
        change = self._do(partial(branch_chat, chat, index))
        if change is not None and change.appeared:
            last = change.appeared[-1]
            self._current.copy_settings(chat.folder, last.parent)
            self._navigation.show_message(last)

    @property
    def can_undo(self) -> bool:
        """Whether messages were made, moved, deleted or branched, which can be undone."""
        return bool(self._done)

    def undo(self) -> None:
        """Undo the last change of files that was not undone yet."""
        if self._done:
            self._take_typed()
            self._work.undo(self._done.pop())

    def _forget_undone(self, _change: object) -> None:
        """Forget a change that was undone, by its notice or here."""
        self._done = [change for change in self._done if change is not self._work.last_undone]

    # Texts --------------------------------------------------------------------------------------------------

    def change_role(self, path: Path, role: str) -> None:
        """Give a message another role, as an edit of its text."""
        self._take_typed()
        if self._files.find(path) is None and not role_edits(read_text(self._chat.source_of(path)), role):
            return
        file = self._open_behind(path)
        if file is not None and self._edit(file, role_edits(read_text(file.text), role)):
            self._announce(Sentence("window-chat.role-changed", name=path.name, role=role))

    def change_field(self, key: str, value: str) -> None:
        """Give a field of the header in front another value."""
        file = self._current.file
        if file is None:
            return
        text = read_text(file.text)
        self._edit(file, field_edits(text, {**text.metadata, key: " ".join(value.split("\n")).strip()}))

    def remove_field(self, key: str) -> None:
        """Remove a field from the header in front."""
        file = self._current.file
        if file is None:
            return
        text = read_text(file.text)
        lines = [line for line in text.parts.lines if line.key == key and not line.is_role]
        self._edit(file, edits_without(text, lines))

    def add_missing_fields(self) -> None:
        """Add the fields that the header in front lacks."""
        if self._current.file is not None:
            self._apply_first_fix(self._current.file, lambda problem: problem.code == _MISSING)

    def apply(self, fix: ChatFix) -> None:
        """Make the change of a fix of the chat's request, unless its message has another text by now."""
        self._take_typed()
        change = fix.change
        if isinstance(change, (EditMessage, DeleteMessage)):
            file = self._open_behind(change.path)
            if file is None:
                return
            if file.text != change.source:
                self._say(Sentence("window-chat.changed-meanwhile", name=change.path.name))
            elif isinstance(change, EditMessage):
                self._edit(file, change.edits)
            else:
                self.delete(change.path)
        elif isinstance(change, InsertMessage):
            self.new(change.place, change.role)

    def apply_edits(self, path: Path, problem: Diagnostic) -> None:
        """Make the first fix of a problem in a message's text, if that still has the problem."""
        file, place = self._open_behind(path), (problem.code, problem.span)
        if file is not None:
            self._apply_first_fix(file, lambda other: (other.code, other.span) == place)

    def _apply_first_fix(self, file: OpenFile, is_meant: Callable[[Diagnostic], bool]) -> None:
        """Apply the first fix of the first problem that is meant and has one."""
        file.catch_up()
        for problem in file.analysis.diagnostics:
            if problem.fixes and is_meant(problem):
                self._edit(file, file.fix_now(problem.fixes[0]).edits)
                return

    def _edit(self, file: OpenFile, edits: Iterable[Edit]) -> bool:
        """Edit the text of a message, or say why that cannot be; return whether it was edited."""
        if file.document.read_only_because is not None:
            self._say(
                Sentence(
                    "window-chat.not-changed", name=file.path.name, reason=file.document.read_only_because
                )
            )
            return False
        file.document.apply_edits(edits)
        return True

    # Inside -------------------------------------------------------------------------------------------------

    def _read(self) -> Chat | None:
        folder = self._chat.folder
        if folder is None:
            return None
        return read_chat(folder, now=self._clock(), access=self._files.library.access)

    def _read_with(self, path: Path) -> tuple[Chat, int] | tuple[None, int]:
        """Return the chat and the index of a message in it, None where the message is not there any more."""
        chat = self._read()
        if chat is None or path.parent != chat.folder or path.name not in chat.names:
            return None, 0
        return chat, chat.names.index(path.name)

    def _do(self, operation: Callable[..., FileChange]) -> FileChange | None:
        now, folder = self._clock(), self._chat.folder
        assert folder is not None  # only messages of a chat have operations
        change = self._work.do(lambda: operation(state_dir=self._files.state_dir, now=now), folder)
        if change is not None and change.steps:
            self._done.append(change)
        return change

    def _as_here(self, message: Message) -> Message:
        """Return a message as its tab has it, saved or not; one without its own text there as it was read."""
        file = self._files.find(message.path) if message.path is not None else None
        if file is None or not file.is_unsaved or file.shows_placeholders:
            return message
        return read_message(file.data(), path=message.path)

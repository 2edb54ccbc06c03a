"""The chat of the message in front: its messages as their tabs and files have them, read in slices."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.kinds.message import content_of
from editor_app.chats.chat import (
    ChatProblem,
    Message,
    folder_problems,
    in_order,
    message_names,
    read_message_file,
)
from editor_app.chats.reading import MessageText
from editor_app.clock import Clock
from editor_app.library.files.reading import FileMark, mark_at
from editor_app.library.kinds import container_of
from editor_app.text import Diagnostic, LineIndex, Severity, decode
from editor_app.text.tokens import TokenCount
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kinds.chat.message_rows import MessageRow, tokens_of
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.kit.work.timers import single_shot

_FILES_A_SLICE: Final = 25
_CHARACTERS_A_SLICE: Final = 200_000
_PAUSE_MS: Final = 120


class _OnDisk(NamedTuple):
    """What a message's file held when it was read, its mark then, and its lines if it has problems."""

    mark: FileMark | None
    content: Message | ChatProblem
    lines: LineIndex | None = None


class OpenChat(QObject):
    """Reads the messages of one chat, and follows their tabs and files.

    `changed` tells that `messages` or `problems` are others. A message that is in no chat is one by itself.
    """

    changed = Signal()

    def __init__(self, files: OpenFiles, clock: Clock, parent: QObject | None = None) -> None:
        """Start without a chat."""
        super().__init__(parent)
        self._files = files
        self._clock = clock
        self.folder: Path | None = None
        self.messages: tuple[MessageRow, ...] = ()
        self.problems: tuple[ChatProblem, ...] = ()
        self.is_read = False
        """Whether all messages were read: until then, `messages` are the first of them."""
        self._alone: Path | None = None
        self._model: str | None = None
        self.paths: list[Path] = []
        """The files of the messages in order, those too that could not be read."""
        self._on_disk: dict[Path, _OnDisk] = {}
        self._tokens: dict[Path, tuple[tuple[str, str | None], TokenCount]] = {}  # with text and model
        self._slicer = Slicer(self)
        self._soon = single_shot(self, _PAUSE_MS, self._tell)
        self._followed: dict[OpenFile, Connections] = {}
        self._is_in_front = False
        for event in (files.opened, files.closed, files.renamed):
            event.connect(self._follow_files)

    def show(self, file: OpenFile | None) -> None:
        """Read the chat of a message; None keeps what is known of the last one until it is back."""
        was_in_front, self._is_in_front = self._is_in_front, file is not None
        if file is None:
            return
        folder = container_of(file.kind, file.path)
        alone = file.path if folder is None else None
        if (folder, alone) == (self.folder, self._alone):
            if not was_in_front:
                self._follow_files()
            return
        self.folder, self._alone = folder, alone
        self._on_disk.clear()
        self._tokens.clear()
        self.paths, self.messages, self.problems = [], (), ()
        self.is_read = False
        self._slicer.stop()
        self._follow_files()
        self.look()

    def set_model(self, model: str | None) -> None:
        """Count tokens as a model does."""
        if model != self._model:
            self._model = model
            self._soon.start()

    def look(self) -> None:
        """Compare the messages with the disk: read what changed, came or went."""
        if self._is_in_front and not self._slicer.is_busy:
            self._slicer.start(self._read())

    def index_of(self, path: Path) -> int | None:
        """Return the place of a message among those that were read, from 0; None where it is not."""
        return next((index for index, row in enumerate(self.messages) if row.path == path), None)

    def source_of(self, path: Path) -> str:
        """Return the text of a message's file, as its tab has it; "" for none."""
        file = self._files.find(path)
        if file is not None:
            return file.text
        known = self._on_disk.get(path)
        content = known.content if known is not None else None
        return decode(content.data).text if isinstance(content, Message) else ""

    def lines_of(self, path: Path) -> LineIndex | None:
        """Return the lines of a message's file, as its tab has it; None for no text."""
        known = self._on_disk.get(path) if self._files.find(path) is None else None
        if known is not None and known.lines is not None:
            return known.lines
        source = self.source_of(path)
        return LineIndex(source) if source else None

    # Reading ------------------------------------------------------------------------------------------------

    def _read(self) -> Iterator[None]:
        """Read what changed on the disk, in slices; tell when the first and when all messages are there.

        A message that is gone from the disk is read from its tab only.
        """
        was_read = self.is_read
        paths, problems = self._named()
        access, folder = self._files.library.access, self.folder
        is_behind_link = folder is not None and os.path.realpath(folder) != os.fspath(folder)
        changed, in_slice, size = paths != self.paths or not was_read, 0, 0
        self.paths = paths
        for path in paths:
            mark = mark_at(path)
            known = self._on_disk.get(path)
            if mark is None and (file := self._files.find(path)) is not None and file.is_gone:
                self._on_disk[path] = _OnDisk(None, Message(None, "", path=path))
                continue
            if known is None or known.mark != mark or mark is None:
                message = read_message_file(
                    path, now=self._clock(), access=access, is_behind_link=is_behind_link
                )
                changed = changed or known is None or known.content != message
                lines = None
                if isinstance(message, Message):  # what takes long for all messages at once
                    size += len(message.content)
                    self._count(path, message)
                    lines = LineIndex(decode(message.data).text) if message.diagnostics else None
                self._on_disk[path] = _OnDisk(mark, message, lines)
            in_slice += 1
            if in_slice >= _FILES_A_SLICE or size >= _CHARACTERS_A_SLICE:
                in_slice = size = 0
                yield
        self._on_disk = {path: self._on_disk[path] for path in paths}
        contents = (known.content for known in self._on_disk.values())
        problems = (*problems, *(content for content in contents if isinstance(content, ChatProblem)))
        self.is_read = True
        if changed or problems != self.problems:
            self.problems = problems
            self._tell()

    def _named(self) -> tuple[list[Path], tuple[ChatProblem, ...]]:
        if self.folder is None:
            return ([self._alone] if self._alone is not None else []), ()
        names = message_names(self.folder, self._files.library.access)
        if isinstance(names, ChatProblem):
            return [], (names,)
        gone = [file.path.name for file in self._followed if file.is_gone and file.path.parent == self.folder]
        shown = in_order({*names, *gone}) if gone else names
        return [self.folder / name for name in shown], tuple(folder_problems(self.folder, shown))

    def _tell(self) -> None:
        self._soon.stop()
        if self.is_read and self._is_in_front:
            self.messages = tuple(self._rows())
            self.changed.emit()

    def _rows(self) -> Iterator[MessageRow]:
        by_name: dict[Path, list[Diagnostic]] = {}
        for problem in self.problems:
            by_name.setdefault(problem.path, []).append(problem.diagnostic)
        opened = {file.path: file for file in self._files.files if not file.is_untitled}
        for path in self.paths:
            file, known = opened.get(path), self._on_disk.get(path)
            message: Message | MessageText | None = content_of(file.analysis) if file is not None else None
            diagnostics: Sequence[Diagnostic] = file.analysis.diagnostics if file is not None else ()
            if message is None and known is not None and isinstance(known.content, Message):
                message, diagnostics = known.content, known.content.diagnostics
            if message is None:
                message = Message(None, "", path=path)
            own = by_name.get(path, ())
            is_unsaved = file is not None and file.is_unsaved
            # that a header has only a role, as new messages have, is usual: a chat has more to tell
            usual = ("missing-metadata", Severity.INFORMATION)
            others = (problem for problem in diagnostics if (problem.code, problem.severity) != usual)
            yield MessageRow(path, message, (*own, *others), is_unsaved, self._count(path, message))

    def _count(self, path: Path, message: Message | MessageText) -> TokenCount:
        counted = (message.content, self._model)
        if path not in self._tokens or self._tokens[path][0] != counted:
            self._tokens[path] = counted, tokens_of(message, self._model)
        return self._tokens[path][1]

    # Open files ---------------------------------------------------------------------------------------------

    def _follow_files(self, _file: object = None) -> None:
        """Follow the open files of the chat; those that came or went change what is known of it."""
        ours = {file for file in self._files.files if self._is_ours(file)}
        for file in [file for file in self._followed if file not in ours]:
            self._followed.pop(file).end()
        for file in ours.difference(self._followed):
            followed = self._followed[file] = Connections()
            followed.add(file.analysed, self._soon.start)
            followed.add(file.document.modified_changed, lambda _is_modified: self._soon.start())
        if self.is_read and self._is_in_front:
            self._soon.start()
            self.look()

    def _is_ours(self, file: OpenFile) -> bool:
        if self.folder is None:
            return file.path == self._alone
        return file.path.parent == self.folder and container_of(file.kind, file.path) is not None

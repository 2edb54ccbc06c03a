"""What is edited in the window, handed to the journal as it happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count

from PySide6.QtCore import QObject, Signal

from editor_app.library import JournalDocument, JournalWriter
from editor_app.text import Edit, difference
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.widgets.timers import repeating

LATE_SECONDS = 1.0
LATE = "Unsaved text is in memory only and would be lost in a crash: the disk does not answer."
_LOOK_MS = 500
_NONE = -1

OpenWriter = Callable[[Callable[[str], None]], JournalWriter]
"""Opens a journal; it is given what is called, from any thread, with a sentence about trouble or with ""."""


@dataclass(slots=True)
class _Followed:
    """An open document: its number, the text and the undo steps after its last edit.

    `steps` are _NONE after those of an earlier session: what is typed then does not join them in the journal,
    where both journals are told to have one text by the state between them.
    """

    number: int
    text: str
    steps: int
    is_begun: bool = False


class Journaling(QObject):
    """Gives each edit of an unsaved document to the journal, and takes the document out once it is saved.

    A document is in the journal from the first edit after it was read or saved, with its text before that.
    """

    trouble_changed = Signal()
    _told = Signal(str)  # emitted in the writer's thread

    def __init__(
        self, files: OpenFiles, open_writer: OpenWriter | None, parent: QObject | None = None
    ) -> None:
        """Follow all documents that `files` opens; without `open_writer` nothing is kept."""
        super().__init__(parent)
        self._told_trouble = ""
        self._is_late = False
        self._followed: dict[OpenFile, _Followed] = {}
        self._numbers = count(1)
        self._taken: set[str] = set()
        self._told.connect(self._take_trouble)
        self._writer = open_writer(self._told.emit) if open_writer is not None else None
        files.opened.connect(self._follow)
        files.closed.connect(self._end)
        files.renamed.connect(self._rename)
        look = repeating(self, _LOOK_MS)  # a disk that hangs tells nothing
        look.timeout.connect(self._look)
        look.start()

    @property
    def trouble(self) -> str:
        """A sentence why unsaved text is not on the disk, or ""."""
        return self._told_trouble or (LATE if self._is_late else "")

    def number_of(self, file: OpenFile) -> int:
        """Return the number of an open file in the journal."""
        return self._followed[file].number

    def in_words(self) -> str:
        """Return words for a document that is not saved: whether a crash would lose its text."""
        if self._writer is None:
            return "Unsaved"
        if not self.trouble:
            return "Unsaved, recoverable"
        reason = self.trouble.partition(": ")[2] or self.trouble
        return f"Not recoverable: {reason.rstrip('.')}"

    def is_safe(self, seconds: float) -> bool:
        """Whether all unsaved text is on the disk, after bringing it there in at most so many seconds."""
        if self._writer is None or self._is_late:
            return False
        return self._writer.flush(seconds) and not self.trouble

    def keep_session(self, state: Mapping[str, object]) -> None:
        """Keep the state of the session, in place of the one before."""
        if self._writer is not None:
            self._writer.session(state)

    def has_taken_over(self, text: str) -> bool:
        """Whether a document with this text was put into the journal that another journal had."""
        return text in self._taken

    def take_over(self, file: OpenFile, base: str, steps: Sequence[Sequence[Edit]], text: str) -> None:
        """Put a document into the journal that another journal had, with its undo steps."""
        followed = self._followed[file]
        if self._writer is None:
            return
        self._begin(self._writer, file, followed, base)
        for step in steps:
            self._writer.edited(followed.number, step)
        followed.text, followed.steps = text, _NONE
        self._taken.add(text)

    def end_all(self) -> None:
        """Take all documents out: the user wants none of their unsaved text."""
        for followed in self._followed.values():
            if followed.is_begun and self._writer is not None:
                followed.is_begun = False
                self._writer.ended(followed.number)

    def look_at(self, file: OpenFile) -> None:
        """Take a document in that is unsaved by now, and out that is not."""
        self._follow_modified(file)

    def close(self) -> None:
        """Write all there is, and end in order."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            writer.close(is_clean=True)

    # What happens to documents ------------------------------------------------------------------------------

    def _follow(self, file: OpenFile) -> None:
        document = file.document
        steps = document.text_document.availableUndoSteps()
        self._followed[file] = _Followed(next(self._numbers), document.text, steps)
        document.edited.connect(partial(self._edited, file))
        document.modified_changed.connect(partial(self._follow_modified, file))
        file.gone_changed.connect(lambda _is_gone: self._follow_modified(file))

    def _edited(self, file: OpenFile, edit: Edit) -> None:
        followed, document, writer = self._followed.get(file), file.document, self._writer
        if followed is None or writer is None:
            return
        before, followed.text = followed.text, document.text
        last, followed.steps = followed.steps, document.text_document.availableUndoSteps()
        if file.is_restoring or not document.takes_edits:
            followed.steps = _NONE
            return
        joins = followed.is_begun and last == followed.steps
        if not followed.is_begun:
            self._begin(writer, file, followed, before)
        writer.edited(followed.number, (edit,), joins=joins)

    def _follow_modified(self, file: OpenFile, _is_modified: bool = False) -> None:
        followed, writer = self._followed.get(file), self._writer
        if followed is None or writer is None or file.is_restoring:
            return
        is_only_here = file.is_gone and not file.shows_placeholders  # those are not what the file held
        is_unsaved = file.is_modified or is_only_here
        if is_unsaved and not followed.is_begun:
            self._begin(writer, file, followed, followed.text)
        elif not is_unsaved and followed.is_begun:
            followed.is_begun = False
            writer.ended(followed.number)

    def _begin(self, writer: JournalWriter, file: OpenFile, followed: _Followed, text: str) -> None:
        """Put a document into the journal with the text of its file, and what it has instead of that now."""
        base = file.saved_text
        followed.is_begun = True
        writer.begin(
            JournalDocument(
                number=followed.number,
                path=None if file.is_untitled else file.path,
                name=file.path.name,
                base=base,
                file_hash=None if file.is_untitled else file.stamp.hash,
                text_format=file.text_format,
            )
        )
        edit = difference(base, text)
        if edit is not None:
            writer.edited(followed.number, (edit,))

    def _rename(self, file: OpenFile) -> None:
        followed = self._followed.get(file)
        if followed is not None and followed.is_begun and self._writer is not None:
            path = None if file.is_untitled else file.path
            self._writer.renamed(followed.number, path, file.path.name)

    def _end(self, file: OpenFile) -> None:
        followed = self._followed.pop(file, None)
        if followed is not None and followed.is_begun and self._writer is not None:
            self._writer.ended(followed.number)

    def _take_trouble(self, sentence: str) -> None:
        self._told_trouble = sentence
        self.trouble_changed.emit()

    def _look(self) -> None:
        is_late = self._writer is not None and self._writer.seconds_at_work > LATE_SECONDS
        if is_late != self._is_late:
            self._is_late = is_late
            self.trouble_changed.emit()

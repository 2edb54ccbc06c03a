"""What is edited in the window, handed to the journal as it happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, zip_longest

from PySide6.QtCore import QObject, Signal

from editor_app.library.journal.records import JournalDocument
from editor_app.library.journal.writing import JournalWriter, not_recoverable_sentence
from editor_app.text import Edit, Sentence, difference, letters_of
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kit.work.timers import repeating

LATE_SECONDS = 1.0
_LOOK_MS = 500
_NONE = -1

OpenWriter = Callable[[Callable[[str], None]], JournalWriter]
"""Opens a journal; it is given what is called, from any thread, with the reason of trouble or with ""."""


@dataclass(slots=True)
class _JournalledFile:
    """An open document: its number, the text, the undo steps and the newlines after its last edit.

    `steps` are _NONE after those of an earlier session: what is typed then does not join them in the journal,
    where both journals are told to have one text by the state between them.
    """

    number: int
    text: str
    steps: int
    letters: str
    is_begun: bool = False


class Journaling(QObject):
    """Gives each edit of an unsaved document to the journal, and takes the document out once it is saved.

    A document is in the journal from the first edit after it was read or saved, with its text before that.
    """

    trouble_changed = Signal()
    _told = Signal(object)  # a reason, emitted in the writer's thread

    def __init__(self, files: OpenFiles, open_writer: OpenWriter, parent: QObject | None = None) -> None:
        """Follow all documents that `files` opens."""
        super().__init__(parent)
        self._told_reason = ""
        self._is_late = False
        self._followed: dict[OpenFile, _JournalledFile] = {}
        self._numbers = count(1)
        self.taken_over: set[str] = set()  # the texts put into the journal that another journal had
        self._told.connect(self._take_trouble)
        self._writer = open_writer(self._told.emit)
        files.opened.connect(self._follow)
        files.closed.connect(self._end)
        files.renamed.connect(self._rename)
        repeating(self, _LOOK_MS, self._look).start()  # a disk that hangs tells nothing

    @property
    def trouble(self) -> str:
        """A sentence why unsaved text is not on the disk, or ""."""
        return not_recoverable_sentence(self._reason) if self._reason else ""

    @property
    def is_only_late(self) -> bool:
        """Whether the disk does not answer, and nothing else is wrong."""
        return self._is_late and not self._told_reason

    @property
    def _reason(self) -> str:
        return Sentence("window-session.disk-is-silent") if self.is_only_late else self._told_reason

    def number_of(self, file: OpenFile) -> int:
        """Return the number of an open file in the journal."""
        return self._followed[file].number

    def in_words(self) -> str:
        """Return words for a document that is not saved: whether a crash would lose its text."""
        if not self._reason:
            return Sentence("window-session.recoverable")
        return Sentence("window-session.not-recoverable", reason=self._reason)

    def is_safe(self, seconds: float) -> bool:
        """Whether all unsaved text is on the disk, after bringing it there in at most so many seconds."""
        return not self._is_late and self._writer.flush(seconds) and not self.trouble

    def keep_session(self, state: Mapping[str, object]) -> None:
        """Keep the state of the session, in place of the one before."""
        self._writer.session(state)

    def take_over(
        self,
        file: OpenFile,
        base: str,
        steps: Sequence[Sequence[Edit]],
        text: str,
        letters: Sequence[Sequence[Edit]] = (),
    ) -> None:
        """Put a document into the journal that another journal had, with its undo steps.

        `letters` has for each step the edits of the letters that stand for its newlines.
        """
        followed = self._followed[file]
        self._begin(file, followed, base, letters_of(file.text_format.newlines, base))
        for step, edits in zip_longest(steps, letters, fillvalue=()):
            self._writer.edited(followed.number, step, letters=edits)
        followed.text, followed.steps = text, _NONE
        self.taken_over.add(text)

    def end_all(self) -> None:
        """Take all documents out: the user wants none of their unsaved text."""
        for followed in self._followed.values():
            if followed.is_begun:
                followed.is_begun = False
                self._writer.ended(followed.number)

    def close(self) -> None:
        """Write all there is, and end in order."""
        self._writer.close(is_clean=True)

    # What happens to documents ------------------------------------------------------------------------------

    def _follow(self, file: OpenFile) -> None:
        document = file.document
        steps = document.text_document.availableUndoSteps()
        self._followed[file] = _JournalledFile(
            next(self._numbers), document.text, steps, document.newline_letters
        )
        document.edited.connect(partial(self._edited, file))
        document.newlines_replaced.connect(partial(self._newlines_replaced, file))
        document.modified_changed.connect(partial(self.look_at, file))
        file.gone_changed.connect(lambda _is_gone: self.look_at(file))

    def _edited(self, file: OpenFile, edit: Edit) -> None:
        followed, document = self._followed.get(file), file.document
        if followed is None:
            return
        before, followed.text = followed.text, document.text
        last, followed.steps = followed.steps, document.text_document.availableUndoSteps()
        letters_before, followed.letters = followed.letters, document.newline_letters
        if file.is_restoring or not document.takes_edits:
            followed.steps = _NONE
            return
        joins = followed.is_begun and (last == followed.steps or document.continues_step)
        if not followed.is_begun:
            self._begin(file, followed, before, letters_before)
        letters = edits_between(letters_before, followed.letters)
        self._writer.edited(followed.number, (edit,), joins=joins, letters=letters)

    def _newlines_replaced(self, file: OpenFile) -> None:
        """Follow newlines that were replaced with the text, whose edit came before and has the step."""
        followed = self._followed.get(file)
        if followed is None:
            return
        before, followed.letters = followed.letters, file.document.newline_letters
        letters = edits_between(before, followed.letters)
        if followed.is_begun and letters and not file.is_restoring:
            self._writer.edited(followed.number, (), joins=True, letters=letters)

    def look_at(self, file: OpenFile, _is_modified: bool = False) -> None:
        """Take a document in that is unsaved by now, and out that is not."""
        followed = self._followed.get(file)
        if followed is None or file.is_restoring:
            return
        is_only_here = file.is_gone and not file.shows_placeholders  # those are not what the file held
        is_unsaved = file.is_modified or is_only_here
        if is_unsaved and not followed.is_begun:
            self._begin(file, followed, followed.text, followed.letters)
        elif not is_unsaved and followed.is_begun:
            followed.is_begun = False
            self._writer.ended(followed.number)

    def _begin(self, file: OpenFile, followed: _JournalledFile, text: str, letters: str) -> None:
        """Put a document into the journal with the text of its file, and what it has instead of that now."""
        base = file.saved_text
        followed.is_begun = True
        self._writer.begin(document_of(file, followed.number))
        at_base = letters_of(file.text_format.newlines, base)
        self._writer.edited(
            followed.number, edits_between(base, text), letters=edits_between(at_base, letters)
        )

    def _rename(self, file: OpenFile) -> None:
        followed = self._followed.get(file)
        if followed is not None and followed.is_begun:
            path = None if file.is_untitled else file.path
            self._writer.renamed(followed.number, path, file.path.name)

    def _end(self, file: OpenFile) -> None:
        followed = self._followed.pop(file, None)
        if followed is not None and followed.is_begun:
            self._writer.ended(followed.number)

    def _take_trouble(self, reason: str) -> None:
        self._told_reason = reason
        self.trouble_changed.emit()

    def _look(self) -> None:
        is_late = self._writer.seconds_at_work > LATE_SECONDS
        if is_late != self._is_late:
            self._is_late = is_late
            self.trouble_changed.emit()


def document_of(file: OpenFile, number: int = 0) -> JournalDocument:
    """Return an open document at its base, under a `number` in a journal."""
    return JournalDocument(
        number=number,
        path=None if file.is_untitled else file.path,
        name=file.path.name,
        base=file.saved_text,
        file_hash=None if file.is_untitled else file.stamp.hash,
        text_format=file.text_format,
    )


def edits_between(before: str, after: str) -> tuple[Edit, ...]:
    """Return the edit that leads from one text to the other, () for the same."""
    edit = difference(before, after)
    return () if edit is None else (edit,)

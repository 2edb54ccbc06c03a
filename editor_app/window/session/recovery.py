"""The choice about texts that were recovered after the program did not end in order, with its question.

What is discarded can be had again: with Undo, and from local history.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from functools import partial
from itertools import count
from pathlib import Path
from weakref import WeakSet

from PySide6.QtCore import QObject, Signal

from editor_app.library.files.reading import FileContent, FileError, read_file
from editor_app.library.history.history import keep_version, versions_of
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.journal.records import JournalledText
from editor_app.text import (
    Newlines,
    Sentence,
    Severity,
    UnencodableText,
    decode,
    letters_of,
    some_of,
    together,
)
from editor_app.variables.access import FileAccess
from editor_app.window.dialogs.text_pairs import TextPair, TextPairs, pairs_of
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import FileStatus
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.titles import names_in_sentences
from editor_app.window.frame.notices import User
from editor_app.window.kit.dialogs.question import Button, Question
from editor_app.window.kit.words.times import moment
from editor_app.window.kit.words.worded import WordedEnum
from editor_app.window.session.journaling import document_of, edits_between
from editor_app.window.session.restoring import Restoring

_SIZE = 900, 560
_TAKE_DISK = Sentence("window-session.take-disk")


class RecoveryAnswer(Enum):
    """What becomes of a recovered text."""

    KEEP = auto()
    TAKE_DISK = auto()
    LATER = auto()


@dataclass(frozen=True, slots=True)
class RecoveredText:
    """A recovered text to compare: `disk` is None without a file.

    `base` is what the file held when the text was begun, None if it still does. `place` tells which of
    several it is, such as "1 of 2". `trouble` says why the file that is there cannot be read.
    """

    name: str
    recovered: str
    disk: str | None = None
    base: str | None = None
    place: str = ""
    trouble: str = ""

    def question(self) -> Question[RecoveryAnswer]:
        """Return the question whether to keep the text, to take the file's, or to decide later."""
        title = Sentence("window-session.was-recovered", name=self.name)
        if self.place:
            title = Sentence("window-session.was-recovered-of-several", name=self.name, place=self.place)
        words = Sentence("window-session.discard-it") if self.disk is None else _TAKE_DISK
        take = (Button(words, RecoveryAnswer.TAKE_DISK, discards=True),)
        return Question(
            title,
            self._sentence(),
            (
                Button(Sentence("window-session.decide-later"), RecoveryAnswer.LATER),
                *(take if not self.trouble else ()),
                Button(Sentence("window-session.keep-recovered"), RecoveryAnswer.KEEP, is_primary=True),
            ),
            content=partial(TextPairs, self._pairs()),
            size=_SIZE,
        )

    def _pairs(self) -> tuple[TextPair, ...]:
        recovered = Sentence("window-session.recovered")
        words = Sentence("window-session.disk-to-recovered")
        if self.disk is not None and self.base is not None:
            changes = Sentence("window-session.recovered-changes")
            return pairs_of(self.base, self.recovered, self.disk, changes, words)
        return (TextPair(words, self.disk, self.recovered, (Sentence("window-session.on-disk"), recovered)),)

    def _sentence(self) -> str:
        if self.trouble:
            sentences = [self.trouble, Sentence("window-session.stays-until-readable")]
        elif self.disk is None:
            sentences = [Sentence("window-session.stays-until-saved")]
        else:
            sentences = [] if self.base is None else [Sentence("window-session.file-was-changed")]
            sentences += [Sentence("window-session.not-saved-yet"), Sentence("window-session.disk-discards")]
        return together(sentences)


_GONE = (FileNotFoundError, NotADirectoryError)


class RecoveryRemedy(WordedEnum):
    """The links of the bar; the values are the links' words."""

    COMPARE = Sentence("window-session.compare")
    KEEP = Sentence("window-session.keep")
    DISCARD = Sentence("window-session.discard")


def on_disk(file: OpenFile, access: FileAccess | None) -> tuple[FileContent | None, str]:
    """Return what the disk has of an open file now, None for nothing, and why what is there cannot be read.

    `access` says where its path may lead.
    """
    if file.is_untitled:
        return None, ""
    try:
        return read_file(file.path, access=access), ""
    except FileError as error:
        return None, "" if isinstance(error.__cause__, _GONE) else error.sentence


@dataclass(frozen=True, slots=True)
class DiscardedText:
    """A text that was discarded, in one undo step, and its newlines; local history has it at `kept_as`."""

    kept_as: Path
    text: JournalledText
    newlines: Newlines


class Recovery(QObject):
    """Which recovered texts nothing was decided about yet, and what the user decides.

    Until then they are unsaved like any other text. One that is saved or closed is decided about.
    """

    changed = Signal()

    def __init__(
        self,
        documents: Documents,
        restoring: Restoring,
        user: User,
        show_history: Callable[[Sequence[Path]], object],
        parent: QObject | None = None,
    ) -> None:
        """Use these parts; `show_history` shows versions of files. There is nothing to decide at first."""
        super().__init__(parent)
        files, self._clock = documents.files, documents.clock
        self._files = files
        self._dialogs, self._notifier = user.dialogs, user.notifier
        self._show_history = show_history
        self._restoring = restoring
        self._complaints: list[str] = []
        self._open: list[OpenFile] = []  # whose recovered text nothing was decided about
        self._offered: WeakSet[OpenFile] = WeakSet()
        self._stopped_at: datetime | None = None
        files.closed.connect(self._leave)
        files.saved.connect(self._leave)
        files.disk.reloaded.connect(self._leave)

    def offer(self, files: Sequence[OpenFile], stopped_at: datetime | None) -> None:
        """Let the user decide about the recovered texts of these files; the program stopped at that time.

        Those that were offered before are not again: what was decided about them stays so.
        """
        self._open += [file for file in files if file in self._files.files and file not in self._offered]
        self._offered.update(files)
        self._stopped_at = stopped_at
        self.changed.emit()

    def status(self) -> FileStatus | None:
        """Return what the bar says while there is something to decide."""
        if not self._open:
            return None
        names = names_in_sentences(self._open)
        when = moment(self._stopped_at, self._clock()) if self._stopped_at is not None else "unknown"
        sentence = Sentence(
            "window-session.recovered-files",
            files=Sentence("text.files", count=len(names)),
            names=some_of(names, 3),
            when=when,
        )
        remedies = tuple(RecoveryRemedy)
        return FileStatus(Severity.INFORMATION, sentence, remedies, is_news=True, is_to_decide=True)

    def choose(self, remedy: object) -> None:
        """Do what a link of the bar stands for."""
        if remedy is RecoveryRemedy.COMPARE:
            self._compare()
        elif remedy is RecoveryRemedy.KEEP:
            self._open = []
            self.changed.emit()
        elif remedy is RecoveryRemedy.DISCARD:
            self._discard(tuple(self._open))

    def _compare(self) -> None:
        """Show one text after the other, as the bar names them, until the user decides later."""
        order = tuple(self._open)
        for place, file in enumerate(order, 1):
            if file not in self._open:
                continue
            content, trouble = on_disk(file, self._files.library.access)
            words = Sentence("window-session.place", number=place, count=len(order)) if len(order) > 1 else ""
            answer = self._dialogs.ask(_versions(file, content, trouble, words))
            if answer is RecoveryAnswer.LATER:
                break
            if answer is RecoveryAnswer.TAKE_DISK:
                self._discard([file])
                continue
            if file.is_stale and content is not None:
                file.take_stamp(content)  # it has been seen: saving replaces it, and history keeps it
                file.is_stale = False
            self._leave(file)
        self.changed.emit()

    def _discard(self, files: Sequence[OpenFile]) -> None:
        """Make each file's text its own again, and close what is in no file; local history keeps each.

        What local history cannot keep stays open, and so does the text of a file that cannot be read now.
        """
        discarded: list[DiscardedText] = []
        sentences: list[str] = []
        left: list[Path] = []
        for file in files:
            try:
                discarded.append(self._discard_one(file))
            except FileError as error:
                sentences.append(Sentence("window-session.recovered-text-stays", sentence=error.sentence))
                left.append(file.path)
            else:
                self._leave(file)
        sentences += self._complaints
        self._complaints.clear()
        if discarded:
            sentences.insert(0, Sentence("window-session.discarded", count=len(discarded)))
        if sentences:
            paths = [*(text.kept_as for text in discarded), *left]
            undo = (Sentence("window-session.undo"), lambda: self._take_back(discarded))
            history = (Sentence("window-session.history"), lambda: self._show_history(paths))
            links = (undo, history) if discarded else (history,)
            self._notifier.say(together(sentences), *links)
        self.changed.emit()

    def _discard_one(self, file: OpenFile) -> DiscardedText:
        """Take what the file holds, as one undo step, or close what is in no file.

        Raises FileError, and the text stays as it is, where its file cannot be read or kept in history.
        """
        content, trouble = on_disk(file, self._files.library.access)
        if trouble:
            raise FileError(trouble, file.path)
        path, why = self._path_in_history(file), VersionReason.DISCARDED
        try:
            version = keep_version(self._files.state_dir, path, file.data(), why, now=self._clock())
        except UnencodableText as error:
            sentence = Sentence("window-session.half-character", name=file.path.name)
            raise FileError(sentence, file.path) from error
        self._complaints += version.warnings
        discarded = DiscardedText(path, _as_journalled(file), file.document.newlines)
        if content is None:
            self._files.close(file)
        else:
            file.take_from_disk(content)
        return discarded

    def _path_in_history(self, file: OpenFile) -> Path:
        """Return the file's path, or for a text in no file the first free one to save it under."""
        if not file.is_untitled:
            return file.path
        folder, stem = self._files.library.user_dir, file.path.name.lower().replace(" ", "-")
        names = (f"{stem}.md" if number == 1 else f"{stem}-{number}.md" for number in count(1))
        paths = (folder / name for name in names if not os.path.lexists(folder / name))
        return next(path for path in paths if not versions_of(self._files.state_dir, path))

    def _take_back(self, discarded: Sequence[DiscardedText]) -> None:
        """Make discarded texts again the unsaved ones of their files, or of documents in no file."""
        for journalled, newlines in ((entry.text, entry.newlines) for entry in discarded):
            path = journalled.document.path
            opened = self._files.find(path) if path is not None else None
            if opened is not None:
                opened.document.replace_text(journalled.text, newlines)
            else:
                self._restoring.restore_text(journalled)
        self._restoring.tell()

    def _leave(self, file: OpenFile) -> None:
        if file in self._open:
            self._open.remove(file)
            self.changed.emit()


def _versions(file: OpenFile, content: FileContent | None, trouble: str, place: str) -> RecoveredText:
    if content is None:
        return RecoveredText(file.path.name, file.text, place=place, trouble=trouble)
    base = file.saved_text if content.stamp.hash != file.stamp.hash else None
    return RecoveredText(file.path.name, file.text, decode(content.data).text, base, place)


def _as_journalled(file: OpenFile) -> JournalledText:
    """Return the unsaved text of a file as a journal would have it, in one undo step."""
    base, newlines = file.saved_text, file.text_format.newlines
    edits = edits_between(base, file.text)
    letters = edits_between(letters_of(newlines, base), file.document.newline_letters)
    return JournalledText(
        document_of(file), (edits,) if edits or letters else (), file.text, (letters,) if letters else ()
    )

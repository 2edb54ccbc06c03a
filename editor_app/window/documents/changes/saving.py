"""Saving several files: one by one, between which the window goes on, with one result for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import NotSaved, OpenFiles
from editor_app.window.documents.titles import names_in_sentences
from editor_app.window.kit.work.slicer import Slicer

_SLICE_MS = 40  # a file takes some milliseconds, until the disk has it
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class SaveResult:
    """The files that were saved, those that were not and why, and what saving could not keep or promise."""

    saved: tuple[OpenFile, ...] = ()
    failed: tuple[tuple[OpenFile, NotSaved], ...] = ()
    warned: tuple[tuple[str, Path], ...] = ()

    @property
    def warnings(self) -> str:
        """All that could not be kept or promised, each once."""
        return " ".join(dict.fromkeys(sentence for sentence, _ in self.warned))

    def in_words(self) -> str:
        """Return what was saved; or which files were not, and why the first of them was not."""
        count = len(self.saved) + len(self.failed)
        if not self.failed:
            only = "".join(f"‘{file.path.name}’ is saved." for file in self.saved[:1])
            return only if count == 1 else f"{count} files are saved."
        (_, why), *others = self.failed
        if not others:
            rest = " All others are saved." if count > 1 else ""
            return f"{why.sentence}{rest}"
        names = names_in_sentences(file for file, _ in self.failed)
        more = len(names) - _MOST_NAMED
        last = f"{more} more" if more > 0 else f"‘{names[-1]}’"
        listed = ", ".join(f"‘{name}’" for name in names[: _MOST_NAMED if more > 0 else -1])
        return f"{len(names)} of {count} files were not saved: {listed} and {last}. {why.sentence}"


class Saving(QObject):
    """Saves files one by one; those that are asked for meanwhile belong to the same result.

    `ended` has the result, once the disk has all that could be saved.
    """

    ended = Signal(object)

    def __init__(self, files: OpenFiles, parent: QObject | None = None) -> None:
        """Save what `files` has open."""
        super().__init__(parent)
        self._files = files
        self._waiting: dict[OpenFile, None] = {}
        self._result = SaveResult()
        self._slicer = Slicer(self, milliseconds=_SLICE_MS)
        files.warned.connect(self._note_warning)

    @property
    def has_several(self) -> bool:
        """Whether the result will be that of several files."""
        return len(self._waiting) + len(self._result.saved) + len(self._result.failed) > 1

    def save(self, files: Iterable[OpenFile]) -> None:
        """Save files: what takes no longer than a moment at once, the others in later events."""
        self._waiting.update(dict.fromkeys(files))
        if not self._slicer.is_busy:
            self._slicer.start(self._saving())
        self._slicer.advance()

    def save_now(self, files: Iterable[OpenFile] = ()) -> SaveResult:
        """Save files, and what still waits, before this returns."""
        self._waiting.update(dict.fromkeys(files))
        while self._waiting:
            self._save_next()
        return self._end()

    def _saving(self) -> Iterator[None]:
        while self._waiting:
            self._save_next()
            if self._waiting:
                yield
        self._end()

    def _save_next(self) -> None:
        file = next(iter(self._waiting))
        if file in self._files.files:  # it may have been closed since
            why_not, before = self._files.save_quietly(file), self._result
            if why_not is None:
                self._result = replace(before, saved=(*before.saved, file))
            else:
                self._result = replace(before, failed=(*before.failed, (file, why_not)))
        del self._waiting[file]

    def _note_warning(self, sentence: str, path: Path) -> None:
        if self._waiting:
            self._result = replace(self._result, warned=(*self._result.warned, (sentence, path)))

    def _end(self) -> SaveResult:
        self._slicer.stop()
        result, self._result = self._result, SaveResult()
        if result.saved or result.failed:
            self.ended.emit(result)
        return result

"""Changes of several open texts: steps that are undone and redone together, and saving them with one result.

Files are saved one by one, between which the window goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from editor_app.library.files.file_changes import FileChange, TextReplacement
from editor_app.library.files.reading import quoted
from editor_app.text import Edit, Sentence, difference, some_of, together
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import NotSaved, OpenFiles
from editor_app.window.documents.titles import names_in_sentences
from editor_app.window.kit.work.slicer import Slicer

_SLICE_MS = 40  # a file takes some milliseconds, until the disk has it


class StepOutcome(NamedTuple):
    """Whether a step was undone or redone, and a sentence that says so or why not, unless it was said."""

    is_done: bool = True
    sentence: str = ""


class _HistoryPlace(NamedTuple):
    """A place in the undo history of a document: how many steps lie before it, and the text there."""

    steps: int
    text: int

    @classmethod
    def of(cls, file: OpenFile) -> _HistoryPlace:
        """Return where a file's document is now."""
        return cls(file.document.text_document.availableUndoSteps(), hash(file.document.text))


@dataclass(frozen=True, slots=True, eq=False)
class _StepPart:
    """What a step changed in one file: edits there and back, and the places in its history around them."""

    file: OpenFile
    path: Path
    before: _HistoryPlace
    after: _HistoryPlace
    there: Edit
    back: Edit

    def ends(self, *, undoes: bool) -> tuple[_HistoryPlace, _HistoryPlace, Edit]:
        """Return where undoing or redoing begins and ends, and the edit that does the same."""
        return (self.after, self.before, self.back) if undoes else (self.before, self.after, self.there)


@dataclass(frozen=True, slots=True, eq=False)
class JointStep:
    """A change of the texts of one or several files, in words."""

    words: str
    parts: tuple[_StepPart, ...]

    @property
    def files(self) -> tuple[OpenFile, ...]:
        """The files, as they were open when it was made."""
        return tuple(part.file for part in self.parts)

    def is_at_end(self, file: OpenFile, *, undoes: bool) -> bool:
        """Whether a file is where undoing or redoing the step begins; True for a file that it left alone."""
        ends = [part.ends(undoes=undoes)[0] for part in self.parts if part.file is file]
        return not ends or ends == [_HistoryPlace.of(file)]


class JointSteps(QObject):
    """Makes edits of several files as one step, and undoes or redoes the others with any of them.

    A text has no undo but its own: a step is a step of each of its files, as long as that is where it left
    the file. A file that was closed and has the text on the disk is opened for it; one that was changed since
    is named in what is `told`, and stays. What a step wrote to files on disk is undone and redone with it.
    `made` has each new step, `stepped` tells of one that was undone or redone.
    """

    made = Signal(object)
    stepped = Signal(object, bool)  # JointStep, whether it was undone
    told = Signal(str)

    def __init__(
        self,
        files: OpenFiles,
        work: FileWork,
        open_behind: Callable[[Path], OpenFile | None],
        parent: QObject | None = None,
    ) -> None:
        """Follow the files that are open; `open_behind` opens one without bringing it to the front."""
        super().__init__(parent)
        self._files = files
        self._work = work
        self._open_behind = open_behind
        self._joint: list[JointStep] = []  # those of several files
        self._undone: set[_StepPart] = set()  # what was undone of them
        # what of a step can be undone (True) and redone (False) on the disk
        self._written: dict[JointStep, dict[bool, FileChange]] = {}
        self._is_stepping = False
        self._done: OpenFile | None = None  # the file in which a step is done already
        files.opened.connect(self._follow)
        files.closed.connect(self._forget)

    def make(
        self, words: str, edits: Mapping[OpenFile, Sequence[Edit]], written: FileChange | None = None
    ) -> JointStep:
        """Edit the texts of files as one step, of which others were `written` to the disk already."""
        parts = []
        for file, of_file in edits.items():
            before, text = _HistoryPlace.of(file), file.text
            file.document.apply_edits(of_file)
            there, back = difference(text, file.text), difference(file.text, text)
            if there is not None and back is not None:
                parts.append(_StepPart(file, file.path, before, _HistoryPlace.of(file), there, back))
        step = JointStep(words, tuple(parts))
        if len(parts) > 1 or written is not None:
            self._joint.append(step)
        if written is not None:
            self._written[step] = {True: written, False: replace(written, steps=())}
            self._forget()
        self.made.emit(step)
        return step

    def is_passed(self, step: JointStep, *, undoes: bool) -> bool:
        """Whether nothing is left to be undone or redone of a step, in any file that is still open."""
        for part in step.parts:
            if part.file in self._files.files:
                steps = _HistoryPlace.of(part.file).steps
                if steps >= part.after.steps if undoes else steps <= part.before.steps:
                    return False
        return True

    def only_unsaved_with(self, files: Iterable[OpenFile]) -> tuple[OpenFile, ...]:
        """Return the other files that are unsaved by nothing but steps that changed these, too."""
        ours = set(files)
        parts: dict[OpenFile, list[_StepPart]] = {}
        for step in self._joint:
            if not ours.isdisjoint(step.files):
                for part in step.parts:
                    parts.setdefault(part.file, []).append(part)
        opened = [file for file in self._files.files if file in parts and file not in ours]
        changed = (file for file in opened if file.is_modified and not file.is_gone)
        return tuple(file for file in changed if _leads_to_saved(file, parts[file]))

    # Inside -------------------------------------------------------------------------------------------------

    def _follow(self, file: OpenFile) -> None:
        file.document.stepped.connect(lambda undoes: self._after_step(file, undoes=undoes))

    def _forget(self, _file: OpenFile | None = None) -> None:
        """Forget the steps whose files are all closed: nobody can undo them, but for the last written one."""
        opened = set(self._files.files)
        self._joint = [step for step in self._joint if not opened.isdisjoint(step.files)]
        self._undone.intersection_update(part for step in self._joint for part in step.parts)
        for step in [*self._written][:-1]:
            if step not in self._joint:
                del self._written[step]

    def _after_step(self, file: OpenFile, *, undoes: bool) -> None:
        """Undo or redo in the other files what was undone or redone in one."""
        if self._is_stepping:
            return
        self._work.finish_undoing()
        now = _HistoryPlace.of(file)
        for step in reversed(self._joint):
            parts = (part for part in step.parts if part.file is file)
            # Where a part begins that is undone already, typing that is undone ends, too.
            if any((part in self._undone) != undoes and part.ends(undoes=undoes)[1] == now for part in parts):
                self.step(step, undoes=undoes, done=file)
                return

    def step(self, step: JointStep, *, undoes: bool, done: OpenFile | None = None) -> StepOutcome:
        """Undo or redo a step in all its files but the one in which it is `done`."""
        change = self.on_disk(step, undoes=undoes)
        if change is None:
            return self._step(step, undoes=undoes, done=done)
        self._done = done
        self._work.undo(change)  # which goes on in later events where it writes many files
        return StepOutcome()

    def follow_undone(self, taken_back: FileChange) -> None:
        """Undo or redo in the open files what was undone on the disk, once that is followed elsewhere."""
        undone, by_path = self._work.last_undone, _replaced_in(taken_back)
        for step, changes in [*self._written.items()]:
            for undoes in [way for way, change in changes.items() if change is undone]:
                if by_path:  # what could not be undone stays for the next time
                    all_there = _replaced_in(changes[undoes]).items()
                    stay = {path: part for path, part in all_there if path not in by_path}
                    back = _replaced_in(changes[not undoes]) | by_path
                    changes[undoes] = replace(changes[undoes], steps=(*stay.values(),))
                    changes[not undoes] = replace(taken_back, steps=(*back.values(),))
                for file in self._files.files:
                    if file.path in by_path:
                        self._files.disk.look_at(file)
                done, self._done = self._done, None
                self._step(step, undoes=undoes, done=done, on_disk=taken_back)

    def on_disk(self, step: JointStep, *, undoes: bool) -> FileChange | None:
        """Return what of a step can be undone or redone on the disk; None for nothing."""
        change = self._written[step][undoes] if step in self._written else None
        return change if change is not None and change.steps else None

    def _step(
        self,
        step: JointStep,
        *,
        undoes: bool,
        done: OpenFile | None = None,
        on_disk: FileChange | None = None,
    ) -> StepOutcome:
        self._is_stepping = True
        try:
            whys = {
                part: "" if part.file is done else self._step_part(part, undoes=undoes) for part in step.parts
            }
        finally:
            self._is_stepping = False
        failed = [why for why in whys.values() if why]
        count, besides = len(step.parts) - len(failed), len(on_disk.steps) if on_disk is not None else 0
        is_joint = len(step.parts) > 1 or on_disk is not None  # more than what is in front
        if is_joint or step in self._written:
            stepped = {part for part, why in whys.items() if not why}
            self._undone = self._undone | stepped if undoes else self._undone - stepped
        if count or besides:
            self.stepped.emit(step, undoes)
        way = "undone" if undoes else "redone"
        done_in_words = Sentence("window-documents.stepped", way=way, count=count + besides, step=step.words)
        warnings = on_disk.warnings if on_disk is not None else ()
        words = together((done_in_words if count + besides else "", *failed, *warnings))
        if is_joint:
            self.told.emit(words)
            return StepOutcome(is_done=count > 0)
        return StepOutcome(is_done=not failed, sentence=words)

    def _step_part(self, part: _StepPart, *, undoes: bool) -> str:
        """Undo or redo the step in one file; return the sentence why not, "" if it is done."""
        start, end, edit = part.ends(undoes=undoes)
        name = quoted(part.path.name)
        file = part.file if part.file in self._files.files else self._files.find(part.path)
        if file is None:
            text = self._files.text_on_disk(part.path)
            if text is not None and hash(text) == end.text:
                return ""
            is_as_left = text is not None and hash(text) == start.text
            file = self._open_behind(part.path) if is_as_left else None
            if file is None:
                return Sentence("window-documents.closed-and-changed", name=name)
        if file.document.read_only_because is not None:
            return Sentence(
                "window-documents.stays-as-it-is", name=name, reason=file.document.read_only_because
            )
        file.take_composed()
        now = _HistoryPlace.of(file)
        if now.text == end.text:
            return ""
        if now.text != start.text:
            return Sentence("window-documents.changed-since", name=name)
        if now == start:
            (file.document.undo if undoes else file.document.redo)()
            if hash(file.text) == end.text:
                return ""
            (file.document.redo if undoes else file.document.undo)()  # it was another step
        file.document.apply_edits([edit])
        return ""


def _replaced_in(change: FileChange) -> dict[Path, TextReplacement]:
    """Return what was replaced in files, by their paths."""
    return {step.path: step for step in change.steps if isinstance(step, TextReplacement)}


def _leads_to_saved(file: OpenFile, parts: Sequence[_StepPart]) -> bool:
    """Whether undoing or redoing some of these parts leads from a file's text to the one that is saved."""
    texts, count = {hash(file.saved_text)}, 0  # those that steps lead to from the saved one
    while count < len(texts):
        count = len(texts)
        for part in parts:
            ends = {part.before.text, part.after.text}
            texts |= ends if not ends.isdisjoint(texts) else set()
    return hash(file.text) in texts


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
            name = self.saved[0].path.name if self.saved else ""
            return Sentence("window-documents.saved", count=count, name=name)
        (_, why), *others = self.failed
        if not others:
            others_saved = Sentence("window-documents.others-saved") if count > 1 else ""
            return together((why.sentence, others_saved))
        names = names_in_sentences(file for file, _ in self.failed)
        return Sentence(
            "window-documents.several-not-saved",
            failed=len(names),
            count=count,
            names=some_of(names, 3),
            why=why.sentence,
        )


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

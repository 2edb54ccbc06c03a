"""What was changed from the view of a run, in order: settings of its scenario, limits of its triggers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from editor_app.library import FileChange, quoted
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.open_file import OpenFile


class Outcome(NamedTuple):
    """Whether a step was undone or redone, and a sentence that says so or why not."""

    is_done: bool
    sentence: str = ""


class _Place(NamedTuple):
    """A place in the undo history of a document: how many steps lie before it, and the text there."""

    steps: int
    text: int

    @classmethod
    def of(cls, file: OpenFile) -> _Place:
        """Return where a file's document is now."""
        return cls(file.document.text_document.availableUndoSteps(), hash(file.document.text))


@dataclass(frozen=True, slots=True, eq=False)
class TextStep:
    """A change of a file's text, with the places in its history before and after it."""

    words: str
    file: OpenFile
    before: _Place
    after: _Place


@dataclass(frozen=True, slots=True, eq=False)
class FileStep:
    """A file that was made or, once that is undone, removed again: the operation that undoing undoes."""

    words: str
    change: FileChange


Step = TextStep | FileStep


class _Steps:
    """The steps of one scenario that can be undone, and those that can be done again."""

    def __init__(self) -> None:
        self.done: list[Step] = []
        self.undone: list[Step] = []

    def on(self, *, undoes: bool) -> list[Step]:
        """Return the list whose last step is the next one."""
        return self.done if undoes else self.undone


class RunUndo(QObject):
    """Undoes what was done in the view of a run, each step in its own file, while that is where it left it.

    A step that was undone elsewhere is passed over; one whose file has other changes since is not undone,
    since those would go with it. `changed` tells that there are other steps now.
    """

    changed = Signal()

    def __init__(self, files: Callable[[], list[OpenFile]], work: FileWork, parent: QObject | None) -> None:
        """Start without steps; `files` returns the open files, `work` undoes operations on files."""
        super().__init__(parent)
        self._files = files
        self._work = work
        self._by_scenario: WeakKeyDictionary[OpenFile, _Steps] = WeakKeyDictionary()
        work.undone.connect(self._follow_undone)

    def edit(self, scenario: OpenFile, file: OpenFile, words: str, edit: Callable[[], object]) -> TextStep:
        """Make an edit of a file's text, and note it as a step of a scenario."""
        before = _Place.of(file)
        edit()
        step = TextStep(words, file, before, _Place.of(file))
        self._note(scenario, step)
        return step

    def note_change(self, scenario: OpenFile, change: FileChange, words: str) -> None:
        """Note an operation on files as a step of a scenario."""
        self._note(scenario, FileStep(words, change))

    def can_step(self, scenario: OpenFile, *, undoes: bool) -> bool:
        """Whether a step of a scenario is the next one, rather than one of its own text."""
        return self._next(scenario, undoes=undoes) is not None

    def step(self, scenario: OpenFile, *, undoes: bool) -> Outcome:
        """Undo or redo the next step; what becomes of an operation on files is said where it is done."""
        step = self._next(scenario, undoes=undoes)
        if isinstance(step, FileStep):
            self._work.undo(step.change)
        return self.step_once(step, undoes=undoes) if isinstance(step, TextStep) else Outcome(is_done=True)

    def step_once(self, step: TextStep, *, undoes: bool = True) -> Outcome:
        """Undo or redo one step of a text."""
        file, name = step.file, quoted(step.file.path.name)
        if file not in self._files():
            return Outcome(is_done=False, sentence=f"{name} was closed meanwhile, and its change stays.")
        if _Place.of(file) != (step.after if undoes else step.before):
            return Outcome(is_done=False, sentence=f"{name} was changed since. Undo that there first.")
        if file.document.read_only_because is not None:
            return Outcome(is_done=False, sentence=file.document.read_only_because)
        document = file.document.text_document
        if undoes:
            document.undo()
        else:
            document.redo()
        self._move(step, step, was_done=undoes)
        return Outcome(is_done=True, sentence=f"{'Undone' if undoes else 'Redone'}: {step.words}.")

    def forget(self, scenario: OpenFile) -> None:
        """Forget the steps of a scenario that is closed."""
        self._by_scenario.pop(scenario, None)

    # Inside -------------------------------------------------------------------------------------------------

    def _note(self, scenario: OpenFile, step: Step) -> None:
        steps = self._by_scenario.setdefault(scenario, _Steps())
        steps.done.append(step)
        steps.undone.clear()
        self.changed.emit()

    def _next(self, scenario: OpenFile, *, undoes: bool) -> Step | None:
        steps = self._by_scenario.get(scenario)
        listed = [] if steps is None else steps.on(undoes=undoes)
        for step in reversed(listed):
            if isinstance(step, FileStep):
                return step
            if self._is_passed(step, undoes=undoes):
                continue
            wanted = step.after if undoes else step.before
            is_own = step.file is scenario and _Place.of(scenario) != wanted
            return None if is_own else step  # what was typed into the scenario since, its own history undoes
        return None

    def _is_passed(self, step: TextStep, *, undoes: bool) -> bool:
        """Whether a step was undone or redone elsewhere, or its file was closed."""
        if step.file not in self._files():
            return True
        now = _Place.of(step.file)
        return now.steps < step.after.steps if undoes else now.steps > step.before.steps

    def _move(self, step: Step, now: Step, *, was_done: bool) -> None:
        """Move a step from the list that it is in to the other one, and drop those passed over above it."""
        for steps in self._by_scenario.values():
            source, target = steps.on(undoes=was_done), steps.on(undoes=not was_done)
            if step in source:
                del source[source.index(step) :]
                target.append(now)
        self.changed.emit()

    def _follow_undone(self, taken_back: FileChange) -> None:
        undone = self._work.last_undone
        for steps in [*self._by_scenario.values()]:
            for was_done in (True, False):
                for step in [*steps.on(undoes=was_done)]:
                    if isinstance(step, FileStep) and step.change is undone:
                        self._move(step, replace(step, change=taken_back), was_done=was_done)

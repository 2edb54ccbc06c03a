"""What was changed from the view of a run, in order: settings of its scenario, limits of its triggers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import Tested
from editor_app.library.files.file_changes import FileChange
from editor_app.text import Edit
from editor_app.window.documents.changes.joint_steps import JointStep, JointSteps, Outcome
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.open_file import OpenFile


@dataclass(frozen=True, slots=True, eq=False)
class FileStep:
    """A file that was made or, once that is undone, removed again: the operation that undoing undoes."""

    words: str
    change: FileChange


Step = JointStep | FileStep


class _Steps:
    """The steps of one scenario that can be undone, and those that can be done again."""

    def __init__(self) -> None:
        self.done: list[Step] = []
        self.undone: list[Step] = []

    def on(self, *, undoes: bool) -> list[Step]:
        """Return the list whose last step is the next one."""
        return self.done if undoes else self.undone


class RunUndo(QObject):
    """Undoes what was done in the view of a run, each step in its own files, as long as that can be done.

    A step that was undone elsewhere is passed over; one whose file has other changes since is not undone,
    since those would go with it. `changed` tells that there are other steps now.
    """

    changed = Signal()

    def __init__(self, texts: JointSteps, work: FileWork, parent: QObject | None) -> None:
        """Start without steps; `texts` makes and undoes edits, `work` undoes operations on files."""
        super().__init__(parent)
        self._texts = texts
        self._work = work
        self._by_scenario: WeakKeyDictionary[OpenFile, _Steps] = WeakKeyDictionary()
        work.undone.connect(self._follow_undone)
        texts.made.connect(self._follow_made)
        texts.stepped.connect(self._follow_stepped)

    def edit(self, scenario: OpenFile, file: OpenFile, words: str, edits: Sequence[Edit]) -> JointStep:
        """Make edits of a file's text, and note them as a step of a scenario."""
        step = self._texts.make(words, {file: edits})
        if file is not scenario:
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
        return self.step_once(step, undoes=undoes) if isinstance(step, JointStep) else Outcome()

    def step_once(self, step: JointStep, *, undoes: bool = True) -> Outcome:
        """Undo or redo one step of texts."""
        return self._texts.step(step, undoes=undoes)

    def forget(self, scenario: OpenFile) -> None:
        """Forget the steps of a scenario that is closed."""
        self._by_scenario.pop(scenario, None)

    # Inside -------------------------------------------------------------------------------------------------

    def _note(self, scenario: OpenFile, step: Step) -> None:
        steps = self._by_scenario.setdefault(scenario, _Steps())
        steps.done.append(step)
        steps.undone.clear()
        self.changed.emit()

    def _follow_made(self, step: JointStep) -> None:
        """Note a step, such as a renamed trigger, for the scenarios in whose text it was made."""
        for file in step.files:
            if file.analysis.row.tested is Tested.RUN:
                self._note(file, step)

    def _next(self, scenario: OpenFile, *, undoes: bool) -> Step | None:
        steps = self._by_scenario.get(scenario)
        listed = [] if steps is None else steps.on(undoes=undoes)
        for step in reversed(listed):
            if isinstance(step, FileStep):
                return step
            if not self._texts.is_passed(step, undoes=undoes):
                # What was typed into the scenario since, its own history undoes.
                return step if step.is_at_end(scenario, undoes=undoes) else None
        return None

    def _follow_stepped(self, step: JointStep, was_undone: bool) -> None:
        self._move(step, step, was_done=was_undone)

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

"""Changes of a scenario and of its triggers: each is one undo step of the file that it is in.

`RunUndo` has the order of those that were made from the view of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import FileTest
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.operations import create_file
from editor_app.library.files.reading import quoted
from editor_app.runs.reading.changes import (
    add_trigger,
    free_id,
    new_triggers_text,
    new_triggers_text_with,
    set_setting,
    set_trigger_key,
    why_left_out,
)
from editor_app.runs.reading.linked_files import TRIGGERS_NAME
from editor_app.runs.reading.triggers_file import read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN, RUN_CATALOG
from editor_app.structured.nodes import Syntax
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.text import Edit, Sentence, Severity, Span, apply_edits
from editor_app.window.documents.changes import JointStep, JointSteps, StepOutcome
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import DEFAULT_IS_READ_ONLY
from editor_app.window.frame.notices import Notices
from editor_app.window.kinds.scenario.playing.current_run import CurrentRun
from editor_app.window.kinds.scenario.playing.inputs import RunInputs

Step = JointStep | FileChange
"""An edit of texts, or a file that was made or, once that is undone, removed again."""


class RunUndo(QObject):
    """Undoes what was done in the view of a run, each step in its own files, as long as that can be done.

    A step that was undone elsewhere is passed over; one whose file has other changes since is not undone,
    since those would go with it. `changed` tells that there are other steps now.
    """

    changed = Signal()

    def __init__(self, texts: JointSteps, work: FileWork, parent: QObject | None) -> None:
        """Start without steps; `texts` makes and undoes edits, `work` undoes operations on files."""
        super().__init__(parent)
        self.texts = texts
        self._work = work
        # by True the steps that can be undone, by False those that can be done again; the last is the next
        self._by_scenario: WeakKeyDictionary[OpenFile, dict[bool, list[Step]]] = WeakKeyDictionary()
        work.undone.connect(self._follow_undone)
        texts.made.connect(self._follow_made)
        texts.stepped.connect(lambda step, was_undone: self._move(step, step, was_done=was_undone))

    def edit(self, scenario: OpenFile, file: OpenFile, words: str, edits: Sequence[Edit]) -> Step:
        """Make edits of a file's text, and note them as a step of a scenario."""
        step = self.texts.make(words, {file: edits})
        return self.note(scenario, step) if file is not scenario else step

    def can_step(self, scenario: OpenFile, *, undoes: bool) -> bool:
        """Whether a step of a scenario is the next one, rather than one of its own text."""
        return self._next(scenario, undoes=undoes) is not None

    def step(self, scenario: OpenFile, *, undoes: bool) -> StepOutcome:
        """Undo or redo the next step; what becomes of an operation on files is said where it is done."""
        step = self._next(scenario, undoes=undoes)
        if isinstance(step, FileChange):
            self._work.undo(step)
        return self.texts.step(step, undoes=undoes) if isinstance(step, JointStep) else StepOutcome()

    def forget(self, scenario: OpenFile) -> None:
        """Forget the steps of a scenario that is closed."""
        self._by_scenario.pop(scenario, None)

    def note(self, scenario: OpenFile, step: Step) -> Step:
        """Note what was done as a step of a scenario, and return it."""
        done = self._by_scenario.get(scenario, {True: []})[True]
        self._by_scenario[scenario] = {True: [*done, step], False: []}
        self.changed.emit()
        return step

    # Inside -------------------------------------------------------------------------------------------------

    def _follow_made(self, step: JointStep) -> None:
        """Note a step, such as a renamed trigger, for the scenarios in whose text it was made."""
        for file in step.files:
            if file.analysis.row.tested is FileTest.RUN:
                self.note(file, step)

    def _next(self, scenario: OpenFile, *, undoes: bool) -> Step | None:
        for step in reversed(self._by_scenario.get(scenario, {}).get(undoes, [])):
            if isinstance(step, FileChange):
                return step
            if not self.texts.is_passed(step, undoes=undoes):
                # What was typed into the scenario since, its own history undoes.
                return step if step.is_at_end(scenario, undoes=undoes) else None
        return None

    def _move(self, step: Step, now: Step, *, was_done: bool) -> None:
        """Move a step from the list that it is in to the other one, and drop those passed over above it."""
        for steps in self._by_scenario.values():
            source, target = steps[was_done], steps[not was_done]
            if step in source:
                del source[source.index(step) :]
                target.append(now)
        self.changed.emit()

    def _follow_undone(self, taken_back: FileChange) -> None:
        undone = self._work.last_undone
        if undone is not None:
            for was_done in (True, False):
                self._move(undone, taken_back, was_done=was_done)


class _Change(NamedTuple):
    """A change of a trigger in a triggers file, as edits of its text, and what a new file is made of for it.

    `words` say what it does. One that `is_new` need not be used yet.
    """

    trigger: str
    words: str
    edits: Callable[[str, Syntax], Sequence[Edit]]
    new_text: str
    is_new: bool = False


class _RefusedError(Exception):
    """A change that is not made, with the sentence that says why."""


class RunCommands:
    """Writes settings into the scenario in front, and limits into its triggers file, if need be a new one."""

    def __init__(
        self,
        *,
        run: CurrentRun,
        documents: Documents,
        open_behind: Callable[[Path], OpenFile | None],
        notifier: Notices,
        undo: RunUndo,
        show_again: Callable[[], object],
    ) -> None:
        """Use these parts.

        `open_behind` opens a file and leaves the one in front there, `show_again` shows what the files say in
        fields whose value was not written.
        """
        self._run = run
        self._files, self._work = documents.files, documents.work
        self._open_behind = open_behind
        self._notifier = notifier
        self._undo = undo
        self._show_again = show_again

    def change_setting(self, key: str, value: str | int | None) -> None:
        """Write a setting into the scenario."""
        file = self._run.file
        if file is None:
            return
        edits = set_setting(file.text, syntax_of(file.path.name), key, value)
        why_not = file.document.read_only_because
        if not edits:
            name = quoted(file.path.name)
            why_not = (
                ""
                if value is None
                else _no_place(file, Sentence("window-scenario.no-place-for", name=name, key=key))
            )
        if why_not is None:
            self._undo.edit(
                file,
                file,
                Sentence("window-scenario.setting-of", key=key, name=quoted(file.path.name)),
                edits,
            )
            return
        if why_not:
            self._notifier.say(why_not)
        self._show_again()

    def change_limit(self, trigger: str, at: Decimal) -> None:
        """Write when a trigger fires into the triggers file."""
        self._set_key(
            trigger, "at", at, Sentence("window-scenario.trigger-fires-at", trigger=trigger, at=f"{at:f}")
        )

    def switch(self, trigger: str, is_on: bool) -> None:
        """Switch a trigger on or off in the triggers file."""
        self._set_key(
            trigger,
            "enabled",
            is_on,
            Sentence("window-scenario.trigger-switched", trigger=trigger, to="on" if is_on else "off"),
        )

    def add_trigger(self) -> tuple[Path, Span] | None:
        """Add a trigger to the triggers file, if need be a new one; return that file and the id’s span there.

        None if that is not done.
        """
        scenario, inputs = self._run.file, self._run.inputs
        if scenario is None:
            return None
        trigger = free_id({id_ for known in inputs.triggers.triggers for id_ in known.ids})
        change = _Change(
            trigger,
            Sentence("window-scenario.trigger-added", trigger=trigger),
            lambda text, syntax: add_trigger(text, syntax, trigger),
            new_triggers_text_with(trigger),
            is_new=True,
        )
        path = inputs.triggers_path or scenario.path.with_name(TRIGGERS_NAME)
        step = self._change_triggers(scenario, inputs, change)
        file = self._files.open(path) if step is not None else None
        if file is None:
            return None
        ids = read_triggers(file.text, syntax_of(path.name), (), BUILT_IN).ids
        return path, next((written.span for written in ids if written.id == trigger), Span(0, 0))

    def step(self, *, undoes: bool) -> bool:
        """Undo or redo what was done last in the view of the run; return False if that is nothing."""
        scenario = self._run.file
        if scenario is None or not self._undo.can_step(scenario, undoes=undoes):
            return False
        outcome = self._undo.step(scenario, undoes=undoes)
        if outcome.sentence:
            (self._notifier.announce if outcome.is_done else self._notifier.say)(outcome.sentence)
        self._run.refresh()
        return True

    def _take_back(self, step: JointStep) -> None:
        """Undo a change from the notice about it, which says by itself that it is undone."""
        outcome = self._undo.texts.step(step, undoes=True)
        if not outcome.is_done and outcome.sentence:
            self._notifier.say(outcome.sentence)
        self._run.refresh()

    def _set_key(self, trigger: str, key: str, value: Decimal | bool, words: str) -> None:
        scenario, inputs = self._run.file, self._run.inputs
        if scenario is None:
            return
        change = _Change(
            trigger,
            words,
            lambda text, syntax: set_trigger_key(text, syntax, trigger, key, value),
            new_triggers_text(trigger, key, value),
        )
        step, path = self._change_triggers(scenario, inputs, change), inputs.triggers_path
        if step is None:
            self._show_again()
        elif isinstance(step, JointStep) and path is not None:
            edited = [file.document.edited for file in step.files]
            undo = Sentence("window-scenario.undo"), lambda: self._take_back(step)
            self._notifier.say(
                Sentence("window-scenario.changed-in", change=words, name=quoted(path.name)),
                undo,
                until=edited,
            )
        self._run.refresh()

    def _change_triggers(self, scenario: OpenFile, inputs: RunInputs, change: _Change) -> Step | None:
        """Edit the triggers file, or make one; None if that is not done, and why is said."""
        path = inputs.triggers_path
        try:
            if path is not None:
                return self._edit_file(scenario, path, change)
            return self._make_file(scenario, inputs, change)
        except _RefusedError as refused:
            self._notifier.say(str(refused))
            return None

    def _edit_file(self, scenario: OpenFile, path: Path, change: _Change) -> Step | None:
        """Edit the triggers file, which is opened behind the scenario."""
        file = self._open_behind(path)
        if file is None:
            return None
        if file.document.read_only_because is not None:
            raise _RefusedError(file.document.read_only_because)
        edits = change.edits(file.text, syntax_of(path.name))
        if not edits:
            lacks = Sentence("window-scenario.no-list-of-triggers", name=quoted(path.name))
            raise _RefusedError(_no_place(file, lacks))
        _check_use(scenario, path, apply_edits(file.text, edits), change)
        return self._undo.edit(scenario, file, change.words, edits)

    def _make_file(self, scenario: OpenFile, inputs: RunInputs, change: _Change) -> Step | None:
        """Make a triggers file beside the scenario; undo removes it as long as it is as it was made."""
        path, name = scenario.path.with_name(TRIGGERS_NAME), quoted(TRIGGERS_NAME)
        named = inputs.scenario.triggers
        if named is not None:
            raise _RefusedError(Sentence("window-scenario.triggers-unusable", name=quoted(named.path)))
        _check_use(scenario, path, change.new_text, change)
        if scenario.is_untitled:
            raise _RefusedError(Sentence("window-scenario.save-first", name=name))
        if self._files.library.is_default(path):
            raise _RefusedError(DEFAULT_IS_READ_ONLY)
        if self._files.find(path) is not None:
            raise _RefusedError(Sentence("window-scenario.no-longer-on-disk", name=name))
        sentence = Sentence("window-scenario.changed-in-new", change=change.words, name=name)
        data, state_dir = change.new_text.encode(), self._files.state_dir
        made = self._work.do(lambda: create_file(path, data, state_dir=state_dir, sentence=sentence), path)
        return self._undo.note(scenario, made) if made is not None else None


def _check_use(scenario: OpenFile, path: Path, text: str, change: _Change) -> None:
    """Refuse a change if its trigger would be left out of the triggers file with this text."""
    catalog = (*scenario.analysis.catalog, *RUN_CATALOG)
    why_not = "" if change.is_new else why_left_out(text, syntax_of(path.name), catalog, change.trigger)
    if why_not:
        raise _RefusedError(Sentence("window-scenario.not-changed", name=quoted(change.trigger), why=why_not))


def _no_place(file: OpenFile, otherwise: str) -> str:
    """Return why an edit of a file could not be made: its first error, or what it `otherwise` lacks."""
    diagnostics, name = file.analysis.diagnostics, quoted(file.path.name)
    error = next((problem.message for problem in diagnostics if problem.severity is Severity.ERROR), "")
    return Sentence("window-scenario.not-changed", name=name, why=error) if error else otherwise

"""The cases of the file in front, tried on their text some at a time, in another thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.case_outcomes import CaseOutcome, outcome_of, render_case, text_of_cases
from editor_app.analysis.kinds.cases import content_of
from editor_app.analysis.model_text import ModelText
from editor_app.library.files.reading import quoted
from editor_app.library.folders import named_folder, why_not_named
from editor_app.prompts.cases.cases import Case
from editor_app.variables.resolver import Context, Snapshot, Sources, resolve
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.values.text_beside import TextBeside
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.runner import NO_JOB, Runner
from editor_app.window.kit.work.timers import single_shot

_PAUSE_MS: Final = 250
AT_ONCE: Final = 100
"""How many cases are tried before what came of them is shown."""


class _Folder(NamedTuple):
    """Where the variables of a case are looked for, or why they can't be."""

    path: Path
    sources: Sources
    problem: str = ""


class _Text(NamedTuple):
    """The text of the cases as it is now, and the folders of those that name one."""

    analysis: Analysis
    folders: dict[str | None, _Folder]


Tried: TypeAlias = tuple[Case, CaseOutcome, ModelText | None]


class CurrentCases(QObject):
    """Tries cases after each change of theirs or of their text; `case` is the chosen one.

    `changed` tells of other cases, and that all were tried, `progressed` that some were; `chosen` that
    another one is chosen, or the same has changed; `chosen_tried` that `result` is that of the chosen one.
    """

    changed = Signal()
    progressed = Signal()
    chosen = Signal()
    chosen_tried = Signal()

    def __init__(self, documents: Documents, text: TextBeside, parent: QObject | None = None) -> None:
        """Start without a file; `text` is the text beside it."""
        super().__init__(parent)
        self._files, self._resolver = documents.files, documents.resolver
        self.file: OpenFile | None = None
        self.text = text
        self.case: Case | None = None
        self._wanted: str | None = None  # the name of the chosen case, which may be yet to be read
        self.result: ModelText | None = None
        self._outcomes: dict[str, tuple[Case, CaseOutcome]] = {}
        self._left: Sequence[Case] = ()
        self._links = Connections()
        self._runner, self._of_chosen = Runner(self), Runner(self)
        self._job = self._chosen_job = NO_JOB
        self._pause = single_shot(self, _PAUSE_MS, self.run_all)
        text.edited.connect(self._pause.start)

    def follow(self, file: OpenFile | None) -> None:
        """Try the cases of another file, or none."""
        self.cancel()
        if file is not self.file:
            self._outcomes, self.case, self._wanted, self.result = {}, None, None, None
        self.file = file
        if file is not None:
            self.run_all()

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases of the file as it is now."""
        content = content_of(self.file.analysis) if self.file is not None else None
        return content.cases if content is not None else ()

    @property
    def names(self) -> tuple[str, ...]:
        """The variables: those of the text, then those that only cases have."""
        analysis = self.text.analysis
        known = dict.fromkeys(analysis.variable_names or analysis.names) if analysis is not None else {}
        return tuple(known | dict.fromkeys(name for case in self.cases for name in case.values))

    def outcome(self, case: Case) -> CaseOutcome | None:
        """Return what came of a case, None where that is not known yet."""
        tried = self._outcomes.get(case.name)
        fits = tried is not None and len(tried[0].expect) == len(case.expect)
        return tried[1] if tried is not None and (fits or tried[1].problem) else None

    def result_of(self, case: Case) -> ModelText | None:
        """Return what the model gets of a case now."""
        text = self._text([case])
        return _try([case], text)[0][2] if text is not None else None

    @property
    def left(self) -> int:
        """How many cases are still to be tried."""
        return len(self._left)

    def cancel(self) -> None:
        """Try no more of the cases."""
        self._pause.stop()
        self._job.cancel()
        self._left = ()

    def soon(self) -> None:
        """Try the cases after a pause."""
        self._pause.start()
        names = {case.name for case in self.cases}
        self._outcomes = {name: tried for name, tried in self._outcomes.items() if name in names}
        self.changed.emit()
        self.choose(self._wanted)

    def look_again(self) -> None:
        """Try all cases again if their text is another one on disk by now."""
        if self.file is not None and self._find_text():
            self.run_all()

    def run_all(self) -> None:
        """Try all cases now."""
        self.cancel()
        if self.file is None:
            return
        self._find_text()
        self._links.end()
        self._links.add(self.file.analysed, self.soon)
        self._left = self.cases if self.text.analysis is not None else ()
        self._ask()
        self.choose(self._wanted)
        self.changed.emit()

    def choose(self, name: str | None) -> None:
        """Choose a case, and try it before others."""
        self._chosen_job.cancel()
        self._wanted = name
        before, self.case = self.case, next((case for case in self.cases if case.name == name), None)
        if before != self.case:
            self.result = None
        self.chosen.emit()
        text = self._text([self.case]) if self.case is not None else None
        if self.case is None or text is None:
            self.chosen_tried.emit()
            return
        self._chosen_job = self._of_chosen.do(partial(_try, [self.case], text), self._take_chosen)

    def _take_chosen(self, tried: list[Tried]) -> None:
        ((case, outcome, self.result),) = tried
        self._outcomes[case.name] = case, outcome
        self.chosen_tried.emit()

    def _ask(self) -> None:
        text = self._text(self._left[:AT_ONCE])
        if text is not None and self._left:
            self._job = self._runner.do(partial(_outcomes, self._left[:AT_ONCE], text), self._take)

    def _take(self, tried: list[Tried]) -> None:
        self._outcomes |= {case.name: (case, outcome) for case, outcome, _ in tried}
        self._left = self._left[AT_ONCE:]
        self._ask()
        (self.progressed if self._left else self.changed).emit()

    def _find_text(self) -> bool:
        """Read the text of the cases; return whether it is another one by now."""
        assert self.file is not None
        return self.text.find(text_of_cases(self.file.path, self._files.library))

    def _text(self, cases: Sequence[Case]) -> _Text | None:
        analysis = self.text.analysis
        if analysis is None or not analysis.row.sending.resolves_variables:
            return _Text(analysis, {}) if analysis is not None else None
        return _Text(analysis, {case.cwd: self._folder(case.cwd) for case in cases})

    def _folder(self, cwd: str | None) -> _Folder:
        start, bounds = self._resolver.context.folder, self._files.library.bounds
        folder = start if cwd is None else named_folder(start, cwd, start, bounds)
        problem = ""
        if folder is None and cwd is not None:
            problem = f"It looks in {quoted(cwd)}, which {why_not_named(start, cwd, start, bounds)}."
        return _Folder(folder or start, self._resolver.sources_in(folder or start), problem)


def _outcomes(cases: Sequence[Case], text: _Text) -> list[Tried]:
    """Try cases, and keep none of their texts."""
    return [(case, outcome, None) for case, outcome, _ in _try(cases, text)]


def _try(cases: Sequence[Case], text: _Text) -> list[Tried]:
    tried: list[Tried] = []
    for case in cases:
        folder = text.folders.get(case.cwd)
        if folder is not None and folder.problem:
            tried.append((case, CaseOutcome(problem=folder.problem), None))
            continue
        snapshot = _resolved(case, text.analysis, folder) if folder is not None else None
        result = render_case(case, text.analysis, snapshot)
        tried.append((case, outcome_of(case, result), result))
    return tried


def _resolved(case: Case, analysis: Analysis, folder: _Folder) -> Snapshot:
    """Return the values of a template's variables where and when a case says."""
    sources, clock = folder.sources, case.clock
    if clock is not None:
        sources = replace(sources, clock=lambda: clock)
    return resolve(analysis.names, analysis.catalog, Context(folder.path, case.model), sources)

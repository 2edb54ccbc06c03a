"""Cases tried on a text, some at a time, in another thread."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.case_outcomes import CaseOutcome, outcome_of, render_case
from editor_app.analysis.model_text import ModelText
from editor_app.library.files.reading import quoted
from editor_app.library.folders import named_folder, why_not_named
from editor_app.prompts.cases.cases import Case
from editor_app.text import Sentence
from editor_app.variables.resolver import Context, Snapshot, Sources, resolve
from editor_app.window.documents.documents import Documents
from editor_app.window.kit.work.runner import NO_JOB, Job, Runner

AT_ONCE: Final = 100
"""How many cases are tried before what came of them is shown."""


class _Folder(NamedTuple):
    """Where the variables of a case are looked for, or why they can't be."""

    path: Path
    sources: Sources
    problem: str = ""


class TriedText(NamedTuple):
    """The text that cases are tried on, and the folders that they name."""

    analysis: Analysis
    folders: dict[str | None, _Folder]


Tried: TypeAlias = tuple[Case, CaseOutcome, ModelText | None]


class CaseTrials(QObject):
    """Tries cases, and keeps what came of each by its name; `progressed` tells that some were tried."""

    progressed = Signal()

    def __init__(self, documents: Documents, parent: QObject | None = None) -> None:
        """Start without cases; their folders are found as the documents say."""
        super().__init__(parent)
        self._files, self._resolver = documents.files, documents.resolver
        self._outcomes: dict[str, tuple[Case, CaseOutcome]] = {}
        self._left: Sequence[Case] = ()
        self._analysis: Analysis | None = None
        self._runner = Runner(self)
        self._job: Job = NO_JOB

    def start(self, cases: Sequence[Case], analysis: Analysis | None) -> None:
        """Try cases on a text; without one nothing is tried."""
        self.cancel()
        self._analysis = analysis
        self._left = cases if analysis is not None else ()
        self._ask()

    def cancel(self) -> None:
        """Try no more of the cases."""
        self._job.cancel()
        self._left = ()

    @property
    def left(self) -> int:
        """How many cases are still to be tried."""
        return len(self._left)

    def forget(self, but: Iterable[str] = ()) -> None:
        """Forget what came of the cases, but of those with these names."""
        names = set(but)
        self._outcomes = {name: tried for name, tried in self._outcomes.items() if name in names}

    def keep(self, case: Case, outcome: CaseOutcome) -> None:
        """Keep what came of a case that was tried elsewhere."""
        self._outcomes[case.name] = case, outcome

    def outcome(self, case: Case) -> CaseOutcome | None:
        """Return what came of a case, None where that is not known yet."""
        tried = self._outcomes.get(case.name)
        fits = tried is not None and len(tried[0].expect) == len(case.expect)
        return tried[1] if tried is not None and (fits or tried[1].problem) else None

    def of(self, cases: Iterable[Case]) -> Iterator[tuple[Case, CaseOutcome]]:
        """Yield those of some cases that expect something and were tried, with what came of them."""
        for case in cases:
            outcome = self.outcome(case) if case.expect else None
            if outcome is not None:
                yield case, outcome

    def text_for(self, cases: Iterable[Case], analysis: Analysis) -> TriedText:
        """Return a text with the folders that cases name, for `try_cases`."""
        if not analysis.row.sending.resolves_variables:
            return TriedText(analysis, {})
        return TriedText(analysis, {case.cwd: self._folder(case.cwd) for case in cases})

    def _folder(self, cwd: str | None) -> _Folder:
        start, bounds = self._resolver.context.folder, self._files.library.bounds
        folder = start if cwd is None else named_folder(start, cwd, start, bounds)
        problem = ""
        if folder is None and cwd is not None:
            why = why_not_named(start, cwd, start, bounds)
            problem = Sentence("window-documents.case-folder-unusable", folder=quoted(cwd), **why)
        return _Folder(folder or start, self._resolver.sources_in(folder or start), problem)

    def _ask(self) -> None:
        if self._left and self._analysis is not None:
            cases = self._left[:AT_ONCE]
            work = partial(_outcomes, cases, self.text_for(cases, self._analysis))
            self._job = self._runner.do(work, self._take, lambda _fault: self.cancel())

    def _take(self, tried: list[Tried]) -> None:
        self._outcomes |= {case.name: (case, outcome) for case, outcome, _ in tried}
        self._left = self._left[AT_ONCE:]
        self._ask()
        self.progressed.emit()


def _outcomes(cases: Sequence[Case], text: TriedText) -> list[Tried]:
    """Try cases, and keep none of their texts."""
    return [(case, outcome, None) for case, outcome, _ in try_cases(cases, text)]


def try_cases(cases: Iterable[Case], text: TriedText) -> list[Tried]:
    """Return what a model gets of a text in each case, and which expectations are met."""
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

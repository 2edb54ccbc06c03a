"""What comes of a case: the text that a model gets, and which of its expectations hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.model_text import ModelText, render
from editor_app.analysis.trials import Trial
from editor_app.library.folders import Library
from editor_app.library.kinds import owners_of
from editor_app.library.paths import TEMPLATE_NAME, is_file
from editor_app.prompts.cases.cases import Case, cases_path
from editor_app.prompts.cases.expectations import check_expectation
from editor_app.text import Diagnostic, Sentence, Severity, Span, line_end
from editor_app.variables.resolver import Snapshot

CASE_FAILED: Final = "case-failed"
"""The code of what `failures` returns."""


class CaseOutcome(NamedTuple):
    """Why each expectation of a case fails, None where it holds; `problem` says why none could be tried."""

    failures: tuple[str | None, ...] = ()
    problem: str = ""

    @property
    def has_passed(self) -> bool:
        """Whether all that is expected holds."""
        return not self.problem and not any(self.failures)

    @property
    def held(self) -> int:
        """How many expectations hold."""
        return 0 if self.problem else self.failures.count(None)


def text_of_cases(cases: Path, library: Library | None) -> Path | None:
    """Return the path of the text that a cases file is about; None where there is none.

    It lies beside the file; for the user's cases of a default it may be the default.
    """
    own = [cases.with_name(name) for name in owners_of(cases.name)]
    default = map(library.default_path, own) if library is not None else ()
    paths = [*own, *(path for path in default if path is not None)]
    if library is not None and cases == cases_path(library.own_text(TEMPLATE_NAME)):
        paths.append(library.default_text(TEMPLATE_NAME))
    return next(filter(is_file, paths), None)


def render_case(case: Case, analysis: Analysis, snapshot: Snapshot | None = None) -> ModelText | None:
    """Return what a model gets of a text with the values of a case; None for a kind that is not sent."""
    return render(analysis, Trial(case=case, snapshot=snapshot))


def outcome_of(case: Case, result: ModelText | None) -> CaseOutcome:
    """Return which expectations of a case its text meets."""
    if result is None:
        return CaseOutcome(problem=Sentence("analysis.cases-not-sent"))
    if result.missing_required:
        names = [f"‘{name}’" for name in result.missing_required]
        sentence = Sentence("prompts.required-not-set", count=len(names), names=names)
        return CaseOutcome(problem=sentence)
    missing = result.rendering.missing
    return CaseOutcome(tuple(check_expectation(expect, result.text, missing) for expect in case.expect))


def failures(tried: Iterable[tuple[Case, CaseOutcome]], source: str) -> Iterator[Diagnostic]:
    """Yield a problem for each expectation that is not met, on its first line in the cases file's text."""
    for case, outcome in tried:
        name, problem = case.name, outcome.problem
        if problem:
            yield _failure(source, case.span, Sentence("analysis.case-failed", name=name, why=problem))
        for expect, why in zip(case.expect, outcome.failures, strict=False):
            if why is not None:
                first_line = why.partition("\n")[0]  # the difference of a whole text is below it
                said = Sentence("analysis.case-failed", name=name, why=first_line)
                yield _failure(source, expect.span, said)


def _failure(source: str, span: Span, message: str) -> Diagnostic:
    first_line = Span(span.start, min(span.end, line_end(source, span.start)))
    return Diagnostic(CASE_FAILED, Severity.ERROR, first_line, message)

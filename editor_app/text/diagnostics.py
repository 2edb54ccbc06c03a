"""Problems in the user's text, and their fixes, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from editor_app.text.edits import Edit
from editor_app.text.spans import Span


class Severity(StrEnum):
    """How bad a problem is; the first is the worst."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"

    @property
    def rank(self) -> int:
        """0 for the worst, for sorting."""
        return _RANKS[self]


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class Rename:
    """A file's new name, in the same folder."""

    old_name: str
    new_name: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that makes a diagnostic go away: text edits, or a rename of the file."""

    title: str
    edits: tuple[Edit, ...] = ()
    rename: Rename | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A problem in the user's text.

    `code` is stable; `message` is one English sentence made from `code` and
    `args`; `span` is of the file's engine text (LF, no BOM).
    """

    code: str
    severity: Severity
    span: Span
    message: str
    args: Mapping[str, str] = field(default_factory=dict)
    fixes: tuple[Fix, ...] = ()


# The most problems listed for one file; a check that finds more counts the others in a MoreProblems.
MOST_PROBLEMS = 1000
MORE_PROBLEMS = "more-problems"

Counted: TypeAlias = Mapping[tuple[str, Severity], int]


@dataclass(frozen=True, slots=True)
class MoreProblems(Diagnostic):
    """The diagnostic for problems of a file that are not listed: how many of each code and severity.

    Its own severity is the worst of theirs.
    """

    counted: Counted = field(default_factory=dict)

    def with_severities(self, severity_of: Callable[[str, Severity], Severity]) -> MoreProblems:
        """Return this count with the severities that `severity_of(code, severity)` gives."""
        counted: Counter[tuple[str, Severity]] = Counter()
        for (code, severity), count in self.counted.items():
            counted[code, severity_of(code, severity)] += count
        return more_problems(self.span, counted)


def more_problems(span: Span, counted: Counted) -> MoreProblems:
    """Return the diagnostic that counts further problems by severity; `span` is that of the first of them."""
    severities: Counter[Severity] = Counter()
    for (_, severity), count in counted.items():
        severities[severity] += count
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "note"}
    parts = [
        f"{severities[one]:,} {words[one]}{'s' if severities[one] > 1 else ''}"
        for one in Severity
        if severities[one]
    ]
    listed = ", ".join(parts)
    are = "is one more problem" if severities.total() == 1 else f"are {severities.total():,} more problems"
    message = f"There {are} from here on ({listed}); correct some of those listed to see them."
    worst = min(severities, key=lambda one: one.rank)
    args = {one.value: str(severities[one]) for one in Severity}
    return MoreProblems(MORE_PROBLEMS, worst, span, message, args, (), counted)


def count_by_severity(diagnostics: Iterable[Diagnostic]) -> dict[Severity, int]:
    """Return how many problems there are of each severity, those that are only counted included."""
    numbers = dict.fromkeys(Severity, 0)
    for diagnostic in diagnostics:
        if isinstance(diagnostic, MoreProblems):
            for (_, severity), count in diagnostic.counted.items():
                numbers[severity] += count
        else:
            numbers[diagnostic.severity] += 1
    return numbers


def in_file_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort by place; at one place the worst comes first.

    Of more than MOST_PROBLEMS the first are kept, and a MoreProblems behind them counts the others.
    """
    found = list(diagnostics)
    more = [one for one in found if isinstance(one, MoreProblems)]
    if more:
        found = [one for one in found if not isinstance(one, MoreProblems)]
    found.sort(key=lambda d: (d.span.start, d.severity.rank, d.span.end, d.code))
    if len(found) <= MOST_PROBLEMS and not more:
        return tuple(found)
    kept, cut = found[:MOST_PROBLEMS], found[MOST_PROBLEMS:]
    counted = Counter((one.code, one.severity) for one in cut)
    for one in more:
        counted.update(one.counted)
    span = min((one.span for one in (*more, *cut)), key=lambda span: span.start)
    return (*kept, more_problems(span, counted))

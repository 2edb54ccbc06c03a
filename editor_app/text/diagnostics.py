"""Problems in the user's text, and their fixes, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from editor_app.text.edits import Edit
from editor_app.text.sentences.language import Sentence
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

    @property
    def in_words(self) -> str:
        """What a problem of this severity is called."""
        return Sentence("text.severity", severity=self.value)


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
    counts = (
        Sentence("text.errors", count=severities[Severity.ERROR]),
        Sentence("text.warnings", count=severities[Severity.WARNING]),
        Sentence("text.notes", count=severities[Severity.INFORMATION]),
    )
    listed = [said for said in counts if said.parameters["count"]]
    message = Sentence("text.more-problems", count=severities.total(), severities=listed)
    worst = min(severities, key=lambda severity: severity.rank)
    args = {severity.value: str(severities[severity]) for severity in Severity}
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
    listed = list(diagnostics)
    more = [diagnostic for diagnostic in listed if isinstance(diagnostic, MoreProblems)]
    if more:
        listed = [diagnostic for diagnostic in listed if not isinstance(diagnostic, MoreProblems)]
    listed.sort(key=lambda d: (d.span.start, d.severity.rank, d.span.end, d.code))
    if len(listed) <= MOST_PROBLEMS and not more:
        return tuple(listed)
    shown, cut = listed[:MOST_PROBLEMS], listed[MOST_PROBLEMS:]
    counted = Counter((diagnostic.code, diagnostic.severity) for diagnostic in cut)
    for counted_before in more:
        counted.update(counted_before.counted)
    span = min((diagnostic.span for diagnostic in (*more, *cut)), key=lambda span: span.start)
    return (*shown, more_problems(span, counted))

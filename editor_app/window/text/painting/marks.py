"""Problem marks: the problems at each place of the text, moved along with its edits."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from editor_app.text import Diagnostic, Edit, Severity, Span
from editor_app.window.text.laid_lines import VisibleLine


class EditsSince(list[Edit]):
    """The edits since an analysis, to show its results in their places until the next one."""

    def now(self, offset: int) -> int:
        """Return the current offset of an offset in the old text."""
        for (start, end), text in self:
            if offset >= end:
                offset += len(text) - (end - start)
            elif offset > start:
                offset = min(offset, start + len(text))
        return offset

    def then(self, offset: int) -> int:
        """Return the offset in the old text of a current one, approximate inside edits."""
        for (start, end), text in reversed(self):
            if offset >= start + len(text):
                offset -= len(text) - (end - start)
            elif offset > start:
                offset = min(offset, end)
        return offset

    def span_now(self, span: Span) -> Span:
        """Return the current span of a span in the old text."""
        return Span(self.now(span.start), self.now(span.end)) if self else span


class Mark(NamedTuple):
    """A problem and its span in the current text."""

    span: Span
    problem: Diagnostic


class ProblemMarks:
    """The problems of the last analysis, their spans moved along with later edits."""

    def __init__(self) -> None:
        """Begin without problems."""
        self._problems: tuple[Diagnostic, ...] = ()
        self._starts: list[int] = []
        self._longest = 0
        self._since = EditsSince()

    def show(self, problems: tuple[Diagnostic, ...]) -> None:
        """Take the problems of the current text, in file order."""
        self._since.clear()
        self._problems = problems
        self._starts = [problem.span.start for problem in problems]
        self._longest = max((problem.span.length for problem in problems), default=0)

    def follow(self, edit: Edit) -> None:
        """Note an edit of the text."""
        self._since.append(edit)

    @property
    def are_current(self) -> bool:
        """Whether the problems are those of the current text, so that their fixes can be made."""
        return not self._since

    def __len__(self) -> int:
        return len(self._problems)

    def between(self, start: int, end: int) -> list[Mark]:
        """Return the marks that touch `start`…`end`."""
        low = self._since.then(start) - self._longest
        high = self._since.then(end)
        found = self._problems[bisect_left(self._starts, low) : bisect_left(self._starts, high + 1)]
        placed = [Mark(self._since.span_now(problem.span), problem) for problem in found]
        return [mark for mark in placed if mark.span.end >= start and mark.span.start <= end]

    def at(self, offset: int) -> list[Mark]:
        """Return the marks that a cursor at `offset` is in or at an end of, the worst and shortest first."""
        return sorted(
            self.between(offset, offset), key=lambda mark: (mark.problem.severity.rank, mark.span.length)
        )

    def next_after(self, offset: int, *, backwards: bool = False) -> Mark | None:
        """Return the next mark in the file, or the one before, round its ends; None without marks."""
        if not self._problems:
            return None
        here = self._since.then(offset)
        if backwards:
            index = bisect_left(self._starts, here) - 1
        else:
            index = bisect_left(self._starts, here + 1) % len(self._problems)
        problem = self._problems[index]
        return Mark(self._since.span_now(problem.span), problem)


def worst_by_line(lines: Sequence[VisibleLine], marks: ProblemMarks) -> list[Severity | None]:
    """Return for each line the severity of the worst problem that begins in it."""
    worst: list[Severity | None] = [None] * len(lines)
    if not lines or not len(marks):
        return worst
    starts = [line.start for line in lines]
    for mark in marks.between(lines[0].start, lines[-1].end):
        index, severity = bisect_right(starts, mark.span.start) - 1, mark.problem.severity
        known = worst[index]
        if index >= 0 and (known is None or severity.rank < known.rank):
            worst[index] = severity
    return worst


def marks_by_line(lines: Sequence[VisibleLine], marks: ProblemMarks) -> list[list[Mark]]:
    """Return for each line the marks that overlap it; one over several lines is in each of them."""
    if not lines or not len(marks):
        return [[] for _ in lines]
    coming = sorted(marks.between(lines[0].start, lines[-1].end), key=lambda mark: mark.span.start)
    found: list[list[Mark]] = []
    going_on: list[Mark] = []
    at = 0
    for line in lines:
        behind = bisect_right(coming, line.end, at, key=lambda mark: mark.span.start)
        near = [*going_on, *coming[at:behind]]
        found.append([mark for mark in near if is_in_line(mark.span, line)])
        going_on = [mark for mark in near if mark.span.end > line.end]
        at = behind
    return found


def is_in_line(span: Span, line: VisibleLine) -> bool:
    """Whether a span overlaps a line, or is empty in it."""
    if span.start == span.end:
        return line.start <= span.start <= line.end
    return span.start < max(line.end, line.start + 1) and span.end > line.start

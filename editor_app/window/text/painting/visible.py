"""The problem marks in the visible lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from editor_app.text import Severity, Span
from editor_app.window.text.painting.marks import Mark, ProblemMarks
from editor_app.window.text.surface import VisibleLine


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

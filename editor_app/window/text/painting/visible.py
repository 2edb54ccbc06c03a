"""The visible lines, from which both the text and the gutter are painted, and the problem marks in each."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from PySide6.QtGui import QTextBlock

from editor_app.text import Severity, Span
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.document.placeholders import SOFT_BREAK
from editor_app.window.text.painting.marks import Mark, ProblemMarks


class VisibleLine(NamedTuple):
    """A block of Qt's on the screen.

    `y` is where its layout is drawn, `top` and `height` are of its lines
    without padding, in pixels of the viewport. `number` is the number of the line
    that begins here, 0 where the block continues a long one. `start` and `end`
    are offsets in the text, without the newline.
    """

    block: QTextBlock
    y: float
    top: float
    height: float
    number: int
    start: int
    end: int
    is_current: bool
    severity: Severity | None


def blocks_between(
    contents: EditorDocument, first: QTextBlock, y: float, heights: tuple[float, float], current: int
) -> list[VisibleLine]:
    """Return the blocks between two heights, where `first` is drawn at `y`; `current` is a block's number."""
    bridge, layout = contents.bridge, contents.layout
    top, bottom = heights
    block = first
    while block.isValid() and (height := layout.blockBoundingRect(block).height()) + y <= top:
        y += height
        block = block.next()
    if not block.isValid():
        return []
    start = bridge.offset(block.position())
    number = block.blockNumber()
    line = number + 1 - bridge.soft_breaks_before(start)
    has_breaks = bridge.has_soft_breaks
    goes_on = has_breaks and block.previous().text().endswith(SOFT_BREAK)
    found: list[VisibleLine] = []
    while block.isValid() and y < bottom:
        height = layout.blockBoundingRect(block).height()
        above = layout.padding if number == 0 else 0
        shown = block.text()
        breaks = has_breaks and shown.endswith(SOFT_BREAK)
        end = start + len(shown) - breaks
        lines_height = block.layout().lineCount() * layout.line_height
        shown_line = 0 if goes_on else line
        found.append(
            VisibleLine(
                block, y, y + above, lines_height, shown_line, start, end, number == current, severity=None
            )
        )
        start = end if breaks else end + 1
        line += not breaks
        goes_on = breaks
        y += height
        number += 1
        block = block.next()
    return found


def with_severities(lines: list[VisibleLine], marks: ProblemMarks) -> list[VisibleLine]:
    """Return the lines, each with the severity of the worst problem that begins in it."""
    if not lines:
        return lines
    lines = list(lines)
    starts = [line.start for line in lines]
    for mark in marks.between(lines[0].start, lines[-1].end):
        index = bisect_right(starts, mark.span.start) - 1
        severity = mark.problem.severity
        if index >= 0:
            worst = lines[index].severity
            if worst is None or severity.rank < worst.rank:
                lines[index] = lines[index]._replace(severity=severity)
    return lines


def marks_by_line(lines: list[VisibleLine], marks: ProblemMarks) -> list[list[Mark]]:
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

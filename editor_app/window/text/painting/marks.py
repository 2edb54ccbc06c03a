"""Marks that move along with edits: problems and the lines under them, hits of a search and their boxes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QPolygonF

from editor_app.text import Diagnostic, Edit, Severity, Span
from editor_app.window.kit.positions import QtPosition
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.text.laid_lines import VisibleLine
from editor_app.window.text.painting.picture import Picture


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
        problems = self._problems[bisect_left(self._starts, low) : bisect_left(self._starts, high + 1)]
        placed = [Mark(self._since.span_now(problem.span), problem) for problem in problems]
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
    by_line: list[list[Mark]] = []
    going_on: list[Mark] = []
    index = 0
    for line in lines:
        behind = bisect_right(coming, line.end, index, key=lambda mark: mark.span.start)
        near = [*going_on, *coming[index:behind]]
        by_line.append([mark for mark in near if is_in_line(mark.span, line)])
        going_on = [mark for mark in near if mark.span.end > line.end]
        index = behind
    return by_line


def is_in_line(span: Span, line: VisibleLine) -> bool:
    """Whether a span overlaps a line, or is empty in it."""
    if span.start == span.end:
        return line.start <= span.start <= line.end
    return span.start < max(line.end, line.start + 1) and span.end > line.start


_TILE_HEIGHT = 4
_PERIODS = {Severity.ERROR: 6, Severity.WARNING: 10, Severity.INFORMATION: 4}
_PERIODS_A_TILE = 12
_DASH, _DOT = 6, 2
_LEAST_WIDTH = 7.0


class Squiggles:
    """Draws the lines under problems, tiled from small pixmaps.

    Antialiased paths for a whole screen take longer than its text.
    """

    def __init__(self) -> None:
        """Draw in the colours of the theme of now."""
        self._tiles: dict[tuple[Severity, str, float], QPixmap] = {}

    def paint(
        self, picture: Picture, line: VisibleLine, marks: Sequence[tuple[Mark, QtPosition, QtPosition]]
    ) -> None:
        """Draw the line under each mark between its positions in a block; the worst last, on top.

        On selected text all are in its colour; they differ in shape anyway.
        """
        painter, places = picture.painter, list[tuple[Severity, float, float, int]]()
        for mark, start, end in sorted(marks, key=lambda item: -item[0].problem.severity.rank):
            for row, left, right in picture.text.row_extents(
                line.block, start, end, has_right_to_left=line.has_right_to_left
            ):
                x, behind = picture.left + left, picture.left + max(right, left + _LEAST_WIDTH)
                bottom = round(line.y + row.y() + row.height()) + 1
                places.append((mark.problem.severity, x, behind, bottom))
        for severity, x, behind, bottom in places:
            self._draw(painter, severity, SEVERITY_ICONS[severity][1], x, behind, bottom)
        selected = picture.selected.get(line.block.blockNumber())
        if selected is not None:
            painter.save()
            painter.setClipRegion(selected)
            for severity, x, behind, bottom in places:
                self._draw(painter, severity, "ontextsel", x, behind, bottom)
            painter.restore()

    def _draw(
        self, painter: QPainter, severity: Severity, role: str, left: float, right: float, bottom: int
    ) -> None:
        """Draw a line from `left` to `right` whose lowest point is at `bottom`."""
        key = severity, role, painter.device().devicePixelRatio()
        tile = self._tiles.get(key)
        if tile is None:
            tile = self._tiles[key] = _tile(*key)
        x = round(left)
        painter.drawTiledPixmap(x, bottom - _TILE_HEIGHT, round(right) - x, _TILE_HEIGHT, tile)


def _tile(severity: Severity, role: str, ratio: float) -> QPixmap:
    period = _PERIODS[severity]
    width, color = period * _PERIODS_A_TILE, current_theme().color(role)
    tile = QPixmap(round(width * ratio), round(_TILE_HEIGHT * ratio))
    tile.setDevicePixelRatio(ratio)
    tile.fill(Qt.GlobalColor.transparent)
    with QPainter(tile) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if severity is Severity.ERROR:
            half, heights = period // 2, (_TILE_HEIGHT - 0.7, _TILE_HEIGHT - 3.0)
            painter.setPen(QPen(color, 1.1))
            xs = range(-half, width + 2 * half, half)
            painter.drawPolyline(QPolygonF([QPointF(x, heights[x // half % 2]) for x in xs]))
        else:
            dash = _DASH if severity is Severity.WARNING else _DOT
            for start in range(0, width, period):
                painter.fillRect(QRectF(start, _TILE_HEIGHT - 2, dash, 2), color)
    return tile


_OUTLINE, _CURRENT_OUTLINE = 1, 2


class Hits:
    """Hits in order, none of which overlaps another, moved along with the edits since they were found."""

    def __init__(self, spans: Sequence[Span] = ()) -> None:
        """Take the hits in a text of now."""
        self.spans, self.since = spans, EditsSince()

    def at_or_after(self, offset: int) -> int:
        """Return the number of the first hit that begins at an offset or behind it; their count for none."""
        return bisect_left(self.spans, self.since.then(offset), key=attrgetter("start"))

    def number_of(self, span: Span) -> int:
        """Return the number of the hit at exactly a place, -1 where there is none."""
        number = self.at_or_after(span.start)
        return number if number < len(self.spans) and self.span_now(number) == span else -1

    def span_now(self, number: int) -> Span:
        """Return where a hit is now."""
        return self.since.span_now(self.spans[number])

    def between(self, start: int, end: int) -> Iterator[tuple[int, Span]]:
        """Yield the hits that touch [start, end], with their numbers."""
        low, high = self.since.then(start), self.since.then(end)
        number = bisect_left(self.spans, low, key=attrgetter("end"))
        while number < len(self.spans) and self.spans[number].start <= high:
            yield number, self.span_now(number)
            number += 1


def paint_hits(picture: Picture, hits: Hits, current: int) -> None:
    """Paint a box behind the words of each hit in the picture; that of the `current` one is bolder."""
    if not hits.spans:
        return
    painter, theme, surface = picture.painter, current_theme(), picture.text
    height = surface.even.line_height
    for line in picture.lines:
        first, last = surface.seen(line, picture.clip.top(), picture.clip.bottom())
        offset = surface.contents.bridge.offset
        seen = offset(line.block.position() + first), offset(line.block.position() + last)
        for number, span in hits.between(*seen):
            is_current = number == current
            width = _CURRENT_OUTLINE if is_current else _OUTLINE
            painter.setPen(QPen(theme.color("acc"), width))
            painter.setBrush(theme.color("sel" if is_current else "accbg"))
            places = surface.place(line, span.start), surface.place(line, span.end)
            rows = surface.row_extents(line.block, *places, has_right_to_left=line.has_right_to_left)
            for row, left, right in rows:
                top = line.top + row.lineNumber() * height
                box = QRectF(picture.left + left, top + 1, max(right - left, 1.0), height - 2)
                painter.drawRect(box.adjusted(0, 0, -width / 2, -width / 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)

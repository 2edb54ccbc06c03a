"""Drawing tags in right-to-left lines from left to right, as they are written.

Qt has no way to isolate a part of a line: between right-to-left words it moves the brackets at a tag's ends
to its other side, and beside a left-to-right word it draws tag and word in the order of that word. But such
a stretch stays together, and is as wide as its parts by themselves. So its parts, tags and the words between
them, are drawn again in its place: each by itself, ordered from right to left.

Which parts are tags, their formats tell (`isolate` in `line_direction.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, cast

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QTextBlock,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from editor_app.window.kit.positions import QT_START, QtPosition, Units, format_range, units_of
from editor_app.window.text.lines.line_direction import (
    EVERYWHERE,
    DrawnRun,
    Edges,
    Sight,
    edges_of,
    extents_of,
    is_isolated,
    is_seen,
    joined,
    run_at,
    runs_left,
    runs_of,
    span_of,
)

_SAME_WIDTH = 2.0  # pixels that a part's width may differ between a line and by itself


class IsolatedPart(NamedTuple):
    """A tag, or words beside one, in one row: its positions in the block, its place, and its own layout."""

    start: QtPosition
    end: QtPosition
    row: QTextLine
    left: float
    width: float
    layout: QTextLayout
    ground: QColor | None
    """The background of a tag; None for words, and for tags without one."""

    @property
    def rect(self) -> QRectF:
        """The rectangle of the part in the block's layout."""
        return QRectF(self.left, self.row.y(), self.width, self.row.height())

    def pixels(self, at: QPointF) -> QRect:
        """Return the pixels of the part where its block is drawn at `at`; two that touch share none."""
        rect = self.rect.translated(at)
        left, top = round(rect.left()), round(rect.top())
        return QRect(left, top, round(rect.right()) - left, round(rect.bottom()) - top)

    def x_of(self, position: QtPosition) -> float:
        """Return the x of the cursor at a position of the block; that before the part is at its right."""
        if position == self.start:
            return self.left + self.width
        x = cast("tuple[float, int]", self.layout.lineAt(0).cursorToX(position - self.start))[0]
        return self._origin + x

    def edges_of(self, position: QtPosition) -> Edges:
        """Return the left and the right edge of the character at a position of the block."""
        left, right, runs_right = edges_of(self.layout.lineAt(0), position - self.start)
        return Edges(self._origin + left, self._origin + right, runs_right)

    def extents(self, start: QtPosition, end: QtPosition) -> list[tuple[float, float]]:
        """Return the left and right edges of where [start, end) of the part is drawn."""
        if start == self.start and end == self.end:
            return [(self.left, self.left + self.width)]
        own = extents_of(self.layout.lineAt(0), start - self.start, end - self.start)
        return [(self._origin + left, self._origin + right) for left, right in own]

    @property
    def _origin(self) -> float:
        return self.left - self.layout.lineAt(0).naturalTextRect().left()

    def draw(
        self,
        painter: QPainter,
        at: QPointF,
        selected: tuple[QtPosition, QtPosition] | None,
        selection: QTextCharFormat,
    ) -> None:
        """Draw the part; `at` is where the block's layout is drawn."""
        if self.ground is not None:
            painter.fillRect(self.rect.translated(at), self.ground)
        ranges = []
        if selected is not None:
            start, end = max(selected[0], self.start), min(selected[1], self.end)
            if start < end:
                ranges.append(format_range(start - self.start, end - self.start, selection))
                for left, right in self.extents(start, end):
                    rect = QRectF(left, self.row.y(), right - left, self.row.height())
                    painter.fillRect(rect.translated(at), selection.background())
        lift = self.row.ascent() - self.layout.lineAt(0).ascent()
        self.layout.draw(painter, QPointF(at.x() + self._origin, at.y() + self.row.y() + lift), ranges)


PartsOf = Callable[[QTextBlock, QtPosition, QtPosition], "list[IsolatedPart]"]
"""Returns the tags of a right-to-left block, and the words that Qt has joined with them.

Those in the rows that a span overlaps, or touches if it is empty.
"""


class RowParts:
    """The parts of rows, each laid out once, as for painting one picture, during which no line changes."""

    def __init__(self, font: QFont, sight: Sight = EVERYWHERE) -> None:
        """Start empty; of a row, only the parts in `sight` are laid out."""
        self._font = font
        self._sight = sight
        self._rows: dict[tuple[int, int], list[IsolatedPart]] = {}
        self._lines: dict[int, _Line | None] = {}

    def of(self, block: QTextBlock, first: QtPosition, last: QtPosition) -> list[IsolatedPart]:
        """Return the parts in the rows of a block that [first, last) overlaps, or touches if it is empty."""
        layout = block.layout()
        if not runs_left(layout):
            return []
        number = block.blockNumber()
        if number not in self._lines:
            self._lines[number] = _line_of(block)
        line = self._lines[number]
        if line is None:
            return []
        parts: list[IsolatedPart] = []
        for index in range(max(layout.lineForTextPosition(first).lineNumber() - 1, 0), layout.lineCount()):
            row = layout.lineAt(index)
            start, end = span_of(row)
            if start > last:
                break
            if (start <= first <= end) if first == last else (end > first and start < last):
                if (number, index) not in self._rows:
                    self._rows[number, index] = list(_parts_in(row, line, self._font, self._sight))
                parts += self._rows[number, index]
        return parts


def extents_in_row(
    row: QTextLine, start: QtPosition, end: QtPosition, parts: Sequence[IsolatedPart]
) -> list[tuple[float, float]]:
    """Return the left and right edges of where [start, end) is drawn, in a row with these `parts`."""
    inside = sorted(
        (part for part in parts if part.start < end and part.end > start),
        key=lambda part: cast("int", part.start),
    )
    extents: list[tuple[float, float]] = []
    for part in inside:
        extents += extents_of(row, start, part.start)
        extents += part.extents(max(start, part.start), min(end, part.end))
        start = part.end
    return joined([*extents, *extents_of(row, start, end)])


def edges_among(parts: Sequence[IsolatedPart], row: QTextLine, place: QtPosition) -> Edges:
    """Return the edges of the character at `place`, in a row with these `parts`."""
    part = next((part for part in parts if part.start <= place < part.end), None)
    return part.edges_of(place) if part is not None else edges_of(row, place)


_Format = tuple[QtPosition, QtPosition, QTextCharFormat]


class _Tag(NamedTuple):
    start: QtPosition
    end: QtPosition
    ground: QColor | None


class _Line(NamedTuple):
    """The formats, tags and text of a block, read once for all its rows."""

    formats: list[_Format]
    tags: list[_Tag]
    text: Units


def _line_of(block: QTextBlock) -> _Line | None:
    """Return the formats, tags and text of a right-to-left block, None for one without tags."""
    layout = block.layout()
    formats = [  # copies: Qt's own go with the list they are in
        (item.start, item.start + item.length, QTextCharFormat(item.format)) for item in layout.formats()
    ]
    tags = _tags(formats)
    if not tags:
        return None
    text, composed = units_of(block.text()), layout.preeditAreaText()
    if composed:
        at, end = layout.preeditAreaPosition(), block.length() - 1
        text = units_of(text.part(QT_START, at) + composed + text.part(at, end))
    return _Line(formats, tags, text)


def _parts_in(row: QTextLine, line: _Line, font: QFont, sight: Sight) -> Iterator[IsolatedPart]:
    """Yield the parts of a row that are in sight: a row without wrapping may have thousands of tags."""
    first, behind = span_of(row)
    here = [item for item in line.formats if item[0] < behind and item[1] > first]
    tags = [tag for tag in line.tags if tag.start < behind and tag.end > first]
    if not tags:
        return
    runs = runs_of(row, first, behind)
    for start, end, inside in _stretches(row, tags, runs):
        if is_seen(runs, start, end, sight):
            own = [item for item in here if item[0] < end and item[1] > start]
            if all(look.foreground().color().alpha() for _, _, look in own):  # else labels are painted there
                yield from _placed(row, start, end, inside, own, (line.text, font))


def _tags(formats: Sequence[_Format]) -> list[_Tag]:
    """Return the isolated formats of a block in order; those that overlap are one tag."""
    tags: list[_Tag] = []
    isolated = (item for item in formats if is_isolated(item[2]))
    for start, end, look in sorted(isolated, key=lambda item: cast("int", item[0])):
        brush = look.background()
        ground = None if brush.style() == Qt.BrushStyle.NoBrush else brush.color()
        if tags and start < tags[-1].end:
            tags[-1] = tags[-1]._replace(end=max(end, tags[-1].end))
        else:
            tags.append(_Tag(start, end, ground))
    return tags


def _stretches(
    row: QTextLine, tags: Sequence[_Tag], runs: Sequence[DrawnRun]
) -> Iterator[tuple[QtPosition, QtPosition, list[_Tag]]]:
    """Yield what Qt keeps together in a row: tags, with the left-to-right words it has joined them with."""
    row_start, row_end = span_of(row)
    last: tuple[QtPosition, QtPosition, list[_Tag]] | None = None
    for tag in tags:
        start, end = max(tag.start, row_start), min(tag.end, row_end)
        if start >= row_end:
            break
        if start >= end:
            continue
        if last is not None and start < last[1]:
            start, before = last[0], last[2]
        else:
            if last is not None:
                yield last
            before = []
            if run_at(runs, start).edges.runs_right:
                while start > row_start and (run := run_at(runs, start - 1)).edges.runs_right:
                    start = run.start
        if run_at(runs, end - 1).edges.runs_right:
            while end < row_end and (run := run_at(runs, end)).edges.runs_right:
                end = run.end
        last = start, max(end, last[1]) if before and last is not None else end, [*before, tag]
    if last is not None:
        yield last


def _placed(
    row: QTextLine,
    start: QtPosition,
    end: QtPosition,
    tags: Sequence[_Tag],
    formats: Sequence[_Format],
    text: tuple[Units, QFont],
) -> Iterator[IsolatedPart]:
    """Yield the parts of a stretch from right to left; none if Qt drew it in another width than theirs."""
    bounds = {start, end}
    grounds: dict[QtPosition, QColor | None] = {}
    for tag in tags:
        tag_start = max(tag.start, start)
        bounds |= {tag_start, min(tag.end, end)}
        grounds[tag_start] = tag.ground
    places = sorted(bounds)
    parts = []
    for first, last in pairwise(places):
        own = _laid_out(text, first, last, formats, is_tag=first in grounds)
        parts.append((first, last, own, own.lineAt(0).naturalTextRect().width()))
    extents = extents_of(row, start, end)
    x = extents[-1][1]
    if abs(sum(part[3] for part in parts) - (x - extents[0][0])) > _SAME_WIDTH * len(parts):
        return
    for first, last, own, width in parts:
        x -= width
        yield IsolatedPart(first, last, row, x, width, own, grounds.get(first))


def _laid_out(
    text: tuple[Units, QFont],
    start: QtPosition,
    end: QtPosition,
    formats: Sequence[_Format],
    *,
    is_tag: bool,
) -> QTextLayout:
    layout = QTextLayout(text[0].part(start, end), text[1])
    option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
    direction = Qt.LayoutDirection
    option.setTextDirection(direction.LeftToRight if is_tag else direction.RightToLeft)
    option.setFlags(QTextOption.Flag.IncludeTrailingSpaces)
    layout.setTextOption(option)
    own = []
    for item_start, item_end, look in formats:
        first, last = max(item_start, start), min(item_end, end)
        if first < last:
            own.append(format_range(first - start, last - start, look))
    layout.setFormats(own)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return layout

"""Tags in lines that run from right to left, drawn from left to right as they are written.

Qt has no way to isolate a part of a line: between right-to-left words it moves the signs at a tag's ends
to its other side, and beside a left-to-right word it draws tag and word in the order of that word. What it
makes one stretch stays together, though, in as much room as its parts take by themselves. So its parts, tags
and what stands between them, are drawn anew there: each by itself, in their order from right to left.

What a tag is, formats say (`isolate` in `line_direction.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, cast

from PySide6.QtCore import QPointF, QRectF, Qt
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

from editor_app.window.editor.highlighter import format_range
from editor_app.window.editor.positions import QT_START, QtPosition, part_of
from editor_app.window.widgets.line_direction import (
    Edges,
    edges_of,
    is_isolated,
    joined,
    rooms_of,
    runs_left,
)

_SAME_WIDTH = 2.0  # pixels for each part between what Qt measures in a line and by itself


class IsolatedPart(NamedTuple):
    """A tag, or words beside one, within one row: its place in the block, its room, and its own layout."""

    start: QtPosition
    end: QtPosition
    row: QTextLine
    left: float
    width: float
    layout: QTextLayout
    ground: QColor | None
    """What a tag is drawn upon; None for words, and for tags without a ground."""

    @property
    def room(self) -> QRectF:
        """Where the part stands in the block's layout."""
        return QRectF(self.left, self.row.y(), self.width, self.row.height())

    def x_of(self, position: QtPosition) -> float:
        """Return where the cursor at a position of the block stands; before the part, at its right."""
        if position == self.start:
            return self.left + self.width
        x = cast("tuple[float, int]", self.layout.lineAt(0).cursorToX(position - self.start))[0]
        return self._origin + x

    def edges_of(self, position: QtPosition) -> Edges:
        """Return the left and the right edge of the character at a position of the block."""
        left, right, runs_right = edges_of(self.layout.lineAt(0), position - self.start)
        return Edges(self._origin + left, self._origin + right, runs_right)

    @property
    def _origin(self) -> float:
        line = self.layout.lineAt(0)
        return self.left - _room(line, QT_START, self.end - self.start)[0]

    def draw(
        self,
        painter: QPainter,
        at: QPointF,
        selected: tuple[QtPosition, QtPosition] | None,
        selection: QTextCharFormat,
    ) -> None:
        """Draw the part; `at` is where the block's layout is drawn, without it."""
        if self.ground is not None:
            painter.fillRect(self.room.translated(at), self.ground)
        ranges = []
        if selected is not None:
            start, end = max(selected[0], self.start), min(selected[1], self.end)
            if start < end:
                ranges.append(format_range(start - self.start, end - self.start, selection))
                places = (QtPosition(unit) for unit in range(cast("int", start), cast("int", end)))
                for left, right in joined(self.edges_of(place)[:2] for place in places):
                    room = QRectF(left, self.row.y(), right - left, self.row.height())
                    painter.fillRect(room.translated(at), selection.background())
        lift = self.row.ascent() - self.layout.lineAt(0).ascent()
        self.layout.draw(painter, QPointF(at.x() + self._origin, at.y() + self.row.y() + lift), ranges)


def isolated_parts(block: QTextBlock, font: QFont) -> Iterator[IsolatedPart]:
    """Return the tags of a block that runs from right to left, and words Qt has joined with them."""
    layout = block.layout()
    if not runs_left(layout):
        return
    text, tags = block.text(), _tags(layout)
    for index in range(layout.lineCount() if tags else 0):
        row = layout.lineAt(index)
        for start, end, inside in _stretches(row, tags):
            if not any(_is_hidden(item, start, end) for item in layout.formats()):
                yield from _placed(layout, row, start, end, inside, text, font)


def rooms_in_row(
    row: QTextLine, start: QtPosition, end: QtPosition, parts: Sequence[IsolatedPart]
) -> list[tuple[float, float]]:
    """Return the left and right edges of what [start, end) is on the screen, where `parts` are drawn anew."""
    inside = [part for part in parts if part.start < end and part.end > start]
    places = (QtPosition(unit) for unit in range(cast("int", start), cast("int", end)))
    return joined(edges_among(inside, row, place)[:2] for place in places)


def edges_among(parts: Sequence[IsolatedPart], row: QTextLine, place: QtPosition) -> Edges:
    """Return where the character at `place` stands in a row of which `parts` are drawn anew."""
    part = next((part for part in parts if part.start <= place < part.end), None)
    return part.edges_of(place) if part is not None else edges_of(row, place)


class _Tag(NamedTuple):
    start: QtPosition
    end: QtPosition
    ground: QColor | None


def _tags(layout: QTextLayout) -> list[_Tag]:
    """Return what is isolated in a block, in order; what overlaps is one."""
    tags: list[_Tag] = []
    formats = (item for item in layout.formats() if is_isolated(item.format))
    for item in sorted(formats, key=lambda item: cast("int", item.start)):
        brush, end = item.format.background(), item.start + item.length
        ground = None if brush.style() == Qt.BrushStyle.NoBrush else brush.color()
        if tags and item.start < tags[-1].end:
            tags[-1] = tags[-1]._replace(end=max(end, tags[-1].end))
        else:
            tags.append(_Tag(item.start, end, ground))
    return tags


def _stretches(row: QTextLine, tags: Sequence[_Tag]) -> Iterator[tuple[QtPosition, QtPosition, list[_Tag]]]:
    """Return what Qt keeps together in a row: tags, and the left-to-right words it has joined them with."""
    row_start, row_end = row.textStart(), row.textStart() + row.textLength()
    last: tuple[QtPosition, QtPosition, list[_Tag]] | None = None
    for tag in tags:
        start, end = max(tag.start, row_start), min(tag.end, row_end)
        if start >= end:
            continue
        if last is not None and start < last[1]:
            start, before = last[0], last[2]
        else:
            if last is not None:
                yield last
            before = []
            if _runs_right(row, start):
                while start > row_start and _runs_right(row, start - 1):
                    start -= 1
        if _runs_right(row, end - 1):
            while end < row_end and _runs_right(row, end):
                end += 1
        last = start, max(end, last[1]) if before and last is not None else end, [*before, tag]
    if last is not None:
        yield last


def _placed(
    layout: QTextLayout,
    row: QTextLine,
    start: QtPosition,
    end: QtPosition,
    tags: Sequence[_Tag],
    text: str,
    font: QFont,
) -> Iterator[IsolatedPart]:
    """Return the parts of a stretch from right to left, if they take as much room as Qt gave it."""
    bounds = {start, end}
    grounds: dict[QtPosition, QColor | None] = {}
    for tag in tags:
        tag_start = max(tag.start, start)
        bounds |= {tag_start, min(tag.end, end)}
        grounds[tag_start] = tag.ground
    places = sorted(bounds)
    parts = []
    for first, last in pairwise(places):
        own = _laid_out(text, first, last, font, layout.formats(), is_tag=first in grounds)
        left, right = _room(own.lineAt(0), QT_START, last - first)
        parts.append((first, last, own, right - left))
    left, x = _room(row, start, end)
    if abs(sum(part[3] for part in parts) - (x - left)) > _SAME_WIDTH * len(parts):
        return
    for first, last, own, width in parts:
        x -= width
        yield IsolatedPart(first, last, row, x, width, own, grounds.get(first))


def _laid_out(
    text: str,
    start: QtPosition,
    end: QtPosition,
    font: QFont,
    formats: Sequence[QTextLayout.FormatRange],
    *,
    is_tag: bool,
) -> QTextLayout:
    layout = QTextLayout(part_of(text, start, end), font)
    option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
    direction = Qt.LayoutDirection
    option.setTextDirection(direction.LeftToRight if is_tag else direction.RightToLeft)
    option.setFlags(QTextOption.Flag.IncludeTrailingSpaces)
    layout.setTextOption(option)
    own = []
    for item in formats:
        first, last = max(item.start, start), min(item.start + item.length, end)
        if first < last:
            own.append(format_range(first - start, last - start, item.format))
    layout.setFormats(own)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return layout


def _is_hidden(item: QTextLayout.FormatRange, start: QtPosition, end: QtPosition) -> bool:
    """Whether a format hides a character in [start, end), in whose place its name is painted."""
    is_inside = item.start < end and item.start + item.length > start
    return is_inside and item.format.foreground().color().alpha() == 0


def _runs_right(line: QTextLine, position: QtPosition) -> bool:
    return edges_of(line, position).runs_right


def _room(line: QTextLine, start: QtPosition, end: QtPosition) -> tuple[float, float]:
    """Return the left and the right edge of [start, end) in a line."""
    rooms = rooms_of(line, start, end)
    return rooms[0][0], rooms[-1][1]

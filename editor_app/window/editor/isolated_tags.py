"""Tags in lines that run from right to left, drawn from left to right as they are written.

Qt has no way to isolate a part of a line: between right-to-left words it moves the signs at a tag's ends
to its other side, and beside a left-to-right word it draws tag and word in the order of that word. What it
makes one stretch stays together, though, in as much room as its parts take by themselves. So its parts, tags
and what stands between them, are drawn anew there: each by itself, in their order from right to left.
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
from editor_app.window.editor.positions import QT_START, QtPosition
from editor_app.window.widgets.line_direction import edges_of, joined, rooms_of

_LAST_OF_ONE_UNIT = "\uffff"
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
    """What a tag is drawn upon; None for words."""

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

    def edges_of(self, position: QtPosition) -> tuple[float, float]:
        """Return the left and the right edge of the character at a position of the block."""
        left, right, _ = edges_of(self.layout.lineAt(0), position - self.start)
        return self._origin + left, self._origin + right

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
        self.layout.draw(painter, QPointF(at.x() + self._origin, at.y() + self.row.y()), ranges)


def isolated_parts(block: QTextBlock, font: QFont) -> Iterator[IsolatedPart]:
    """Return the tags of a block that runs from right to left, and words Qt has joined with them."""
    layout = block.layout()
    if layout.textOption().textDirection() != Qt.LayoutDirection.RightToLeft:
        return
    text = block.text()
    if max(text, default="") > _LAST_OF_ONE_UNIT:
        return  # positions would have to be measured; such lines look as Qt makes them
    tags = [item for item in layout.formats() if item.format.background().style() != Qt.BrushStyle.NoBrush]
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
    rooms = []
    for place in (QtPosition(unit) for unit in range(cast("int", start), cast("int", end))):
        part = next((part for part in inside if part.start <= place < part.end), None)
        rooms.append(part.edges_of(place) if part is not None else edges_of(row, place)[:2])
    return joined(rooms)


_Tags = list[QTextLayout.FormatRange]


def _stretches(row: QTextLine, tags: _Tags) -> Iterator[tuple[QtPosition, QtPosition, _Tags]]:
    """Return what Qt keeps together in a row: tags, and the left-to-right words it has joined them with."""
    row_start, row_end = row.textStart(), row.textStart() + row.textLength()
    last: tuple[QtPosition, QtPosition, _Tags] | None = None
    for tag in tags:
        start, end = max(tag.start, row_start), min(tag.start + tag.length, row_end)
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
    tags: _Tags,
    text: str,
    font: QFont,
) -> Iterator[IsolatedPart]:
    """Return the parts of a stretch from right to left, if they take as much room as Qt gave it."""
    bounds = {start, end}
    grounds: dict[QtPosition, QColor] = {}
    for tag in tags:
        tag_start = max(tag.start, start)
        bounds |= {tag_start, min(tag.start + tag.length, end)}
        grounds[tag_start] = tag.format.background().color()
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
    text: str, start: QtPosition, end: QtPosition, font: QFont, formats: _Tags, *, is_tag: bool
) -> QTextLayout:
    layout = QTextLayout(text[int(start) : int(end)], font)  # type: ignore[call-overload]  # one unit each
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

"""The hits of a search in a text: their places of now, and the boxes behind their words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from operator import attrgetter

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPen

from editor_app.text import Span
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.painting.marks import EditsSince
from editor_app.window.text.painting.picture import Picture

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

"""The painting of blocks in the preview's text: a bar for each, the selected one's background, hatching."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QBrush, QPainter

from editor_app.window.kinds.system_message.preview.segments import RulerSegment
from editor_app.window.panels.preview.text.text_pane import TextPane, VisibleParagraph

_BAR: Final = 2


def paint_blocks(
    painter: QPainter, pane: TextPane, segments: Sequence[RulerSegment], selected: int | None
) -> None:
    """Paint the bars, background and hatching of the blocks in the visible part of the text."""
    for visible in pane.visible_blocks():
        for segment in _segments_in(segments, visible):
            _paint_segment(painter, pane, visible, segment, chosen=segment.block == selected)


def _segments_in(segments: Sequence[RulerSegment], visible: VisibleParagraph) -> Iterator[RulerSegment]:
    at = bisect_right(segments, visible.start, key=lambda segment: segment.output.start) - 1
    for segment in segments[max(at, 0) :]:
        if segment.output.start > visible.end:
            return
        if segment.output.end >= visible.start and segment.output.length:
            yield segment


def _paint_segment(
    painter: QPainter, pane: TextPane, visible: VisibleParagraph, segment: RulerSegment, *, chosen: bool
) -> None:
    theme = pane.theme
    if segment.output.end == visible.start and visible.end > visible.start:
        return  # the segment ends before this line
    line = pane.even.line_height
    top = round(visible.top) + visible.room.above * line
    first = segment.output.start >= visible.start
    if not first or chosen:
        top = round(visible.top) + (visible.room.above * line if first else 0)
    goes_on = segment.output.end > visible.end
    lines = visible.block.layout().lineCount() + (visible.room.below if goes_on else 0)
    height = (lines + (0 if first else visible.room.above)) * line
    place = QRect(0, top, pane.viewport().width(), height)
    if chosen:
        painter.fillRect(place, theme.color("blkbg"))
    painter.fillRect(
        place.left(), place.top(), theme.px(_BAR), height, theme.color("acc" if chosen else segment.role)
    )
    if segment.is_outranked:
        hatching = QBrush(theme.color("line"), Qt.BrushStyle.BDiagPattern)
        for rect in pane.rects(visible, segment.output.start, segment.output.end):
            painter.fillRect(rect, hatching)

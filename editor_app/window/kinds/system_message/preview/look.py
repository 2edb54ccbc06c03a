"""What the preview shows of a system message besides its text, as values."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from typing import NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QBrush, QPainter

from editor_app.analysis.assembled_text import AssembledText
from editor_app.analysis.kinds.system_message import content_of
from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.source_map import Role
from editor_app.text import Span, difference
from editor_app.text.tokens import TokenCount
from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kit.card.card import Card
from editor_app.window.panels.preview.stable_prefix import (
    StabilityRow,
    break_card,
    break_marks,
    stability_row,
)
from editor_app.window.panels.preview.text.marks import TextMark
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.panels.preview.why import GO
from editor_app.window.text.laid_lines import VisibleLine
from editor_app.window.text.painting.picture import Picture


class RulerSegment(NamedTuple):
    """A block that is sent: the span of its own content in the text, and its tokens.

    `block` is its index, `role` the colour role of its type's group; `is_outranked` blocks are hatched.
    """

    block: int
    name: str
    role: str
    output: Span
    tokens: int
    is_outranked: bool = False


@dataclass(frozen=True, slots=True)
class MessageLook:
    """What the preview shows of an assembled system message; `note` is a sentence above the text, or ""."""

    segments: tuple[RulerSegment, ...]
    selected: int | None
    marks: tuple[TextMark, ...]
    tokens: TokenCount
    stability: tuple[StabilityRow, ...]
    ways: AssemblyOptions
    note: str

    def part_at(self, offset: int) -> int | None:
        """Return the index of the block at an offset of the text, None if there is none."""
        return next((segment.block for segment in self.segments if segment.output.touches(offset)), None)

    def place_of(self, part: int) -> Span | None:
        """Return the span of the block at an index in the text, None if it is not there."""
        return next((segment.output for segment in self.segments if segment.block == part), None)

    def card_of(self, mark: TextMark) -> Card:
        """Return the card about a mark: a block left out or outranked, or the place where the cache ends."""
        link = "Go to the block" if mark.part is not None else "Go there"
        if mark.role == "warn":
            return break_card(mark, link)
        return Card("layers", "soft", "", mark.words, "", (), ((GO, link),), mark.sentence)

    def paint(self, picture: Picture, pane: TextPane) -> None:
        """Paint a bar for each block, the selected one's background, and hatching on outranked blocks."""
        for visible in picture.lines:
            for segment in _segments_in(self.segments, visible):
                _paint_segment(picture.painter, pane, visible, segment, chosen=segment.block == self.selected)


def _segments_in(segments: Sequence[RulerSegment], visible: VisibleLine) -> Iterator[RulerSegment]:
    index = bisect_right(segments, visible.start, key=lambda segment: segment.output.start) - 1
    for segment in segments[max(index, 0) :]:
        if segment.output.start > visible.end:
            return
        if segment.output.end >= visible.start and segment.output.length:
            yield segment


def _paint_segment(
    painter: QPainter, pane: TextPane, visible: VisibleLine, segment: RulerSegment, *, chosen: bool
) -> None:
    theme = pane.theme
    if segment.output.end == visible.start and visible.end > visible.start:
        return  # the segment ends before this line
    begins, goes_on = segment.output.start >= visible.start, segment.output.end > visible.end
    top = round(visible.top if begins else visible.y)
    height = round(visible.bottom if goes_on else visible.top + visible.height) - top
    place = QRect(0, top, pane.viewport().width(), height)
    if chosen:
        painter.fillRect(place, theme.color("blkbg"))
    painter.fillRect(
        place.left(), place.top(), theme.px(2), height, theme.color("acc" if chosen else segment.role)
    )
    if segment.is_outranked:
        hatching = QBrush(theme.color("line"), Qt.BrushStyle.BDiagPattern)
        for rect in pane.rects(visible, segment.output.start, segment.output.end):
            painter.fillRect(rect, hatching)


_OF_A_KEY = 2  # characters that one key changes at most: fewer than there are between two blocks
_MOVED_AT_A_KEY = 150  # blocks; those after them are not visible, and are updated after a pause
_ABOUT_OUT = {Role.OUT: "out", Role.BLANK: "left out", Role.DROPPED: "dropped"}


def message_look(result: AssembledText, selected: int | None) -> MessageLook:
    """Return the look of an assembled system message with the block at index `selected` selected."""
    total, breaks = len(result.text), break_marks(result.stability, result.text)
    marks = merge(_left_out(result), _outranked(result), breaks, key=lambda mark: mark.offset)
    return MessageLook(
        tuple(_segments(result)),
        selected,
        tuple(marks),
        result.tokens,
        tuple(
            stability_row(
                stable,
                f"{round(100 * stable.characters / total) if total else 100} %",
                result.tokens_before(stable.characters),
            )
            for stable in result.stability
        ),
        result.options,
        _note(result),
    )


def moved_look(look: MessageLook, before: str, after: str) -> MessageLook:
    """Return the look of the text `before` with its offsets moved to where they are in `after`."""
    edit = difference(before, after)
    if edit is None:
        return look

    def place(offset: int) -> int:
        if offset <= edit.span.start:
            return offset
        return offset + edit.growth if offset >= edit.span.end else edit.span.start

    first = bisect_right(look.segments, edit.span.start, key=lambda segment: segment.output.end)
    behind = bisect_left(look.segments, edit.span.end, first, key=lambda segment: segment.output.start)
    touched = (
        segment._replace(output=Span(place(segment.output.start), place(segment.output.end)))
        for segment in look.segments[first:behind]
    )
    last = behind + _MOVED_AT_A_KEY if abs(edit.growth) <= _OF_A_KEY else len(look.segments)
    moved = [
        RulerSegment(block, name, role, Span(start + edit.growth, end + edit.growth), tokens, outranked)
        for block, name, role, (start, end), tokens, outranked in look.segments[behind:last]
    ]
    return replace(
        look,
        segments=(*look.segments[:first], *touched, *moved, *look.segments[last:]),
        marks=tuple(replace(mark, offset=place(mark.offset)) for mark in look.marks),
        stability=tuple(
            row if row.output is None else replace(row, output=place(row.output)) for row in look.stability
        ),
    )


def _segments(result: AssembledText) -> Iterator[RulerSegment]:
    outranked = result.outcome.outranked
    for part in result.assembly.parts:
        block = result.assembly.blocks[part.index]
        yield RulerSegment(
            part.index,
            block.name,
            look_of_type(block.type).role,
            part.output,
            result.block_tokens[part.index],
            part.index in outranked,
        )


def _left_out(result: AssembledText) -> Iterator[TextMark]:
    for left in result.left_out_blocks:
        name = result.assembly.blocks[left.index].name
        words = f"{name} {_ABOUT_OUT[left.role]}: {left.reason}"
        block_outcome = result.outcome.block_outcomes[left.index]
        sentence = block_outcome.sentence if left.role is Role.OUT else f"{words}."
        yield TextMark(left.output, words, sentence, "faint", left.index)


def _outranked(result: AssembledText) -> Iterator[TextMark]:
    for part in result.assembly.parts:
        loss = result.outcome.outranked.get(part.index)
        if loss is not None:
            words = f"{result.assembly.blocks[part.index].name} is outranked, still sent"
            sentence = f"{loss.sentence} The model sees both."
            yield TextMark(part.output.start, words, sentence, "faint", part.index)


def _note(result: AssembledText) -> str:
    reading = content_of(result.analysis)
    if reading is not None and reading.has_errors:
        sentence = "The file has errors, so callers get no system message."
        return f"{sentence} This is what can be read of it." if result.text else sentence
    if result.options.drop_outranked:
        return "Without what is outranked, to look at. What is copied and exported always has it."
    return ""

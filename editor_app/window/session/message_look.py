"""What the preview shows of an assembled message beside its text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import replace
from heapq import merge

from editor_app.analysis import AssembledText
from editor_app.system_messages import Rebuilt, Role
from editor_app.text import Span, difference
from editor_app.window.block_types import look_of_type
from editor_app.window.panels.preview import MessageLook, MessageMark, RulerSegment, StabilityRow

_OF_A_KEY = 2  # characters: less than there are between two blocks
_MOVED_AT_A_KEY = 150  # blocks; those behind are out of sight until all are looked at anew, after a pause
_ABOUT_OUT = {Role.OUT: "out", Role.BLANK: "left out", Role.DROPPED: "dropped"}


def message_look(gets: AssembledText, selected: int | None) -> MessageLook:
    """Return how a message looks with the block at index `selected` chosen."""
    stability = tuple(_stability(gets))
    marks = merge(_left_out(gets), _outranked(gets), _breaks(gets), key=lambda mark: mark.offset)
    tokens = gets.tokens
    return MessageLook(
        tuple(_segments(gets)),
        selected,
        tuple(marks),
        tokens.count,
        tokens.is_estimate,
        stability,
        gets.options.order.value,
        gets.options.style.value,
        gets.options.drop_outranked,
        _note(gets),
    )


def moved_look(look: MessageLook, before: str, after: str) -> MessageLook:
    """Return the look of the text `before` with its places where they are in `after`."""
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


def _segments(gets: AssembledText) -> Iterator[RulerSegment]:
    outranked = gets.outcome.outranked
    for part in gets.assembly.parts:
        block = gets.assembly.blocks[part.index]
        yield RulerSegment(
            part.index,
            block.name,
            look_of_type(block.type).role,
            part.output,
            gets.block_tokens[part.index],
            part.index in outranked,
        )


def _left_out(gets: AssembledText) -> Iterator[MessageMark]:
    for left in gets.left_out_blocks:
        name = gets.assembly.blocks[left.index].name
        words = f"{name} {_ABOUT_OUT[left.role]}: {left.reason}"
        standing = gets.outcome.standings[left.index]
        sentence = standing.sentence if left.role is Role.OUT else f"{words}."
        yield MessageMark(left.output, words, sentence, "faint", left.index)


def _outranked(gets: AssembledText) -> Iterator[MessageMark]:
    for part in gets.assembly.parts:
        loss = gets.outcome.outranked.get(part.index)
        if loss is not None:
            words = f"{gets.assembly.blocks[part.index].name} is outranked, still sent"
            sentence = f"{loss.sentence} The model sees both."
            yield MessageMark(part.output.start, words, sentence, "faint", part.index)


def _breaks(gets: AssembledText) -> Iterator[MessageMark]:
    if not gets.text:  # which says why by itself
        return
    for stability in gets.stability:
        if stability.rebuilt is Rebuilt.EVERY_TURN and stability.broken_by is not None:
            words = f"can change next turn from here: {stability.broken_by}"
            line = gets.text.rfind("\n", 0, stability.output) + 1
            yield MessageMark(line, words, stability.sentence, "warn", stability.block)


def _stability(gets: AssembledText) -> Iterator[StabilityRow]:
    total = len(gets.text)
    for stability in gets.stability:
        share = round(100 * stability.characters / total) if total else 100
        brief = "same next turn: all" if stability.broken_by is None else f"same next turn: first {share} %"
        output = stability.output if stability.broken_by is not None else None
        tokens = gets.tokens_before(stability.characters)
        about = "≈ " if tokens.is_estimate else ""
        size = f"{_figure(stability.characters)} characters, {about}{_figure(tokens.count)} tokens"
        yield StabilityRow(brief, f"{stability.sentence.rstrip('.')} ({size}).", output)


def _figure(number: int) -> str:
    return f"{number:,}".replace(",", "\u2009")


def _note(gets: AssembledText) -> str:
    if gets.analysis.message is not None and gets.analysis.message.has_errors:
        sentence = "The file has errors, so callers get no message."
        return f"{sentence} This is what can be read of it." if gets.text else sentence
    if gets.options.drop_outranked:
        return "Without what is outranked, to look at. What is copied and exported always has it."
    return ""

"""Edits of a text at one or several selections: lines moved, copied and deleted, pairs, matches, typing.

Each takes the text and the selections in it, in order and without overlap, as `ordered` gives them, and
returns the edits with the selections in the text that they give. An empty selection is a caret.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from editor_app.text.editing.indentation import lines_of
from editor_app.text.edits import Edit, apply_edits, in_order
from editor_app.text.lines import line_at, line_end, line_start
from editor_app.text.spans import Span

PAIRS: Final = {"(": ")", "[": "]", "{": "}", "<": ">", '"': '"', "'": "'", "`": "`", "*": "*", "_": "_"}
"""What is typed round a selection, by its first character."""


class SelectionEdits(NamedTuple):
    """Edits of a text, and the selections in the text that they give."""

    edits: tuple[Edit, ...]
    selections: tuple[Span, ...]


def ordered(selections: Iterable[Span]) -> list[Span]:
    """Return selections in order; those that overlap become one, and one caret stands at a place."""
    result: list[Span] = []
    for span in sorted(selections):
        if result and (span.start < result[-1].end or span.start == result[-1].start):
            result[-1] = Span(result[-1].start, max(result[-1].end, span.end))
        elif not result or span.length or span.start != result[-1].end:
            result.append(span)
    return result


def moved_along(selections: Iterable[Span], edits: Iterable[Edit]) -> tuple[Span, ...]:
    """Return selections as they are after edits around them; one inside of an edit is put behind it."""
    by_place = in_order(edits)
    starts = [edit.span.start for edit in by_place]
    grown = list(accumulate((edit.growth for edit in by_place), initial=0))

    def now(offset: int) -> int:
        count = bisect_left(starts, offset)
        while count < len(starts) and starts[count] == offset and not by_place[count].span.length:
            count += 1
        if count and by_place[count - 1].span.end > offset:
            edit = by_place[count - 1]
            return edit.span.start + grown[count - 1] + len(edit.text)
        return offset + grown[count]

    return tuple(Span(now(span.start), now(span.end)) for span in selections)


def replaced_by(texts: Sequence[str], spans: Sequence[Span]) -> SelectionEdits:
    """Replace each span by a text, with a caret behind it."""
    edits, carets, growth = list[Edit](), list[Span](), 0
    for span, text in zip(spans, texts, strict=True):
        edits.append(Edit(span, text))
        growth += edits[-1].growth
        carets.append(Span(span.end + growth, span.end + growth))
    return SelectionEdits(tuple(edits), tuple(carets))


def surrounded(text: str, selections: Sequence[Span], opener: str) -> SelectionEdits | None:
    """Put a pair round each selection, which stays selected; None where a selection is empty, or no pair."""
    closer = PAIRS.get(opener)
    if closer is None or not selections or not all(span.length for span in selections):
        return None
    edits = [Edit(span, f"{opener}{span.of(text)}{closer}") for span in selections]
    both = len(opener) + len(closer)
    shifts = (len(opener) + index * both for index in range(len(selections)))
    spans = [Span(span.start + by, span.end + by) for span, by in zip(selections, shifts, strict=True)]
    return SelectionEdits(tuple(edits), tuple(spans))


def next_match(text: str, selections: Sequence[Span]) -> Span | None:
    """Return the word at the last caret, or the next text like the last selection, if it is not selected."""
    if not selections:
        return None
    last = selections[-1]
    if not last.length:
        start, end = last
        while start > 0 and _is_of_word(text[start - 1]):
            start -= 1
        while end < len(text) and _is_of_word(text[end]):
            end += 1
        return Span(start, end) if end > start else None
    words, taken = last.of(text), {span.start for span in selections}
    at = text.find(words, last.end)
    at = text.find(words) if at < 0 else at
    while at >= 0 and at in taken and at != last.start:
        at = text.find(words, at + len(words))
    return None if at < 0 or at in taken else Span(at, at + len(words))


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def line_blocks(text: str, selections: Sequence[Span]) -> list[tuple[Span, list[int]]]:
    """Return the whole lines that selections touch, without the last newline, and which ones touch them."""
    blocks: list[tuple[Span, list[int]]] = []
    for index, span in enumerate(selections):
        lines = Span(line_start(text, span.start), line_end(text, max(span.start, span.end - 1)))
        if blocks and lines.start <= blocks[-1][0].end + 1:
            before, touching = blocks[-1]
            blocks[-1] = Span(before.start, max(before.end, lines.end)), [*touching, index]
        else:
            blocks.append((lines, [index]))
    return blocks


def lines_moved(text: str, selections: Sequence[Span], *, down: bool) -> SelectionEdits:
    """Move the lines of selections over the line below or above them; none where one cannot go further."""
    edits: list[Edit] = []
    moved = list(selections)
    for lines, touching in line_blocks(text, selections):
        if (lines.end == len(text)) if down else (lines.start == 0):
            return SelectionEdits((), tuple(selections))
        if down:
            other = line_at(text, lines.end + 1)
            words = other.of(text)
            edits += Edit(Span(lines.start, lines.start), f"{words}\n"), Edit(Span(lines.end, other.end), "")
            by = len(words) + 1
        else:
            other = line_at(text, lines.start - 1)
            words = other.of(text)
            edits += Edit(Span(other.start, lines.start), ""), Edit(Span(lines.end, lines.end), f"\n{words}")
            by = -len(words) - 1
        for index in touching:
            moved[index] = Span(selections[index].start + by, selections[index].end + by)
    length = len(text)
    return SelectionEdits(tuple(edits), tuple(Span(*(min(end, length) for end in span)) for span in moved))


def lines_copied(text: str, selections: Sequence[Span], *, down: bool) -> SelectionEdits:
    """Copy the lines of selections; these are then in the lower copy, or else in the upper one."""
    edits, copied, grown = list[Edit](), list(selections), 0
    for lines, touching in line_blocks(text, selections):
        edits.append(Edit(Span(lines.start, lines.start), f"{lines.of(text)}\n"))
        by = grown + (edits[-1].growth if down else 0)
        grown += edits[-1].growth
        for index in touching:
            copied[index] = Span(selections[index].start + by, selections[index].end + by)
    return SelectionEdits(tuple(edits), tuple(copied))


def lines_deleted(text: str, selections: Sequence[Span]) -> SelectionEdits:
    """Delete the lines of selections; a caret stays in its column, in the line that comes there."""
    blocks = line_blocks(text, selections)
    gone = [
        Span(lines.start, lines.end + 1)
        if lines.end < len(text)
        else Span(max(lines.start - 1, 0), lines.end)
        for lines, _ in blocks
    ]
    edits = tuple(Edit(span, "") for span in gone)
    after, removed, carets = apply_edits(text, edits), 0, list[Span]()
    for (_, touching), span in zip(blocks, gone, strict=True):
        line, caret = line_at(after, span.start - removed), selections[touching[-1]].end
        at = min(line.start + caret - line_start(text, caret), line.end)
        carets.append(Span(at, at))
        removed += span.length
    return SelectionEdits(edits, tuple(ordered(carets)))


def lines_changed(
    text: str, selections: Sequence[Span], change: Callable[[str, Sequence[Span]], Sequence[Edit]]
) -> SelectionEdits:
    """Let `change` return the edits of all lines of the selections, which move along with them."""
    lines = [line for block, _ in line_blocks(text, selections) for line in lines_of(text, block)]
    edits = tuple(change(text, lines))
    return SelectionEdits(edits, moved_along(selections, edits))

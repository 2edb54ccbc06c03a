"""Edits made one after another, as the undo steps that lead from a base text to the last one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from editor_app.library.journal.chunked_text import ChunkedText
from editor_app.text import Edit, Span, difference, in_order

MOST_STEPS = 10_000
MOST_STEP_CHARACTERS = 32_000_000
_MOST_JOINED = 1_000  # edits apart from each other in one step; more become one


class Replay:
    """A text to which edits are made again, and its undo steps.

    The oldest steps become one where they are more than MOST_STEPS or have more than MOST_STEP_CHARACTERS.
    """

    def __init__(self, base: str) -> None:
        """Begin with the base text."""
        self._base = base
        self._text = ChunkedText(base)
        self._steps: deque[tuple[Edit, ...]] = deque()
        self._characters = 0
        self._folded: ChunkedText | None = None
        self._open: _OpenStep | None = None

    def take(self, edits: Sequence[Edit], *, joins: bool) -> bool:
        """Make edits of the text, all at once; False without any change if they do not fit it."""
        ordered = in_order(edits) if len(edits) > 1 else list(edits)
        if not _fit(ordered, self._text.length):
            return False
        if self._open is not None and joins:
            self._open.join(ordered, self._text.length)
        else:
            self._close_step()
            self._open = _OpenStep(self._text.length, ordered)
        _make(self._text, ordered)
        return True

    def result(self) -> tuple[tuple[tuple[Edit, ...], ...], str]:
        """Return the undo steps from the base, and the text they lead to."""
        self._close_step()
        first = None if self._folded is None else difference(self._base, str(self._folded))
        return (*(() if first is None else ((first,),)), *self._steps), str(self._text)

    def _close_step(self) -> None:
        if self._open is None:
            return
        edits = self._open.edits(self._text)
        self._open = None
        self._steps.append(edits)
        self._characters += sum(len(edit.text) for edit in edits)
        while len(self._steps) > MOST_STEPS or (
            self._characters > MOST_STEP_CHARACTERS and len(self._steps) > 1
        ):
            self._fold(self._steps.popleft())

    def _fold(self, step: tuple[Edit, ...]) -> None:
        if self._folded is None:
            self._folded = ChunkedText(self._base)
        _make(self._folded, in_order(step))
        self._characters -= sum(len(edit.text) for edit in step)


def text_after(base: str, steps: Iterable[Sequence[Edit]]) -> str:
    """Return what undo steps make of a base text."""
    text = ChunkedText(base)
    for step in steps:
        _make(text, in_order(step))
    return str(text)


def has_been(wanted: str, base: str, steps: Iterable[Sequence[Edit]]) -> bool:
    """Whether a document with that base had a text then, or after one of these undo steps."""
    text = ChunkedText(base)
    if wanted == base:
        return True
    for step in steps:
        _make(text, in_order(step))
        if text.length == len(wanted) and text.is_at_edit(wanted) and str(text) == wanted:
            return True
    return False


class _OpenStep:
    """The newest step, to which joined edits may come; its edits are of the text before the step."""

    def __init__(self, length: int, edits: list[Edit]) -> None:
        self._length = length  # of that text
        self._edits = edits
        self._typed: list[str] = []  # what came behind the text of the only edit
        self._end = edits[0].span.start + len(edits[0].text) if len(edits) == 1 else -1
        self._kept: tuple[int, int] | None = None  # of too many: the characters before and behind them all

    def join(self, edits: list[Edit], length: int) -> None:
        """Add edits of the text as it is now, which has `length` characters."""
        if self._kept is not None:
            before, behind = self._kept
            self._kept = min(before, edits[0].span.start), min(behind, length - edits[-1].span.end)
            return
        if len(edits) == 1 and edits[0].span == (self._end, self._end):
            self._typed.append(edits[0].text)
            self._end += len(edits[0].text)
            return
        self._settle()
        if len(self._edits) + len(edits) > _MOST_JOINED:
            self._kept = self._edits[0].span.start, self._length - self._edits[-1].span.end
            self.join(edits, length)
            return
        for edit in reversed(edits):
            self._edits = _with(self._edits, edit)
        self._end = -1
        if len(self._edits) == 1:
            self._end = self._edits[0].span.start + len(self._edits[0].text)

    def edits(self, after: ChunkedText) -> tuple[Edit, ...]:
        self._settle()
        if self._kept is None:
            return tuple(self._edits)
        before, behind = self._kept
        return (Edit(Span(before, self._length - behind), str(after)[before : after.length - behind]),)

    def _settle(self) -> None:
        if self._typed:
            [(span, text)] = self._edits
            self._edits = [Edit(span, "".join((text, *self._typed)))]
            self._typed = []


def _with(edits: list[Edit], edit: Edit) -> list[Edit]:
    """Return `edits` of a text, in order, and `edit` of the text after them as edits of the text before."""
    (start, end), inserted = edit
    first, shift = 0, 0
    while first < len(edits) and edits[first].span.start + shift + len(edits[first].text) < start:
        shift += edits[first].growth
        first += 1
    last, old_start, old_end = first, start - shift, end - shift
    prefix, suffix = "", ""
    while last < len(edits) and edits[last].span.start + shift <= end:
        (its_start, its_end), its_text = edits[last]
        begins = its_start + shift
        if last == first and begins <= start:
            old_start, prefix = its_start, its_text[: start - begins]
        suffix = its_text[max(0, end - begins) :]
        shift += edits[last].growth
        old_end = max(its_end, end - shift)
        last += 1
    joined = Edit(Span(old_start, old_end), f"{prefix}{inserted}{suffix}")
    return [*edits[:first], joined, *edits[last:]]


def _fit(ordered: list[Edit], length: int) -> bool:
    """Whether edits, in order, lie in a text of that length and do not overlap."""
    at = 0
    for (start, end), _text in ordered:
        if not at <= start <= end:
            return False
        at = end
    return at <= length and bool(ordered)


def _make(text: ChunkedText, ordered: Iterable[Edit]) -> None:
    for (start, end), inserted in reversed(list(ordered)):
        text.replace(start, end, inserted)

"""Edits made one after another, as the undo steps that lead from a base text to the last one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from math import inf

from editor_app.text import Edit, Newlines, Span, difference, in_order, letters_of

CHUNK = 16_384  # characters


class ChunkedText:
    """A text in chunks, around the one in which the last edit was: an edit nearby copies only that one.

    Making 100 000 edits to one Python string of 5 MB would copy 500 GB.
    """

    __slots__ = ("_before", "_before_length", "_behind", "_window", "length")

    def __init__(self, text: str) -> None:
        """Begin with `text`."""
        self._before: list[str] = []
        self._before_length = 0
        self._window = ""
        self._behind = [text[offset : offset + CHUNK] for offset in range(0, len(text), CHUNK)]
        self._behind.reverse()  # the next one stands last
        self.length = len(text)

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace the characters from `start` up to `end`, which lie in the text, by `text`."""
        self._bring(start, end)
        offset = start - self._before_length
        window = self._window
        self._window = f"{window[:offset]}{text}{window[offset + end - start :]}"
        self.length += len(text) - (end - start)
        if len(self._window) > 2 * CHUNK:
            self._split()

    def is_at_edit(self, text: str) -> bool:
        """Whether `text` is the same around the last edit; others need not be compared in whole."""
        return text.startswith(self._window, self._before_length)

    def __str__(self) -> str:
        """Return the whole text."""
        return "".join((*self._before, self._window, *reversed(self._behind)))

    def _bring(self, start: int, end: int) -> None:
        """Let the window have all from `start` up to `end`."""
        while start < self._before_length:
            if self._window:
                self._behind.append(self._window)
            self._window = self._before.pop()
            self._before_length -= len(self._window)
        while start > self._before_length + len(self._window):
            if self._window:
                self._before.append(self._window)
                self._before_length += len(self._window)
            self._window = self._behind.pop()
        reach = self._before_length + len(self._window)
        if end > reach:
            pieces = [self._window]
            while end > reach:
                pieces.append(self._behind.pop())
                reach += len(pieces[-1])
            self._window = "".join(pieces)

    def _split(self) -> None:
        text = self._window
        last = (len(text) - 1) // CHUNK * CHUNK
        self._before += [text[offset : offset + CHUNK] for offset in range(0, last, CHUNK)]
        self._before_length += last
        self._window = text[last:]


MOST_STEPS = 10_000
MOST_STEP_CHARACTERS = 32_000_000
_MOST_JOINED = 1_000  # edits apart from each other in one step; more become one


class Replay:
    """A text to which edits are made again, and its undo steps.

    The oldest steps become one where they are more than MOST_STEPS, have more than MOST_STEP_CHARACTERS, or
    more edits than are wanted.
    """

    def __init__(
        self,
        base: str,
        newlines: Newlines = Newlines(),  # noqa: B008  frozen
        *,
        most_edits: float = inf,
    ) -> None:
        """Begin with the base text and its newlines."""
        self._most_edits = most_edits
        self._edits = 0
        self._text = _Track(base)
        self._newlines = newlines
        self._letters: _Track | None = None  # of few texts
        self._has_letters = True
        self._steps: deque[tuple[Edit, ...]] = deque()
        self._letter_steps: deque[tuple[Edit, ...]] = deque()
        self._characters = 0
        self._is_open = False

    def take(self, edits: Sequence[Edit], *, joins: bool, letters: Sequence[Edit] = ()) -> bool:
        """Make edits of the text, all at once; False without any change if they do not fit it.

        `letters` are edits of the letters that stand for its newlines.
        """
        ordered = in_order(edits) if len(edits) > 1 else list(edits)
        if not (_fit(ordered, self._text.now.length) or (letters and not ordered)):
            return False
        if not joins:
            self._close_step()
        self._is_open = True
        if ordered:
            self._text.take(ordered)
        if letters:
            if self._letters is None:
                self._letters = _Track(letters_of(self._newlines, self._text.base))
            in_letters = in_order(letters)
            self._has_letters = self._has_letters and _fit(in_letters, self._letters.now.length)
            if self._has_letters:
                self._letters.take(in_letters)
        return True

    def result(self) -> tuple[tuple[tuple[Edit, ...], ...], str]:
        """Return the undo steps from the base, and the text they lead to."""
        self._close_step()
        steps = (*(edits for edits, _ in self._first_step()), *self._steps)
        return steps, str(self._text.now)

    @property
    def letters(self) -> tuple[tuple[Edit, ...], ...]:
        """For each step of the result the edits of the letters; nothing where there are none."""
        if self._letters is None or not self._has_letters:
            return ()
        return (*(letters for _, letters in self._first_step()), *self._letter_steps)

    def _first_step(self) -> tuple[tuple[tuple[Edit, ...], tuple[Edit, ...]], ...]:
        """Return the step that all the oldest ones have become, with its letters, if it does anything."""
        edits = self._text.folded_step()
        letters = () if self._letters is None else self._letters.folded_step()
        return ((edits, letters),) if edits or letters else ()

    def _close_step(self) -> None:
        if not self._is_open:
            return
        self._is_open = False
        edits = self._text.closed_step()
        letters = () if self._letters is None else self._letters.closed_step()
        self._steps.append(edits)
        self._letter_steps.append(letters)
        self._characters += _characters(edits, letters)
        self._edits += len(edits) + len(letters)
        while len(self._steps) > MOST_STEPS or (
            (self._edits > self._most_edits or self._characters > MOST_STEP_CHARACTERS)
            and len(self._steps) > 1
        ):
            self._fold(self._steps.popleft(), self._letter_steps.popleft())

    def _fold(self, edits: tuple[Edit, ...], letters: tuple[Edit, ...]) -> None:
        self._text.fold(edits)
        if self._letters is not None:
            self._letters.fold(letters)
        self._characters -= _characters(edits, letters)
        self._edits -= len(edits) + len(letters)


class _Track:
    """The text of a replay, or the letters of its newlines, with the step that is still open."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.now = ChunkedText(base)
        self._folded: ChunkedText | None = None
        self._open: _OpenStep | None = None

    def take(self, ordered: list[Edit]) -> None:
        if self._open is None:
            self._open = _OpenStep(self.now.length, ordered)
        else:
            self._open.join(ordered, self.now.length)
        _make(self.now, ordered)

    def closed_step(self) -> tuple[Edit, ...]:
        step, self._open = self._open, None
        return () if step is None else step.edits(self.now)

    def fold(self, step: tuple[Edit, ...]) -> None:
        if step:
            if self._folded is None:
                self._folded = ChunkedText(self.base)
            _make(self._folded, in_order(step))

    def folded_step(self) -> tuple[Edit, ...]:
        edit = None if self._folded is None else difference(self.base, str(self._folded))
        return () if edit is None else (edit,)


def _characters(*steps: tuple[Edit, ...]) -> int:
    return sum(len(edit.text) for edits in steps for edit in edits)


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
    offset = 0
    for (start, end), _text in ordered:
        if not offset <= start <= end:
            return False
        offset = end
    return offset <= length and bool(ordered)


def _make(text: ChunkedText, ordered: Iterable[Edit]) -> None:
    for (start, end), inserted in reversed(list(ordered)):
        text.replace(start, end, inserted)

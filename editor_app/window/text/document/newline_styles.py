"""The spelling of each newline in a text with mixed ones, through edits of lines and undo."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.text import Edit, Newlines, Span, letter_of, letters_fit, letters_of, newlines_of
from editor_app.text.matching import Steps, changed_runs


class NewlineStyles:
    r"""One letter for each LF of a text: how its file spells it.

    Only files with mixed newlines need it; for others it stays empty and
    costs nothing. Undo restores the letters remembered for the same place
    of the undo stack.
    """

    __slots__ = ("_dominant", "_seen", "_styles")

    def __init__(self, newlines: Newlines, text: str) -> None:
        """Begin with a file's own newlines."""
        self._dominant = letter_of(newlines.dominant)
        self._styles: str | None = letters_of(newlines, text)[1:] if newlines.exceptions else None
        self._seen: dict[int, tuple[int, str]] = {}

    @property
    def are_mixed(self) -> bool:
        """Whether the file has mixed newlines, so that each has to be remembered."""
        return self._styles is not None

    @property
    def letters(self) -> str:
        """The letters of the current text, as `letters_of` gives them."""
        return f"{self._dominant}{self._styles or ''}"

    def take(self, letters: str, text: str) -> bool:
        """Take over letters that an earlier session had for `text`, unless they cannot be those of it."""
        if not letters_fit(letters, text):
            return False
        dominant, styles = letters[0], letters[1:]
        self._dominant, self._styles = dominant, styles or dominant * text.count("\n")
        return True

    def newlines(self, text: str) -> Newlines:
        """Return the newlines of `text`, which is the current text."""
        newlines = newlines_of(self.letters, text)
        assert newlines is not None
        return newlines

    def edited(self, before: str, edits: list[Edit]) -> None:
        """Follow edits of the text `before`, in order: inserted newlines get the dominant spelling."""
        if self._styles is None:
            return
        letters: list[str] = []
        behind = line = 0
        for (start, end), inserted in edits:
            next_line = line + before.count("\n", behind, start)
            letters += self._styles[line:next_line], self._dominant * inserted.count("\n")
            line = next_line + before.count("\n", start, end)
            behind = end
        letters.append(self._styles[line:])
        self._styles = "".join(letters)

    def remember(self, place: int, text: str) -> None:
        """Remember the current styles for the undo stack's `place`, and forget those for later places."""
        if self._styles is None:
            return
        while self._seen and next(reversed(self._seen)) > place:
            self._seen.popitem()
        self._seen[place] = hash(text), self._styles

    def recall(self, place: int, text: str) -> bool:
        """Restore the styles remembered for `place` and `text`; return False if there are none."""
        seen = self._seen.get(place)
        if self._styles is None or seen is None or seen[0] != hash(text):
            return False
        self._styles = seen[1]
        return True


@dataclass(slots=True)
class _Spelling:
    """From which step of the undo stack, and which text there, newlines are spelled in one way."""

    place: int
    text_hash: int
    styles: NewlineStyles


class NewlineHistory:
    """The spellings of a text into which others came with newlines of their own, such as by a reload.

    Undo goes back to those that the text had before, redo to those that came.
    """

    __slots__ = ("_at", "_spellings")

    def __init__(self, styles: NewlineStyles) -> None:
        """Begin with the spelling of a text that has no undo steps."""
        self._spellings = [_Spelling(0, 0, styles)]
        self._at = 0

    @property
    def current(self) -> NewlineStyles:
        """The spelling of the current text."""
        return self._spellings[self._at].styles

    def replace(self, place: int, text: str, styles: NewlineStyles) -> None:
        """Spell `text` in another way, from the undo stack's `place` on, to which its edit led."""
        now = self._spellings[self._at]
        if place <= now.place:
            now.styles = styles
            return
        self._spellings[self._at + 1 :] = [_Spelling(place, hash(text), styles)]
        self._at += 1

    def replace_all(self, styles: NewlineStyles) -> None:
        """Spell the text in another way at every step of the undo stack, as no step of it says so."""
        self._spellings = [_Spelling(0, 0, styles)]
        self._at = 0

    def go_to(self, place: int, text: str, *, can_redo: bool) -> None:
        """Follow an edit, undo or redo that led to `place` of the undo stack, with that text."""
        while self._at and place < self._spellings[self._at].place:
            self._at -= 1
        if self._at + 1 == len(self._spellings):
            return
        later = self._spellings[self._at + 1]
        if place == later.place and hash(text) == later.text_hash:
            self._at += 1
        elif place >= later.place or not can_redo:  # the steps after this one are no longer there
            del self._spellings[self._at + 1 :]


_MOST_LINES = 4_000
_STEPS = 400_000


def line_edits(before: str, edit: Edit) -> list[Edit]:
    """Return edits of whole lines that together do what `edit` does, and leave equal lines alone."""
    (start, end), inserted = edit
    old, new = _lines(before[start:end]), _lines(inserted)
    if len(old) < 2 or len(new) < 2 or len(old) + len(new) > _MOST_LINES:
        return [edit]
    starts = [start]
    for line in old:
        starts.append(starts[-1] + len(line))
    return [
        Edit(Span(starts[first], starts[last]), "".join(new[new_first:new_last]))
        for first, last, new_first, new_last in changed_runs(old, new, Steps(_STEPS))
    ]


def _lines(text: str) -> list[str]:
    lines = [line + "\n" for line in text.split("\n")]  # splitlines knows more line ends than we do
    lines[-1] = lines[-1][:-1]
    return lines

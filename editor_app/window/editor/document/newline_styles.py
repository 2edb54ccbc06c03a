"""The spelling of each newline in a text with mixed ones, through edits and undo."""

from __future__ import annotations

from editor_app.text import Edit, Newlines, letter_of, letters_fit, letters_of, newlines_of


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
        found = newlines_of(self.letters, text)
        assert found is not None
        return found

    def edited(self, before: str, edits: list[Edit]) -> None:
        """Follow edits of the text `before`, in order: inserted newlines get the dominant spelling."""
        if self._styles is None:
            return
        kept: list[str] = []
        at = line = 0
        for (start, end), inserted in edits:
            next_line = line + before.count("\n", at, start)
            kept += self._styles[line:next_line], self._dominant * inserted.count("\n")
            line = next_line + before.count("\n", start, end)
            at = end
        kept.append(self._styles[line:])
        self._styles = "".join(kept)

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

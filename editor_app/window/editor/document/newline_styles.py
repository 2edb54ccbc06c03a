"""The spelling of each newline in a text with mixed ones, through edits and undo."""

from __future__ import annotations

from editor_app.text import Edit, Newlines

_SPELLINGS = ("\n", "\r\n", "\r")


class NewlineStyles:
    r"""One byte for each LF of a text: how its file spells it.

    Only files with mixed newlines need it; for others it stays empty and
    costs nothing. Undo restores the bytes remembered for the same place
    of the undo stack.
    """

    __slots__ = ("_dominant", "_exceptions", "_seen", "_styles")

    def __init__(self, newlines: Newlines, text: str) -> None:
        """Begin with a file's own newlines."""
        self._dominant = _SPELLINGS.index(newlines.dominant)
        self._styles: bytes | None = None
        self._seen: dict[int, tuple[int, bytes]] = {}
        if newlines.exceptions:
            styles = bytearray([self._dominant]) * text.count("\n")
            at = line = 0
            for offset, spelling in newlines.exceptions:
                line += text.count("\n", at, offset)
                styles[line] = _SPELLINGS.index(spelling)
                at = offset
            self._styles = bytes(styles)

    @property
    def are_mixed(self) -> bool:
        """Whether the file has mixed newlines, so that each has to be remembered."""
        return self._styles is not None

    def newlines(self, text: str) -> Newlines:
        """Return the newlines of `text`, which is the current text."""
        dominant = _SPELLINGS[self._dominant]
        if self._styles is None or not self._styles.strip(bytes([self._dominant])):
            return Newlines(dominant)
        exceptions: list[tuple[int, str]] = []
        at = -1
        for style in self._styles:
            at = text.index("\n", at + 1)
            if style != self._dominant:
                exceptions.append((at, _SPELLINGS[style]))
        return Newlines(dominant, tuple(exceptions))

    def edited(self, before: str, edits: list[Edit]) -> None:
        """Follow edits of the text `before`, in order: inserted newlines get the dominant spelling."""
        if self._styles is None:
            return
        kept: list[bytes] = []
        at = line = 0
        for (start, end), inserted in edits:
            next_line = line + before.count("\n", at, start)
            kept += self._styles[line:next_line], bytes([self._dominant]) * inserted.count("\n")
            line = next_line + before.count("\n", start, end)
            at = end
        kept.append(self._styles[line:])
        self._styles = b"".join(kept)

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

"""A long text to which many edits are made one after another."""

from __future__ import annotations

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
        self._behind = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)]
        self._behind.reverse()  # the next one stands last
        self.length = len(text)

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace the characters from `start` up to `end`, which lie in the text, by `text`."""
        self._bring(start, end)
        at = start - self._before_length
        window = self._window
        self._window = f"{window[:at]}{text}{window[at + end - start :]}"
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
        self._before += [text[at : at + CHUNK] for at in range(0, last, CHUNK)]
        self._before_length += last
        self._window = text[last:]

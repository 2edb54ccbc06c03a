"""Sentences in lines of a width, measured word by word: the words of many findings are the same."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

_MOST_KEPT: Final = 20_000


class WordWrap:
    """Breaks sentences into lines in one font, and remembers how wide words are."""

    def __init__(self, metrics: QFontMetrics) -> None:
        """Measure with `metrics`."""
        self._metrics = metrics
        self._space = metrics.horizontalAdvance(" ")
        self._widths: dict[str, int] = {}

    def lines(self, text: str, width: int) -> list[str]:
        """Return a sentence in lines; a word that is wider than a line is broken."""
        lines: list[str] = []
        line, used = "", 0
        for word in text.split(" "):
            needed = self._width(word)
            if line and used + self._space + needed <= width:
                line, used = f"{line} {word}", used + self._space + needed
                continue
            if line:
                lines.append(line)
            line, used = word, needed
            while used > width and len(line) > 1:
                end = self._fitting(line, width)
                lines.append(line[:end])
                line = line[end:]
                used = self._width(line)
        return [*lines, line]

    def beginning(self, text: str, width: int, most: int) -> list[str]:
        """Return the first lines of a text, the last of `most` elided if there are more."""
        lines = self.lines(text, width)
        if len(lines) <= most:
            return lines
        rest = " ".join(lines[most - 1 :])
        return [*lines[: most - 1], self._metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width)]

    def _width(self, word: str) -> int:
        found = self._widths.get(word)
        if found is None:
            if len(self._widths) >= _MOST_KEPT:
                self._widths.clear()
            found = self._widths[word] = self._metrics.horizontalAdvance(word)
        return found

    def _fitting(self, word: str, width: int) -> int:
        """Return how many characters of a word fit, at least one."""
        least, most = 1, len(word)
        while least < most:
            middle = (least + most + 1) // 2
            if self._metrics.horizontalAdvance(word[:middle]) <= width:
                least = middle
            else:
                most = middle - 1
        return least

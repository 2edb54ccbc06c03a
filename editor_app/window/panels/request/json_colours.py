"""The colours of a body's text: names, texts, and what is neither."""

from __future__ import annotations

import re
from typing import Final, cast

from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument

from editor_app.window.kit.positions import positions_in
from editor_app.window.kit.theme.current import current_theme, on_theme

_STRING: Final = re.compile(r'"(?>(?:[^"\\]++|\\.)*)("?+)(?>(\s*+:)?)')
_REST_OF_STRING: Final = re.compile(r'(?>(?:[^"\\]++|\\.)*)("?+)(?>(\s*+:)?)')
_IN_STRING: Final = 1


class JsonColours(QSyntaxHighlighter):
    """Colours names and texts of JSON; a text may go on in the next block, as a very long line does."""

    def __init__(self, document: QTextDocument) -> None:
        """Colour `document` from now on."""
        super().__init__(document)
        self._name, self._text = QTextCharFormat(), QTextCharFormat()
        on_theme(self, self._take_colours)

    def _take_colours(self) -> None:
        self._name.setForeground(current_theme().color("key"))
        self._text.setForeground(current_theme().color("str"))
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Colour a block."""
        at = 0
        self.setCurrentBlockState(0)
        if self.previousBlockState() == _IN_STRING:
            found = _REST_OF_STRING.match(text)
            assert found is not None
            self._colour(text, found)
            at = found.end()
        for found in _STRING.finditer(text, at):
            self._colour(text, found)

    def _colour(self, text: str, found: re.Match[str]) -> None:
        if not found[1]:
            self.setCurrentBlockState(_IN_STRING)
        end = found.end(1)
        first, last = positions_in(text, [found.start(), end])
        start, length = cast("int", first), cast("int", last - first)  # its overloads know no QtPosition
        self.setFormat(start, length, self._name if found[2] else self._text)

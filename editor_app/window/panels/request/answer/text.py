"""The text of an answer: what comes is added at its end, and nothing else is laid out again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kit.positions import QtPosition
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.request.request_view import AnswerView, ShownCall
from editor_app.window.text.reading_pane import ReadingPane

MOST_LINES: Final = 100_000
"""The lines of a text that are shown, each some memory to Qt; a copy has all."""

_SLICE: Final = 40_000
_SLICE_LINES: Final = 2_000
_LONGEST_LINE: Final = 4_000
_SOFT_BREAK: Final = 1
"""The state of a block that goes on the line of the one before it: Qt is slow with long lines."""
_UNHOLDABLE: Final = re.compile("[\r\x85\u2028\u2029\ufdd0\ufdd1\ufffc\ud800-\udfff]")


class AnswerText(ReadingPane):
    """Shows a text that grows, at most `MOST_LINES` lines of it, and calls behind it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__("body", parent)
        self._of: object = None
        self._text = ""
        self._calls: tuple[ShownCall, ...] = ()
        self._shown = 0
        self._shown_calls = 0
        self._line = self._lines = 0
        self.document().setDocumentMargin(12)
        self.setAccessibleName(Sentence("window-request.answer"))
        self._next = single_shot(self, 0, self._add_slice)
        on_theme(self, self._take_sizes)

    @property
    def is_whole(self) -> bool:
        """Whether the text has no more lines than are shown of one."""
        return self._text.count("\n") < MOST_LINES

    @property
    def is_filled(self) -> bool:
        """Whether all that is to be shown is shown."""
        is_added = self._shown == len(self._text) or self._lines >= MOST_LINES
        return is_added and self._shown_calls == len(self._calls)

    def show_view(self, view: AnswerView) -> None:
        """Show an answer; of the one that is shown already, only what is new is added."""
        if view.of is not self._of:
            self.clear()
            self._of = view.of
            self._shown = self._shown_calls = self._line = self._lines = 0
        self._text, self._calls = view.text, view.calls
        if not self._next.isActive():
            self._add_slice()

    def _take_sizes(self) -> None:
        super()._take_sizes()
        if self._shown_calls:  # their colours are in the text
            self.clear()
            self._shown = self._shown_calls = self._line = self._lines = 0
            self._add_slice()

    def selected_text(self) -> str:
        """Return the selected text, without the breaks in long lines."""
        cursor = self.textCursor()
        return self._between(cursor.selectionStart(), cursor.selectionEnd())

    def _add_slice(self) -> None:
        """Add some of what is not shown yet, then the calls; the rest follows after the window’s turn."""
        bar = self.verticalScrollBar()
        is_at_end = bar.value() >= bar.maximum()
        most = min(_SLICE_LINES, MOST_LINES - self._lines)
        lines = self._text[self._shown : self._shown + _SLICE].split("\n", most)
        if len(lines) > most:
            lines[-1] = ""  # what follows the last line end is of the next slice
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        if lines != [""] and most:
            self._add(cursor, lines, QTextCharFormat())
            self._shown += sum(map(len, lines)) + len(lines) - 1
            self._lines += len(lines) - 1
        elif self._shown_calls < len(self._calls):
            self._add_call(cursor, self._calls[self._shown_calls])
            self._shown_calls += 1
        cursor.endEditBlock()
        if is_at_end:
            bar.setValue(bar.maximum())
        if not self.is_filled:
            self._next.start()

    def _add(self, cursor: QTextCursor, lines: Sequence[str], look: QTextCharFormat) -> None:
        for number, line in enumerate(lines):
            if number:
                self._break(cursor)
            at = 0
            while at < len(line):
                if self._line >= _LONGEST_LINE:
                    cursor.insertBlock()
                    cursor.block().setUserState(_SOFT_BREAK)
                    self._line = 0
                taken = line[at : at + _LONGEST_LINE - self._line]
                cursor.insertText(_UNHOLDABLE.sub("\ufffd", taken), look)
                self._line += len(taken)
                at += len(taken)

    def _add_call(self, cursor: QTextCursor, call: ShownCall) -> None:
        heading, code, theme = QTextCharFormat(), QTextCharFormat(), current_theme()
        heading.setForeground(theme.color("soft"))
        heading.setFont(theme.font("small"))
        code.setFont(theme.font("code small"))
        if not self.document().isEmpty():
            if not cursor.atBlockStart():
                self._break(cursor)
            self._break(cursor)
        self._add(cursor, [Sentence("window-request.call-not-run", name=call.name[:200])], heading)
        self._break(cursor)
        self._add(cursor, call.arguments[:_SLICE].split("\n"), code)

    def _break(self, cursor: QTextCursor) -> None:
        cursor.insertBlock()
        cursor.block().setUserState(-1)
        self._line = 0

    def _between(self, start: QtPosition, end: QtPosition) -> str:
        pieces: list[str] = []
        block: QTextBlock = self.document().findBlock(start)
        while block.isValid() and block.position() <= end:
            if pieces and block.userState() != _SOFT_BREAK:
                pieces.append("\n")
            cursor = QTextCursor(block)
            cursor.setPosition(max(start, block.position()))
            last = block.position() + block.length() - 1
            cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
            pieces.append(cursor.selectedText())
            block = block.next()
        return "".join(pieces)

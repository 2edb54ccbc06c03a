"""The exact text of a read-only view, kept in a Qt document by minimal edits."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor, QTextDocument

from editor_app.text import Edit, Span, difference, line_end, line_start
from editor_app.window.kit.positions import QtPosition
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.document.text_bridge import LONGEST_LINE, TextBridge, is_long_line

_SLICE: Final = 60_000
_SLICE_LINES: Final = 4_000  # about 30 ms to Qt, however short they are
_UNHOLDABLE: Final = re.compile("[\r\x85\u2028\u2029\ufdd0\ufdd1\ufffc\ud800-\udfff]")


class ShownText(QObject):
    """Shows `text` in a QTextDocument; `text` itself is not read back from Qt, which may alter characters.

    `filled` is emitted when the last part of a large text is in the document.
    """

    filled = Signal()

    def __init__(self, document: QTextDocument) -> None:
        """Start with an empty text."""
        super().__init__(document)
        self._document = document
        document.setUndoRedoEnabled(False)
        document.clear()
        self.bridge = TextBridge("")
        """The mapping between offsets of `text` and positions in the document."""
        self._held = ""
        self.text = ""
        """The whole text, even while only its beginning is in the document."""
        self._later = single_shot(self, 0, self._go_on_later)

    @property
    def is_filled(self) -> bool:
        """Whether the whole text is in the document."""
        return self._held == self.text

    def show(self, text: str) -> Edit | None:
        """Show `text`; return the edit from the text before, None if nothing changed."""
        edit = difference(self.text, text)
        self.text = text
        self._go_on()
        return edit

    def position(self, offset: int) -> QtPosition:
        """Return the position of `offset` in Qt's document."""
        return self.bridge.position(min(offset, len(self._held)))

    def part(self, start: QtPosition, end: QtPosition) -> str:
        """Return the exact text between two positions of Qt's document."""
        return self._held[self.bridge.offset(start) : self.bridge.offset_behind(end)]

    def _go_on(self) -> None:
        """Add at most one slice of the outstanding text to the document."""
        edit = difference(self._held, self.text)
        if edit is None:
            return
        if not self._held:
            self.bridge = TextBridge("")
        edit = self._with_its_long_piece(_with_its_long_line(self._held, self.text, edit))
        taken = edit.text[:_SLICE]
        lines = taken.split("\n", _SLICE_LINES)
        if len(lines) > _SLICE_LINES:
            taken = taken.removesuffix(lines[-1])
        self._make(Edit(edit.span, taken))
        if self._held != self.text:
            self._later.start()

    def _with_its_long_piece(self, edit: Edit) -> Edit:
        """Widen an edit to the piece of a long line that it makes too long, so that it gets soft breaks."""
        block = self._document.findBlock(self.bridge.position(edit.span.start))
        start, end = self.bridge.offset(block.position()) + 1, edit.span.start  # the soft break stays
        if start >= end or end - start + len(edit.text.partition("\n")[0]) <= LONGEST_LINE:
            return edit
        return Edit(Span(start, edit.span.end), self._held[start:end] + edit.text)

    def _go_on_later(self) -> None:
        self._go_on()
        if self._held == self.text:
            self.filled.emit()

    def _make(self, edit: Edit) -> None:
        start, end = edit.span
        bridge = self.bridge
        try:
            shown = bridge.shown(edit.text)
        except OverflowError:
            shown = _UNHOLDABLE.sub("\ufffd", edit.text)
        _, gaps = bridge.exact(shown)
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()  # outside of one, Qt lays out the row that a cursor is moved to
        cursor.setPosition(bridge.position(start))
        if end > start:
            cursor.setPosition(bridge.position(end, before_break=True), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(shown)
        cursor.endEditBlock()
        self._held = self._held[:start] + edit.text + self._held[end:]
        bridge.replaced(start, end, edit.text, self._held, gaps)


def _with_its_long_line(old: str, new: str, edit: Edit) -> Edit:
    """Widen an edit to the whole line where that gets too long for Qt, so that it gets soft breaks."""
    start, end = edit.span
    behind = len(old) - end
    first, last = line_start(new, start), line_end(new, len(new) - behind)
    old_end = len(old) - (len(new) - last)
    if not is_long_line(new, first, last) or is_long_line(old, first, old_end):
        return edit
    return Edit(Span(first, old_end), new[first:last])

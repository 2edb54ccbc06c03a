"""The live editor among painted messages: a viewport over its document that moves with the surface."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QTextBlock
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from shiboken6 import isValid

from editor_app.window.kinds.chat.conversation.document_rows import position_at, row_of
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.timers import repeating, single_shot
from editor_app.window.text.code_editor import CodeEditor

_MARGIN_LINES: Final = 2  # beyond the edges of the surface, so that the editor seldom changes its size
_MOST_FIT_TRIES: Final = 4  # a change of its size may scroll an editor, which is then scrolled back
_BLOCKS_AT_ONCE: Final = 400
_MOST_BLOCKS: Final = 20_000  # of a longer text, only what was in view is laid out


class HostedEditor(QObject):
    """Places an editor over its part of the surface; it is never higher than that, however long its text.

    The editor shows the rows of its document that are in view, and is scrolled along with the surface. Where
    it scrolls by itself, to keep its caret in view or to follow a selection, `scrolled_or_resized` says by
    how many pixels, 0 where only the height changed.
    """

    scrolled_or_resized = Signal(int)
    lost = Signal()
    """The editor was deleted by its owner."""
    caret_used = Signal()
    """The caret moved, or a key is about to move it or to edit there."""

    def __init__(self, surface: QWidget) -> None:
        """Host nothing yet; an editor becomes a child of `surface`."""
        super().__init__(surface)
        self._surface = surface
        self.editor: CodeEditor | None = None
        self._links = Connections()
        self._before: _EditorState | None = None
        self._is_placing = False
        self._shown_top = 0
        self._height = 0
        self._measured_width = 0
        self._next = QTextBlock()
        self._blocks = 0
        self._later = single_shot(self, 0, self._follow)
        self._measuring = repeating(self, 0, self._measure_some)

    def take(self, editor: CodeEditor, least_lines: int) -> None:
        """Host `editor`, without its scroll bars, its lines wrapped; `least_lines` as for `take_width`."""
        wraps = editor.lineWrapMode() == QPlainTextEdit.LineWrapMode.WidgetWidth
        policy = editor.verticalScrollBarPolicy()
        self._before = _EditorState(editor.parentWidget(), editor.geometry(), policy, wraps)
        self.editor = editor
        self._is_placing = True
        editor.setParent(self._surface)
        editor.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if not wraps:
            editor.set_word_wrap(True)
        width, line = self._surface.width(), editor.contents.layout.line_height
        editor.setGeometry(0, self._surface.height(), width, line)
        editor.show()
        self._shown_top = self._document_top(editor)
        self._is_placing = False
        filled = editor.contents.read_only_changed
        for signal, slot in (
            (editor.verticalScrollBar().valueChanged, self._follow),
            (editor.contents.layout.documentSizeChanged, self._follow),
            (editor.blockCountChanged, self._follow_blocks),
            (editor.cursorPositionChanged, self.caret_used),
            (editor.key_taken, self.caret_used),
            (filled, lambda: self.scrolled_or_resized.emit(0)),
            (editor.destroyed, self._lose),
        ):
            self._links.add(signal, slot)
        self.take_width(least_lines)

    def give_back(self) -> CodeEditor | None:
        """Return the editor to where it was, as it was, but hidden: its old place may have another by now.

        An editor that its owner has put elsewhere already stays there.
        """
        editor, self.editor = self.editor, None
        before, self._before = self._before, None
        self._measuring.stop()
        self._later.stop()
        self._links.end()
        if editor is None or before is None or not isValid(editor):
            return None
        _put_back(editor, before, self._surface)
        return editor

    def take_width(self, least_lines: int) -> None:
        """Lay out all lines at the surface's width, behind a gutter as wide as for so many lines at least."""
        if self.editor is not None:
            self.editor.set_least_line_count(least_lines)
            self._measure_anew()

    def _measure_anew(self) -> None:
        """Lay out all lines again, some at once and the others in slices, so that the height is exact."""
        editor = self._hosted
        self._blocks, self._measured_width = editor.blockCount(), editor.viewport().width()
        self._next = editor.document().firstBlock()
        self._measure_some()
        if self._next.isValid() and self._blocks <= _MOST_BLOCKS:
            self._measuring.start()

    @property
    def height(self) -> int:
        """The height in pixels of all lines, as far as they are laid out, with the room above the first."""
        if self.editor is None:
            return 0
        layout = self.editor.contents.layout
        return layout.margins.above + self.editor.document().lineCount() * layout.line_height

    @property
    def _hosted(self) -> CodeEditor:
        """The editor, for what is asked only while there is one."""
        assert self.editor is not None
        return self.editor

    def caret_top(self) -> int:
        """Return the top of the caret's row, in pixels from the top of the document."""
        layout = self._hosted.contents.layout
        return layout.margins.above + row_of(self._hosted.textCursor()) * layout.line_height

    def caret_x(self) -> int:
        """Return the x of the caret in the surface."""
        return self._hosted.viewport().mapTo(self._surface, self._hosted.cursorRect().topLeft()).x()

    def put_caret(self, x: int, y: int) -> None:
        """Put the caret into the row at a height of the document, near an x of the surface."""
        editor = self._hosted
        layout, document = editor.contents.layout, editor.document()
        row = max(0, min((y - layout.margins.above) // layout.line_height, document.lineCount() - 1))
        cursor = editor.textCursor()
        left = editor.viewport().mapTo(self._surface, editor.contentOffset().toPoint()).x()
        cursor.setPosition(position_at(document, row, x - left))
        editor.setTextCursor(cursor)

    def place(self, top: int, width: int, room: int) -> None:
        """Put the editor where its document begins `top` pixels below the top of the surface.

        `width` and `room` are the width and height of the surface, in pixels.
        """
        editor = self.editor
        if editor is None or self._is_placing:
            return
        self._is_placing = True
        total, layout = self.height, editor.contents.layout
        line = layout.line_height
        if top >= room or top + total <= 0:
            height = max(editor.height(), line)
            editor.setGeometry(0, room + line, width, height)  # not hidden, since it has the focus
        else:
            first = max(0, (-top - layout.margins.above) // line - _MARGIN_LINES)
            for _ in range(_MOST_FIT_TRIES):
                if not self._fit(editor, top, width, room, first):
                    break
            else:
                editor.verticalScrollBar().setValue(first)
                editor.move(0, top + self._document_top(editor))
        self._shown_top = self._document_top(editor)
        self._is_placing = False
        if editor.viewport().width() != self._measured_width:
            self._measure_anew()
        elif self.height != total:  # placing it has laid out lines that were not laid out yet
            self._follow()

    def _fit(self, editor: CodeEditor, top: int, width: int, room: int, first: int) -> bool:
        """Scroll to a row and set the geometry for that; return whether the geometry changed."""
        editor.verticalScrollBar().setValue(first)
        shown = self._document_top(editor)
        line = editor.contents.layout.line_height
        around = editor.height() - editor.viewport().height()
        y = top + shown
        height = max(min(self.height - shown, room + 2 * _MARGIN_LINES * line), line)
        wanted = QRect(0, y, width, height + around)
        if editor.geometry() == wanted:
            return False
        editor.setGeometry(wanted)
        return True

    def _document_top(self, editor: CodeEditor) -> int:
        """Return the height in the document at which the editor's viewport begins."""
        lines = editor.visible_blocks(0, 1) or editor.visible_blocks(0, editor.height())
        if not lines:
            return 0
        layout, first = editor.contents.layout, lines[0]
        row = first.block.firstLineNumber()
        return round(layout.margins.above + row * layout.line_height - first.top)

    def _follow(self) -> None:
        """Tell when the height changed, or the editor scrolled by itself."""
        editor = self.editor
        if self._is_placing or editor is None:
            return
        if editor.viewport().paintingActive() or editor.gutter.paintingActive():
            self._later.start()  # painting found a line that was not laid out yet
            return
        shown, height = self._document_top(editor), self.height
        by = shown - self._shown_top
        if by or height != self._height:
            self._shown_top, self._height = shown, height
            self.scrolled_or_resized.emit(by)

    def _lose(self) -> None:
        self.editor = None
        self._measuring.stop()
        self._later.stop()
        self.lost.emit()

    def _follow_blocks(self, count: int) -> None:
        before, self._blocks = self._blocks, count
        if abs(count - before) > 1:
            self._measure_anew()
        else:
            self._follow()

    def _measure_some(self) -> None:
        """Lay out the next lines that are not laid out yet."""
        layout, block = self._hosted.contents.layout, self._next
        was_placing = self._is_placing
        self._is_placing = True  # each line that is laid out may change the height
        for _ in range(_BLOCKS_AT_ONCE):
            if not block.isValid():
                break
            if not block.layout().lineCount():
                layout.blockBoundingRect(block)
            block = block.next()
        self._is_placing, self._next = was_placing, block
        if not block.isValid():
            self._measuring.stop()
        self._follow()


class _EditorState(NamedTuple):
    """Where an editor was before it was hosted, and how."""

    parent: QWidget | None
    geometry: QRect
    policy: Qt.ScrollBarPolicy
    wraps: bool


def _put_back(editor: CodeEditor, before: _EditorState, surface: QWidget) -> None:
    """Let an editor be as it was, and where it was unless its owner has put it elsewhere."""
    editor.setVerticalScrollBarPolicy(before.policy)
    editor.set_least_line_count(1)
    if editor.parentWidget() is surface:
        editor.hide()
        parent = before.parent
        editor.setParent(parent if parent is not None and isValid(parent) else None)
        editor.setGeometry(before.geometry)
    if not before.wraps:
        editor.set_word_wrap(False)

"""The editor widget: typing, problems and their fixes, drag and drop, the context menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QMenu, QPlainTextDocumentLayout, QWidget

from editor_app.text import Fix, Sentence, Span
from editor_app.window.kit.dropping import local_files
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.focus.panel_keys import native_keys
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.words.labels import menu_words
from editor_app.window.kit.words.qt_strings import mime_text
from editor_app.window.kit.work.connections import connect
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.direction.row_places import answer_as, drop_moved_to
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.document.history import History
from editor_app.window.text.fix_popup import FixPopup
from editor_app.window.text.hover import EditorHover, EditorSpot, ValueFacts, ValueFix
from editor_app.window.text.painting.marks import Mark
from editor_app.window.text.surface import TextSurface
from editor_app.window.text.typing.typing_view import TypingView

_Keep = QTextCursor.MoveMode.KeepAnchor
_MOST_OFFERED = 4
_PAUSE_MS = 1200


class CodeEditor(TypingView):
    """Edits one document; chosen fixes are only announced, by signals; dropped files are the window's."""

    fix_chosen = Signal(object)
    rename_requested = Signal()  # of the name at the cursor
    pasted = Signal(object)  # the span of a text that was pasted or dropped

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        """Show `document` for editing, unless it is read-only."""
        super().__init__(document, parent)
        self.name_at: Callable[[int], str | None] = lambda _offset: None
        """Returns the name at an offset that can be changed everywhere, None without one."""
        self._drop_place: QTextCursor | None = None
        self._last_problem = ""
        self._written = document.revision, -1  # what was edited last, and where the cursor was then
        self._tell_problem = single_shot(self, _PAUSE_MS, self._announce_problem)
        self._hover = EditorHover(self)
        self._hover.link_activated.connect(self._go_to_target)
        self._popup: FixPopup | None = None
        connect(
            (self.gutter.pressed, self._choose_line),
            (self.gutter.dragged, self._choose_lines_to),
            (self.gutter.severity_clicked, self._open_fixes_of_line),
            (self.gutter.fold_clicked, self.folding.toggle),
            (self.gutter.severity_hovered, self._hover.show_for_line),
            (self.gutter.left, self._hover.leave_soon),
            (self.cursor_moved, self._follow_problem),
        )

    def go_to(self, span: Span) -> None:
        """Put the cursor where `span` begins, scroll to it and take the focus."""
        self._put_cursor(span.start)
        self.setFocus()

    def apply_fix(self, fix: Fix) -> None:
        """Make the edits of a fix of a shown problem as one undo step; none if the text was edited since."""
        if self.knows_fixes and fix.edits:
            self.contents.apply_edits(fix.edits)
            self.ensureCursorVisible()

    def show_fixes(self) -> None:
        """Open the list of fixes for the problem at the cursor, or else the nearest in its line."""
        offset = self.cursor_offset()
        line = self.line_span_at(offset)
        marks = self.marks.at(offset) + sorted(
            self.marks.between(*line), key=lambda mark: abs(mark.span.start - offset)
        )
        if marks:
            self._open_fixes(next((mark for mark in marks if mark.problem.fixes), marks[0]))

    def complete(self) -> bool:
        """Offer what can be written at the cursor; return False if nothing is known there."""
        self._hover.leave()
        return super().complete()

    def show_hover(self) -> None:
        """Show the hover card for the problem, tag or hidden character at the cursor at once."""
        self._hover.show_at_cursor()

    def go_to_problem(self, *, backwards: bool = False) -> None:
        """Go to the next problem or the one before, round the ends of the text, and show its hover card."""
        mark = self.marks.next_after(self.cursor_offset(), backwards=backwards)
        if mark is not None:
            self._put_cursor(mark.span.start)
            self.show_hover()

    def set_value_facts(self, facts: ValueFacts, fix: ValueFix) -> None:
        """Use `facts` for the current value of a variable in the hover card, and `fix` where it has none."""
        self._hover.value_facts, self._hover.value_fix = facts, fix

    def let_go(self) -> None:
        """Hide, and detach from the document, which may be deleted before the widget is."""
        self._hover.leave()
        self.completing.leave()
        if self._popup is not None:
            self._popup.hide()
        self.hide()
        nothing = QTextDocument(self)
        nothing.setDocumentLayout(QPlainTextDocumentLayout(nothing))
        self.blockSignals(True)  # noqa: FBT003  Qt's signature
        self.contents.edited.disconnect(self._follow_edit)
        self.contents.read_only_changed.disconnect(self._follow_read_only)
        self.setDocument(nothing)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Accept text, but not files, which are opened."""
        return source.hasText() and not local_files(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert plain text, its newlines as LF; dropped text at `_drop_place`, which Qt may not find."""
        if self._drop_place is not None:
            self.setTextCursor(self._drop_place)
        start, before = self.selected_span().start, self.contents.revision
        self.insert_text(mime_text(source))
        if self.contents.revision != before:
            self.pasted.emit(Span(start, self.cursor_offset()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hide the hover card."""
        self._hover.leave()
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hide the hover card and the completions, and set the cursor; with Alt add a caret."""
        self._hover.leave()
        self.completing.leave()
        if (
            event.modifiers() == Qt.KeyboardModifier.AltModifier
            and event.button() == Qt.MouseButton.LeftButton
        ):
            self.add_caret(self.contents.bridge.offset(self.cursor_at(event.position().toPoint()).position()))
            return
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let a screen reader say the problem at the cursor."""
        super().focusInEvent(event)
        self._announce_problem()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept text; files are the window's."""
        if local_files(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Accept text."""
        place, aim = self.aim_at(event.position())
        moved = drop_moved_to(event, place)
        super().dragMoveEvent(cast("QDragMoveEvent", moved))
        answer_as(event, moved)
        self._show_drop_at(aim)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Remove the cursor of the drop place."""
        super().dragLeaveEvent(event)
        self._show_drop_at(None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Insert dropped text."""
        place, aim = self.aim_at(event.position())
        if aim is not None:
            self._drop_place = QTextCursor(self.document())
            self._drop_place.setPosition(aim.beside.position)
        moved = drop_moved_to(event, place)
        super().dropEvent(moved)
        self._drop_place = None
        answer_as(event, moved)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the fixes for the problem under the pointer, or at the cursor, and the usual actions."""
        self._hover.leave()
        self.put_cursor_for_menu(event)
        offset = self.cursor_offset()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            under = self.offset_under(event.pos())
            offset = offset if under is None else under
        marks = self.marks.at(offset) if self.knows_fixes else []
        fixes = [fix for mark in marks for fix in mark.problem.fixes][:_MOST_OFFERED]
        name = None if self.isReadOnly() else self.name_at(offset)

        def rename() -> None:
            self._put_cursor(offset)
            self.rename_requested.emit()

        renaming = None if name is None else (name, rename)
        menu = editing_menu(self, fixes, self.fix_chosen.emit, self.contents.history, renaming)
        menu.popup(event.globalPos())

    def _open_fixes_of_line(self, offset: int) -> None:
        marks = self.marks.between(*self.line_span_at(offset))
        if marks:
            self._open_fixes(min(marks, key=lambda mark: mark.problem.severity.rank))

    def _go_to_target(self, target: Fix | Span | Mark, _spot: EditorSpot) -> None:
        """Do what a link of the hover card promises: a fix, a place, or the list of a problem's fixes."""
        if isinstance(target, Fix):
            self.fix_chosen.emit(target)
        elif isinstance(target, Mark):
            self._open_fixes(target)
        else:
            self.go_to(target)

    def _open_fixes(self, mark: Mark) -> None:
        """Open the fixes of a problem, which is gone to unless the caret is in its line already."""
        has_fixes, line = self.knows_fixes and bool(mark.problem.fixes), self.line_span_at(mark.span.start)
        if not has_fixes or not line.start <= self.cursor_offset() <= line.end:
            self._put_cursor(mark.span.start)
        if has_fixes:
            self._hover.leave()
            if self._popup is None:  # not every editor needs one
                self._popup = FixPopup(self)
                self._popup.fix_chosen.connect(self.fix_chosen)
            self._popup.open_for(mark.problem, self.rect_of(mark.span))
        else:
            self.show_hover()

    def _choose_line(self, place: QPoint, extends: bool) -> None:
        self.setFocus()
        line = self._line_under(place)
        cursor = self.textCursor()
        if not extends:
            cursor.setPosition(self.contents.bridge.position(line.start))
        end = min(line.end + 1, len(self.contents.text))
        cursor.setPosition(self.contents.bridge.position(end), _Keep)
        self.setTextCursor(cursor)

    def _choose_lines_to(self, place: QPoint) -> None:
        bridge, cursor = self.contents.bridge, self.textCursor()
        line = self._line_under(place)
        begins = bridge.offset(cursor.anchor()) <= line.start
        cursor.setPosition(
            bridge.position(min(line.end + 1, len(self.contents.text)) if begins else line.start), _Keep
        )
        self.setTextCursor(cursor)

    def _line_under(self, place: QPoint) -> Span:
        height = self.viewport().height()
        y = min(max(place.y(), 0), height - 1)
        lines = self.visible_blocks(y, y + 1) or self.visible_blocks(0, height)
        return self.line_span_at(lines[-1].start)

    def _follow_problem(self, offset: int) -> None:
        """Let a screen reader say the problem at the cursor: half a tag is not said over the typing."""
        revision, place = self._written
        if revision != self.contents.revision:
            self._written = self.contents.revision, offset
            self._tell_problem.start()
        elif place != offset:
            self._announce_problem()

    def _announce_problem(self) -> None:
        """Let a screen reader say the problem at the cursor, unless it was said last."""
        self._tell_problem.stop()
        if not QAccessible.isActive() or not self.hasFocus():
            return
        marks = self.marks.at(self.cursor_offset())
        problem = marks[0].problem if marks else None
        sentence = problem.message if problem is not None else ""
        if sentence != self._last_problem:
            self._last_problem = sentence
            has_fixes = problem is not None and problem.fixes and self.knows_fixes
            keys = native_keys("Ctrl+.")
            fixes = Sentence("window-text.has-fixes", problem=sentence, keys=keys)
            announce(self, fixes if has_fixes else sentence)


def editing_menu(
    editor: TextSurface,
    fixes: Sequence[Fix],
    choose: Callable[[Fix], object],
    history: History | None = None,
    rename: tuple[str, Callable[[], object]] | None = None,
) -> QMenu:
    """Return a menu of `fixes`, then undo, clipboard and selection; it is deleted when it closes.

    `history` is what undo acts on, the editor's own unless it is given. `rename` is the name at the place of
    the menu and what asks for another.
    """
    special = [MenuEntry(menu_words(fix.title), partial(choose, fix)) for fix in fixes]
    if rename is not None:
        name, ask = rename
        special.append(MenuEntry(menu_words(Sentence("window-text.rename", name=name)), ask, "F2"))
    document, writable = editor.document(), not editor.isReadOnly()
    can_undo = document.isUndoAvailable() if history is None else history.can_undo
    can_redo = document.isRedoAvailable() if history is None else history.can_redo
    is_selected = editor.textCursor().hasSelection()
    menu = menu_of(
        editor,
        *special,
        None,
        MenuEntry(Sentence("window-text.undo"), editor.undo, "Ctrl+Z", writable and can_undo),
        MenuEntry(Sentence("window-text.redo"), editor.redo, "Ctrl+Shift+Z", writable and can_redo),
        None,
        MenuEntry(Sentence("window-text.cut"), editor.cut, "Ctrl+X", writable and is_selected),
        MenuEntry(Sentence("window-text.copy"), editor.copy, "Ctrl+C", is_selected),
        MenuEntry(
            Sentence("window-text.copy-picture"), editor.copy_picture, is_enabled=not document.isEmpty()
        ),
        MenuEntry(Sentence("window-text.paste"), editor.paste, "Ctrl+V", writable and editor.canPaste()),
        None,
        MenuEntry(Sentence("window-text.select-all"), editor.selectAll, "Ctrl+A", not document.isEmpty()),
    )
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu

"""The editor widget: typing, problems and their fixes, drag and drop, the context menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QTextCursor,
    QTextDocument,
    QTextLayout,
)
from PySide6.QtWidgets import QPlainTextDocumentLayout, QWidget

from editor_app.analysis.analysis import row_of
from editor_app.text import Edit, Fix, Span, to_engine_text
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.focus.panel_keys import native_keys
from editor_app.window.kit.focus.text_keys import TextKey, meaning_of
from editor_app.window.kit.positions import QT_START
from editor_app.window.kit.words.qt_strings import mime_text
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.completion.completing import Completing, CompletionPopup
from editor_app.window.text.direction.row_moves import answer_as, drop_moved_to
from editor_app.window.text.document.document import EditorDocument, select
from editor_app.window.text.editing_menu import editing_menu
from editor_app.window.text.fix_popup import FixPopup
from editor_app.window.text.hover import EditorHover
from editor_app.window.text.painting.marks import Mark
from editor_app.window.text.problem_cards import ValueFacts, ValueFix
from editor_app.window.text.text_view import TextView
from editor_app.window.text.typing import (
    around_pairs,
    commit_joined,
    indent_at,
    indented,
    lines_of,
    make_exact,
    out_of_break,
    outdented,
    removal_over_break,
    tab_at,
    word_removal,
)

_Keep = QTextCursor.MoveMode.KeepAnchor
_MOST_OFFERED = 4
_PAUSE_MS = 1200
_ALONE = frozenset(  # these keys do nothing by themselves, and do not end a composed word
    (
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_CapsLock,
    )
)


class CodeEditor(TextView):
    """Edits one document; chosen fixes and dropped files are only announced, by signals."""

    key_taken = Signal()  # a key that types, deletes, moves, undoes or redoes
    cursor_moved = Signal(int)
    selection_moved = Signal(object)
    fix_chosen = Signal(object)
    files_dropped = Signal(object)
    rename_requested = Signal()  # of the name at the cursor
    pasted = Signal(object)  # the span of a text that was pasted or dropped

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        """Show `document` for editing, unless it is read-only."""
        super().__init__(document, parent)
        self.name_at: Callable[[int], str | None] = lambda _offset: None
        """Returns the name at an offset that can be changed everywhere, None without one."""
        self._composing: list[QTextLayout.FormatRange] | None = None
        self._drop_place: QTextCursor | None = None
        self._typed_revision = -1  # of the text when a character was typed last
        self._last_position = QT_START
        self._last_told = Span(0, 0)
        self._last_problem = ""
        self._written = document.revision, -1  # what was edited last, and where the cursor was then
        self._tell_problem = single_shot(self, _PAUSE_MS, self._announce_problem)
        self._hover = EditorHover(self)
        self._hover.target_chosen.connect(self._go_to_target)
        self.completing = Completing(self)
        self.completing.taken.connect(self.write_completion)
        self._popup: FixPopup | None = None
        self.gutter.pressed.connect(self._choose_line)
        self.gutter.dragged.connect(self._choose_lines_to)
        self.gutter.severity_clicked.connect(self._open_fixes_of_line)
        self.gutter.severity_hovered.connect(self._hover.show_for_line)
        self.gutter.left.connect(self._hover.leave_soon)
        self.cursorPositionChanged.connect(self._follow_cursor)
        self.selectionChanged.connect(self._follow_cursor)
        document.read_only_changed.connect(self._follow_read_only)
        self._follow_read_only()

    def insert_text(self, text: str) -> None:
        """Insert `text` in place of the selection, or at the cursor, as one undo step."""
        self.completing.leave()
        if not self.isReadOnly():
            self._insert(self.contents.bridge.shown(to_engine_text(text)))

    def delete_word_before(self) -> None:
        """Delete the selection, or back to the beginning of a word."""
        self._delete(word_removal(self.textCursor(), backwards=True))

    def delete_word_after(self) -> None:
        """Delete the selection, or forward to the beginning of the next word."""
        self._delete(word_removal(self.textCursor(), backwards=False))

    def undo(self) -> None:
        """Undo the last step, of the document's `history` if it has one."""
        self.key_taken.emit()
        self.completing.leave()
        history = self.contents.history
        self.contents.undo(super().undo) if history is None else self._show_place(history.undo())

    def redo(self) -> None:
        """Redo the last step that was undone, of the document's `history` if it has one."""
        self.key_taken.emit()
        self.completing.leave()
        history = self.contents.history
        self.contents.redo(super().redo) if history is None else self._show_place(history.redo())

    def go_to(self, span: Span) -> None:
        """Put the cursor where `span` begins, scroll to it and take the focus."""
        self._put_cursor(span.start)
        self.setFocus()

    def select_span(self, span: Span) -> None:
        """Select `span` and scroll to it."""
        cursor = self.textCursor()
        select(cursor, self.contents.bridge, span)
        self._show_cursor(cursor)

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
        self._end_composing()
        self._hover.leave()
        return self.completing.ask()

    def write_completion(self, edit: Edit) -> None:
        """Make an edit as one undo step, and put the cursor behind it."""
        if not self.isReadOnly():
            self.contents.apply_edits([edit])
            self._put_cursor(edit.span.start + len(edit.text))

    @property
    def completions(self) -> CompletionPopup | None:
        """The list of completions while it is shown, else None."""
        return self.completing.popup

    def show_hover(self) -> None:
        """Show the hover card for the problem, tag or hidden character at the cursor at once."""
        self._hover.show_at_cursor()

    def next_problem(self) -> None:
        """Go to the next problem, or from the last to the first, and show its hover card."""
        self._go_to_problem(backwards=False)

    def previous_problem(self) -> None:
        """Go to the problem before, or from the first to the last, and show its hover card."""
        self._go_to_problem(backwards=True)

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
        return source.hasText() and not _files(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert plain text, its newlines as LF; dropped text at `_drop_place`, which Qt may not find."""
        if self._drop_place is not None:
            self.setTextCursor(self._drop_place)
        start, before = self.selected_span().start, self.contents.revision
        self.insert_text(mime_text(source))
        if self.contents.revision != before:
            self.pasted.emit(Span(start, self.cursor_offset()))

    def event(self, event: QEvent) -> bool:
        """Leave a key to the actions unless it types, deletes or moves: Qt would accept many more."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        is_ours = meaning_of(event) is not TextKey.OTHER or self.completing.wants(event)
        event.setAccepted(is_ours)
        if not is_ours and event.key() not in _ALONE:
            self._end_composing()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type, delete, move and indent; a new line keeps the indentation, and undo goes by words."""
        self._hover.leave()
        if event.key() not in _ALONE:
            self._end_composing()
        if not self.completing.take_key(event):
            self._do_key(event)
            self.completing.follow(event)

    def _do_key(self, event: QKeyEvent) -> None:
        meaning = meaning_of(event)
        if meaning is not TextKey.OTHER:
            self.key_taken.emit()
        if meaning is TextKey.OTHER:
            event.ignore()
        elif self.isReadOnly() or meaning is TextKey.MOVE:
            super().keyPressEvent(event)
        elif meaning is TextKey.LINE:
            start = self.selected_span().start
            is_data = self.analysis is not None and row_of(self.analysis.kind).form.is_data
            self.insert_text("\n" + indent_at(self.contents.text, start, is_data=is_data))
        elif meaning is TextKey.INDENT:
            if self.tabChangesFocus():
                event.ignore()  # Tab found no other widget to go to
            else:
                outdents = event.key() == Qt.Key.Key_Backtab or bool(event.modifiers())
                self._shift_lines(outdents=outdents)
        elif meaning is TextKey.DELETE:
            backwards = event.key() == Qt.Key.Key_Backspace
            over_break = removal_over_break(self.textCursor(), backwards=backwards)
            super().keyPressEvent(event) if over_break is None else self._delete(over_break)
        else:
            self._type(event)

    def _end_composing(self) -> None:
        """Commit the word that is being composed: beside one, Qt's key handling cuts characters in two."""
        if self._composing is not None:
            QGuiApplication.inputMethod().commit()
        if self._composing is not None:  # the input method ended without committing
            self.inputMethodEvent(QInputMethodEvent())
        self.contents.release()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hide the completions, and set the cursor."""
        self.completing.leave()
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let a screen reader say the problem at the cursor."""
        super().focusInEvent(event)
        self._announce_problem()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """End holding changes: a composed word so far becomes an edit."""
        super().focusOutEvent(event)
        self.contents.release()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Make a composed word one edit and one undo step when it is committed."""
        if self.isReadOnly():
            event.ignore()
            return
        self.key_taken.emit()
        self.completing.leave()
        block = self.textCursor().block()
        if self._composing is None:
            self._composing = block.layout().formats()
        make_exact(event, self.textCursor(), self.contents)
        self.contents.hold()
        if self.contents.has_held_changes and event.commitString():
            commit_joined(event, self.textCursor())
            self.ensureCursorVisible()
        super().inputMethodEvent(event)
        block = self.textCursor().block()
        if event.preeditString():
            self._highlighter.composing(block, self._composing)
        else:
            self._composing = None
            block.layout().setFormats([])
            self._highlighter.forget(block)
            self.contents.release()
            self._colour_visible()
            self._follow_cursor()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files and text."""
        if _files(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Accept files and text."""
        if _files(event.mimeData()):
            event.acceptProposedAction()
            return
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
        """Announce dropped files; insert dropped text."""
        files = _files(event.mimeData())
        if files:
            event.acceptProposedAction()
            self.files_dropped.emit(files)
            return
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
        offset = self.cursor_offset()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            under = self.offset_under(event.pos())
            offset = offset if under is None else under
        marks = self.marks.at(offset) if self.knows_fixes else []
        fixes = [fix for mark in marks for fix in mark.problem.fixes][:_MOST_OFFERED]
        name = None if self.isReadOnly() else self.name_at(offset)
        rename = None if name is None else (name, partial(self._rename_at, offset))
        menu = editing_menu(self, fixes, self.fix_chosen.emit, self.contents.history, rename)
        menu.popup(event.globalPos())

    def _rename_at(self, offset: int) -> None:
        self._put_cursor(offset)
        self.rename_requested.emit()

    def _show_place(self, place: Span | None) -> None:
        if place is not None:
            self.select_span(place)

    def _shift_lines(self, *, outdents: bool) -> None:
        text, span = self.contents.text, self.selected_span()
        if not span.length and not outdents:
            self.insert_text(tab_at(text, span.start))
            return
        lines = lines_of(text, span)
        edits = (outdented if outdents else indented)(text, span)
        self.contents.apply_edits(edits)
        if span.length:
            grown = sum(edit.growth for edit in edits)
            whole = Span(lines[0].start, max(span.end, lines[-1].end) + grown)
            self.select_span(whole)

    def _type(self, event: QKeyEvent) -> None:
        typed, cursor = event.text(), self.textCursor()
        shown = self.contents.bridge.shown(typed)
        is_typing = typed.isprintable()
        is_after_other = is_typing and self._typed_revision != self.contents.revision  # Qt would join it
        if shown != typed:  # Qt would insert an invisible character, or one that is a placeholder
            self._insert(shown)
        elif is_after_other or self._begins_word(typed, cursor):
            self._insert(shown, begins_step=True)  # Qt would undo the whole line
        else:
            super().keyPressEvent(event)
        if is_typing:
            self._typed_revision = self.contents.revision

    def _insert(self, shown: str, *, begins_step: bool = False) -> None:
        """Insert a text of Qt's, and scroll to it when the step has ended: lines are laid out only then."""
        cursor = self.textCursor()
        if begins_step:
            cursor.beginEditBlock()
        cursor.insertText(shown)
        if begins_step:
            cursor.endEditBlock()
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _delete(self, removal: QTextCursor) -> None:
        if not self.isReadOnly():
            removal.removeSelectedText()
            self.ensureCursorVisible()

    def _begins_word(self, typed: str, cursor: QTextCursor) -> bool:
        if not typed or not typed.isprintable() or typed.isspace() or cursor.hasSelection():
            return False
        offset = self.contents.bridge.offset(cursor.position())
        return self.contents.text[max(offset - 1, 0) : offset].isspace()

    def _put_cursor(self, offset: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(self.contents.bridge.position(min(offset, len(self.contents.text))))
        self._show_cursor(cursor)

    def _show_cursor(self, cursor: QTextCursor) -> None:
        """Set the cursor; if that needs scrolling, put its line in the middle."""
        inside = self.viewport().rect()
        was_visible = inside.contains(self.cursorRect(cursor).center())
        self.setTextCursor(cursor)
        if not was_visible:
            self.centerCursor()

    def _go_to_problem(self, *, backwards: bool) -> None:
        mark = self.marks.next_after(self.cursor_offset(), backwards=backwards)
        if mark is not None:
            self._put_cursor(mark.span.start)
            self.show_hover()

    def _open_fixes_of_line(self, offset: int) -> None:
        marks = self.marks.between(*self.line_span_at(offset))
        if marks:
            self._open_fixes(min(marks, key=lambda mark: mark.problem.severity.rank))

    def _go_to_target(self, target: Fix | Span | Mark) -> None:
        """Do what a link of the hover card promises: a fix, a place, or the list of a problem's fixes."""
        if isinstance(target, Fix):
            self.fix_chosen.emit(target)
        elif isinstance(target, Mark):
            self._open_fixes(target)
        else:
            self.go_to(target)

    def _open_fixes(self, mark: Mark) -> None:
        self._put_cursor(mark.span.start)
        if self.knows_fixes and mark.problem.fixes:
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

    def _follow_cursor(self) -> None:
        cursor = self.textCursor()
        if self.contents.bridge.has_soft_breaks:
            outside = out_of_break(cursor, self._last_position)
            self._last_position = cursor.position()
            if outside is not None:
                self.setTextCursor(outside)
                return
        if self.contents.has_held_changes:
            return
        whole = around_pairs(cursor, self.contents.bridge)
        if whole is not None:  # assistive programs count characters otherwise
            self.setTextCursor(whole)
            return
        span = self.selected_span()
        if span != self._last_told:
            self._last_told = span
            self.selection_moved.emit(span)
        offset = self.cursor_offset()
        self.cursor_moved.emit(offset)
        revision, place = self._written
        if revision != self.contents.revision:  # half a tag is not said over the typing
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
            announce(self, f"{sentence} {native_keys('Ctrl+.')} has fixes." if has_fixes else sentence)

    def _follow_read_only(self) -> None:
        forbids = self.contents.read_only_because is not None
        self.setReadOnly(forbids)
        if forbids:
            flags = Qt.TextInteractionFlag
            self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)


def _files(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []

"""The typing in the editor: keys, input methods, undo and completion."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QTextCursor,
    QTextLayout,
)
from PySide6.QtWidgets import QWidget

from editor_app.analysis.analysis import row_of
from editor_app.text import Edit, Span, to_engine_text
from editor_app.text.editing.indentation import indent_at
from editor_app.window.kit.focus.text_keys import TextKey, meaning_of
from editor_app.window.kit.positions import QT_START
from editor_app.window.kit.work.connections import connect
from editor_app.window.text.completion.completing import Completing
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.typing.key_edits import (
    around_pairs,
    commit_joined,
    make_exact,
    out_of_break,
    removal_over_break,
)
from editor_app.window.text.typing.several_carets import SeveralCaretsView

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


class TypingView(SeveralCaretsView):
    """A view of a document that is typed into, unless that is read-only."""

    key_taken = Signal()  # a key that types, deletes, moves, undoes or redoes
    cursor_moved = Signal(int)
    selection_moved = Signal(object)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        """Show `document` for editing."""
        super().__init__(document, parent)
        self._composing: list[QTextLayout.FormatRange] | None = None
        self._typed_revision = -1  # of the text when a character was typed last
        self._last_position = QT_START
        self._last_told = Span(0, 0)
        self._awaited: Span | None = None  # what is selected once a large text is there
        self.completing = Completing(self)
        connect(
            (self.completing.taken, self.write_completion),
            (self.cursorPositionChanged, self._follow_cursor),
            (self.selectionChanged, self._follow_cursor),
            (document.read_only_changed, self._follow_read_only),
        )
        self._follow_read_only()

    def insert_text(self, text: str) -> None:
        """Insert `text` in place of the selection, or at the cursor, as one undo step."""
        self.completing.leave()
        if self.others:
            self.paste_at_all(to_engine_text(text))
        elif not self.isReadOnly():
            self._insert(self.contents.bridge.shown(to_engine_text(text)))

    def undo(self) -> None:
        """Undo the last step, of the document's `history` if it has one."""
        history = self.contents.history
        self._step(partial(self.contents.undo, super().undo) if history is None else history.undo)

    def redo(self) -> None:
        """Redo the last step that was undone, of the document's `history` if it has one."""
        history = self.contents.history
        self._step(partial(self.contents.redo, super().redo) if history is None else history.redo)

    def _step(self, act: Callable[[], Span | None]) -> None:
        self.key_taken.emit()
        self.completing.leave()
        place = act()
        if place is not None:
            self.select_span(place)

    def complete(self) -> bool:
        """Offer what can be written at the cursor; return False if nothing is known there."""
        self._end_composing()
        return self.completing.ask()

    def write_completion(self, edit: Edit) -> None:
        """Make an edit as one undo step, and put the cursor behind it."""
        if not self.isReadOnly():
            self.contents.apply_edits([edit])
            self._put_cursor(edit.span.start + len(edit.text))

    def _put_cursor(self, offset: int) -> None:
        self.select_span(Span(offset, offset))

    def select_span(self, span: Span) -> None:
        """Select `span` and scroll to it, in a large text once that is there."""
        self._awaited = span if self.contents.is_filling else None
        if self._awaited is None:
            super().select_span(span)
        else:
            self.cursor_moved.emit(span.end)

    def cursor_offset(self) -> int:
        """Return the offset of the cursor, or where it will be once a large text is there."""
        return super().cursor_offset() if self._awaited is None else self._awaited.end

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Stay where the user clicks while a large text is coming."""
        self._awaited = None
        super().mousePressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Leave a key to the actions unless it types, deletes or moves: Qt would accept many more."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        ends_several = bool(self.others) and event.key() == Qt.Key.Key_Escape
        is_ours = meaning_of(event) is not TextKey.OTHER or self.completing.wants(event) or ends_several
        event.setAccepted(is_ours)
        if not is_ours and event.key() not in _ALONE:
            self._end_composing()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type, delete, move and indent; a new line keeps the indentation, and undo goes by words."""
        if event.key() not in _ALONE:
            self._end_composing()
        if self.completing.take_key(event):
            return
        meaning = meaning_of(event)
        if meaning is not TextKey.OTHER:
            self._awaited = None
            self.key_taken.emit()
        is_data = self.analysis is not None and row_of(self.analysis.kind).form.is_data
        if self.take_key_at_all(event, meaning, is_data=is_data):
            return
        if event.key() == Qt.Key.Key_Escape and self.end_several():
            return
        if meaning is TextKey.OTHER:
            event.ignore()
        elif self.isReadOnly() or meaning is TextKey.MOVE:
            super().keyPressEvent(event)
        elif meaning is TextKey.LINE:
            start = self.selected_span().start
            self.insert_text("\n" + indent_at(self.contents.text, start, is_data=is_data))
        elif meaning is TextKey.INDENT:
            if self.tabChangesFocus():
                event.ignore()  # Tab found no other widget to go to
            else:
                self.indent_each(outdents=event.key() == Qt.Key.Key_Backtab or bool(event.modifiers()))
        elif meaning is TextKey.DELETE:
            backwards = event.key() == Qt.Key.Key_Backspace
            over_break = removal_over_break(self.textCursor(), backwards=backwards)
            super().keyPressEvent(event) if over_break is None else self._delete(over_break)
        else:
            self._type(event)
        self.completing.follow(event)

    def _end_composing(self) -> None:
        """Commit the word that is being composed: beside one, Qt's key handling cuts characters in two."""
        if self._composing is not None:
            QGuiApplication.inputMethod().commit()
        if self._composing is not None:  # the input method ended without committing
            self.inputMethodEvent(QInputMethodEvent())
        self.contents.release()

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

    def _type(self, event: QKeyEvent) -> None:
        typed, cursor, text = event.text(), self.textCursor(), self.contents.text
        shown, is_typing = self.contents.bridge.shown(typed), typed.isprintable()
        offset = self.cursor_offset()
        begins_word = bool(typed) and is_typing and not typed.isspace() and not cursor.hasSelection()
        begins_word = begins_word and text[max(offset - 1, 0) : offset].isspace()
        is_after_other = is_typing and self._typed_revision != self.contents.revision  # Qt would join it
        if shown != typed:  # Qt would insert an invisible character, or one that is a placeholder
            self._insert(shown)
        elif is_after_other or begins_word:
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

    def _follow_cursor(self) -> None:
        """Keep the cursor out of soft breaks and surrogate pairs, and announce where it is."""
        cursor = self.textCursor()
        moved: QTextCursor | None = None
        if self.contents.bridge.has_soft_breaks:
            moved = out_of_break(cursor, self._last_position)
            self._last_position = cursor.position()
        if moved is None and self.contents.has_held_changes:
            return
        if moved is None:  # assistive programs count otherwise than Qt
            moved = around_pairs(cursor, self.contents.bridge)
        if moved is not None:
            self.setTextCursor(moved)
            return
        span = self.selected_span()
        if span != self._last_told:
            self._last_told = span
            self.selection_moved.emit(span)
        self.cursor_moved.emit(self.cursor_offset())

    def _follow_read_only(self) -> None:
        forbids = self.contents.read_only_because is not None
        self.setReadOnly(forbids)
        if forbids:
            flags = Qt.TextInteractionFlag
            self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        if self._awaited is not None and not self.contents.is_filling:
            self.select_span(self._awaited)

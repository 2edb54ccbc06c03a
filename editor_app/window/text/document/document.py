"""The text being edited: our own exact text, kept in step with Qt's document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor, QTextDocument

from editor_app.text import Edit, Newlines, Sentence, Span, apply_edits, difference, in_order, to_engine_text
from editor_app.window.kit.positions import QT_START, QtPosition, cursor_over
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.text.document.history import History
from editor_app.window.text.document.newline_styles import NewlineHistory, NewlineStyles, line_edits
from editor_app.window.text.document.placeholders import SOFT_BREAK
from editor_app.window.text.document.text_bridge import TextBridge
from editor_app.window.text.lines.even_lines import EvenLines

MOST_AT_ONCE = 1_000_000
MOST_LINES_AT_ONCE = 5_000  # Qt makes an object for each
LONGEST_EDITABLE = 5_000_000
MOST_EDITABLE_LINES = 200_000
_SLICE = 1 << 15
_SLICE_OF_LINES = 1 << 13  # characters, for text with many lines: Qt makes an object for each
_MANY_LINES = 2_000
_SECONDS = 0.012  # laying out a slice takes about as long again
NOT_SHOWABLE = Sentence("window-text.too-many-private")


class EditorDocument(QObject):
    """A text with undo.

    Whatever changes Qt's document changes `text` by the same edit, and
    nothing else does. `edited` comes with one Edit of the text before, once
    for each step; slots of it must not edit.
    """

    edited = Signal(object)
    stepped = Signal(bool)  # that a step was undone, or else redone
    modified_changed = Signal(bool)
    read_only_changed = Signal()
    newlines_replaced = Signal()  # without an edit, or after that was announced
    filled_anew = Signal()
    """The text's beginning was inserted into Qt's document anew, which moved every cursor behind it."""

    def __init__(
        self,
        text: str = "",
        *,
        newlines: Newlines = Newlines(),  # noqa: B008  frozen
        read_only_because: str | None = None,
        history: History | None = None,
        is_limited: bool = True,
        parent: QObject | None = None,
    ) -> None:
        """Begin with engine text; `newlines` is how its file spells them.

        With a `history`, that of another text which takes over every change, it has no undo of its own.
        Unless it `is_limited`, it takes edits however long the text is.
        """
        super().__init__(parent)
        self.history = history
        self.text = text
        """The exact text: LF, no BOM, every character as it was given or typed."""
        self.revision = 0
        """The number of edits so far."""
        self.last_edit: Edit | None = None
        self.changed_lines: Span | None = None
        """The part in which lines were made or taken away by the last edit, which can be a smaller one."""
        self._newline_history = NewlineHistory(NewlineStyles(newlines, text))
        self._given_reason = read_only_because
        self._own_reason: str | None = None
        self._is_limited = is_limited
        self.text_document = QTextDocument(self)
        self.layout = EvenLines(self.text_document)
        self.text_document.setDocumentLayout(self.layout)
        self.text_document.setDocumentMargin(0)
        self._slicer = Slicer(self)
        self._is_exact = True  # whether all that is in Qt's document stands for the text
        self.takes_edits = True
        """Whether Qt's document has all of the text, so that edits become undo steps."""
        self._is_announcing = False
        self._is_held = False
        self._held_since: tuple[QtPosition, QtPosition] | None = None
        self._made_edits: list[Edit] | None = None
        self._made_text: str | None = None  # what they make, where no line of it is shown in pieces
        self.continues_step = False
        """Whether the edit that is being announced belongs to the step of the edit before."""
        self._continued: set[int] = set()  # the available steps of Qt between two that belong together
        self._is_stepping = False
        self._steps = Slicer(self)
        self._fill(text)
        self.text_document.contentsChange.connect(self._follow)
        self.text_document.modificationChanged.connect(self.modified_changed)

    @property
    def newlines(self) -> Newlines:
        """How the file spells the text's newlines; undo brings back each line's own."""
        return self._styles.newlines(self.text)

    @property
    def newline_letters(self) -> str:
        """The same as letters, which cost little to compare."""
        return self._styles.letters

    def take_newline_letters(self, letters: str) -> bool:
        """Take over how an earlier session spelled the text's newlines; False if that was another text."""
        if not self._styles.take(letters, self.text):
            return False
        self._place, self._could_redo = self.text_document.availableUndoSteps(), False
        self._styles.remember(self._place, self.text)
        self.newlines_replaced.emit()
        return True

    @property
    def is_modified(self) -> bool:
        """Whether the undo stack is at another step than when the text was last saved."""
        return self.takes_edits and self.text_document.isModified()

    @property
    def read_only_because(self) -> str | None:
        """Why the text cannot be edited, as a sentence, or None if it can."""
        return self._given_reason or self._own_reason

    @property
    def is_filling(self) -> bool:
        """Whether a large text is still being put into Qt's document."""
        return self._slicer.is_busy

    def part(self, start: QtPosition, end: QtPosition) -> str:
        """Return the exact text between two positions of Qt's document."""
        return self.text[self.bridge.offset(start) : self.bridge.offset(end)]

    def mark_saved(self) -> None:
        """Mark the current text as saved."""
        self.text_document.setModified(False)

    def mark_unsaved(self) -> None:
        """Mark the text as unsaved, whatever undo leads back to."""
        self.text_document.setModified(False)  # else Qt keeps the saved step
        self.text_document.setModified(True)

    def apply_edits(self, edits: Iterable[Edit], *, joins: bool = False, continues: bool = False) -> None:
        """Make all `edits` of the text as one undo step; overlapping ones are a ValueError.

        With `joins`, the step becomes a part of the one before; where it `continues` that, the two are undone
        one after the other, in slices.
        """
        self.release()
        exact = (Edit(edit.span, to_engine_text(edit.text)) for edit in edits)
        ordered = [edit for edit in in_order(exact) if edit.span.of(self.text) != edit.text]
        text = apply_edits(self.text, ordered)
        if text == self.text:
            return
        if self._is_announcing:
            raise RuntimeError("the text may not be edited while an edit is being announced")
        if not self.takes_edits:
            self._replace_unfollowed(text)
            return
        shown = [self.bridge.shown(edit.text) for edit in ordered]
        in_pieces = self.bridge.has_soft_breaks or any(SOFT_BREAK in inserted for inserted in shown)
        self._made_edits, self._made_text = ordered, None if in_pieces else text
        self.continues_step = continues
        cursor = QTextCursor(self.text_document)
        cursor.setPosition(self.bridge.position(ordered[0].span.start))  # where undo puts the cursor
        (cursor.joinPreviousEditBlock if joins else cursor.beginEditBlock)()
        for edit, inserted in zip(reversed(ordered), reversed(shown), strict=True):
            _replace(cursor, self.bridge, edit.span, inserted)
        cursor.endEditBlock()
        self._made_edits = self._made_text = None
        self.continues_step = False

    def replace_text(self, text: str, newlines: Newlines | None = None) -> None:
        """Change the text to `text` by one smallest edit, as one undo step; `newlines` are the new text's."""
        self.release()
        text = to_engine_text(text)
        edit = difference(self.text, text)
        if edit is not None:
            self.apply_edits([edit])
        if newlines is not None and newlines != self.newlines:
            spelled = self.newlines.spell(text)
            place, styles = self.text_document.availableUndoSteps(), NewlineStyles(newlines, text)
            if edit is None:
                self._newline_history.replace_all(styles)
            else:
                self._newline_history.replace(place, text, styles)
            self._styles.remember(place, text)
            self.newlines_replaced.emit()
            if edit is None and newlines.spell(text) != spelled:  # no undo step says so
                self.mark_unsaved()

    def undo(self, act: Callable[[], object] | None = None) -> None:
        """Undo the last step; `act` is how an editor does it, which puts its cursor there."""
        self._step(act or self.text_document.undo, undoes=True)

    def redo(self, act: Callable[[], object] | None = None) -> None:
        """Redo the last step that was undone; `act` as for `undo`."""
        self._step(act or self.text_document.redo, undoes=False)

    def _step(self, act: Callable[[], object], *, undoes: bool) -> None:
        self.release()
        self._steps.start(self._step_in_slices(act, undoes), self.stepped.emit)
        self._steps.advance()

    def _step_in_slices(self, act: Callable[[], object], undoes: bool) -> Iterator[bool | None]:
        """Undo or redo a step of Qt, then those that belong to it, unless the text is edited meanwhile."""
        document, revision, is_first = self.text_document, self.revision, True
        while self.revision == revision:
            self._is_stepping, self.continues_step = True, not is_first
            try:
                act()
            finally:
                self._is_stepping = self.continues_step = is_first = False
            if self.revision == revision:
                break
            revision = self.revision
            if document.availableUndoSteps() not in self._continued:
                yield undoes
                break
            act = document.undo if undoes else document.redo
            yield None

    def set_read_only_because(self, reason: str | None) -> None:
        """Make the text read-only for a reason, a sentence, or editable with None."""
        self._end_step()
        if reason != self.read_only_because:
            self._given_reason = reason
            self.read_only_changed.emit()

    def finish_filling(self) -> None:
        """Put the rest of a large text into Qt's document at once."""
        self._slicer.finish()

    def stop_filling(self) -> None:
        """Stop putting a large text into Qt's document; `text` has all of it."""
        if self.is_filling:
            self._slicer.stop()
            self._own_reason = Sentence("window-text.filling-stopped")
            self.read_only_changed.emit()

    def hold(self) -> None:
        """Collect the changes from now on for one edit at `release`, while a word is being composed."""
        self._end_step()
        self._is_held = True

    def release(self) -> None:
        """Make the changes since `hold` one edit, and end a step that is undone or redone in slices."""
        self._end_step()
        self._is_held = False
        if self._held_since is not None:
            self._take(*self._held_since)

    def _end_step(self) -> None:
        """Undo or redo now what is left of a step, unless its edits are being announced."""
        if not self._is_stepping:
            self._steps.finish()

    @property
    def has_held_changes(self) -> bool:
        """Whether Qt's document changed since `hold`."""
        return self._held_since is not None

    def _fill(self, text: str) -> None:
        """Insert all of `text` into Qt's document, which is empty; a large text in slices."""
        self.bridge = TextBridge(text)
        """The mapping between offsets of `text` and positions in `text_document`."""
        self._own_reason = self._why_too_large(text)
        self._is_exact, self.takes_edits = True, False
        self.text_document.setUndoRedoEnabled(False)
        is_long = len(text) > MOST_AT_ONCE or text.count("\n") > MOST_LINES_AT_ONCE
        if is_long or self._own_reason is not None:
            self._own_reason = self._own_reason or Sentence("window-text.still-opening")
            self._slicer.start(self._fill_in_slices(text))
            return
        QTextCursor(self.text_document).insertText(self._begun(0, len(text)))
        self._end_filling()
        self.filled_anew.emit()

    def _fill_in_slices(self, text: str) -> Iterator[None]:
        """Insert a large text bit by bit, and yield every few milliseconds: the window never waits."""
        start = 0
        while start < len(text):
            until, is_first = perf_counter() + _SECONDS, start == 0
            cursor = QTextCursor(self.text_document)
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.beginEditBlock()
            while start < len(text) and perf_counter() < until:
                end = min(start + _SLICE, len(text))
                if text.count("\n", start, end) > _MANY_LINES:
                    end = min(start + _SLICE_OF_LINES, end)
                cursor.insertText(self._begun(start, end))
                start = end
            cursor.endEditBlock()
            if is_first:
                self.filled_anew.emit()
            if start < len(text):
                yield
        self._slicer.stop()
        self._end_filling()
        self.read_only_changed.emit()

    def _begun(self, start: int, end: int) -> str:
        """Return what Qt's document gets for [start, end) of the text."""
        try:
            return self.bridge.begin(start, end, self.text)
        except OverflowError:
            self._is_exact = False
            return self.text[start:end]

    def _end_filling(self) -> None:
        self._own_reason = self._why_too_large(self.text) if self._is_exact else NOT_SHOWABLE
        self.takes_edits = self._own_reason is None
        self.text_document.setUndoRedoEnabled(self.takes_edits and self.history is None)
        self.text_document.setModified(False)
        self._length = self._taken_length = self.text_document.characterCount() - 1
        self._place, self._could_redo = 0, False
        self._newline_history = NewlineHistory(self._styles)
        self._styles.remember(0, self.text)

    def _why_too_large(self, text: str) -> str | None:
        lines = text.count("\n") + 1
        if self._is_limited and lines > MOST_EDITABLE_LINES:
            return Sentence("window-text.too-many-lines", lines=lines, most=MOST_EDITABLE_LINES)
        if self._is_limited and len(text) > LONGEST_EDITABLE:
            return Sentence("window-text.too-long", characters=len(text), most=LONGEST_EDITABLE)
        return None

    def _replace_unfollowed(self, text: str) -> None:
        """Replace the text without undo, where Qt's document is not an exact copy of it."""
        self._slicer.stop()
        edit = difference(self.text, text)
        self._styles.edited(self.text, [edit] if edit else [])
        self.text, self.changed_lines = text, None
        self.text_document.clear()
        self._fill(text)
        self._announce(edit)
        self.read_only_changed.emit()

    def _follow(self, position: QtPosition, removed: QtPosition, added: QtPosition) -> None:
        """Note which part of Qt's document changed, and make it an edit unless changes are held."""
        if not self.takes_edits:
            return
        # Qt tells it only after this: a view that changes while the edit is announced needs the lines of now.
        self.layout.tell_change(position, added)
        before, now = self._length, self.text_document.characterCount() - 1
        self._length = now  # `removed` and `added` may count the last block's end, which is no character
        kept_before = min(position, before, now)
        kept_behind = max(QT_START, min(before - position - removed, now - position - added))
        if self._held_since is not None:
            kept_before = min(kept_before, self._held_since[0])
            kept_behind = min(kept_behind, self._held_since[1])
        self._held_since = kept_before, kept_behind
        if not self._is_held:
            self._take(kept_before, kept_behind)

    def _take(self, kept_before: QtPosition, kept_behind: QtPosition) -> None:
        """Update the text from Qt's document, except its first `kept_before` and last `kept_behind` units."""
        self._held_since = None
        bridge, before, now = self.bridge, self._taken_length, self._length
        kept_behind = min(kept_behind, before - kept_before, now - kept_before)
        start, end = bridge.offset(kept_before), bridge.offset_behind(before - kept_behind)
        first = bridge.position(start, before_break=True)  # whole characters and whole soft breaks
        behind = before - bridge.position(end)
        old_text, replaced, made = self.text, self.text[start:end], self._made_text
        if made is None:
            inserted, gaps = bridge.exact(self._read(first, now - behind))
        else:  # edits far from each other: reading all between them would take long
            inserted, gaps = made[start : len(made) - (len(old_text) - end)], []
        self._taken_length = now
        if inserted == replaced and not gaps and not bridge.has_soft_breaks:
            return
        self.text = f"{old_text[:start]}{inserted}{old_text[end:]}"
        bridge.replaced(start, end, inserted, self.text, gaps)
        if bridge.position(len(self.text)) != now and (kept_before or kept_behind):
            self.text = old_text  # Qt changed more than it reported: compare everything
            bridge.replaced(start, start + len(inserted), replaced, old_text)
            self._taken_length, self._made_text = before, None
            self._take(QT_START, QT_START)
            return
        edit = difference(replaced, inserted)
        has_lines = "\n" in replaced or "\n" in inserted
        self.changed_lines = Span(start, start + len(inserted)) if has_lines else None
        if edit is not None:
            edit = Edit(edit.span.shifted(start), edit.text)
            self._follow_newlines(old_text, edit)
            self._announce(edit)

    def _read(self, start: QtPosition, end: QtPosition) -> str:
        cursor = cursor_over(self.text_document, start, end)
        return cursor.selectedText()  # raw: toPlainText would change no-break spaces

    def _follow_newlines(self, old_text: str, edit: Edit) -> None:
        place = self.text_document.availableUndoSteps()
        can_redo = self.text_document.isRedoAvailable()  # `availableRedoSteps` is 0 also where there is one
        is_undo_or_redo = place < self._place or self._could_redo
        if not self._is_stepping and (self._continued or self.continues_step):
            self._continued = {end for end in self._continued if end < self._place}
            self._continued |= {self._place} if self.continues_step else set()
        self._newline_history.go_to(place, self.text, can_redo=can_redo)
        if self._styles.are_mixed and not (is_undo_or_redo and self._styles.recall(place, self.text)):
            edits = self._made_edits or line_edits(old_text, edit)
            self._styles.edited(old_text, edits)
            self._styles.remember(place, self.text)
        self._place, self._could_redo = place, can_redo

    @property
    def _styles(self) -> NewlineStyles:
        return self._newline_history.current

    def _announce(self, edit: Edit | None) -> None:
        if edit is None:
            return
        self.revision += 1
        self.last_edit = edit
        self._is_announcing = True
        try:
            self.edited.emit(edit)
        finally:
            self._is_announcing = False


def select(cursor: QTextCursor, bridge: TextBridge, span: Span) -> None:
    """Select `span` with a cursor of Qt's document."""
    start = bridge.position(span.start)
    end = bridge.position(span.end, before_break=True) if span.end > span.start else start
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)


def _replace(cursor: QTextCursor, bridge: TextBridge, span: Span, shown: str) -> None:
    """Replace `span` by `shown`; other cursors at either end of it stay there."""
    select(cursor, bridge, span)
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    cursor.setPosition(end)
    cursor.insertText(shown)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()

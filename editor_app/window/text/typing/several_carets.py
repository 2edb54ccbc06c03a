"""Several carets in a view: what is typed, deleted and pasted happens at all of them, as one undo step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, cast

from PySide6.QtCore import QMimeData, Qt, QTextBoundaryFinder
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QWidget

from editor_app.text import Edit, Sentence, Span, line_end, line_start
from editor_app.text.editing.indentation import indent_at, indented, outdented, tab_at
from editor_app.text.editing.selection_edits import (
    SelectionEdits,
    lines_changed,
    next_match,
    ordered,
    replaced_by,
    surrounded,
)
from editor_app.window.kit.focus.text_keys import TextKey
from editor_app.window.kit.positions import QtPosition, Utf16Index, cursor_over
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.qt_strings import for_qt
from editor_app.window.kit.work.connections import connect
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.painting.marks import is_in_line
from editor_app.window.text.painting.picture import Picture
from editor_app.window.text.text_view import TextView
from editor_app.window.text.typing.key_edits import word_removal

MOST_CARETS: Final = 1_000
_SELECTED_ALPHA: Final = 70
_LONGEST_CHARACTER: Final = 64  # code points: joined emoji have ten
_Op = QTextCursor.MoveOperation
_Mode = QTextCursor.MoveMode
_MOVES: Final = (
    *(("NextChar", _Op.Right), ("PreviousChar", _Op.Left), ("NextLine", _Op.Down), ("PreviousLine", _Op.Up)),
    *(("NextWord", _Op.NextWord), ("PreviousWord", _Op.PreviousWord)),
    *(("StartOfLine", _Op.StartOfLine), ("EndOfLine", _Op.EndOfLine)),
    *(("StartOfDocument", _Op.Start), ("EndOfDocument", _Op.End)),
)
_MOVE_KEYS: Final = tuple(
    (QKeySequence.StandardKey[f"{verb}{name}"], move, mode)
    for name, move in _MOVES
    for verb, mode in (("MoveTo", _Mode.MoveAnchor), ("Select", _Mode.KeepAnchor))
)


class Caret(NamedTuple):
    """A caret and the other end of what is selected with it, in offsets of the text."""

    anchor: int
    place: int

    @property
    def span(self) -> Span:
        """What is selected."""
        return Span(min(self), max(self))


class SeveralCaretsView(TextView):
    """A view with carets besides Qt's, which end when that is moved in any other way."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        """Begin with Qt's caret alone."""
        super().__init__(document, parent)
        self.others: tuple[Caret, ...] = ()
        self._keeps_others = False
        self._joins_revision = -1  # of the text when a character was typed at several carets last
        connect(
            (self.cursorPositionChanged, self._end_others),
            (self.selectionChanged, self._end_others),
            (document.edited, self._end_others),
        )

    @property
    def own(self) -> Caret:
        """Qt's caret."""
        return self._caret_of(self.textCursor())

    @property
    def all_carets(self) -> tuple[Caret, ...]:
        """All carets, Qt's as the last of them."""
        return (*self.others, self.own)

    @property
    def selections(self) -> list[Span]:
        """What is selected at all carets, in order."""
        return ordered(caret.span for caret in self.all_carets)

    def set_carets(self, carets: Sequence[Caret]) -> None:
        """Set all carets, at least one; Qt's is the last of them."""
        longest = len(self.contents.text)
        *others, own = carets
        with self._keeping_others():
            self.setTextCursor(self._cursor_of(Caret(min(own.anchor, longest), min(own.place, longest))))
            self.ensureCursorVisible()
        self.others = tuple(others)
        self.viewport().update()

    def change(self, result: SelectionEdits, *, joins: bool = False) -> None:
        """Make edits of the text as one undo step, or as a part of the last one, and set the selections."""
        if self.isReadOnly():
            return
        if result.edits:
            with self._keeping_others():
                self.contents.apply_edits(result.edits, joins=joins)
        if result.selections:
            self.set_carets([Caret(*span) for span in result.selections])

    def add_caret(self, offset: int) -> str:
        """Add a caret; return a sentence why not, "" if it was added."""
        return self._add(Caret(offset, offset))

    def add_next_match(self) -> str:
        """Select the word at the caret, or what is selected once more; return a sentence why not."""
        match = next_match(self.contents.text, [caret.span for caret in self.all_carets])
        if match is None:
            has_words = "yes" if self.own.span.length else "no"
            return Sentence("window-text.no-match", has_words=has_words)
        if not self.own.span.length:
            self.set_carets([*self.others, Caret(*match)])
            return ""
        return self._add(Caret(*match))

    def select_all_matches(self) -> str:
        """Select the word at the caret wherever it stands; return a sentence why not all are selected."""
        if not self.own.span.length:
            why_not = self.add_next_match()
            if why_not:
                return why_not
        text, words = self.contents.text, self.own.span.of(self.contents.text)
        places, at = list[Caret](), text.find(words)
        while at >= 0 and len(places) < MOST_CARETS:
            places.append(Caret(at, at + len(words)))
            at = text.find(words, at + len(words))
        self.set_carets(places)
        return "" if at < 0 else Sentence("window-text.first-selected", most=MOST_CARETS)

    def end_several(self) -> bool:
        """Leave only Qt's caret; return whether there were others."""
        had, self.others = bool(self.others), ()
        if had:
            self.viewport().update()
        return had

    def delete_word_before(self) -> None:
        """Delete the selections, or back to the beginning of a word."""
        self._delete_each(lambda cursor: word_removal(cursor, backwards=True))

    def delete_word_after(self) -> None:
        """Delete the selections, or forward to the beginning of the next word."""
        self._delete_each(lambda cursor: word_removal(cursor, backwards=False))

    def cut(self) -> None:
        """Cut what is selected at all carets."""
        if not self.others:
            super().cut()
        elif any(span.length for span in self.selections):
            self.copy()
            self._remove(self.selections)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the exact text, with several carets a line for each."""
        if not self.others:
            return super().createMimeDataFromSelection()
        data = QMimeData()
        data.setText(for_qt("\n".join(span.of(self.contents.text) for span in self.selections)))
        return data

    def insert_at_all(self, texts: Sequence[str], *, joins: bool = False) -> None:
        """Put a text in place of each selection, as one undo step."""
        self.change(replaced_by(texts, self.selections), joins=joins)

    def paste_at_all(self, text: str) -> None:
        """Put a line of a text at each caret where there are as many, else all of it."""
        lines, count = text.split("\n"), len(self.selections)
        self.insert_at_all(lines if len(lines) == count else [text] * count)

    def take_key_at_all(self, event: QKeyEvent, meaning: TextKey, *, is_data: bool) -> bool:
        """Do at all carets what a key means; return False where there is one, or for a key with no meaning.

        A pair is put round what is selected at a single caret, too.
        """
        text, spans = self.contents.text, self.selections
        pair = surrounded(text, spans, event.text()) if meaning is TextKey.TEXT else None
        if pair is not None and not self.isReadOnly():
            self.change(pair)
            return True
        if not self.others or self.isReadOnly():
            return False
        if meaning is TextKey.MOVE:
            return self._move_each(event)
        if meaning is TextKey.TEXT:
            joins = self._joins_revision == self.contents.revision and not event.text().isspace()
            self.insert_at_all([event.text()] * len(spans), joins=joins)
            self._joins_revision = self.contents.revision
        elif meaning is TextKey.LINE:
            self.insert_at_all([f"\n{indent_at(text, span.start, is_data=is_data)}" for span in spans])
        elif meaning is TextKey.DELETE:
            backwards = event.key() == Qt.Key.Key_Backspace
            self._remove(_removal(text, span, backwards=backwards) for span in spans)
        elif meaning is TextKey.INDENT:
            self.indent_each(outdents=bool(event.modifiers()))
        return meaning is not TextKey.OTHER

    def paint_above(self, picture: Picture) -> None:
        """Paint the other carets, too, and what is selected at them over the grounds of tags."""
        super().paint_above(picture)
        color = QColor(current_theme().color("textsel"))
        color.setAlpha(_SELECTED_ALPHA)
        seen = picture.lines if picture.cursor is not None else ()
        for caret in self.others if seen else ():
            if caret.span.end < seen[0].start or caret.span.start > seen[-1].end:
                continue
            cursor = self._cursor_of(caret)
            for line in picture.lines:
                if is_in_line(caret.span, line):
                    picture.ground(line, cursor, QBrush(color))
            picture.caret(self.contents.bridge.position(caret.place), self.cursorWidth(), None)

    def _add(self, caret: Caret) -> str:
        if len(self.others) + 1 >= MOST_CARETS:
            return Sentence("window-text.most-carets", most=MOST_CARETS)
        self.set_carets([*self.all_carets, caret])
        return ""

    def _caret_of(self, cursor: QTextCursor) -> Caret:
        bridge = self.contents.bridge
        return Caret(bridge.offset(cursor.anchor()), bridge.offset(cursor.position()))

    def _cursor_of(self, caret: Caret) -> QTextCursor:
        return cursor_over(self.document(), *map(self.contents.bridge.position, caret))

    def _move_each(self, event: QKeyEvent) -> bool:
        found = next(((move, mode) for key, move, mode in _MOVE_KEYS if event.matches(key)), None)
        if found is None:
            return False
        cursors = [self._cursor_of(caret) for caret in self.all_carets]
        for cursor in cursors:
            cursor.movePosition(*found)
        self.set_carets(list({caret.place: caret for caret in map(self._caret_of, cursors)}.values()))
        return True

    def _delete_each(self, removal: Callable[[QTextCursor], QTextCursor]) -> None:
        bridge = self.contents.bridge
        cursors = (removal(self._cursor_of(caret)) for caret in self.all_carets)
        self._remove(
            Span(bridge.offset(one.selectionStart()), bridge.offset_behind(one.selectionEnd()))
            for one in cursors
        )

    def _remove(self, spans: Iterable[Span]) -> None:
        removed = ordered(spans)
        self.change(replaced_by([""] * len(removed), removed))

    def indent_each(self, *, outdents: bool) -> None:
        """Indent or outdent the lines of the selections, whole ones then; or insert tabs at carets."""
        text, spans = self.contents.text, self.selections
        if not outdents and not any(span.length for span in spans):
            self.insert_at_all([tab_at(text, span.start) for span in spans])
            return
        shift = outdented if outdents else indented

        def change(text: str, lines: Sequence[Span]) -> list[Edit]:
            return [edit for line in lines for edit in shift(text, line)]

        self.change(lines_changed(text, spans, change))
        if any(span.length for span in spans):  # whole lines stay selected
            text = self.contents.text
            whole = (
                (line_start(text, start), line_end(text, max(start, end - 1)))
                for start, end in self.selections
            )
            self.set_carets(
                [
                    Caret(start, max(end, span.end))
                    for (start, end), span in zip(whole, self.selections, strict=True)
                ]
            )

    @contextmanager
    def _keeping_others(self) -> Iterator[None]:
        before, self._keeps_others = self._keeps_others, True
        try:
            yield
        finally:
            self._keeps_others = before

    def _end_others(self, _edit: object = None) -> None:
        if not self._keeps_others:
            self.end_several()


def _removal(text: str, selection: Span, *, backwards: bool) -> Span:
    """Return what Backspace or Delete removes: no cursor of Qt's is asked, which would lay out each line."""
    at = selection.start
    if selection.length or backwards:
        return selection if selection.length else Span(max(at - 1, 0), at)
    before = max(at - _LONGEST_CHARACTER, 0)  # a caret may be inside of joined ones
    around = text[before : at + _LONGEST_CHARACTER]
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, for_qt(around))
    index = Utf16Index(around)
    finder.setPosition(cast("int", index.units_before(at - before)))
    return Span(at, max(at, before + index.offset_at(QtPosition(finder.toNextBoundary()))))

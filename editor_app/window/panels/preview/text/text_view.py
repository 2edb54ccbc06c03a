"""The text the model gets, with its marks: hovering explains a place, a click goes to the source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QWidget

from editor_app.analysis.explanation import Explanation, explain_at
from editor_app.analysis.model_text import ModelText
from editor_app.template.source_map import Piece, Why
from editor_app.text import Sentence, Span
from editor_app.window.documents.trust.fixes import fix_for, note_on
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.hover_card import Pointing
from editor_app.window.kit.card.popups import pop_up
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, WHY_KEYS, PanelKey, native_keys
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.theme.current import on_theme
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.preview import why
from editor_app.window.panels.preview.look import PreviewLook
from editor_app.window.panels.preview.text.marks import (
    MARKED_AT_ALL,
    MARKED_AT_ONCE,
    ModelTextMarks,
    tag_count,
)
from editor_app.window.panels.preview.text.text_paint import (
    RowPlace,
    format_visible,
    paint_rows_and_signs,
    paint_tints,
    row_places,
)
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.text.lines.line_direction import runs_left
from editor_app.window.text.painting.picture import Picture
from editor_app.window.text.reading_pane import LINE

PREVIEW_GO: Final = PanelKey(
    Sentence("window-preview.preview"), Sentence("window-preview.go-to-the-source"), CHOOSE_KEYS
)
KEYS: Final = (PREVIEW_GO,)

_PAUSE_MS: Final = 150
_NOTHING: Final = Sentence("window-preview.nothing")
_COMES_BACK: Final = (
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)


class Spot(NamedTuple):
    """What is under the pointer: text, a row about what was left out, or a blank value's sign.

    A click goes to its `source`, or to a `part` of the text; links of its card are about the variable `name`.
    """

    rect: QRect
    key: object
    card: Callable[[], Card | None]
    source: Span | None
    name: str = ""
    part: int | None = None
    piece: Piece | None = None

    @property
    def is_link(self) -> bool:
        """Whether a click does more than to go to the source."""
        return self.piece is None


class PreviewText(TextPane):
    """A read-only pane of the text the model gets; `source_requested` has the span of the source to go to.

    `part_requested` has the number of a part of the text, such as a block of a system message.
    """

    source_requested = Signal(object)
    part_requested = Signal(int)
    edit_value_requested = Signal(str)
    fix_requested = Signal(object)
    why_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._result: ModelText | None = None
        self._look: PreviewLook | None = None
        self._origins: Mapping[str, str] = {}
        self._file_name = ""
        self.setAccessibleName(Sentence("window-preview.result"))
        self.setPlaceholderText(_NOTHING)
        keys = native_keys(WHY_KEYS)
        self.setAccessibleDescription(Sentence("window-preview.result-keys", keys=keys))
        self.pointing = Pointing(self, self.spot_at, self._card_of)
        self.pointing.clicked.connect(self._go_to)
        self.pointing.link_activated.connect(self._follow_link)
        self.pointing.moved.connect(self.viewport().update)
        self._followed: int | None = None  # the last offset of the source to keep visible
        self._written: int | None = None  # the offset of the editor's caret in the source
        self._is_placed = False  # whether the preview's caret was moved since the editor's was
        self._is_behind = False
        self._is_resting = False
        self._marking = single_shot(self, _PAUSE_MS, self._mark)
        self.contents.filled.connect(self._refine)
        self.contents.filled.connect(self._scroll_to_followed)
        self.verticalScrollBar().actionTriggered.connect(lambda _action: self._stop_following())
        self.verticalScrollBar().valueChanged.connect(self._refine)
        on_theme(self, self._refine)

    def show_text(
        self, result: ModelText, file_name: str, origins: Mapping[str, str], look: PreviewLook | None = None
    ) -> None:
        """Show a text; a pane that is hidden is updated when it is shown."""
        if look is not None and self._look is not None:
            self._is_behind |= look.ways != self._look.ways  # another style or order moves every part
        self._result, self._file_name, self._origins, self._look = result, file_name, origins, look
        if self.isVisible():
            self.catch_up()

    def show_look(self, look: PreviewLook) -> None:
        """Show another part as selected, and scroll to it."""
        is_same = self._look is not None and self._look.selected == look.selected
        self._look = look
        if self.isVisible():
            self._mark_soon()
        if is_same:
            return
        place = look.place_of(look.selected) if look.selected is not None else None
        mark = next((mark for mark in look.marks if mark.part == look.selected), None)
        if place is None and mark is not None:
            place = Span(mark.offset, mark.offset)
        if place is not None and self.isVisible():
            self.bring_into_view(place.end)  # as much of it as has room
            self.bring_into_view(place.start)
        self.viewport().update()

    def clear_text(self) -> None:
        """Show no text."""
        self._result = self._look = None
        self._marking.stop()
        self.pointing.leave()
        self.set_marks(None)
        self.show_exactly("")

    def catch_up(self) -> None:
        """Update text and marks now."""
        result = self._result
        if result is None:
            return
        self.show_exactly(result.text)
        self._mark_soon()
        self._scroll_to_followed()

    def set_zoom(self, zoom: int) -> None:
        """Make the text `zoom` pixels larger than usual; 0 is the usual size."""
        super().set_zoom(zoom)
        self._refine()

    def set_wrapping(self, wraps: bool) -> None:
        """Wrap long lines, or scroll sideways; the caret, or else the line starts, stay visible."""
        had_caret = self.viewport().rect().intersects(self.cursorRect())
        self.set_word_wrap(wraps)
        first = self.firstVisibleBlock()
        self.blockBoundingRect(first)  # makes Qt lay out the block, if that is outstanding
        bar = self.horizontalScrollBar()
        bar.setValue(bar.maximum() if runs_left(first.layout()) else 0)
        if had_caret:
            self.ensureCursorVisible()

    def source_at_cursor(self) -> Span | None:
        """Return the span of the source at the caret, None if it has none."""
        self.place_caret()
        return self.source_of(self.caret_offset)

    def source_of(self, offset: int) -> Span | None:
        """Return the span of the source of the text at `offset`: a value's tag, or the written character."""
        if self._result is None:
            return None
        source_map = self._result.source_map
        piece = source_map.piece_at(offset)
        if piece is not None and piece.why is not Why.TEXT:
            return piece.source
        at = source_map.source_at(offset)
        return Span(at, at)

    def place_caret(self) -> None:
        """Put the caret where the editor's caret is in the text, or else on the first visible line.

        If the user moved it since the editor's caret moved, it stays.
        """
        result, cursor = self._result, self.textCursor()
        if self._is_placed or result is None:
            return
        self._is_placed = True
        output = _output_of(self._written, result) if self._written is not None else None
        if output is not None and self.contents.is_filled:
            cursor.setPosition(self.contents.position(output))
            if self.viewport().rect().contains(self.cursorRect(cursor).center()):
                self.setTextCursor(cursor)
                return
        first = self.cursorForPosition(QPoint(0, self.theme.px(LINE) // 2))
        first.movePosition(QTextCursor.MoveOperation.StartOfLine)
        self.setTextCursor(first)

    def explain_cursor(self) -> Explanation | None:
        """Explain the character at the caret; at the end of the text, the one before it."""
        if self._result is None:
            return None
        offset = min(self.caret_offset, max(len(self._result.text) - 1, 0))
        return explain_at(self._result, offset, self._origins)

    def show_output(self, offset: int) -> None:
        """Put the caret at an offset of the text."""
        self._is_placed = True
        cursor = self.textCursor()
        cursor.setPosition(self.contents.position(offset))
        self.setTextCursor(cursor)
        self.centerCursor()

    def show_output_at(self, source_offset: int) -> None:
        """Put the caret where the source at `source_offset` is in the text."""
        if self._result is not None:
            self._is_resting, self._followed = False, None
            self.catch_up()
            self.show_output(self._result.source_map.output_at(source_offset))

    def follow(self, source_offset: int) -> None:
        """Keep the text of the source at `source_offset` visible, unless the user has scrolled away."""
        self._written, self._is_placed = source_offset, False
        if not self._is_resting:
            self._followed, self._is_behind = source_offset, True
            self._scroll_to_followed()

    def forget_followed(self) -> None:
        """Follow no place any more: the text that comes is from another file."""
        self._written = self._followed = None

    def follow_again(self) -> None:
        """Follow the source from now on, even if the user has scrolled away."""
        self._is_resting = False

    # Qt's events --------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """Update the pane, if that was put off while it was hidden."""
        super().showEvent(event)
        self.catch_up()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Format the lines that became visible, and keep the followed place visible."""
        super().resizeEvent(event)
        self._refine()
        if event.size().height() < event.oldSize().height():
            self._is_behind = True
            self._scroll_to_followed()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Move the caret to a useful place when the focus comes by keyboard; a click moves it by itself."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            self._is_placed = True
        elif event.reason() not in _COMES_BACK:
            self.place_caret()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the source on Enter."""
        if PREVIEW_GO.is_pressed(event):
            span = self.source_at_cursor()
            if span is not None:
                self.source_requested.emit(span)
        else:
            before = self.verticalScrollBar().value()
            super().keyPressEvent(event)
            if self.verticalScrollBar().value() != before:
                self._stop_following()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of the text at the pointer or the caret."""
        self.put_cursor_for_menu(event)
        spot = self.spot_at(self.viewport().mapFromGlobal(event.globalPos()))
        picture, go = Sentence("window-preview.copy-as-picture"), Sentence("window-preview.go-to-source")
        menu = menu_of(
            self,
            MenuEntry(
                Sentence("window-preview.copy"), self.copy, is_enabled=self.textCursor().hasSelection()
            ),
            MenuEntry(picture, self.copy_picture, is_enabled=not self.document().isEmpty()),
            MenuEntry(Sentence("window-preview.select-all"), self.selectAll),
            None,
            MenuEntry(go, partial(self._go_to, spot), is_enabled=spot is not None),
            MenuEntry(Sentence("window-preview.why-here"), self.why_requested.emit),
        )
        pop_up(menu, event.globalPos())

    def paint_below(self, picture: Picture) -> None:
        """Paint what tells the parts of a text apart, and the tints of values."""
        if self._look is not None:
            self._look.paint(picture, self)
        spot = self.pointing.spot if picture.cursor is not None and self.pointing.is_shown else None
        hovered = spot.piece if spot is not None else None
        paint_tints(picture, self, hovered)

    def paint_above(self, picture: Picture) -> None:
        """Paint the rows between the lines, and the signs of blank values."""
        picture.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_rows_and_signs(picture, self)
        picture.painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)

    # Following the editor's caret ---------------------------------------------------------------------------

    def _stop_following(self) -> None:
        """Stop following, as the user has scrolled."""
        self._is_resting, self._followed = True, None

    def _scroll_to_followed(self) -> None:
        """Scroll to the followed place as soon as the text and the rows between its lines are there."""
        result, followed = self._result, self._followed
        if result is None or followed is None or not self._is_behind or not self.isVisible():
            return
        if self.contents.is_filled and not self._marking.isActive():
            self._is_behind = False
            output = _output_of(followed, result)
            if output is not None:
                self.bring_into_view(output)

    # Inside -------------------------------------------------------------------------------------------------

    def _mark_soon(self) -> None:
        """Mark the text: at once, or after a pause if that takes longer."""
        if self._result is None or tag_count(self._result) <= MARKED_AT_ONCE:
            self._mark()
            return
        if not self._marking.isActive():
            self._marking.start()
        self._refine()

    def _mark(self) -> None:
        self._marking.stop()
        result, about_parts = self._result, self._look.marks if self._look is not None else ()
        marks = self.marks
        if result is not None and tag_count(result) > MARKED_AT_ALL:  # it would take too long
            self.set_marks(None)
        elif result is not None and (
            marks is None or marks.result is not result or marks.about_parts != about_parts
        ):
            self.set_marks(ModelTextMarks(result, about_parts))
            self.pointing.leave()
            self.even.documentSizeChanged.emit(self.even.documentSize())
        self._refine()
        self._scroll_to_followed()

    def _refine(self) -> None:
        format_visible(self)
        marks = self.marks
        if self.document().isEmpty():  # marks or the note above may say why
            has_marks = marks is not None and bool(marks.rows(0, 0) or marks.signs(0, 0))
            has_note = self._look is not None and bool(self._look.note)
            self.setPlaceholderText("" if has_marks or has_note else _NOTHING)
        self.viewport().update()

    def spot_at(self, point: QPoint) -> Spot | None:
        """Return the spot at a point of the viewport, None if there is none."""
        result, marks = self._result, self.marks
        row_and_line, offset = self.row_at(point), self.offset_under(point)
        if result is None or marks is None:
            return None
        for place in row_places(self, self.visible_blocks(point.y(), point.y() + 1)):
            if place.rect.contains(point):
                return self._spot_of_row(place, result)
        if row_and_line is None:
            return None
        line = row_and_line[0]
        for at, sign in marks.signs(line.start, line.end):
            gap, name = self.place_of_gap(line, at), sign.piece.name or ""
            width = self.sign_width(line.block, at)
            rect = QRect(round(gap.x()), round(gap.y()), width, self.even.line_height)
            if rect.contains(point):
                return Spot(rect, sign, partial(self._blank_card, name), sign.piece.source, name)
        piece = next(marks.pieces(offset, offset + 1), None) if offset is not None else None
        if offset is None or piece is None:
            return None
        character = next(self.rects(line, offset, offset + 1), None)
        if character is None:
            return None
        rect, written = character.toAlignedRect(), piece.piece
        key = (written, rect.top()) if written.why is Why.TEXT else written
        explained = partial(self._character_card, offset)
        return Spot(rect, key, explained, self.source_of(offset), written.name or "", piece=written)

    def _spot_of_row(self, place: RowPlace, result: ModelText) -> Spot:
        row, mark = place.row, place.row.mark
        if mark is not None and self._look is not None:
            return Spot(place.rect, row, partial(self._look.card_of, mark), mark.source, part=mark.part)
        card = partial(why.left_out_explained, row, result, self._file_name)
        return Spot(place.rect, row, card, row.parts[0].condition, why.condition_name(row, result))

    def _blank_card(self, name: str) -> Card | None:
        result = self._result
        named = [blank for blank in result.blank if blank.name == name] if result is not None else []
        return why.blank_explained(named[0], result, self._file_name) if named and result else None

    def _character_card(self, offset: int) -> Card | None:
        explanation = explain_at(self._result, offset, self._origins) if self._result is not None else None
        return why.explained(explanation, self._file_name) if explanation is not None else None

    def _card_of(self, spot: Spot) -> Card | None:
        self.viewport().update()
        return spot.card()

    def _go_to(self, spot: Spot | None) -> None:
        if spot is not None and spot.part is not None:
            self.part_requested.emit(spot.part)
        elif spot is not None and spot.source is not None:
            self.source_requested.emit(spot.source)

    def _follow_link(self, key: str, spot: Spot) -> None:
        if key == why.GO:
            self._go_to(spot)
        elif key == why.EDIT:
            self.edit_value_requested.emit(spot.name)
        elif key == why.FIX and self._result is not None:
            blanks = self._result.blank
            fixes = (blank.fix for blank in blanks if blank.name == spot.name and blank.fix)
            self.fix_requested.emit(next(fixes, None) or fix_for(note_on(self._result, spot.name)))


def _output_of(source_offset: int, result: ModelText) -> int | None:
    """Return the offset in the text of a place of the source; None if it has none or is slow to find."""
    return result.output_of(source_offset) if tag_count(result) <= MARKED_AT_ALL else None

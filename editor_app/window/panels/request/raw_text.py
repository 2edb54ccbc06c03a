"""The exact text of a body, read only: it says why a character is there, and a click goes to its file."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, cast

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QShowEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from editor_app.requests.body_text import beginning_of_request_text
from editor_app.requests.explaining.body_end import BodyEnd, EndReasons
from editor_app.requests.explaining.body_reasons import BodyReason, BodyReasons
from editor_app.requests.parts import shown_place
from editor_app.text import Sentence
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.hover_card import Pointing
from editor_app.window.kit.card.popups import pop_up
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, WHY_KEYS, PanelKey, keep_key
from editor_app.window.kit.positions import cursor_over, positions_in
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.panels.request.request_view import RequestView
from editor_app.window.panels.request.words import Explain, reason_card
from editor_app.window.text.reading_pane import ReadingPane

REQUEST_GO: Final = PanelKey(
    Sentence("window-request.request"), Sentence("window-request.go-to-file"), CHOOSE_KEYS
)
KEYS: Final = (REQUEST_GO,)

MOST_SHOWN: Final = 400_000
_END_SHOWN: Final = 10_000  # characters, at first
_STRING: Final = re.compile(r'"(?>(?:[^"\\]++|\\.)*)("?+)(?>(\s*+:)?)')
_REST_OF_STRING: Final = re.compile(r'(?>(?:[^"\\]++|\\.)*)("?+)(?>(\s*+:)?)')
_IN_STRING: Final = 1
_NOTHING: Final = object()


class _Spot(NamedTuple):
    """A character by why it is there, and its place."""

    reason: BodyReason
    rect: QRect

    @property
    def key(self) -> object:
        """What is equal for spots with the same card."""
        return self.reason

    @property
    def is_link(self) -> bool:
        """Whether a click goes to a file."""
        return self.reason.part is not None and self.reason.part.origin is not None


class RawText(ReadingPane):
    """Shows the first `MOST_SHOWN` characters of a body, or its end; what is copied is exact."""

    part_requested = Signal(object, int)
    link_activated = Signal(str, object, int)
    explained = Signal(str)

    def __init__(self, view: RequestView, explain: Explain, parent: QWidget | None = None) -> None:
        """Show nothing yet; `explain` knows more of the characters of a part."""
        super().__init__("code small", parent)
        self._view = view
        self._explain = explain
        self._end: BodyEnd | None = None
        self._most = _END_SHOWN
        self._reasons: BodyReasons | EndReasons | None = None
        self._followed: object = None
        self.pointing = Pointing(self, self._spot_at, lambda spot: self._card_of(spot.reason))
        self.pointing.clicked.connect(lambda spot: self._go(spot.reason))
        self.pointing.link_activated.connect(self._follow_link)
        self.is_whole = True
        document = self.document()
        document.setDocumentMargin(12)
        self.contents.filled.connect(self._mark_part_in_front)
        self.contents.filled.connect(self._follow_front)
        self._colours = JsonColours(document)
        self.setAccessibleName(Sentence("window-request.text"))
        keep_key(self, WHY_KEYS, self.show_why)
        keep_key(self, REQUEST_GO.keys, self._go_at_caret)
        on_theme(self, self._take_sizes)

    def show_view(self, view: RequestView) -> None:
        """Show the body of a request."""
        self._view = view
        self._most = _END_SHOWN
        self._show_text()

    @property
    def note(self) -> str:
        """A sentence that says which part of the body's text is shown, "" for all of it."""
        if self.is_whole:
            return ""
        if self._end is not None:
            return Sentence("window-request.end-shown", place=shown_place(self._end.place))
        return Sentence("window-request.beginning-shown", count=MOST_SHOWN)

    @property
    def has_more(self) -> bool:
        """Whether more of the body can be shown."""
        return self._end is not None and self._most < MOST_SHOWN

    def show_more(self) -> None:
        """Show more of the body's end."""
        self._most = min(self._most * 4, MOST_SHOWN)
        self._show_text()

    def _show_text(self) -> None:
        view = self._view
        end = self._end = view.step.end(self._most) if view.step is not None else None
        text, self.is_whole = ("", True) if end is None else (end.text, False)
        if end is None and (request := view.request) is not None:
            text, self.is_whole = beginning_of_request_text(request.body, MOST_SHOWN)
        if view.step is not None:
            self._followed = _NOTHING  # what is new in it comes into view
        if text != self.contents.text or self._reasons is None:
            self.contents.show(text)
            self.pointing.leave()
        self._reasons = None
        self._mark_part_in_front()
        self._follow_front()

    def reason_at(self, offset: int) -> BodyReason | None:
        """Return why a character is there."""
        if not self._view.has_request:
            return None
        if self._reasons is None and self._end is not None:
            self._reasons = EndReasons(self._end)
        request = self._view.request if self._reasons is None else None
        if request is not None:
            self._reasons = BodyReasons(request, self.contents.text)
        return self._reasons.at(offset) if self._reasons is not None else None

    def show_why(self) -> None:
        """Show the card of the character at the caret at once."""
        offset = self.contents.bridge.offset(self.textCursor().position())
        reason = self.reason_at(min(offset, max(len(self.contents.text) - 1, 0)))
        if reason is not None:
            self.pointing.show(_Spot(reason, self.cursorRect()), at_once=True)
            self.explained.emit(self._card_of(reason).spoken)

    def _take_sizes(self) -> None:
        super()._take_sizes()
        self._mark_part_in_front()

    def showEvent(self, event: QShowEvent) -> None:
        """Scroll to the part in front, if that was put off while the text was hidden."""
        super().showEvent(event)
        self._follow_front()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of the text at the pointer or the caret."""
        self.put_cursor_for_menu(event)
        has_selection = self.textCursor().hasSelection()
        menu = menu_of(
            self,
            MenuEntry(Sentence("window-request.copy"), self.copy, is_enabled=has_selection),
            MenuEntry(Sentence("window-request.select-all"), self.selectAll),
            None,
            MenuEntry(Sentence("window-request.why-here"), self.show_why),
        )
        pop_up(menu, event.globalPos())

    def _spot_at(self, place: QPoint) -> _Spot | None:
        """Return the spot at a point."""
        offset = self.offset_under(place)
        reason = self.reason_at(offset) if offset is not None else None
        if reason is None:
            return None
        line = self.cursorRect(self.cursorForPosition(place))
        return _Spot(reason, QRect(place.x(), line.top(), 1, line.height()))

    def _card_of(self, reason: BodyReason) -> Card:
        if reason.part is not None and reason.within is not None:
            more = self._explain(reason.part, reason.within)
            if more is not None:
                return more
        return reason_card(reason, self._view)

    def _follow_link(self, key: str, spot: _Spot) -> None:
        reason = spot.reason
        if reason.part is not None and reason.within is not None:
            self.link_activated.emit(key, reason.part, reason.within)

    def _go_at_caret(self) -> None:
        self._go(self.reason_at(self.contents.bridge.offset(self.textCursor().position())))

    def _go(self, reason: BodyReason | None) -> None:
        if reason is not None and reason.part is not None and reason.part.origin is not None:
            self.part_requested.emit(reason.part.origin, reason.within)

    def _cursors_in_front(self) -> list[QTextCursor]:
        """Return cursors that select the texts of the parts in front."""
        view = self._view
        rows = [row for row in view.structure.parts if view.is_in_front(row)]
        if not rows or self.reason_at(0) is None or self._reasons is None:
            return []
        spans = dict.fromkeys(self._reasons.span_of(row.part) for row in rows)
        return [cursor_over(self.document(), *map(self.contents.position, span)) for span in spans if span]

    def _mark_part_in_front(self) -> None:
        selections: list[QTextEdit.ExtraSelection] = []
        for cursor in self._cursors_in_front():
            selection = QTextEdit.ExtraSelection()
            selection.cursor = cursor
            selection.format.setBackground(current_theme().color("blkbg"))
            selections.append(selection)
        self.setExtraSelections(selections)

    def _follow_front(self) -> None:
        """Scroll to the part in front, once for each file that comes to the front, as soon as it is there.

        Of the end of a body, where no part is in front, that is where its last piece begins.
        """
        current, end = self._view.current, self._end
        if current == self._followed or not self.isVisible() or not self.contents.is_filled:
            return
        self._followed = current
        cursors = self._cursors_in_front()[:1]
        if end is not None and not cursors:
            cursors = [QTextCursor(self.document())]
            cursors[0].setPosition(self.contents.position(end.pieces[-1][1]))
        for cursor in cursors:
            cursor.setPosition(cursor.selectionStart())
            self.setTextCursor(cursor)
            self.centerCursor()


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
        start = 0
        self.setCurrentBlockState(0)
        if self.previousBlockState() == _IN_STRING:
            rest = _REST_OF_STRING.match(text)
            assert rest is not None
            self._colour(text, rest)
            start = rest.end()
        for string in _STRING.finditer(text, start):
            self._colour(text, string)

    def _colour(self, text: str, string: re.Match[str]) -> None:
        if not string[1]:
            self.setCurrentBlockState(_IN_STRING)
        first, last = positions_in(text, [string.start(), string.end(1)])
        start, length = cast("int", first), cast("int", last - first)  # its overloads know no QtPosition
        self.setFormat(start, length, self._name if string[2] else self._text)

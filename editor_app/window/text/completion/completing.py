"""When completions are offered in an editor, what its keys do with them, and their list.

The editor keeps the focus, and tells the list of keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor_app.text import Edit, Sentence, Span, line_start
from editor_app.text.completions import Completion
from editor_app.window.kit.card.popups import PopupFrame, place_beside
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.rows.content import RowContent, RowPainting, Words, paint_content
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.text_view import TextView

Complete = Callable[[int], tuple[Completion, ...]]
"""Returns what can be written at an offset of the text of now."""

LARGE: Final = 1_000_000
"""The size of a text, in characters, above which completions come only when they are asked for."""

_PAUSE_MS: Final = 120
_Key = Qt.Key
_is_word = re.compile(r"[\w-]").match
_STEPS: Final = {_Key.Key_Up: -1, _Key.Key_Down: 1}
_PAGES: Final = {_Key.Key_PageUp: -1, _Key.Key_PageDown: 1}
_TAKES: Final = frozenset((_Key.Key_Return, _Key.Key_Enter, _Key.Key_Tab))
_LEAVES: Final = frozenset((QEvent.Type.FocusOut, QEvent.Type.Hide, QEvent.Type.WindowDeactivate))


class Completing(QObject):
    """Offers completions at the caret of an editor, when they are asked for or after a pause in typing.

    As long as the list is shown, arrows choose, Enter and Tab take, Esc closes; all else is typed on. What
    came by itself where any other text could stand is taken by Enter only once it was chosen by a key.
    `taken` has the edit that writes what was taken.
    """

    taken = Signal(object)

    def __init__(self, editor: TextView) -> None:
        """Offer nothing, until `complete` is set."""
        super().__init__(editor)
        self.complete: Complete | None = None
        """Returns what can be written at an offset."""
        self._editor = editor
        self._popup: CompletionPopup | None = None
        self._is_firm = False  # whether it was asked for, or chosen by a key
        self._at = (0, 0)  # revision and offset of what is shown
        self._later = single_shot(self, _PAUSE_MS, self._offer_by_itself)
        editor.installEventFilter(self)
        editor.verticalScrollBar().valueChanged.connect(self._follow_scrolling)

    @property
    def popup(self) -> CompletionPopup | None:
        """The list while it is shown, else None."""
        return self._popup if self._popup is not None and self._popup.isVisible() else None

    def ask(self) -> bool:
        """Offer what can be written at the caret; return False if nothing is known there."""
        self._later.stop()
        return self._offer(is_firm=True)

    def leave(self) -> None:
        """Close the list, and offer nothing by itself until the next key."""
        self._later.stop()
        if self._popup is not None and self._popup.isVisible():
            self._popup.hide()

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key is one for the list, before any action gets it."""
        if self.popup is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        key = event.key()
        return key == _Key.Key_Escape or key in _STEPS or key in _PAGES or key in _TAKES

    def take_key(self, event: QKeyEvent) -> bool:
        """Do what a key means for the list; return False if the editor has to do something with it."""
        popup, key = self.popup, _Key(event.key())
        if popup is None or not self.wants(event):
            return False
        if self._now() != self._at:
            self.leave()
            return False
        if key == _Key.Key_Escape:
            self.leave()
            return True
        if key in _STEPS or key in _PAGES:
            self._is_firm = True
            popup.step(_STEPS[key] if key in _STEPS else _PAGES[key] * (_MOST_ROWS - 1))
            self._say(popup)
            return True
        offer = popup.chosen
        if key == _Key.Key_Tab:
            is_taken = not self._editor.tabChangesFocus()
        else:
            is_taken = self._is_firm or not (offer.is_open or self._is_typed(offer))
        if is_taken:
            self._take(offer)
        else:
            self.leave()
        return is_taken

    def follow(self, event: QKeyEvent) -> None:
        """Follow a key that the editor has handled: offer anew, or close the list if the caret left."""
        if self.complete is None or event.key() in {_Key.Key_Shift, _Key.Key_Control, _Key.Key_Alt}:
            return
        (revision, offset), popup = self._now(), self.popup
        if popup is not None:
            start = popup.offers[0].span.start
            is_near = start <= offset and "\n" not in self._editor.contents.text[start:offset]
            is_edited = revision != self._at[0]
            goes_on = is_near and self._offer(is_firm=self._is_firm) if is_edited else offset == self._at[1]
            if not goes_on:
                self.leave()
        elif event.text().isprintable() and event.text() and self._begins_here(offset):
            self._later.start()
        else:
            self._later.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the list when the editor loses the focus or is hidden."""
        if event.type() in _LEAVES:
            self.leave()
        return super().eventFilter(watched, event)

    def _now(self) -> tuple[int, int]:
        return self._editor.contents.revision, self._editor.cursor_offset()

    def _begins_here(self, offset: int) -> bool:
        """Whether what was typed may begin something that is known."""
        text = self._editor.contents.text
        if len(text) > LARGE or _is_word(text[offset : offset + 1]) or self._editor.isReadOnly():
            return False
        before = text[max(offset - 1, 0) : offset]
        if before == " ":
            return bool(text[line_start(text, offset) : offset].strip(" -"))
        return before in {"[", "{", "/", ":"} or _is_word(before) is not None

    def _offer_by_itself(self) -> None:
        if self._editor.hasFocus() and not self._editor.textCursor().hasSelection():
            self._offer(is_firm=False)

    def _offer(self, *, is_firm: bool) -> bool:
        revision, offset = self._now()
        editor, text = self._editor, self._editor.contents.text
        offers = self.complete(offset) if self.complete is not None and not editor.isReadOnly() else ()
        if not offers or (len(offers) == 1 and self._is_typed(offers[0])):
            return False
        shown = self.popup
        before = shown.chosen.text if shown is not None and self._is_firm else offers[0].span.of(text)
        row = next((number for number, offer in enumerate(offers) if offer.text == before), 0)
        self._is_firm, self._at = is_firm, (revision, offset)
        if self._popup is None:
            self._popup = CompletionPopup(self._editor)
            self._popup.taken.connect(self._take)
        start = min(offers[0].span.start, offset)
        is_taken = is_firm or not offers[row].is_open
        self._popup.offer(offers, row, editor.rect_of(Span(start, start)), is_firm=is_taken)
        self._say(self._popup)
        return True

    def _is_typed(self, offer: Completion) -> bool:
        return offer.span.of(self._editor.contents.text) == offer.text

    def _take(self, offer: Completion) -> None:
        """Write a completion in place of what was typed of it, as one undo step."""
        self.leave()
        if self._now() != self._at:
            return  # the text was changed by something else than a key, such as a reload
        self.taken.emit(Edit(offer.span, offer.text))
        if offer.text.endswith((" ", "/")):
            self._later.start()

    def _say(self, popup: CompletionPopup) -> None:
        name, number, count = spoken(popup.chosen), popup.row + 1, len(popup.offers)
        announce(self._editor, Sentence("window-text.offer", name=name, number=number, count=count))

    def _follow_scrolling(self) -> None:
        popup = self.popup
        if popup is not None and self._now() == self._at:
            self.leave()


_ROW: Final = 24
_SIDE: Final = 10
_GAP: Final = 20
_ROUND: Final = 4
_MOST_ROWS: Final = 10
_LEAST_WIDTH, _MOST_WIDTH = 200, 520
_MOST_MEASURED: Final = 200


class CompletionPopup(PopupFrame):
    """Shows completions under one another, one of them chosen; a click takes one."""

    taken = Signal(object)  # Completion

    def __init__(self, parent: QWidget) -> None:
        """Make the list of an editor, `parent`."""
        super().__init__(parent, Qt.WindowType.ToolTip, is_kept=True)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._is_firm = True
        type_ = RowType(_content, height=_ROW, paint=self._paint)
        self.list = RowTree(type_, Sentence("window-text.completions"), self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setStyleSheet("QTreeView { background: transparent; }")
        self.list.clicked.connect(self._take)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.list)

    @property
    def offers(self) -> Sequence[Completion]:
        """All that is offered."""
        return self.list.rows

    @property
    def row(self) -> int:
        """The number of the chosen one, from 0."""
        return self.list.currentIndex().row()

    @property
    def chosen(self) -> Completion:
        """The chosen one."""
        return self.offers[self.row]

    def offer(self, offers: Sequence[Completion], row: int, anchor: QRect, *, is_firm: bool) -> None:
        """Show `offers` beside `anchor`, a rectangle of the screen; `is_firm`: Enter takes the chosen one."""
        self.list.show_rows(tuple(offers))
        self.choose(row, is_firm=is_firm)
        px, rows, metrics = current_theme().px, min(len(offers), _MOST_ROWS), row_style().metrics
        measured = offers[:_MOST_MEASURED]
        names = max(metrics["code"].horizontalAdvance(one_line(offer.text)) for offer in measured)
        details = max(metrics["small"].horizontalAdvance(offer.detail) for offer in measured)
        width = names + (details + px(_GAP) if details else 0) + 2 * px(_SIDE) + (px(_ROUND) + 2) * 2
        has_bar = len(offers) > rows
        width += self.list.verticalScrollBar().sizeHint().width() if has_bar else 0
        side = px(_ROUND)
        self._column.setContentsMargins(1, side, 1, side)
        self.setFixedSize(max(px(_LEAST_WIDTH), min(width, px(_MOST_WIDTH))), rows * px(_ROW) + 2 * side)
        self.move(place_beside(anchor, self.size(), px(_SIDE)))
        self.show()

    def choose(self, row: int, *, is_firm: bool) -> None:
        """Choose a row; before the first is the last, behind the last the first."""
        self._is_firm = is_firm
        self.list.show_current(row % len(self.offers), reveal=True)
        self.list.viewport().update()

    def step(self, rows: int) -> None:
        """Choose another row; steps of more than one stop at the ends."""
        last = len(self.offers) - 1
        self.choose(self.row + rows if abs(rows) == 1 else min(max(self.row + rows, 0), last), is_firm=True)

    def _take(self, index: QModelIndex) -> None:
        if index.isValid():
            self.taken.emit(self.offers[index.row()])

    def _paint(self, at: RowPainting, offer: Completion) -> None:
        is_chosen, side = at.number == self.row, at.style.px(_SIDE)
        at._replace(is_selected=is_chosen, has_focus=is_chosen and self._is_firm).background()
        has_bar = len(self.offers) > _MOST_ROWS  # which stands over the rows
        right = side + (self.list.verticalScrollBar().sizeHint().width() if has_bar else 0)
        paint_content(at, _content(offer), at.rect.left() + side, right, on_tint=is_chosen)


def _content(offer: Completion) -> RowContent:
    detail = Words(offer.detail, "soft", "small", Qt.TextElideMode.ElideRight, is_right=True, gap=_GAP)
    return RowContent(
        offer.text,
        spoken=spoken(offer),
        main=Words(offer.text, font="code"),
        detail=detail if offer.detail else None,
    )


def spoken(offer: Completion) -> str:
    """Return what a screen reader says of a completion."""
    return ", ".join(part for part in (one_line(offer.text).strip(), offer.detail) if part)

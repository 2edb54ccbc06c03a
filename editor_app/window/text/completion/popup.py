"""The list of what can be written at the caret; the editor keeps the focus, and tells it of keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor_app.text.completions import Completion
from editor_app.window.kit.card.popups import PopupFrame, place_beside
from editor_app.window.kit.rows.content import RowContent, RowPainting, Words, paint_content
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.plain_text import one_line

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
        self.list = RowTree(type_, "Completions", self)
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
        px, rows = current_theme().px, min(len(offers), _MOST_ROWS)
        width = _width_of(offers[:_MOST_MEASURED]) + (px(_ROUND) + 2) * 2
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

    @property
    def page(self) -> int:
        """How many rows a page has."""
        return _MOST_ROWS - 1

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


def _width_of(offers: Sequence[Completion]) -> int:
    metrics, px = row_style().metrics, row_style().px
    names = max(metrics["code"].horizontalAdvance(one_line(one.text)) for one in offers)
    details = max(metrics["small"].horizontalAdvance(one.detail) for one in offers)
    return names + (details + px(_GAP) if details else 0) + 2 * px(_SIDE)


def spoken(offer: Completion) -> str:
    """Return what a screen reader says of a completion."""
    return ", ".join(part for part in (one_line(offer.text).strip(), offer.detail) if part)

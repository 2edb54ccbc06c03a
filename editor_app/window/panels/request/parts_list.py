"""The list of a request's parts: rows as high as their findings need, with links and a card for each."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from editor_app.requests.structure import PartGroup, PartRow, PrefixEnd
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.hover_card import HoverCard
from editor_app.window.kit.focus.panel_keys import WHY_KEYS, PanelKey
from editor_app.window.kit.rows.row_style import RowStyle, row_style
from editor_app.window.kit.rows.row_tree import Index, RowDelegate, RowTree
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.panels.request.cards import blocked_card, part_card, prefix_end_card
from editor_app.window.panels.request.parts_model import PartsModel
from editor_app.window.panels.request.row_layout import (
    SIDE,
    ListRow,
    Piece,
    RowLayout,
    height_of,
    lay_out,
)
from editor_app.window.panels.request.view import BlockedPart, RequestView
from editor_app.window.panels.request.word_wrap import WordWrap

REQUEST_FIX: Final = PanelKey("Request", "Make the first fix", "Ctrl+.")
KEYS: Final = (REQUEST_FIX,)

_LEAST_WIDTH: Final = 150  # pixels; a list that no layout has placed yet is narrower


class PartsList(RowTree):
    """Lists the parts; announces the part to go to, the finding to fix and the group to open or close."""

    part_requested = Signal(object, int)
    fix_clicked = Signal(object)
    group_requested = Signal(object)
    explained = Signal(str)

    def __init__(self, view: RequestView, parent: QWidget | None = None) -> None:
        """Show the parts of `view`."""
        super().__init__("Parts of the request", parent)
        self.parts = PartsModel(view, self)
        self.setModel(self.parts)
        self.delegate = PartsDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setMouseTracking(True)
        self.hovered: Piece | None = None
        self._is_front_due = False
        self._pointed = QModelIndex()
        self._card: HoverCard | None = None
        self.chosen.connect(self._go)
        self.add_key(REQUEST_FIX.keys, self._fix_first)
        self.add_key(WHY_KEYS, self.show_why)
        self.setStyleSheet(_ground(current_theme()))
        on_theme(self, self._restyle_own)

    def show_view(self, view: RequestView) -> None:
        """Show other parts; the chosen row stays where it was."""
        here = self.currentIndex().row()
        top = self.verticalScrollBar().value()
        was_in_front = self.parts.view.current
        if self.parts.show(view):
            self.delegate.forget()
            if 0 <= here < self.parts.rowCount():
                self.setCurrentIndex(self.parts.index(here, 0))
            self.verticalScrollBar().setValue(top)
            if self._card is not None:
                self._card.leave()
        self._is_front_due |= view.current != was_in_front
        self._show_part_in_front()
        self.viewport().update()

    def _show_part_in_front(self) -> None:
        """Scroll to the part that came to the front, once the list has its width."""
        if not self._is_front_due or self.viewport().width() < row_style().px(_LEAST_WIDTH):
            return
        self._is_front_due = False
        view = self.parts.view
        for number, row in enumerate(self.parts.rows):
            if isinstance(row, PartRow) and view.is_in_front(row):
                self.scrollTo(self.parts.index(number, 0))
                return

    def show_part(self, part: int) -> None:
        """Scroll to a part by its number in the request."""
        for number, row in enumerate(self.parts.rows):
            if isinstance(row, PartRow) and row.number == part:
                self.scrollTo(self.parts.index(number, 0))
                return

    def next_finding(self) -> bool:
        """Choose the next row with a finding, after the last the first; return whether there is one."""
        count, here = self.parts.rowCount(), self.currentIndex().row()
        selected = self.selectionModel().hasSelection()
        start = here + 1 if selected else 0
        for step in range(count):
            number = (start + step) % count
            row = self.parts.rows[number]
            if self.parts.findings_at(number) or (isinstance(row, BlockedPart) and row.reason):
                self.setCurrentIndex(self.parts.index(number, 0))
                self.scrollTo(self.parts.index(number, 0))
                return True
        return False

    def show_why(self) -> None:
        """Show the card of the current row at once."""
        index = self.currentIndex()
        card = self.card_of(index)
        if card is not None:
            self._pointed = index
            self._ask(index, at_once=True)
            self.explained.emit(card.spoken)

    def card_of(self, index: QModelIndex) -> Card | None:
        """Return the card of a row, None where it has none."""
        row, view = self.parts.row_at(index), self.parts.view
        if isinstance(row, PartRow):
            return part_card(row, view)
        if isinstance(row, BlockedPart):
            return blocked_card(row)
        if isinstance(row, PrefixEnd):
            return prefix_end_card(row)
        return None

    def _restyle_own(self) -> None:
        theme = current_theme()
        self.delegate.take_sizes()
        self.setStyleSheet(_ground(theme))

    def link_at(self, place: QPoint) -> Piece | None:
        """Return the link of a fix at a point of the viewport."""
        index = self.indexAt(place)
        if not index.isValid():
            return None
        rect = self.visualRect(index)
        inside = place - rect.topLeft()
        pieces = self.delegate.layout_of(index, rect.width()).pieces
        return next((one for one in pieces if one.link is not None and one.rect.contains(inside)), None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the rows out again, since they wrap."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.delegate.forget()
            self.scheduleDelayedItemsLayout()
            self._show_part_in_front()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Underline the link under the pointer, and show the card of the row."""
        place = event.position().toPoint()
        link = self.link_at(place)
        if link != self.hovered:
            self.hovered = link
            shape = Qt.CursorShape.PointingHandCursor if link is not None else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().update()
        self._point_at(QModelIndex() if link is not None or event.buttons() else self.indexAt(place))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: object) -> None:
        """Hide the card soon."""
        self._point_at(QModelIndex())
        super().leaveEvent(event)  # type: ignore[arg-type]  # Qt brings events only

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Request the fix under the pointer, or choose the row."""
        link = self.link_at(event.position().toPoint())
        if link is not None and event.button() == Qt.MouseButton.LeftButton:
            self.fix_clicked.emit(link.link)
            return
        super().mouseReleaseEvent(event)

    def _point_at(self, index: QModelIndex) -> None:
        if index == self._pointed:
            if self._card is not None and index.isValid():
                self._card.stay()
            return
        self._pointed = index
        if index.isValid() and self.card_of(index) is not None:
            self._ask(index)
        elif self._card is not None:
            self._card.leave_soon()

    def _ask(self, index: QModelIndex, *, at_once: bool = False) -> None:
        if self._card is None:
            self._card = HoverCard(self)
            self._card.link_activated.connect(lambda _key: self._go(self._pointed))
        rect = self.visualRect(index)
        inside = rect.topLeft() + QPoint(row_style().px(SIDE), 0)
        anchor = QRect(self.viewport().mapToGlobal(inside), rect.size())
        self._card.ask(anchor, lambda: self.card_of(index), at_once=at_once)

    def _go(self, index: QModelIndex) -> None:
        row = self.parts.row_at(index)
        if isinstance(row, PartRow) and row.part.origin is not None:
            self.part_requested.emit(row.part.origin, row.part.within.start)
        elif isinstance(row, PartGroup):
            self.group_requested.emit(row.key)
        elif isinstance(row, BlockedPart) and row.origin is not None:
            self.part_requested.emit(row.origin, 0)

    def _fix_first(self) -> None:
        index = self.currentIndex()
        if index.isValid():
            found = next((one for one in self.parts.findings_at(index.row()) if one.fix), None)
            if found is not None:
                self.fix_clicked.emit(found)


class PartsDelegate(RowDelegate):
    """Paints the pieces of a row; its height is that of the words it has."""

    def __init__(self, tree: PartsList) -> None:
        """Paint for `tree`."""
        super().__init__(tree)
        self._list = tree
        self._layouts: dict[tuple[int, int], RowLayout] = {}
        self._wrap = WordWrap(row_style().metrics["body"])

    def layout_of(self, index: Index, width: int) -> RowLayout:
        """Return the layout of a row, made once for each width."""
        key = index.row(), width
        found = self._layouts.get(key)
        if found is None:
            row = self._list.parts.row_at(index)
            assert row is not None
            view = self._list.parts.view
            found = self._layouts[key] = lay_out(row, view, row_style(), self._wrap, width)
        return found

    def take_sizes(self) -> None:
        """Measure with the fonts of the tree's theme from now on."""
        self._wrap = WordWrap(row_style().metrics["body"])
        self.forget()

    def forget(self) -> None:
        """Forget the layouts, since rows, sizes or the width are others."""
        self._layouts.clear()

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        row, style = self._list.parts.row_at(index), row_style()
        if row is None:
            return QSize()
        width = self.tree.viewport().width()
        return QSize(0, height_of(row, self._list.parts.view, style, self._wrap, width))

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        """Paint the ground, the pieces, and the line below."""
        style, row = row_style(), self._list.parts.row_at(index)
        if row is None:
            return
        layout = self.layout_of(index, rect.width())
        self._paint_ground(painter, rect, row, selected=selected, focused=focused)
        if layout.has_line:
            painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, style.theme.color("line"))
        if isinstance(row, PrefixEnd):
            _paint_dashes(painter, rect, layout, style, "warn" if row.tag else "edge")
        for piece in layout.pieces:
            self._paint_piece(painter, rect, piece)

    def _paint_ground(
        self, painter: QPainter, rect: QRect, row: ListRow, *, selected: bool, focused: bool
    ) -> None:
        style, theme = row_style(), row_style().theme
        in_front = isinstance(row, PartRow) and self._list.parts.view.is_in_front(row)
        if in_front and not (selected and focused):
            painter.fillRect(rect, theme.color("blkbg"))
            painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), theme.color("acc"))
        else:
            style.background(painter, rect, selected=selected and focused, focused=focused)

    def _paint_piece(self, painter: QPainter, rect: QRect, piece: Piece) -> None:
        style = row_style()
        place = piece.rect.translated(rect.topLeft())
        if piece.icon:
            style.icon(painter, place, place.left(), piece.icon, piece.role, 14)
            return
        mode = Qt.TextElideMode.ElideNone
        style.text(painter, place, piece.text, piece.role, piece.font, right=piece.is_right, elide=mode)
        hovered = self._list.hovered
        if piece.link is not None and hovered is not None and piece.link is hovered.link:
            metrics = style.metrics[piece.font]
            baseline = place.top() + (place.height() + metrics.ascent() - metrics.descent()) // 2 + 2
            painter.drawLine(place.left(), baseline, place.right(), baseline)


def _paint_dashes(painter: QPainter, rect: QRect, layout: RowLayout, style: RowStyle, role: str) -> None:
    """Paint the dashes before and behind the words of a prefix's end."""
    painter.setPen(QPen(style.theme.color(role), 1, Qt.PenStyle.DashLine))
    words = layout.pieces[0].rect.translated(rect.topLeft())
    y = words.center().y()
    painter.drawLine(rect.left() + style.px(SIDE), y, words.left() - style.px(5), y)
    right = rect.right() - style.px(SIDE)
    if words.right() + style.px(6) < right:
        painter.drawLine(words.right() + style.px(6), y, right, y)


def _ground(theme: Theme) -> str:
    return f"QTreeView {{ background: {theme.colors['paper']} }}"

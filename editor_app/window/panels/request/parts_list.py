"""The list of a request's parts: rows as high as their findings need, with links and a card for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from editor_app.requests.structure import (
    PartGroup,
    PartRow,
    PrefixEnd,
    StructureFinding,
    StructureHead,
)
from editor_app.text import Sentence
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.hover_card import HoverCard
from editor_app.window.kit.focus.panel_keys import WHY_KEYS, PanelKey
from editor_app.window.kit.rows.content import RowContent, RowPainting
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.request.request_view import BlockedPart, RequestView
from editor_app.window.panels.request.row_layout import (
    EMPTY_TEXT,
    NO_ROLE,
    SIDE,
    WRAPPED,
    GeneralFinding,
    ListRow,
    MoreParts,
    Piece,
    RowLayout,
    height_of,
    lay_out,
)
from editor_app.window.panels.request.words import (
    blocked_card,
    counted_group,
    inserted_by,
    inserted_words,
    part_card,
    part_name,
    prefix_end_card,
    token_words,
)

REQUEST_FIX: Final = PanelKey(
    Sentence("window-request.request"), Sentence("window-request.make-first-fix"), "Ctrl+."
)
KEYS: Final = (REQUEST_FIX,)

_PART: Final = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
MOST_ROWS: Final = 1_500
_MOST_SPOKEN: Final = 2


class PartsList(RowTree[ListRow]):
    """Lists the parts; announces the part to go to, the finding to fix and the group to open or close."""

    part_requested = Signal(object, int)
    group_requested = Signal(object)
    explained = Signal(str)

    def __init__(self, view: RequestView, parent: QWidget | None = None) -> None:
        """Show the parts of `view`."""
        type_ = RowType(
            self._content,
            height=lambda row, width: height_of(row, self.view, row_style(), width),
            paint=self._paint,
            # the name of a field is only read, on the way to its parts
            flags=lambda row: Qt.ItemFlag.NoItemFlags if isinstance(row, StructureHead) else _PART,
        )
        super().__init__(type_, Sentence("window-request.parts"), parent)
        self.view = view
        self._pointed = QModelIndex()
        self._card = HoverCard(self)
        self._card.link_activated.connect(lambda _key: self._go(self.row_at(self._pointed)))
        self.setMouseTracking(True)
        self.find_link = self._link_in
        self.fix_clicked = self.link_chosen
        self.chosen.connect(self._go)
        self.add_key(REQUEST_FIX.keys, self._fix_first)
        self.add_key(WHY_KEYS, self.show_why)
        on_theme(self, self._take_sizes)
        self.show_rows(rows_of(view))

    def show_view(self, view: RequestView) -> None:
        """Show other parts; the chosen row stays where it was."""
        rows, before, view_before = rows_of(view), self.rows, self.view
        self.view = view
        if (view.provider, view.system_note) != (view_before.provider, view_before.system_note):
            self.scheduleDelayedItemsLayout()
        if rows != before:
            self.show_rows(rows)
            self._card.leave()
        if view.current != view_before.current:
            self._scroll_to(view.is_in_front)
            self.viewport().update()

    def show_part(self, part: int) -> None:
        """Scroll to a part by its number in the request."""
        self._scroll_to(lambda row: row.number == part)

    def _scroll_to(self, is_wanted: Callable[[PartRow], bool]) -> None:
        for number, row in enumerate(self.rows):
            if isinstance(row, PartRow) and is_wanted(row):
                self.scrollTo(self.index_of(number))
                return

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
        row, view = self.row_at(index), self.view
        if isinstance(row, PartRow):
            return part_card(row, view)
        if isinstance(row, BlockedPart):
            return blocked_card(row)
        if isinstance(row, PrefixEnd):
            return prefix_end_card(row)
        return None

    def layout_of(self, number: int, width: int) -> RowLayout:
        """Return the layout of a row of a width, in pixels."""
        return lay_out(self.rows[number], self.view, row_style(), width)

    def _take_sizes(self) -> None:
        """Measure with the fonts of the theme."""
        self.scheduleDelayedItemsLayout()
        self.setStyleSheet(f"QTreeView {{ background: {current_theme().colors['paper']} }}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the rows out again, since they wrap."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Underline the link under the pointer, and show the card of the row."""
        super().mouseMoveEvent(event)
        is_busy = self.hovered_link is not None or bool(event.buttons())
        self._point_at(QModelIndex() if is_busy else self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: object) -> None:
        """Hide the card soon."""
        self._point_at(QModelIndex())
        super().leaveEvent(event)  # type: ignore[arg-type]  # Qt brings events only

    def _point_at(self, index: QModelIndex) -> None:
        if index == self._pointed:
            if index.isValid():
                self._card.stay()
            return
        self._pointed = index
        if index.isValid() and self.card_of(index) is not None:
            self._ask(index)
        else:
            self._card.leave_soon()

    def _ask(self, index: QModelIndex, *, at_once: bool = False) -> None:
        rect = self.visualRect(index)
        inside = rect.topLeft() + QPoint(row_style().px(SIDE), 0)
        anchor = QRect(self.viewport().mapToGlobal(inside), rect.size())
        self._card.ask(anchor, lambda: self.card_of(index), at_once=at_once)

    def _go(self, row: ListRow | None) -> None:
        if isinstance(row, PartRow) and row.part.origin is not None:
            self.part_requested.emit(row.part.origin, row.part.within.start)
        elif isinstance(row, PartGroup):
            self.group_requested.emit(row.key)
        elif isinstance(row, BlockedPart) and row.origin is not None:
            self.part_requested.emit(row.origin, 0)

    def _fix_first(self) -> None:
        row = self.current_row
        findings = row.findings if isinstance(row, PartRow | PartGroup) else ()
        if isinstance(row, GeneralFinding):
            findings = (row.general,)
        fixable = next((finding for finding in findings if finding.fix), None)
        if fixable is not None:
            self.fix_clicked.emit(fixable)

    # What rows show -----------------------------------------------------------------------------------------

    def _content(self, row: ListRow) -> RowContent:
        return RowContent(words_of(row), spoken=spoken_words(row, self.view))

    def _link_in(self, _row: ListRow, rect: QRect, place: QPoint) -> StructureFinding | None:
        """Return the finding whose link is at a point of the viewport."""
        pieces = self.layout_of(self.indexAt(place).row(), rect.width()).pieces
        return next((piece.link for piece in pieces if piece.rect.contains(place - rect.topLeft())), None)

    def _paint(self, at: RowPainting, row: ListRow) -> None:
        """Paint the ground, the pieces, and the line below."""
        style, painter, rect = at.style, at.painter, at.rect
        layout = self.layout_of(at.number, rect.width())
        is_chosen = at.is_selected and at.has_focus
        if isinstance(row, PartRow) and self.view.is_in_front(row) and not is_chosen:
            at.tint()
        else:
            at._replace(is_selected=is_chosen).background()
        if layout.has_line:
            painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, style.theme.color("line"))
        for piece in layout.pieces:
            place = piece.rect.translated(rect.topLeft())
            if piece.icon[0]:
                icon = QRect(place.left() - style.px(20), place.top(), 0, style.px(18))
                style.icon(painter, icon, icon.left(), *piece.icon, 14)
            if piece.wraps:
                self._paint_wrapped(at, piece, place)
                continue
            right, elide = piece.font == "number", Qt.TextElideMode.ElideRight
            width = style.text(painter, place, piece.text, piece.role, piece.font, right=right, elide=elide)
            if isinstance(row, PrefixEnd):
                _paint_dashes(at, place, width, "warn" if row.tag else "edge")

    def _paint_wrapped(self, at: RowPainting, piece: Piece, place: QRect) -> None:
        font = QFont(at.style.fonts[piece.font])
        font.setUnderline(piece.link is not None and piece.link is self.hovered_link)
        at.painter.setFont(font)
        at.painter.setPen(at.style.theme.color(piece.role))
        words = piece.breakable(at.style, place.width())
        at.painter.drawText(place, WRAPPED | int(Qt.AlignmentFlag.AlignVCenter), words)


def _paint_dashes(at: RowPainting, words: QRect, width: int, role: str) -> None:
    """Paint the dashes before and behind the words of a prefix's end."""
    px, y, right = at.style.px, words.center().y(), at.rect.right() - at.style.px(SIDE)
    at.painter.setPen(QPen(at.style.theme.color(role), 1, Qt.PenStyle.DashLine))
    at.painter.drawLine(at.rect.left() + px(SIDE), y, words.left() - px(5), y)
    behind = words.left() + width + px(6)
    if behind < right:
        at.painter.drawLine(behind, y, right, y)


def rows_of(view: RequestView) -> tuple[ListRow, ...]:
    """Return the fields, parts and findings of a request, one a row; of very many the first ones."""
    if not view.has_request:
        return view.blocked
    structure = view.structure
    shown = (row for row in structure.findings if not row.finding.is_of_no_model)  # the foot says it
    general = map(GeneralFinding, shown)
    if len(structure.rows) <= MOST_ROWS:
        return (*general, *structure.rows)
    left = structure.count - _listed(structure.rows[:MOST_ROWS])
    return (*general, *structure.rows[:MOST_ROWS], MoreParts(left))


def words_of(row: ListRow) -> str:
    """Return the words of a row."""
    if isinstance(row, StructureHead):
        return row.name
    if isinstance(row, PartGroup):
        return counted_group(row)
    if isinstance(row, MoreParts):
        return row.words
    if isinstance(row, GeneralFinding):
        return row.general.finding.message
    return row.words if isinstance(row, PrefixEnd | BlockedPart) else row.words.strip()


def spoken_words(row: ListRow, view: RequestView) -> str:
    """Return the row as a screen reader says it."""
    if isinstance(row, BlockedPart):
        words = Sentence("window-request.spoken-blocked", role=row.role or NO_ROLE, words=one_line(row.words))
        said = [words, one_line(row.reason).rstrip(".")]
    elif isinstance(row, PartGroup):
        state, tokens = "unfolded" if row.is_open else "folded", token_words(row.tokens)
        words = Sentence("window-request.spoken-group", parts=words_of(row), tokens=tokens, state=state)
        findings = map(_finding_words, row.findings[:_MOST_SPOKEN])
        said = [words, str(inserted_words(row)), *findings]
    elif isinstance(row, PartRow):
        said = _spoken_part(row, view)
    else:
        return _finding_words(row.general) if isinstance(row, GeneralFinding) else one_line(words_of(row))
    return Sentence("window-request.spoken", parts=list(filter(None, said)))


def _spoken_part(row: PartRow, view: RequestView) -> list[str]:
    named = {"role": row.role, "part": part_name(row, view), "tokens": token_words(row.tokens)}
    words = Sentence("window-request.spoken-part", **named)
    if view.is_in_front(row):
        words = Sentence("window-request.spoken-part-in-front", **named)
    return [
        words,
        "" if row.inserted is None else str(inserted_by(row.inserted)),
        one_line(row.words.strip()) or str(EMPTY_TEXT),
        Sentence("window-request.spoken-cached") if row.is_cached else "",
        *map(_finding_words, row.findings),
    ]


def _listed(rows: Sequence[object]) -> int:
    """Return how many parts some rows have, those in closed groups included."""
    groups = sum(row.parts for row in rows if isinstance(row, PartGroup) and not row.is_open)
    return groups + sum(isinstance(row, PartRow) for row in rows)


def _finding_words(row: StructureFinding) -> Sentence:
    said = {"severity": row.finding.severity.in_words, "message": one_line(row.finding.message)}
    if row.fix:
        return Sentence("window-request.spoken-finding-with-fix", **said, fix=one_line(row.fix))
    return Sentence("window-request.spoken-finding", **said)

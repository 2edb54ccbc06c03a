"""Mouse handling of the preview's text: the item under the pointer, its card, and clicks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect

from editor_app.template.source_map import Piece, Why
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.pointing import Pointing
from editor_app.window.panels.preview.text.marks import BlankSign, LeftOutRow
from editor_app.window.panels.preview.text.text_pane import TextPane


class Spot(NamedTuple):
    """The item under the pointer: a piece of text, a row about what was left out, or a blank value's sign."""

    offset: int
    rect: QRect
    piece: Piece | None = None
    row: LeftOutRow | None = None
    sign: BlankSign | None = None

    @property
    def key(self) -> object:
        """A value that is equal for spots with the same card."""
        if self.piece is None:
            return self.row or self.sign
        return (self.piece, self.rect.top()) if self.piece.why is Why.TEXT else self.piece

    @property
    def is_link(self) -> bool:
        """Whether a click does more than to go to the source."""
        return self.piece is None


class PreviewPointing(Pointing[Spot]):
    """Follows the mouse over the preview's text; `rows` tell what was left out, and where they are."""

    def __init__(self, pane: TextPane, explain: Callable[[Spot], Card | None]) -> None:
        """Watch `pane`; `explain` returns the card of a spot, None if it has none."""
        super().__init__(pane, self.spot_at, explain)
        self._pane = pane
        self.rows: list[tuple[QRect, LeftOutRow]] = []

    def spot_at(self, point: QPoint) -> Spot | None:
        """Return the spot at a point of the viewport, None if there is none."""
        pane = self._pane
        for rect, row in self.rows:
            if rect.contains(point):
                return Spot(row.offset, rect, row=row)
        if pane.marks is None:
            return None
        if sign := self._sign_at(point):
            return sign
        found = pane.row_at(point)
        offset = pane.offset_under(point)
        if found is None or offset is None:
            return None
        piece = next(pane.marks.pieces(offset, offset + 1), None)
        place = next(pane.rects(found[0], offset, offset + 1), None)
        if piece is None or place is None:
            return None
        return Spot(offset, place.toAlignedRect(), piece.piece)

    def _sign_at(self, point: QPoint) -> Spot | None:
        pane = self._pane
        marks, height = pane.marks, pane.even.line_height
        assert marks is not None
        for visible in pane.visible_blocks():
            if visible.y > point.y():
                break
            for offset, sign in marks.signs(visible.start, visible.end):
                gap = pane.place_of_gap(visible, offset)
                rect = QRect(round(gap.x()), round(gap.y()), pane.sign_width(visible.block, offset), height)
                if rect.contains(point):
                    return Spot(offset, rect, sign=sign)
        return None

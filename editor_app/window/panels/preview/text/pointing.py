"""Mouse handling of the preview's text: the item under the pointer, its card, and clicks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect

from editor_app.template.source_map import Piece, Why
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.hover_card import Pointing
from editor_app.window.panels.preview.text.marks import BlankSign, LeftOutRow
from editor_app.window.panels.preview.text.text_paint import row_places
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
    """Follows the mouse over the preview's text."""

    def __init__(self, pane: TextPane, explain: Callable[[Spot], Card | None]) -> None:
        """Watch `pane`; `explain` returns the card of a spot, None if it has none."""
        super().__init__(pane, self.spot_at, explain)
        self._pane = pane

    def spot_at(self, point: QPoint) -> Spot | None:
        """Return the spot at a point of the viewport, None if there is none."""
        pane = self._pane
        for place in row_places(pane, pane.visible_blocks(point.y(), point.y() + 1)):
            if place.rect.contains(point):
                return Spot(place.row.offset, place.rect, row=place.row)
        line_and_row, offset = pane.row_at(point), pane.offset_under(point)
        if pane.marks is None or line_and_row is None:
            return None
        line = line_and_row[0]
        for at, sign in pane.marks.signs(line.start, line.end):
            gap, height = pane.place_of_gap(line, at), pane.even.line_height
            rect = QRect(round(gap.x()), round(gap.y()), pane.sign_width(line.block, at), height)
            if rect.contains(point):
                return Spot(at, rect, sign=sign)
        piece = next(pane.marks.pieces(offset, offset + 1), None) if offset is not None else None
        if offset is None or piece is None:
            return None
        character = next(pane.rects(line, offset, offset + 1), None)
        return Spot(offset, character.toAlignedRect(), piece.piece) if character is not None else None

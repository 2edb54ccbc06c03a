"""What the preview shows of a system message besides its text, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QPainter

from editor_app.text import Span
from editor_app.window.kinds.system_message.preview.block_paint import paint_blocks
from editor_app.window.kinds.system_message.preview.segments import RulerSegment
from editor_app.window.kit.card.card import Card
from editor_app.window.panels.preview.stable_prefix import StabilityRow, break_card
from editor_app.window.panels.preview.text.text_mark import TextMark
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.panels.preview.why import GO

FILE_ORDER: Final = "file"


@dataclass(frozen=True, slots=True)
class AssemblyWays:
    """The assembly options: order, style, and whether outranked blocks are dropped."""

    order: str = FILE_ORDER
    style: str = "plain"
    drops_outranked: bool = False


@dataclass(frozen=True, slots=True)
class MessageLook:
    """What the preview shows of an assembled system message; `note` is a sentence above the text, or ""."""

    segments: tuple[RulerSegment, ...] = ()
    selected: int | None = None
    marks: tuple[TextMark, ...] = ()
    tokens: int = 0
    is_estimate: bool = False
    stability: tuple[StabilityRow, ...] = ()
    ways: AssemblyWays = AssemblyWays()
    note: str = ""

    def part_at(self, offset: int) -> int | None:
        """Return the index of the block at an offset of the text, None if there is none."""
        return next((one.block for one in self.segments if one.output.touches(offset)), None)

    def place_of(self, part: int) -> Span | None:
        """Return the span of the block at an index in the text, None if it is not there."""
        return next((one.output for one in self.segments if one.block == part), None)

    def card_of(self, mark: TextMark) -> Card:
        """Return the card about a mark: a block left out or outranked, or the place where the cache ends."""
        link = "Go to the block" if mark.part is not None else "Go there"
        if mark.role == "warn":
            return break_card(mark, link)
        return Card("layers", "soft", "", mark.words, "", (), ((GO, link),), mark.sentence)

    def paint(self, painter: QPainter, pane: TextPane) -> None:
        """Paint a bar for each block, the selected one's background, and hatching on outranked blocks."""
        paint_blocks(painter, pane, self.segments, self.selected)

"""What the preview shows of a system message beside its text, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QPainter

from editor_app.text import Span
from editor_app.window.kinds.system_message.preview.block_paint import paint_blocks
from editor_app.window.kinds.system_message.preview.segments import RulerSegment
from editor_app.window.panels.preview import TextMark
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.panels.preview.why import GO
from editor_app.window.widgets.hover_card import Card

FILE_ORDER: Final = "file"


@dataclass(frozen=True, slots=True)
class StabilityRow:
    """How much stays the same for one way of rebuilding, in words; `output` is where that ends."""

    brief: str
    sentence: str
    output: int | None = None


@dataclass(frozen=True, slots=True)
class MessageLook:
    """An assembled message as the preview shows it; `note` is a lasting sentence above the text."""

    segments: tuple[RulerSegment, ...] = ()
    selected: int | None = None
    marks: tuple[TextMark, ...] = ()
    tokens: int = 0
    is_estimate: bool = False
    stability: tuple[StabilityRow, ...] = ()
    order: str = FILE_ORDER
    style: str = "plain"
    drops_outranked: bool = False
    note: str = ""

    @property
    def ways(self) -> tuple[str, str, bool]:
        """How the blocks are put together: their order, the style, and whether outranked ones are dropped."""
        return self.order, self.style, self.drops_outranked

    def part_at(self, offset: int) -> int | None:
        """Return the index of the block that stands at an offset of the text."""
        return next((one.block for one in self.segments if one.output.touches(offset)), None)

    def place_of(self, part: int) -> Span | None:
        """Return where the block at an index stands in the text."""
        return next((one.output for one in self.segments if one.block == part), None)

    def card_of(self, mark: TextMark) -> Card:
        """Return what is said of a block that is not there, or is outranked, or of where the cache breaks."""
        links = ((GO, "Go to the block"),) if mark.part is not None else ((GO, "Go there"),)
        is_warning = mark.role == "warn"
        icon, role = ("triangle-alert", mark.role) if is_warning else ("layers", "soft")
        return Card(icon, role, "", mark.words, "", (), links, mark.sentence)

    def paint(self, painter: QPainter, pane: TextPane) -> None:
        """Paint a bar at each block, the chosen one's ground, and hatching where one is outranked."""
        paint_blocks(painter, pane, self.segments, self.selected)

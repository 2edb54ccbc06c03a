"""The ruler: a bar of each block's tokens, with words below."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor_app.window.kinds.system_message.preview.look import MessageLook
from editor_app.window.kinds.system_message.preview.segments import RulerSegment
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.segment_bar import Segment, SegmentBar
from editor_app.window.kit.words.labels import ElidedLabel
from editor_app.window.kit.words.plain_text import counted
from editor_app.window.panels.preview.stable_prefix import StabilityButton


class BlockRuler(QWidget):
    """The bar of tokens, the tokens of the selected block, and how much of the text is stable.

    `block_chosen` has the index of a block, `output_requested` an offset of the text.
    """

    block_chosen = Signal(int)
    output_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without blocks."""
        super().__init__(parent)
        self._blocks: tuple[RulerSegment, ...] = ()
        self.bar = SegmentBar("Tokens of each block", self)
        self.bar.chosen.connect(lambda at: self.block_chosen.emit(self._blocks[at].block))
        self._words = ElidedLabel("", "soft", parent=self)
        self.stability = StabilityButton(self)
        self.stability.output_requested.connect(self.output_requested)
        words = row(None, (self._words, 1), self.stability)
        column(self, row(None, self.bar, margins=(0, 0, 4, 0)), words, margins=(12, 8, 8, 4))

    def show_look(self, look: MessageLook) -> None:
        """Show the tokens of a system message's blocks."""
        self._blocks = look.segments
        segments = (
            Segment(one.tokens, one.role, one.block == look.selected, one.is_outranked)
            for one in look.segments
        )
        self.bar.show_segments(segments, lambda at: _sentence(self._blocks[at]))
        chosen = next((one for one in look.segments if one.block == look.selected), None)
        self.bar.setAccessibleDescription(_sentence(chosen) if chosen is not None else "")
        self._words.setText(_in_words(look, chosen))
        self.stability.show_rows(look.stability)


def _in_words(look: MessageLook, chosen: RulerSegment | None) -> str:
    about = "≈ " if look.is_estimate else ""
    total = f"{about}{counted(look.tokens, 'token')}"
    if chosen is None:
        return f"{counted(len(look.segments), 'block')}, {total}"
    return f"{chosen.name}: {about}{chosen.tokens:,} of {total}".replace(",", "\u2009")


def _sentence(segment: RulerSegment) -> str:
    size = f"{counted(segment.tokens, 'token')}, {counted(segment.output.length, 'character')}"
    return f"{segment.name}: {size}{', outranked' if segment.is_outranked else ''}"

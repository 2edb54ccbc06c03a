"""The bar of shares: how many of the tokens each part has, and which of them stay the same."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor_app.requests.structure import PartGroup, PartRow
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.segment_bar import Segment, SegmentBar
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel
from editor_app.window.panels.request.view import RequestView
from editor_app.window.panels.request.words import about, in_front_words, share_name, stable_words


class ShareStrip(Ground):
    """The bar, and under it the part in front and how much stays the same in words; `chosen` has a row."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without parts."""
        super().__init__(parent, line_below=True)
        self.has_shares = False
        """Whether there is a token to have a share of."""
        self._shares: tuple[PartRow | PartGroup, ...] = ()
        self.bar = SegmentBar("Tokens of each part", self)
        self.bar.chosen.connect(lambda at: self.chosen.emit(self._shares[at]))
        self.in_front = ElidedLabel("", "soft", parent=self)
        self.stable = PlainLabel("", "soft", self)
        column(self, self.bar, row(None, (self.in_front, 1), self.stable), margins=(12, 6, 12, 6))

    def show_view(self, view: RequestView) -> None:
        """Show the shares of a request."""
        self.has_shares = view.structure.tokens.count > 0
        shares = self._shares = view.structure.shares
        segments = (
            Segment(one.tokens.count, "acc" if one.is_cached else "edge", view.is_in_front(one))
            for one in shares
        )
        self.bar.show_segments(
            segments, lambda at: f"{share_name(shares[at], view)}: {about(shares[at].tokens)} tokens"
        )
        self.in_front.setText(in_front_words(view))
        self.stable.setText(stable_words(view))
        self.bar.setAccessibleDescription(f"{self.in_front.text()}; {self.stable.text()}".strip("; "))

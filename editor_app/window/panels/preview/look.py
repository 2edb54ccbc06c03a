"""What the preview shows of a kind of file besides the text, and the interface of its additional parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtWidgets import QWidget

from editor_app.text import Span
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.panels.preview.text.marks import TextMark
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.text.painting.picture import Picture


class PreviewLook(Protocol):
    """What the preview shows besides a text: numbered parts of it, if any, and marks between its lines."""

    @property
    def selected(self) -> int | None:
        """The number of the selected part, None if none is."""
        return None

    @property
    def marks(self) -> Sequence[TextMark]:
        """The marks about whole parts, in the order of the text."""

    @property
    def note(self) -> str:
        """A sentence above the text, "" for none."""
        return ""

    @property
    def ways(self) -> object:
        """The options the text is assembled with; if they change, every part is in another place."""
        return ()

    def part_at(self, offset: int) -> int | None:  # noqa: ARG002  without parts
        """Return the number of the part at an offset of the text, None if there is none."""
        return None

    def place_of(self, part: int) -> Span | None:  # noqa: ARG002  without parts
        """Return the span of a part in the text, None if it is not there."""
        return None

    def card_of(self, mark: TextMark) -> Card:
        """Return the card of a mark."""

    def paint(self, picture: Picture, pane: TextPane) -> None:
        """Paint what distinguishes the parts, below the visible text."""
        del picture, pane


class PreviewExtras(Protocol):
    """The additional parts of the preview for one kind of file; the panel places and hides them."""

    @property
    def switch(self) -> SegmentedSwitch:
        """The switch of the views for such a file."""

    @property
    def tools(self) -> Sequence[QWidget]:
        """The widgets in the header."""

    @property
    def strip(self) -> QWidget:
        """The widget above the text."""

    @property
    def link(self) -> QWidget:
        """The widget in the footer, in place of the characters."""

    def show_look(self, look: PreviewLook | None) -> None:
        """Show `look` in these parts; None hides them, but not the switch."""

    def page(self, view: str, text: str) -> QWidget | None:
        """Return the page of a view that only this kind has, None for text and difference."""

    def choose(self, part: int) -> None:
        """Select a part of the text by its number."""

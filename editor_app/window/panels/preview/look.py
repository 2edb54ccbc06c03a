"""What the preview shows of a kind of file beside the text, and the parts it has for that only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from editor_app.text import Span
from editor_app.window.panels.preview.text.text_mark import TextMark
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.hover_card import Card
from editor_app.window.widgets.segmented import SegmentedSwitch


class PreviewLook(Protocol):
    """What is shown of one text beside it: its parts, which have numbers, and marks between its lines."""

    @property
    def selected(self) -> int | None:
        """The number of the chosen part."""
        ...

    @property
    def marks(self) -> Sequence[TextMark]:
        """Lines of words about whole parts, in the order of the text."""
        ...

    @property
    def note(self) -> str:
        """A lasting sentence above the text, "" without one."""
        ...

    @property
    def ways(self) -> object:
        """How the text is put together; with another one, every part is in another place."""
        ...

    def part_at(self, offset: int) -> int | None:
        """Return the number of the part that stands at an offset of the text."""
        ...

    def place_of(self, part: int) -> Span | None:
        """Return where a part stands in the text, None where it does not."""
        ...

    def card_of(self, mark: TextMark) -> Card:
        """Return what hovering over a mark says."""
        ...

    def paint(self, painter: QPainter, pane: TextPane) -> None:
        """Paint what tells the parts apart, under what is in sight of the text."""
        ...


class PreviewExtras(Protocol):
    """What the preview has for one kind of file besides; the panel places it, and hides it for others."""

    @property
    def switch(self) -> SegmentedSwitch:
        """The views there are of such a file."""
        ...

    @property
    def tools(self) -> Sequence[QWidget]:
        """What stands in the header."""
        ...

    @property
    def strip(self) -> QWidget:
        """What stands above the text."""
        ...

    @property
    def link(self) -> QWidget:
        """What stands at the end of the footer."""
        ...

    def show_look(self, look: PreviewLook | None) -> None:
        """Show what there is beside the text, or nothing; who placed the switch shows that."""
        ...

    def page(self, view: str, text: str) -> QWidget | None:
        """Return the page of a view that only this kind has, None for text and difference."""
        ...

    def ask_for(self, view: str) -> None:
        """Ask for what a view needs, such as another style of the text."""
        ...

    def choose(self, part: int) -> None:
        """Choose a part of the text by its number."""
        ...

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of `theme`."""
        ...

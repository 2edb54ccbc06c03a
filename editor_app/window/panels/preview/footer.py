"""The footer of the preview: how long the text is, notes on it, and how much of it stays the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor_app.analysis import ModelText
from editor_app.window.panels.preview.look import PreviewLook
from editor_app.window.panels.preview.stable_prefix import StabilityButton, TextLook
from editor_app.window.panels.preview.text.marks import MARKED_AT_ALL, tag_count
from editor_app.window.panels.preview.why import count
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.sections import Bar
from editor_app.window.widgets.words import ElidedLabel

_AROUND: Final = 48


class PreviewFooter(Bar):
    """Counts a text; `output_requested` has the offset where it can change next turn."""

    output_requested = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start without a text."""
        super().__init__(theme, parent, height=30, line_above=True)
        self.characters = ElidedLabel("", "soft", parent=self)
        self.notes = ElidedLabel("", "soft", parent=self)
        self._stability = StabilityButton(self)
        self._stability.output_requested.connect(self.output_requested)
        self.row.addWidget(self.characters)
        self.row.addStretch(1)
        self.row.addWidget(self.notes)
        self.row.addWidget(self._stability)
        self.row.addSpacing(theme.px(4))

    def show_text(self, result: ModelText, max_tokens: int | None) -> None:
        """Show how long a text is, and the notes on it; `max_tokens` is the limit of the reply."""
        self.characters.setText(count(len(result.text), "character"))
        self.notes.setText(" · ".join(_notes_on(result, max_tokens)))

    def show_stability(self, look: PreviewLook | None) -> None:
        """Show how much of the text stays the same, for a kind of file that says so."""
        self._stability.show_rows(look.stability if isinstance(look, TextLook) else ())

    def add_link(self, link: QWidget) -> None:
        """Place a link of a kind of file behind the notes."""
        self.row.insertWidget(self.row.indexOf(self.notes) + 1, link)

    def fit(self, width: int) -> None:
        """Shorten what is said of the stable prefix where `width` has too little room for all."""
        words = (self.characters, self.notes)
        needed = sum(part.fontMetrics().horizontalAdvance(part.text()) for part in words)
        room = width - self._theme.px(_AROUND)
        self._stability.shorten(is_short=needed + self._stability.full_width > room)


def _notes_on(result: ModelText, max_tokens: int | None) -> Iterator[str]:
    """Yield the notes beside the count of characters."""
    if tag_count(result) > MARKED_AT_ALL:
        yield f"values are not marked in a text of more than {count(MARKED_AT_ALL, 'tag')}"
    limit = max_tokens or result.analysis.max_tokens
    if limit:
        yield f"reply at most {count(limit, 'token')}"

"""A sentence of what the fields of a form have now, and the link that unfolds them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.controls import link_button, set_link_words
from editor_app.window.kit.layouts import row
from editor_app.window.kit.words.labels import PlainLabel


class FoldLine(QWidget):
    """Says in a sentence what is folded; *Edit* unfolds it in its place, *Done* folds it again."""

    unfolded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start folded, without a sentence."""
        super().__init__(parent)
        self.sentence = PlainLabel("", "soft", self)
        self.sentence.setWordWrap(True)
        self.is_unfolded = False
        self._words = ""
        self.edit = link_button(
            Sentence("window-kit.edit"), self, lambda: self.unfold(unfolded=not self.is_unfolded)
        )
        line = row(self, (self.sentence, 1), self.edit, margins=(12, 4, 12, 4), spacing=8)
        line.setAlignment(self.edit, Qt.AlignmentFlag.AlignTop)
        self.setFocusProxy(self.edit)

    def say(self, sentence: str) -> None:
        """Show a sentence while it is folded: unfolded, the fields say it."""
        self._words = sentence
        self.sentence.setText("" if self.is_unfolded else sentence)

    def unfold(self, *, unfolded: bool) -> None:
        """Unfold what the line stands for, or fold it."""
        self.is_unfolded = unfolded
        set_link_words(self.edit, Sentence("window-kit.done") if unfolded else Sentence("window-kit.edit"))
        self.say(self._words)
        self.unfolded.emit(unfolded)

"""What stands in place of content: a title, a sentence, and a button with its keys if there is one.

    place = EmptyPlace("No prompts", "They are listed here.", "New prompt…", "Ctrl+N")
    place.chosen.connect(make)
    place.say("Nothing matches", "")

With a `ground`, a role of the theme, it is a page of its own, and gives its focus to the sentence.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from editor_app.window.kit.card.controls import Sign
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.focus.panel_keys import native_keys
from editor_app.window.kit.layouts import add, column, row
from editor_app.window.kit.words.labels import PlainLabel, ReadableLabel


class EmptyPlace(Ground):
    """Centred words and a button; `chosen` is emitted when the button is pressed."""

    chosen = Signal()

    def __init__(
        self,
        title: str = "",
        sentence: str = "",
        button: str = "",
        keys: str = "",
        *,
        ground: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """Show `title` and `sentence`; `button` and its `keys`, in Qt's notation, may be empty."""
        super().__init__(parent, ground=ground)
        self.sign = Sign(parent=self, size=20)
        self.title = PlainLabel("", "title", self)
        self.words = ReadableLabel("", "soft", self, has_caret=not ground)
        self.button = QPushButton(button, self)
        self.keys = PlainLabel(native_keys(keys), "faint", self)
        for label in (self.sign, self.title, self.words, self.keys):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
        self.button.setVisible(bool(button))
        self.keys.setVisible(bool(keys))
        self.button.clicked.connect(self.chosen.emit)
        if ground:
            self.setFocusProxy(self.words)
            for label in (self.title, self.words):
                label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        side = 24 if ground else 16
        shown = (self.sign, self.title, self.words)
        layout = column(self, ..., *shown, margins=(side, side, side, side), spacing=6)
        if not ground:
            add(layout, 8, row(None, ..., self.button, ...), self.keys)
        add(layout, ...)
        layout.setStretch(0, 2)
        layout.setStretch(layout.count() - 1, 3)
        self.say(title, sentence)

    @property
    def sentence(self) -> str:
        """The sentence that is shown."""
        return self.words.text()

    def say(self, title: str, sentence: str, *, is_fine: bool = False) -> None:
        """Show another title and sentence, with the icon of what is fine if that is said."""
        self.sign.setVisible(is_fine)
        if is_fine:
            self.sign.show_icon("circle-check", "ok")
        self.title.setText(title)
        self.title.setVisible(bool(title))
        self.words.say(sentence, about=title)
        self.words.setVisible(bool(sentence))

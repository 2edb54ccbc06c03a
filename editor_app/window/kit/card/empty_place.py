"""A page in place of content: a title, a sentence, one button, one shortcut."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from editor_app.window.kit.focus.panel_keys import native_keys
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import PlainLabel, ReadableLabel


class EmptyPlace(QWidget):
    """Centred text and a button; `chosen` is emitted when the button is pressed."""

    chosen = Signal()

    def __init__(
        self, title: str, sentence: str, button: str, keys: str, parent: QWidget | None = None
    ) -> None:
        """Show `title` and `sentence`; `button` and its `keys` may be empty."""
        super().__init__(parent)
        self.title = PlainLabel(title, "title", self)
        self.sentence = ReadableLabel("", "soft", self)
        self.button = QPushButton(button, self)
        self.keys = PlainLabel(native_keys(keys), "faint", self)
        for label in (self.title, self.sentence, self.keys):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
        self.button.setVisible(bool(button))
        self.keys.setVisible(bool(keys))
        self.button.clicked.connect(self.chosen.emit)
        centred = QHBoxLayout()
        centred.addStretch(1)
        centred.addWidget(self.button)
        centred.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.addStretch(2)
        self._column.addWidget(self.title)
        self._column.addWidget(self.sentence)
        self._column.addSpacing(current_theme().px(8))
        self._column.addLayout(centred)
        self._column.addWidget(self.keys)
        self._column.addStretch(3)
        self.say(title, sentence)
        on_theme(self, self._restyle)

    def say(self, title: str, sentence: str) -> None:
        """Show another title and sentence."""
        self.title.setText(title)
        self.sentence.say(sentence, about=title)
        self.sentence.setVisible(bool(sentence))

    def _restyle(self) -> None:
        theme = current_theme()
        side = theme.px(16)
        self._column.setContentsMargins(side, side, side, side)
        self._column.setSpacing(theme.px(6))

"""The page in place of a run that was not made yet: what would be sent where, or what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.layouts import column
from editor_app.window.kit.theme.current import spaced
from editor_app.window.kit.words.labels import PlainLabel, ReadableLabel


class ReadyPage(Ground):
    """Shows a title, pairs of a word and what it is about, and a sentence below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent, ground="paper")
        self.setAccessibleName("Ready to run")
        self._title = PlainLabel("", "title", self)
        self._title.setWordWrap(True)
        self._sentence = ReadableLabel("", "soft", self, has_caret=False)
        self._grid = spaced(QGridLayout(), spacing=(16, 6))
        self._grid.setColumnStretch(1, 1)
        self._values: list[tuple[PlainLabel, ReadableLabel]] = []
        parts = self._title, self._grid, self._sentence, ...
        column(self, *parts, margins=(24, 20, 24, 12), spacing=12)
        self.setFocusProxy(self._sentence)

    @property
    def sentence(self) -> str:
        """The sentence that is shown."""
        return self._sentence.text()

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """The pairs that are shown."""
        shown = ((name.text(), value.text()) for name, value in self._values if not name.isHidden())
        return tuple(shown)

    def say(self, title: str, rows: Sequence[tuple[str, str]], sentence: str) -> None:
        """Show another title, other pairs and another sentence."""
        self._title.setText(title)
        while len(self._values) < len(rows):
            self._add_row()
        for at, (name, value) in enumerate(self._values):
            word, words = rows[at] if at < len(rows) else ("", "")
            name.setText(word)
            if value.text() != words:
                value.say(words, about=word)
            name.setVisible(bool(word))
            value.setVisible(bool(word))
        if self._sentence.text() != sentence:
            self._sentence.say(sentence, about=title)

    def _add_row(self) -> None:
        name, value = PlainLabel("", "field", self), ReadableLabel("", "", self, has_caret=False)
        value.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        at = len(self._values)
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(name, at, 0, top)
        self._grid.addWidget(value, at, 1, top)
        self._values.append((name, value))

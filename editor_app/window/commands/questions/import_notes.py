"""The notes on what an import left out or changed, which can be read and copied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.dialogs.question import Button, Question
from editor_app.window.kit.form.text_fields import TextField
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.plain_text import one_line

MOST_NOTES: Final = 1_000
"""The notes that are listed; those beyond are counted."""

_WIDTH: Final = 520
_BESIDE_WORDS: Final = 90
_ABOVE_AND_BELOW: Final = 56
_FEW: Final = 3
_ROWS: Final = 12


@dataclass(frozen=True, slots=True)
class Notes:
    """A sentence, and a list of notes below it, each a line that may be wrapped."""

    title: str
    sentence: str
    notes: Sequence[str]

    def question(self) -> Question[None]:
        """Return how they are shown."""
        buttons = (Button(Sentence("window-commands.close"), None),)
        return Question(self.title, self.sentence, buttons, content=self._shown, size=(_WIDTH, 0))

    def _shown(self, parent: QWidget) -> QWidget:
        lines = [f"•\u2002{one_line(note)}" for note in self.notes[:MOST_NOTES]]
        if len(self.notes) > MOST_NOTES:
            lines.append(Sentence("window-commands.more-notes", count=len(self.notes) - MOST_NOTES))
        field = TextField(parent)
        field.setAccessibleName(self.sentence or self.title)
        field.setProperty("look", "field")
        field.setReadOnly(True)
        field.setTabChangesFocus(True)
        field.setPlainText("\n".join(lines))
        field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)  # no hint
        field.setMinimumHeight(_height_of("\n".join(lines[:_ROWS])))
        field.setFocus()
        return field


def _height_of(words: str) -> int:
    """Return the height of a field that shows `words` whole, or the first of many lines."""
    theme = current_theme()
    metrics = QFontMetrics(theme.font("small"))
    room = QRect(0, 0, theme.px(_WIDTH - _BESIDE_WORDS), 0)
    needed = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, words).height()
    line = metrics.lineSpacing()
    return min(max(needed, _FEW * line), _ROWS * line) + theme.px(_ABOVE_AND_BELOW)

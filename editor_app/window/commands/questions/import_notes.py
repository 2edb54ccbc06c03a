"""The notes on what an import left out or changed, which can be read and copied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kit.dialogs.question import Button, Question
from editor_app.window.kit.form.text_fields import TextField
from editor_app.window.kit.theme.current import sized
from editor_app.window.kit.words.plain_text import one_line

MOST_NOTES: Final = 1_000
"""The notes that are listed; those beyond are counted."""

_WIDTH: Final = 520
_HEIGHT: Final = 180


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
        sized(field, height=_HEIGHT)
        field.setFocus()
        return field

"""The dialog that lists notes on what was done, which can be read and copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.style.plain_text import one_line
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.fields import TextField

MOST_NOTES: Final = 1_000
"""The notes that are listed; those beyond are counted."""

_WIDTH: Final = 520
_AIR: Final = 32
_FEW: Final = 4
_ROWS: Final = 10


class NotesDialog(CalmDialog):
    """A sentence, and a list of notes below it, each a line that may be wrapped."""

    def __init__(
        self, theme: Theme, title: str, sentence: str, notes: Sequence[str], parent: QWidget | None
    ) -> None:
        """List `notes` as plain text."""
        super().__init__(theme, title, sentence, parent)
        self.notes = TextField(self)
        self.notes.setAccessibleName(sentence or title)
        self.notes.setProperty("look", "field")
        self.notes.setReadOnly(True)
        self.notes.setTabChangesFocus(True)
        shown = [f"•\u2002{one_line(note)}" for note in notes[:MOST_NOTES]]
        if len(notes) > MOST_NOTES:
            shown.append(f"… and {len(notes) - MOST_NOTES:,} more.")
        self.notes.setPlainText("\n".join(shown))
        self.content.addSpacing(theme.px(4))
        self.content.addWidget(self.notes, 1)
        self.add_cancel("Close").setDefault(True)
        line = theme.line_height("small") + theme.px(4)
        rows = min(max(2 * len(shown), _FEW), _ROWS)
        self.notes.setMinimumHeight(rows * line)
        self.resize(QSize(theme.px(_WIDTH), self.minimumSizeHint().height() + theme.px(_AIR)))

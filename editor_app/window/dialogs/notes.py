"""The dialog that lists notes on what was done, which can be read and copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.kit.form.fields import TextField
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.plain_text import one_line

MOST_NOTES: Final = 1_000
"""The notes that are listed; those beyond are counted."""

_WIDTH: Final = 520
_AIR: Final = 32
_BESIDE_WORDS: Final = 90
_ABOVE_AND_BELOW: Final = 28
_FEW: Final = 3
_ROWS: Final = 12


class NotesDialog(CalmDialog):
    """A sentence, and a list of notes below it, each a line that may be wrapped."""

    def __init__(self, title: str, sentence: str, notes: Sequence[str], parent: QWidget | None) -> None:
        """List `notes` as plain text."""
        theme = current_theme()
        super().__init__(title, sentence, parent)
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
        self.notes.setMinimumHeight(_height_of("\n".join(shown[:_ROWS])))
        self.resize(QSize(theme.px(_WIDTH), self.minimumSizeHint().height() + theme.px(_AIR)))


def _height_of(words: str) -> int:
    """Return the height of a field that shows `words` whole, or the first of many lines."""
    theme = current_theme()
    metrics = QFontMetrics(theme.font("small"))
    room = QRect(0, 0, theme.px(_WIDTH - _BESIDE_WORDS), 0)
    needed = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, words).height()
    line = metrics.lineSpacing()
    return min(max(needed, _FEW * line), _ROWS * line) + theme.px(_ABOVE_AND_BELOW)

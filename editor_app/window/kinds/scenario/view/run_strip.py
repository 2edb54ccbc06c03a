"""The strip above a run that goes on: the step, the time, why it waits, Cancel, and the text as it comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import PlainLabel, WordedLabel, set_plain_tooltip
from editor_app.window.kit.words.qt_strings import for_qt

_LINES: Final = 4


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run at an endpoint is.

    `steps` are over, `step` goes on and `text` came of it; `waiting` says why nothing is asked now.
    """

    host: str
    step: int = 0
    steps: int = 0
    seconds: int = 0
    text: str = ""
    waiting: str = ""

    @property
    def elapsed(self) -> str:
        """The time since it began, as "0:12"."""
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

    @property
    def count(self) -> str:
        """The steps so far in words."""
        return f"{self.steps:,} {'step' if self.steps == 1 else 'steps'} so far"


class RunStrip(QWidget):
    """Shows a `RunProgress`; `cancel_requested` tells that Cancel was pressed."""

    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.setAccessibleName("Running")
        self.title = PlainLabel("", "strong", self)
        self.about = WordedLabel("soft", self, "")
        self.cancel = with_icon(QPushButton("Cancel", self), "x", "acc")
        self.cancel.setProperty("look", "outlined")
        self.cancel.setAutoDefault(True)
        set_plain_tooltip(self.cancel, "Cancel the run (Esc)")
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setProperty("look", "pane")
        self.text.setAccessibleName("Answer so far")
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.text.setTabChangesFocus(True)
        self.text.document().setDocumentMargin(0)
        line = row(None, self.title, (self.about, 1), self.cancel, margins=(12, 5, 8, 3), spacing=8)
        column(self, line, row(None, self.text, margins=(12, 0, 0, 6)), Separator(self))
        self._shown = ""
        self.cancel.clicked.connect(self.cancel_requested)
        on_theme(self, self._fit)
        self.hide()

    def show_progress(self, progress: RunProgress) -> None:
        """Show how far the run is."""
        self.title.setText(f"Step {progress.step}")
        if progress.waiting:
            self.about.say(progress.waiting)
        else:
            count = f"{progress.count} · {progress.elapsed}"
            self.about.say(f"asks {progress.host} · {count}", count, progress.elapsed)
        if progress.text != self._shown:
            self._show_text(progress.text)
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground of the text to the left edge."""
        painter = QPainter(self)
        place = self.text.geometry()
        painter.fillRect(
            0, place.top(), self.width(), self.height() - place.top(), current_theme().color("paper")
        )
        painter.end()

    def _show_text(self, text: str) -> None:
        """Show other text: what was added is appended, and the end stays in view unless it was left."""
        bar = self.text.verticalScrollBar()
        is_at_end = bar.value() >= bar.maximum()
        if self._shown and text.startswith(self._shown):
            cursor = QTextCursor(self.text.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(for_qt(text[len(self._shown) :]))
        else:
            self.text.setPlainText(for_qt(text))
        self._shown = text
        if is_at_end:
            bar.setValue(bar.maximum())

    def _fit(self) -> None:
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * _LINES)

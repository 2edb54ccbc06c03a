"""The strip above a run that goes on: the step, the time, why it waits, Cancel, and the text as it comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size
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
        self.cancel = QPushButton("Cancel", self)
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
        self._row = QHBoxLayout()
        self._row.addWidget(self.title)
        self._row.addWidget(self.about, 1)
        self._row.addWidget(self.cancel)
        self._line = Separator(self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(self._row)
        self._beside = QHBoxLayout()
        self._beside.addWidget(self.text)
        self._column.addLayout(self._beside)
        self._column.addWidget(self._line)
        self._shown = ""
        self.cancel.clicked.connect(self.cancel_requested)
        on_theme(self, self._restyle)
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

    def _restyle(self) -> None:
        theme = current_theme()
        self._row.setContentsMargins(theme.px(12), theme.px(5), theme.px(8), theme.px(3))
        self._row.setSpacing(theme.px(8))
        self._beside.setContentsMargins(theme.px(12), 0, 0, theme.px(6))
        self.text.document().setDocumentMargin(0)
        self.cancel.setIcon(icon("x", "acc"))
        self.cancel.setIconSize(icon_size())
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground of the text to the left edge."""
        painter = QPainter(self)
        place = self.text.geometry()
        painter.fillRect(
            0, place.top(), self.width(), self.height() - place.top(), current_theme().color("paper")
        )
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Keep room for the same number of lines in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

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

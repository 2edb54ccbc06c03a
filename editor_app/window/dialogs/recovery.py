"""The dialog that shows a recovered text beside what the file held, and holds now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialogButtonBox, QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from editor_app.window.dialogs.answers import RecoveredText, RecoveryAnswer
from editor_app.window.dialogs.columns import MOST_LINES, Row, rows_of
from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.fields import TextField
from editor_app.window.widgets.words import PlainLabel

_LONGEST_LINE = 2_000
_COLUMN = (300, 120)
_HEIGHT = 560
_LEAST_WIDTH, _WIDTH = 640, 380
_ROLES = QDialogButtonBox.ButtonRole


class VersionColumn(TextField):
    """One version, row by row; rows that differ are tinted, and those it has no line for are hatched."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._theme = theme
        self._grounds: list[str] = []
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setProperty("look", "field")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(theme.font("code small"))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setMinimumSize(theme.px(_COLUMN[0]), theme.px(_COLUMN[1]))

    def show_rows(self, rows: Sequence[Row], column: int, ground: str) -> None:
        """Show one column of these rows, the changed ones on the colour of the role `ground`."""
        self._grounds = [
            "gap" if row.lines[column] is None else ground if row.changed[column] else "" for row in rows
        ]
        self.setPlainText("\n".join((row.lines[column] or "")[:_LONGEST_LINE] for row in rows))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the grounds over the whole width, then the text."""
        painter = QPainter(self.viewport())
        hatching = QBrush(self._theme.color("line"), Qt.BrushStyle.BDiagPattern)
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= self.viewport().height():
            height = self.blockBoundingRect(block).height()
            ground = self._grounds[block.blockNumber()] if block.blockNumber() < len(self._grounds) else ""
            if ground:
                brush = hatching if ground == "gap" else QBrush(self._theme.color(ground))
                painter.fillRect(QRectF(0, top, self.viewport().width(), height), brush)
            top += height
            block = block.next()
        painter.end()
        super().paintEvent(event)


class RecoveryDialog(CalmDialog):
    """Asks whether to keep a recovered text, to take the file's, or to decide later."""

    def __init__(self, theme: Theme, text: RecoveredText, parent: QWidget | None) -> None:
        """Show the versions of `text` side by side."""
        place = f" ({text.place})" if text.place else ""
        super().__init__(theme, f"‘{text.name}’ was recovered{place}", _sentence(text), parent)
        self.answer = RecoveryAnswer.LATER
        self.columns: list[VersionColumn] = []
        versions = _versions(text)
        rows = rows_of(*(version for _title, version in versions))
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        for at, (title, _version) in enumerate(versions):
            column = VersionColumn(theme, title, self)
            ground = "errbg" if at == 0 and len(versions) > 1 else "okbg"
            column.show_rows(rows, at, ground if len(versions) > 1 else "")
            self.columns.append(column)
            stack = QVBoxLayout()
            stack.setSpacing(theme.px(4))
            stack.addWidget(PlainLabel(title, "soft", self))
            stack.addWidget(column, 1)
            row.addLayout(stack, 1)
        self._let_scroll_together()
        self.content.addSpacing(theme.px(8))
        self.content.addLayout(row, 1)
        self.add_cancel("Decide later")
        words = "Discard it" if text.disk is None else "Take what is on disk"
        self.take_disk = self.add_button(words, _ROLES.DestructiveRole)
        self.take_disk.setVisible(not text.trouble)
        self.keep = self.add_button("Keep recovered", _ROLES.AcceptRole, primary=True)
        self.take_disk.clicked.connect(lambda: self._give(RecoveryAnswer.TAKE_DISK))
        self.keep.clicked.connect(lambda: self._give(RecoveryAnswer.KEEP))
        width = max(theme.px(_LEAST_WIDTH), theme.px(_WIDTH) * len(versions))
        self.resize(width, theme.px(_HEIGHT))
        self._go_to_first_change(rows)

    def _give(self, answer: RecoveryAnswer) -> None:
        self.answer = answer
        self.accept()

    def _let_scroll_together(self) -> None:
        for one in self.columns:
            for other in self.columns:
                if one is not other:
                    one.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
                    one.horizontalScrollBar().valueChanged.connect(other.horizontalScrollBar().setValue)

    def _go_to_first_change(self, rows: Sequence[Row]) -> None:
        first = next((at for at, row in enumerate(rows) if any(row.changed)), 0)
        self.columns[0].verticalScrollBar().setValue(max(0, first - 3))


def _versions(text: RecoveredText) -> list[tuple[str, str]]:
    if text.disk is None:
        return [("Recovered", text.recovered)]
    if text.base is None:
        return [("On disk", text.disk), ("Recovered", text.recovered)]
    return [("Before", text.base), ("On disk now", text.disk), ("Recovered", text.recovered)]


def _sentence(text: RecoveredText) -> str:
    if text.trouble:
        sentence = f"{text.trouble} The text stays here, and not saved, until the file can be read again."
    elif text.disk is None:
        sentence = "This text is in no file. It stays here, and not saved, until you save or discard it."
    elif text.base is None:
        sentence = "Nothing is saved yet. What you do not keep can be taken back with Undo."
    else:
        sentence = (
            "The file was changed meanwhile. Nothing is saved yet, and what you do not keep can be taken "
            "back with Undo."
        )
    longest = max(version.count("\n") for version in (text.recovered, text.disk or "", text.base or ""))
    cut = f" Only the first {MOST_LINES:,} lines are shown." if longest >= MOST_LINES else ""
    return sentence + cut

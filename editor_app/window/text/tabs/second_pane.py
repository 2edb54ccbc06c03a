"""The room beside the text for a second one: a line with its name, and its editor."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSplitter, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.words.labels import ElidedLabel
from editor_app.window.text.code_editor import CodeEditor


class SecondPane(Ground):
    """Shows one editor at a time, and is hidden without one."""

    close_clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Begin without an editor."""
        super().__init__(parent, ground="paper")
        self.editor: CodeEditor | None = None
        self.name = ElidedLabel("")
        close = icon_button("x", Sentence("window-text.close-beside"), None, self.close_clicked.emit)
        head = Ground(self, ground="bg", line_below=True)
        row(head, (self.name, 1), close, margins=(12, 2, 4, 2))
        self._column = column(self, head)
        self.hide()

    def show_editor(self, editor: CodeEditor, name: str) -> None:
        """Show an editor under the name of its file; half the room is for it."""
        self.editor = editor
        self.name.setText(name)
        self._column.addWidget(editor, 1)
        self.show()
        splitter = self.parentWidget()
        if isinstance(splitter, QSplitter):
            half = splitter.width() // 2
            splitter.setSizes([half, half])

    def clear(self) -> None:
        """Show no editor, and give the room back."""
        self.hide()
        if self.editor is not None:
            self._column.removeWidget(self.editor)
            self.editor = None

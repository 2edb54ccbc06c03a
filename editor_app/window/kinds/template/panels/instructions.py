"""The place under a template's text for the compaction instructions, folded to its title at first."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from editor_app.window.frame.dock import Page, Section
from editor_app.window.kit.theme.current import spaced
from editor_app.window.kit.words.labels import WordedLabel
from editor_app.window.text.code_editor import CodeEditor


class InstructionsSection(Section):
    """A title that folds, beside it what the instructions are and *Make my copy*, and below it their editor.

    `unfold_requested` asks for the editor, which is somebody else's.
    """

    unfold_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start folded, without an editor."""
        super().__init__(parent)
        self.body = QWidget(self)
        self._column = QVBoxLayout(self.body)
        self._column.setContentsMargins(0, 0, 0, 0)
        tools = QWidget(self)
        self.state = WordedLabel("soft", tools)
        self.copy_button = QPushButton("Make my copy", tools)
        self.copy_button.setProperty("look", "link")
        row = spaced(QHBoxLayout(tools), spacing=8)
        row.addWidget(self.state, 1)
        row.addWidget(self.copy_button)
        self.set_page(Page("instructions", "Compaction instructions", self.body, tools))
        self.set_folded(folded=True)
        self.fold_changed.connect(self._follow_fold)

    def show_editor(self, editor: CodeEditor) -> None:
        """Show an editor, and let the focus go to it."""
        self._column.addWidget(editor)
        self.body.setFocusProxy(editor)
        editor.show()

    def show_state(self, name: str, *, is_built_in: bool, is_unsaved: bool) -> None:
        """Say which instructions these are, and what becomes of them; built-in ones can be copied.

        Programs get what is saved, so of `unsaved` ones it is said that they do not get these yet.
        """
        if is_unsaved:
            short = f"{name}, unsaved"
            self.state.say(f"{short}: programs get the saved text, added after the rebuilt prompt", short)
        else:
            self.state.say(f"{name}: added after the rebuilt prompt", name)
        self.copy_button.setVisible(is_built_in)

    def _follow_fold(self, folded: bool) -> None:
        if not folded:
            self.unfold_requested.emit()

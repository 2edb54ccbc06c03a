"""The dialog that asks with what the prompt of a conversation is built."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QGridLayout, QPushButton, QWidget

from editor_app.window.dialogs.answers import BuildAnswer, BuildQuestion
from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.kit.form.fields import LineField
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import PlainLabel

_TITLE = "Build and freeze"
_SENTENCE = (
    "The template is resolved as it is saved now. The conversation keeps that until it is built again."
)


class BuildDialog(CalmDialog):
    """Fields for the conversation, its folder and its model, and what is wrong with them."""

    def __init__(self, question: BuildQuestion, parent: QWidget | None) -> None:
        """Start with what the question suggests."""
        theme = current_theme()
        super().__init__(_TITLE, _SENTENCE, parent)
        self._question = question
        self._filled = question.suggestion  # what stands in folder and model until somebody types there
        answer = question.suggestion
        self.conversation = _field("Conversation", answer.conversation_id, "its id")
        self.folder = _field("Working folder", answer.cwd, "an absolute path")
        self.model = _field("Model", answer.model or "", "none")
        self._choose = QPushButton("Choose…", self)
        self._choose.setAutoDefault(False)
        self._choose.setAccessibleName("Choose the working folder")
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(12))
        grid.setVerticalSpacing(theme.px(8))
        for row, field in enumerate((self.conversation, self.folder, self.model)):
            grid.addWidget(PlainLabel(field.accessibleName(), "field", self), row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(self._choose, 1, 2)
        self.remark = _words("soft", self)
        self.problem = _words("error", self)
        self.content.addLayout(grid)
        self.content.addSpacing(theme.px(4))
        if question.remark:
            always = _words("soft", self)
            always.setText(question.remark)
            self.content.addWidget(always)
        self.content.addWidget(self.remark)
        self.content.addWidget(self.problem)
        self.content.addStretch(1)
        self.add_cancel()
        self.action = self.add_button(_TITLE, QDialogButtonBox.ButtonRole.AcceptRole, primary=True)
        self.buttons.accepted.connect(self.accept)
        self._choose.clicked.connect(self._choose_folder)
        self.conversation.textChanged.connect(self._fill)
        for field in (self.conversation, self.folder, self.model):
            field.textChanged.connect(self._check)
        (self.folder if self.conversation.text() else self.conversation).setFocus()
        self._check()

    @property
    def answer(self) -> BuildAnswer:
        """What is typed."""
        return BuildAnswer(self.conversation.text(), self.folder.text(), self.model.text().strip() or None)

    def _fill(self) -> None:
        """Fill in with what a known conversation was built last, but over nothing that was typed."""
        before, answer = self._filled, self.answer
        known = self._question.known(answer.conversation_id) or self._question.suggestion
        self._filled = known
        if answer.cwd == before.cwd:
            self.folder.setText(known.cwd)
        if answer.model == before.model:
            self.model.setText(known.model or "")

    def _check(self) -> None:
        answer = self.answer
        problem = self._question.problem(answer) if answer.conversation_id and answer.cwd else ""
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.remark.setText("" if problem else self._question.about(answer))
        self.conversation.setAccessibleDescription(problem or self.remark.text())
        self.action.setEnabled(bool(answer.conversation_id and answer.cwd) and not problem)

    def _choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(
            self, "Working folder", self.folder.text() or str(Path.home())
        )
        if chosen:
            self.folder.setText(chosen)


def _field(name: str, text: str, hint: str) -> LineField:
    field = LineField(text)
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    return field


def _words(look: str, parent: QWidget) -> PlainLabel:
    label = PlainLabel("", look, parent)
    label.setWordWrap(True)
    label.setMinimumHeight(current_theme().line_height("small"))
    return label

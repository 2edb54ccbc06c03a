"""The dialog that asks for a name and shows at once what is wrong with it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from editor_app.window.dialogs.answers import NameQuestion
from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.kit.form.completions import offer
from editor_app.window.kit.form.fields import LineField
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import PlainLabel


class NameDialog(CalmDialog):
    """A field for a name, and below it what is wrong with the typed name."""

    def __init__(self, question: NameQuestion, parent: QWidget | None) -> None:
        """Start with the question's suggestion, selected."""
        super().__init__(question.title, question.sentence, parent)
        self._question = question
        self.field = LineField(question.suggestion, self)
        self.field.setAccessibleName("Name")
        self.field.setPlaceholderText("Name")
        self.problem = PlainLabel("", "error", self)
        self.problem.setWordWrap(True)
        self.problem.setMinimumHeight(current_theme().line_height("small"))
        self.problem.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.content.addWidget(self.field)
        self.content.addWidget(self.problem)
        self.content.addStretch(1)
        self.add_cancel()
        self.action = self.add_button(question.action, QDialogButtonBox.ButtonRole.AcceptRole, primary=True)
        self.buttons.accepted.connect(self.accept)
        self.field.textChanged.connect(self._check)
        if question.choices:
            offer(self.field, question.choices)
        self.field.selectAll()
        self.field.setFocus()
        self._check()

    @property
    def name(self) -> str:
        """The name as typed, without spaces around it."""
        return self.field.text().strip()

    def _check(self) -> None:
        problem = self._question.problem(self.name) if self.name else ""
        self.problem.setText(problem)
        self.field.setAccessibleDescription(problem)
        self.action.setEnabled(bool(self.name) and not problem)

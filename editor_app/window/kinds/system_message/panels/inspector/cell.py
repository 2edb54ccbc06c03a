"""A field of the inspector with its label, and below it the problem of its value."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor_app.window.kinds.system_message.panels.inspector.fields import FieldProblem
from editor_app.window.kit.form.remark import Remark
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import PlainLabel, repolish


class FieldCell(QWidget):
    """A field with its problem below; `label` is placed beside it by the form."""

    def __init__(self, word: str, field: QWidget, parent: QWidget) -> None:
        """Start without a problem."""
        super().__init__(parent)
        self.field = field
        self.label = PlainLabel(word, "field", parent)
        self._remark = Remark(self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        self._column.addWidget(field)
        self._column.addWidget(self._remark)
        self.problem: FieldProblem | None = None
        on_theme(self, self._restyle)

    def show_problem(self, problem: FieldProblem | None) -> None:
        """Show the problem of the field; None shows none."""
        if problem == self.problem:
            return
        self.problem = problem
        self._remark.say(*((problem.sentence, problem.severity) if problem is not None else ("",)))
        self.field.setProperty("problem", "true" if problem is not None else None)
        self.field.setAccessibleDescription(problem.sentence if problem is not None else "")
        repolish(self.field)

    def forget_height(self) -> None:
        """Invalidate the height that Qt's layouts cached for the field."""
        self._column.invalidate()
        self.updateGeometry()

    def _restyle(self) -> None:
        theme = current_theme()
        self.label.setFixedHeight(theme.px(26))

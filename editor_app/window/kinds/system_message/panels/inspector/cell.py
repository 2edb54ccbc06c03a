"""A field of the inspector with its label, and below it the problem of its value."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor_app.window.kinds.system_message.panels.inspector.fields import FieldProblem
from editor_app.window.style.icons import SEVERITY_ICONS
from editor_app.window.style.plain_text import one_line
from editor_app.window.style.row_style import RowStyle
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.words import PlainLabel, repolish, set_plain_tooltip

_REMARK_HEIGHT: Final = 18
_ICON: Final = 14


class FieldCell(QWidget):
    """A field with its problem below; `label` is placed beside it by the form."""

    def __init__(self, word: str, field: QWidget, theme: Theme, parent: QWidget) -> None:
        """Start without a problem."""
        super().__init__(parent)
        self.field = field
        self.label = PlainLabel(word, "field", parent)
        self.label.setBuddy(field)
        self._remark = _Remark(theme, self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        self._column.addWidget(field)
        self._column.addWidget(self._remark)
        self.problem: FieldProblem | None = None

    def show_problem(self, problem: FieldProblem | None) -> None:
        """Show the problem of the field; None shows none."""
        if problem == self.problem:
            return
        self.problem = problem
        self._remark.show_problem(problem)
        self.field.setProperty("problem", "true" if problem is not None else None)
        self.field.setAccessibleDescription(problem.sentence if problem is not None else "")
        repolish(self.field)

    def forget_height(self) -> None:
        """Invalidate the height that Qt's layouts cached for the field."""
        self._column.invalidate()
        self.updateGeometry()

    def apply_theme(self, theme: Theme) -> None:
        """Apply the colours and sizes of `theme`."""
        self.label.setFixedHeight(theme.px(26))
        self._remark.apply_theme(theme)


class _Remark(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._problem: FieldProblem | None = None
        self.apply_theme(theme)
        self.hide()

    def show_problem(self, problem: FieldProblem | None) -> None:
        self._problem = problem
        set_plain_tooltip(self, problem.sentence if problem is not None else "")
        self.setVisible(problem is not None)
        self.update()

    def apply_theme(self, theme: Theme) -> None:
        self._style = RowStyle(theme)
        self.setFixedHeight(theme.px(_REMARK_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._problem is None:
            return
        painter = QPainter(self)
        name, role = SEVERITY_ICONS[self._problem.severity]
        left = self._style.icon(painter, self.rect(), 0, name, role, _ICON) + self._style.px(4)
        words = QRect(left, 0, self.width() - left, self.height())
        mode = Qt.TextElideMode.ElideRight
        self._style.text(painter, words, one_line(self._problem.sentence), role, "small", elide=mode)
        painter.end()

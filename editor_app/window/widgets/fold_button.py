"""The title of a section, which folds it: a button for keys, pointers and screen readers alike."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleStateChangeEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget

from editor_app.window.keyboard.panel_keys import SECTION_FOLD


class FoldButton(QAbstractButton):
    """A button that is checked while its section is open. Others draw it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Be open."""
        super().__init__(parent)
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggled.connect(self._tell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold and unfold on Enter, too; the space bar does so by itself."""
        if SECTION_FOLD.is_pressed(event):
            self.click()
        else:
            super().keyPressEvent(event)

    def _tell(self) -> None:
        """Let a screen reader say what became of the section."""
        if QAccessible.isActive():
            changed = QAccessible.State()
            changed.expanded = changed.collapsed = True
            QAccessible.updateAccessibility(QAccessibleStateChangeEvent(self, changed))


class FoldInterface(QAccessibleWidget):
    """What a screen reader gets of the button: that it is one, and whether its section is open."""

    def role(self) -> QAccessible.Role:
        """Return that it is a button; Qt takes one that can be checked for a check box."""
        return QAccessible.Role.Button

    def state(self) -> QAccessible.State:
        """Return what it is and can be now."""
        state, button = super().state(), self.object()
        is_open = isinstance(button, FoldButton) and button.isChecked()
        state.expandable = True
        state.expanded, state.collapsed = is_open, not is_open
        return state

    def actionNames(self) -> list[str]:
        """Return what can be done with it."""
        return ["Press", *super().actionNames()]

    def doAction(self, name: str) -> None:
        """Press it, or focus it."""
        button = self.object()
        if name == "Press" and isinstance(button, FoldButton):
            button.click()
        else:
            super().doAction(name)

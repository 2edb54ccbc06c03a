"""Accessibility of panels: groups with a name where Qt reports widgets without a role; and fold titles."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from editor_app.window.kit.form.fold_button import FoldButton

_NO_KIND = ("QWidget", "QFrame")


@cache  # cached: Qt keeps installed factories for good
def show_groups() -> None:
    """Report widgets with a name but no role as groups from now on, and folding titles with their state."""
    QAccessible.installFactory(_interface_for)


class _Fold(QAccessibleWidget):
    """The button's accessibility: its role, and whether its section is unfolded."""

    def role(self) -> QAccessible.Role:
        """Return the button role; Qt would report a checkable button as a check box."""
        return QAccessible.Role.Button

    def state(self) -> QAccessible.State:
        """Return the current state."""
        state, button = super().state(), self.object()
        is_open = isinstance(button, FoldButton) and button.isChecked()
        state.expandable = True
        state.expanded, state.collapsed = is_open, not is_open
        return state

    def actionNames(self) -> list[str]:
        """Return the actions that screen readers can do."""
        return ["Press", *super().actionNames()]

    def doAction(self, name: str) -> None:
        """Press or focus the button."""
        button = self.object()
        if name == "Press" and isinstance(button, FoldButton):
            button.click()
        else:
            super().doAction(name)


class _Place(QAccessibleWidget):
    def role(self) -> QAccessible.Role:
        """Return the role at the time of the call, since a name may be set late."""
        widget = self.object()
        is_named = isinstance(widget, QWidget) and bool(widget.accessibleName())
        return QAccessible.Role.Grouping if is_named else QAccessible.Role.Client


def _interface_for(kind: str, made_for: QObject) -> QAccessibleInterface | None:
    if kind == FoldButton.__name__ and isinstance(made_for, FoldButton):
        return _Fold(made_for)
    return _Place(made_for) if kind in _NO_KIND and isinstance(made_for, QWidget) else None

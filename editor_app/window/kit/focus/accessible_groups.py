"""Accessibility of panels: groups with a name where Qt reports widgets without a role; and fold titles."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from editor_app.window.kit.form.fold_button import FoldButton, FoldInterface

_NO_KIND = ("QWidget", "QFrame")


@cache  # cached: Qt keeps installed factories for good
def show_groups() -> None:
    """Report widgets with a name but no role as groups from now on, and folding titles with their state."""
    QAccessible.installFactory(_interface_for)


class _Place(QAccessibleWidget):
    def role(self) -> QAccessible.Role:
        """Return the role at the time of the call, since a name may be set late."""
        widget = self.object()
        is_named = isinstance(widget, QWidget) and bool(widget.accessibleName())
        return QAccessible.Role.Grouping if is_named else QAccessible.Role.Client


def _interface_for(kind: str, made_for: QObject) -> QAccessibleInterface | None:
    if kind == FoldButton.__name__ and isinstance(made_for, FoldButton):
        return FoldInterface(made_for)
    return _Place(made_for) if kind in _NO_KIND and isinstance(made_for, QWidget) else None

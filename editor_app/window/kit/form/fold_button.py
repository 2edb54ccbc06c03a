"""The title of a foldable section, as a button for mouse, keyboard and screen readers."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleStateChangeEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from editor_app.window.kit.focus.panel_keys import SECTION_FOLD


class FoldButton(QAbstractButton):
    """A button that is checked while its section is unfolded; subclasses draw it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start unfolded."""
        super().__init__(parent)
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggled.connect(self._tell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold or unfold on Enter too; Qt handles the space bar."""
        if SECTION_FOLD.is_pressed(event):
            self.click()
        else:
            super().keyPressEvent(event)

    def _tell(self) -> None:
        """Tell screen readers that the section was folded or unfolded."""
        if QAccessible.isActive():
            changed = QAccessible.State()
            changed.expanded = changed.collapsed = True
            QAccessible.updateAccessibility(QAccessibleStateChangeEvent(self, changed))

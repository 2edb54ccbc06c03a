"""A field that looks like a combo box and opens a popup or menu of the panel."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.window.kit.form.elided_fields import ElidedComboBox
from editor_app.window.kit.words.labels import set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line


class SummaryBox(ElidedComboBox):
    """Shows a summary of what is selected; `opened` asks the panel to open the choices."""

    opened = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        """Start empty; `name` is the accessible name."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.addItem("")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(4)

    def say(self, words: str, whole: str = "") -> None:
        """Show `words`; `whole` is the tooltip."""
        self.setItemText(0, one_line(words))
        set_plain_tooltip(self, whole)

    def showPopup(self) -> None:
        """Emit `opened` instead of showing Qt's list."""
        self.opened.emit()

    def below(self) -> QPoint:
        """Return the point on the screen where the choices open."""
        return self.mapToGlobal(QPoint(0, self.height() + 2))

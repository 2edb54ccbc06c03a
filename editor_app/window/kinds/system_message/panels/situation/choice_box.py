"""A field that looks like a combo box and opens something of its own."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.window.style.plain_text import one_line
from editor_app.window.widgets.elided_fields import ElidedComboBox
from editor_app.window.widgets.words import set_plain_tooltip


class SummaryBox(ElidedComboBox):
    """Shows what is chosen in a few words; `opened` asks for the choices."""

    opened = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        """Be empty; `name` is what screen readers call it."""
        super().__init__(parent)
        self._name = name
        self.addItem("")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(4)

    def say(self, words: str, whole: str = "") -> None:
        """Show `words`; the tooltip has the `whole` of it."""
        self.setItemText(0, one_line(words))
        set_plain_tooltip(self, whole)
        self.setAccessibleName(f"{self._name}: {one_line(words)}")

    def showPopup(self) -> None:
        """Ask for the choices in place of a list of one."""
        self.opened.emit()

    def below(self) -> QPoint:
        """Return where on the screen the choices begin."""
        return self.mapToGlobal(QPoint(0, self.height() + 2))

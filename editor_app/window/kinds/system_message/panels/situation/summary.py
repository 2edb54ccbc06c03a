"""A field that looks like a combo box, says what is selected, and opens a popup or menu of the panel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.window.kit.form.elided_fields import ElidedComboBox
from editor_app.window.kit.form.field import Cell, Field


@dataclass(frozen=True, slots=True)
class Summary(Field):
    """What is selected, in words; `opens` opens the choices."""

    value: str = ""
    _: KW_ONLY
    opens: Callable[[], object]

    def make(self, parent: QWidget) -> SummaryCell:
        """Return a cell with what looks like a combo box."""
        return SummaryCell(parent)


class SummaryCell(Cell):
    """The cell of a `Summary`."""

    widget: _SummaryBox

    def __init__(self, parent: QWidget) -> None:
        """Start empty."""
        super().__init__(_SummaryBox(), parent)

    def show_value(self, field: Field, *, is_other: bool) -> None:  # noqa: ARG002  nothing is being typed
        """Show the words."""
        assert isinstance(field, Summary)
        self.widget.opens = field.opens
        self.widget.setItemText(0, field.value)


class _SummaryBox(ElidedComboBox):
    opens: Callable[[], object]

    def __init__(self) -> None:
        super().__init__()
        self.addItem("")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(4)

    def showPopup(self) -> None:
        """Open the choices instead of Qt's list."""
        self.opens()

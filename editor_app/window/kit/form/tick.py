"""A field that is on or off: a box with words."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from PySide6.QtWidgets import QCheckBox, QWidget

from editor_app.window.kit.form.field import Cell, Field


@dataclass(frozen=True, slots=True)
class Tick(Field):
    """A box that can be ticked; `words` stand beside it."""

    value: bool = False
    _: KW_ONLY
    words: str

    def make(self, parent: QWidget) -> TickCell:
        """Return a cell with a box."""
        return TickCell(parent)


class TickCell(Cell):
    """The cell of a `Tick`."""

    widget: QCheckBox

    def __init__(self, parent: QWidget) -> None:
        """Start without a tick."""
        super().__init__(QCheckBox(), parent)
        self.widget.clicked.connect(self._give)

    def show_value(self, field: Field, *, is_other: bool) -> None:  # noqa: ARG002  nothing is typed
        """Show whether it is ticked."""
        assert isinstance(field, Tick)
        self.widget.setText(field.words)
        self.widget.setChecked(field.value)

    def _give(self, is_ticked: bool) -> None:
        self.given.emit(is_ticked)

"""A field that is only read: words beside a label, or a sentence over the whole width of a form."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from PySide6.QtWidgets import QWidget

from editor_app.window.kit.form.field import Access, Cell, Field
from editor_app.window.kit.theme.current import sized
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel


@dataclass(frozen=True, slots=True)
class ReadOnlyText(Field):
    """Words in a look of labels: elided beside a label, wrapped where they take the whole width."""

    value: str = ""
    _: KW_ONLY
    look: str = ""

    def make(self, parent: QWidget) -> ReadOnlyCell:
        """Return a cell with words."""
        return ReadOnlyCell(self, parent)


class ReadOnlyCell(Cell):
    """The cell of `ReadOnlyText`."""

    widget: PlainLabel

    def __init__(self, field: ReadOnlyText, parent: QWidget) -> None:
        """Start without words."""
        label = sized(ElidedLabel(), height=26) if field.label else PlainLabel()
        label.setWordWrap(not field.label)
        super().__init__(label, parent)

    def show_value(self, field: Field, *, is_other: bool) -> None:  # noqa: ARG002  nothing is being typed
        """Show the words."""
        assert isinstance(field, ReadOnlyText)
        self.widget.set_look(field.look)
        self.widget.setText(field.value)

    def set_access(self, access: Access) -> None:
        """Do nothing: words are only read."""

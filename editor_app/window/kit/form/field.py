"""A field of a form as a value, and the cell in which a form shows it.

A panel's own sort of field is a subclass of each: `Field.make` returns the cell, whose `show_value` shows a
value, and which emits `given` with one that the user gave.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from editor_app.text import Severity
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.form.remark_line import RemarkLine
from editor_app.window.kit.rows.menus import menu_of
from editor_app.window.kit.theme.current import spaced
from editor_app.window.kit.words.labels import ElidedLabel, plain_tooltip, repolish, set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line


class Access(StrEnum):
    """What the user can do with a field."""

    WRITE = "write"
    READ = "read"
    """It is shown and can be copied, where its sort can; others are disabled."""
    NONE = "none"


class Remark(NamedTuple):
    """A sentence below a field; without a severity it is no problem.

    `item` is the index of the item of the value that has it, None for no single one; `about` is the whole of
    it where the sentence is short.
    """

    sentence: str
    severity: Severity | None = None
    item: int | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """What a form shows of one value, known by its `key`; without a label it takes the whole width.

    `name` is the accessible name where it is not the label, `about` the tooltip and description.
    """

    key: str
    label: str
    value: object = ""
    _: KW_ONLY
    name: str = ""
    about: str = ""
    remark: Remark | None = None
    access: Access = Access.WRITE
    is_removable: bool = False

    def make(self, parent: QWidget) -> Cell:
        """Return a cell for fields of this sort."""
        raise NotImplementedError

    def make_label(self, parent: QWidget) -> FieldLabel:
        """Return a label for fields of this sort."""
        return FieldLabel("", "field", parent=parent)


class FieldLabel(ElidedLabel):
    """The label beside a field."""

    def show_field(self, field: Field) -> None:
        """Show the label of a field."""
        self.setText(one_line(field.label))

    def natural_width(self) -> int:
        """Return the width of the whole label, in pixels."""
        self.ensurePolished()  # not the size hint: that is no less than the width that was set
        return self.fontMetrics().size(Qt.TextFlag.TextSingleLine, self.text()).width()


class Cell(QWidget):
    """The `widget` of a value; a panel may add others beside it, to `row`, and below it, to `column`."""

    given = Signal(object)
    remove_requested = Signal()
    menu_requested = Signal(QMenu)
    resized = Signal()

    def __init__(self, widget: QWidget, parent: QWidget) -> None:
        """Start without a field."""
        super().__init__(parent)
        self.widget = widget
        self.field: Field | None = None
        self._remark: RemarkLine | None = None
        self._remove: QToolButton | None = None
        self.column = spaced(QVBoxLayout(self), spacing=1)
        self.row = spaced(QHBoxLayout(), spacing=8)
        self.row.addWidget(widget, 1)
        self.column.addLayout(self.row)

    @property
    def remove_button(self) -> QToolButton:
        """The button that asks to remove the field."""
        if self._remove is None:
            self._remove = icon_button("x", "Remove this field", self, self.remove_requested.emit)
            self.row.addWidget(self._remove)
        return self._remove

    def show_field(self, field: Field, *, is_other: bool) -> None:
        """Show a field of this sort; what was typed for another one (`is_other`) is not kept."""
        before, self.field = self.field, field
        self.show_value(field, is_other=is_other)
        if field != before:
            self.show_words(field)

    def show_value(self, field: Field, *, is_other: bool) -> None:
        """Show the value of a field, and what can be chosen."""
        raise NotImplementedError

    def show_words(self, field: Field) -> None:
        """Show what is said of the value, and whether it can be changed."""
        remark = field.remark.about or field.remark.sentence if field.remark is not None else ""
        widget, said = self.widget, (remark.replace("\n", ", "), field.about)
        widget.setAccessibleName(one_line(field.name or field.label))
        widget.setToolTip(plain_tooltip(field.about))
        widget.setAccessibleDescription(one_line(" ".join(filter(None, said))))
        self.set_access(field.access)
        if field.is_removable or self._remove is not None:
            self.remove_button.setVisible(field.is_removable)
            self.remove_button.setAccessibleName(f"Remove {one_line(field.name or field.label)}")
        self._show_remark(field.remark)

    def set_access(self, access: Access) -> None:
        """Let the value be changed or not."""
        self.widget.setEnabled(access is Access.WRITE)

    def commit(self) -> None:
        """Announce what was typed and not announced yet."""

    def stops(self) -> list[QWidget]:
        """Return what Tab stops at, in order."""
        return [self.widget] if self._remove is None else [self.widget, self._remove]

    def open_menu(self) -> None:
        """Let a menu be filled and open it below the widget."""
        menu = menu_of(self)
        self.menu_requested.emit(menu)
        pop_up(menu, below(self.widget))

    def _show_remark(self, remark: Remark | None) -> None:
        if remark is not None and self._remark is None:
            self._remark = RemarkLine(self)
            self.column.addWidget(self._remark)
        if self._remark is not None:
            self._remark.say(*(remark[:2] if remark is not None else ("",)))
            if remark is not None and remark.about:
                set_plain_tooltip(self._remark, remark.about)
        problem = "true" if remark is not None and remark.severity is not None else None
        if self.widget.property("problem") != problem:
            self.widget.setProperty("problem", problem)
            repolish(self.widget)

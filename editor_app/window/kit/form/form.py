"""A form: labels and fields from a table of frozen descriptions, shown anew without losing what is typed.

    form = Form(FormLook(two_columns_from=460))
    form.changed.connect(keep)                     # keep(key, value), as each sort of field commits
    form.removed.connect(take_out)                 # take_out(key): the field's cross
    form.show_fields(
        (
            Line("id", "Id", block.id, remark=Remark("There is a block ‘a’ already.", Severity.ERROR)),
            Number("priority", "Priority", "60"),
            Choice("format", "Format", "yaml", options=(Option("yaml", "YAML"), Option("json", "JSON"))),
            Chips("modes", "Modes", ("ask",), adds="Mode", offered=("ask", "plan")),
        ),
        of=block.path,                             # another block: nothing typed for this one is kept
    )
    form.cell("id").row.addWidget(button)          # what a field has beside it
    form.cell("format").widget.setFocus()
    form.commit()                                  # announce now what is typed

`of` may be left out where a form is about one thing only. A dock is narrow (from 208 pixels on):
`FormLook(stacked_below=…)` has the labels stand above their fields there.

A field whose key and sort stay keeps its widgets, and so focus, caret, selection and undo. The fields stand
in a QGridLayout: a QFormLayout has no second column whose rows stay level with the first one's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QMenu, QVBoxLayout, QWidget

from editor_app.window.kit.form.field import Cell, Field
from editor_app.window.kit.layouts import scrolled
from editor_app.window.kit.theme.current import current_theme, on_theme, sized, spaced
from editor_app.window.kit.work.connections import connect

_NARROW_LABEL: Final = 72
_MOST_SPARE: Final = 12
_ANY_WIDTH: Final = (1 << 24) - 1  # QWIDGETSIZE_MAX


@dataclass(frozen=True, slots=True)
class FormLook:
    """The lengths of a form, in pixels of the design.

    Labels are as wide as the widest, at least `least_label`, and have at most `label_share` of the form. In a
    form narrower than `stacked_below` they stand above their fields, in one that is at least as wide as
    `two_columns_from` the fields have two columns.
    """

    margins: tuple[int, int, int, int] = (12, 8, 12, 8)
    least_label: int = 0
    label_share: float = 0.33
    label_gap: int = 8
    line_gap: int = 4
    column_gap: int = 12
    two_columns_from: int | None = None
    stacked_below: int = 0


class Form(QWidget):
    """Shows fields, and announces what is given for them and which are to be removed."""

    changed = Signal(str, object)
    removed = Signal(str)
    menu_requested = Signal(str, QMenu)
    """A field's menu is about to be opened: it is to be filled."""
    resized = Signal()
    """The form may need another height."""

    def __init__(self, look: FormLook | None = None, parent: QWidget | None = None) -> None:
        """Start without fields."""
        super().__init__(parent)
        self._look = look or FormLook()
        self._rows: dict[str, _Row] = {}
        self._spare: list[_Row] = []
        self._of: object = None
        self._grid = QGridLayout()
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._grid)
        self._column.addStretch(1)
        on_theme(self, self._take_sizes)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the fields, in order."""
        return tuple(row.cell for row in self._rows.values())

    def cell(self, key: str) -> Cell:
        """Return the cell of a field that is shown."""
        return self._rows[key].cell

    def show_fields(self, fields: Sequence[Field], *, of: object = None) -> None:
        """Show fields of different keys; `of` tells whose they are: what was typed for another goes."""
        is_other, self._of = of != self._of, of
        wanted = {field.key: field for field in fields}
        before, focus = self._rows, QApplication.focusWidget() or self
        focused = next((key for key, row in before.items() if row.cell.isAncestorOf(focus)), None)
        reused = {key: row for key, row in before.items() if key in wanted and row.shows(wanted[key])}
        free = [row for key, row in before.items() if key not in reused] + self._spare
        self._rows = {}
        is_moved = list(before) != list(wanted)
        for key, field in wanted.items():
            row = (
                reused.get(key) or next((row for row in free if row.shows(field)), None) or self._made(field)
            )
            if row in free:
                free.remove(row)
            self._rows[key] = row
            is_moved |= row.show_field(field, is_other=is_other or key not in reused)
        if is_moved:
            self._fit(self.width())
            stops = chain.from_iterable(cell.stops() for cell in self.cells)
            for stop, following in pairwise(stops):
                QWidget.setTabOrder(stop, following)
        for cell in (row.cell for row in free if is_other):
            if cell.field is not None:  # what is typed is for something else
                cell.show_field(cell.field, is_other=True)
        if focused is not None and focused not in self._rows:
            self._focus_beside(focused, list(before))
        self._spare = free[:_MOST_SPARE]  # to make one for another field takes much longer
        for row in self._spare:
            row.put(self._grid, None)
        for row in free[_MOST_SPARE:]:
            row.delete()

    def show_field(self, field: Field) -> None:
        """Show one of the fields anew."""
        self._rows[field.key].show_field(field, is_other=False)

    def commit(self) -> None:
        """Announce what was typed and not announced yet."""
        for cell in self.cells:
            cell.commit()

    def height_at(self, width: int) -> int:
        """Return the height that the form needs at a width, in pixels."""
        self._fit(width)
        for cell in self.cells:
            cell.column.invalidate()  # the height that Qt's layouts cached
            cell.updateGeometry()
        self._grid.invalidate()
        self._column.invalidate()
        self.updateGeometry()
        is_flowing = self._column.hasHeightForWidth()
        return self._column.heightForWidth(width) if is_flowing else self._column.sizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the fields for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit(event.size().width())

    def _made(self, field: Field) -> _Row:
        row = _Row(field, self)
        cell = row.cell
        connect(
            (cell.value_given, lambda value: self.changed.emit(row.key, value)),
            (cell.remove_requested, lambda: self.removed.emit(row.key)),
            (cell.menu_requested, lambda menu: self.menu_requested.emit(row.key, menu)),
            (cell.resized, self.resized),
        )
        return row

    def _focus_beside(self, gone: str, keys: list[str]) -> None:
        """Focus the field in the place of one that is gone; without one, the form's focus proxy."""
        at = keys.index(gone)
        left = next((key for key in (*keys[at:], *keys[at::-1]) if key in self._rows), None)
        target = self._rows[left].cell.widget if left is not None else self
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_sizes(self) -> None:
        px = current_theme().px
        self._column.setContentsMargins(*map(px, self._look.margins))
        self._grid.setVerticalSpacing(px(self._look.line_gap))
        self._grid.setHorizontalSpacing(0)  # labels and gaps have widths
        self._fit(self.width())

    def _fit(self, width: int) -> None:
        """Arrange labels and cells for a width."""
        look, px, rows = self._look, current_theme().px, list(self._rows.values())
        columns = 2 if look.two_columns_from is not None and width >= px(look.two_columns_from) else 1
        is_stacked = width < px(look.stacked_below)
        for at, row in enumerate(rows):
            row.put(self._grid, (*divmod(at, columns), is_stacked))
        least = min(look.least_label or _NARROW_LABEL, _NARROW_LABEL)
        most = max(px(least), int(width / columns * look.label_share))
        for column in range(2):
            labels = [row.label for row in rows[column::columns] if row.label is not None]
            natural = max((label.natural_width() for label in labels), default=0)
            room = min(max(natural, px(look.least_label)), most)
            is_used = column < columns
            for label in labels if is_used and not is_stacked else ():
                label.setFixedWidth(room)
            gap = room + px(look.label_gap) if is_used and labels and not is_stacked else 0
            self._grid.setColumnMinimumWidth(3 * column, gap)
            self._grid.setColumnStretch(3 * column + 1, int(is_used))
        self._grid.setColumnMinimumWidth(2, px(look.column_gap) if columns > 1 else 0)


class _Row:
    """A label, unless the field has none, and a cell; both may show another field of the same sort."""

    def __init__(self, field: Field, form: QWidget) -> None:
        self.key = field.key
        self.cell = Cell(field, form)
        self.label = sized(field.make_label(form), height=26) if field.label else None
        self._sort = type(field)
        self._place: tuple[int, int, bool] | None = None

    def shows(self, field: Field) -> bool:
        """Whether the row can show a field."""
        return self._sort is type(field) and bool(field.label) == (self.label is not None)

    def show_field(self, field: Field, *, is_other: bool) -> bool:
        """Show a field; return whether the label may be another."""
        before, self.key = self.cell.field, field.key
        self.cell.show_field(field, is_other=is_other)
        if self.label is None or field == before:
            return False
        self.label.show_field(field)
        return before is None or before.label != field.label

    def put(self, grid: QGridLayout, place: tuple[int, int, bool] | None) -> None:
        """Put the row at a line and a column, with its label above where the third says so; None hides it."""
        if place == self._place:
            return
        self._place = place
        parts = [part for part in (self.label, self.cell) if part is not None]
        for part in parts:
            grid.removeWidget(part)
            if place is None:
                part.hide()
        if place is None:
            return
        line, column, is_stacked = place
        if self.label is not None and is_stacked:
            self.label.setMaximumWidth(_ANY_WIDTH)
            self.label.setMinimumWidth(0)
            self.cell.column.insertWidget(0, self.label)
        elif self.label is not None:
            grid.addWidget(self.label, line, 3 * column, Qt.AlignmentFlag.AlignTop)
        is_whole = self.label is None or is_stacked
        left, span = (3 * column, 2) if is_whole else (3 * column + 1, 1)
        grid.addWidget(self.cell, line, left, 1, span, Qt.AlignmentFlag.AlignTop)
        for part in parts:
            part.show()  # a layout that gives a widget another parent shows it later, and it takes no room

    def delete(self) -> None:
        """Hide the row and delete its widgets."""
        for part in (self.label, self.cell):
            if part is not None:
                part.hide()
                part.deleteLater()


class FormPage(QWidget):
    """A page of a dock with a `form` that scrolls; it asks for the height of the whole form."""

    def __init__(self, look: FormLook, parent: QWidget | None = None) -> None:
        """Start without fields."""
        super().__init__(parent)
        self.form = Form(look)
        spaced(QVBoxLayout(self)).addWidget(scrolled(self.form, self, on_window=True))

    def sizeHint(self) -> QSize:
        """Return the size of the whole form."""
        return QSize(current_theme().px(288), self.form.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the height of two rows."""
        return QSize(current_theme().px(180), current_theme().px(64))

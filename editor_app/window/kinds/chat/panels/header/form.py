"""The form of a header's fields: a label, a field, its problem and a button that removes it, for each."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor_app.window.kinds.chat.panels.header.fields import HeaderField, HeaderView, listed
from editor_app.window.kit.card.hover_card import link_button
from editor_app.window.kit.form.committed_field import CommittedField
from editor_app.window.kit.form.remark import Remark
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, repolish
from editor_app.window.kit.words.plain_text import one_line

MOST_FIELDS: Final = 24
"""The form has so many fields at most; the others are in the file view."""

PAUSE_MS: Final = 800
_LABEL: Final = 92
_TWO_COLUMNS: Final = 560
_STACKED: Final = 320
_ROW: Final = 26


class FieldRow(QWidget):
    """A field of the header; the same widgets show it anew."""

    given = Signal(str, str)
    remove_requested = Signal(str)

    def __init__(self, key: str, parent: QWidget) -> None:
        """Make an empty field for `key`."""
        super().__init__(parent)
        self.key = key
        name = one_line(key)
        self._label = ElidedLabel(name, "field", parent=self)
        self.field = CommittedField(name, self, may_be_empty=True, pause_ms=PAUSE_MS)
        self.remark = Remark(self)
        self.remove = QToolButton(self)
        self.remove.setProperty("look", "icon")
        self.remove.setAccessibleName(f"Remove {name}")
        self.remove.setToolTip("Remove this field from the header")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._is_stacked: bool | None = None
        self.stack(stacked=False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.field.given.connect(lambda value: self.given.emit(self.key, value))
        self.remove.clicked.connect(lambda _checked=False: self.remove_requested.emit(self.key))
        on_theme(self, self._restyle)

    def show_field(self, field: HeaderField, *, is_writable: bool, is_other: bool) -> None:
        """Show a value and its problem; of another message's (`is_other`) nothing typed is kept."""
        self.key = field.key
        (self.field.set_text if is_other else self.field.show_text)(field.value)
        self.field.setReadOnly(not is_writable)
        self.remove.setVisible(is_writable)
        self.remark.say(field.problem, field.severity)
        problem = "true" if field.problem else None
        if self.field.property("problem") != problem:
            self.field.setProperty("problem", problem)
            repolish(self.field)
        self.field.setAccessibleDescription(one_line(field.problem))

    def stack(self, *, stacked: bool) -> None:
        """Put the label above the field, or beside it."""
        if stacked == self._is_stacked:
            return
        self._is_stacked = stacked
        beside = ((0, 0, 1), (0, 1, 1), (0, 2, 1), (1, 1, 2))
        above = ((0, 0, 3), (1, 0, 2), (1, 2, 1), (2, 0, 3))
        parts = (self._label, self.field, self.remove, self.remark)
        for widget, (row, column, span) in zip(parts, above if stacked else beside, strict=True):
            self._grid.removeWidget(widget)
            self._grid.addWidget(widget, row, column, 1, span)
        self._grid.setColumnStretch(0, 1 if stacked else 0)
        self._grid.setColumnStretch(1, 0 if stacked else 1)
        self.forget_height()

    def forget_height(self) -> None:
        """Invalidate the height that Qt's layouts cached for the row."""
        self._grid.invalidate()
        self.updateGeometry()

    def _restyle(self) -> None:
        theme = current_theme()
        self._grid.setHorizontalSpacing(theme.px(8))
        self._grid.setVerticalSpacing(theme.px(1))
        self._label.setFixedSize(theme.px(_LABEL), theme.px(_ROW))
        self.remove.setIcon(icon("x", "soft"))
        self.remove.setIconSize(icon_size())


class HeaderForm(QWidget):
    """Shows the fields of a header; a field that stays keeps its widgets, and so the focus."""

    field_changed = Signal(str, str)
    field_removed = Signal(str)
    fields_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without fields."""
        super().__init__(parent)
        self._columns = 0
        self.rows: dict[str, FieldRow] = {}
        self._empty = PlainLabel("The header has no fields besides the role.", "soft", self)
        self._empty.setWordWrap(True)
        self._rest = PlainLabel("", "soft", self)
        self._rest.setWordWrap(True)
        self.add = link_button("Add what is missing", self, self.fields_requested.emit)
        self.add.setProperty("stands", "below text")
        self._grid = QGridLayout()
        foot = QHBoxLayout()
        foot.addWidget(self.add)
        foot.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._empty)
        self._column.addLayout(self._grid)
        self._column.addWidget(self._rest)
        self._column.addLayout(foot)
        on_theme(self, self._restyle)

    def show_fields(self, view: HeaderView, *, is_other: bool) -> None:
        """Show the fields of a header; `is_other` says that it is another message's than before."""
        shown = view.fields[:MOST_FIELDS]
        keys = [field.key.lower() for field in shown]
        were = list(self.rows)
        gone = [(key, self.rows.pop(key)) for key in were if key not in keys]
        for field in shown:
            key = field.key.lower()
            row = self.rows.get(key) or self._made(field.key)
            self.rows[key] = row
            row.show_field(field, is_writable=view.is_writable, is_other=is_other)
        self.rows = {key: self.rows[key] for key in keys}
        if keys != were:
            self._columns = 0
        self._show_words(view, len(view.fields) - len(shown))
        self._take_away(gone, were)

    def take_typed(self) -> None:
        """Announce what was typed and not announced yet."""
        for row in list(self.rows.values()):
            row.field.commit()

    def fit(self, width: int) -> int:
        """Arrange the fields for a width; return the height of the form, in pixels."""
        self._arrange(width)
        for row in self.rows.values():
            row.forget_height()
        self._grid.invalidate()
        self._column.invalidate()
        tall = self._column.hasHeightForWidth()
        return self._column.heightForWidth(width) if tall else self._column.sizeHint().height()

    def _restyle(self) -> None:
        theme = current_theme()
        self._column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        self._column.setSpacing(theme.px(4))
        self._grid.setHorizontalSpacing(theme.px(16))
        self._grid.setVerticalSpacing(theme.px(4))

    def _made(self, key: str) -> FieldRow:
        row = FieldRow(key, self)
        row.given.connect(self.field_changed)
        row.remove_requested.connect(self.field_removed)
        row.show()
        return row

    def _arrange(self, room: int) -> None:
        """Put the rows in one column, or in two where there is room."""
        for row in self.rows.values():
            row.stack(stacked=room < current_theme().px(_STACKED))
        columns = 2 if room >= current_theme().px(_TWO_COLUMNS) else 1
        if columns == self._columns:
            return
        self._columns = columns
        while self._grid.takeAt(0) is not None:
            pass
        for at, row in enumerate(self.rows.values()):
            line, column = divmod(at, columns)
            self._grid.addWidget(row, line, column, Qt.AlignmentFlag.AlignTop)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, columns - 1)

    def _show_words(self, view: HeaderView, rest: int) -> None:
        self._empty.setVisible(not view.fields)
        self._rest.setText(f"{rest} more fields are in the file view." if rest else "")
        self._rest.setVisible(bool(rest))
        self.add.setVisible(view.is_writable and bool(view.missing))
        self.add.setText(f"Add {listed(view.missing)}" if len(view.missing) <= 2 else "Add what is missing")
        self.add.setAccessibleName(f"Add what is missing: {listed(view.missing)}")

    def _take_away(self, gone: list[tuple[str, FieldRow]], were: list[str]) -> None:
        """Remove the rows of fields that are gone; the focus goes to the field that is in their place."""
        for key, row in gone:
            if row.isAncestorOf(row.window().focusWidget() or self):
                later = [one for one in were[were.index(key) :] if one in self.rows]
                earlier = [one for one in were[: were.index(key)] if one in self.rows]
                beside = (*later, *reversed(earlier))
                target: QPushButton | CommittedField = self.rows[beside[0]].field if beside else self.add
                target.setFocus(Qt.FocusReason.OtherFocusReason)
            row.hide()
            row.deleteLater()

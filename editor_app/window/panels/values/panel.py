"""The values form: a row for each variable, and the cases to fill it from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.form.fields import SearchField
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size
from editor_app.window.kit.words.labels import PlainLabel, menu_words
from editor_app.window.panels.values.row import ValueRow
from editor_app.window.panels.values.rows import FieldRow, FieldRows

_SIDE: Final = 12
_AT_ONCE: Final = 12
_NAMES_LEAST: Final = 97
_SHOWN_ROWS: Final = 5
MOST_FIELDS: Final = 100
"""The number of fields at most; a form of more variables has a filter that chooses them."""

AskName = Callable[[QWidget, str], str | None]
"""Asks for the name of a case, starting with a suggestion; returns None if cancelled."""


class ValuesPanel(QWidget):
    """Shows and edits the values in use; `app.py` connects its changes to the file.

    `tools` are the menu of cases, or “Resolve again”, for the header of the dock.
    """

    values_changed = Signal(object)
    case_chosen = Signal(object)
    save_case_requested = Signal(str)
    refresh_requested = Signal()
    load_file_requested = Signal(str)

    def __init__(self, ask_name: AskName, parent: QWidget | None = None) -> None:
        """Start empty; `ask_name` asks for the name of a new case."""
        super().__init__(parent)
        self._ask_name = ask_name
        self._rows: list[ValueRow] = []
        self._spare: list[ValueRow] = []
        self._waiting: tuple[FieldRow, ...] = ()
        self._all = FieldRows.of(())
        self._values: dict[str, str | None] = {}
        self._resolves = False
        self._cases: tuple[str, ...] = ()
        self._case: str | None = None
        self.setAccessibleName("Values")
        self._build()
        on_theme(self, self._restyle)
        self.show_cases((), None)
        self.show_nothing("Open a prompt or a template to fill in its values.")

    # Public: called by app.py -------------------------------------------------------------------------------

    def show_rows(self, rows: FieldRows | Sequence[FieldRow], *, resolves: bool = False) -> None:
        """Show `rows`; fields keep focus, caret and undo. With `resolves` values not given are resolved."""
        self._resolves = resolves
        self._all = rows if isinstance(rows, FieldRows) else FieldRows.of(rows)
        self._values = dict(self._all.values)
        self._show_tools(bool(self._all.names))
        self._show_matching()

    def show_cases(self, names: Sequence[str], current: str | None, *, edited: bool = False) -> None:
        """Show the saved cases and which is in use; `edited` says that the values differ from that case's."""
        self._cases, self._case = tuple(names), current
        words = f"Case: {menu_words(current, 28)}" if current is not None else "No case"
        self._case_button.setText(f"{words}, edited" if edited and current is not None else words)
        self._case_button.setAccessibleName(f"Case: {current or 'none'}{', edited' if edited else ''}")

    def show_nothing(self, sentence: str) -> None:
        """Show `sentence` in place of the form."""
        self._all, self._values = FieldRows.of(()), {}
        self._show_matching()
        self._show_tools(False)  # noqa: FBT003  a state, as in setVisible
        self._note.setText(sentence)
        self._note.setVisible(True)

    def give(self, name: str, value: str | None) -> None:
        """Set one value as if the user had typed it, for example from a file."""
        if row := self._row(name):
            row.field.give(value)
        elif name in self._all.names:
            self._take(name, value)

    def has_value(self, name: str) -> bool:
        """Whether the form has a row for `name`."""
        return name in self._all.names

    def focus_value(self, name: str) -> None:
        """Focus the field of `name`; if it has none yet, the filter is set to the name first."""
        if self._row(name) is None and name in self._all.names:
            self.filter.setText(name)
        if row := self._row(name):
            self._area.ensureWidgetVisible(row)
            row.field.setFocus()
            row.field.selectAll()

    @property
    def values(self) -> dict[str, str | None]:
        """The values by name; None is not given."""
        return {name: self._values.get(name) for name in self._all.names}

    @property
    def rows(self) -> tuple[ValueRow, ...]:
        """The rows with a field, in order; rows that were still to be built are built first."""
        self._add_all()
        return tuple(self._rows)

    def _restyle(self) -> None:
        theme = current_theme()
        for button, name in ((self._save, "plus"), (self._refresh, "refresh-cw")):
            button.setIcon(icon(name, "soft"))
            button.setIconSize(icon_size())
        look = f"color: {theme.colors['soft']}; font-size: {theme.px(12)}px"
        self._refresh.setStyleSheet(f"QToolButton {{ {look} }}")
        side = theme.px(_SIDE)
        self._head_column.setContentsMargins(side, theme.px(8), side, 0)
        self._column.setContentsMargins(side, theme.px(8), side, theme.px(8))
        self._column.setSpacing(theme.px(6))
        self._align_names()

    def sizeHint(self) -> QSize:
        """Return the size of a few rows."""
        px = current_theme().px
        rows = min(max(len(self._rows), 1), _SHOWN_ROWS)
        return QSize(px(420), px(16) + rows * px(32) - px(6))

    def minimumSizeHint(self) -> QSize:
        """Return the height of one row."""
        return QSize(current_theme().px(220), current_theme().px(44))

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Set the names' share of the width."""
        self._align_names()

    # Inside -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.tools = QWidget()
        self._case_button = self._menu_button()
        self._save = self._icon_button("Save as case…", self._save_case)
        self._refresh = QToolButton(self.tools)
        self._refresh.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._refresh.setText("\u2009Resolve again")
        self._refresh.setAccessibleName("Resolve again")
        self._refresh.clicked.connect(lambda _checked=False: self.refresh_requested.emit())
        row = QHBoxLayout(self.tools)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(current_theme().px(4))
        for widget in (self._case_button, self._save, self._refresh):
            row.addWidget(widget)
        self._build_head()
        self._form = QWidget()
        self._form.setAutoFillBackground(True)
        self._column = QVBoxLayout(self._form)
        self._note = PlainLabel("", "soft", self._form)
        self._note.setWordWrap(True)
        self._column.addWidget(self._note)
        self._column.addStretch(1)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidget(self._form)
        self._area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._area, 1)

    def _build_head(self) -> None:
        """Build the filter of a long form, and the sentence about the rows it leaves out."""
        self._head = QWidget(self)
        self.filter = SearchField("Filter variables", self._head)
        self.filter.textChanged.connect(self._show_matching)
        self._count = PlainLabel("", "soft", self._head)
        self._count.setWordWrap(True)
        self._head_column = QVBoxLayout(self._head)
        self._head_column.addWidget(self.filter)
        self._head_column.addWidget(self._count)
        self._head.hide()

    def _menu_button(self) -> QToolButton:
        button = QToolButton(self.tools)
        button.setProperty("look", "menu")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = round_menu(QMenu(button))
        menu.aboutToShow.connect(partial(self.fill_case_menu, menu))
        button.setMenu(menu)
        return button

    def _icon_button(self, hint: str, clicked: Callable[[], None]) -> QToolButton:
        button = QToolButton(self.tools)
        button.setProperty("look", "icon")
        button.setToolTip(hint)
        button.setAccessibleName(hint.rstrip("…"))
        button.clicked.connect(lambda _checked=False: clicked())
        return button

    def fill_case_menu(self, menu: QMenu) -> None:
        """Add the cases, and the entries that save one, to `menu`."""
        menu.clear()
        for name in (None, *self._cases):
            action = menu.addAction("No case" if name is None else menu_words(name))
            action.setCheckable(True)
            action.setChecked(name == self._case)
            action.triggered.connect(lambda _checked=False, name=name: self.case_chosen.emit(name))
        menu.addSeparator()
        menu.addAction("Save as case…").triggered.connect(self._save_case)

    def _save_case(self) -> None:
        name = self._ask_name(self, self._case or "")
        if name:
            self.save_case_requested.emit(name)

    def _show_tools(self, has_rows: bool) -> None:
        self._case_button.setVisible(has_rows and not self._resolves)
        self._save.setVisible(has_rows and not self._resolves)
        self._refresh.setVisible(has_rows and self._resolves)

    def _row(self, name: str) -> ValueRow | None:
        self._add_all()
        return next((row for row in self._rows if row.row.name == name), None)

    def _take(self, name: str, value: str | None) -> None:
        self._values[name] = value
        self.values_changed.emit(self.values)

    def _show_matching(self) -> None:
        """Show the rows of the first names that match the filter, and how many match."""
        names = self._all.names
        is_long = len(names) > MOST_FIELDS
        self._head.setVisible(is_long)
        if not is_long and self.filter.text():
            with QSignalBlocker(self.filter):
                self.filter.clear()
        found = self._all.matching(self.filter.text()) if is_long else names
        self._count.setText(_how_many(len(found), len(names), self.filter.text().strip()))
        self._note.setVisible(not names)
        self._note.setText(
            "The template names no variables." if self._resolves else "There are no variables to fill in."
        )
        self._waiting = ()
        self._reconcile(tuple(self._row_now(name) for name in found[:MOST_FIELDS]))

    def _row_now(self, name: str) -> FieldRow:
        """Return a row with the value as it was edited since the rows were set."""
        row = self._all.row_of(name)
        value = self._values.get(name)
        return row if row.value == value else replace(row, value=value)

    def _reconcile(self, rows: tuple[FieldRow, ...]) -> None:
        """Let the widgets show `rows`: by name, so that focus stays, then with unused widgets."""
        wanted = {row.name for row in rows}
        by_name = {widget.row.name: widget for widget in self._rows}
        free = [widget for name, widget in by_name.items() if name not in wanted]
        built: list[ValueRow] = []
        built_now = 0
        for index, row in enumerate(rows):
            widget = by_name.get(row.name) or (free.pop() if free else None)
            if (
                widget is None
                and built_now >= _AT_ONCE
                and by_name.keys().isdisjoint(later.name for later in rows[index:])
            ):
                self._waiting = rows[index:]
                break
            if widget is None:
                widget = self._new_row(row)
                built_now += 1
            else:
                widget.show_row(row, resolves=self._resolves)
            built.append(widget)
        for widget in [old for old in self._rows if old not in built]:
            self._recycle(widget)
        self._rows = built
        self._put_in_order()
        self._align_names()
        self.updateGeometry()
        if self._waiting:
            QTimer.singleShot(0, self, self._add_some)

    def _recycle(self, widget: ValueRow) -> None:
        """Remove a row from the form and keep it for another variable: creating one takes much longer."""
        self._column.removeWidget(widget)
        widget.hide()
        if len(self._spare) < _AT_ONCE:
            self._spare.append(widget)
        else:
            widget.deleteLater()

    def _new_row(self, row: FieldRow) -> ValueRow:
        if self._spare:
            spare = self._spare.pop()
            spare.show_row(row, resolves=self._resolves)
            return spare
        widget = ValueRow(row, self._form, resolves=self._resolves)
        widget.edited.connect(lambda name: self._take(name, widget.field.value))
        widget.load_requested.connect(self.load_file_requested)
        return widget

    def _put_in_order(self) -> None:
        for index, widget in enumerate(self._rows):
            if self._column.indexOf(widget) != index:
                self._column.insertWidget(index, widget)
            if widget.isHidden():
                widget.show()

    def _add_some(self) -> None:
        """Build a few more rows, so that a long form never blocks the window."""
        some, self._waiting = self._waiting[:8], self._waiting[8:]
        for row in some:
            self._rows.append(self._new_row(row))
        self._put_in_order()
        self._align_names()
        if self._waiting:
            QTimer.singleShot(0, self, self._add_some)

    def _add_all(self) -> None:
        while self._waiting:
            self._add_some()

    def _align_names(self) -> None:
        px = current_theme().px
        natural = max((row.name.natural_width() for row in self._rows), default=0)
        most = max(px(72), int(self.width() * 0.33))
        width = min(max(natural, px(_NAMES_LEAST)), most)
        for row in self._rows:
            if row.name.width() != width:
                row.set_name_width(width)


def _how_many(found: int, names: int, part: str) -> str:
    """Return the sentence about how many of the variables are shown."""
    having = f" with ‘{part}’ in the name" if part else ""
    if found > MOST_FIELDS:
        others = "type a part of a name to reach the others."
        return f"The first {MOST_FIELDS} of {found:,} variables{having}: {others}"
    if found:
        return f"{found} of {names:,} variables{having}."
    return f"None of the {names:,} variables has ‘{part}’ in its name."

"""The values form: a row for each variable, and the cases to fill it from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from typing import Final, cast

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from editor_app.text import Sentence, listed
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.focus.panel_keys import MENU_KEYS, PanelKey
from editor_app.window.kit.form.field import Cell, Field, FieldLabel, ReadOnlyText
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.growing_text import GrowingText, Hint, ValueField
from editor_app.window.kit.form.text_fields import SearchField
from editor_app.window.kit.layouts import column, row, scrolled
from editor_app.window.kit.rows.menus import Entry, MenuEntry, add_entries, menu_button
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import PlainLabel, menu_words
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.values.value_rows import FieldRow, FieldRows, summary

_AT_ONCE: Final = 12
MOST_FIELDS: Final = 100
"""The number of fields at most; a form of more variables has a filter that chooses them."""

AskName = Callable[[str, str], str | None]
"""Asks for the name of a case, under a title and starting with a suggestion; returns None if cancelled."""


class ValuesPanel(QWidget):
    """Shows and edits the values in use; `app.py` connects its changes to the file.

    `tools` are the menu of cases, for the header of the dock.
    """

    values_changed = Signal(object)
    case_chosen = Signal(object)
    save_case_requested = Signal(str)
    rename_case_requested = Signal(str)
    delete_case_requested = Signal(str)
    cases_requested = Signal()
    load_file_requested = Signal(str)

    def __init__(self, ask_name: AskName) -> None:
        """Start empty; `ask_name` asks for the name of a new case."""
        super().__init__()
        self._ask_name = ask_name
        self._fields: dict[str, Field] = {}
        self._all = FieldRows.of(())
        self._values: dict[str, str | None] = {}
        self._resolves = False
        self._cases: tuple[str, ...] = ()
        self._case: str | None = None
        self._is_edited = False
        self.setAccessibleName(Sentence("window-values.values"))
        self.tools = QWidget()
        self._case_button = menu_button(self.case_entries)
        self._save = icon_button(
            "plus",
            Sentence("window-values.save-as-case"),
            self.tools,
            self.save_case,
            about=Sentence("window-values.save-as-case-ellipsis"),
        )
        row(self.tools, self._case_button, self._save, spacing=4)
        self._head = QWidget(self)
        self.filter = SearchField(Sentence("window-values.filter"), self._head)
        self.filter.textChanged.connect(self._show_matching)
        self._count = PlainLabel("", "soft", self._head)
        self._count.setWordWrap(True)
        column(self._head, self.filter, self._count, margins=(12, 8, 12, 0))
        self._head.hide()
        self.form = Form(FormLook(least_label=97, line_gap=6))
        self.form.changed.connect(self._take)
        self.form.menu_requested.connect(self.fill_value_menu)
        self._area = scrolled(self.form, self, on_window=True)
        self._area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column(self, self._head, (self._area, 1))
        self.show_cases((), None)
        self.show_nothing(Sentence("window-values.open-a-prompt"))

    # Public: called by app.py -------------------------------------------------------------------------------

    def show_rows(self, rows: FieldRows | Sequence[FieldRow], *, resolves: bool = False) -> None:
        """Show `rows`; fields keep focus, caret and undo. With `resolves` values not given are resolved."""
        self._resolves = resolves
        self._all = rows if isinstance(rows, FieldRows) else FieldRows.of(rows)
        self._values = dict(self._all.values)
        self._show_matching()

    def show_cases(self, names: Sequence[str], current: str | None, *, edited: bool = False) -> None:
        """Show the saved cases and which is in use; `edited` says that the values differ from that case's."""
        self._cases, self._case, self._is_edited = tuple(names), current, edited
        state = "none" if current is None else "edited" if edited else "saved"
        case = menu_words(current or "", 28)
        self._case_button.setText(Sentence("window-values.case", name=case, state=state))
        self._case_button.setAccessibleName(Sentence("window-values.case", name=current or "", state=state))

    def show_nothing(self, sentence: str) -> None:
        """Show `sentence` in place of the form."""
        self._all, self._values = FieldRows.of(()), {}
        self._show_matching()
        self._say(sentence)

    def give(self, name: str, value: str | None) -> None:
        """Set one value as if the user had typed it, for example from a file."""
        if name in self._all.names:
            self._take(name, value)

    def has_value(self, name: str) -> bool:
        """Whether the form has a row for `name`."""
        return name in self._all.names

    def focus_value(self, name: str) -> None:
        """Focus the field of `name`; if it has none yet, the filter is set to the name first."""
        if name not in self._all.names:
            return
        if name not in self._fields:
            self.filter.setText(name)
        self._show_all()
        field = cast("ValueField", self.form.cell(name).widget)
        self._area.ensureWidgetVisible(field)
        field.setFocus()
        field.selectAll()

    @property
    def values(self) -> dict[str, str | None]:
        """The values by name; None is not given."""
        return {name: self._values.get(name) for name in self._all.names}

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the variables, in order; those that were still to be built are built first."""
        self._show_all()
        return self.form.cells if self._fields else ()

    def sizeHint(self) -> QSize:
        """Return the size of a few rows."""
        px = current_theme().px
        rows = min(max(len(self.form.cells), 1), 5)
        return QSize(px(420), px(16) + rows * px(32) - px(6))

    def minimumSizeHint(self) -> QSize:
        """Return the height of one row."""
        return QSize(current_theme().px(220), current_theme().px(44))

    # Inside -------------------------------------------------------------------------------------------------

    def fill_value_menu(self, name: str, menu: QMenu) -> None:
        """Add the states of a value, its sample, and the file to load, to `menu`."""
        value, sample = self._values.get(name), self._row_now(name).sample
        names = (
            (Sentence("window-values.use-resolved"), Sentence("window-values.override"))
            if self._resolves
            else (Sentence("window-values.not-given-choice"), Sentence("window-values.given-choice"))
        )
        entries = [
            MenuEntry(names[0], partial(self.give, name, None), is_checked=value is None),
            MenuEntry(
                Sentence("window-values.empty-choice"), partial(self.give, name, ""), is_checked=value == ""
            ),
        ]
        if value:
            entries.append(MenuEntry(names[1], partial(self.give, name, value), is_checked=True))
        if sample is not None:
            entries.append(
                MenuEntry(
                    Sentence("window-values.use-sample", sample=summary(sample)),
                    partial(self.give, name, sample),
                )
            )
        load = MenuEntry(Sentence("window-values.load-file"), partial(self.load_file_requested.emit, name))
        add_entries(menu, (*entries, None, load))

    def case_entries(self) -> tuple[Entry, ...]:
        """Return the entries of a menu that choose a case, and save one."""

        def entry(name: str | None) -> MenuEntry:
            words = menu_words(name) if name is not None else Sentence("window-values.no-case")
            return MenuEntry(words, partial(self.case_chosen.emit, name), is_checked=name == self._case)

        save = MenuEntry(Sentence("window-values.save-as-case-ellipsis"), self.save_case)
        chosen: tuple[Entry, ...] = ()
        if self._case is not None:
            named, case = menu_words(self._case, 28), self._case
            update = partial(self.save_case_requested.emit, case)
            rename = partial(self._ask_for, Sentence("window-values.rename-case"), self.rename_case_requested)
            chosen = (
                MenuEntry(Sentence("window-values.update", case=named), update, is_enabled=self._is_edited),
                MenuEntry(Sentence("window-values.rename", case=named), rename),
                MenuEntry(
                    Sentence("window-values.delete", case=named),
                    partial(self.delete_case_requested.emit, case),
                ),
            )
        table = MenuEntry(
            Sentence("window-values.show-cases"), self.cases_requested.emit, is_enabled=bool(self._cases)
        )
        return (*map(entry, (None, *self._cases)), None, save, *chosen, None, table)

    def save_case(self) -> None:
        """Ask for a name, and ask for the values to be saved as the case with it."""
        self._ask_for(Sentence("window-values.save-as-case"), self.save_case_requested)

    def _ask_for(self, title: str, requested: SignalInstance) -> None:
        name = self._ask_name(title, self._case or "")
        if name:
            requested.emit(name)

    def _take(self, name: str, value: str | None) -> None:
        self._values[name] = value
        if name in self._fields:
            field = self._fields[name] = value_field(self._row_now(name), resolves=self._resolves)
            self._show_all()
            self.form.show_field(field)
        self.values_changed.emit(self.values)

    def _show_matching(self) -> None:
        """Show the rows of the first names that match the filter, and how many match."""
        names = self._all.names
        for tool in (self._case_button, self._save):
            tool.setVisible(bool(names) and not self._resolves)
        is_long = len(names) > MOST_FIELDS
        self._head.setVisible(is_long)
        if not is_long and self.filter.text():
            with QSignalBlocker(self.filter):
                self.filter.clear()
        matching = self._all.matching(self.filter.text()) if is_long else names
        self._count.setText(_how_many(len(matching), len(names), self.filter.text().strip()))
        rows = (self._row_now(name) for name in matching[:MOST_FIELDS])
        self._fields = {row.name: value_field(row, resolves=self._resolves) for row in rows}
        if names:
            shown = {cell.field.key for cell in self.form.cells if cell.field is not None}
            numbers = (number for number, name in enumerate(self._fields, 1) if name in shown)
            self._show_first(max((len(shown) + _AT_ONCE, *numbers)))
        elif self._resolves:
            self._say(Sentence("window-values.no-names"))
        else:
            self._say(Sentence("window-values.no-variables"))

    def _say(self, sentence: str) -> None:
        """Show a sentence in place of the form."""
        self._fields = {}
        self.form.show_fields((ReadOnlyText("", "", sentence, look="soft"),))
        self.updateGeometry()

    def _show_first(self, number: int) -> None:
        """Show the first fields, and soon a few more, so that a long form never blocks the window."""
        fields = tuple(self._fields.values())
        self.form.show_fields(fields[:number])
        self.updateGeometry()
        if number < len(fields):
            QTimer.singleShot(0, self, self._show_more)

    def _show_more(self) -> None:
        if self._fields:
            self._show_first(len(self.form.cells) + _AT_ONCE)

    def _show_all(self) -> None:
        if self._fields and len(self.form.cells) < len(self._fields):
            self._show_first(len(self._fields))

    def _row_now(self, name: str) -> FieldRow:
        """Return a row with the value as it was edited since the rows were set."""
        row = self._all.row_of(name)
        value = self._values.get(name)
        return row if row.value == value else replace(row, value=value)


def _how_many(matching: int, names: int, part: str) -> str:
    """Return the sentence about how many of the variables are shown."""
    filtered = "yes" if part else "no"
    if matching > MOST_FIELDS:
        return Sentence(
            "window-values.first-fields", most=MOST_FIELDS, count=matching, filtered=filtered, part=part
        )
    if matching:
        return Sentence("window-values.matching", count=matching, names=names, filtered=filtered, part=part)
    return Sentence("window-values.none-match", names=names, part=part)


KEYS: Final = (
    PanelKey(Sentence("window-values.values"), Sentence("window-values.open-menu"), MENU_KEYS),
    PanelKey(Sentence("window-values.values"), Sentence("window-values.make-not-given"), "Backspace"),
)

_GAP: Final = 5


@dataclass(frozen=True, slots=True)
class VariableText(GrowingText):
    """The text of a variable; `title` is the tooltip of its name."""

    _: KW_ONLY
    title: str = ""
    is_required: bool = False

    def make_label(self, parent: QWidget) -> FieldLabel:
        """Return a label in the code font."""
        return _Name("", "code", Qt.TextElideMode.ElideMiddle, parent)


def value_field(row: FieldRow, *, resolves: bool) -> VariableText:
    """Return the field of a variable; with `resolves` the value is resolved if it is not given."""
    is_given = row.value is not None
    is_missing = row.required and not is_given and not resolves
    is_file = row.name.startswith("file:") and row.resolved is not None
    icon_at_rest = ("pencil-line" if resolves else "") if is_given else "file-text" if is_file else ""
    role = "warn" if is_missing else "soft" if row.resolved else "faint"
    state = row.without
    if row.value is not None:
        state = Sentence("window-values.given") if row.value else Sentence("window-values.empty")
    elif is_missing:
        state = Sentence("window-values.not-given")
    required = Sentence("window-values.required") if row.required else ""
    title = listed((row.name, required))
    return VariableText(
        row.name,
        row.shown_name,
        row.value,
        name=listed((row.shown_name, required, one_line(state))),
        about=row.description,
        hint=Hint(row.without, role, "triangle-alert" if is_missing else "", icon_at_rest),
        title="\n".join(filter(None, (title, row.description))),
        is_required=row.required,
    )


class _Name(FieldLabel):
    """The variable's name, with a mark if it is required, and a word where it has room and a value."""

    word = ""

    def show_field(self, field: Field) -> None:
        """Show the name of a variable."""
        assert isinstance(field, VariableText)
        super().show_field(field)
        if field.is_required:
            self.setText(f"{self.text()} ◆")
        says_more = field.is_required and field.value is not None  # else the field says it
        self.word = Sentence("window-values.required") if says_more else ""
        self.set_about(field.title)

    @property
    def room_of_word(self) -> QRect:
        """Where the word stands behind the name, empty where it has no room."""
        left, metrics = self.natural_width() + _GAP, row_style().metrics["small"]
        room = QRect(
            left, 0, metrics.horizontalAdvance(self.word) + 2, self.height()
        )  # an advance is rounded
        return room if self.word and self.rect().contains(room) else QRect()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the name and the word."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            row_style().text(painter, self.room_of_word, self.word, "soft", "small")

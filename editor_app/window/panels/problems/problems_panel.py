"""The problems panel: the list with its scope, sorting and filter."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from editor_app.text import Sentence, Severity
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, PanelKey, keep_key
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.layouts import column, row, stacked
from editor_app.window.kit.rows.menus import Entry, MenuEntry, menu_button, menu_of
from editor_app.window.kit.theme.current import sized
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.labels import menu_words
from editor_app.window.panels.problems.problem_list import (
    ProblemList,
    ProblemScope,
    Sorting,
    counts_of,
    shown_rows,
)

_PANEL: Final = Sentence("window-problems.problems")
_GO_THERE: Final = Sentence("window-problems.go-there")
PROBLEMS_FIX: Final = PanelKey(_PANEL, Sentence("window-problems.make-first-fix"), "Ctrl+.")
PROBLEMS_COPY: Final = PanelKey(_PANEL, Sentence("window-problems.copy-problem"), "Ctrl+C")
KEYS: Final = (PanelKey(_PANEL, _GO_THERE, CHOOSE_KEYS), PROBLEMS_FIX, PROBLEMS_COPY)

_NONE: Final = Sentence("window-problems.none")
_FILTER: Final = Sentence("window-problems.filter-problems")
_THIS_FILE: Final = Sentence("window-problems.this-file")
_SORTINGS: Final = {
    Sorting.PLACE: Sentence("window-problems.sort-by-place"),
    Sorting.SEVERITY: Sentence("window-problems.sort-by-severity"),
    Sorting.CODE: Sentence("window-problems.sort-by-code"),
}
_SEVERITIES: Final = {
    Severity.ERROR: Sentence("window-problems.errors"),
    Severity.WARNING: Sentence("window-problems.warnings"),
    Severity.INFORMATION: Sentence("window-problems.notes"),
}


class ProblemsPanel(QWidget):
    """Lists problems; announces the problem to go to and the one to fix."""

    counts_changed = Signal(object)
    scope_changed = Signal(object)

    def __init__(self) -> None:
        """Start empty, with this file's problems sorted by place."""
        super().__init__()
        self._rows: dict[ProblemScope, tuple[ProblemRow, ...]] = dict.fromkeys(ProblemScope, ())
        self._titles: dict[ProblemScope, str] = {
            ProblemScope.FILE: _THIS_FILE,
            ProblemScope.LIBRARY: Sentence("window-problems.whole-library"),
        }
        self._without = dict.fromkeys(ProblemScope, "")
        """The sentence in place of the problems of no file, "" where a file may have some."""
        self._severities = set(Severity)
        self._sorting = Sorting.PLACE
        self.scope = ProblemScope.FILE
        self.tree = ProblemList(self)
        self.filter = LineField()
        self.scope_button = menu_button(self._entries)
        self.header_tools = QWidget()
        self._empty = EmptyPlace(ground="panel", parent=self)
        self._pages = stacked(self, self.tree, self._empty)
        self.setAccessibleName(_PANEL)
        self.problem_activated = self.tree.chosen
        self.fix_requested = self.tree.link_chosen
        self.tree.menu_for = self.menu_for
        self.tree.add_key(PROBLEMS_FIX.keys, self._fix)
        self.tree.find_here = self.ask_filter
        self.tree.add_key(PROBLEMS_COPY.keys, self._copy)
        self.filter.setPlaceholderText(_FILTER)
        self.filter.setAccessibleName(_FILTER)
        self.filter.offer_clearing()
        sized(self.filter, width=180).hide()
        self.filter.textChanged.connect(self._refresh)
        keep_key(self.filter, "Esc", self._end_filtering)
        keep_key(self.filter, "Down", self.tree.setFocus)
        row(self.header_tools, self.filter, self.scope_button, spacing=4)
        column(self, self._pages)
        self.setFocusProxy(self.tree)
        self._name_scope()
        self._refresh()

    @property
    def counts(self) -> Counts:
        """How many problems of each severity the scope has, ignoring the filter."""
        return counts_of(self._rows[self.scope])

    def show_file_problems(
        self,
        rows: tuple[ProblemRow, ...],
        title: str = _THIS_FILE,
        *,
        without: str = "",
    ) -> None:
        """Show the problems of the current document, or of what it is a part of, which `title` names.

        Where there can be none, the sentence `without` stands in their place.
        """
        self._titles[ProblemScope.FILE] = title
        self._name_scope()
        self._show(ProblemScope.FILE, rows, without)

    def show_library_problems(self, rows: tuple[ProblemRow, ...]) -> None:
        """Show the problems of all files."""
        self._show(ProblemScope.LIBRARY, rows)

    def set_scope(self, scope: ProblemScope) -> None:
        """Show the problems of this file or of the whole library."""
        self.scope = scope
        self._name_scope()
        self._refresh()
        self.scope_changed.emit(scope)
        self.counts_changed.emit(self.counts)

    def set_sorting(self, sorting: Sorting) -> None:
        """Sort by place, severity or code."""
        self._sorting = sorting
        self._refresh()

    def ask_filter(self) -> None:
        """Show and focus the filter field."""
        self.filter.show()
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def step(self, *, backwards: bool = False) -> None:
        """Go to the problem after the selected one, or with `backwards` before it, wrapping around."""
        count = len(self.tree.rows)
        if count:
            selected = [index.row() for index in self.tree.selectedIndexes()] or [0 if backwards else -1]
            number = (selected[0] + (-1 if backwards else 1)) % count
            self.tree.setCurrentIndex(self.tree.model().index(number, 0))
            self.problem_activated.emit(self.tree.rows[number])

    def _name_scope(self) -> None:
        """Say on the button of the menu whose problems are shown."""
        title = self._titles[self.scope]
        self.scope_button.setText(title)
        self.scope_button.setAccessibleName(Sentence("window-problems.shown", of=title))

    def _show(self, scope: ProblemScope, rows: tuple[ProblemRow, ...], without: str = "") -> None:
        if rows == self._rows[scope] and without == self._without[scope]:
            return
        self._rows[scope], self._without[scope] = rows, without
        if scope is self.scope:
            self._refresh()
            self.counts_changed.emit(self.counts)

    def _refresh(self) -> None:
        rows = self._rows[self.scope]
        shown = shown_rows(rows, self.filter.text(), self._severities, self._sorting)
        number = self.tree.currentIndex().row()
        self.tree.show_rows(shown)
        if number >= 0 and shown and not self.tree.currentIndex().isValid():  # the next one
            self.tree.show_index(self.tree.model().index(min(number, len(shown) - 1), 0))
        self._pages.setCurrentWidget(self.tree if shown else self._empty)
        without = self._without[self.scope]
        words = Sentence("window-problems.filter-hides-all") if rows else without or _NONE
        self._empty.say("", words, is_fine=not (rows or without))

    def _fix(self) -> None:
        row = self.tree.current_row
        if row is not None and row.fix_title:
            self.fix_requested.emit(row)

    def _copy(self) -> None:
        row = self.tree.current_row
        if row is not None:
            QGuiApplication.clipboard().setText(f"{row.place.in_file}: {row.message}")

    def menu_for(self, row: ProblemRow | None) -> QMenu | None:
        """Return the menu of a problem."""
        if row is None:
            return None
        fix = MenuEntry(menu_words(row.fix_title), partial(self.fix_requested.emit, row))
        return menu_of(
            self,
            MenuEntry(_GO_THERE, partial(self.problem_activated.emit, row)),
            *([fix] if row.fix_title else []),
            None,
            MenuEntry(Sentence("window-problems.copy"), self._copy),
        )

    def _end_filtering(self) -> None:
        self.filter.clear()
        self.filter.hide()
        self.tree.setFocus()

    def _toggle_severity(self, severity: Severity) -> None:
        self._severities ^= {severity}
        self._refresh()

    def _entries(self) -> list[Entry]:
        """Return the entries of the menu: whose problems are shown, how they are sorted, and which are."""
        scopes = [
            MenuEntry(title, partial(self.set_scope, scope), is_checked=scope is self.scope)
            for scope, title in self._titles.items()
        ]
        sortings = [
            MenuEntry(words, partial(self.set_sorting, sorting), is_checked=sorting is self._sorting)
            for sorting, words in _SORTINGS.items()
        ]
        severities = [
            MenuEntry(
                words, partial(self._toggle_severity, severity), is_checked=severity in self._severities
            )
            for severity, words in _SEVERITIES.items()
        ]
        filter_entry = MenuEntry(Sentence("window-problems.filter"), self.ask_filter)
        return [*scopes, None, *sortings, None, *severities, None, filter_entry]

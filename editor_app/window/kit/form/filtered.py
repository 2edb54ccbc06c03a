"""A list under a field that filters it, and the places that are shown instead of it.

    self.pages = FilteredPages("Filter files", self)
    self.filter = self.pages.filter
    self.tree = RowTree(FILES, "Files", self)
    self.none = EmptyPlace("No files", "A file is made with Ctrl+N.")
    self.pages.hold(self.tree, self.tree, self.none)
    self.filter.textChanged.connect(self.refresh)
    ...
    shown = [file for file in files if self.pages.words in file.name]
    self.tree.show_rows(shown)
    without = self.pages.no_match if files else self.none
    self.pages.show_page(self.tree if shown else without, can_filter=bool(files))

Esc clears the filter, from the list too, and the arrow down leads into the list.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.focus.panel_keys import CLEAR_KEYS, keep_key
from editor_app.window.kit.form.text_fields import SearchField
from editor_app.window.kit.layouts import OverTop, column, row
from editor_app.window.kit.rows.models import R
from editor_app.window.kit.rows.table import RowTable
from editor_app.window.kit.rows.tree import RowTree

_MOST_LOOKED_AT = 20_000


class FilterOver(SearchField):
    """A filter over the top of a list that has none: rows without its words are hidden until Esc.

    In a table, and in a list that hides no rows, they stay, and the next row with the words becomes the
    current one, as with each Enter.
    """

    @classmethod
    def of(cls, view: RowTree[Any] | RowTable[Any]) -> FilterOver:
        """Return the filter of a list or table, made when it is first asked for."""
        directly = Qt.FindChildOption.FindDirectChildrenOnly
        return view.findChild(cls, options=directly) or cls(view)

    def __init__(self, view: RowTree[Any] | RowTable[Any]) -> None:
        """Filter a list that is shown."""
        hides = isinstance(view, RowTree) and view.hides_rows
        hint = Sentence("window-kit.filter") if hides else Sentence("window-kit.find")
        name = Sentence("window-kit.labelled", label=hint, value=view.accessibleName())
        super().__init__(name, view, hint=hint)
        self._view = view
        self.textChanged.connect(lambda _words: self._find(0))
        self.returnPressed.connect(lambda: self._find(1))
        keep_key(self, "Esc", self._end)
        keep_key(self, "Down", view.setFocus)
        OverTop(self, view, view.set_room_above, 4)
        self.show()

    def _find(self, steps: int) -> None:
        """Hide the rows without the words, or go to the next row with them, from so many rows on."""
        view, words, model = self._view, self.text().casefold().split(), self._view.model()
        if isinstance(view, RowTree) and view.hides_rows:
            view.show_only(self.text())
            return
        first, column = max(view.currentIndex().row(), 0) + steps, max(view.currentIndex().column(), 0)
        count, columns = model.rowCount(), range(len(view.cells.heads) if isinstance(view, RowTable) else 1)
        for number in (number % count for number in range(first, first + min(count, _MOST_LOOKED_AT))):
            text = " ".join(str(model.index(number, place).data()) for place in columns).casefold()
            if words and all(word in text for word in words):
                view.setCurrentIndex(model.index(number, column))
                return

    def find_here(self) -> None:
        """Take the focus."""
        self.show()
        super().find_here()

    def _end(self) -> None:
        self.clear()
        self.hide()
        self._view.setFocus()


class FilteredPages(QWidget):
    """The filter above pages, one of which says that nothing matches."""

    def __init__(self, name: str, parent: QWidget, *, hint: str = "", room_below: int = 4) -> None:
        """Start without a list; `name` is the accessible name of the filter, and `room_below` is under it."""
        super().__init__(parent)
        self._row = QWidget(self)
        self.filter = SearchField(name, self._row, hint=hint)
        self.no_match = EmptyPlace(
            Sentence("window-kit.nothing-matches"), "", Sentence("window-kit.clear-filter"), CLEAR_KEYS
        )
        self.no_match.chosen.connect(self.filter.clear)
        self.pages = QStackedWidget(self)
        row(self._row, self.filter, margins=(12, 8, 12, room_below))
        column(self, self._row, (self.pages, 1))

    def hold(self, tree: RowTree[R], *pages: QWidget) -> None:
        """Filter a list. `pages` are the list, or a page that has it, first, and what stands in its place."""
        for page in (*(pages or (tree,)), self.no_match):
            self.pages.addWidget(page)
        tree.add_key(CLEAR_KEYS, self.filter.end_filtering)
        tree.find_here = self.filter.find_here
        keep_key(self.filter, "Down", tree.setFocus)

    @property
    def words(self) -> str:
        """What is to be found, "" for everything."""
        return self.filter.text().strip()

    def show_page(self, page: QWidget, *, can_filter: bool) -> None:
        """Show a page, and the filter where there is something to be filtered."""
        self.pages.setCurrentWidget(page)
        self._row.setVisible(can_filter)

"""The library panel: the filter and the tree, and the requests of its menus and keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from editor_app.analysis.library_facts.index import BUILT_IN
from editor_app.window.documents.library_rows import OTHER_FILES, LibraryListing, LibraryRow
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.focus.keys import keep_key
from editor_app.window.kit.focus.panel_keys import LIBRARY_CLEAR, LIBRARY_DELETE, LIBRARY_RENAME
from editor_app.window.kit.form.fields import SearchField
from editor_app.window.kit.rows.row_tree import RowTree
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size
from editor_app.window.panels.library.listing import matching_files
from editor_app.window.panels.library.model import LibraryDelegate, LibraryModel

FEW_FILES = 200
"""Up to this many files, every folder starts unfolded."""

MANY_FILES = 1000
"""From this many files on, headings have no margin above, since measuring each row takes too long."""


class LibraryPanel(QWidget):
    """Shows a library's files and announces the file operations the user asks for.

    A chat is one row, whose path is that of its folder: `open_requested` is about it as about a file.
    """

    open_requested = Signal(Path)
    edit_requested = Signal()
    new_requested = Signal()
    new_chat_requested = Signal()
    new_scenario_requested = Signal()
    customize_requested = Signal(str)
    reset_requested = Signal(str)
    rename_requested = Signal(Path)
    duplicate_requested = Signal(Path)
    delete_requested = Signal(Path)
    folder_rename_requested = Signal(Path)
    folder_duplicate_requested = Signal(Path)
    folder_delete_requested = Signal(Path)
    reveal_requested = Signal(Path)
    history_requested = Signal(Path)
    deleted_requested = Signal()
    open_library_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a library."""
        super().__init__(parent)
        self._listing: LibraryListing | None = None
        self._folds: dict[tuple[str, ...], bool] = {}
        self._model = LibraryModel(self)
        self._model.show(())
        self._filter_row = QWidget(self)
        self._filter_layout = QHBoxLayout(self._filter_row)
        self.filter = SearchField("Filter files", self._filter_row)
        self.tree = RowTree("Library files", self)
        self._new = QToolButton()
        self._more = QToolButton()
        self.header_tools = QWidget()
        self._no_library = EmptyPlace(
            "No library open", "A library is any folder of prompts.", "Open library…", "Ctrl+Shift+O"
        )
        self._no_files = EmptyPlace(
            "No prompts yet", "Everything you write is a plain file in this folder.", "New prompt…", "Ctrl+N"
        )
        self._no_match = EmptyPlace("Nothing matches", "", "Clear the filter", "Esc")
        self._pages = QStackedWidget(self)
        self._build()
        self._connect()
        on_theme(self, self._restyle)
        self._show_page()

    def show_listing(self, listing: LibraryListing | None) -> None:
        """Show the files of a library; folds, selection and scroll position stay."""
        if listing != self._listing:
            self._listing = listing
            self._refresh()

    def show_current(self, path: Path | None) -> None:
        """Mark the row of the current document's file, or of its chat, and scroll to it."""
        if path == self._model.current:
            return
        self._model.current = path
        index = self._model.index_of_path(path)
        if index.isValid():
            self.tree.setCurrentIndex(index)
        self.tree.viewport().update()

    def show_unsaved(self, paths: frozenset[Path]) -> None:
        """Mark the rows of files that are unsaved, and those of chats with such messages."""
        if paths != self._model.unsaved:
            self._model.show_unsaved(paths)
            self.tree.viewport().update()

    def _restyle(self) -> None:
        theme = current_theme()
        for button, name in ((self._new, "plus"), (self._more, "ellipsis")):
            button.setIcon(icon(name, "soft"))
            button.setIconSize(icon_size())
        self._filter_layout.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))

    def selected_row(self) -> LibraryRow | None:
        """Return the file that keys and menus act on, None if there is none."""
        return self._model.row_at(self.tree.currentIndex())

    def chosen_folder(self) -> str:
        """Return the selected folder, relative to the library; "" if another row is selected, or none."""
        node = self._model.node(self.tree.currentIndex())
        return "" if node is None or node.row is not None else "/".join(node.key[1:])

    def path_beside(self, path: Path) -> Path | None:
        """Return the file in the next row, or else in the one before; None if there is no other."""
        for step in (self.tree.indexBelow, self.tree.indexAbove):
            index = step(self._model.index_of_path(path))
            while index.isValid():
                row = self._model.row_at(index)
                if row is not None:
                    return row.path
                index = step(index)
        return None

    def select(self, path: Path) -> None:
        """Select the row of a file and focus the tree."""
        index = self._model.index_of_path(path)
        if index.isValid():
            self.tree.setCurrentIndex(index)
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def menu_for(self, row: LibraryRow) -> QMenu:
        """Return the menu of a file or of a chat's folder."""
        menu = round_menu(QMenu(self))
        self._add(menu, "Open", lambda: self.open_requested.emit(row.path), "Return")
        menu.addSeparator()
        if row.can_customize:
            self._add(menu, "Make my copy", lambda: self.customize_requested.emit(row.prompt_name))
        if row.can_reset:
            self._add(menu, "Reset to default", lambda: self.reset_requested.emit(row.prompt_name))
        if row.can_customize or row.can_reset:
            menu.addSeparator()
        rename = self._add(menu, "Rename…", lambda: self._rename(row), LIBRARY_RENAME.keys)
        duplicate = self._add(menu, "Duplicate…", lambda: self._duplicate(row))
        delete = self._add(menu, "Delete", lambda: self._delete(row), LIBRARY_DELETE.keys)
        for action in (rename, delete):
            action.setEnabled(not row.read_only)
        duplicate.setEnabled(row.badge != BUILT_IN)  # built-in files are in the program's folder
        menu.addSeparator()
        if not row.is_folder:
            self._add(menu, "History…", lambda: self.history_requested.emit(row.path))
        self._add(menu, "Show in its folder", lambda: self.reveal_requested.emit(row.path))
        return menu

    def folder_menu(self) -> QMenu:
        """Return the menu of the selected folder."""
        menu, index, folder = round_menu(QMenu(self)), self.tree.currentIndex(), self.chosen_folder()
        self._add(menu, "New prompt…", self.new_requested.emit)
        menu.addSeparator()
        is_open = self.tree.isExpanded(index)
        self._add(menu, "Fold" if is_open else "Unfold", lambda: self.tree.setExpanded(index, not is_open))
        menu.addSeparator()
        self._add(menu, "Show in its folder", lambda: self._reveal(folder))
        return menu

    def _build(self) -> None:
        self._filter_layout.addWidget(self.filter)
        self.tree.setModel(self._model)
        self.tree.setItemDelegate(LibraryDelegate(self.tree))
        for page in (self.tree, self._no_library, self._no_match):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._filter_row)
        column.addWidget(self._pages, 1)
        column.addWidget(self._no_files, 4)
        self.setFocusProxy(self.tree)
        self.setAccessibleName("Library")
        self._build_header()

    def _build_header(self) -> None:
        for button, name, hint in (
            (self._new, "New prompt", "New prompt (Ctrl+N)"),
            (self._more, "More about the library", "More"),
        ):
            button.setProperty("look", "icon")
            button.setAccessibleName(name)
            button.setToolTip(hint)
        menu = round_menu(QMenu(self._more))
        self._add(menu, "New chat…", self.new_chat_requested.emit)
        self._add(menu, "New scenario…", self.new_scenario_requested.emit)
        menu.addSeparator()
        self._add(menu, "Open library…", self.open_library_requested.emit)
        self._add(menu, "Show in its folder", self._reveal)
        self._add(menu, "Deleted files…", self.deleted_requested.emit)
        menu.addSeparator()
        self._add(menu, "Unfold all", lambda: self._fold_all(unfold=True))
        self._add(menu, "Fold all", lambda: self._fold_all(unfold=False))
        self._more.setMenu(menu)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(self.header_tools)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(current_theme().px(4))
        row.addWidget(self._new)
        row.addWidget(self._more)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._refresh)
        self.filter.returnPressed.connect(self._open_first)
        self.tree.chosen.connect(self._open)
        self.tree.entered_row.connect(lambda _index: self.edit_requested.emit())
        self.tree.expanded.connect(lambda index: self._remember(index, unfolded=True))
        self.tree.collapsed.connect(lambda index: self._remember(index, unfolded=False))
        self.tree.menu_requested.connect(self._show_menu)
        self._new.clicked.connect(self.new_requested.emit)
        self._no_files.chosen.connect(self.new_requested.emit)
        self._no_library.chosen.connect(self.open_library_requested.emit)
        self._no_match.chosen.connect(self.filter.clear)
        self.tree.add_key(LIBRARY_RENAME.keys, lambda: self._with_writable(self._rename))
        self.tree.add_key(LIBRARY_DELETE.keys, lambda: self._with_writable(self._delete))
        self.tree.add_key(LIBRARY_CLEAR.keys, self.filter.clear)
        keep_key(self.filter, "Down", self.tree.setFocus)

    def _refresh(self) -> None:
        rows = self._listing.rows if self._listing else ()
        wanted = self.filter.text().strip()
        shown = matching_files(rows, wanted) if wanted else rows
        current = self._model.row_at(self.tree.currentIndex())
        offset = self.tree.verticalScrollBar().value()
        self.tree.setUpdatesEnabled(False)
        silence = QSignalBlocker(self.tree)
        self.tree.setUniformRowHeights(len(shown) > MANY_FILES)
        if self._model.show(shown):
            self._unfold(all_of_them=bool(wanted))
            self.tree.setCurrentIndex(
                self._model.index_of_path(current.path if current else self._model.current)
            )
            self.tree.verticalScrollBar().setValue(offset)
        silence.unblock()
        self.tree.setUpdatesEnabled(True)
        self._show_page()

    def _unfold(self, *, all_of_them: bool) -> None:
        if all_of_them:
            self.tree.expandAll()
            return
        small = len(self._listing.rows) <= FEW_FILES if self._listing else True
        for node in self._model.nodes:
            usual = node.label != OTHER_FILES if node.is_heading else small
            if node.children and self._folds.get(node.key, usual):
                self.tree.expand(self._model.index_of(node))

    def _remember(self, index: QModelIndex, *, unfolded: bool) -> None:
        node = self._model.node(index)
        if node is not None and not self.filter.text().strip():
            self._folds[node.key] = unfolded

    def _fold_all(self, *, unfold: bool) -> None:
        if unfold:
            self.tree.expandAll()
        else:
            self.tree.collapseAll()
        self._folds = {node.key: unfold for node in self._model.nodes if node.children}

    def _show_page(self) -> None:
        page: QWidget = self.tree
        if self._listing is None:
            page = self._no_library
        elif self._listing.rows and not self._model.nodes:
            page = self._no_match
        is_empty = self._listing is not None and self._listing.is_empty
        self._pages.setCurrentWidget(page)
        self._pages.setVisible(not is_empty or bool(self._model.nodes))
        self._no_files.setVisible(is_empty)
        self._filter_row.setVisible(self._listing is not None and not is_empty)

    def _show_menu(self, index: QModelIndex, place: QPoint) -> None:
        row = self._model.row_at(index)
        if row is not None or index.parent().isValid():
            self.tree.setCurrentIndex(index)
            menu = self.menu_for(row) if row is not None else self.folder_menu()
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(place)

    def _open(self, index: QModelIndex) -> None:
        row = self._model.row_at(index)
        if row is not None:
            self.open_requested.emit(row.path)
        else:
            self.tree.setExpanded(index, not self.tree.isExpanded(index))

    def _open_first(self) -> None:
        row = next((node.row for node in self._model.nodes if node.row is not None), None)
        if row is not None:
            self.open_requested.emit(row.path)

    def _with_writable(self, request: Callable[[LibraryRow], None]) -> None:
        row = self.selected_row()
        if row is not None and not row.read_only:
            request(row)

    def _rename(self, row: LibraryRow) -> None:
        (self.folder_rename_requested if row.is_folder else self.rename_requested).emit(row.path)

    def _duplicate(self, row: LibraryRow) -> None:
        (self.folder_duplicate_requested if row.is_folder else self.duplicate_requested).emit(row.path)

    def _delete(self, row: LibraryRow) -> None:
        (self.folder_delete_requested if row.is_folder else self.delete_requested).emit(row.path)

    def _reveal(self, folder: str = "") -> None:
        if self._listing is not None:
            self.reveal_requested.emit(self._listing.root / folder)

    def _add(self, menu: QMenu, text: str, act: Callable[[], object], keys: str = "") -> QAction:
        action = menu.addAction(text)
        if keys:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _checked=False: act())
        return action

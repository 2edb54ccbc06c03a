"""The library panel: the filter and the tree, and the requests of its menus and keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QMenu, QWidget

from editor_app.analysis.library_facts.index import BUILT_IN
from editor_app.library.kinds import kind_by_name, kinds_to_make, new_label
from editor_app.text import Sentence
from editor_app.window.documents.library_rows import (
    FOLDER,
    OTHER_FILES,
    LibraryListing,
    LibraryRow,
)
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, CLEAR_KEYS, PanelKey, native_keys
from editor_app.window.kit.form.filtered import FilteredPages
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.menus import Entry, MenuEntry, add_entries, fold_entries, menu_of, more_button
from editor_app.window.kit.rows.row_buttons import RowButton, RowButtons
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.connections import connect
from editor_app.window.panels.library.library_tree import LibraryTree
from editor_app.window.panels.library.listing import (
    LibraryNode,
    folder_row,
    matching_files,
    tree_of,
)

_LIBRARY: Final = Sentence("window-library.library")
LIBRARY_OPEN: Final = PanelKey(_LIBRARY, Sentence("window-library.open-and-edit"), CHOOSE_KEYS)
LIBRARY_BESIDE: Final = PanelKey(_LIBRARY, Sentence("window-library.open-beside"), "Ctrl+Return")
LIBRARY_RENAME: Final = PanelKey(_LIBRARY, Sentence("window-library.rename-key"), "F2")
LIBRARY_DELETE: Final = PanelKey(_LIBRARY, Sentence("window-library.delete"), "Del")
LIBRARY_UNDO: Final = PanelKey(_LIBRARY, Sentence("window-library.undo"), "Ctrl+Z")
KEYS: Final = (
    *(LIBRARY_OPEN, LIBRARY_BESIDE, LIBRARY_RENAME, LIBRARY_DELETE, LIBRARY_UNDO),
    PanelKey(_LIBRARY, Sentence("window-library.clear-filter"), CLEAR_KEYS),
)

FEW_FILES = 200
"""Up to this many files, every folder starts unfolded."""

MANY_FILES = 1000
"""From this many files on, headings have no margin above, since measuring each row takes too long."""


class LibraryPanel(QWidget):
    """Shows a library's files and announces the file operations the user asks for.

    A chat is one row, whose path is that of its folder: `open_requested` is about it as about a file. To
    rename, duplicate or delete is asked for a row. `new_requested` has a heading, or "".
    """

    open_requested = Signal(Path)
    edit_requested = Signal()
    beside_requested = Signal(Path)
    new_requested = Signal(str)
    customize_requested = Signal(str)
    reset_requested = Signal(str)
    rename_requested = Signal(object)
    duplicate_requested = Signal(object)
    delete_requested = Signal(object)
    undo_requested = Signal()
    reveal_requested = Signal(Path)
    move_requested = Signal(object, object)  # a row, and the folder in the library, None for the usual one
    move_to_requested = Signal(object)
    copy_requested = Signal(Path)
    copy_relative_requested = Signal(Path)
    history_requested = Signal(Path)
    deleted_requested = Signal()
    open_library_requested = Signal()

    def __init__(self) -> None:
        """Start without a library."""
        super().__init__()
        self.setAccessibleName(_LIBRARY)
        self._listing: LibraryListing | None = None
        self._current: Path | None = None
        self._unsaved: frozenset[Path] = frozenset()
        self._nodes: dict[Path, LibraryNode] = {}
        self._expected: Path | None = None
        self._place_of_list: QPoint | None = None  # of that which is asked for just now
        self._place = FilteredPages(Sentence("window-library.filter"), self, room_below=8)
        self.filter = self._place.filter
        self.tree = LibraryTree(self)
        self.tree.starts_folded = self._starts_folded
        self.tree.menu_for = self._node_menu
        RowButtons(self.tree, self._buttons_of)
        words = Sentence("window-library.no-library"), Sentence("window-library.about-no-library")
        self._no_library = EmptyPlace(*words, Sentence("window-library.open-folder"), "Ctrl+Shift+O")
        words = Sentence("window-library.no-prompts"), Sentence("window-library.about-no-prompts")
        self._no_files = EmptyPlace(*words, Sentence("window-library.new-ellipsis"), "Ctrl+N")
        self._place.hold(self.tree, self.tree, self._no_library)
        column(self, (self._place, 1), (self._no_files, 4))
        self.setFocusProxy(self.tree)
        self.header_tools = QWidget()
        ask = partial(self.new_requested.emit, "")
        about = Sentence("window-library.about-new", keys=native_keys("Ctrl+N"))
        self._new = icon_button("plus", Sentence("window-library.new"), None, ask, about=about)
        self._more = more_button(Sentence("window-library.more"), self._entries)
        row(self.header_tools, self._new, self._more, spacing=4)
        connect(
            (self.tree.move_requested, self._move),
            (self.filter.textChanged, self._refresh),
            (self.filter.returnPressed, self._open_first),
            (self.tree.chosen, self._open),
            (self.tree.entered_row, lambda _node: self.edit_requested.emit()),
            (self._no_files.chosen, ask),
            (self._no_library.chosen, self.open_library_requested),
        )
        self.tree.add_key(LIBRARY_BESIDE.keys, self._open_beside)
        self.tree.add_key(LIBRARY_RENAME.keys, lambda: self._with_writable(self.rename_requested.emit))
        self.tree.add_key(LIBRARY_DELETE.keys, lambda: self._with_writable(self.delete_requested.emit))
        self.tree.add_key(LIBRARY_UNDO.keys, self.undo_requested.emit)
        self._show_page()

    def show_listing(self, listing: LibraryListing | None) -> None:
        """Show the files of a library; folds, selection and scroll position stay."""
        if listing != self._listing:
            self._listing = listing
            self._refresh()

    def show_current(self, path: Path | None) -> None:
        """Mark the row of the current document's file, or of its chat, and scroll to it."""
        if path != self._current:
            self._current = path
            if (key := self.key_of(path)) is not None:
                self.tree.show_current(key)
            self._show_marks()

    def show_unsaved(self, paths: frozenset[Path]) -> None:
        """Mark the rows of files that are unsaved, and those of chats with such messages."""
        if paths != self._unsaved:
            self._unsaved = paths
            self._show_marks()

    def selected_row(self) -> LibraryRow | None:
        """Return the file or the folder that keys and menus act on, None if there is none."""
        node = self.tree.current_row
        if node is None or node.row is not None or node.is_heading or self._listing is None:
            return None if node is None else node.row
        return folder_row(node, self.tree.rows, self._listing.root)

    def chosen_folder(self) -> str:
        """Return the folder in the library that is selected or has the selected row; "" for none."""
        node = self.tree.current_row
        if node is None:
            return ""
        key = node.key if node.row is None else (node.above[-1] if not node.owner else node.above[-2])
        return "/".join(key[1:])

    def show_list(
        self, name: str, entries: Mapping[str, Callable[[], object] | None], last: str = ""
    ) -> None:
        """Show a list to choose from, also by letters; Enter takes `last`, or the first; None is dimmed."""
        menu = menu_of(self)
        for label, act in entries.items():
            letter = label.partition("&")[2][:1].upper().strip("&")
            add_entries(menu, [MenuEntry(label, act or menu.close, letter, is_enabled=bool(act))])
        menu.setAccessibleName(name)
        window = self.window()
        at_top = QPoint((window.width() - menu.sizeHint().width()) // 2, window.height() // 8)
        usual = below(self._new) if self._new.isVisible() else window.mapToGlobal(at_top)
        pop_up(menu, self._place_of_list or usual)
        menu.setActiveAction(menu.actions()[[*entries].index(last) if last in entries else 0])

    def _new_at(self, index: QModelIndex) -> None:
        """Ask for something new, chosen from a list below a row."""
        self._place_of_list = self.tree.viewport().mapToGlobal(self.tree.visualRect(index).bottomLeft())
        self.new_requested.emit("")
        self._place_of_list = None

    def key_of(self, path: Path | None) -> tuple[str, ...] | None:
        """Return the key of the row of a file, or of what it is a part of."""
        node = None if path is None else self._nodes.get(path)
        return None if node is None else node.key

    def path_beside(self, path: Path) -> Path | None:
        """Return the file in the next row, or else in the one before; None if there is no other."""
        for step in (self.tree.indexBelow, self.tree.indexAbove):
            index = step(self.tree.index_of(self.key_of(path)))
            while (node := self.tree.row_at(index)) is not None:
                if node.row is not None:
                    return node.row.path
                index = step(index)
        return None

    def expect(self, path: Path | None) -> None:
        """Make the row of a path current, once it is listed."""
        self._expected = path
        if path in self._nodes:
            self.tree.show_current(self.key_of(path), reveal=True)
            self._expected = None

    def select(self, path: Path) -> None:
        """Select the row of a file and focus the tree."""
        key = self.key_of(path)
        if key is None and self._listing is not None and path.is_relative_to(self._listing.root):
            parts = path.relative_to(self._listing.root).parts
            folders = (node.key for node in self.tree.rows if node.row is None and node.key[1:] == parts)
            key = next(folders, None)
        if key is not None:
            self.tree.show_current(key, reveal=True)
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def menu_for(self, row: LibraryRow) -> QMenu:
        """Return the menu of a file, of a chat's folder, or of the folder that is selected."""
        can, to_move, delete_keys = not row.state.read_only, not row.owner, LIBRARY_DELETE.keys
        words, may_copy = Sentence("window-library.duplicate"), row.state.badge != BUILT_IN
        duplicate = _asks(words, self.duplicate_requested, row, can=may_copy)
        history = _asks(Sentence("window-library.history"), self.history_requested, row.path)
        return menu_of(
            self,
            *(self._folder_entries() if row.kind == FOLDER else self._file_entries(row)),
            None,
            _asks(
                Sentence("window-library.rename"), self.rename_requested, row, LIBRARY_RENAME.keys, can=can
            ),
            _asks(Sentence("window-library.move-to"), self.move_to_requested, row, can=can and to_move),
            *([duplicate] if row.kind != FOLDER else []),
            _asks(Sentence("window-library.delete"), self.delete_requested, row, delete_keys, can=can),
            None,
            *([] if row.is_folder else [history]),
            _asks(Sentence("window-library.show-in-folder"), self.reveal_requested, row.path),
            _asks(Sentence("window-library.copy-path"), self.copy_requested, row.path),
            _asks(Sentence("window-library.copy-relative-path"), self.copy_relative_requested, row.path),
        )

    def _file_entries(self, row: LibraryRow) -> list[Entry]:
        """Return what the menu of a file or a chat begins with."""
        beside, keys = self.beside_requested, LIBRARY_BESIDE.keys
        entries: list[Entry] = [
            _asks(Sentence("window-library.open"), self.open_requested, row.path, LIBRARY_OPEN.keys),
            _asks(Sentence("window-library.open-beside"), beside, row.path, keys),
            None,
        ]
        for part in () if row.is_folder else row.parts:
            name = str(kind_by_name((), part.name) or part.name)
            entries.append(_asks(Sentence("window-library.open-part", part=name), self.open_requested, part))
        if row.prompt_name and row.state.read_only:
            words = Sentence("window-library.make-my-copy")
            entries.append(_asks(words, self.customize_requested, row.prompt_name))
        if row.state.can_reset:
            entries.append(_asks(Sentence("window-library.reset"), self.reset_requested, row.prompt_name))
        return entries

    def _folder_entries(self) -> list[Entry]:
        """Return what the menu of the selected folder begins with."""
        index = self.tree.currentIndex()
        new = MenuEntry(Sentence("window-library.new-ellipsis"), partial(self._new_at, index), "Ctrl+N")
        return [new, None, self._fold_entry()] if index.model().hasChildren(index) else [new]

    def _fold_entry(self) -> MenuEntry:
        index = self.tree.currentIndex()
        state = "unfolded" if self.tree.isExpanded(index) else "folded"
        return MenuEntry(Sentence("window-library.fold", state=state), partial(self.tree.toggle, index))

    def _node_menu(self, node: LibraryNode | None) -> QMenu | None:
        if node is None:
            return None
        self.tree.show_current(node.key)
        row = self.selected_row()
        if row is not None:
            return self.menu_for(row)
        kinds = (kind for kind in kinds_to_make() if kind.listing.heading == node.label)
        words = (Sentence("window-library.new-kind", kind=new_label(kind)) for kind in kinds)
        new = (MenuEntry(text, partial(self._new_under, node)) for text in words)
        return menu_of(self, *new, None, self._fold_entry(), *fold_entries(self.tree))

    def _buttons_of(self, node: LibraryNode) -> Sequence[RowButton]:
        if not node.is_heading:
            about = Sentence("window-library.more-about", name=one_line(node.label))
            return (RowButton("ellipsis", about, partial(self._more_of, node)),)
        if all(kind.listing.heading != node.label for kind in kinds_to_make()):
            return ()
        ask = partial(self._new_under, node)
        return (RowButton("plus", Sentence("window-library.new-in", heading=node.label), ask),)

    def _new_under(self, heading: LibraryNode) -> None:
        """Ask for a file of a heading's kind where such files are, not in the folder that is chosen."""
        self.tree.show_current(heading.key)
        self.new_requested.emit(heading.label)

    def _more_of(self, node: LibraryNode) -> None:
        menu, rect = self._node_menu(node), self.tree.visualRect(self.tree.index_of(node.key))
        if menu is not None:
            pop_up(menu, self.tree.viewport().mapToGlobal(rect.bottomRight() - QPoint(rect.width() // 4, 0)))

    def _entries(self) -> Sequence[Entry]:
        return (
            MenuEntry(Sentence("window-library.open-folder"), self.open_library_requested.emit),
            MenuEntry(Sentence("window-library.show-in-folder"), self._reveal),
            MenuEntry(Sentence("window-library.deleted-files"), self.deleted_requested.emit),
            None,
            *fold_entries(self.tree),
        )

    def _refresh(self) -> None:
        rows, words = self._listing.rows if self._listing else (), self._place.words
        empty = self._listing.empty_folders if self._listing and not words else ()
        nodes = tree_of(matching_files(rows, words) if words else rows, empty)
        self._nodes = {node.row.path: node for node in nodes if node.row is not None}
        for node in tuple(self._nodes.values()):
            for part in node.row.parts if node.row is not None else ():
                self._nodes.setdefault(part, node)
        self._show_marks()
        self.tree.setUniformRowHeights(len(nodes) > MANY_FILES)
        self.tree.show_rows(nodes, unfold_all=bool(words), else_current=self.key_of(self._current))
        self.expect(self._expected)
        self._show_page()

    def _show_marks(self) -> None:
        unsaved = (self._nodes[path] for path in self._unsaved if path in self._nodes)
        self.tree.show_marks(self.key_of(self._current), unsaved)

    def _starts_folded(self, node: LibraryNode) -> bool:
        is_large = self._listing is not None and len(self._listing.rows) > FEW_FILES
        return node.label == OTHER_FILES if node.is_heading else is_large

    def _show_page(self) -> None:
        page: QWidget = self.tree
        if self._listing is None:
            page = self._no_library
        elif self._listing.rows and not self.tree.rows:
            page = self._place.no_match
        is_empty = self._listing is not None and self._listing.is_empty
        self._place.show_page(page, can_filter=self._listing is not None and not is_empty)
        self._place.setVisible(not is_empty or bool(self.tree.rows))
        self._no_files.setVisible(is_empty)

    def _open(self, node: LibraryNode) -> None:
        if node.row is not None:
            self.open_requested.emit(node.row.path)
        else:
            self.tree.toggle(self.tree.index_of(node.key))

    def _open_first(self) -> None:
        first = next((node.row for node in self.tree.rows if node.row is not None), None)
        if first is not None:
            self.open_requested.emit(first.path)

    def _open_beside(self) -> None:
        node = self.tree.current_row
        if node is not None and node.row is not None:
            self.beside_requested.emit(node.row.path)

    def _with_writable(self, request: Callable[[LibraryRow], object]) -> None:
        row = self.selected_row()
        if row is not None and not row.state.read_only:
            request(row)

    def _move(self, path: Path, folder: str | None) -> None:
        node = self._nodes.get(path)
        if node is not None and node.row is not None:
            self.move_requested.emit(node.row, folder)

    def _reveal(self) -> None:
        if self._listing is not None:
            self.reveal_requested.emit(self._listing.root)


def _asks(words: str, asked: SignalInstance, what: object, keys: str = "", *, can: bool = True) -> MenuEntry:
    """Return an entry that announces what it is chosen for."""
    return MenuEntry(words, partial(asked.emit, what), keys, is_enabled=can)

"""The library panel: the filter and the tree, and the requests of its menus and keys."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Final, TypeAlias

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from editor_app.analysis.library_facts.index import BUILT_IN
from editor_app.library.kinds import kind_by_name, kinds_to_make
from editor_app.window.documents.library_rows import OTHER_FILES, LibraryListing, LibraryRow
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, CLEAR_KEYS, PanelKey
from editor_app.window.kit.form.filtered import FilteredPages
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.content import (
    Dot,
    Icon,
    RowContent,
    RowPainting,
    Words,
    label_left,
    paint_row,
)
from editor_app.window.kit.rows.menus import Entry, MenuEntry, add_entries, menu_of, more_button
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_buttons import RowButton, RowButtons
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.connections import connect
from editor_app.window.panels.library.library_tree import LibraryTree, row_flags
from editor_app.window.panels.library.listing import (
    LEAST_NAME,
    LibraryNode,
    folder_row,
    matching_files,
    trail_of,
    tree_of,
)

LIBRARY_OPEN: Final = PanelKey("Library", "Open and edit", CHOOSE_KEYS)
LIBRARY_BESIDE: Final = PanelKey("Library", "Open beside", "Ctrl+Return")
LIBRARY_RENAME: Final = PanelKey("Library", "Rename", "F2")
LIBRARY_DELETE: Final = PanelKey("Library", "Delete", "Del")
LIBRARY_UNDO: Final = PanelKey("Library", "Undo the last change of files", "Ctrl+Z")
KEYS: Final = (
    *(LIBRARY_OPEN, LIBRARY_BESIDE, LIBRARY_RENAME, LIBRARY_DELETE, LIBRARY_UNDO),
    PanelKey("Library", "Clear the filter", CLEAR_KEYS),
)

FEW_FILES = 200
"""Up to this many files, every folder starts unfolded."""

MANY_FILES = 1000
"""From this many files on, headings have no margin above, since measuring each row takes too long."""
Choices: TypeAlias = Mapping[str, Callable[[], object] | None]
_ROW, _AIRY_ROW = 24, 30
_DRAGGED: Final = "application/x-foreword-library-row"


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
    copy_requested = Signal(Path, bool)  # a path, and whether that from the library is asked for
    history_requested = Signal(Path)
    deleted_requested = Signal()
    open_library_requested = Signal()

    def __init__(self) -> None:
        """Start without a library."""
        super().__init__()
        self.setAccessibleName("Library")
        self._listing: LibraryListing | None = None
        self._current: Path | None = None
        self._unsaved: frozenset[Path] = frozenset()
        self._unsaved_keys: frozenset[tuple[str, ...]] = frozenset()
        self._above_unsaved: frozenset[tuple[str, ...]] = frozenset()
        self._nodes: dict[Path, LibraryNode] = {}
        self._expected: Path | None = None
        self._place_of_list: QPoint | None = None  # of that which is asked for just now
        self._place = FilteredPages("Filter files", self, room_below=8)
        self.filter = self._place.filter
        type_ = RowType(
            self._content,
            key=attrgetter("key"),
            depth=attrgetter("depth"),
            height=self._height,
            paint=self._paint,
            is_heading=attrgetter("is_heading"),
            flags=row_flags,
            dragged=(_DRAGGED, lambda node: os.fsencode(node.row.path if node.row is not None else "")),
        )
        self.tree = LibraryTree(type_, self)
        self.tree.starts_folded = self._starts_folded
        self.tree.menu_for = self._node_menu
        RowButtons(self.tree, self._buttons_of)
        self._no_library = EmptyPlace(
            "No library open", "A library is any folder of prompts.", "Open folder…", "Ctrl+Shift+O"
        )
        self._no_files = EmptyPlace(
            "No prompts yet", "Everything you write is a plain file in this folder.", "New…", "Ctrl+N"
        )
        self._place.hold(self.tree, self.tree, self._no_library)
        column(self, (self._place, 1), (self._no_files, 4))
        self.setFocusProxy(self.tree)
        self.header_tools = QWidget()
        ask = partial(self.new_requested.emit, "")
        self._new = icon_button("plus", "New", None, ask, about="New (Ctrl+N)")
        self._more = more_button("More about the library", self._entries)
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
            self.tree.viewport().update()

    def show_unsaved(self, paths: frozenset[Path]) -> None:
        """Mark the rows of files that are unsaved, and those of chats with such messages."""
        if paths != self._unsaved:
            self._unsaved = paths
            self._find_unsaved()
            self.tree.viewport().update()

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
        letters = {label: label.partition("&")[2][:1].upper().strip("&") for label in entries}
        menu = menu_of(self)
        for label, act in entries.items():
            add_entries(menu, [MenuEntry(label, act or menu.close, letters[label], is_enabled=bool(act))])
        menu.setAccessibleName(name)
        window = self.window()
        at_top = QPoint((window.width() - menu.sizeHint().width()) // 2, window.height() // 8)
        usual = below(self._new) if self._new.isVisible() else window.mapToGlobal(at_top)
        pop_up(menu, self._place_of_list or usual)
        is_last = (action for action in menu.actions() if action.text().partition("\t")[0] == last)
        menu.setActiveAction(next(is_last, menu.actions()[0]))

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
        """Return the menu of a file or of a chat's folder."""
        own: list[Entry] = []
        for part in () if row.is_folder else row.parts:
            kind = kind_by_name((), part.name)
            own.append(MenuEntry(f"Open {kind or part.name}", partial(self.open_requested.emit, part)))
        if row.prompt_name and row.state.read_only:
            own.append(MenuEntry("Make my copy", partial(self.customize_requested.emit, row.prompt_name)))
        if row.state.can_reset:
            own.append(MenuEntry("Reset to default", partial(self.reset_requested.emit, row.prompt_name)))
        history = MenuEntry("History…", partial(self.history_requested.emit, row.path))
        is_in_library, duplicate = row.state.badge != BUILT_IN, partial(self.duplicate_requested.emit, row)
        rename, move, delete = self._change_entries(row)
        return menu_of(
            self,
            MenuEntry("Open", partial(self.open_requested.emit, row.path), LIBRARY_OPEN.keys),
            MenuEntry("Open beside", partial(self.beside_requested.emit, row.path), LIBRARY_BESIDE.keys),
            None,
            *own,
            None,
            rename,
            move,
            MenuEntry("Duplicate", duplicate, is_enabled=is_in_library),
            delete,
            None,
            *([] if row.is_folder else [history]),
            *self._place_entries(row.path),
        )

    def _place_entries(self, path: Path) -> tuple[MenuEntry, ...]:
        ask = self.copy_requested.emit
        return (
            MenuEntry("Show in its folder", partial(self.reveal_requested.emit, path)),
            MenuEntry("Copy path", lambda: ask(path, False)),  # noqa: FBT003  as the signal has it
            MenuEntry("Copy relative path", lambda: ask(path, True)),  # noqa: FBT003  as above
        )

    def folder_menu(self) -> QMenu:
        """Return the menu of the selected folder."""
        index, row = self.tree.currentIndex(), self.selected_row()
        if row is None:
            return menu_of(self)
        fold, can_fold = "Fold" if self.tree.isExpanded(index) else "Unfold", index.model().hasChildren(index)
        return menu_of(
            self,
            MenuEntry("New…", partial(self._new_at, index), "Ctrl+N"),
            None,
            *([MenuEntry(fold, partial(self.tree.toggle, index)), None] if can_fold else []),
            *self._change_entries(row),
            None,
            *self._place_entries(row.path),
        )

    def _change_entries(self, row: LibraryRow) -> tuple[MenuEntry, MenuEntry, MenuEntry]:
        can, move = not row.state.read_only, partial(self.move_to_requested.emit, row)
        rename, delete = partial(self.rename_requested.emit, row), partial(self.delete_requested.emit, row)
        return (
            MenuEntry("Rename…", rename, LIBRARY_RENAME.keys, is_enabled=can),
            MenuEntry("Move to…", move, is_enabled=can and row.owner is None),
            MenuEntry("Delete", delete, LIBRARY_DELETE.keys, is_enabled=can),
        )

    def _node_menu(self, node: LibraryNode | None) -> QMenu | None:
        if node is None or node.is_heading:
            return None
        self.tree.show_current(node.key)
        return self.menu_for(node.row) if node.row is not None else self.folder_menu()

    def _buttons_of(self, node: LibraryNode) -> Sequence[RowButton]:
        if not node.is_heading:
            return (
                RowButton("ellipsis", f"More about {one_line(node.label)}", partial(self._more_of, node)),
            )
        makes = any(kind.listing.heading == node.label for kind in kinds_to_make())
        ask = partial(self.new_requested.emit, node.label)
        return (RowButton("plus", f"New in {node.label}", ask),) if makes else ()

    def _more_of(self, node: LibraryNode) -> None:
        menu, rect = self._node_menu(node), self.tree.visualRect(self.tree.index_of(node.key))
        if menu is not None:
            pop_up(menu, self.tree.viewport().mapToGlobal(rect.bottomRight() - QPoint(rect.width() // 4, 0)))

    def _entries(self) -> Sequence[Entry]:
        return (
            MenuEntry("Open folder…", self.open_library_requested.emit),
            MenuEntry("Show in its folder", self._reveal),
            MenuEntry("Deleted files…", self.deleted_requested.emit),
            None,
            MenuEntry("Unfold all", partial(self.tree.set_all_folded, is_folded=False)),
            MenuEntry("Fold all", partial(self.tree.set_all_folded, is_folded=True)),
        )

    def _refresh(self) -> None:
        rows, words = self._listing.rows if self._listing else (), self._place.words
        empty = self._listing.empty_folders if self._listing and not words else ()
        nodes = tree_of(matching_files(rows, words) if words else rows, empty)
        self._nodes = {node.row.path: node for node in nodes if node.row is not None}
        for node in tuple(self._nodes.values()):
            for part in node.row.parts if node.row is not None else ():
                self._nodes.setdefault(part, node)
        self._find_unsaved()
        self.tree.setUniformRowHeights(len(nodes) > MANY_FILES)
        self.tree.show_rows(nodes, unfold_all=bool(words), else_current=self.key_of(self._current))
        self.expect(self._expected)
        self._show_page()

    def _find_unsaved(self) -> None:
        """Find the rows of unsaved files, and those above them."""
        nodes = [self._nodes[path] for path in self._unsaved if path in self._nodes]
        self._unsaved_keys = frozenset(node.key for node in nodes)
        self._above_unsaved = frozenset(key for node in nodes for key in node.above)

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
        for path in [node.row.path for node in self.tree.rows if node.row is not None][:1]:
            self.open_requested.emit(path)

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

    # What rows show -----------------------------------------------------------------------------------------

    def _height(self, node: LibraryNode, _width: int) -> int:
        """Return the height of a row; headings but the first have a margin above."""
        is_airy = node.is_heading and node is not self.tree.rows[0] and not self.tree.uniformRowHeights()
        return row_style().px(_AIRY_ROW if is_airy else _ROW)

    def _paint(self, at: RowPainting, node: LibraryNode) -> None:
        """Paint a row at the bottom of its room; where there is little of it, without its icon."""
        style, rect, content = at.style, at.rect, self._content(node)
        height = style.px(_ROW)
        at = at._replace(rect=QRect(rect.left(), rect.bottom() + 1 - height, rect.width(), height))
        left = label_left(style, at.depth or 0, rect.width())
        if rect.width() - style.px(SIDE) - left < style.px(22 + LEAST_NAME):
            content = replace(content, lead=())
        if at.is_open is False and node.key in self._above_unsaved:
            content = replace(content, detail=Dot())
        if at.is_open is False and node.is_heading:
            content = replace(content, trail=(Words(str(node.files), "soft", "number", gap=6),))
        elif node.row is not None:
            content = replace(content, trail=partial(trail_of, node.row, width=rect.width()))
        paint_row(at, content)

    def _content(self, node: LibraryNode) -> RowContent:
        row, label = node.row, one_line(node.label)
        if row is None:
            spoken = f"{label}, {node.files} file{'' if node.files == 1 else 's'}"
            lead = () if node.is_heading else (Icon("folder", "soft"),)
            font = "strong" if node.is_heading else "body"
            return RowContent(label, "", spoken, Words(label, font=font), lead=lead)
        is_current, is_unsaved = node.key == self.key_of(self._current), node.key in self._unsaved_keys
        states = (
            one_line(row.in_words()),
            f"of {one_line(node.owner)}" if node.owner else "",
            "unsaved" if is_unsaved else "",
            "current document" if is_current else "",
        )
        badge, counts, remark, *_ = row.state
        second = (badge, "unsaved" if is_unsaved else "", counts.in_words(), row.state.number)
        lines = (str(row.path), ", ".join(filter(None, second)), remark)
        return RowContent(
            label,
            "\n".join(filter(None, lines)),
            ", ".join(filter(None, states)),
            detail=Dot() if is_unsaved else None,
            lead=(Icon(row.icon, "soft"),),
            is_marked=is_current,
        )

"""The blocks panel: the filter and the tree, and the requests of its menus, keys and drags."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from editor_app.system_messages.model.entities import BlockPath
from editor_app.window.kinds.system_message.panels.blocks.menus import ENTRIES, add_entry, type_menu
from editor_app.window.kinds.system_message.panels.blocks.model import BlockModel
from editor_app.window.kinds.system_message.panels.blocks.requests import BlockAction, BlockRequest, place_at
from editor_app.window.kinds.system_message.panels.blocks.rows import BlockRow, matching_blocks
from editor_app.window.kinds.system_message.panels.blocks.strips import ColumnHeads, MutedStrip
from editor_app.window.kinds.system_message.panels.blocks.tree import BlockTree, CanMove
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.popups import below, round_menu
from editor_app.window.kit.focus.keys import keep_key
from editor_app.window.kit.focus.panel_keys import BLOCKS_ADD, BLOCKS_CLEAR, BLOCKS_MUTE, BLOCKS_WRITE
from editor_app.window.kit.form.fields import SearchField
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size

if TYPE_CHECKING:
    from editor_app.system_messages.edits.values import BlockPlace


class BlocksPanel(QWidget):
    """Shows the blocks of a system message and announces the changes the user asks for.

    `block_chosen` has the path of the selected block, `content_requested` that of a block whose content is to
    get the focus. `header_tools` are the buttons for the header of the dock.
    """

    block_chosen = Signal(object)
    content_requested = Signal(object)
    mute_requested = Signal(str)
    unmute_requested = Signal()
    edit_requested = Signal(object)
    rows_needed = Signal()

    def __init__(self, can_move: CanMove | None = None, parent: QWidget | None = None) -> None:
        """Start without a message; `can_move` says why a dragged block cannot go to a place, "" if it can."""
        super().__init__(parent)
        self._rows: tuple[BlockRow, ...] = ()
        self._folded: set[str] = set()
        self._read_only = False
        self._selected: BlockPath | None = None
        self._model = BlockModel(self)
        self.filter = SearchField("Filter blocks", self, hint="Filter by id, type or text")
        self.muted = MutedStrip(self)
        self._heads = ColumnHeads(self)
        self.tree = BlockTree(self._model, can_move or (lambda _path, _place: ""), self)
        self._list = QWidget(self)
        self._add_button = QToolButton()
        self._more = QToolButton()
        self.header_tools = QWidget()
        self._nothing = EmptyPlace(
            "No system message", "Open one to see its blocks and what becomes of them."
        )
        self._no_blocks = EmptyPlace(
            "No blocks yet",
            "A system message is made of blocks; each says one thing.",
            "Add a block…",
            BLOCKS_ADD.keys,
        )
        self._no_match = EmptyPlace("Nothing matches", "", "Clear the filter", "Esc")
        self._pages = QStackedWidget(self)
        self._build()
        self._connect()
        on_theme(self, self._restyle)
        self.show_nothing()

    # Showing ------------------------------------------------------------------------------------------------

    def show_rows(self, rows: Sequence[BlockRow], *, read_only: bool = False) -> None:
        """Show the blocks of a system message; folds, selection and scroll position stay."""
        self._rows = tuple(rows)
        self._read_only = read_only
        self._add_button.setEnabled(not read_only)
        self._no_blocks.button.setEnabled(not read_only)
        self._refresh()

    def show_nothing(self, title: str = "", sentence: str = "") -> None:
        """Show a title and a sentence in place of the blocks; by default, that no system message is open."""
        self._rows = ()
        self._selected = None
        self._model.show((), 0)
        self.muted.show_rows(())
        self._add_button.setEnabled(False)
        self._nothing.say(
            title or "No system message",
            sentence or ("" if title else "Open one to see its blocks and what becomes of them."),
        )
        self._show_page(self._nothing)

    def set_selected(self, path: BlockPath | None) -> None:
        """Select a block without a signal, and scroll to it; a filter that hides it is cleared.

        If the block is selected already, filter and scroll position stay.
        """
        if path == self._selected:
            self._select(reveal=False)
            return
        self._selected = path
        hidden = not self._model.index_of(path).isValid()
        if hidden and self.filter.text() and any(row.path == path for row in self._rows):
            self.filter.clear()
        self._select(reveal=True)

    def selected_row(self) -> BlockRow | None:
        """Return the block that keys and menus act on, after updating rows that wait for it."""
        self.rows_needed.emit()
        return self.tree.current_row

    def _restyle(self) -> None:
        theme = current_theme()
        for button, name in ((self._add_button, "plus"), (self._more, "ellipsis")):
            button.setIcon(icon(name, "soft"))
            button.setIconSize(icon_size())
        self._filter_layout.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(4))

    # Announcing ---------------------------------------------------------------------------------------------

    def menu_for(self, row: BlockRow | None) -> QMenu:
        """Return the menu of a block, or for None that of the empty area below the blocks."""
        menu = round_menu(QMenu(self))
        can = not self._read_only
        if row is not None:
            write = BLOCKS_WRITE
            add_entry(menu, write.text, lambda: self.content_requested.emit(row.path), write.keys)
            words = "Unmute" if row.muted else "Mute"
            add_entry(menu, words, lambda: self._mute(row), BLOCKS_MUTE.keys, enabled=bool(row.id))
            for entry in ENTRIES:
                if entry.begins:
                    menu.addSeparator()
                add_entry(menu, entry.text, partial(self._do, entry.action, row), entry.keys, enabled=can)
            menu.addSeparator()
            inside = place_at(row.path, row.children)
            menu.addMenu(self._types("Add a block inside", inside)).setEnabled(can)
        menu.addMenu(self._types("Add a block below" if row else "Add a block", self._after(row))).setEnabled(
            can
        )
        return menu

    def add_menu(self) -> QMenu:
        """Return the menu of types for a new block after the selected one."""
        return self._types("Add a block", self._after(self.selected_row()))

    def _types(self, title: str, place: BlockPlace) -> QMenu:
        return type_menu(
            title,
            self,
            lambda kind: self.edit_requested.emit(BlockRequest(BlockAction.ADD, place=place, type=kind)),
        )

    def _after(self, row: BlockRow | None) -> BlockPlace:
        if row is None:
            return place_at((), sum(row.depth == 0 for row in self._rows))
        return place_at(row.path[:-1], row.path[-1] + 1)

    def _do(self, action: BlockAction, row: BlockRow | None) -> None:
        if row is None or self._read_only:
            return
        if action is BlockAction.RENAME:
            self.tree.edit(self._model.index_of(row.path))
        else:
            self.edit_requested.emit(BlockRequest(action, row.path))

    def _do_here(self, action: BlockAction) -> None:
        self._do(action, self.selected_row())

    def _mute(self, row: BlockRow | None) -> None:
        if row is not None:
            self.mute_requested.emit(row.id)

    def _choose(self, index: QModelIndex) -> None:
        row = self._model.row_at(index)
        if row is not None and row.path != self._selected:
            self._selected = row.path
            self.block_chosen.emit(row.path)

    def _enter(self, index: QModelIndex) -> None:
        row = self._model.row_at(index)
        if row is not None:
            self._choose(index)
            self.content_requested.emit(row.path)

    def _go_on(self) -> None:
        self.rows_needed.emit()
        if self._selected is not None:
            self.content_requested.emit(self._selected)

    # State of the tree: folds, selection, pages -------------------------------------------------------------

    def _refresh(self) -> None:
        wanted = self.filter.text().strip()
        shown = matching_blocks(self._rows, wanted) if wanted else self._rows
        offset = self.tree.verticalScrollBar().value()
        silence = QSignalBlocker(self.tree)
        self.tree.setUpdatesEnabled(False)
        if self._model.show(shown, sum(row.depth == 0 for row in self._rows)):
            self._unfold(everything=bool(wanted))
            self._select(reveal=False)
            self.tree.verticalScrollBar().setValue(offset)
        self.tree.setUpdatesEnabled(True)
        silence.unblock()
        self.muted.show_rows(self._rows)
        self._heads.setVisible(self.muted.isHidden())
        self._show_page(self.tree if shown else self._no_match if self._rows else self._no_blocks)

    def _unfold(self, *, everything: bool) -> None:
        self.tree.expandAll()
        if not everything:
            for row in self._model.rows:
                if row.children and row.id in self._folded:
                    self.tree.collapse(self._model.index_of(row.path))

    def _select(self, *, reveal: bool) -> None:
        index = self._model.index_of(self._selected)
        if index != self.tree.currentIndex():
            self.tree.setCurrentIndex(index)
        if reveal and index.isValid():
            self.tree.scrollTo(index)

    def _remember(self, index: QModelIndex, *, folded: bool) -> None:
        row = self._model.row_at(index)
        if row is not None and not self.filter.text().strip():
            (self._folded.add if folded else self._folded.discard)(row.id)

    def _show_page(self, page: QWidget) -> None:
        self._pages.setCurrentWidget(self._list if page is self.tree else page)
        self.filter.setEnabled(bool(self._rows))
        self._filter_row.setVisible(bool(self._rows))

    def _show_menu(self, index: QModelIndex, place: QPoint) -> None:
        row = self._model.row_at(index)
        if row is not None or self._rows:
            self._pop_up(self.menu_for(row), place)

    def show_add_menu(self, button: QWidget | None = None) -> None:
        """Open the menu of types for a new block, below `button` or else the header's button."""
        if self._add_button.isEnabled():
            button = button or (self._add_button if self._add_button.isVisible() else self.tree)
            self._pop_up(self.add_menu(), below(button))

    def _pop_up(self, menu: QMenu, place: QPoint) -> None:
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    # Building -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.setAccessibleName("Blocks")
        self._filter_row = QWidget(self)
        self._filter_layout = QHBoxLayout(self._filter_row)
        self._filter_layout.addWidget(self.filter)
        inner = QVBoxLayout(self._list)
        inner.addWidget(self.muted)
        inner.addWidget(self._heads)
        inner.addWidget(self.tree, 1)
        for page in (self._list, self._nothing, self._no_blocks, self._no_match):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        for layout in (inner, column):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        column.addWidget(self._filter_row)
        column.addWidget(self._pages, 1)
        self.setFocusProxy(self.tree)
        self._build_header()

    def _build_header(self) -> None:
        for button, name, hint in (
            (self._add_button, "Add a block", "Add a block (Insert)"),
            (self._more, "More about blocks", "More"),
        ):
            button.setProperty("look", "icon")
            button.setAccessibleName(name)
            button.setToolTip(hint)
        self._add_button.clicked.connect(lambda _checked=False: self.show_add_menu())
        menu = round_menu(QMenu(self._more))
        menu.aboutToShow.connect(lambda: self._fill_more(menu))
        self._more.setMenu(menu)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(self.header_tools)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(current_theme().px(4))
        row.addWidget(self._add_button)
        row.addWidget(self._more)

    def _fill_more(self, menu: QMenu) -> None:
        menu.clear()
        row = self.selected_row()
        for entry in ENTRIES:
            can = row is not None and not self._read_only
            add_entry(menu, entry.text, partial(self._do_here, entry.action), entry.keys, enabled=can)
        menu.addSeparator()
        mute, mutes_here = BLOCKS_MUTE, partial(self._mute, row)
        add_entry(menu, mute.text, mutes_here, mute.keys, enabled=row is not None)
        add_entry(
            menu, "Unmute all", self.unmute_requested.emit, enabled=any(row.muted for row in self._rows)
        )
        menu.addSeparator()
        add_entry(menu, "Unfold all", self.tree.expandAll)
        add_entry(menu, "Fold all", self.tree.collapseAll)

    def _connect(self) -> None:
        self.filter.textChanged.connect(lambda _text: self._refresh())
        self.filter.returnPressed.connect(self._choose_first)
        self.tree.selectionModel().currentChanged.connect(lambda index, _before: self._choose(index))
        self.tree.entered_row.connect(self._enter)
        self.tree.click_ended.connect(self._go_on)
        self.tree.expanded.connect(lambda index: self._remember(index, folded=False))
        self.tree.collapsed.connect(lambda index: self._remember(index, folded=True))
        self.tree.menu_requested.connect(self._show_menu)
        self.tree.rows_needed.connect(self.rows_needed)
        self.tree.move_requested.connect(
            lambda path, place: self.edit_requested.emit(BlockRequest(BlockAction.MOVE, path, place))
        )
        self._model.renamed.connect(
            lambda path, name: self.edit_requested.emit(BlockRequest(BlockAction.RENAME, path, id=name))
        )
        self._no_blocks.chosen.connect(lambda: self.show_add_menu(self._no_blocks.button))
        self._no_match.chosen.connect(self.filter.clear)
        self.muted.unmute_requested.connect(self.unmute_requested)
        for entry in ENTRIES:
            self.tree.add_key(entry.keys, partial(self._do_here, entry.action))
        self.tree.add_key(BLOCKS_MUTE.keys, lambda: self._mute(self.selected_row()))
        self.tree.add_key(BLOCKS_ADD.keys, self.show_add_menu)
        keep_key(self._no_blocks.button, BLOCKS_ADD.keys, self._no_blocks.button.click)
        self.tree.add_key(BLOCKS_CLEAR.keys, self.filter.clear)
        keep_key(self.filter, "Down", self.tree.setFocus)

    def _choose_first(self) -> None:
        self.rows_needed.emit()
        wanted = self.filter.text().casefold().split()
        for row in self._model.rows:
            if all(word in f"{row.id}\n{row.type}\n{row.text}".casefold() for word in wanted):
                self.tree.setCurrentIndex(self._model.index_of(row.path))
                self.tree.setFocus()  # afterwards: a tree without a current row makes its first row current
                return

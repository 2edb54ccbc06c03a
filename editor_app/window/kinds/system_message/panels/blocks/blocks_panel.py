"""The blocks panel: the filter and the tree, and the requests of its menus, keys and drags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from editor_app.system_messages.edits.values import BlockPlace
from editor_app.system_messages.model.entities import BlockPath, BlockType
from editor_app.text import Sentence
from editor_app.window.kinds.system_message.actions import (
    BLOCK_KEYS,
    BLOCKS_ADD,
    BLOCKS_MUTE,
    BLOCKS_WRITE,
    BlockAction,
)
from editor_app.window.kinds.system_message.block_rows import (
    BlockRow,
    matching_blocks,
    muted_in_words,
)
from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kinds.system_message.panels.blocks.tree import BlockTree, CanMove
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.popups import below, pop_up, round_menu
from editor_app.window.kit.card.sentence_bar import BarLook, SentenceBar
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.form.filtered import FilteredPages
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.menus import Entry, MenuEntry, fold_entries, menu_of, more_button
from editor_app.window.kit.theme.icons import icon
from editor_app.window.kit.work.connections import connect


@dataclass(frozen=True, slots=True)
class BlockRequest:
    """A change of blocks that the panel asks for.

    `path` is the block's; () for one that is added. `place` is the target of adding and moving; `type` is
    that of an added block, `id` that of a renamed one.
    """

    action: BlockAction
    path: BlockPath = ()
    place: BlockPlace | None = None
    type: str = ""
    id: str = ""


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

    def __init__(self, can_move: CanMove | None = None, parent: QWidget | None = None) -> None:
        """Start without a message; `can_move` says why a dragged block cannot go to a place, "" if it can."""
        super().__init__(parent, accessibleName=Sentence("window-system_message.blocks"))
        self._rows: tuple[BlockRow, ...] = ()
        self._read_only = False
        self._selected: BlockPath | None = None
        self._place = FilteredPages(Sentence("window-system_message.filter-blocks"), self)
        self.filter = self._place.filter
        self.muted = SentenceBar(BarLook("volume-x", ground="blkbg"), height=24, gap=6, line_below=False)
        """How many blocks are muted: below the rows, so that it moves none of them."""
        self.tree = BlockTree(can_move or (lambda _path, _place: ""), self)
        self.tree.menu_for = lambda row: self.menu_for(row) if row is not None or self._rows else None
        self._list = QWidget(self)
        column(self._list, (self.tree, 1), self.muted)
        about = Sentence("window-system_message.add-a-block-keys")
        self._add_button = icon_button(
            "plus", Sentence("window-system_message.add-a-block"), None, self.show_add_menu, about=about
        )
        self.header_tools = QWidget()
        row(
            self.header_tools,
            self._add_button,
            more_button(Sentence("window-system_message.more-about-blocks"), self._more),
            spacing=4,
        )
        self._unreadable = EmptyPlace(
            Sentence("window-system_message.not-readable"), Sentence("window-system_message.cannot-be-read")
        )
        self._no_blocks = EmptyPlace(
            Sentence("window-system_message.no-blocks-yet"),
            Sentence("window-system_message.made-of-blocks"),
            Sentence("window-system_message.add-a-block-of-type"),
            BLOCKS_ADD.keys,
        )
        self._place.hold(self.tree, self._list, self._unreadable, self._no_blocks)
        column(self, self._place)
        self.setFocusProxy(self.tree)
        connect(
            (self.filter.textChanged, lambda _text: self._refresh()),
            (self.filter.returnPressed, self._choose_first),
            (self.tree.row_changed, self._choose),
            (self.tree.entered_row, self._choose),
            (self.tree.entered_row, lambda row: self.content_requested.emit(row.path)),
            (self.tree.click_ended, self._go_on),
            (
                self.tree.move_requested,
                lambda path, place: self.edit_requested.emit(BlockRequest(BlockAction.MOVE, path, place)),
            ),
            (
                self.tree.renamed,
                lambda path, name: self.edit_requested.emit(BlockRequest(BlockAction.RENAME, path, id=name)),
            ),
            (self._no_blocks.chosen, lambda: self.show_add_menu(self._no_blocks.button)),
        )
        for action, key in BLOCK_KEYS.items():
            self.tree.add_key(key.keys, partial(self._do_here, action))
        self.tree.add_key(BLOCKS_MUTE.keys, lambda: self._mute(self.selected_row()))
        self.tree.add_key(BLOCKS_ADD.keys, self.show_add_menu)
        keep_key(self._no_blocks.button, BLOCKS_ADD.keys, self._no_blocks.button.click)
        self.show_rows(())

    # Showing ------------------------------------------------------------------------------------------------

    def show_rows(self, rows: Sequence[BlockRow], *, read_only: bool = False) -> None:
        """Show the blocks of a system message; folds, selection and scroll position stay."""
        self._rows = tuple(rows)
        self._read_only = read_only
        self._add_button.setEnabled(not read_only)
        self._no_blocks.button.setEnabled(not read_only)
        self._refresh()

    def show_unreadable(self) -> None:
        """Say in place of the blocks that the file cannot be read."""
        self._selected = None
        self.show_rows((), read_only=True)
        self._show_page(self._unreadable)

    def set_selected(self, path: BlockPath | None) -> None:
        """Select a block without a signal, and scroll to it; a filter that hides it is cleared.

        If the block is selected already, filter and scroll position stay.
        """
        if path == self._selected:
            self.tree.show_current(path)
            return
        self._selected = path
        hidden = not self.tree.index_of(path).isValid()
        if hidden and self.filter.text() and any(row.path == path for row in self._rows):
            self.filter.clear()
        self.tree.show_current(path, reveal=True)

    def selected_row(self) -> BlockRow | None:
        """Return the block that keys and menus act on, after updating rows that wait for it."""
        self.tree.rows_needed.emit()
        return self.tree.current_row

    # Announcing ---------------------------------------------------------------------------------------------

    def menu_for(self, row: BlockRow | None) -> QMenu:
        """Return the menu of a block, or for None that of the empty area below the blocks."""
        can = not self._read_only
        entries: list[Entry] = []
        if row is not None:
            write, words = (
                BLOCKS_WRITE,
                Sentence("window-system_message.unmute")
                if row.muted
                else Sentence("window-system_message.mute"),
            )
            entries.append(MenuEntry(write.text, partial(self.content_requested.emit, row.path), write.keys))
            entries.append(MenuEntry(words, partial(self._mute, row), BLOCKS_MUTE.keys, bool(row.id)))
            for action, key in BLOCK_KEYS.items():
                if action in {BlockAction.RENAME, BlockAction.UP}:
                    entries.append(None)
                entries.append(MenuEntry(key.text, partial(self._do, action, row), key.keys, can))
            inside = BlockPlace(row.path, row.children)
            entries += (
                None,
                self._type_menu(Sentence("window-system_message.add-inside"), inside, is_enabled=can),
            )
        title = (
            Sentence("window-system_message.add-below")
            if row
            else Sentence("window-system_message.add-a-block")
        )
        return menu_of(self, *entries, self._type_menu(title, self._after(row), is_enabled=can))

    def add_menu(self) -> QMenu:
        """Return the menu of types for a new block after the selected one."""
        return self._type_menu(
            Sentence("window-system_message.add-a-block"), self._after(self.selected_row())
        )

    def _type_menu(self, title: str, place: BlockPlace, *, is_enabled: bool = True) -> QMenu:
        """Return a menu of the twelve block types, which adds a block at `place`."""
        menu = round_menu(QMenu(title, self))
        menu.setEnabled(is_enabled)
        for block_type in BlockType:
            look = look_of_type(block_type)
            action = menu.addAction(icon(look.icon, look.role), block_type.value.capitalize())
            request = BlockRequest(BlockAction.ADD, place=place, type=block_type.value)
            action.triggered.connect(partial(self.edit_requested.emit, request))
        return menu

    def _after(self, row: BlockRow | None) -> BlockPlace:
        if row is None:
            return BlockPlace((), sum(row.depth == 0 for row in self._rows))
        return BlockPlace(row.path[:-1], row.path[-1] + 1)

    def _do(self, action: BlockAction, row: BlockRow | None) -> None:
        if row is None or self._read_only:
            return
        if action is BlockAction.RENAME:
            self.tree.edit(self.tree.index_of(row.path))
        else:
            self.edit_requested.emit(BlockRequest(action, row.path))

    def _do_here(self, action: BlockAction) -> None:
        self._do(action, self.selected_row())

    def _mute(self, row: BlockRow | None) -> None:
        if row is not None:
            self.mute_requested.emit(row.id)

    def _choose(self, row: BlockRow) -> None:
        if row.path != self._selected:
            self._selected = row.path
            self.block_chosen.emit(row.path)

    def _go_on(self) -> None:
        self.tree.rows_needed.emit()
        if self._selected is not None:
            self.content_requested.emit(self._selected)

    # State of the tree: folds, selection, pages -------------------------------------------------------------

    def _refresh(self) -> None:
        words = self._place.words
        shown = matching_blocks(self._rows, words) if words else self._rows
        self.tree.top_level = sum(row.depth == 0 for row in self._rows)
        self.tree.show_rows(shown, unfold_all=bool(words), else_current=self._selected)
        self._show_muted()
        if shown:
            self._show_page(self._list)
        else:
            self._show_page(self._place.no_match if self._rows else self._no_blocks)

    def _show_muted(self) -> None:
        words = muted_in_words(self._rows)
        self.muted.say(words, [(Sentence("window-system_message.unmute"), self.unmute_requested.emit)])
        self.muted.setAccessibleName(words)
        for link in self.muted.links:
            link.setAccessibleName(Sentence("window-system_message.unmute-all-blocks"))

    def _show_page(self, page: QWidget) -> None:
        self._place.show_page(page, can_filter=bool(self._rows))

    def show_add_menu(self, button: QWidget | None = None) -> None:
        """Open the menu of types for a new block, below `button` or else the header's button."""
        if self._add_button.isEnabled():
            button = button or (self._add_button if self._add_button.isVisible() else self.tree)
            pop_up(self.add_menu(), below(button))

    # Building -----------------------------------------------------------------------------------------------

    def _more(self) -> Sequence[Entry]:
        return (
            MenuEntry(
                Sentence("window-system_message.unmute-all"),
                self.unmute_requested.emit,
                is_enabled=any(row.muted for row in self._rows),
            ),
            *fold_entries(self.tree),
        )

    def _choose_first(self) -> None:
        self.tree.rows_needed.emit()
        matching = (row.path for row in self.tree.rows if row.matches(self.filter.text()))
        path = next(matching, None)
        if path is not None:
            self.tree.setCurrentIndex(self.tree.index_of(path))
            self.tree.setFocus()  # afterwards: a tree without a current row makes its first row current

"""Menus as data.

    menu = menu_of(self, MenuEntry("Open", partial(self.open, file), "Return"), None, types_menu)
    pop_up(menu, below(self.button))

None is a separator, unless it is first. Keys are only shown, behind a tab in the entry's text: the list
handles them itself, as its `add_key` says. A menu that a list's `menu_for` returns is popped up by the list.
A button asks for the entries of its menu each time:

    row(self.header_tools, more_button("More about files", self.entries), spacing=4)
    self.cases = menu_button(self.case_entries)  # its words are set as they change
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.focus.panel_keys import native_keys
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import plain_tooltip


class MenuEntry(NamedTuple):
    """An entry of a menu: its text, in which "&&" is an ampersand, and what it does."""

    text: str
    act: Callable[[], object]
    keys: str = ""
    is_enabled: bool = True
    tooltip: str = ""
    is_checked: bool | None = None  # None for an entry without a check mark


Entry: TypeAlias = MenuEntry | QMenu | None


def menu_of(parent: QWidget, *entries: Entry) -> QMenu:
    """Return a menu of entries, which `parent` owns."""
    menu = round_menu(QMenu(parent))
    add_entries(menu, entries)
    return menu


def add_entries(menu: QMenu, entries: Iterable[Entry]) -> None:
    """Add entries to a menu."""
    for entry in entries:
        if entry is None and not menu.isEmpty():
            menu.addSeparator()
        elif isinstance(entry, QMenu):
            entry.setParent(menu, entry.windowFlags())  # goes with it
            menu.addMenu(entry)
        elif entry is not None:
            text, act, keys, is_enabled, tooltip, is_checked = entry
            action = menu.addAction(f"{text}\t{native_keys(keys)}" if keys else text)
            action.setEnabled(is_enabled)
            action.setToolTip(plain_tooltip(tooltip))
            action.setCheckable(is_checked is not None)
            action.setChecked(bool(is_checked))
            action.triggered.connect(lambda _checked=False, act=act: act())


def fold_entries(tree: RowTree[Any]) -> tuple[Entry, Entry]:
    """Return the entries that unfold and fold all rows of a tree."""
    fold = tree.set_all_folded
    return (
        MenuEntry(Sentence("window-kit.unfold-all"), partial(fold, is_folded=False)),
        MenuEntry(Sentence("window-kit.fold-all"), partial(fold, is_folded=True)),
    )


def more_button(name: str, entries: Callable[[], Iterable[Entry]]) -> QToolButton:
    """Return the button in the header of a list, for what can be done with the chosen row, and with all."""
    button = with_icon(menu_button(entries), "ellipsis", "soft")
    button.setProperty("look", "icon")
    button.setAccessibleName(name)
    button.setToolTip(Sentence("window-kit.more"))
    return button


def menu_button(entries: Callable[[], Iterable[Entry]]) -> QToolButton:
    """Return a button with words, which are to be set, beside a chevron."""
    button = QToolButton()
    button.setProperty("look", "menu")
    button.setMenu(menu_when_shown(button, entries))
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button


def menu_when_shown(parent: QWidget, entries: Callable[[], Iterable[Entry]]) -> QMenu:
    """Return a menu that asks for its entries each time it is shown."""
    menu = menu_of(parent)

    def fill() -> None:
        for submenu in menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
            submenu.deleteLater()  # which clearing a menu does not
        menu.clear()
        add_entries(menu, entries())

    menu.aboutToShow.connect(fill)
    return menu

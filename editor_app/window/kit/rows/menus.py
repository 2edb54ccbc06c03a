"""Menus as data.

    menu = menu_of(self, MenuEntry("Open", partial(self.open, file), "Return"), None, types_menu)
    pop_up(menu, below(self.button))

None is a separator. Keys are only shown, behind a tab in the entry's text: the list handles them itself, as
its `add_key` says. A menu that a list's `menu_for` returns is popped up by the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from editor_app.window.kit.card.popups import round_menu
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


def pop_up(menu: QMenu, place: QPoint) -> None:
    """Show a menu at a place of the screen; it is deleted once it is closed."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(place)


def add_entries(menu: QMenu, entries: Iterable[Entry]) -> None:
    """Add entries to a menu."""
    for entry in entries:
        if entry is None:
            menu.addSeparator()
        elif isinstance(entry, QMenu):
            entry.setParent(menu, entry.windowFlags())  # goes with it
            menu.addMenu(entry)
        else:
            text, act, keys, is_enabled, tooltip, is_checked = entry
            shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
            action = menu.addAction(f"{text}\t{shown}" if keys else text)
            action.setEnabled(is_enabled)
            action.setToolTip(plain_tooltip(tooltip))
            action.setCheckable(is_checked is not None)
            action.setChecked(bool(is_checked))
            action.triggered.connect(lambda _checked=False, act=act: act())

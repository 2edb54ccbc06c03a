"""The menu bar of the main window."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtWidgets import QMenu, QMenuBar

from editor_app.window.kit.actions import Actions, Menu
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.menu_style import menu_style

_MENUS = ("&File", "&Edit", "&View", "&Go", "", "&Help")  # "" are those of kinds
_HEIGHT = 32


class MenuBar(QMenuBar):
    """The menus, whose mnemonics are underlined while Alt is held; of those of kinds one is shown."""

    def __init__(self, actions: Actions, kind: str = "") -> None:
        """Show the menus of the actions, of those of kinds the one with the title `kind`."""
        super().__init__()
        actions.fill(self, in_bar(actions.menus))
        for entry in self.actions():
            menu = entry.menu()
            if isinstance(menu, QMenu):
                menu.aboutToHide.connect(partial(self.underline, shown=False))  # it consumed Alt's release
        self.show_kind(kind)

    def show_kind(self, title: str) -> None:
        """Show the menu of one kind of file, and no other kind's."""
        for entry in self.actions():
            entry.setVisible(entry.text() in {title, *_MENUS})

    def underline(self, *, shown: bool) -> None:
        """Show the mnemonics underlined, or not."""
        menu_style().underlines = shown
        self.update()

    def fold(self, *, folded: bool) -> None:
        """Take no height, or the usual one; it is never hidden, as F10 opens it even then."""
        if not self.isNativeMenuBar():
            self.setFixedHeight(0 if folded else current_theme().px(_HEIGHT))


def in_bar(menus: Iterable[Menu]) -> list[Menu]:
    """Return menus in the order of the menu bar: those of single kinds of file come before *Help*."""
    return sorted(menus, key=lambda menu: _MENUS.index(menu.title if menu.title in _MENUS else ""))

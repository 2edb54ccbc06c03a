"""The menu bar of the main window."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtWidgets import QMenu, QMenuBar

from editor_app.window.kit.actions import Actions, Menu
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.menu_style import menu_style

_MENUS = ("&File", "&Edit", "&View", "&Insert", "", "&Prompt", "&Tools", "&Help")  # "" are those of kinds
_HEIGHT = 32


class MenuBar(QMenuBar):
    """The menus, whose mnemonics are underlined while Alt is held."""

    def __init__(self, actions: Actions) -> None:
        """Show the menus of the actions."""
        super().__init__()
        actions.fill(self, in_bar(actions.menus))
        for entry in self.actions():
            menu = entry.menu()
            if isinstance(menu, QMenu):
                menu.aboutToHide.connect(partial(self.underline, shown=False))  # it consumed Alt's release

    def underline(self, *, shown: bool) -> None:
        """Show the mnemonics underlined, or not."""
        menu_style().underlines = shown
        self.update()

    def fold(self, *, folded: bool) -> None:
        """Take no height, or the usual one; it is never hidden, as its actions would lose their shortcuts."""
        if not self.isNativeMenuBar():
            self.setFixedHeight(0 if folded else current_theme().px(_HEIGHT))


def in_bar(menus: Iterable[Menu]) -> list[Menu]:
    """Return menus in the order of the menu bar: those of single kinds of file come after *Insert*."""
    return sorted(menus, key=lambda menu: _MENUS.index(menu.title if menu.title in _MENUS else ""))

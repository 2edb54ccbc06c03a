"""Counts of what a screen shows at once, and of the entries of the menus.

A control is what can be pressed, filled in or chosen before anything is opened: each button, link that acts,
segment, chip, check box, slider, field and combo box that can be seen. A list, a tree, a table, a chart or a
text is one control, whatever is in it. What brings a file or a panel to the front is none: tabs, and the
titles of the menus; nor are scroll bars and the handles between panels. An entry is each line of a menu that
can be chosen, one that opens a menu, and each line in that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QScrollBar,
    QSplitterHandle,
    QTabBar,
    QWidget,
)

from editor_app.window.kit.application import application
from editor_app.window.kit.theme.theme import THEME_NAMES
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from pictures.taking import Picture, shown

_WITH_PARTS = (
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QTabBar,
    QMenuBar,
)  # what is in these is not counted besides
_NO_CONTROLS = (QScrollBar, QSplitterHandle, QMenuBar, QMenu, QTabBar)


def controls_of(window: QWidget) -> Iterator[str]:
    """Name each control that can be seen in a window."""
    for widget in window.findChildren(QWidget):
        if isinstance(widget.parent(), _WITH_PARTS) or not widget.isVisible():
            continue
        if widget.visibleRegion().isEmpty() or isinstance(widget, _NO_CONTROLS):
            continue
        name = f"{type(widget).__name__} {widget.accessibleName()}".strip()
        if isinstance(widget, QLabel):
            yield from (f"link in {widget.text()}" for _ in re.findall("<a ", widget.text()))
        elif isinstance(widget, QAbstractButton) or _takes_focus(widget):
            yield name


def entries_of(bar: QMenuBar | QMenu) -> Iterator[str]:
    """Name each entry of the menus that a bar shows, and of the menus in them."""
    for action in bar.actions():
        if action.isSeparator() or not action.isVisible():
            continue
        if isinstance(bar, QMenu):
            yield action.text().replace("&", "")
        menu = action.menu()
        if isinstance(menu, QMenu):
            yield from entries_of(menu)


def _takes_focus(widget: QWidget) -> bool:
    """Whether a widget is a field, a list, a text or another thing of its own, not the frame of such."""
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None


def print_counts(pictures: Sequence[Picture], names: Sequence[str]) -> None:
    """Print how many controls and entries each picture shows; of those with a name among `names` which."""
    choice = ThemeChoice(application(), THEME_NAMES[0], 1.0)
    for picture in pictures:
        if names and picture.name not in names:
            continue
        with shown(picture, choice) as workbench:
            controls, entries = [*controls_of(workbench.window)], [*entries_of(workbench.window.menuBar())]
        said = f"{len(controls):3} controls, {len(entries)} menu entries: {picture.name}"
        print(said, *(controls if names else ()), sep="\n      ")  # noqa: T201  the answer of the command

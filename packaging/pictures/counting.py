"""Counts of what a screen shows at once, and of the entries of the menus; what is cut off, or not translated.

A control is what can be pressed, filled in or chosen before anything is opened: each button, link that acts,
segment, chip, check box, slider, field and combo box that can be seen. A list, a tree, a table, a chart or a
text is one control, whatever is in it. What brings a file or a panel to the front is none: tabs, and the
titles of the menus; nor are scroll bars and the handles between panels. An entry is each line of a menu that
can be chosen, one that opens a menu, and each line in that.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QAbstractListModel, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QScrollArea,
    QScrollBar,
    QSplitterHandle,
    QTabBar,
    QWidget,
)

from editor_app.window.kit.application import application
from editor_app.window.kit.focus.tab_order import with_parents
from editor_app.window.kit.theme.theme import THEME_NAMES
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.kit.words.labels import ElidedLabel
from pictures.taking import Picture, shown

_WITH_PARTS = (
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QTabBar,
    QMenuBar,
)  # what is in these is not counted besides
_SMALL_SCREEN = (1366, 768)
_MOST_ROWS = 100
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


def cut_off_in(window: QWidget) -> Iterator[str]:
    """Name each label and button of a window whose words need more width than they have."""
    for widget in window.findChildren(QWidget):
        if not isinstance(widget, QLabel | QAbstractButton) or widget.visibleRegion().isEmpty():
            continue
        may_be_cut = isinstance(widget, ElidedLabel) or (isinstance(widget, QLabel) and widget.wordWrap())
        scrolls = any(isinstance(parent, QScrollArea) for parent in with_parents(widget))
        room = widget.width() if scrolls else widget.visibleRegion().boundingRect().width()
        needed = widget.minimumSizeHint().width()
        if widget.text() and not may_be_cut and room < needed:
            yield f"{widget.text()!r} has {room} of {needed} pixels"


def plain_in(window: QWidget) -> Iterator[str]:
    """Yield each text of a window that is not in the pseudo-language, those of files among them."""
    for widget in window.findChildren(QWidget):
        texts = [widget.accessibleName(), widget.toolTip(), *(action.text() for action in widget.actions())]
        if isinstance(widget, QLabel | QAbstractButton):
            texts.append(widget.text())
        if isinstance(widget, QLineEdit):
            texts.append(widget.placeholderText())
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model = widget.model()
            is_list = isinstance(model, QAbstractListModel)  # whose count of columns is Qt's own
            columns = range(1 if is_list else model.columnCount(widget.rootIndex()))
            rows = range(min(model.rowCount(), _MOST_ROWS))
            indexes = (model.index(row, column) for row in rows for column in columns)
            texts += (index.data(Qt.ItemDataRole.AccessibleTextRole) or "" for index in indexes)
        bare = ((text, re.sub("<[^>]*>", "", text)) for text in texts)
        yield from (text for text, words in bare if re.search("[a-zA-Z]{2}", words) and "⟦" not in words)


def print_faults(pictures: Sequence[Picture], names: Sequence[str]) -> None:
    """Print what is cut off in each picture on a small screen, and once each text that is not translated."""
    choice = ThemeChoice(application(), THEME_NAMES[0], 1.0)
    plain: dict[str, str] = {}
    gc.disable()  # as in `take_pictures`
    for picture in pictures:
        if names and picture.name not in names:
            continue
        small = (min(picture.size[0], _SMALL_SCREEN[0]), min(picture.size[1], _SMALL_SCREEN[1]))
        with shown(replace(picture, size=small), choice) as workbench:
            for text in cut_off_in(workbench.window):
                print(f"{picture.name}: {text}")  # noqa: T201  the answer of the command
            plain |= {text: picture.name for text in plain_in(workbench.window) if text not in plain}
        gc.collect()
    for text, name in plain.items():
        print(f"{name}: not translated: {text!r}")  # noqa: T201  the answer of the command

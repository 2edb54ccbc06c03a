"""The list of keyboard shortcuts, made from the table of actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractSlider, QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from editor_app.window.kit.dialogs.question import Button, Question
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.layouts import column
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import ReadableLabel

_Step = QAbstractSlider.SliderAction
_SCROLLS = {
    "Down": _Step.SliderSingleStepAdd,
    "Up": _Step.SliderSingleStepSub,
    "PgDown": _Step.SliderPageStepAdd,
    "PgUp": _Step.SliderPageStepSub,
}


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """Menu, action and keys of every shortcut."""

    rows: Sequence[tuple[str, str, str]]

    def question(self) -> Question[None]:
        """Return how they are shown: by menu, under a field that filters them."""
        content = partial(ShortcutsList, self.rows)
        buttons = (Button("Close", None),)
        return Question("Keyboard shortcuts", "", buttons, content=content, size=(460, 560), by_enter=False)


class ShortcutsList(QWidget):
    """Actions by menu with their keys, and a field that filters them."""

    def __init__(self, rows: Sequence[tuple[str, str, str]], parent: QWidget) -> None:
        """List `rows` of menu, action and keys."""
        super().__init__(parent)
        self._rows = rows
        self.search = LineField(self)
        self.search.setPlaceholderText("Find an action or a key")
        self.search.setAccessibleName("Find an action or a key")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._list)
        self.tree = QTreeWidget(self)
        self.tree.setAccessibleName("Shortcuts")
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setFrameShape(QFrame.Shape.NoFrame)
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(0)
        self.tree.setSelectionMode(QTreeWidget.SelectionMode.NoSelection)
        self.tree.setItemsExpandable(False)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.nothing = ReadableLabel("", "soft", self)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        column(self, self.search, 4, (self.tree, 1), (self.nothing, 1), spacing=4)
        for keys, step in _SCROLLS.items():  # which have no meaning in a field of one line
            keep_key(self.search, keys, partial(self.tree.verticalScrollBar().triggerAction, step))
        self._list("")
        self.search.setFocus()

    def _list(self, words: str) -> None:
        """List the actions that have all words in their names or keys."""
        wanted, theme = words.casefold().split(), current_theme()
        self.tree.clear()
        tops: dict[str, QTreeWidgetItem] = {}
        for menu, text, keys in self._rows:
            if not all(word in f"{text} {keys}".casefold() for word in wanted):
                continue
            if menu not in tops:
                top = tops[menu] = QTreeWidgetItem(self.tree, [menu])
                top.setFont(0, theme.font("body strong"))
                top.setSizeHint(0, QSize(0, theme.px(32)))
            item = QTreeWidgetItem(tops[menu], [text, keys])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setForeground(1, theme.color("soft"))
            item.setSizeHint(0, QSize(0, theme.px(24)))
        self.tree.expandAll()
        self.nothing.say("" if tops else f"No shortcut has ‘{words.strip()}’ in its name or keys.")
        self.nothing.setHidden(bool(tops))
        self.tree.setVisible(bool(tops))

"""The combo box of what goes first: nothing, or a text of the library under its heading."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from editor_app.analysis.chat_requests.settings import NO_SYSTEM, SystemChoice, SystemGroup
from editor_app.window.kit.form.elided_fields import ElidedComboBox
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import plain_tooltip, set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

_CHOICE: Final = Qt.ItemDataRole.UserRole
_BESIDE_A_NAME: Final = 40
_WIDEST: Final = 360
_INDENT: Final = "\u2002"


class SourceBox(ElidedComboBox):
    """Offers texts in groups; `chosen` has the SystemChoice. What is chosen and not offered is shown too."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        """Start with nothing chosen."""
        super().__init__(parent)
        self._items = _GroupedItems(self)
        self.setItemDelegate(self._items)
        self.setAccessibleName("From")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(4)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._shown: tuple[tuple[SystemGroup, ...], object] | None = None
        self._rows: dict[object, int] = {}
        self._key: Path | str | None = None
        self.activated.connect(self._choose)
        self.show_choices((), NO_SYSTEM)

    def show_choices(self, groups: Sequence[SystemGroup], choice: SystemChoice) -> None:
        """Offer these texts, with one of them chosen."""
        key = self._key = _key(choice)
        known = {option.path for group in groups for option in group.options}
        extra = key if key is not None and key not in known else None
        if self._shown != (tuple(groups), extra):
            self._shown = tuple(groups), extra
            self._fill(groups, choice if extra is not None else None)
        self.setCurrentIndex(self._rows[key])
        set_plain_tooltip(self, str(choice.path or choice.conversation_id or ""))

    def showPopup(self) -> None:
        """Open the list, wider than the box where names need it."""
        longest = max((self.itemText(row) for row in range(self.count())), key=len, default="")
        theme = current_theme()
        needed = self.fontMetrics().horizontalAdvance(longest) + theme.px(_BESIDE_A_NAME)
        self.view().setMinimumWidth(min(needed, theme.px(_WIDEST)))
        super().showPopup()

    def _fill(self, groups: Sequence[SystemGroup], extra: SystemChoice | None) -> None:
        model = QStandardItemModel(self)
        self._rows = {}
        self._add(model, "None", NO_SYSTEM)
        for group in groups:
            self._add_head(model, group.title)
            for option in group.options:
                self._add(model, one_line(option.name), SystemChoice(option.path))
        if extra is not None:
            is_file = extra.path is not None
            self._add_head(model, "Not in the library" if is_file else "Conversation")
            name = _name_of(extra.path) if extra.path is not None else f"{extra.conversation_id}"
            self._add(model, one_line(name), extra)
        self.setModel(model)  # which deletes the one before

    def _add(self, model: QStandardItemModel, words: str, choice: SystemChoice) -> None:
        item = QStandardItem(words)
        item.setData(choice, _CHOICE)
        item.setToolTip(plain_tooltip(str(choice.path or choice.conversation_id or "")))
        self._rows[_key(choice)] = model.rowCount()
        model.appendRow(item)

    def _add_head(self, model: QStandardItemModel, title: str) -> None:
        item = QStandardItem(title)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        model.appendRow(item)

    def _choose(self, row: int) -> None:
        choice = self.itemData(row, _CHOICE)
        if isinstance(choice, SystemChoice) and _key(choice) != self._key:  # else its trial would go
            self.chosen.emit(choice)


class _GroupedItems(QStyledItemDelegate):
    """Draws headings soft, and what stands under them indented."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Set colour and indentation of an item."""
        super().initStyleOption(option, index)
        choice = index.data(_CHOICE)
        if choice is None:
            option.font.setPixelSize(current_theme().px(12))
            soft = current_theme().color("soft")
            for group in (QPalette.ColorGroup.Disabled, QPalette.ColorGroup.Normal):
                option.palette.setColor(group, QPalette.ColorRole.Text, soft)
        elif choice != NO_SYSTEM:
            option.text = f"{_INDENT}{option.text}"


def _key(choice: SystemChoice) -> Path | str | None:
    """Return what a choice is known by, whatever it is tried with."""
    return choice.path if choice.path is not None else choice.conversation_id


def _name_of(path: Path) -> str:
    return path.stem or str(path)

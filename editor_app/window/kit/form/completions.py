"""The list of names that a field offers while the user types, in the look of the other popups.

    offer(field, ("gpt-5", "claude-sonnet-5")).activated.connect(self.take)

A model of names in place of the names can be filled again later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QCompleter, QLineEdit, QStyledItemDelegate

from editor_app.window.kit.theme.current import current_theme

_BESIDE_A_NAME: Final = 32
_WIDEST: Final = 360


def offer(field: QLineEdit, names: Sequence[str] | QStringListModel) -> QCompleter:
    """Offer in `field` the names that contain the typed text, in the sizes of the theme."""
    theme = current_theme()
    completer = QCompleter(field)
    completer.setModel(
        names if isinstance(names, QStringListModel) else QStringListModel(list(names), completer)
    )
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    popup = cast("QAbstractItemView", completer.popup())
    popup.setProperty("look", "completions")
    popup.setItemDelegate(QStyledItemDelegate(popup))  # the completer's own delegate ignores the style sheet
    popup.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    longest = max(names, key=len, default="") if not isinstance(names, QStringListModel) else ""
    width = field.fontMetrics().horizontalAdvance(longest) + theme.px(_BESIDE_A_NAME)
    popup.setMinimumWidth(min(width, theme.px(_WIDEST)))  # the field of a new chip is narrow
    field.setCompleter(completer)
    return completer

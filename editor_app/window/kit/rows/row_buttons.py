"""Buttons at the end of the row under the pointer, for what its menu has, too.

    RowButtons(tree, lambda row: (RowButton("ellipsis", f"More about {row.name}", partial(more, row)),))

They are no stop for the keyboard, whose way is the menu of the row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPersistentModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QMouseEvent

from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.layouts import row
from editor_app.window.kit.rows.models import Index, R
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.rows.tree import RowTree

_BUTTON: Final = 26
_SIDE: Final = 8


class RowButton(NamedTuple):
    """A button: its icon, its name for people who do not see it, and what it does."""

    icon: str
    name: str
    act: Callable[[], object]


class RowButtons(Ground, Generic[R]):
    """Buttons over the end of a row of `tree`, as `buttons_of` says.

    They appear when the pointer is in a row, but never under it: a click must reach what was seen there.
    """

    def __init__(self, tree: RowTree[R], buttons_of: Callable[[R], Sequence[RowButton]]) -> None:
        """Start hidden."""
        super().__init__(tree.viewport())
        self._tree, self._buttons_of = tree, buttons_of
        self._index = QPersistentModelIndex()
        self._row = row(self, spacing=0)
        tree.setMouseTracking(True)
        tree.viewport().installEventFilter(self)
        tree.model().modelReset.connect(self.leave)
        tree.verticalScrollBar().valueChanged.connect(self.leave)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the pointer from row to row."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self.point_at(event.position().toPoint())
        elif event.type() in {QEvent.Type.Leave, QEvent.Type.MouseButtonPress}:
            self.leave()
        return super().eventFilter(watched, event)

    def point_at(self, place: QPoint) -> None:
        """Take the pointer to a point of the rows."""
        index = self._tree.indexAt(place)
        if index != self._index:
            self.leave()
            self._index = QPersistentModelIndex(index)
        shown = self._tree.row_at(index)
        if shown is None or self.isVisible():
            return
        buttons = self._buttons_of(shown)
        rect = self._room(index, len(buttons))
        if buttons and not rect.contains(place):
            self._show(buttons, rect)

    def leave(self) -> None:
        """Take the buttons away."""
        self._index = QPersistentModelIndex()
        self.hide()

    def _room(self, index: Index, buttons: int) -> QRect:
        whole = self._tree.visualRect(index)
        side, height = row_style().px(_BUTTON), min(whole.height(), row_style().px(_BUTTON))
        left = whole.right() - row_style().px(_SIDE) - buttons * side
        return QRect(left, whole.bottom() + 1 - height, buttons * side, height)

    def _show(self, buttons: Sequence[RowButton], rect: QRect) -> None:
        while (item := self._row.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.deleteLater()
        for icon, name, act in buttons:
            button = icon_button(icon, name, self, act)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._row.addWidget(button)
        self.setGeometry(rect)
        self.show()

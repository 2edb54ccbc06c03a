"""The panes that a prompt is read in, as high as their text wherever there is room for that."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from editor_app.window.panels.preview.text.text_pane import TextPane

_BAR: Final = 2
_MOST_MEASURED: Final = 400  # blocks; what has more takes all the room there is
_MOST_HEIGHT: Final = 16_777_215


class PromptPane(TextPane):
    """A read-only text; with `is_marked` on the ground of a block in front, with a bar at its left."""

    def __init__(self, name: str, parent: QWidget, *, is_marked: bool = False) -> None:
        """Start empty; `name` is the accessible name."""
        super().__init__(parent)
        self._is_marked = is_marked
        self.setAccessibleName(name)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground and the bar, then the text."""
        if self._is_marked:
            painter = QPainter(self.viewport())
            ground = self.viewport().rect()
            painter.fillRect(ground, self.theme.color("blkbg"))
            ground.setWidth(self.theme.px(_BAR))
            painter.fillRect(ground, self.theme.color("acc"))
            painter.end()
        super().paintEvent(event)


def fit_height(pane: TextPane) -> None:
    """Let a pane be as high as its text, or lower where there is less room."""
    document = pane.document()
    if document.blockCount() > _MOST_MEASURED or not pane.shown.is_filled:
        pane.setMaximumHeight(_MOST_HEIGHT)
        return
    block, height = document.begin(), 0.0
    while block.isValid():
        height += pane.blockBoundingRect(block).height()
        block = block.next()
    pane.setMaximumHeight(round(height) + pane.theme.px(16))

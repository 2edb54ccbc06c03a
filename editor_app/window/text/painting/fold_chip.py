"""The chip behind a line below which others are folded: how many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF, Qt

from editor_app.text import Sentence
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import paint_box
from editor_app.window.text.painting.picture import Picture

_GAP: Final = 8


def paint_folded(picture: Picture, hidden_below: Callable[[int], int]) -> None:
    """Draw the chips of the lines in a picture; `hidden_below` says by a line's end how many are folded."""
    theme, painter = current_theme(), picture.painter
    for line in picture.lines:
        hidden = hidden_below(line.end)
        if not hidden:
            continue
        words = Sentence("window-text.lines", count=hidden)
        layout = line.block.layout()
        row = layout.lineAt(layout.lineCount() - 1)
        painter.save()
        painter.setFont(theme.font("small"))
        width = painter.fontMetrics().horizontalAdvance(words) + 2 * theme.px(6)
        height = painter.fontMetrics().height() + 2
        middle = line.y + row.y() + row.height() / 2
        left = picture.left + row.naturalTextRect().right() + theme.px(_GAP)
        chip = QRectF(left, middle - height / 2, width, height)
        paint_box(painter, chip.toAlignedRect(), "nsel")
        painter.setPen(theme.color("soft"))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words)
        painter.restore()

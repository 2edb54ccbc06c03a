"""The lines that can be seen: what the text and the gutter beside it both are painted from."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QTextBlock

from editor_app.text import Severity


class VisibleBlock(NamedTuple):
    """A block of Qt's on the screen.

    `y` is where its layout is drawn, `top` and `height` are of its lines
    without padding, in the viewport. `number` is the number of the line that
    begins here, 0 where the block goes on with a long one. `start` and `end`
    are offsets in the text, without the newline.
    """

    block: QTextBlock
    y: float
    top: float
    height: float
    number: int
    start: int
    end: int
    is_current: bool
    severity: Severity | None

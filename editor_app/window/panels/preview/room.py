"""Room for the answer to “why is this here?”: in a low panel other strips give way to it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget


class GivingWay(QWidget):
    """Holds a strip and can hide it, without a change to whether the strip itself is shown or hidden."""

    def __init__(self, strip: QWidget, parent: QWidget) -> None:
        """Show what `strip` shows."""
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(strip)
        self._strip = strip

    def height_at(self, width: int) -> int:
        """Return how high the strip is at a width, also while it gives way."""
        return height_of(self._strip, width)


def height_of(widget: QWidget, width: int) -> int:
    """Return the height that a widget asks for at a width, none where it is hidden by itself."""
    if widget.isHidden():
        return 0
    hint = widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
    return max(min(hint, widget.maximumHeight()), widget.minimumHeight())


def share(room: int, needed: int, strips: Sequence[GivingWay], width: int) -> int:
    """Hide as many of `strips`, from the first, as leave `needed` of `room`; return what is left."""
    heights = [strip.height_at(width) for strip in strips]
    left = room - sum(heights)
    for strip, height in zip(strips, heights, strict=True):
        gives_way = height > 0 and left < needed
        left += height if gives_way else 0
        strip.setVisible(not gives_way)
    return left

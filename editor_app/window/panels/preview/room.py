"""Height for the explanation “why is this here?”: in a low panel, other strips are hidden for it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from editor_app.window.kit.layouts import column


class GivingWay(QWidget):
    """A container that can hide its strip without changing whether the strip itself is shown or hidden."""

    def __init__(self, strip: QWidget, parent: QWidget) -> None:
        """Contain `strip`."""
        super().__init__(parent)
        column(self, strip)
        self._strip = strip

    def height_at(self, width: int) -> int:
        """Return the height of the strip at a width, also while it is hidden for another."""
        return height_of(self._strip, width)


def height_of(widget: QWidget, width: int) -> int:
    """Return the height that a widget needs at a width, 0 if the widget itself is hidden."""
    if widget.isHidden():
        return 0
    hint = widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
    return max(min(hint, widget.maximumHeight()), widget.minimumHeight())


def share(room: int, needed: int, strips: Sequence[GivingWay], width: int) -> int:
    """Hide strips, from the first, until `needed` of `room` is free; return the free height."""
    heights = [strip.height_at(width) for strip in strips]
    left = room - sum(heights)
    for strip, height in zip(strips, heights, strict=True):
        gives_way = height > 0 and left < needed
        left += height if gives_way else 0
        strip.setVisible(not gives_way)
    return left

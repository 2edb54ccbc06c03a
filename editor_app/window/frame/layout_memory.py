"""The sizes of the window and its panels: their defaults, and what the user changed."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QSplitter, QWidget

from editor_app.window.frame.first_window import GEOMETRY_KEY
from editor_app.window.kit.theme.current import current_theme

WIDE_FROM: Final = 1200
NARROW_BELOW: Final = 1000
HIGH_FROM: Final = 800


class Room(StrEnum):
    """The classes of window width; each has sizes of its own."""

    WIDE = "wide"
    MEDIUM = "medium"
    NARROW = "narrow"


USUAL_SIDES: Final = {Room.WIDE: (288, 420), Room.MEDIUM: (208, 308), Room.NARROW: (208, 308)}
"""The default widths of the left and the right side, in pixels, by width class."""

USUAL_BELOW: Final = {"outline": 188, "values": 172, "problems": 200}
"""The default heights of pages below another one, in pixels, for all kinds of file."""


def room_for(width: int) -> Room:
    """Return the width class of a window that is `width` pixels wide."""
    if width >= current_theme().px(WIDE_FROM):
        return Room.WIDE
    return Room.NARROW if width < current_theme().px(NARROW_BELOW) else Room.MEDIUM


class LayoutMemory:
    """Keeps sizes in the settings; a value that cannot be read there counts as missing."""

    def __init__(self, settings: QSettings) -> None:
        """Use the group "window" of `settings`."""
        self._settings = settings

    def save_window(self, window: QWidget) -> None:
        """Save the window's position and size."""
        self._settings.setValue(GEOMETRY_KEY, window.saveGeometry())

    def sides(self, room: Room) -> tuple[int, int]:
        """Return the widths of the left and the right side."""
        usual = [current_theme().px(width) for width in USUAL_SIDES[room]]
        left, right = self._numbers(f"window/sides/{room}", usual)
        return left, right

    def keep_sides(self, room: Room, left: int, right: int) -> None:
        """Save the widths of sides that are shown; a hidden side has width 0 and keeps its last one."""
        old_left, old_right = self.sides(room)
        self._settings.setValue(f"window/sides/{room}", f"{left or old_left},{right or old_right}")

    def below(self, name: str, usual: int = 0) -> int:
        """Return the height of a page that is below another, at first `usual`."""
        return self._numbers(f"window/below/{name}", [current_theme().px(USUAL_BELOW.get(name, usual))])[0]

    def keep_below(self, name: str, height: int) -> None:
        """Save the height of a page that is below another."""
        if height > 0:
            self._settings.setValue(f"window/below/{name}", str(height))

    def is_open(self, name: str, room: Room) -> bool:
        """Whether the user has "left", "right", "outline" or "problems" open in this width class."""
        usual = not (name == "right" and room is Room.NARROW)
        kept = self._settings.value(f"window/open/{name}/{room}")
        return usual if kept not in {"True", "False"} else kept == "True"

    def keep_open(self, name: str, room: Room, *, is_open: bool) -> None:
        """Save what is open."""
        self._settings.setValue(f"window/open/{name}/{room}", str(is_open))

    @property
    def is_full_page(self) -> bool:
        """Whether everything but the text and the preview is hidden."""
        return str(self._settings.value("window/full_page")) == "True"

    def keep_full_page(self, *, is_full: bool) -> None:
        """Save whether everything but the text and the preview is hidden."""
        self._settings.setValue("window/full_page", str(is_full))

    def _numbers(self, key: str, usual: Sequence[int]) -> list[int]:
        words = str(self._settings.value(key, "")).split(",")
        if len(words) != len(usual) or not all(
            word.isascii() and word.isdecimal() and 0 < int(word) < 10_000 for word in words
        ):
            return list(usual)
        return [int(word) for word in words]


def set_last_size(splitter: QSplitter, size: int) -> None:
    """Give the second of a splitter's two widgets this size, and the first what is left."""
    total = sum(splitter.sizes()) or size * 4
    set_sizes(splitter, [max(1, total - size), size])


def set_sizes(splitter: QSplitter, sizes: list[int]) -> None:
    """Set the sizes of a splitter's widgets, unless they are the same: that avoids another layout."""
    if splitter.sizes() != sizes:
        splitter.setSizes(sizes)

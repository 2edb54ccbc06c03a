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


_USUAL_LEFT, _LEAST_USUAL_LEFT = 288, 208
_USUAL_RIGHT: Final = {Room.WIDE: 420, Room.MEDIUM: 308, Room.NARROW: 308}


def room_for(width: int) -> Room:
    """Return the width class of a window that is `width` pixels wide."""
    if width >= current_theme().px(WIDE_FROM):
        return Room.WIDE
    return Room.NARROW if width < current_theme().px(NARROW_BELOW) else Room.MEDIUM


class LayoutMemory:
    """Keeps sizes in the settings; a value that cannot be read there counts as missing.

    They are kept in pixels of the design, and follow the size of the text.
    """

    def __init__(self, settings: QSettings) -> None:
        """Use the group "window" of `settings`."""
        self._settings = settings

    def save_window(self, window: QWidget) -> None:
        """Save the window's position and size."""
        self._settings.setValue(GEOMETRY_KEY, window.saveGeometry())

    def sides(self, room: Room, width: int) -> tuple[int, int]:
        """Return the widths of the left and the right side in a window that is `width` pixels wide."""
        above_narrow = width / current_theme().scale - NARROW_BELOW
        growth = (_USUAL_LEFT - _LEAST_USUAL_LEFT) * above_narrow / (WIDE_FROM - NARROW_BELOW)
        left = max(_LEAST_USUAL_LEFT, min(_LEAST_USUAL_LEFT + round(growth), _USUAL_LEFT))
        left, right = self._numbers(f"window/sides/{room}", [left, _USUAL_RIGHT[room]])
        return left, right

    def keep_sides(self, room: Room, left: int, right: int) -> None:
        """Save the widths of both sides."""
        self._keep_numbers(f"window/sides/{room}", left, right)

    def below(self, name: str, usual: int) -> int:
        """Return the height of a page that is below another, at first `usual`."""
        return self._numbers(f"window/below/{name}", [usual])[0]

    def keep_below(self, name: str, height: int) -> None:
        """Save the height of a page that is below another."""
        if height > 0:
            self._keep_numbers(f"window/below/{name}", height)

    def is_open(self, name: str, room: Room) -> bool:
        """Whether the user has "left", "right", "outline" or "problems" open in this width class."""
        usual = not (name == "right" and room is Room.NARROW)
        word = self._settings.value(f"window/open/{name}/{room}")
        return usual if word not in {"True", "False"} else word == "True"

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
        can_be_read = len(words) == len(usual) and all(
            word.isascii() and word.isdecimal() and 0 < int(word) < 10_000 for word in words
        )
        return [current_theme().px(int(number)) for number in (words if can_be_read else usual)]

    def _keep_numbers(self, key: str, *pixels: int) -> None:
        numbers = (str(round(length / current_theme().scale)) for length in pixels)
        self._settings.setValue(key, ",".join(numbers))


def set_sizes(splitter: QSplitter, sizes: list[int]) -> None:
    """Set the sizes of a splitter's widgets, unless they are the same: that avoids another layout."""
    if splitter.sizes() != sizes:
        splitter.setSizes(sizes)

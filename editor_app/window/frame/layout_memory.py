"""The window's sizes: what they are at first, and as the user left them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QByteArray, QSettings, QSize
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

from editor_app.window.style.theme import Theme

WIDE_FROM: Final = 1200
NARROW_BELOW: Final = 1000
HIGH_FROM: Final = 800


class Room(StrEnum):
    """How much room the window has; each has sizes of its own."""

    WIDE = "wide"
    MEDIUM = "medium"
    NARROW = "narrow"


USUAL_SIDES: Final = {Room.WIDE: (288, 420), Room.MEDIUM: (208, 308), Room.NARROW: (208, 308)}
"""The widths of the left and the right side."""

USUAL_BELOW: Final = {"outline": 188, "values": 172, "problems": 124}
"""The heights of what stands below something else, whatever the kind of file."""
USUAL_SIZE: Final = QSize(1440, 900)
FRAME: Final = QSize(8, 40)
"""What a window manager puts round a window."""


def room_for(width: int, theme: Theme) -> Room:
    """Return the room of a window that wide."""
    if width >= theme.px(WIDE_FROM):
        return Room.WIDE
    return Room.NARROW if width < theme.px(NARROW_BELOW) else Room.MEDIUM


def first_size(window: QWidget) -> QSize:
    """Return the size of a window that has none yet: the usual one, or what the screen has room for."""
    return USUAL_SIZE.boundedTo(screen_room(window))


def screen_room(window: QWidget) -> QSize:
    """Return the largest size with which a window is wholly on its screen."""
    return window.screen().availableSize() - FRAME


class LayoutMemory:
    """Keeps sizes in the settings; whatever cannot be read there counts as absent."""

    def __init__(self, settings: QSettings, theme: Theme) -> None:
        """Use `settings` under the key "window"."""
        self._settings = settings
        self._theme = theme

    def restore_window(self, window: QMainWindow) -> None:
        """Give the window its last place and size, or a good first one."""
        geometry = self._settings.value("window/geometry")
        if not isinstance(geometry, QByteArray) or not window.restoreGeometry(geometry):
            window.resize(first_size(window))

    def save_window(self, window: QWidget) -> None:
        """Remember the window's place and size."""
        self._settings.setValue("window/geometry", window.saveGeometry())

    def sides(self, room: Room) -> tuple[int, int]:
        """Return the widths of the left and the right side."""
        usual = [self._theme.px(width) for width in USUAL_SIDES[room]]
        left, right = self._numbers(f"window/sides/{room}", usual)
        return left, right

    def keep_sides(self, room: Room, left: int, right: int) -> None:
        """Remember the widths of sides that are shown; a hidden one has width 0 and keeps its last."""
        old_left, old_right = self.sides(room)
        self._settings.setValue(f"window/sides/{room}", f"{left or old_left},{right or old_right}")

    def below(self, name: str, usual: int = 0) -> int:
        """Return the height of a page below another; of a page that one kind has it is first `usual`."""
        return self._numbers(f"window/below/{name}", [self._theme.px(USUAL_BELOW.get(name, usual))])[0]

    def keep_below(self, name: str, height: int) -> None:
        """Remember a height."""
        if height > 0:
            self._settings.setValue(f"window/below/{name}", str(height))

    def is_open(self, name: str, room: Room) -> bool:
        """Whether the user has "left", "right", "outline" or "problems" open in this room."""
        usual = not (name == "right" and room is Room.NARROW)
        kept = self._settings.value(f"window/open/{name}/{room}")
        return usual if kept not in {"True", "False"} else kept == "True"

    def keep_open(self, name: str, room: Room, *, is_open: bool) -> None:
        """Remember what is open."""
        self._settings.setValue(f"window/open/{name}/{room}", str(is_open))

    def _numbers(self, key: str, usual: Sequence[int]) -> list[int]:
        words = str(self._settings.value(key, "")).split(",")
        if len(words) != len(usual) or not all(
            word.isascii() and word.isdecimal() and 0 < int(word) < 10_000 for word in words
        ):
            return list(usual)
        return [int(word) for word in words]


def set_last_size(splitter: QSplitter, size: int) -> None:
    """Give the last of a splitter's two widgets this size, the first the rest."""
    total = sum(splitter.sizes()) or size * 4
    set_sizes(splitter, [max(1, total - size), size])


def set_sizes(splitter: QSplitter, sizes: list[int]) -> None:
    """Give the widgets of a splitter these sizes; where they have them, nothing is laid out again."""
    if splitter.sizes() != sizes:
        splitter.setSizes(sizes)

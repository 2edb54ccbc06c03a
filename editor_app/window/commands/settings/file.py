"""The settings and shortcuts of the user as they are now: what a window changes, and what others write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.library.files.reading import FileError, mark_at
from editor_app.library.settings.settings import SETTINGS_NAME, Settings, read_settings, write_settings
from editor_app.library.settings.shortcuts import (
    KEYS_NAME,
    Keys,
    Shortcuts,
    normal_key,
    read_shortcuts,
    write_shortcuts,
)
from editor_app.library.settings.table import BY_KEY, Value
from editor_app.text import together
from editor_app.window.kit.theme.theme import Fonts


def fonts_of(settings: Settings) -> Fonts:
    """Return the fonts that the settings choose."""
    return Fonts(
        str(settings["interface_font"]), str(settings["editor_font"]), settings.number("editor_size")
    )


class FollowedFile(QObject):
    """A file that the window writes, and reads again after others did; `told` says what is wrong."""

    told = Signal(str)

    def __init__(self, path: Path, parent: QObject | None) -> None:
        """Follow a file that was read now."""
        super().__init__(parent)
        self.path = path
        self.sentences: tuple[str, ...] = ()
        self._mark = mark_at(path)

    def look(self) -> None:
        """Read the file again if it was changed since; say what is wrong in it, once."""
        mark, before = mark_at(self.path), self.sentences
        if mark == self._mark:
            return
        self._mark = mark
        self._read()
        if self.sentences and self.sentences != before:
            self.told.emit(together(self.sentences))

    def _read(self) -> None:
        """Read the file, and tell what it changes."""
        raise NotImplementedError

    def _write(self, write: Callable[[], object]) -> None:
        try:
            write()
        except FileError as error:
            self.told.emit(error.sentence)
        self._mark = mark_at(self.path)


class SettingsFile(FollowedFile):
    """The settings; `changed` has the keys of those that have other values now."""

    changed = Signal(object)

    def __init__(self, config_dir: Path, parent: QObject | None = None) -> None:
        """Read the settings; what is wrong with them is told by whoever starts the program."""
        super().__init__(config_dir / SETTINGS_NAME, parent)
        self.settings, self.sentences = read_settings(config_dir)

    def set(self, key: str, value: Value) -> None:
        """Give a setting another value, here and in the file."""
        if self.settings[key] == value:
            return
        self.look()  # another window may have changed others
        before, self.settings = self.settings, self.settings.with_value(key, value)
        self._write(lambda: write_settings(self.path.parent, self.settings))
        self.sentences = read_settings(self.path.parent)[1]  # a mistake can have been overwritten
        self._tell(before)

    def _read(self) -> None:
        before = self.settings
        self.settings, self.sentences = read_settings(self.path.parent, before)
        self._tell(before)

    def _tell(self, before: Settings) -> None:
        keys = [key for key in BY_KEY if before[key] != self.settings[key]]
        if keys:
            self.changed.emit(keys)


class ShortcutsFile(FollowedFile):
    """The shortcuts of commands; `changed` tells that some have other keys now."""

    changed = Signal()

    def __init__(self, config_dir: Path, defaults: Mapping[str, Keys], parent: QObject | None = None) -> None:
        """Read the shortcuts of commands that have these keys by default."""
        super().__init__(config_dir / KEYS_NAME, parent)
        self._defaults = {
            command: tuple(normal_key(key) or key for key in keys) for command, keys in defaults.items()
        }
        self.shortcuts, self.sentences = read_shortcuts(config_dir, defaults)

    @property
    def in_use(self) -> dict[str, Keys]:
        """The keys that each command has now."""
        return self.shortcuts.in_use(self._defaults)

    @property
    def unchanged(self) -> dict[str, Keys]:
        """The keys that each command has without what the user changed."""
        return Shortcuts(preset=self.shortcuts.preset).in_use(self._defaults)

    def set(self, change: Callable[[Shortcuts], Shortcuts]) -> None:
        """Use what a change makes of the shortcuts, here and in the file."""
        self.look()  # another window may have changed others
        before = self.shortcuts
        self.shortcuts = after = change(before)
        self._write(lambda: write_shortcuts(self.path.parent, before, after))
        self.changed.emit()

    def _read(self) -> None:
        self.shortcuts, self.sentences = read_shortcuts(self.path.parent, self._defaults, self.shortcuts)
        self.changed.emit()

"""The settings file of the user, as it is now: what a window changes there, and what others do."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.library.files.reading import FileError, mark_at
from editor_app.library.settings.settings import SETTINGS_NAME, Settings, read_settings, write_settings
from editor_app.library.settings.table import BY_KEY, Value
from editor_app.window.kit.theme.theme import Fonts


def fonts_of(settings: Settings) -> Fonts:
    """Return the fonts that the settings choose."""
    return Fonts(
        str(settings["interface_font"]), str(settings["editor_font"]), settings.number("editor_size")
    )


class SettingsFile(QObject):
    """Reads, writes and follows the settings.

    `changed` has the keys of those that have other values now; `told` a sentence about what is wrong.
    """

    changed = Signal(object)
    told = Signal(str)

    def __init__(self, config_dir: Path, parent: QObject | None = None) -> None:
        """Read the settings; what is wrong with them is told by whoever starts the program."""
        super().__init__(parent)
        self.config_dir = config_dir
        self.path = config_dir / SETTINGS_NAME
        self.settings, self._sentences = read_settings(config_dir)
        self._mark = mark_at(self.path)

    def set(self, key: str, value: Value) -> None:
        """Give a setting another value, here and in the file."""
        if self.settings[key] == value:
            return
        self.look()  # another window may have changed others
        before, self.settings = self.settings, self.settings.with_value(key, value)
        try:
            write_settings(self.config_dir, self.settings)
        except FileError as error:
            self.told.emit(error.sentence)
        self._mark = mark_at(self.path)
        self._tell(before)

    def look(self) -> None:
        """Read the file again if it was changed since; say what is wrong in it, once."""
        mark = mark_at(self.path)
        if mark == self._mark:
            return
        self._mark, before = mark, self.settings
        self.settings, sentences = read_settings(self.config_dir)
        if sentences and sentences != self._sentences:
            self.told.emit(" ".join(sentences))
        self._sentences = sentences
        self._tell(before)

    def _tell(self, before: Settings) -> None:
        keys = [key for key in BY_KEY if before[key] != self.settings[key]]
        if keys:
            self.changed.emit(keys)

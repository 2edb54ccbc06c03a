"""`window.ini`: the window's position, sizes and theme, kept between sessions."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QSettings

from editor_app.library.files.reading import FileError, quoted, read_file
from editor_app.library.files.setting_aside import set_aside
from editor_app.library.paths import make_state_dir
from editor_app.text import Sentence, together

SETTINGS_NAME = "window.ini"
_MOST_BYTES = 1024 * 1024
_NEVER_WRITTEN = (b"\0", b"@Variant(")  # left by a broken disk, or able to make Qt create any object


class WindowSettings(NamedTuple):
    """The settings, and a sentence if the file could not be used, else ""."""

    settings: QSettings
    complaint: str


def open_window_settings(state_dir: Path) -> WindowSettings:
    """Open the settings in the state folder; a broken file is renamed, and new settings start empty."""
    path = state_dir / SETTINGS_NAME
    with suppress(OSError):  # then the settings are not kept, and the window opens all the same
        make_state_dir(state_dir)
        path.touch(mode=0o600)  # Qt would create a file that others can read
        if path.is_file() and path.stat().st_mode & 0o077:
            path.chmod(0o600)
    complaint = _set_aside_if_broken(path)
    if complaint:
        with suppress(OSError):
            path.touch(mode=0o600)
    return WindowSettings(QSettings(str(path), QSettings.Format.IniFormat), complaint)


def _set_aside_if_broken(path: Path) -> str:
    try:
        data = read_file(path, _MOST_BYTES).data
        data.decode("utf-8")
    except FileError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return ""
        if isinstance(error.__cause__, OSError):  # a file that cannot be read now is not necessarily broken
            return Sentence("window-frame.defaults-used", sentence=error.sentence)
        return together([error.sentence, set_aside(path)])
    except UnicodeDecodeError:
        return _set_aside(path)
    if not any(piece in data for piece in _NEVER_WRITTEN):
        settings = QSettings(str(path), QSettings.Format.IniFormat)
        settings.allKeys()  # makes Qt read the file
        if settings.status() is not QSettings.Status.FormatError:
            return ""
    return _set_aside(path)


def _set_aside(path: Path) -> str:
    return Sentence("window-frame.damaged", name=quoted(path.name), how=set_aside(path))

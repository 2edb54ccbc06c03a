"""The user's settings: `settings.toml`, a file that people can read and comment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from errno import ELOOP, ENOENT, ENOTDIR
from pathlib import Path

from editor_app.library.files.reading import FileError, quoted, read_file, reason_of
from editor_app.library.files.replacing import replace_file
from editor_app.library.files.setting_aside import set_aside
from editor_app.library.files.temporaries import locked
from editor_app.library.history.version_lists import (
    DEFAULT_DAYS,
    DEFAULT_MEGABYTES,
    MOST_DAYS,
    MOST_MEGABYTES,
    HistoryLimits,
    keep_limits,
)
from editor_app.library.paths import make_private_dir
from editor_app.text import decode

SETTINGS_NAME = "settings.toml"
FORMAT = 1
AS_THE_SYSTEM = 0
INTERFACE_SIZES = (80, 300)
"""The least and the largest `interface_size` that is not the system's, in percent."""
_MOST_BYTES = 1024 * 1024
_LIMITS = {
    "history_days": (DEFAULT_DAYS, MOST_DAYS),
    "history_megabytes": (DEFAULT_MEGABYTES, MOST_MEGABYTES),
}


class ThemeSetting(StrEnum):
    """Which theme the window has."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's settings.

    `interface_size` is a percentage of the usual size of words and controls, 0 for that of the system's text.
    Local history keeps versions for `history_days`, and `history_megabytes` of them at most.
    """

    theme: ThemeSetting = ThemeSetting.SYSTEM
    history_days: int = DEFAULT_DAYS
    history_megabytes: int = DEFAULT_MEGABYTES
    interface_size: int = AS_THE_SYSTEM

    @property
    def scale(self) -> float | None:
        """The interface size as a factor, None for that of the system's text."""
        return self.interface_size / 100 if self.interface_size else None


def read_settings(config_dir: Path) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings, and sentences about invalid ones, which get their defaults.

    A file that cannot be read as TOML is kept aside under another name, so
    that the next change does not overwrite it. One that the disk or the system
    keeps from being read stays where it is.
    """
    path = config_dir / SETTINGS_NAME
    if not os.path.lexists(path):
        return Settings(), ()
    try:
        table = _read_table(path)
    except FileError as error:
        outcome = set_aside(path) if _refused(error) is None else "The defaults are used."
        return Settings(), (f"{error.sentence} {outcome}",)
    if _is_newer(table):
        sentence = f"{quoted(path)} was written by a newer version; it is neither used nor changed."
        return Settings(), (sentence,)
    return _settings_of(table)


def write_settings(config_dir: Path, settings: Settings) -> None:
    """Write the settings, leaving comments, order and unknown keys of the file as they are.

    Raises FileError if the file cannot be written.
    """
    path = config_dir / SETTINGS_NAME
    try:
        make_private_dir(config_dir)
        with locked(config_dir / ".settings.lock", path):
            data = _changed(path, settings)
            if data is not None:
                target = Path(os.path.realpath(path))
                replace_file(target, data, like=target.stat() if target.exists() else None, mode=0o600)
    except OSError as error:
        raise FileError(f"The settings were not saved: {reason_of(error)}.", path) from error


def use_history_settings(state_dir: Path, settings: Settings, complaints: tuple[str, ...]) -> tuple[str, ...]:
    """Let local history keep what the settings say; return the complaints and another if that failed.

    Where there were complaints about the settings, the limits stay as they are: versions that the user wants
    to keep must not go because of a mistake in a file.
    """
    if complaints:
        return complaints
    try:
        keep_limits(state_dir, HistoryLimits(settings.history_days, settings.history_megabytes))
    except FileError as error:
        return (error.sentence,)
    return ()


def _read_table(path: Path) -> dict[str, object]:
    import tomllib

    decoded = decode(read_file(path, _MOST_BYTES).data)
    name = quoted(path.name)
    if decoded.bad_byte is not None:
        raise FileError(f"{name} is not UTF-8 at byte {decoded.bad_byte + 1}.", path)
    try:
        return tomllib.loads(decoded.text)
    except RecursionError as error:
        raise FileError(f"{name} is nested too deeply.", path) from error
    except ValueError as error:
        raise FileError(f"{name} is not valid TOML: {error}.", path) from error


def _settings_of(table: Mapping[str, object]) -> tuple[Settings, tuple[str, ...]]:
    sentences = []
    theme = table.get("theme", ThemeSetting.SYSTEM)
    if theme not in tuple(ThemeSetting):
        choices = ", ".join(f"‘{choice}’" for choice in ThemeSetting)
        sentences.append(f"‘theme’ in {SETTINGS_NAME} must be one of {choices}; ‘system’ is used.")
        theme = ThemeSetting.SYSTEM
    days, megabytes = (
        _number(table, key, default, most, sentences) for key, (default, most) in _LIMITS.items()
    )
    size = table.get("interface_size", AS_THE_SYSTEM)
    least, most = INTERFACE_SIZES
    if (
        not isinstance(size, int)
        or isinstance(size, bool)
        or (size != AS_THE_SYSTEM and not least <= size <= most)
    ):
        expected = f"a percentage from {least} to {most}, or {AS_THE_SYSTEM}"
        sentences.append(f"‘interface_size’ in {SETTINGS_NAME} must be {expected}; the system’s is used.")
        size = AS_THE_SYSTEM
    settings = Settings(ThemeSetting(str(theme)), days, megabytes, size)
    return settings, tuple(sentences)


def _number(table: Mapping[str, object], key: str, default: int, most: int, sentences: list[str]) -> int:
    value = table.get(key, default)
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
        return value
    sentences.append(
        f"‘{key}’ in {SETTINGS_NAME} must be a whole number from 1 to {most}; it is not used, "
        "and local history keeps what it kept before."
    )
    return default


def _is_there(path: Path) -> bool:
    """Whether anything has this name; raises OSError where that cannot be told."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True


def _refused(error: FileError) -> OSError | None:
    """Return the fault that kept a file from being read, which tells nothing about its text."""
    cause = error.__cause__
    if not isinstance(cause, OSError) or cause.errno in (ENOENT, ENOTDIR, ELOOP):  # links that lead nowhere
        return None
    return cause


def _is_newer(table: Mapping[str, object]) -> bool:
    format_ = table.get("format", FORMAT)
    return isinstance(format_, int) and format_ > FORMAT


def _changed(path: Path, settings: Settings) -> bytes | None:
    """Return the new bytes of the file, None if there is nothing to write or it is a newer version's."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    before = ""
    if _is_there(path):
        try:
            if _is_newer(_read_table(path)):
                return None
            before = decode(read_file(path, _MOST_BYTES).data).text
        except FileError as error:
            refused = _refused(error)
            if refused is not None:
                raise refused from error
            set_aside(path)
    try:
        document = tomlkit.parse(before)
    except (TOMLKitError, RecursionError):
        set_aside(path)
        document = tomlkit.document()
    values: dict[str, object] = {
        "format": FORMAT,
        "theme": settings.theme.value,
    }
    written, _ = _settings_of(document)
    for key in (*_LIMITS, "interface_size"):
        if getattr(settings, key) != getattr(written, key):  # else one that is invalid stays to be mended
            values[key] = getattr(settings, key)
    for key, value in values.items():
        if key not in document or document[key] != value:
            document[key] = value
    after = tomlkit.dumps(document)
    return None if after == before else after.encode()

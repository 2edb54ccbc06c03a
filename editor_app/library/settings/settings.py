"""The user's settings: `settings.toml`, a file that people can read and comment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from errno import ELOOP, ENOENT, ENOTDIR
from pathlib import Path
from typing import cast

from editor_app.library.files.reading import FileError, quoted, read_file, reason_of
from editor_app.library.files.replacing import replace_file
from editor_app.library.files.setting_aside import set_aside
from editor_app.library.files.temporaries import locked
from editor_app.library.history.version_lists import HistoryLimits, keep_limits
from editor_app.library.paths import make_private_dir
from editor_app.library.settings.table import BY_KEY, SETTINGS, Setting, Value
from editor_app.text import Sentence, decode

SETTINGS_NAME = "settings.toml"
FORMAT = 1
_MOST_BYTES = 1024 * 1024
_OF_HISTORY = ("history_days", "history_megabytes")


class ThemeSetting(StrEnum):
    """Which theme the window has."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's settings as `table.py` tells of them: those that differ from the defaults, by their keys."""

    changed: Mapping[str, Value] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Value:
        """Return the value of a setting; an unknown key is a KeyError."""
        return self.changed.get(key, BY_KEY[key].default)

    def number(self, key: str) -> int:
        """Return the value of a setting that is a whole number."""
        return int(self[key])

    def with_value(self, key: str, value: Value) -> Settings:
        """Return the settings with another value of one."""
        others = {name: kept for name, kept in self.changed.items() if name != key}
        return replace(self, changed=others if value == BY_KEY[key].default else {**others, key: value})

    @property
    def scale(self) -> float | None:
        """The interface size as a factor, None for that of the system's text."""
        return self.number("interface_size") / 100 or None


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
        table, source = read_toml_file(path)
    except FileError as error:
        outcome = set_aside(path) if _refused(error) is None else Sentence("library.defaults-used")
        return Settings(), (f"{error.sentence} {outcome}",)
    if _is_newer(table):
        sentence = Sentence("library.settings-newer", path=quoted(path))
        return Settings(), (sentence,)
    return _settings_of(table, source)


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
        raise FileError(Sentence("library.settings-not-saved", reason=reason_of(error)), path) from error


def use_history_settings(state_dir: Path, settings: Settings, complaints: tuple[str, ...]) -> tuple[str, ...]:
    """Let local history keep what the settings say; return the complaints and another if that failed.

    Where there were complaints about the settings, the limits stay as they are: versions that the user wants
    to keep must not go because of a mistake in a file.
    """
    if complaints:
        return complaints
    try:
        keep_limits(state_dir, HistoryLimits(*map(settings.number, _OF_HISTORY)))
    except FileError as error:
        return (error.sentence,)
    return ()


def read_toml_file(path: Path, most_bytes: int = _MOST_BYTES) -> tuple[dict[str, object], str]:
    """Return the table in a file and its text; raises FileError where there is none."""
    import tomllib

    decoded = decode(read_file(path, most_bytes).data)
    name = quoted(path.name)
    if decoded.bad_byte is not None:
        raise FileError(Sentence("library.not-utf-8", name=name, byte=decoded.bad_byte + 1), path)
    try:
        return tomllib.loads(decoded.text), decoded.text
    except RecursionError as error:
        raise FileError(Sentence("library.too-deep", name=name), path) from error
    except ValueError as error:
        raise FileError(Sentence("library.not-toml", name=name, error=str(error)), path) from error


def _settings_of(table: Mapping[str, object], source: str = "") -> tuple[Settings, tuple[str, ...]]:
    sentences, changed = [], {}
    for setting in SETTINGS:
        value = table.get(setting.key, setting.default)
        if not setting.sort.accepts(value):
            sentences.append(_complaint(setting, source))
        elif value != setting.default:
            changed[setting.key] = cast("Value", value)
    return Settings(changed), tuple(sentences)


def _complaint(setting: Setting, source: str) -> str:
    """Return what is wrong with a setting, where it is, and what is used."""
    default = f"‘{setting.default}’" if setting.default else "the default"
    used = "what history kept stays" if setting.key in _OF_HISTORY else f"{default} is used"
    place = place_of_key(setting.key, source)
    return f"‘{setting.key}’ in {SETTINGS_NAME}{place} must be {setting.sort.in_words}; {used}."


def place_of_key(key: str, source: str) -> str:
    """Return ", line 3" for a key at the beginning of the third line, "" where it is not found."""
    match = re.search(rf"^[ \t]*+[\"']?{re.escape(key)}[\"']?[ \t]*+=", source, re.MULTILINE)
    return f", line {source.count(chr(10), 0, match.start()) + 1}," if match is not None else ""


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
            if _is_newer(read_toml_file(path)[0]):
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
    values: dict[str, object] = {"format": FORMAT}
    written, _ = _settings_of(document)
    # One that is invalid and was not changed stays to be mended.
    values |= {key: settings[key] for key in BY_KEY if settings[key] != written[key]}
    for key, value in values.items():
        if key not in document or document[key] != value:
            document[key] = value
    after = tomlkit.dumps(document)
    return None if after == before else after.encode()

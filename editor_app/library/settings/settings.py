"""The user's settings: `settings.toml`, a file that people can read and comment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from editor_app.library.files.reading import FileError, quoted
from editor_app.library.history.version_lists import HistoryLimits, keep_limits
from editor_app.library.settings.table import BY_KEY, SETTINGS, Setting, Value
from editor_app.library.settings.user_files import (
    change_user_file,
    place_of_key,
    read_user_file,
)
from editor_app.text import Sentence

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

SETTINGS_NAME = "settings.toml"
FORMAT = 1
_OF_HISTORY = ("history_days", "history_megabytes")


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


def read_settings(config_dir: Path, before: Settings | None = None) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings, and sentences about invalid ones, which get their defaults.

    Where the file cannot be read, the settings from `before` stay, or the defaults. The file stays as it is:
    its author can be in the middle of a line.
    """
    path = config_dir / SETTINGS_NAME
    if not os.path.lexists(path):
        return Settings(), ()
    try:
        table, source = read_user_file(path)
    except FileError as error:
        used = Sentence("library.settings-stay") if before else Sentence("library.defaults-used")
        return before or Settings(), (f"{error.sentence} {used}",)
    if _is_newer(table):
        sentence = Sentence("library.settings-newer", path=quoted(path))
        return before or Settings(), (sentence,)
    return _settings_of(table, source)


def write_settings(config_dir: Path, settings: Settings) -> None:
    """Write the settings, leaving comments, order and unknown keys of the file as they are.

    A file that cannot be read as TOML is kept under another name. Raises FileError if the file cannot be
    written.
    """

    def change(document: TOMLDocument) -> bool:
        if _is_newer(document):
            return False
        values: dict[str, object] = {"format": FORMAT}
        written, _ = _settings_of(document)
        # One that is invalid and was not changed stays to be mended.
        values |= {key: settings[key] for key in BY_KEY if settings[key] != written[key]}
        for key, value in values.items():
            if key not in document or document[key] != value:
                document[key] = value
        return True

    change_user_file(
        config_dir / SETTINGS_NAME,
        change,
        lambda reason: Sentence("library.settings-not-saved", reason=reason),
    )


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
    used = Sentence("library.default-used")
    if setting.default:
        used = Sentence("library.value-used", value=str(setting.default))
    if setting.key in _OF_HISTORY:
        used = Sentence("library.kept-stays")
    where = place_of_key(SETTINGS_NAME, setting.key, source)
    what = setting.sort.in_words
    return Sentence("library.setting-must-be", key=setting.key, where=where, what=what, used=used)


def _is_newer(table: Mapping[str, object]) -> bool:
    format_ = table.get("format", FORMAT)
    return isinstance(format_, int) and format_ > FORMAT

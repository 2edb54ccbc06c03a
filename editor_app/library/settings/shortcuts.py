"""The user's keyboard shortcuts: `keys.toml`, a preset of other editors' keys and what was changed besides.

    preset = "vscode"

    [keys]
    save_all = "Ctrl+Alt+S"
    go_to_line = ["Ctrl+G", "Ctrl+L"]
    quit = []

A key belongs to one command: given to another, it is taken from the one that has it by default.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from editor_app.library.files.reading import FileError
from editor_app.library.paths import resource_path
from editor_app.library.settings.user_files import change_user_file, place_of_key, read_user_file
from editor_app.text import Sentence, nearest

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

KEYS_NAME: Final = "keys.toml"
MOST_KEYS: Final = 4
"""How many keys a command can have."""

Keys = tuple[str, ...]
_MOST_SENTENCES: Final = 5
_MODIFIERS: Final = ("Ctrl", "Alt", "Shift", "Meta")
_NAMED: Final = (
    *("Backspace", "Del", "Ins", "Home", "End", "PgUp", "PgDown", "Left", "Right", "Up", "Down"),
    *("Space", "Return", "Enter", "Tab", "Esc", "Pause", "Menu", "Back", "Forward", "Plus"),
    *(f"F{number}" for number in range(1, 25)),
)
_BY_LETTERS: Final = {name.lower(): name for name in (*_MODIFIERS, *_NAMED)}
_split_keys = re.compile(r"\+(?!$)").split


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """The keys of commands by their ids, where they are not the default: by a preset, and by the user."""

    preset: str = ""
    changed: Mapping[str, Keys] = field(default_factory=dict)

    def with_keys(self, command: str, keys: Keys | None) -> Shortcuts:
        """Return the shortcuts with other keys of a command; None for those it has without the user."""
        others = {one: kept for one, kept in self.changed.items() if one != command}
        return replace(self, changed=others if keys is None else {**others, command: keys})

    def giving(self, command: str, keys: Keys, in_use: Mapping[str, Keys]) -> Shortcuts:
        """Return the shortcuts in which a command has these keys, and no other that the user gave them to."""
        given = self.with_keys(command, keys)
        for other in (one for one in self.changed if one != command):
            left = tuple(key for key in in_use.get(other, ()) if owner_of(key, {command: keys}) is None)
            if left != in_use.get(other, ()):
                given = given.with_keys(other, left)
        return given

    def in_use(self, defaults: Mapping[str, Keys]) -> dict[str, Keys]:
        """Return the keys that each command has, of those whose `defaults` are given.

        What the user or the preset gives to one is taken from the others; given twice, the first has it.
        """
        known = presets() if self.preset else ()
        preset = next((one.keys for one in known if one.name == self.preset), {})
        used: dict[str, Keys] = {}
        for layer in (self.changed, preset):
            for command, keys in layer.items():
                if command in defaults and command not in used:
                    used[command] = ()  # one of its own keys is not taken by it
                    used[command] = tuple(key for key in keys if owner_of(key, used) is None)
        given = dict(used)
        for command, keys in defaults.items():
            if command not in used:
                used[command] = tuple(key for key in keys if owner_of(key, given) is None)
        return used


def owner_of(key: str, in_use: Mapping[str, Keys]) -> str | None:
    """Return the command that has a key, or a longer or shorter one that begins alike; None for none."""
    first = key.split(", ", maxsplit=1)[0]
    return next(
        (
            command
            for command, keys in in_use.items()
            for other in keys
            if other == key or (other.split(", ")[0] == first and ", " not in min(key, other, key=len))
        ),
        None,
    )


@dataclass(frozen=True, slots=True)
class Preset:
    """The keys that another editor has for the same commands."""

    name: str
    title: str
    keys: Mapping[str, Keys]


@lru_cache(maxsize=1)
def presets() -> tuple[Preset, ...]:
    """Return the presets that ship."""
    import tomllib

    table = tomllib.loads(resource_path("shortcuts/presets.toml").read_text(encoding="utf-8"))
    return tuple(
        Preset(
            name,
            str(content["title"]),
            {one: (keys,) if isinstance(keys, str) else tuple(keys) for one, keys in content["keys"].items()},
        )
        for name, content in table.items()
    )


def normal_key(written: str) -> str | None:
    """Return a key as it is compared and shown, such as "Ctrl+S" or "Ctrl+X, Ctrl+S"; None for no key."""
    strokes = [_stroke(part) for part in written.strip().split(", ", 1)]
    return None if None in strokes else ", ".join(filter(None, strokes))


def _stroke(written: str) -> str | None:
    *held, key = (_BY_LETTERS.get(part.strip().lower(), part.strip()) for part in _split_keys(written))
    key = {"Enter": "Return", "Plus": "+"}.get(key, key.upper() if len(key) == 1 else key)
    if key not in _NAMED and not (len(key) == 1 and key.isprintable() and key != " "):
        return None
    if len({*held}) < len(held) or not {*held} <= {*_MODIFIERS}:
        return None
    return "+".join((*sorted(held, key=_MODIFIERS.index), key))


def is_typed(key: str) -> bool:
    """Whether a key types or moves in a text, so that no command can have it."""
    *held, last = _split_keys(key.split(", ", maxsplit=1)[0])
    is_apart = re.fullmatch(r"F\d+|Pause|Menu|Back|Forward|Ins", last) is not None
    return not is_apart and not {"Ctrl", "Alt", "Meta"} & {*held}


def read_shortcuts(
    config_dir: Path, commands: Iterable[str], before: Shortcuts | None = None
) -> tuple[Shortcuts, tuple[str, ...]]:
    """Return the user's shortcuts of some commands, and sentences about what cannot be used of them.

    Where the file cannot be read, those from `before` stay.
    """
    path = config_dir / KEYS_NAME
    if not os.path.lexists(path):
        return Shortcuts(), ()
    try:
        table, source = read_user_file(path)
    except FileError as error:
        used = Sentence("library.keys-stay") if before else Sentence("library.keys-defaults-used")
        return before or Shortcuts(), (f"{error.sentence} {used}",)
    sentences: list[str] = []
    preset = table.get("preset", "")
    names = [one.name for one in presets()]
    if preset not in ("", *names):
        where = place_of_key(KEYS_NAME, "preset", source)
        choices = ", ".join(f"‘{name}’" for name in names)
        sentences.append(Sentence("library.keys-preset", where=where, names=choices))
        preset = ""
    given = table.get("keys", {})
    if not isinstance(given, dict):
        sentences.append(Sentence("library.keys-table", where=place_of_key(KEYS_NAME, "keys", source)))
        given = {}
    known, changed = list(commands), dict[str, Keys]()
    for command, written in given.items():
        name, where = command[:80], place_of_key(KEYS_NAME, command, source)
        if command in known:
            keys = _keys_of(name, where, written, sentences)
            changed |= {} if keys is None else {command: keys}
        elif near := nearest(command, known):
            sentences.append(Sentence("library.keys-no-command-near", name=name, where=where, near=near[0]))
        else:
            sentences.append(Sentence("library.keys-no-command", name=name, where=where))
    more = len(sentences) - _MOST_SENTENCES
    if more > 0:
        sentences[_MOST_SENTENCES:] = [Sentence("library.keys-more", name=KEYS_NAME, count=more)]
    return Shortcuts(str(preset), changed), tuple(sentences)


def _keys_of(name: str, where: str, written: object, sentences: list[str]) -> Keys | None:
    """Return the keys that are written for a command, None where no one can be used; say which cannot."""
    keys: list[str] = []
    for one in written if isinstance(written, list) else [written]:
        key = normal_key(one) if isinstance(one, str) else None
        if key is None:
            sentences.append(Sentence("library.keys-no-key", name=name, where=where, key=str(one)[:40]))
        elif is_typed(key):
            sentences.append(Sentence("library.keys-typed", name=name, where=where, key=key))
        elif len(keys) == MOST_KEYS:
            sentences.append(Sentence("library.keys-too-many", name=name, where=where, most=MOST_KEYS))
            break
        elif key not in keys:
            keys.append(key)
    return tuple(keys) if keys or written == [] else None


def write_shortcuts(config_dir: Path, before: Shortcuts, shortcuts: Shortcuts) -> None:
    """Write the shortcuts that were others `before`; comments, order and what cannot be used stay.

    Raises FileError if the file cannot be written; one that is no TOML is kept under another name.
    """
    change_user_file(
        config_dir / KEYS_NAME,
        partial(_write_into, before, shortcuts),
        lambda reason: Sentence("library.shortcuts-not-saved", reason=reason),
    )


def _write_into(before: Shortcuts, shortcuts: Shortcuts, document: TOMLDocument) -> None:
    import tomlkit

    if shortcuts.preset != document.get("preset", "") and (shortcuts.preset or before.preset):
        document["preset"] = shortcuts.preset
    if not isinstance(document.get("keys"), dict):
        if not shortcuts.changed:
            return
        document["keys"] = tomlkit.table()
    table: dict[str, object] = document["keys"]
    for command in before.changed.keys() - shortcuts.changed.keys():
        table.pop(command, None)
    for command, keys in shortcuts.changed.items():
        if command not in table or _keys_of("", "", table[command], []) != keys:
            table[command] = keys[0] if len(keys) == 1 else list(keys)

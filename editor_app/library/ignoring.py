"""Reading and matching `.gitignore` files as git does, without calling git."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from editor_app.library.globs import (
    MOST_CHARACTERS,
    MOST_SEGMENTS,
    Glob,
    Places,
    SegmentTest,
    read_glob,
    wildcards_in,
)

MOST_WEIGHT = 1000  # of wildcards and folders: each costs at every file, and anybody may have written them
_MOST_LINES = 10_000


class IgnoreRule(NamedTuple):
    """One line of a `.gitignore` by its number: what it says of the names that it covers."""

    line: int
    keeps: bool
    folders_only: bool
    covers: SegmentTest


class _PathRule(NamedTuple):
    """A line with a path: what it says where the path ends, and where in its glob a folder is."""

    rule: IgnoreRule
    glob: Glob
    places: Places


@dataclass(frozen=True, slots=True)
class IgnoreFile:
    """The rules of one `.gitignore` as they are in one folder, of each sort the last line first.

    `names` has those without wildcards, by the name; `here` those whose path ends in the folder. `left_out`
    is the number of the first line that is not used, 0 if all are.
    """

    names: Mapping[str, tuple[IgnoreRule, ...]]
    wild: tuple[IgnoreRule, ...]
    paths: tuple[_PathRule, ...]
    here: tuple[IgnoreRule, ...]
    weight: int
    left_out: int

    def within(self, folder: str) -> IgnoreFile:
        """Return the rules in a folder of that name below the one that these are for."""
        if not self.paths:
            return self
        entered = (path._replace(places=path.glob.places_in(path.places, folder)) for path in self.paths)
        paths = tuple(path for path in entered if path.places)
        return replace(self, paths=paths, here=_ending(paths))

    def decides(self, name: str, *, is_folder: bool) -> bool | None:
        """Whether a name in the folder is ignored, by the last line about it; None if there is none."""
        last: IgnoreRule | None = None
        for rules in (self.names.get(name, ()), self.wild, self.here):
            for rule in rules:
                if last is not None and rule.line < last.line:
                    break
                if (is_folder or not rule.folders_only) and rule.covers(name):
                    last = rule
                    break
        return None if last is None else not last.keeps


def read_ignore_rules(text: str, most_weight: int = MOST_WEIGHT) -> IgnoreFile:
    """Read a `.gitignore` as it is in its own folder, up to a weight, by the rules that git takes."""
    names: dict[str, tuple[IgnoreRule, ...]] = {}
    wild: list[IgnoreRule] = []
    paths: list[_PathRule] = []
    total = left_out = 0
    for number, line in enumerate(text.split("\n"), 1):
        pattern = _pattern_of(line)
        if pattern is None:
            continue
        path = pattern.removeprefix("!").removesuffix("/")
        segments = path.removeprefix("/").split("/")
        weight = sum(map(wildcards_in, segments)) + (len(segments) if "/" in path else 0)
        if number > _MOST_LINES or total + weight > most_weight:
            left_out = number
            break
        total += weight
        glob = read_glob(segments)
        rule = IgnoreRule(number, pattern.startswith("!"), pattern.endswith("/"), glob.last)
        if "/" in path:
            paths.append(_PathRule(rule, glob, glob.places))
        elif weight:
            wild.append(rule)
        else:
            names[path] = (rule, *names.get(path, ()))
    live = tuple(reversed(paths))
    return IgnoreFile(names, tuple(reversed(wild)), live, _ending(live), total, left_out)


def _ending(paths: Sequence[_PathRule]) -> tuple[IgnoreRule, ...]:
    return tuple(path.rule for path in paths if path.glob.can_end(path.places))


def _pattern_of(line: str) -> str | None:
    """Return the pattern of a line with its `!` and final slash; None for one that is no rule."""
    pattern = line.removesuffix("\r").rstrip(" ")
    if len(pattern) < len(line) and _ends_in_open_escape(pattern):
        pattern += " "
    if not pattern or pattern.startswith("#") or len(line) > MOST_CHARACTERS:
        return None
    path = pattern.removeprefix("!").removesuffix("/")
    if not path or _ends_in_open_escape(path):
        return None
    segments = path.removeprefix("/").split("/")
    is_path = "/" in path
    return None if is_path and (len(segments) > MOST_SEGMENTS or "" in segments) else pattern


def _ends_in_open_escape(pattern: str) -> bool:
    return (len(pattern) - len(pattern.rstrip("\\"))) % 2 == 1


def is_ignored(files: Sequence[IgnoreFile], name: str, *, is_folder: bool) -> bool:
    """Whether `.gitignore` files ignore a name in a folder; they go from the top down, as they are in it.

    The nearest that has a line about the name decides. The folders above are taken not to be ignored.
    """
    decisions = (file.decides(name, is_folder=is_folder) for file in reversed(files))
    return next((is_so for is_so in decisions if is_so is not None), False)

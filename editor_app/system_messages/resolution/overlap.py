"""Whether the scopes of two blocks overlap, so that both can be active in one situation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from editor_app.system_messages.model.entities import Block, Scope
from editor_app.system_messages.model.scopes import Alternative, alternatives_of, normal_glob, path_parts
from editor_app.system_messages.resolution.constraints import listed

_MOST_PAIRS = 400  # of globs and names; more are not compared, and count as overlapping

Beginnings: TypeAlias = Mapping[str, frozenset[str | None]]
"""Text of globs before their first wildcard → the extensions they can match, None for any."""


class FileTargets(NamedTuple):
    """The globs and the named files of one scope; a file has to match one of them."""

    globs: tuple[str, ...]
    files: tuple[str, ...]


class Coverage(NamedTuple):
    """The modes (None for all) and file targets a block can be active for, its ancestors' scopes included."""

    modes: frozenset[str] | None = None
    targets: tuple[FileTargets, ...] = ()


EVERYWHERE = Coverage()


def coverages(blocks: Sequence[Block]) -> list[Coverage]:
    """Return the coverage of each block, its ancestors' scopes included."""
    found: list[Coverage] = []
    for block in blocks:
        outer = EVERYWHERE if block.parent is None else found[block.parent]
        scope = block.body.scope
        found.append(outer if scope is None else _narrowed(outer, scope))
    return found


def coverage_of(blocks: Sequence[Block], index: int) -> Coverage:
    """Return the coverage of one block, its ancestors' scopes included."""
    parent, scope = blocks[index].parent, blocks[index].body.scope
    outer = EVERYWHERE if parent is None else coverage_of(blocks, parent)
    return outer if scope is None else _narrowed(outer, scope)


def can_overlap(one: Coverage, other: Coverage) -> bool:
    """Whether there can be a situation in which both blocks are active; True where it is not certain."""
    if one is other:
        return True
    if one.modes is not None and other.modes is not None and one.modes.isdisjoint(other.modes):
        return False
    return not any(
        _are_disjoint(mine, yours)
        for mine in one.targets
        for yours in other.targets
        if mine is not yours and mine != yours
    )


def can_be_in(coverage: Coverage) -> bool:
    """Whether there can be a situation in which a block is active."""
    return coverage.modes is None or bool(coverage.modes)


def why_apart(one: Coverage, other: Coverage) -> str:
    """Return why two blocks cannot be active in one situation, in words, "" if they can."""
    if can_overlap(one, other):
        return ""
    if one.modes is not None and other.modes is not None and one.modes.isdisjoint(other.modes):
        mine, yours = ("".join(listed(sorted(modes), "or")) or "none" for modes in (one.modes, other.modes))
        return f"one is for mode {mine}, the other for {yours}"
    return "no file is in both scopes"


def files_miss(one: Scope, other: Scope) -> bool:
    """Whether no file can match both scopes; False where it is not certain."""
    if not (one.apply_to or one.files) or not (other.apply_to or other.files):
        return False
    return _are_disjoint(FileTargets(one.apply_to, one.files), FileTargets(other.apply_to, other.files))


def _narrowed(outer: Coverage, scope: Scope) -> Coverage:
    modes = outer.modes
    if scope.modes:
        modes = frozenset(scope.modes) if modes is None else modes.intersection(scope.modes)
    targets = outer.targets
    if scope.apply_to or scope.files:
        targets = (*targets, FileTargets(scope.apply_to, scope.files))
    return Coverage(modes, targets)


@lru_cache(maxsize=8192)
def _are_disjoint(one: FileTargets, other: FileTargets) -> bool:
    mine, yours = _alternatives(one.globs), _alternatives(other.globs)
    if mine is None or yours is None:  # a glob with a problem, which may match anything
        return False
    my_names, your_names = ({normal_glob(name) for name in files} for files in (one.files, other.files))
    if len(mine) * len(your_names) + len(yours) * len(my_names) > _MOST_PAIRS:
        return False
    return not (
        _globs_meet(_beginnings(one.globs), _beginnings(other.globs))
        or _names_meet(my_names, your_names)
        or any(_covers_name(glob, name) for glob in mine for name in your_names)
        or any(_covers_name(glob, name) for glob in yours for name in my_names)
    )


def _alternatives(globs: Sequence[str]) -> list[Alternative] | None:
    found = [alternatives_of(glob) for glob in globs]
    return [alternative for one in found for alternative in one] if all(found) else None


@lru_cache(maxsize=2048)
def _beginnings(globs: tuple[str, ...]) -> Beginnings:
    found: dict[str, set[str | None]] = {}
    for glob in globs:
        for alternative in alternatives_of(glob):
            found.setdefault(alternative.prefix, set()).add(alternative.extension)
    return {prefix: frozenset(extensions) for prefix, extensions in found.items()}


def _globs_meet(mine: Beginnings, yours: Beginnings) -> bool:
    """Whether two globs can match one file: one prefix begins with the other, and an extension fits both."""
    return _prefixes_meet(mine, yours) or _prefixes_meet(yours, mine)


def _prefixes_meet(longer: Beginnings, shorter: Beginnings) -> bool:
    lengths = {len(prefix) for prefix in shorter}
    return any(
        _extensions_meet(extensions, shorter.get(prefix[:length]))
        for prefix, extensions in longer.items()
        for length in lengths
        if length <= len(prefix)
    )


def _extensions_meet(mine: frozenset[str | None], yours: frozenset[str | None] | None) -> bool:
    return yours is not None and (None in mine or None in yours or not mine.isdisjoint(yours))


def _names_meet(mine: set[str], yours: set[str]) -> bool:
    return not mine.isdisjoint(yours) or _has_base_name(mine, yours) or _has_base_name(yours, mine)


def _has_base_name(names: set[str], paths: set[str]) -> bool:
    return any(path.rpartition("/")[2] in names for path in paths if "/" in path)


def _covers_name(glob: Alternative, name: str) -> bool:
    """Whether a glob can match a named file; a file named without a folder may be in any folder."""
    if "/" in name:
        return glob.matches(path_parts(name))
    last = glob.segments[-1]
    return last == "**" or _last_matches(last, name)


@lru_cache(maxsize=4096)
def _last_matches(pattern: str, name: str) -> bool:
    return any(alternative.matches((name,)) for alternative in alternatives_of(pattern))

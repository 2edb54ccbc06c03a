"""Whether a block's constraints hold in a situation, and whether the scopes of two blocks overlap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from editor_app.system_messages.model.condition_values import in_words
from editor_app.system_messages.model.entities import Block, BlockCondition, Scope
from editor_app.system_messages.model.scopes import (
    Alternative,
    alternatives_of,
    covers_tool,
    matches_file,
    matches_glob,
    normal_glob,
    path_parts,
)
from editor_app.system_messages.resolution.emphasis import cut, plain, strong, strong_names
from editor_app.system_messages.resolution.outcome import ConstraintState, Reason, Target, Words
from editor_app.system_messages.situations.situation import ConditionKey, Open, Situation
from editor_app.text import Sentence


def scope_reasons(scope: Scope, situation: Situation) -> tuple[Reason, ...]:
    """Return whether each kind of target that a scope limits (mode, tools, file) holds in a situation."""
    limits = (
        (Target.MODE, scope.modes, situation.mode),
        (Target.TOOL, scope.tools, situation.tools),
        (Target.FILE, (*scope.apply_to, *scope.files), situation.file),
    )
    return tuple(
        Reason(target, _state(target, scope, given), _words, (target, wanted, given, scope))
        for target, wanted, given in limits
        if wanted
    )


def condition_reason(condition: BlockCondition, situation: Situation) -> Reason:
    """Return whether a condition holds in a situation; a key with its value overrides one for its kind."""
    state = ConstraintState.OPEN
    for key in (ConditionKey(condition.kind), ConditionKey(condition.kind, condition.value)):
        if key in situation.fails:
            state = ConstraintState.CONTRADICTS
        elif key in situation.holds:
            state = ConstraintState.HOLDS
    return Reason(Target.CONDITION, state, _condition_words, (condition, state))


def _muted_words() -> Words:
    return Words(Sentence("system_messages.muted"), Sentence("system_messages.short-muted"))


MUTED = Reason(Target.MUTED, ConstraintState.CONTRADICTS, _muted_words)

_Given: TypeAlias = str | Sequence[str] | Open | None


def _state(target: Target, scope: Scope, given: _Given) -> ConstraintState:
    if isinstance(given, Open):
        return ConstraintState.OPEN
    if not given:
        holds = False
    elif not isinstance(given, str):
        holds = _covered_tool(scope, given) is not None
    elif target is Target.MODE:
        holds = given in scope.modes
    else:
        holds = _is_named(scope, given) or _matching_glob(scope, given) is not None
    return ConstraintState.HOLDS if holds else ConstraintState.CONTRADICTS


def _covered_tool(scope: Scope, tools: Sequence[str]) -> tuple[str, str] | None:
    """Return the first of some tools that a scope has, and its entry for it."""
    pairs = ((tool, entry) for tool in tools for entry in scope.tools)
    return next(((tool, entry) for tool, entry in pairs if covers_tool(entry, tool)), None)


def _is_named(scope: Scope, file: str) -> bool:
    return any(matches_file(other, file) for other in scope.files)


def _matching_glob(scope: Scope, file: str) -> str | None:
    return next((glob for glob in scope.apply_to if matches_glob(glob, file)), None)


def _condition_words(condition: BlockCondition, state: ConstraintState) -> Words:
    name = strong(in_words(condition.kind, condition.value), 80)
    said = Sentence("system_messages.condition-is", condition=name, state=state)
    return Words(said, Sentence("system_messages.short-condition", state=state))


def _words(target: Target, wanted: Sequence[str], given: _Given, scope: Scope) -> Words:
    if isinstance(given, Open):
        said = Sentence("system_messages.any", target=target)
        return Words(said, Sentence("system_messages.short-any", target=target))
    if not given:
        said = Sentence("system_messages.none-for", target=target, wanted=strong_names(wanted))
        return Words(said, Sentence("system_messages.short-none", target=target))
    if not isinstance(given, str):
        return _tool_words(scope, given)
    return _mode_words(scope, given) if target is Target.MODE else _file_words(scope, given)


def _mode_words(scope: Scope, mode: str) -> Words:
    said = Sentence("system_messages.mode-is", mode=strong(mode))
    if mode not in scope.modes:
        said = Sentence("system_messages.mode-for", mode=strong(mode), wanted=strong_names(scope.modes))
    return Words(said, Sentence("system_messages.short-mode", mode=cut(mode)))


def _tool_words(scope: Scope, tools: Sequence[str]) -> Words:
    if covered := _covered_tool(scope, tools):
        tool, entry = covered
        said = Sentence("system_messages.tool-there", tool=strong(tool))
        if entry != tool:
            said = Sentence("system_messages.tool-of", tool=strong(tool), entry=strong(entry))
        return Words(said, Sentence("system_messages.short-tool", tool=cut(tool)))
    named, count = strong_names(tools), len(tools)
    said = Sentence("system_messages.tools-for", tools=named, count=count, wanted=strong_names(scope.tools))
    return Words(said, plain(Sentence("system_messages.short-tools", tools=named, count=count)))


def _file_words(scope: Scope, file: str) -> Words:
    name, short_name = strong(file, 80), cut(file, 80)
    if _is_named(scope, file):
        said = Sentence("system_messages.file-named", file=name)
        return Words(said, Sentence("system_messages.short-file-named", file=short_name))
    if (glob := _matching_glob(scope, file)) is not None:
        said = Sentence("system_messages.file-matches", file=name, glob=strong(glob))
        short = Sentence("system_messages.short-file-matches", file=short_name, glob=cut(glob))
        return Words(said, short)
    wanted = (*scope.apply_to, *scope.files)
    names, count = strong_names(wanted), len(wanted)
    if not scope.apply_to:
        said = Sentence("system_messages.file-for", file=name, wanted=names)
        return Words(said, Sentence("system_messages.short-file", file=short_name))
    said = Sentence("system_messages.file-unmatched", file=name, globs=names, count=count)
    short = Sentence("system_messages.short-file-unmatched", file=name, globs=names, count=count)
    return Words(said, plain(short))


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
    coverages: list[Coverage] = []
    for block in blocks:
        outer = EVERYWHERE if block.parent is None else coverages[block.parent]
        scope = block.body.scope
        coverages.append(outer if scope is None else _narrowed(outer, scope))
    return coverages


def coverage_of(blocks: Sequence[Block], index: int) -> Coverage:
    """Return the coverage of one block, its ancestors' scopes included."""
    parent, scope = blocks[index].parent, blocks[index].body.scope
    outer = EVERYWHERE if parent is None else coverage_of(blocks, parent)
    return outer if scope is None else _narrowed(outer, scope)


def can_overlap(coverage: Coverage, other: Coverage) -> bool:
    """Whether there can be a situation in which both blocks are active; True where it is not certain."""
    if coverage is other:
        return True
    if coverage.modes is not None and other.modes is not None and coverage.modes.isdisjoint(other.modes):
        return False
    return not any(
        _are_disjoint(mine, yours)
        for mine in coverage.targets
        for yours in other.targets
        if mine is not yours and mine != yours
    )


def can_be_in(coverage: Coverage) -> bool:
    """Whether there can be a situation in which a block is active."""
    return coverage.modes is None or bool(coverage.modes)


def why_apart(coverage: Coverage, other: Coverage) -> str:
    """Return why two blocks cannot be active in one situation, "" if they can."""
    if can_overlap(coverage, other):
        return ""
    if coverage.modes is not None and other.modes is not None and coverage.modes.isdisjoint(other.modes):
        mine, others = (strong_names(sorted(modes)) for modes in (coverage.modes, other.modes))
        if mine and others:
            return Sentence("system_messages.apart-modes", mine=mine, others=others)
        return Sentence("system_messages.apart-scopes")
    return Sentence("system_messages.apart-files")


def files_miss(scope: Scope, other: Scope) -> bool:
    """Whether no file can match both scopes; False where it is not certain."""
    if not (scope.apply_to or scope.files) or not (other.apply_to or other.files):
        return False
    return _are_disjoint(FileTargets(scope.apply_to, scope.files), FileTargets(other.apply_to, other.files))


def _narrowed(outer: Coverage, scope: Scope) -> Coverage:
    modes = outer.modes
    if scope.modes:
        modes = frozenset(scope.modes) if modes is None else modes.intersection(scope.modes)
    targets = outer.targets
    if scope.apply_to or scope.files:
        targets = (*targets, FileTargets(scope.apply_to, scope.files))
    return Coverage(modes, targets)


@lru_cache(maxsize=8192)
def _are_disjoint(targets: FileTargets, other: FileTargets) -> bool:
    mine, yours = _alternatives(targets.globs), _alternatives(other.globs)
    if mine is None or yours is None:  # a glob with a problem, which may match anything
        return False
    my_names, your_names = ({normal_glob(name) for name in files} for files in (targets.files, other.files))
    if len(mine) * len(your_names) + len(yours) * len(my_names) > _MOST_PAIRS:
        return False
    # two globs meet where one prefix begins with the other, and an extension fits both
    my_beginnings, your_beginnings = _beginnings(targets.globs), _beginnings(other.globs)
    return not (
        _prefixes_meet(my_beginnings, your_beginnings)
        or _prefixes_meet(your_beginnings, my_beginnings)
        or not my_names.isdisjoint(your_names)
        or _has_base_name(my_names, your_names)
        or _has_base_name(your_names, my_names)
        or any(_covers_name(glob, name) for glob in mine for name in your_names)
        or any(_covers_name(glob, name) for glob in yours for name in my_names)
    )


def _alternatives(globs: Sequence[str]) -> list[Alternative] | None:
    alternatives = [alternatives_of(glob) for glob in globs]
    return [alternative for choices in alternatives for alternative in choices] if all(alternatives) else None


@lru_cache(maxsize=2048)
def _beginnings(globs: tuple[str, ...]) -> Beginnings:
    names: dict[str, set[str | None]] = {}
    for glob in globs:
        for alternative in alternatives_of(glob):
            names.setdefault(alternative.prefix, set()).add(alternative.extension)
    return {prefix: frozenset(extensions) for prefix, extensions in names.items()}


def _prefixes_meet(longer: Beginnings, shorter: Beginnings) -> bool:
    lengths = {len(prefix) for prefix in shorter}
    pairs = (
        (extensions, shorter[prefix[:length]])
        for prefix, extensions in longer.items()
        for length in lengths
        if length <= len(prefix) and prefix[:length] in shorter
    )
    return any(None in mine or None in yours or not mine.isdisjoint(yours) for mine, yours in pairs)


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

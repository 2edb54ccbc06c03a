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
from editor_app.system_messages.resolution.outcome import ConstraintState, Target
from editor_app.system_messages.situations.situation import OPEN, ConditionKey, Situation
from editor_app.text import Span

_MOST_SHOWN = 40
_MOST_LISTED = 4


class ConstraintResult(NamedTuple):
    """Whether a constraint holds in a situation, with its sentence; a `Reason` without the block."""

    target: Target
    state: ConstraintState
    sentence: str
    short: str
    strong: tuple[Span, ...]


def scope_constraints(scope: Scope, situation: Situation) -> tuple[ConstraintResult, ...]:
    """Return whether each kind of target that a scope limits (mode, tools, file) holds in a situation."""
    results = []
    if scope.modes:
        results.append(_mode(scope, situation))
    if scope.tools:
        results.append(_tools(scope, situation))
    if scope.apply_to or scope.files:
        results.append(_file(scope, situation))
    return tuple(results)


def condition_constraint(condition: BlockCondition, situation: Situation) -> ConstraintResult:
    """Return whether a condition holds in a situation; a key with its value overrides one for its kind."""
    name = cut(in_words(condition.kind, condition.value), 80)
    state, verb = ConstraintState.OPEN, "is any"
    for key in (ConditionKey(condition.kind), ConditionKey(condition.kind, condition.value)):
        if key in situation.fails:
            state, verb = ConstraintState.CONTRADICTS, "is no"
        elif key in situation.holds:
            state, verb = ConstraintState.HOLDS, "is yes"
    return _said(Target.CONDITION, state, f"its condition {verb}", "condition ", name, f" {verb}")


MUTED = ConstraintResult(
    Target.MUTED, ConstraintState.CONTRADICTS, "It is muted, in this view only.", "muted", ()
)


def listed(
    names: Sequence[str], word: str = "and", most: int = _MOST_LISTED, length: int = _MOST_SHOWN
) -> list[str]:
    """Return names for a sentence, at odd indexes, with words between them; after `most`, how many more."""
    shown, rest = names[:most], len(names) - most
    pieces = [""]
    for at, name in enumerate(shown):
        if at:
            pieces.append(f" {word} " if at == len(shown) - 1 and rest <= 0 else ", ")
        pieces.append(cut(name, length))
    return [*pieces, f" {word} {rest} more" if rest > 0 else ""]


def cut(text: str, most: int = _MOST_SHOWN) -> str:
    """Return a text on one line, shortened to so many characters."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _mode(scope: Scope, situation: Situation) -> ConstraintResult:
    mode, target = situation.mode, Target.MODE
    if mode is OPEN:
        return _said(target, ConstraintState.OPEN, "mode is any", "the mode is any")
    if mode is None:
        return _not_for(target, "no mode", ("there is no mode",), scope.modes)
    if mode in scope.modes:
        return _said(target, ConstraintState.HOLDS, f"mode is {cut(mode)}", "the mode is ", cut(mode), "")
    return _not_for(target, f"mode is {cut(mode)}", ("the mode is ", cut(mode), ""), scope.modes)


def _tools(scope: Scope, situation: Situation) -> ConstraintResult:
    tools, target = situation.tools, Target.TOOL
    if tools is OPEN:
        return _said(target, ConstraintState.OPEN, "tools are any", "the tools are any")
    if not tools:
        return _not_for(target, "no tool", ("there is no tool",), scope.tools)
    for tool in tools:
        for entry in scope.tools:
            if covers_tool(entry, tool):
                ending = (" is there",) if entry == tool else (" belongs to ", cut(entry), "")
                return _said(target, ConstraintState.HOLDS, f"tool {cut(tool)}", "", cut(tool), *ending)
    start = (
        ("the tool is ", cut(tools[0]), "") if len(tools) == 1 else _behind("the tools are ", listed(tools))
    )
    return _not_for(target, "".join(start), start, scope.tools)


def _file(scope: Scope, situation: Situation) -> ConstraintResult:
    file, target = situation.file, Target.FILE
    if file is OPEN:
        return _said(target, ConstraintState.OPEN, "file is any", "the file is any")
    wanted = (*scope.apply_to, *scope.files)
    if file is None:
        return _not_for(target, "no file", ("there is no file",), wanted)
    shown = cut(file, 80)
    for name in scope.files:
        if matches_file(name, file):
            return _said(target, ConstraintState.HOLDS, f"{shown} is named", "", shown, " is named")
    for glob in scope.apply_to:
        if matches_glob(glob, file):
            return _said(
                target,
                ConstraintState.HOLDS,
                f"{shown} matches {cut(glob)}",
                "",
                shown,
                " matches ",
                cut(glob),
                "",
            )
    if not scope.apply_to:
        return _not_for(target, f"file is {shown}", ("the file is ", shown, ""), wanted)
    verb = " does not match " if len(wanted) == 1 else " matches none of "
    pieces = ("", shown, *_behind(verb, listed(wanted)))
    return _said(target, ConstraintState.CONTRADICTS, "".join(pieces), *pieces)


def _not_for(target: Target, short: str, start: Sequence[str], wanted: Sequence[str]) -> ConstraintResult:
    for_them = _behind(", and this is for ", listed(wanted, "or"))
    return _said(
        target, ConstraintState.CONTRADICTS, short, *start[:-1], start[-1] + for_them[0], *for_them[1:]
    )


def _behind(text: str, pieces: Sequence[str]) -> tuple[str, ...]:
    return (text + pieces[0], *pieces[1:])


def _said(target: Target, state: ConstraintState, short: str, *pieces: str) -> ConstraintResult:
    """Return a result whose sentence is made of pieces; those at odd indexes are strong."""
    strong, at = [], 0
    for place, piece in enumerate(pieces):
        if place % 2:
            strong.append(Span(at, at + len(piece)))
        at += len(piece)
    text = "".join(pieces)
    start = text[:1].upper() if pieces[0] else text[:1]
    return ConstraintResult(target, state, f"{start}{text[1:]}.", short, tuple(strong))


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
    """Return why two blocks cannot be active in one situation, in words, "" if they can."""
    if can_overlap(coverage, other):
        return ""
    if coverage.modes is not None and other.modes is not None and coverage.modes.isdisjoint(other.modes):
        mine, yours = (
            "".join(listed(sorted(modes), "or")) or "none" for modes in (coverage.modes, other.modes)
        )
        return f"one is for mode {mine}, the other for {yours}"
    return "no file is in both scopes"


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

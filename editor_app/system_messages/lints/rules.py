"""Lints of scopes and priorities: ties, and blocks that are never active or always outranked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from editor_app.system_messages.model.entities import Block, BlockCondition, Scope, Specificity, ancestors
from editor_app.system_messages.model.scopes import (
    alternatives_of,
    covers_tool,
    matches_file,
    matches_glob,
    size_of,
)
from editor_app.system_messages.resolution.constraints import (
    Coverage,
    can_be_in,
    can_overlap,
    coverages,
    files_miss,
)
from editor_app.system_messages.resolution.precedence import Precedence
from editor_app.system_messages.situations.situation import OPEN

_MOST_GENERAL = 50
_MOST_PAIRS = 20_000
_USUAL_GLOBS = 32  # a pair of blocks with more globs counts as several pairs
_MOST_COVERED = 500_000  # pairs of targets that are compared to see whether one covers the other


class Lint(StrEnum):
    """The lints of system messages; the values are the codes of their diagnostics."""

    TIED = "tied-blocks"
    NEVER_ACTIVE = "never-active"
    OUTRANKED = "always-outranked"
    DUPLICATE = "duplicate-text"
    NEAR_DUPLICATE = "near-duplicate-text"
    ALWAYS_NEVER = "always-never"


class Finding(NamedTuple):
    """A lint found for a block and others, by indexes and without spans; `detail` is for the sentence."""

    lint: Lint
    block: int
    others: tuple[int, ...]
    detail: tuple[str, ...] = ()


def rule_findings(blocks: tuple[Block, ...], priority_model: tuple[str, ...]) -> Iterator[Finding]:
    """Yield the findings for blocks that tie, can never be active, or are outranked wherever they apply."""
    all_coverages = coverages(blocks)
    never_active = _never_active(blocks, all_coverages)
    for index, culprit in never_active.items():
        if culprit is not None:
            yield Finding(Lint.NEVER_ACTIVE, index, (culprit[0],), (culprit[1],))
    groups: dict[tuple[int | None, str], list[int]] = {}
    for index, block in enumerate(blocks):
        if block.body.type and block.body.priority is not None and index not in never_active:
            groups.setdefault((block.parent, block.body.type), []).append(index)
    precedence = Precedence(blocks, priority_model, OPEN)
    do_overlap, covering = _CanOverlap(all_coverages), _Covers()
    for group in groups.values():
        if len(group) > 1:
            by_priority: dict[int, list[int]] = {}
            for index in group:
                by_priority.setdefault(blocks[index].priority, []).append(index)
            for equals in by_priority.values():
                if len(equals) < 2:
                    continue
                by_rank: dict[Specificity, list[int]] = {}
                for index in equals:
                    by_rank.setdefault(precedence.specificity(index), []).append(index)
                for waiting in by_rank.values():
                    yield from _tied_groups(waiting, do_overlap)
            yield from _outranked(blocks, group, covering)


def _never_active(
    blocks: tuple[Block, ...], all_coverages: Sequence[Coverage]
) -> dict[int, tuple[int, str] | None]:
    """Return block → the ancestor that keeps it from being active, and by which target.

    None for the children of such a block.
    """
    excluding: dict[int, tuple[int, str] | None] = {}
    for index, block in enumerate(blocks):
        if block.parent is None:
            continue
        if block.parent in excluding:
            excluding[index] = None
        elif block.body.scope is not None and (culprit := _excluding_ancestor(blocks, index, all_coverages)):
            excluding[index] = culprit
    return excluding


def _excluding_ancestor(
    blocks: tuple[Block, ...], index: int, all_coverages: Sequence[Coverage]
) -> tuple[int, str] | None:
    scope = blocks[index].body.scope
    assert scope is not None
    for other in ancestors(blocks, index):
        outer = blocks[other].body.scope
        if outer is None:
            continue
        if scope.modes and outer.modes and set(scope.modes).isdisjoint(outer.modes):
            return other, "modes"
        if files_miss(scope, outer):
            return other, "file"
    parent = blocks[index].parent
    if not can_be_in(all_coverages[index]) and parent is not None:
        return parent, "modes"
    return None


class _CanOverlap:
    """Whether two blocks can be active in one situation; `left` limits how many pairs are compared."""

    def __init__(self, all_coverages: Sequence[Coverage]) -> None:
        self._coverages = all_coverages
        self._sizes: dict[int, int] = {}
        self.left = _MOST_PAIRS

    def __call__(self, index: int, other: int) -> bool:
        self.left -= 1 + (self._size(index) + self._size(other)) // _USUAL_GLOBS
        return can_overlap(self._coverages[index], self._coverages[other])

    def _size(self, index: int) -> int:
        size = self._sizes.get(index)
        if size is None:
            globs = (glob for targets in self._coverages[index].targets for glob in targets.globs)
            size = self._sizes[index] = sum(map(size_of, globs))
        return size


def _tied_groups(waiting: list[int], do_overlap: _CanOverlap) -> Iterator[Finding]:
    """Yield a tie of the first block and all that can be active with it; repeat with those left."""
    while len(waiting) > 1 and do_overlap.left > 0:
        first, *rest = waiting
        tied = [index for index in rest if do_overlap(first, index)]
        if tied:
            yield Finding(Lint.TIED, first, tuple(tied))
        chosen = set(tied)
        waiting = [index for index in rest if index not in chosen]


class _Covers:
    """Whether a block is active wherever another is that differs from it in scope or conditions.

    False once too many targets were compared.
    """

    def __init__(self) -> None:
        self._left = _MOST_COVERED

    def __call__(self, block: Block, other: Block) -> bool:
        mine, yours = block.body.scope, other.body.scope
        if mine is not None and yours is not None:
            self._left -= len(mine.tools) * len(yours.tools)
            self._left -= len(mine.apply_to) * (len(yours.apply_to) + len(yours.files))
            self._left -= len(mine.files) * len(yours.files)
        conditions, other_conditions = block.body.conditions, other.body.conditions
        if self._left <= 0 or (mine, conditions) == (yours, other_conditions):
            return False
        return set(conditions) <= set(other_conditions) and _covers(mine or Scope(), yours or Scope())


def _outranked(blocks: tuple[Block, ...], group: list[int], covering: _Covers) -> Iterator[Finding]:
    """Yield the blocks that a broader block of higher priority outranks wherever they apply."""
    general: dict[tuple[Scope | None, tuple[BlockCondition, ...]], int] = {}
    for index in group:
        key = (blocks[index].body.scope, blocks[index].body.conditions)
        known = general.get(key)
        if known is None or blocks[index].priority > blocks[known].priority:
            general[key] = index
    if len(general) < 2:
        return
    highest = sorted(general.values(), key=lambda index: -blocks[index].priority)[:_MOST_GENERAL]
    for index in group:
        block = blocks[index]
        if block.body.scope is None and not block.body.conditions:
            continue
        for other in highest:
            if blocks[other].priority <= block.priority:
                break
            if covering(blocks[other], block):
                yield Finding(Lint.OUTRANKED, index, (other,))
                break


def _covers(scope: Scope, other: Scope) -> bool:
    if scope.modes and not (other.modes and set(other.modes) <= set(scope.modes)):
        return False
    if scope.tools and not (
        other.tools and all(any(covers_tool(mine, yours) for mine in scope.tools) for yours in other.tools)
    ):
        return False
    if not (scope.apply_to or scope.files):
        return True
    return bool(other.apply_to or other.files) and (
        all(any(_covers_glob(mine, yours) for mine in scope.apply_to) for yours in other.apply_to)
        and all(_covers_name(scope, name) for name in other.files)
    )


def _covers_name(scope: Scope, name: str) -> bool:
    if any(name == mine or ("/" in name and matches_file(mine, name)) for mine in scope.files):
        return True
    if "/" in name:
        return any(matches_glob(glob, name) for glob in scope.apply_to)
    return any(glob in {"**", f"**/{name}"} for glob in scope.apply_to)


def _covers_glob(wider: str, other: str) -> bool:
    """Whether a glob matches all that another matches; False where it is not certain."""
    if wider == other:
        return True
    mine, yours = alternatives_of(wider), alternatives_of(other)
    if len(mine) != 1 or not yours:
        return False
    folder, stars, last = mine[0].text.partition("**")
    if not stars or last.count("/") != (1 if last else 0) or not last.startswith("/" if last else ""):
        return False
    if folder and not folder.endswith("/"):  # within a name, `**` matches no `/`
        return False
    return all(
        glob.prefix.startswith(folder) and (not last or f"/{glob.segments[-1]}" == last) for glob in yours
    )

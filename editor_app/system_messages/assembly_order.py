"""In which order the blocks of a message come."""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import StrEnum
from typing import NamedTuple

from editor_app.system_messages.assembly_map import Role
from editor_app.system_messages.entities import DEFAULT_PRIORITY_MODEL, Block, BlockType
from editor_app.system_messages.outcome import BlockState, Outcome
from editor_app.system_messages.targets import Specificity, specificity

Listing = list[tuple[int, Role]]
"""Blocks in output order: those that are in (CONTENT), and the outermost of those that are not."""


class Order(StrEnum):
    """How siblings are ordered: as in the file, by precedence, or as `priorityModel` lists their types."""

    FILE = "file"
    PRECEDENCE = "precedence"
    MODEL = "model"


class Ordering(NamedTuple):
    """An order and what precedence goes by; of globs only those that match `file` count, if one is given."""

    order: Order = Order.FILE
    priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL
    file: object = None


def in_order(
    blocks: tuple[Block, ...], outcome: Outcome, ordering: Ordering, dropped: Collection[int] = ()
) -> Listing:
    """Return the blocks in output order, each before its children, and for each whether it is in."""
    indexes = range(len(blocks)) if ordering.order is Order.FILE else _sorted(blocks, ordering)
    standings = outcome.standings
    gone = bytearray(len(blocks))
    listing: Listing = []
    for index in indexes:
        parent = blocks[index].parent
        if parent is not None and gone[parent]:
            gone[index] = 1
        elif standings[index].state is BlockState.INACTIVE:
            gone[index] = 1
            listing.append((index, Role.OUT))
        elif index in dropped:
            gone[index] = 1
            listing.append((index, Role.DROPPED))
        else:
            listing.append((index, Role.CONTENT))
    return listing


def model_rank(type_: str, priority_model: tuple[str, ...]) -> int:
    """Return the place of a type: as listed, then the unlisted in the order of all types, then others."""
    if type_ in priority_model:
        return priority_model.index(type_)
    if type_ in _TYPES:
        return len(priority_model) + _TYPES.index(type_)
    return len(priority_model) + len(_TYPES)


_TYPES = tuple(map(str, BlockType))


def _sorted(blocks: tuple[Block, ...], ordering: Ordering) -> list[int]:
    children: dict[int | None, list[int]] = {}
    for index, block in enumerate(blocks):
        children.setdefault(block.parent, []).append(index)
    arranged = _arranger(blocks, ordering)
    found: list[int] = []
    waiting = arranged(children.get(None, []))[::-1]
    while waiting:
        index = waiting.pop()
        found.append(index)
        if index in children:
            waiting += arranged(children[index])[::-1]
    return found


def _arranger(blocks: tuple[Block, ...], ordering: Ordering) -> Callable[[list[int]], list[int]]:
    """Return what orders the blocks of one parent, which come in file order."""
    ranks = {type_: model_rank(type_, ordering.priority_model) for type_ in {block.type for block in blocks}}

    def by_model(siblings: list[int]) -> list[int]:
        return sorted(siblings, key=lambda index: ranks[blocks[index].type])

    def by_precedence(siblings: list[int]) -> list[int]:
        if len(siblings) == 1:
            return siblings
        return sorted(by_model(siblings), key=standing, reverse=True)

    def standing(index: int) -> tuple[int, Specificity]:
        return blocks[index].priority, specificity(blocks, index, ordering.file)

    return by_precedence if ordering.order is Order.PRECEDENCE else by_model

"""In which order the blocks of a message come."""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import StrEnum
from typing import Any

from editor_app.system_messages.assembly_map import Role
from editor_app.system_messages.entities import Block, BlockType
from editor_app.system_messages.outcome import BlockState, Outcome

Listing = list[tuple[int, Role]]
"""Blocks in output order: those that are in (CONTENT), and the outermost of those that are not."""


class Order(StrEnum):
    """How siblings are ordered: as in the file, by precedence, or as `priorityModel` lists their types."""

    FILE = "file"
    PRECEDENCE = "precedence"
    MODEL = "model"


def in_order(
    blocks: tuple[Block, ...],
    outcome: Outcome,
    order: Order,
    priority_model: tuple[str, ...],
    dropped: Collection[int] = (),
) -> Listing:
    """Return the blocks in output order, each before its children, and for each whether it is in."""
    indexes = range(len(blocks)) if order is Order.FILE else _sorted(blocks, order, priority_model)
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


def _sorted(blocks: tuple[Block, ...], order: Order, priority_model: tuple[str, ...]) -> list[int]:
    ranks = {type_: model_rank(type_, priority_model) for type_ in {block.type for block in blocks}}
    key = _by_precedence(blocks, ranks) if order is Order.PRECEDENCE else _by_model(blocks, ranks)
    children: dict[int | None, list[int]] = {}
    for index, block in enumerate(blocks):
        children.setdefault(block.parent, []).append(index)
    found: list[int] = []
    waiting = sorted(children.get(None, ()), key=key, reverse=True)
    while waiting:
        index = waiting.pop()
        found.append(index)
        waiting += sorted(children.get(index, ()), key=key, reverse=True)
    return found


_Key = Callable[[int], Any]


def _by_model(blocks: tuple[Block, ...], ranks: dict[str, int]) -> _Key:
    return lambda index: (ranks[blocks[index].type], index)


def _by_precedence(blocks: tuple[Block, ...], ranks: dict[str, int]) -> _Key:
    return lambda index: (-blocks[index].priority, ranks[blocks[index].type], index)

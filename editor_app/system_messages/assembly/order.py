"""The order of blocks in the assembled text."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from editor_app.system_messages.assembly.source_map import Role
from editor_app.system_messages.model.entities import DEFAULT_PRIORITY_MODEL, Block
from editor_app.system_messages.resolution.outcome import BlockState, Outcome
from editor_app.system_messages.resolution.precedence import Precedence
from editor_app.system_messages.situations.situation import Open

Listing = list[tuple[int, Role]]
"""Blocks in output order: those that are sent (CONTENT), and the outermost of those that are not."""


class Order(StrEnum):
    """How siblings are ordered: as in the file, by precedence, or as `priorityModel` lists their types."""

    FILE = "file"
    PRECEDENCE = "precedence"
    MODEL = "model"


class Ordering(NamedTuple):
    """An order, and what precedence is computed from; if `file` is given, only globs that match it count."""

    order: Order = Order.FILE
    priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL
    file: str | Open | None = None


def output_order(
    blocks: tuple[Block, ...], outcome: Outcome, ordering: Ordering, dropped: Collection[int] = ()
) -> Listing:
    """Return the blocks in output order, each before its children, with CONTENT, OUT or DROPPED."""
    indexes = range(len(blocks)) if ordering.order is Order.FILE else _sorted(blocks, ordering)
    block_outcomes = outcome.block_outcomes
    gone = bytearray(len(blocks))
    listing: Listing = []
    for index in indexes:
        parent = blocks[index].parent
        if parent is not None and gone[parent]:
            gone[index] = 1
        elif block_outcomes[index].state is BlockState.INACTIVE:
            gone[index] = 1
            listing.append((index, Role.OUT))
        elif index in dropped:
            gone[index] = 1
            listing.append((index, Role.DROPPED))
        else:
            listing.append((index, Role.CONTENT))
    return listing


def _sorted(blocks: tuple[Block, ...], ordering: Ordering) -> list[int]:
    children: dict[int | None, list[int]] = {}
    for index, block in enumerate(blocks):
        children.setdefault(block.parent, []).append(index)
    precedence = Precedence(blocks, ordering.priority_model, ordering.file)
    by_precedence = ordering.order is Order.PRECEDENCE

    def arranged(siblings: list[int]) -> Sequence[int]:
        return precedence.sorted(siblings) if by_precedence else precedence.by_type(siblings)

    found: list[int] = []
    waiting = [*arranged(children.get(None, []))[::-1]]
    while waiting:
        index = waiting.pop()
        found.append(index)
        if index in children:
            waiting += arranged(children[index])[::-1]
    return found

"""The styles a system message can be assembled in, and the order of its blocks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from html import escape
from typing import NamedTuple

from editor_app.system_messages.assembly.contents import Contents
from editor_app.system_messages.assembly.source_map import Role, Segment
from editor_app.system_messages.model.entities import DEFAULT_PRIORITY_MODEL, Block, ancestors
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

    order: list[int] = []
    waiting = [*arranged(children.get(None, []))[::-1]]
    while waiting:
        index = waiting.pop()
        order.append(index)
        if index in children:
            waiting += arranged(children[index])[::-1]
    return order


_DEEPEST_HEADING = 6
_BETWEEN = "\n\n"


class SystemMessageStyle(StrEnum):
    """What is written between and around the contents: blank lines, and headings or tags."""

    PLAIN = "plain"
    MARKDOWN = "markdown"
    XML = "xml"


def written(
    blocks: tuple[Block, ...], listing: Listing, contents: Contents, style: SystemMessageStyle
) -> list[Segment]:
    """Return the segments of the text in a style, without blank contents and their separators."""
    filled = set() if style is SystemMessageStyle.PLAIN else _with_output(blocks, listing, contents)
    parts: list[Segment] = []
    opened: list[int] = []
    last_type: dict[int | None, str] = {}
    for index, role in listing:
        block = blocks[index]
        if index not in filled:
            pass
        elif style is SystemMessageStyle.XML:
            parts += _closing(blocks, opened, block.parent)
            opened.append(index)
            id_ = f' id="{escape(block.id)}"' if block.id else ""
            parts.append(Segment(f"<{tag_of(block.type)}{id_}>", index, Role.OPENING))
        elif last_type.get(block.parent) != block.type:
            last_type[block.parent] = block.type
            if words := heading_of(block.type):
                level = min(block.depth + 1, _DEEPEST_HEADING)
                parts.append(Segment(f"{'#' * level} {words}", index, Role.HEADING))
        if role is not Role.CONTENT:
            parts.append(Segment("", index, role))
        elif contents[index].is_blank:
            parts.append(Segment("", index, Role.BLANK))
        else:
            parts.append(Segment(contents[index].text, index, role))
    parts += _closing(blocks, opened, None)
    return _separated(parts)


def _closing(blocks: tuple[Block, ...], opened: list[int], outer: int | None) -> Iterator[Segment]:
    """Close the opened blocks up to the one at `outer`, which stays open; all of them for None."""
    while opened and opened[-1] != outer:
        index = opened.pop()
        yield Segment(f"</{tag_of(blocks[index].type)}>", index, Role.CLOSING)


def _separated(parts: list[Segment]) -> list[Segment]:
    """Put a line end behind opening and before closing tags, and a blank line between all other texts."""
    segments: list[Segment] = []
    before: Role | None = None
    for part in parts:
        if part.text:
            if before is not None:
                is_tight = before is Role.OPENING or part.role is Role.CLOSING
                segments.append(Segment("\n" if is_tight else _BETWEEN, part.block, Role.SEPARATOR))
            before = part.role
        segments.append(part)
    return segments


def heading_of(type_: str) -> str:
    """Return a block type's heading."""
    words = " ".join(type_.split())
    return words[:1].upper() + words[1:]


def tag_of(type_: str) -> str:
    """Return the tag name of a block type; `block` for a type that is no tag name."""
    return type_ if _is_tag_name(type_) else "block"


_is_tag_name = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*\Z").match


def _with_output(blocks: tuple[Block, ...], listing: Listing, contents: Contents) -> set[int]:
    """Return the blocks that have text, or have a block inside them that has some."""
    filled: set[int] = set()
    for index, role in reversed(listing):
        if role is Role.CONTENT and (index in filled or not contents[index].is_blank):
            filled.add(index)
            parent = blocks[index].parent
            if parent is not None:
                filled.add(parent)
    return filled


def closed_too_early(blocks: tuple[Block, ...], index: int, text: str) -> bool:
    """Whether a content has the closing tag of its own block or of one around it."""
    if "</" not in text:
        return False
    names = {tag_of(blocks[place].type) for place in (index, *ancestors(blocks, index))}
    return not names.isdisjoint(_closing_tags(text))


_closing_tags = re.compile(r"</([A-Za-z_][A-Za-z0-9_.-]*)[ \t\n]*>").findall

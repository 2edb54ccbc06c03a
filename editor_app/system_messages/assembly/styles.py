"""The styles a system message can be assembled in, and the order of its blocks."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
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
    if style is SystemMessageStyle.PLAIN:
        return _plain(listing, contents)
    filled = _with_output(blocks, listing, contents)
    if style is SystemMessageStyle.MARKDOWN:
        return _markdown(blocks, listing, contents, filled)
    return _xml(blocks, listing, contents, filled)


def heading_of(type_: str) -> str:
    """Return a block type's heading."""
    words = " ".join(type_.split())
    return words[:1].upper() + words[1:]


def tag_of(type_: str) -> str:
    """Return the tag name of a block type; `block` for a type that is no tag name."""
    return type_ if _is_tag_name(type_) else "block"


_is_tag_name = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*\Z").match


def _plain(listing: Listing, contents: Contents) -> list[Segment]:
    segments: list[Segment] = []
    add = segments.append
    is_first = True
    for index, role in listing:
        if role is not Role.CONTENT:
            add(Segment("", index, role))
            continue
        content = contents[index]
        if content.is_blank:
            add(Segment("", index, Role.BLANK))
            continue
        if not is_first:
            add(Segment(_BETWEEN, index, Role.SEPARATOR))
        is_first = False
        add(Segment(content.text, index, Role.CONTENT))
    return segments


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


def _markdown(
    blocks: tuple[Block, ...], listing: Listing, contents: Contents, filled: set[int]
) -> list[Segment]:
    segments: list[Segment] = []
    last_type: dict[int | None, str] = {}
    is_first = True

    def add(text: str, index: int, role: Role) -> None:
        nonlocal is_first
        if not is_first:
            segments.append(Segment(_BETWEEN, index, Role.SEPARATOR))
        segments.append(Segment(text, index, role))
        is_first = False

    for index, role in listing:
        block = blocks[index]
        if index in filled and last_type.get(block.parent) != block.type:
            last_type[block.parent] = block.type
            words = heading_of(block.type)
            if words:
                add(f"{'#' * min(block.depth + 1, _DEEPEST_HEADING)} {words}", index, Role.HEADING)
        if role is not Role.CONTENT or contents[index].is_blank:
            segments.append(Segment("", index, Role.BLANK if role is Role.CONTENT else role))
        else:
            add(contents[index].text, index, Role.CONTENT)
    return segments


def _xml(blocks: tuple[Block, ...], listing: Listing, contents: Contents, filled: set[int]) -> list[Segment]:
    segments: list[Segment] = []
    is_open: list[int] = []
    before: Role | None = None

    def add(text: str, index: int, role: Role) -> None:
        nonlocal before
        if before is not None:
            is_tight = before is Role.OPENING or role is Role.CLOSING
            segments.append(Segment("\n" if is_tight else _BETWEEN, index, Role.SEPARATOR))
        segments.append(Segment(text, index, role))
        before = role

    def close(outer: int | None) -> None:
        while is_open and is_open[-1] != outer:
            index = is_open.pop()
            add(f"</{tag_of(blocks[index].type)}>", index, Role.CLOSING)

    for index, role in listing:
        block = blocks[index]
        if index in filled:
            close(block.parent)
            is_open.append(index)
            add(f"<{tag_of(block.type)}{_id_attribute(block)}>", index, Role.OPENING)
        if role is not Role.CONTENT or contents[index].is_blank:
            segments.append(Segment("", index, Role.BLANK if role is Role.CONTENT else role))
        else:
            add(contents[index].text, index, Role.CONTENT)
    close(None)
    return segments


def _id_attribute(block: Block) -> str:
    return f' id="{escape(block.id)}"' if block.id else ""


def closed_too_early(blocks: tuple[Block, ...], index: int, text: str) -> bool:
    """Whether a content has the closing tag of its own block or of one around it."""
    if "</" not in text:
        return False
    names = {tag_of(blocks[place].type) for place in (index, *ancestors(blocks, index))}
    return not names.isdisjoint(_closing_tags(text))


_closing_tags = re.compile(r"</([A-Za-z_][A-Za-z0-9_.-]*)[ \t\n]*>").findall

"""A file's outline: frontmatter, headings, conditions and variables, flat, with depths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from heapq import merge
from typing import TYPE_CHECKING, Literal, NamedTuple

from editor_app.template.dialect import TagKind
from editor_app.template.template import Template
from editor_app.template.tree import Tag
from editor_app.text import Span
from editor_app.text.frontmatter import Frontmatter

if TYPE_CHECKING:  # not imported for a prompt, so that the window starts sooner
    from editor_app.system_messages.model.entities import Block

OutlineKind = Literal["frontmatter", "condition", "else", "variable", "heading", "block"]

_heading_or_fence = re.compile(r"^ {0,3}(?:(#{1,6})[ \t]++([^\n]*)|(`{3,}|~{3,}))", re.MULTILINE).finditer
_CONDITION = 0  # marks a condition in the list of open parts, in which headings are their levels


class OutlineItem(NamedTuple):
    """One row of an outline; `span` is that of the tag, heading or block id, or of the whole frontmatter.

    `name` is a variable's name, also for a condition, or a block's type.
    """

    kind: OutlineKind
    label: str
    span: Span
    depth: int
    name: str = ""


class Heading(NamedTuple):
    """A Markdown heading: its span, its level and its words."""

    span: Span
    level: int
    text: str


def outline_of(frontmatter: Frontmatter | None, template: Template | None) -> tuple[OutlineItem, ...]:
    """Return the outline in source order; items below a heading or inside a condition are deeper."""
    items: list[OutlineItem] = []
    if frontmatter is not None:
        span = Span(frontmatter.opening.start, frontmatter.closing.end)
        items.append(OutlineItem("frontmatter", "frontmatter", span, 0))
    if template is None:
        return tuple(items)
    open_parts: list[int] = []
    headings: Iterator[Heading | Tag] = headings_in(template.source, template.offset)
    for part in merge(headings, template.tags, key=lambda part: part.span.start):
        if isinstance(part, Heading):
            while open_parts and open_parts[-1] >= part.level:
                open_parts.pop()
            items.append(OutlineItem("heading", part.text, part.span, len(open_parts)))
            open_parts.append(part.level)
        elif (item := _tag_item(part, open_parts)) is not None:
            items.append(item)
    return tuple(items)


def outline_of_blocks(blocks: Iterable[Block]) -> tuple[OutlineItem, ...]:
    """Return the blocks of a system message as outline items, with the spans of their ids."""
    return tuple(
        OutlineItem(
            "block",
            block.name,
            block.place("id") or Span(block.span.start, min(block.span.start + 1, block.span.end)),
            block.depth,
            block.type,
        )
        for block in blocks
    )


def _tag_item(tag: Tag, open_parts: list[int]) -> OutlineItem | None:
    if tag.kind is TagKind.IF:
        word = ("if not" if ":" in tag.name else "unless") if tag.negated else "if"
        item = OutlineItem("condition", f"{word} {tag.name}", tag.span, len(open_parts), tag.name)
        open_parts.append(_CONDITION)
        return item
    if tag.kind is TagKind.INSERT:
        return OutlineItem("variable", tag.name, tag.span, len(open_parts), tag.name)
    if tag.kind not in {TagKind.ELSE, TagKind.END}:
        return None
    while open_parts and open_parts[-1] != _CONDITION:  # an `else` or end closes the headings in that side
        open_parts.pop()
    if tag.kind is TagKind.ELSE:
        return OutlineItem("else", "else", tag.span, len(open_parts))
    if open_parts:
        open_parts.pop()
    return None


def headings_in(source: str, offset: int) -> Iterator[Heading]:
    """Yield the Markdown headings of a text that begins at `offset`, but for lines in fenced code."""
    fence = ""
    for match in _heading_or_fence(source):
        hashes, text, marker = match.groups()
        if marker:
            closes = fence and marker[0] == fence[0] and len(marker) >= len(fence)
            fence = "" if closes else fence or marker
        elif not fence:
            shown = text.rstrip().rstrip("#").rstrip() if text.rstrip().endswith("#") else text.rstrip()
            span = Span(match.start(1), match.start(1) + len(hashes)).shifted(offset)
            yield Heading(Span(span.start, offset + match.end()), len(hashes), shown)

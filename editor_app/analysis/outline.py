"""A file's outline: frontmatter, conditions and variables, flat, with depths."""

from __future__ import annotations

from typing import Literal, NamedTuple

from editor_app.template import TagKind, Template
from editor_app.text import Span
from editor_app.text.frontmatter import Frontmatter

OutlineKind = Literal["frontmatter", "condition", "else", "variable"]


class OutlineItem(NamedTuple):
    """One row of an outline; `span` is of the tag, or of the whole frontmatter."""

    kind: OutlineKind
    label: str
    span: Span
    depth: int
    name: str = ""


def outline_of(frontmatter: Frontmatter | None, template: Template | None) -> tuple[OutlineItem, ...]:
    """Return the outline in source order."""
    items: list[OutlineItem] = []
    if frontmatter is not None:
        span = Span(frontmatter.opening.start, frontmatter.closing.end)
        items.append(OutlineItem("frontmatter", "frontmatter", span, 0))
    depth = 0
    for tag in template.tags if template is not None else ():
        if tag.kind is TagKind.IF:
            word = ("if not" if ":" in tag.name else "unless") if tag.negated else "if"
            items.append(OutlineItem("condition", f"{word} {tag.name}", tag.span, depth, tag.name))
            depth += 1
        elif tag.kind is TagKind.ELSE:
            items.append(OutlineItem("else", "else", tag.span, max(depth - 1, 0)))
        elif tag.kind is TagKind.END:
            depth = max(depth - 1, 0)
        elif tag.kind is TagKind.INSERT:
            items.append(OutlineItem("variable", tag.name, tag.span, depth, tag.name))
    return tuple(items)

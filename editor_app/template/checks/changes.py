"""Edits that several fixes are made of."""

from __future__ import annotations

from editor_app.template.dialect import Dialect
from editor_app.template.tree import Tree
from editor_app.text import Edit, Fix, Span

_BLANKS = " \t"


def removal(tree: Tree, span: Span) -> Edit:
    """Take `span` out, with its line if nothing else stands there."""
    line = line_alone(tree, span)
    return Edit(line or span, "")


def line_alone(tree: Tree, span: Span) -> Span | None:
    """Return the whole line of `span`, newline and all, if only blanks stand beside it."""
    source, offset = tree.source, tree.offset
    start = span.start - offset
    while start > 0 and source[start - 1] in _BLANKS:
        start -= 1
    end = span.end - offset
    while end < len(source) and source[end] in _BLANKS:
        end += 1
    if (start > 0 and source[start - 1] != "\n") or (end < len(source) and source[end] != "\n"):
        return None
    return Span(start + offset, min(end + 1, len(source)) + offset)


def keep_as_text(tree: Tree, span: Span, opener: str) -> Fix | None:
    """Mark what starts with `opener` as text, where the dialect can say so."""
    start = span.start
    if tree.dialect is Dialect.BRACKETS:
        edit = Edit(Span(start, start + len(opener)), f"[literal:{opener}]")
    elif opener == "{{" and not tree.source.endswith("\\", 0, start - tree.offset):
        edit = Edit(Span(start, start), "\\")
    else:
        return None
    return Fix("Mark it as text", (edit,))


def fixes(*offered: Fix | None) -> tuple[Fix, ...]:
    """Drop the fixes that cannot be made here."""
    return tuple(fix for fix in offered if fix)

"""Edits and fixes that several checks use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from editor_app.template.dialect import Dialect
from editor_app.template.tree import Tree
from editor_app.text import MOST_PROBLEMS, Diagnostic, Edit, Fix, Sentence, Severity, Span, more_problems

_Item = TypeVar("_Item")
_BLANKS = " \t"
_LONGEST_SHOWN = 60
_LINE_STARTS = ("\n", "")
_rest_of_line = re.compile(r"[ \t]*+(?:\r?\n|\Z)").match


def first_problems(
    items: Iterable[_Item],
    make: Callable[[_Item], Diagnostic],
    counted_as: Callable[[_Item], tuple[Span, str, Severity]],
) -> Iterator[Diagnostic]:
    """Yield what `make` makes of the first MOST_PROBLEMS items, and one problem that counts the others.

    `counted_as` returns the span, the code and the severity of one that is only counted.
    """
    others: Counter[tuple[str, Severity]] = Counter()
    first_span: Span | None = None
    for number, item in enumerate(items):
        if number < MOST_PROBLEMS:
            yield make(item)
        else:
            span, code, severity = counted_as(item)
            first_span = first_span or span
            others[code, severity] += 1
    if first_span is not None:
        yield more_problems(first_span, others)


def tag_removal(tree: Tree, span: Span) -> Edit:
    """Return the edit that removes `span`, with its line if nothing else is on it."""
    line = line_alone(tree, span)
    return Edit(line or span, "")


def line_alone(tree: Tree, span: Span) -> Span | None:
    """Return the span of the line of `span`, newline included; None if more than blanks is beside it."""
    offset = tree.offset
    behind = _rest_of_line(tree.source, span.end - offset)
    if not behind:
        return None
    start = span.start - offset
    while start > 0 and tree.source[start - 1] in _BLANKS:
        start -= 1
    return (
        Span(start + offset, behind.end() + offset)
        if tree.source[start - 1 : start] in _LINE_STARTS
        else None
    )


def keep_as_text(tree: Tree, span: Span, opener: str) -> Fix | None:
    """Return the fix that escapes the `opener` at the start of `span`; None where the dialect cannot."""
    start = span.start
    if tree.dialect is Dialect.BRACKETS:
        edit = Edit(Span(start, start + len(opener)), f"[literal:{opener}]")
    elif opener == "{{" and not tree.source.endswith("\\", 0, start - tree.offset):
        edit = Edit(Span(start, start), "\\")
    else:
        return None
    return Fix(Sentence("template.mark-as-text"), (edit,))


def opener_of(tree: Tree) -> str:
    """Return what every tag of the dialect opens with."""
    return "{{" if tree.dialect is Dialect.BRACES else "["


def short_spelling(spelling: str) -> str:
    """Return a spelling as a message shows it, cut where it is long."""
    return spelling if len(spelling) <= _LONGEST_SHOWN else spelling[:_LONGEST_SHOWN] + "…"


def fixes(*offered: Fix | None) -> tuple[Fix, ...]:
    """Return those of `offered` that are not None."""
    return tuple(fix for fix in offered if fix)

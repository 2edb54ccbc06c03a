"""Rewriting `else if`, which the language does not have, as a condition nested behind `else`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from editor_app.template.checks.changes import line_alone
from editor_app.template.dialect import Dialect
from editor_app.template.tree import Condition, Tree
from editor_app.text import Edit, Span


def else_if_edits(tree: Tree, tags: Iterable[tuple[Span, str]]) -> Mapping[Span, tuple[Edit, ...]]:
    """Return for the span of each `else if`, given with its opener, the edits that nest a condition there.

    One that stands in no closed condition, or behind an `else`, has none.
    """
    edits: dict[Span, tuple[Edit, ...]] = {}
    tags = list(tags)
    spans = [span for span, _ in tags]
    for (span, opener), condition in zip(tags, enclosing(tree, spans), strict=True):
        if condition and not (condition.otherwise and condition.otherwise.start < span.start):
            edits[span] = tuple(_nest(tree, span, opener, condition))
    return edits


def _nest(tree: Tree, span: Span, opener: str, condition: Condition) -> Iterator[Edit]:
    is_braces = tree.dialect is Dialect.BRACES
    divider = "{{else}}" if is_braces else "[else]"
    closer = "[endif]" if not is_braces else "{{/unless}}" if opener.startswith("{{#unless") else "{{/if}}"
    yield Edit(span, divider + _line_break(tree, span) + opener)
    closing = condition.closing
    yield Edit(Span(closing.start, closing.start), closer + _line_break(tree, closing))


def _line_break(tree: Tree, span: Span) -> str:
    """Return a line break with the indentation of `span` if it is alone on its line, else ""."""
    line = line_alone(tree, span)
    return (
        tree.line_break + Span(line.start, span.start).shifted(-tree.offset).of(tree.source) if line else ""
    )


def enclosing(tree: Tree, spans: list[Span]) -> Iterator[Condition | None]:
    """Return for each of `spans`, which are in order, the innermost closed condition round it."""
    around: list[Condition] = []
    conditions = iter(tree.conditions if spans else ())
    condition = next(conditions, None)
    for span in spans:
        while condition and condition.opening.start < span.start:
            while around and around[-1].closing.end <= condition.opening.start:
                around.pop()
            around.append(condition)
            condition = next(conditions, None)
        while around and around[-1].closing.end <= span.start:
            around.pop()
        yield around[-1] if around else None

"""Problems of a template that is a scalar of a YAML or JSON file, with spans and fixes of that file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from editor_app.structured.nodes import ScalarNode
from editor_app.template.template import Template
from editor_app.text import Diagnostic, Edit, Fix, Span, in_order
from editor_app.variables.catalog import Catalog
from editor_app.variables.checks import check_catalog

# A fix in such a template writes the whole scalar again, in its style. After so many characters, further
# problems of it get no fixes: in a large text with many problems they would take a minute.
_MOST_REWRITTEN = 2_000_000


def check_scalar(source: str, node: ScalarNode, template: Template, catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield the problems of a brackets template, the value of a scalar, in which unknown types are text."""
    found = [*template.diagnostics, *check_catalog(template, catalog, unknown_types_stay=True)]
    if not found:
        return
    from editor_app.structured.scalar_places import scalar_map

    places = scalar_map(source, node)
    left = _MOST_REWRITTEN if places.is_exact else 0
    for problem in found:
        fixes = problem.fixes if left > 0 else ()
        left -= len(fixes) * node.span.length
        yield replace(
            problem,
            span=places.source_span(problem.span),
            fixes=tuple(_fix(source, node, template.source, fix) for fix in fixes),
        )


def _fix(source: str, node: ScalarNode, text: str, fix: Fix) -> Fix:
    """Return a fix of a template's text as a fix of its scalar."""
    from editor_app.structured.editing.scalars import edit_scalar

    return Fix(fix.title, tuple(edit_scalar(source, node, _as_one(text, fix.edits))))


def _as_one(text: str, edits: Iterable[Edit]) -> Edit:
    """Join edits to one, so that a scalar that has to be written again is written once."""
    ordered = in_order(edits)
    start = at = ordered[0].span.start
    parts: list[str] = []
    for span, new in ordered:
        parts += text[at : span.start], new
        at = span.end
    return Edit(Span(start, at), "".join(parts))

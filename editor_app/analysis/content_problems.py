"""Problems in the templates of a system message's blocks, with spans of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from editor_app.system_messages import Block, BlockBody
from editor_app.text import Diagnostic, Edit, Fix, Span, in_order
from editor_app.variables import Catalog, check_catalog

# A fix in a content writes the whole scalar again, in its style. After so many characters, further problems
# of that content get no fixes: in a large content with many problems they would take a minute.
_MOST_REWRITTEN = 2_000_000


class ContentMemory:
    """The problems of each block's content, with spans relative to the block's start."""

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self._found: dict[BlockBody, tuple[Diagnostic, ...]] = {}
        self._catalog: Catalog = ()

    def problems(self, source: str, blocks: Iterable[Block], catalog: Catalog) -> list[Diagnostic]:
        """Return the problems in the contents of all blocks; only new contents are checked."""
        before = self._found if catalog == self._catalog else {}
        found: dict[BlockBody, tuple[Diagnostic, ...]] = {}
        problems: list[Diagnostic] = []
        for block in blocks:
            body = block.body
            if body.content is None or "[" not in body.content.text:
                continue
            here = before.get(body)
            if here is None:
                here = tuple(_problems(source, block, catalog))
            found[body] = here
            if here:
                problems += (_placed(problem, block) for problem in here)
        self._found, self._catalog = found, catalog
        return problems


def _problems(source: str, block: Block, catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield the problems of one content, with spans relative to the block's start."""
    template, node = block.body.template, block.content_node
    if template is None or node is None:
        return
    found = [*template.diagnostics, *check_catalog(template, catalog, unknown_types_stay=True)]
    if not found:
        return
    from editor_app.structured import scalar_map

    places = scalar_map(source, node)
    left = _MOST_REWRITTEN if places.is_exact else 0
    for problem in found:
        fixes = problem.fixes if left > 0 else ()
        left -= len(fixes) * node.span.length
        yield replace(
            problem,
            span=places.source_span(problem.span).shifted(-block.start),
            fixes=tuple(_fix(source, block, template.source, fix) for fix in fixes),
        )


def _fix(source: str, block: Block, text: str, fix: Fix) -> Fix:
    """Return a fix of a content's text as a fix of its scalar, with spans relative to the block's start."""
    from editor_app.structured import edit_scalar

    node = block.content_node
    assert node is not None
    edits = edit_scalar(source, node, _as_one(text, fix.edits))
    return Fix(fix.title, _moved(edits, -block.start))


def _as_one(text: str, edits: Iterable[Edit]) -> Edit:
    """Join edits to one, so that a scalar that has to be written again is written once."""
    ordered = in_order(edits)
    start = at = ordered[0].span.start
    parts: list[str] = []
    for span, new in ordered:
        parts += text[at : span.start], new
        at = span.end
    return Edit(Span(start, at), "".join(parts))


def _placed(problem: Diagnostic, block: Block) -> Diagnostic:
    path = f"{block.label}.content"
    return replace(
        problem,
        span=problem.span.shifted(block.start),
        args={**problem.args, "path": path, "field": path},
        fixes=tuple(replace(fix, edits=_moved(fix.edits, block.start)) for fix in problem.fixes),
    )


def _moved(edits: Iterable[Edit], by: int) -> tuple[Edit, ...]:
    return tuple(Edit(span.shifted(by), text) for span, text in edits)

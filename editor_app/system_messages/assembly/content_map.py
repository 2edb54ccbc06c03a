"""The source map of one block's content: that of its template, with spans of the file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from editor_app.structured.scalar_places import ScalarMap, scalar_map
from editor_app.system_messages.assembly.contents import RenderedContent
from editor_app.system_messages.model.entities import Block
from editor_app.template.source_map import Branch, LeftOut, Piece, SourceMap, Why
from editor_app.template.tree import Condition
from editor_app.text import Span


def content_source_map(source: str, block: Block, content: RenderedContent, start: int) -> SourceMap:
    """Return the source map of a block's content at `start` in the output, with spans of the file.

    Spans are found in the scalar once, relative to the block, and are shifted when the block moves.
    """
    local = _remembered(source, block, content)
    by, moved = block.start, _moved_branches(block)
    left_out = tuple(
        LeftOut(place.shifted(by), output + start, why, branch and moved[branch])
        for place, output, why, branch in local.left_out
    )
    return SourceMap(tuple(_moved(local.pieces, start, by, moved)), left_out)


def located_names(source: str, block: Block, content: RenderedContent, start: int) -> Iterator[Piece]:
    """Yield those pieces of the source map that come from a variable's tag."""
    _remembered(source, block, content)
    return _moved(content.local_names, start, block.start, _moved_branches(block))


def located_sides(source: str, block: Block, content: RenderedContent, start: int) -> Iterator[LeftOut]:
    """Yield those parts left out in the source map that are sides of conditions."""
    moved = _moved_branches(block)
    for place, output, why, branch in _remembered(source, block, content).sides_left_out:
        yield LeftOut(place.shifted(block.start), output + start, why, branch and moved[branch])


def _remembered(source: str, block: Block, content: RenderedContent) -> SourceMap:
    if content.local_map is None:
        content.local_map = _local_map(source, block, content)
        content.local_names = tuple(content.local_map.named)
    return content.local_map


def _moved_branches(block: Block) -> _Branches:
    return _Branches(lambda span: span.shifted(block.start))


def _moved(pieces: Iterable[Piece], start: int, by: int, moved: _Branches) -> Iterator[Piece]:
    for output, place, why, name, branch in pieces:
        yield Piece(
            Span(output.start + start, output.end + start),
            Span(place.start + by, place.end + by),
            why,
            name,
            branch and moved[branch],
        )


def _local_map(source: str, block: Block, content: RenderedContent) -> SourceMap:
    """Return the source map of a content, with outputs from 0 and sources relative to the block's start."""
    own = _own_map(content)
    node = block.content_node
    if node is None:
        nowhere = Span(0, 0)
        return SourceMap(tuple(piece._replace(source=nowhere, branch=None) for piece in own.pieces), ())
    places, by = scalar_map(source, node), -block.start

    def place(span: Span) -> Span:
        return places.source_span(span).shifted(by)

    cells, mapped = _Cells(places), _Branches(place)
    pieces: list[Piece] = []
    for piece in own.pieces:
        branch = piece.branch and mapped[piece.branch]
        if piece.why is Why.TEXT and places.is_exact:
            shift = piece.output.start - piece.source.start
            pieces += (
                Piece(value.shifted(shift), there.shifted(by), Why.TEXT, None, branch)
                for value, there in cells.of(piece.source)
            )
        else:
            pieces.append(piece._replace(source=place(piece.source), branch=branch))
    left_out = tuple(
        LeftOut(place(span), output, why, branch and mapped[branch])
        for span, output, why, branch in own.left_out
    )
    return SourceMap(tuple(pieces), left_out)


def _own_map(content: RenderedContent) -> SourceMap:
    """Return the source map of a content, with outputs from 0 and sources in the content's own text."""
    start, end = content.kept
    rendering = content.rendering
    if rendering is None:
        kept = Span(0, end - start)
        pieces = (Piece(kept, content.kept, Why.TEXT, None, None),) if kept.length else ()
        return SourceMap(pieces, ())
    if not start and end == len(rendering.text):
        return rendering.source_map
    return rendering.source_map.cut(start, end)


class _Cell(NamedTuple):
    """A span of a value and its source, which has the same length or is the escape of one character."""

    value_start: int
    value_end: int
    source: Span


class _Cells:
    """The parts of a scalar in order: runs that are the same in value and source, and escaped characters."""

    def __init__(self, places: ScalarMap) -> None:
        self._cells = sorted(
            [
                *(
                    _Cell(value, value + length, Span(source, source + length))
                    for value, source, length in places.runs
                ),
                *(
                    _Cell(value, value + 1, Span(source, source + width))
                    for value, source, width in places.respelled
                ),
            ]
        )
        self._starts = [cell.value_start for cell in self._cells]

    def of(self, span: Span) -> Iterator[tuple[Span, Span]]:
        """Divide a span of the value; yield the span of each part, and its span in the source."""
        at = max(bisect_right(self._starts, span.start) - 1, 0)
        for value_start, value_end, source in self._cells[at:]:
            if value_start >= span.end:
                break
            value = Span(max(value_start, span.start), min(value_end, span.end))
            if value.start < value.end:
                is_whole = value_end - value_start == 1
                by = source.start - value_start
                yield value, source if is_whole else value.shifted(by)


class _Branches(dict[Branch, Branch]):
    """Side of a condition → the same side with spans that `place` gives; each is made once."""

    def __init__(self, place: Callable[[Span], Span]) -> None:
        super().__init__()
        self._place = place
        self._conditions: dict[int, Condition] = {}

    def __missing__(self, branch: Branch) -> Branch:
        outwards = []
        side: Branch | None = branch
        while side is not None and side not in self:
            outwards.append(side)
            side = side.outer
        moved = None if side is None else self[side]
        for side in reversed(outwards):
            moved = self[side] = Branch(self._condition(side.condition), side.in_else, moved)
        assert moved is not None
        return moved

    def _condition(self, condition: Condition) -> Condition:
        moved = self._conditions.get(id(condition))
        if moved is None:
            name, negated, depth, place = condition.name, condition.negated, condition.depth, self._place
            otherwise = condition.otherwise and place(condition.otherwise)
            moved = Condition(
                name, negated, place(condition.opening), otherwise, place(condition.closing), depth
            )
            self._conditions[id(condition)] = moved
        return moved

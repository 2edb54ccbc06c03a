"""The rendered contents of blocks, remembered while neither content nor values change."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple, TypeAlias

from editor_app.structured.scalar_places import ScalarMap, scalar_map
from editor_app.system_messages.model.entities import Block, BlockBody
from editor_app.template.rendering import Rendering, render
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
    (start, end), rendering = content.used, content.rendering
    if rendering is None:
        output = Span(0, end - start)
        own = SourceMap((Piece(output, content.used, Why.TEXT, None, None),) if output.length else (), ())
    elif not start and end == len(rendering.text):
        own = rendering.source_map
    else:
        own = rendering.source_map.cut(start, end)
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
                    for value, source, width in places.escaped
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


_BLANK = " \t\n"


class RenderedContent:
    """The rendered content of a block: `text` without newlines around it, the span `used` of the rendering.

    `names` are its variables. `local_map` is its source map, with sources relative to the block's start, and
    `local_names` the pieces of that map that come from variables; None and () before they are first needed.
    """

    __slots__ = ("is_blank", "local_map", "local_names", "names", "rendering", "text", "used")

    def __init__(self, text: str, rendering: Rendering | None, names: tuple[str, ...] = ()) -> None:
        """Remove the newlines around a text; one that is all blank becomes ""."""
        self.names = names
        start = len(text) - len(text.lstrip("\n"))
        self.is_blank = not text.strip(_BLANK)
        self.text = "" if self.is_blank else text.strip("\n")
        self.used = Span(0, 0) if self.is_blank else Span(start, start + len(self.text))
        self.rendering = rendering
        self.local_map: SourceMap | None = None
        self.local_names: tuple[Piece, ...] = ()


Contents: TypeAlias = Mapping[int, RenderedContent]
"""Index of a block → its rendered content."""


class AssemblyMemory:
    """The contents that the last assembly rendered, by block body, and the values they were rendered with."""

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self._rendered: dict[BlockBody, RenderedContent] = {}
        self._values: dict[str, str] = {}
        self._known_types: frozenset[str] = frozenset()

    def render(
        self,
        blocks: tuple[Block, ...],
        indexes: Iterable[int],
        values: Mapping[str, str | None],
        known_types: Collection[str],
    ) -> dict[int, RenderedContent]:
        """Render the contents of the blocks at `indexes`; a block without a content renders as nothing."""
        known = frozenset(known_types)
        known_values = {
            name: value
            for name, value in values.items()
            if value is not None and name.partition(":")[0] in known
        }
        before = self._rendered
        if known != self._known_types:
            before = {}
        elif known_values != self._values:
            changed = {name for name, _ in known_values.items() ^ self._values.items()}
            before = {body: content for body, content in before.items() if changed.isdisjoint(content.names)}
        rendered: dict[BlockBody, RenderedContent] = {}
        contents: dict[int, RenderedContent] = {}
        for index in indexes:
            body = blocks[index].body
            content = before.get(body)
            if content is None:
                content = rendered.get(body) or _render(body, known_values, known)
            contents[index] = rendered[body] = content
        if before:  # contents that only other situations show are kept, while their blocks are in the file
            for block in blocks:
                if block.body in before:
                    rendered[block.body] = before[block.body]
        self._rendered, self._values, self._known_types = rendered, known_values, known
        return contents


def names_of(body: BlockBody) -> tuple[str, ...]:
    """Return the variables of a block's content, without reading it as a template where it has no tag."""
    if body.content is None or "[" not in body.content.text or body.template is None:
        return ()
    return body.template.names


def names_in(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the variables of blocks' contents, each once, in order of first use."""
    return tuple(dict.fromkeys(chain.from_iterable(names_of(block.body) for block in blocks)))


def _render(body: BlockBody, values: Mapping[str, str], known: frozenset[str]) -> RenderedContent:
    if body.content is None:
        return RenderedContent("", None)
    text = body.content.text
    if "[" not in text or body.template is None:
        return RenderedContent(text, None)
    names = body.template.names
    has_unknown = any(name.partition(":")[0] not in known for name in names)
    # without `known_types` rendering is quicker
    rendering = render(body.template, values, known_types=known if has_unknown else None)
    return RenderedContent(rendering.text, rendering, names)

"""A source map for YAML/JSON scalars: offsets in the decoded value to offsets in the source, and back."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from editor_app.structured import scalar_layout
from editor_app.structured.nodes import ScalarNode, Style
from editor_app.text import Span

_FAR = 1 << 62  # beyond any place in a source: (offset, _FAR) sorts behind all that begins at the offset


class ScalarRun(NamedTuple):
    """Characters that are the same in the value and in the source."""

    value_start: int
    source_start: int
    length: int


class EscapedCharacter(NamedTuple):
    """One value character whose source differs: an escape or a folded line break; `width` is the source's."""

    value_start: int
    source_start: int
    width: int


@dataclass(frozen=True, slots=True)
class ScalarMap:
    """The places of a value's characters; `span` is all that the source spends on them.

    Without runs and escaped characters, as for an alias, all of the value is all of the span.
    """

    runs: tuple[ScalarRun, ...]
    escaped: tuple[EscapedCharacter, ...]
    length: int
    span: Span

    @property
    def is_exact(self) -> bool:
        """Whether every character has a place of its own."""
        return bool(self.runs or self.escaped) or not self.length

    def to_source(self, offset: int) -> int:
        """Return where the value's character at `offset` begins; behind the last one, where that ends."""
        if offset >= self.length:
            return self._end_of(self.length - 1) if self.length else self.span.start
        return self._places(max(offset, 0))[0]

    def to_value(self, offset: int) -> int:
        """Return the value's offset that is nearest to a place in the source."""
        if not self.is_exact:
            return 0 if offset - self.span.start <= self.span.end - offset else self.length
        at = bisect_right(self.runs, offset, key=_source_start) - 1
        best = 0
        if at >= 0:
            run = self.runs[at]
            if offset <= run.source_start + run.length:
                return run.value_start + offset - run.source_start
            best = run.value_start + run.length
        at = bisect_right(self.escaped, offset, key=_source_start) - 1
        if at >= 0 and self.escaped[at].value_start >= best:
            character = self.escaped[at]
            best = character.value_start + (2 * (offset - character.source_start) > character.width)
        return best

    def source_span(self, span: Span) -> Span:
        """Return what the source has for a part of the value."""
        start, end = max(span.start, 0), min(span.end, self.length)
        if start >= end:
            at = self.to_source(span.start)
            return Span(at, at)
        return Span(self.to_source(start), self._end_of(end - 1))

    def _end_of(self, offset: int) -> int:
        return self._places(offset)[1]

    def _places(self, offset: int) -> tuple[int, int]:
        """Return where the value's character at `offset` begins and ends."""
        at = bisect_right(self.runs, (offset, _FAR)) - 1
        if at >= 0:
            run = self.runs[at]
            if offset < run.value_start + run.length:
                place = run.source_start + offset - run.value_start
                return place, place + 1
        at = bisect_right(self.escaped, (offset, _FAR)) - 1
        if at >= 0:
            character = self.escaped[at]
            return character.source_start, character.source_start + character.width
        return self.span.start, self.span.end


def scalar_map(source: str, node: ScalarNode) -> ScalarMap:
    """Say where each character of a scalar's value stands in `source`, whatever its style."""
    value = node.value or ""
    layout = layout_of(source, node)
    if layout is None or layout.value != value:
        return ScalarMap((), (), len(value), node.span)
    return map_of(layout)


def map_of(layout: scalar_layout.Layout) -> ScalarMap:
    """Return the map that a layout gives."""
    runs, escaped = (
        tuple(map(ScalarRun._make, layout.runs)),
        tuple(map(EscapedCharacter._make, layout.escaped)),
    )
    return ScalarMap(runs, escaped, len(layout.value), layout.span)


@lru_cache(maxsize=2)  # each fix of a text in a scalar asks for it
def layout_of(source: str, node: ScalarNode) -> scalar_layout.Layout | None:
    """Take a scalar's source apart; None for an alias and for what is written too oddly."""
    start = scalar_layout.after_properties(source, node.span)
    if start == node.span.end or source.startswith("*", start):
        return None if source.startswith("*", start) else scalar_layout.nothing(node.span.end)
    if node.style is Style.LITERAL:
        return scalar_layout.literal(source, start, node.value or "")
    if node.style is Style.FOLDED:
        return scalar_layout.folded(source, start, node.span.end, node.value or "")
    if node.style is Style.DOUBLE:
        return scalar_layout.double(source, Span(start, node.span.end))
    if node.style is Style.SINGLE:
        return scalar_layout.single(source, Span(start, node.span.end))
    return scalar_layout.plain(source, Span(start, node.span.end))


def _source_start(place: ScalarRun | EscapedCharacter) -> int:
    return place.source_start

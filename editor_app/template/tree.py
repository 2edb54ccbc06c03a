"""The tree: a source's pieces, its conditions, and what can be asked about them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import Final, NamedTuple

from editor_app.template import brackets
from editor_app.template.dialect import Dialect, TagKind, Token
from editor_app.template.pairing import Pairing
from editor_app.template.syntax import SYNTAX
from editor_app.text import Span


class Tag(NamedTuple):
    """A tag that really is one.

    `name` is "" where there is none; in brackets it is "type:name".
    """

    kind: TagKind
    span: Span
    name: str
    name_span: Span | None
    negated: bool


@dataclass(frozen=True, slots=True)
class Condition:
    """A closed condition: the spans of its tags, and how many conditions stand around it."""

    name: str
    negated: bool
    opening: Span
    otherwise: Span | None
    closing: Span
    depth: int


class Cut(NamedTuple):
    """How much of the texts before and behind a standalone tag goes with its line."""

    before: int
    behind: int


NO_CUT = Cut(0, 0)


class Tree:
    """A parsed source; it never changes, and works out on first demand what is asked of it.

    In `listed` text and tags take turns, text first and last. `live` is the same
    list as rendering starts from: without the tags that shape the tree and what
    goes with their lines. `structural` are the indexes of the tags that may shape
    it. Every span given out is of the file, in which the source starts at `offset`.
    """

    __slots__ = ("__dict__", "cuts", "dialect", "listed", "live", "offset", "pairing", "source", "structural")

    def __init__(
        self,
        source: str,
        dialect: Dialect,
        offset: int,
        listed: list[str],
        live: list[str],
        structural: list[int],
        pairing: Pairing,
        cuts: dict[int, Cut],
    ) -> None:
        """Hold what parsing found."""
        self.source: Final = source
        self.dialect: Final = dialect
        self.offset: Final = offset
        self.listed: Final = listed
        self.live: Final = live
        self.structural: Final = structural
        self.pairing: Final = pairing
        self.cuts: Final = cuts

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """Text and tags in turn; joined they are the source."""
        return tuple(self.listed)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name in order of first use, those of unclosed conditions too."""
        names = dict.fromkeys(
            token.name for token in map(self.token, dict.fromkeys(self.listed[1::2])) if token.name
        )
        return tuple(name for name in names if not brackets.is_literal(name))

    @cached_property
    def uses(self) -> Mapping[str, tuple[Span, ...]]:
        """Name → the spans of that name in the file, in order."""
        uses: dict[str, list[Span]] = {name: [] for name in self.names}
        token_of, starts = SYNTAX[self.dialect].tokens, self.starts
        for at in range(1, len(self.listed), 2):
            token = token_of[self.listed[at]]
            if token.name in uses:
                start = starts[at] + token.name_at
                uses[token.name].append(Span(start, start + len(token.name)))
        return MappingProxyType({name: tuple(spans) for name, spans in uses.items()})

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The closed conditions, in order of their openers."""
        conditions: list[Condition] = []
        for pair in self.pairing.pairs:
            depth = conditions[pair.parent].depth + 1 if pair.parent >= 0 else 0
            otherwise = self.span(pair.otherwise) if pair.otherwise else None
            opening, closing = self.span(pair.opening), self.span(pair.closing)
            conditions.append(Condition(pair.name, pair.negated, opening, otherwise, closing, depth))
        return tuple(conditions)

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """Every tag that really is one, in order."""
        return tuple(self._tags_from(1, len(self.listed)))

    def tags_between(self, start: int, end: int) -> Sequence[Tag]:
        """Return the tags that share a code point with `start`…`end`, without looking at the others."""
        first = max(bisect_right(self.starts, start) - 1, 0)
        return tuple(self._tags_from(first | 1, bisect_left(self.starts, end), start))

    def tag_at(self, offset: int) -> Tag | None:
        """Return the tag that the code point at `offset` belongs to."""
        return next(iter(self.tags_between(offset, offset + 1)), None)

    @cached_property
    def starts(self) -> list[int]:
        """Where in the file each piece starts, and where the last ends."""
        return list(accumulate(map(len, self.listed), initial=self.offset))

    @cached_property
    def shaping(self) -> frozenset[int]:
        """The indexes of the tags that really open, divide or close a condition, and of the comments."""
        pairs = self.pairing.pairs
        shaping = {pair.opening for pair in pairs}
        shaping.update(pair.closing for pair in pairs)
        shaping.update(pair.otherwise for pair in pairs if pair.otherwise)
        shaping.update(at for at in self.structural if self.token(self.listed[at]).kind is TagKind.COMMENT)
        return frozenset(shaping)

    def token(self, piece: str) -> Token:
        """Say what a piece at a tag's place is by its spelling."""
        return SYNTAX[self.dialect].tokens[piece]

    def span(self, at: int) -> Span:
        """Return the span of a piece in the file."""
        return Span(self.starts[at], self.starts[at + 1])

    def _tags_from(self, first: int, last: int, start: int = 0) -> Iterator[Tag]:
        token_of, starts, shaping = SYNTAX[self.dialect].tokens, self.starts, self.shaping
        free = (TagKind.INSERT, TagKind.LITERAL)
        for at in range(first, last, 2):
            kind, name, name_at, negated, *_ = token_of[self.listed[at]]
            if kind is None or (kind not in free and at not in shaping) or starts[at + 1] <= start:
                continue
            name_start = starts[at] + name_at
            name_span = Span(name_start, name_start + len(name)) if name else None
            yield Tag(kind, Span(starts[at], starts[at + 1]), name, name_span, negated)

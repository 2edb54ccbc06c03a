"""The tree of a parsed source: its pieces, tags, names and conditions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, compress
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from editor_app.template.brackets import is_literal
from editor_app.template.dialect import Dialect, TagKind, Token
from editor_app.template.once import once
from editor_app.template.pairing import ELSE_OF, Sides, TagProblem, pair, untangle
from editor_app.template.syntax import SYNTAX, place_lines
from editor_app.text import Span, line_end


class Tag(NamedTuple):
    """A tag that has an effect, and did not turn out to be text.

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


class Structure(NamedTuple):
    """The tags of closed conditions and comments: their `places` among the pieces, and the conditions' sides.

    `indents` are the indentation widths of those that are alone on their lines.
    """

    places: list[int]
    sides: Sides
    indents: Mapping[int, int]


_PLACED = ("indents", "letters", "listed", "tag_letters")


class Tree:
    """A parsed source; immutable, its facts computed on first access.

    In `listed` text and tags alternate, text first and last; `tag_letters` has
    the letter of each tag (see `Token`), `letters` these joined. A block tag or
    comment that is alone on its line has the line's end in its piece, and if it
    is indented, `indents` has the number of blanks before it. Spans are of the
    file, in which the source starts at `offset`.
    """

    __slots__ = ("__dict__", "_split", "dialect", "offset", "source", *_PLACED)

    listed: list[str]
    tag_letters: list[str]
    letters: str
    indents: Mapping[int, int]

    def __init__(self, source: str, dialect: Dialect, offset: int, split: list[str]) -> None:
        """Keep the source and `split`, the pieces that splitting it gave."""
        self.source: Final = source
        self.dialect: Final = dialect
        self.offset: Final = offset
        self._split: list[str] | None = split

    def place_lines(self) -> None:
        """Compute `listed`, `tag_letters`, `letters` and `indents`, if that is not done yet."""
        split = self._split
        if split is not None:
            self.listed, self.tag_letters, self.letters, self.indents = place_lines(split, self.dialect)
            self._split = None

    if not TYPE_CHECKING:  # it would allow any attribute

        def __getattr__(self, name: str) -> object:
            """Place the lines when one of the facts that need it is first asked for."""
            if name not in _PLACED:
                raise AttributeError(f"‘{type(self).__name__}’ has no attribute ‘{name}’.")
            self.place_lines()
            return getattr(self, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return (self.source, self.dialect, self.offset) == (other.source, other.dialect, other.offset)

    def __hash__(self) -> int:
        return hash((self.source, self.dialect, self.offset))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.dialect} of {len(self.source)} characters>"

    @once
    def pieces(self) -> tuple[str, ...]:
        """Alternating text and tags, a block tag alone on its line with the line's end; joined the source."""
        return tuple(self.listed)

    @once
    def names(self) -> tuple[str, ...]:
        """Every name in order of first use, those of unclosed conditions too."""
        names = dict.fromkeys(self.token(spelling).name for spelling in dict.fromkeys(self.listed[1::2]))
        return tuple(name for name in names if name and not is_literal(name))

    @once
    def uses(self) -> Mapping[str, tuple[Span, ...]]:
        """Name → the spans of that name in the file, in order."""
        return _Uses(self)

    @once
    def uses_of_all(self) -> Mapping[str, tuple[Span, ...]]:
        """Name → the spans of that name, computed for all names at once."""
        uses: dict[str, list[Span]] = {name: [] for name in self.names}
        token, starts = SYNTAX[self.dialect].token, self.starts
        for index in range(1, len(self.listed), 2):
            _, _, name, name_at, *_ = token(self.listed[index])
            if name in uses:
                start = starts[index] + name_at
                uses[name].append(Span(start, start + len(name)))
        return MappingProxyType({name: tuple(spans) for name, spans in uses.items()})

    @once
    def tags(self) -> tuple[Tag, ...]:
        """Every tag but those that turned out to be text, in order."""
        return tuple(self._tags_from(1, len(self.listed)))

    def tags_between(self, start: int, end: int) -> Sequence[Tag]:
        """Return the tags that share a code point with `start`…`end`, without looking at the others."""
        first = max(bisect_right(self.starts, start) - 1, 0)
        last = min(bisect_left(self.starts, end), len(self.listed))
        return tuple(tag for tag in self._tags_from(first | 1, last) if tag.span.end > start)

    def tag_at(self, offset: int) -> Tag | None:
        """Return the tag that the code point at `offset` belongs to, or None."""
        return next(iter(self.tags_between(offset, offset + 1)), None)

    @once
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions that are closed, in order of their openers."""
        starts, _, keys = self.structure.sides
        return tuple(
            self.condition_at[start] for start, key in zip(starts, keys, strict=True) if key[0] != ELSE_OF
        )

    @once
    def outer_conditions(self) -> tuple[Span, ...]:
        """Spans of the conditions that stand in no other, from opener to closer, in order."""
        spans: list[Span] = []
        last, end_of = 0, self.side_end
        for start, key in zip(*self.structure.sides[::2], strict=True):
            if key[0] != ELSE_OF and start > last:
                last = end_of[start]
                last = end_of.get(last, last)
                spans.append(Span(self.starts[start], self.span(last).end))
        return tuple(spans)

    @once
    def condition_at(self) -> Mapping[int, Condition]:
        """Place of an opener, `else` or closer among the pieces → its condition."""
        conditions: dict[int, Condition] = {}
        end_of = self.side_end
        closings: list[int] = []
        for start, key in zip(*self.structure.sides[::2], strict=True):
            while closings and closings[-1] < start:
                closings.pop()
            if key[0] != ELSE_OF:
                tags = [start, end_of[start]]
                if tags[1] in end_of:
                    tags.append(end_of[tags[1]])
                conditions.update(dict.fromkeys(tags, self._condition(tags, len(closings))))
                closings.append(tags[-1])
        return conditions

    @once
    def side_end(self) -> Mapping[int, int]:
        """Place of an opener or `else` → the place of the tag that ends its side."""
        starts, ends, _ = self.structure.sides
        return dict(zip(starts, ends, strict=True))

    @once
    def structure(self) -> Structure:
        """Places of the tags of closed conditions and comments, and the sides of the conditions."""
        places, letters, indents = self.places(), self.letters, self.indents
        sides = None if "?" in letters else pair(self.listed, places, letters)
        if sides is None:
            text = self.untangled[0]
            real = [
                letter != "?" and place not in text for place, letter in zip(places, letters, strict=True)
            ]
            places = list(compress(places, real))
            sides = pair(self.listed, places, "".join(compress(letters, real)))
            indents = {place: indents[place] for place in places if place in indents}
            assert sides is not None
        return Structure(places, sides, indents)

    @once
    def shaping(self) -> frozenset[int]:
        """Places of the tags of closed conditions and comments."""
        return frozenset(self.structure.places)

    @once
    def problems(self) -> tuple[TagProblem, ...]:
        """Tags that do not fit together, in order."""
        letters = self.letters
        fits = len(self.structure.places) == len(letters)
        if fits and (self.dialect is Dialect.BRACKETS or not ("u" in letters or "y" in letters)):
            return ()
        return tuple(self.untangled[1])

    @once
    def untangled(self) -> tuple[set[int], list[TagProblem]]:
        """Places of the block tags that are text, and every problem with them in order."""
        return untangle(self.places(), self.letters, SYNTAX[self.dialect].closers)

    @once
    def unclosed_comments(self) -> tuple[int, ...]:
        """Places of the comment openers that their lines do not close."""
        letters = self.tag_letters if "?" in self.letters else ()
        return tuple(2 * index + 1 for index, letter in enumerate(letters) if letter == "?")

    @once
    def open_ended(self) -> tuple[Span, ...]:
        """Spans of unclosed comments and names up to the line's end, which would absorb a tag put there."""
        if self.dialect is Dialect.BRACES:
            starts = [self.starts[index] - self.offset for index in self.unclosed_comments]
            return tuple(Span(at, line_end(self.source, at)).shifted(self.offset) for at in starts)
        listed = self.listed
        return tuple(self.span(index) for index in range(1, len(listed), 2) if listed[index][-1] != "]")

    @once
    def line_break(self) -> str:
        """Line end of the first line, CRLF or LF, which added lines get too."""
        newline = self.source.find("\n")
        return "\r\n" if newline > 0 and self.source[newline - 1] == "\r" else "\n"

    @once
    def starts(self) -> list[int]:
        """Offsets in the file of each piece's start, and of the last one's end."""
        return list(accumulate(map(len, self.listed), initial=self.offset))

    def places(self) -> list[int]:
        """Return the places of the tags that have a letter, and so may shape the tree."""
        return list(compress(range(1, 2 * len(self.tag_letters), 2), self.tag_letters))

    def token(self, piece: str) -> Token:
        """Return the token of a piece at a tag's place."""
        return SYNTAX[self.dialect].token(piece)

    def span(self, index: int) -> Span:
        """Return the span in the file of the tag at `index`."""
        start = self.starts[index]
        return Span(start, start + len(self.listed[index].rstrip(_LINE_END)))

    def spelling(self, index: int) -> str:
        """Return how the tag at `index` is spelled."""
        return self.listed[index].rstrip(_LINE_END)

    def line(self, index: int) -> Span | None:
        """Return the span of the line that goes with a tag; None if that is not alone on its line."""
        listed, indent = self.listed, self.structure.indents.get(index, 0)
        if not indent and not listed[index].endswith("\n"):
            before = listed[index - 1][-1:] or ("\n" if index == 1 else listed[index - 2][-1:])
            if before != "\n" or index < len(listed) - 2 or listed[-1]:
                return None
        return Span(self.starts[index] - indent, self.starts[index + 1])

    def text(self, index: int) -> Span:
        """Return the span of a text, without the indentation of a tag that is alone on its line."""
        return Span(self.starts[index], self.starts[index + 1] - self.structure.indents.get(index + 1, 0))

    def _condition(self, tags: list[int], depth: int) -> Condition:
        token = self.token(self.listed[tags[0]])
        otherwise = self.span(tags[1]) if len(tags) == 3 else None
        return Condition(token.name, token.negated, self.span(tags[0]), otherwise, self.span(tags[-1]), depth)

    def _tags_from(self, first: int, last: int) -> Iterator[Tag]:
        token, starts, shaping = SYNTAX[self.dialect].token, self.starts, self.shaping
        for index in range(first, last, 2):
            kind, _, name, name_at, negated, _ = token(self.listed[index])
            if kind is None or (kind not in _FREE and index not in shaping):
                continue
            start = starts[index] + name_at
            name_span = Span(start, start + len(name)) if name else None
            yield Tag(kind, self.span(index), name, name_span, negated)


class _Uses(Mapping[str, tuple[Span, ...]]):
    """The uses of each name, found when first asked for; the names themselves are known before."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._names = frozenset(tree.names)

    def __getitem__(self, name: str) -> tuple[Span, ...]:
        if name not in self._names:
            raise KeyError(name)
        return self._tree.uses_of_all[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._tree.names)

    def __len__(self) -> int:
        return len(self._names)


_LINE_END = " \t\r\n"
_FREE = (TagKind.INSERT, TagKind.LITERAL)

"""The source map: why each character of the output is there, and what was left out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Literal, NamedTuple

from editor_app.template.dialect import TagKind
from editor_app.template.syntax import Memory
from editor_app.template.tree import Condition, Tree
from editor_app.template.variable_values import AS_WRITTEN, ELSE, THEN, VariableValues
from editor_app.text import Span

LeftOutWhy = Literal["condition", "standalone", "comment", "trimmed", "block"]


class Why(StrEnum):
    """Why a piece of output is there."""

    TEXT = "text"
    VALUE = "value"
    DEFAULT = "default"
    LITERAL = "literal"
    UNKNOWN = "unknown"
    ADDED = "added"  # between the blocks of a system message: from no source


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Branch:
    """One side of a condition, and the side around it; linked, so that deep nesting stays linear."""

    condition: Condition
    in_else: bool
    outer: Branch | None

    def __iter__(self) -> Iterator[Branch]:
        """Yield this side and those around it, from the inside out."""
        branch: Branch | None = self
        while branch:
            yield branch
            branch = branch.outer

    def __repr__(self) -> str:
        side = "else of " if self.in_else else ""
        return f"<Branch {side}{self.condition.name} at {self.condition.opening.start}>"

    def __reduce__(self) -> tuple[Callable[..., Branch | None], tuple[list[tuple[Condition, bool]]]]:
        return _relink, ([(branch.condition, branch.in_else) for branch in self],)


def _relink(outwards: list[tuple[Condition, bool]]) -> Branch | None:
    branch: Branch | None = None
    for condition, in_else in reversed(outwards):
        branch = Branch(condition, in_else, branch)
    return branch


_UNCHANGED = (Why.TEXT, Why.UNKNOWN)


class Piece(NamedTuple):
    """A piece of output, which may be empty, and the source it comes from."""

    output: Span
    source: Span
    why: Why
    name: str | None
    branch: Branch | None

    @property
    def conditions(self) -> Iterator[Branch]:
        """The sides of conditions it stands in, from the innermost outwards."""
        return iter(self.branch or ())

    def source_at(self, output_offset: int) -> int:
        """Return the source offset of an offset in this piece's output; behind it, the source's end."""
        return self._across(output_offset, self.output, self.source)

    def output_at(self, source_offset: int) -> int:
        """Return the output offset of an offset in this piece's source; behind it, the output's end."""
        return self._across(source_offset, self.source, self.output)

    def _across(self, offset: int, inside: Span, other: Span) -> int:
        if offset >= inside.end:
            return other.end
        is_same = self.why in _UNCHANGED and inside.length == other.length
        return other.start + offset - inside.start if is_same else other.start


class LeftOut(NamedTuple):
    """Source that is not in the output, and the `output` offset where it would stand.

    Where a condition left it out, `branch` is the side left out; otherwise the side around it.
    """

    source: Span
    output: int
    why: LeftOutWhy
    branch: Branch | None


class SourceMap:
    """Pieces, whose outputs lie end to end, and what was left out; both in source order."""

    __slots__ = ("_left_out", "_pieces")

    def __init__(self, pieces: tuple[Piece, ...], left_out: tuple[LeftOut, ...]) -> None:
        """Keep the pieces and the parts left out."""
        self._pieces = pieces
        self._left_out = left_out

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces, in order."""
        return self._pieces

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What was left out, in order."""
        return self._left_out

    @property
    def named(self) -> Iterator[Piece]:
        """The pieces that come from a tag with a name, in order."""
        return (piece for piece in self.pieces if piece.name is not None)

    def conditions_in_force(self, pieces: Iterable[Piece]) -> Iterator[Condition]:
        """Yield the conditions that left something out, then those around some pieces that are there."""
        for part in self.sides_left_out:
            if part.branch is not None:
                yield part.branch.condition
        seen: set[Branch] = set()
        for piece in pieces:
            for branch in piece.conditions:
                if branch in seen:
                    break  # the conditions around this one were seen before, too
                seen.add(branch)
                yield branch.condition

    @property
    def sides_left_out(self) -> Iterator[LeftOut]:
        """The sides of conditions that were left out, in order."""
        return (part for part in self.left_out if part.why == "condition")

    def between(self, start: int, end: int) -> Iterator[Piece]:
        """Yield the pieces that have characters between `start` and `end` of the output."""
        pieces = self.pieces
        for index in range(max(_last_from(pieces, start), 0), len(pieces)):
            output = pieces[index].output
            if output.start >= end:
                break
            if output.start < output.end and output.end > start:
                yield pieces[index]

    def cut(self, start: int, end: int) -> SourceMap:
        """Return the map of the output from `start` to `end`; only text may be cut off."""
        return _trimmed(self.pieces, self.left_out, start, end)

    def piece_at(self, output_offset: int) -> Piece | None:
        """Return the piece of the output's code point at `output_offset`, or None."""
        index = _last_from(self.pieces, output_offset)
        return (
            self.pieces[index] if index >= 0 and self.pieces[index].output.contains(output_offset) else None
        )

    def source_at(self, output_offset: int) -> int:
        """Return the place in the source that the output at `output_offset` comes from."""
        if not self.pieces:
            return 0
        return self.pieces[max(_last_from(self.pieces, output_offset), 0)].source_at(output_offset)

    def output_at(self, source_offset: int) -> int:
        """Return the place in the output nearest to what `source_offset` became."""
        index = bisect_right(self.pieces, source_offset, key=_source_start) - 1
        return 0 if index < 0 else self.pieces[index].output_at(source_offset)


def _last_from(pieces: Sequence[Piece], offset: int) -> int:
    """Return the index of the last piece whose output begins at an offset or before, -1 without one."""
    return bisect_right(pieces, ((offset, inf),)) - 1  # no piece ends there: tuples compare without a key


def _source_start(piece: Piece) -> int:
    return piece.source.start


def build_source_map(tree: Tree, variables: VariableValues, content: Span | None) -> SourceMap:
    """Return the source map of a rendering, from a second pass over the tree; cut to `content`, if given."""
    walk = _Walk(tree, variables)
    walk.go()
    if content is None:
        return SourceMap(tuple(walk.pieces), tuple(walk.left_out))
    return _trimmed(walk.pieces, walk.left_out, *content)


class _Walk:
    """A pass over the tree: the pieces so far, the output's length `written`, the current side `branch`."""

    def __init__(self, tree: Tree, variables: VariableValues) -> None:
        self.tree = tree
        self.variables = variables
        self.sides = Memory(variables.side)
        self.pieces: list[Piece] = []
        self.left_out: list[LeftOut] = []
        self.branch: Branch | None = None
        self.written = 0

    def go(self) -> None:
        last = len(self.tree.listed)
        index = 0
        while index < last:
            if index % 2 == 0:
                self.text_piece(self.tree.text(index))
            elif index not in self.tree.shaping:
                self.tag(index)
            elif index not in self.tree.condition_at:
                self.comment(index)
            else:
                index = self.control(index)
                continue
            index += 1

    def text_piece(self, source: Span) -> None:
        """Add text to the pieces, as one piece with text directly before it."""
        if not source.length:
            return
        start = self.written
        if self.pieces:
            before = self.pieces[-1]
            if before.why is Why.TEXT and before.source.end == source.start and before.branch is self.branch:
                source = Span(before.source.start, source.end)
                start = before.output.start
                self.pieces.pop()
        self.written = start + source.length
        self.pieces.append(Piece(Span(start, self.written), source, Why.TEXT, None, self.branch))

    def tag(self, index: int) -> None:
        spelling = self.tree.listed[index]
        kind, _, name, _, _, text = self.tree.token(spelling)
        source = self.tree.span(index)
        if kind is TagKind.INSERT:
            value = self.variables.values.get(name)
            if value is not None:
                why = Why.DEFAULT if name in self.variables.defaulted else Why.VALUE
                self.piece(source, len(value), why, name)
            elif self.variables.is_unknown(name):
                self.piece(source, source.length, Why.UNKNOWN, name)
            else:
                self.piece(source, 0, Why.VALUE, name)
        elif kind is TagKind.LITERAL:
            self.piece(source, len(text), Why.LITERAL, None)
        else:
            self.text_piece(Span(source.start, source.start + len(spelling)))

    def piece(self, source: Span, length: int, why: Why, name: str | None) -> None:
        start = self.written
        self.written += length
        self.pieces.append(Piece(Span(start, self.written), source, why, name, self.branch))

    def comment(self, index: int) -> None:
        tag = self.tree.span(index)
        line = self.tree.line(index) or tag
        self.leave_out(line.start, tag.start, "standalone", self.branch)
        self.leave_out(tag.start, tag.end, "comment", self.branch)
        self.leave_out(tag.end, line.end, "standalone", self.branch)

    def control(self, index: int) -> int:
        """Handle a tag that opens, divides or closes a condition; return the index to continue at."""
        condition = self.tree.condition_at[index]
        tag = self.tree.span(index)
        opens = tag == condition.opening
        if opens:
            side = self.sides[self.tree.listed[index]]
        else:
            side = THEN if self.branch and self.branch.condition is condition else AS_WRITTEN
        if side == AS_WRITTEN:
            self.piece(tag, tag.length, Why.UNKNOWN, condition.name)
            return index + 1
        if not opens and self.branch:
            self.branch = self.branch.outer
        self.line(index)
        if side == ELSE or tag == condition.otherwise:
            return self.skip(index, condition, in_else=not opens)
        if opens:
            self.branch = Branch(condition, in_else=False, outer=self.branch)
        return index + 1

    def skip(self, index: int, condition: Condition, in_else: bool) -> int:
        """Leave out the side that begins behind `index`, and handle the tag that ends it; return the next."""
        end = self.tree.side_end[index]
        start = self.tree.text(index + 1).start
        self.leave_out(
            start, self.tree.text(end - 1).end, "condition", Branch(condition, in_else, self.branch)
        )
        self.line(end)
        if end in self.tree.side_end:
            self.branch = Branch(condition, in_else=True, outer=self.branch)
        return end + 1

    def line(self, index: int) -> None:
        """Leave out the line of a standalone tag."""
        if line := self.tree.line(index):
            self.leave_out(line.start, line.end, "standalone", self.branch)

    def leave_out(self, start: int, end: int, why: LeftOutWhy, branch: Branch | None) -> None:
        if start < end:
            self.left_out.append(LeftOut(Span(start, end), self.written, why, branch))


def _trimmed(pieces: Sequence[Piece], left_out: Sequence[LeftOut], start: int, end: int) -> SourceMap:
    """Return the map cut to the output from `start` to `end`; only text may be cut off."""

    def place(offset: int) -> int:
        return min(max(offset, start), end) - start

    shorter_pieces: list[Piece] = []
    trimmed: list[LeftOut] = []
    for piece in pieces:
        output, source, why, name, branch = piece
        shorter = Span(place(output.start), place(output.end))
        if shorter.length < output.length:
            lead = min(max(start - output.start, 0), output.length)
            tail = output.length - lead - shorter.length
            if lead:
                trimmed.append(
                    LeftOut(Span(source.start, source.start + lead), shorter.start, "trimmed", branch)
                )
            if tail:
                trimmed.append(LeftOut(Span(source.end - tail, source.end), shorter.end, "trimmed", branch))
            source = Span(source.start + lead, source.end - tail)
            if not shorter.length:
                continue
        shorter_pieces.append(Piece(shorter, source, why, name, branch))
    moved = [LeftOut(source, place(output), why, branch) for source, output, why, branch in left_out]
    moved += trimmed
    moved.sort(key=lambda omission: omission.source.start)
    return SourceMap(tuple(shorter_pieces), tuple(moved))

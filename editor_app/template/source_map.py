"""The source map: why each character of the output is there, and what was left out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

from editor_app.template.dialect import TagKind
from editor_app.template.tree import NO_CUT, Condition, Tree
from editor_app.text import Span

LeftOutWhy = Literal["condition", "standalone", "comment", "trimmed"]

# Which side of a condition is in the output; THEN and ELSE compare equal to `in_else`.
NEITHER, THEN, ELSE, AS_WRITTEN = -1, 0, 1, 2


class Why(StrEnum):
    """Why a piece of output is there."""

    TEXT = "text"
    VALUE = "value"
    DEFAULT = "default"
    LITERAL = "literal"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Branch:
    """One side of a condition, and the one it stands in; linked, so that deep nesting stays linear."""

    condition: Condition
    in_else: bool
    outer: Branch | None

    def __iter__(self) -> Iterator[Branch]:
        """Go outwards, from this one on."""
        branch: Branch | None = self
        while branch:
            yield branch
            branch = branch.outer

    def __repr__(self) -> str:
        return f"<Branch {'else of ' if self.in_else else ''}{self.condition.name} at {self.condition.opening.start}>"

    def __reduce__(self) -> tuple[Callable[..., Branch | None], tuple[list[tuple[Condition, bool]]]]:
        return _relink, ([(branch.condition, branch.in_else) for branch in self],)


def _relink(outwards: list[tuple[Condition, bool]]) -> Branch | None:
    branch: Branch | None = None
    for condition, in_else in reversed(outwards):
        branch = Branch(condition, in_else, branch)
    return branch


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


class LeftOut(NamedTuple):
    """Source that is not in the output, and the `output` offset where it would stand.

    `branch` is the side that a condition left out; otherwise the side it stands in.
    """

    source: Span
    output: int
    why: LeftOutWhy
    branch: Branch | None


class Outcome(NamedTuple):
    """What rendering decided: a side per condition, an output per spelling, and where names came from.

    The output without trimming is cut to `kept`.
    """

    sides: Sequence[int]
    outputs: Mapping[str, str]
    defaulted: Collection[str]
    unknown: Collection[str]
    kept: Span


class SourceMap:
    """Pieces, whose outputs lie end to end, and what was left out; both in source order."""

    __slots__ = ("left_out", "pieces")

    def __init__(self, pieces: tuple[Piece, ...], left_out: tuple[LeftOut, ...]) -> None:
        """Hold both."""
        self.pieces = pieces
        self.left_out = left_out

    def piece_at(self, output_offset: int) -> Piece | None:
        """Return the piece that the output's code point at `output_offset` belongs to."""
        at = bisect_right(self.pieces, output_offset, key=lambda piece: piece.output.start) - 1
        return self.pieces[at] if at >= 0 and self.pieces[at].output.contains(output_offset) else None

    def source_at(self, output_offset: int) -> int:
        """Return the place in the source that the output at `output_offset` comes from."""
        if not self.pieces:
            return 0
        at = bisect_right(self.pieces, output_offset, key=lambda piece: piece.output.start) - 1
        output, source, why, *_ = self.pieces[max(at, 0)]
        if output_offset >= output.end:
            return source.end
        return source.start + output_offset - output.start if why in _AS_WRITTEN else source.start

    def output_at(self, source_offset: int) -> int:
        """Return the place in the output nearest to what `source_offset` became."""
        at = bisect_right(self.pieces, source_offset, key=lambda piece: piece.source.start) - 1
        if at < 0:
            return 0
        output, source, why, *_ = self.pieces[at]
        if source_offset >= source.end:
            return output.end
        return output.start + source_offset - source.start if why in _AS_WRITTEN else output.start


_AS_WRITTEN = (Why.TEXT, Why.UNKNOWN)


def build_source_map(tree: Tree, outcome: Outcome) -> SourceMap:
    """Go through the tree once more, and write down what rendering did."""
    builder = _Builder(tree, outcome)
    builder.walk()
    return builder.finished()


class _Builder:
    """The walk's state: what is written so far, and the side of a condition it stands in."""

    def __init__(self, tree: Tree, outcome: Outcome) -> None:
        self.tree = tree
        self.outcome = outcome
        self.starts = tree.starts
        self.pieces: list[Piece] = []
        self.left_out: list[LeftOut] = []
        self.branch: Branch | None = None
        self.written = 0
        self.conditions: dict[int, int] = {}
        for place, pair in enumerate(tree.pairing.pairs):
            self.conditions[pair.opening] = self.conditions[pair.closing] = place
            if pair.otherwise:
                self.conditions[pair.otherwise] = place

    def walk(self) -> None:
        last = len(self.tree.listed) - 1
        shaping = self.tree.shaping
        at = 0
        while at <= last:
            if at % 2 == 0:
                self.text(at)
            elif at in self.conditions:
                at = self.control(at)
                continue
            elif at in shaping:
                self.comment(at)
            else:
                self.tag(at)
            at += 1

    def finished(self) -> SourceMap:
        start, end = self.outcome.kept
        if start == 0 and end == self.written:
            return SourceMap(tuple(self.pieces), tuple(self.left_out))
        return _trimmed(self.pieces, self.left_out, start, end)

    def text(self, at: int) -> None:
        start, end = self.uncut(at)
        if start < end:
            self.text_piece(Span(start, end))

    def text_piece(self, source: Span) -> None:
        """Write text down, as one piece with text directly before it."""
        start = self.written
        if self.pieces:
            before = self.pieces[-1]
            if before.why is Why.TEXT and before.source.end == source.start and before.branch is self.branch:
                source = Span(before.source.start, source.end)
                start = before.output.start
                self.pieces.pop()
        self.written = start + source.length
        self.pieces.append(Piece(Span(start, self.written), source, Why.TEXT, None, self.branch))

    def tag(self, at: int) -> None:
        spelling = self.tree.listed[at]
        kind, name, *_ = self.tree.token(spelling)
        source = self.tree.span(at)
        if kind is TagKind.INSERT:
            outcome = self.outcome
            why = (
                Why.DEFAULT
                if name in outcome.defaulted
                else Why.UNKNOWN
                if name in outcome.unknown
                else Why.VALUE
            )
            self.piece(source, outcome.outputs[spelling], why, name)
        elif kind is TagKind.LITERAL:
            self.piece(source, self.outcome.outputs[spelling], Why.LITERAL, None)
        else:
            self.text_piece(source)

    def piece(self, source: Span, output: str, why: Why, name: str | None) -> None:
        start = self.written
        self.written += len(output)
        self.pieces.append(Piece(Span(start, self.written), source, why, name, self.branch))

    def comment(self, at: int) -> None:
        source = self.tree.span(at)
        cut = self.tree.cuts.get(at, NO_CUT)
        self.leave_out(source.start - cut.before, source.start, "standalone", self.branch)
        self.leave_out(source.start, source.end, "comment", self.branch)
        self.leave_out(source.end, source.end + cut.behind, "standalone", self.branch)

    def control(self, at: int) -> int:
        """Take a tag that opens, divides or closes a condition; return the index to go on at."""
        place = self.conditions[at]
        pair, side = self.tree.pairing.pairs[place], self.outcome.sides[place]
        if side == AS_WRITTEN:
            self.piece(self.tree.span(at), self.tree.listed[at], Why.UNKNOWN, pair.name)
            return at + 1
        condition = self.tree.conditions[place]
        if self.branch and self.branch.condition is condition:
            self.branch = self.branch.outer
        if cut := self.tree.cuts.get(at):
            source = self.tree.span(at)
            self.leave_out(source.start - cut.before, source.end + cut.behind, "standalone", self.branch)
        if at == pair.closing:
            return at + 1
        in_else = at == pair.otherwise
        branch = Branch(condition, in_else, self.branch)
        if side == in_else:
            self.branch = branch
            return at + 1
        target = pair.closing if in_else else pair.otherwise or pair.closing
        self.leave_out(self.uncut(at + 1).start, self.uncut(target - 1).end, "condition", branch)
        return target

    def uncut(self, at: int) -> Span:
        """Return the span of a text without what goes with the lines of the tags beside it."""
        cuts = self.tree.cuts
        before, behind = cuts.get(at - 1, NO_CUT).behind, cuts.get(at + 1, NO_CUT).before
        return Span(self.starts[at] + before, self.starts[at + 1] - behind)

    def leave_out(self, start: int, end: int, why: LeftOutWhy, branch: Branch | None) -> None:
        if start < end:
            self.left_out.append(LeftOut(Span(start, end), self.written, why, branch))


def _trimmed(pieces: list[Piece], left_out: list[LeftOut], start: int, end: int) -> SourceMap:
    """Cut the map to the output from `start` to `end`; what goes is text."""

    def place(offset: int) -> int:
        return min(max(offset, start), end) - start

    kept: list[Piece] = []
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
        kept.append(Piece(shorter, source, why, name, branch))
    moved = [LeftOut(source, place(output), why, branch) for source, output, why, branch in left_out]
    moved += trimmed
    moved.sort(key=lambda left: left.source.start)
    return SourceMap(tuple(kept), tuple(moved))

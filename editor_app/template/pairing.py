"""Which opener, `else` and closer belong together, and which of them are text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from editor_app.template.dialect import TagKind
from editor_app.template.syntax import Tokens


class Pair:
    """A condition while it is being found: places are indexes into the pieces.

    `closing` is 0 as long as no closer came. `parent` is the place in the list
    of conditions of the one around it, or -1; `in_else` says on which side of
    the parent it stands.
    """

    __slots__ = ("closing", "in_else", "name", "negated", "opening", "otherwise", "parent")

    def __init__(self, opening: int, name: str, negated: bool, parent: int, in_else: bool) -> None:
        """Open a condition."""
        self.opening = opening
        self.otherwise = 0
        self.closing = 0
        self.name = name
        self.negated = negated
        self.parent = parent
        self.in_else = in_else


class Problem(NamedTuple):
    """A control tag that is text, or closes what its word does not name; `pair` is its condition."""

    code: str
    at: int
    pair: Pair | None


class Pairing(NamedTuple):
    """The closed conditions in order of their openers, and what went wrong on the way."""

    pairs: list[Pair]
    unclosed: list[Pair]
    problems: list[Problem]


def pair_up(pieces: list[str], structural: Iterable[int], tokens: Tokens) -> Pairing:
    """Pair the control tags at the indexes `structural`; comments among them are passed over."""
    pairs: list[Pair] = []
    open_pairs: list[int] = []
    problems: list[Problem] = []
    for at in structural:
        piece = pieces[at]
        token = tokens[piece]
        kind = token.kind
        inner = pairs[open_pairs[-1]] if open_pairs else None
        if kind is TagKind.IF:
            parent, in_else = (open_pairs[-1], inner.otherwise > 0) if inner else (-1, False)
            open_pairs.append(len(pairs))
            pairs.append(Pair(at, token.name, token.negated, parent, in_else))
        elif kind is TagKind.ELSE:
            if inner is None:
                problems.append(Problem("stray-else", at, None))
            elif inner.otherwise:
                problems.append(Problem("second-else", at, inner))
            else:
                inner.otherwise = at
        elif kind is TagKind.END:
            if inner is None:
                problems.append(Problem("stray-close", at, None))
                continue
            inner.closing = at
            open_pairs.pop()
            if token.word != tokens[pieces[inner.opening]].word:
                problems.append(Problem("mismatched-close", at, inner))
    if open_pairs:
        return _without_unclosed(pairs, open_pairs, problems)
    return Pairing(pairs, [], problems)


def _without_unclosed(pairs: list[Pair], unclosed: list[int], problems: list[Problem]) -> Pairing:
    """Take out the conditions nobody closed; around them stand only others of their kind."""
    closed: list[Pair] = []
    places = [-1] * len(pairs)
    for place, pair in enumerate(pairs):
        if pair.closing:
            places[place] = len(closed)
            pair.parent = places[pair.parent] if pair.parent >= 0 else -1
            pair.in_else = pair.in_else and pair.parent >= 0
            closed.append(pair)
    return Pairing(closed, [pairs[place] for place in unclosed], problems)

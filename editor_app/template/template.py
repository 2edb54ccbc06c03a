"""Parsing: from a source to its tree."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from itertools import compress

from editor_app.template import braces, checks
from editor_app.template.dialect import Dialect
from editor_app.template.pairing import Pairing, pair_up
from editor_app.template.syntax import SYNTAX, Syntax
from editor_app.template.tree import Cut, Tree
from editor_app.text import Diagnostic

_NOTHING = Pairing([], [], [])
_rest_of_line = re.compile(r"[ \t]*+(?:\n|\Z)").match


class Template(Tree):
    """A parsed source with what is wrong in it."""

    __slots__ = ()

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong in the source, in order, each with fixes."""
        return checks.check(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Template):
            return NotImplemented
        return (self.source, self.dialect, self.offset) == (other.source, other.dialect, other.offset)

    def __hash__(self) -> int:
        return hash((self.source, self.dialect, self.offset))

    def __repr__(self) -> str:
        return f"<Template {self.dialect} of {len(self.source)} characters>"

    def __reduce__(self) -> tuple[Callable[..., Template], tuple[str, Dialect, int]]:
        return _again, (self.source, self.dialect, self.offset)


def parse(source: str, dialect: Dialect, *, offset: int = 0) -> Template:
    """Read a template; any text is one. `offset` is where `source` begins in its file."""
    syntax = SYNTAX[dialect]
    pieces = syntax.split(source)
    structural = list(compress(range(1, len(pieces), 2), map(syntax.is_structural, pieces[1::2])))
    if not structural:
        return Template(source, dialect, offset, pieces, pieces, structural, _NOTHING, {})
    if "\x21" in source and _has_cut_short(pieces, structural, syntax):
        pieces = _split_again(pieces, syntax)
        structural = list(compress(range(1, len(pieces), 2), map(syntax.is_structural, pieces[1::2])))
    pairing = pair_up(pieces, structural, syntax.tokens)
    live, cuts = _live(pieces, structural, pairing, syntax)
    return Template(source, dialect, offset, pieces, live, structural, pairing, cuts)


def _again(source: str, dialect: Dialect, offset: int) -> Template:
    return parse(source, dialect, offset=offset)


def _has_cut_short(pieces: list[str], structural: list[int], syntax: Syntax) -> bool:
    return any(syntax.tokens[pieces[at]].unclosed for at in structural)


def _split_again(pieces: list[str], syntax: Syntax) -> list[str]:
    """Cut up the lines' rests that unclosed comment openers took with them."""
    again = [pieces[0]]
    for at in range(1, len(pieces), 2):
        if syntax.tokens[pieces[at]].unclosed:
            rest = braces.split_unclosed(pieces[at])
            again[-1] += rest[0]
            again += rest[1:]
            again[-1] += pieces[at + 1]
        else:
            again += pieces[at], pieces[at + 1]
    return again


def _live(
    pieces: list[str], structural: list[int], pairing: Pairing, syntax: Syntax
) -> tuple[list[str], dict[int, Cut]]:
    """Return the pieces without the tags that shape the tree, and what goes with their lines."""
    live = pieces.copy()
    cuts: dict[int, Cut] = {}
    if not syntax.standalone_lines:
        for pair in pairing.pairs:
            live[pair.opening] = live[pair.otherwise or pair.opening] = live[pair.closing] = ""
        return live, cuts
    text = {pair.opening for pair in pairing.unclosed}
    text.update(pair.otherwise for pair in pairing.unclosed)
    text.update(problem.at for problem in pairing.problems if problem.code != "mismatched-close")
    last = len(pieces) - 1
    for at in structural:
        if at in text or syntax.tokens[pieces[at]].unclosed:
            continue
        live[at] = ""
        behind = _rest_of_line(pieces[at + 1])
        if behind is None or (at + 1 < last and pieces[at + 1][behind.end() - 1 : behind.end()] != "\n"):
            continue
        before = pieces[at - 1]
        line = before[before.rfind("\n") + 1 :]
        if line.strip(" \t") or (at > 1 and len(line) == len(before)):
            continue
        cut = cuts[at] = Cut(len(line), behind.end())
        if cut.before:
            live[at - 1] = live[at - 1][: -cut.before]
        if cut.behind:
            live[at + 1] = live[at + 1][cut.behind :]
    return live, cuts

"""One table per dialect: how to split a source, and what each spelling means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from editor_app.template import braces, brackets
from editor_app.template.dialect import Dialect, TagKind, Token

_NO_INDENTS: Mapping[int, int] = MappingProxyType({})


# The pieces, the letter of each tag (see `Token`), the letters joined, and the indentation widths of tags
# alone on their lines, by place.
PlacedLines: TypeAlias = tuple[list[str], list[str], str, Mapping[int, int]]


def place_lines(pieces: list[str], dialect: Dialect) -> PlacedLines:
    """Return the pieces with cut tags joined; a tag alone on its line has the line's end in its piece."""
    letter = SYNTAX[dialect].letter
    tag_letters = list(map(letter, pieces[1::2]))
    letters = "".join(tag_letters)
    indents = _NO_INDENTS
    if dialect is Dialect.BRACES and letters:
        if "?" in letters:
            pieces = _split_unclosed(pieces, tag_letters)
            tag_letters = list(map(letter, pieces[1::2]))
            letters = "".join(tag_letters)
        if "~" in letters or "c" in letters or pieces[0] in braces.UNDECIDED_STARTS or not letters.islower():
            pieces = pieces.copy()  # another thread may place the lines of the same tree
            indents = braces.decide_lone_tags(pieces, tag_letters, letter)
            letters = "".join(tag_letters)
    return pieces, tag_letters, letters, indents


def _split_unclosed(pieces: list[str], letters: list[str]) -> list[str]:
    """Split the rests of lines that unclosed comment openers took with them."""
    again = [pieces[0]]
    for tag, letter, text in zip(pieces[1::2], letters, pieces[2::2], strict=True):
        if letter == "?":
            rest = braces.split_unclosed(tag)
            again[-1] += rest[0]
            again += rest[1:]
            again[-1] += text
        else:
            again += tag, text
    return again


MOST_REMEMBERED = 4096
LONGEST_REMEMBERED = 200

Fact = TypeVar("Fact")


class Memory(dict[str, Fact], Generic[Fact]):
    """A cache of a fact about each spelling; bounded, so that no text can make it grow for ever."""

    __slots__ = ("_find_out",)

    def __init__(self, find_out: Callable[[str], Fact]) -> None:
        """Compute missing facts with `find_out`."""
        super().__init__()
        self._find_out = find_out

    def __missing__(self, spelling: str) -> Fact:
        fact = self._find_out(spelling)
        if len(spelling) <= LONGEST_REMEMBERED:
            if len(self) >= MOST_REMEMBERED:
                self.clear()
            self[spelling] = fact
        return fact


class TagSyntax(NamedTuple):
    """The functions of a dialect.

    `token` gives a spelling's token, `letter` that token's letter. `name` is the
    name it inserts, "" where it shapes the tree, None for anything else; `plain_name`
    has None in place of that "". `condition_name` is the name that an opener tests, ""
    where that always exists. `closers` maps an opener's letter to its closer's.
    """

    split: Callable[[str], list[str]]
    token: Callable[[str], Token]
    letter: Callable[[str], str]
    name: Callable[[str], str | None]
    plain_name: Callable[[str], str | None]
    condition_name: Callable[[str], str]
    closers: Mapping[str, str]


def _syntax(
    split: Callable[[str], list[str]], classify: Callable[[str], Token], closers: Mapping[str, str]
) -> TagSyntax:
    token = Memory(classify).__getitem__

    def letter(spelling: str) -> str:
        return token(spelling).letter

    def plain_name(spelling: str) -> str | None:
        if not spelling:
            return ""
        return token(spelling).name if token(spelling).kind is TagKind.INSERT else None

    def name(spelling: str) -> str | None:
        return "" if spelling and token(spelling).letter not in _NOT_SHAPING else plain_name(spelling)

    def condition_name(spelling: str) -> str:
        return "" if brackets.is_literal(token(spelling).name) else token(spelling).name

    return TagSyntax(
        split,
        token,
        Memory(letter).__getitem__,
        Memory(name).__getitem__,
        Memory(plain_name).__getitem__,
        Memory(condition_name).__getitem__,
        closers,
    )


_NOT_SHAPING = ("", "?")

SYNTAX = {
    Dialect.BRACES: _syntax(braces.split, braces.classify, {"i": "x", "u": "y"}),
    Dialect.BRACKETS: _syntax(brackets.split, brackets.classify, {"i": "x", "u": "x"}),
}

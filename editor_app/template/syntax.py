"""One table per dialect: how to cut a source, and what each spelling means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from editor_app.template import braces, brackets
from editor_app.template.dialect import Dialect, TagKind, Token

MOST_REMEMBERED = 4096
LONGEST_REMEMBERED = 200

Fact = TypeVar("Fact")


class Memory(dict[str, Fact], Generic[Fact]):
    """Spelling → a fact about it, worked out once; bounded, so that no text can make it grow for ever."""

    __slots__ = ("_find_out",)

    def __init__(self, find_out: Callable[[str], Fact]) -> None:
        """Remember what `find_out` says."""
        super().__init__()
        self._find_out = find_out

    def __missing__(self, spelling: str) -> Fact:
        fact = self._find_out(spelling)
        if len(spelling) <= LONGEST_REMEMBERED:
            if len(self) >= MOST_REMEMBERED:
                self.clear()
            self[spelling] = fact
        return fact


class Syntax(NamedTuple):
    """A dialect's table.

    `letter` is what a spelling does to the tree: "i" and "u" open a condition
    (`#if`, `#unless`), "e" divides it, "x" and "y" close it, "c" is a comment,
    "?" an unclosed one, "" nothing; a capital where the tag may stand alone on
    its line without its line's end being part of the piece. `name` is the name
    a spelling inserts, "" where it shapes the tree, None for anything else;
    `plain_name` has None in place of that "".
    """

    split: Callable[[str], list[str]]
    token: Callable[[str], Token]
    letter: Callable[[str], str]
    name: Callable[[str], str | None]
    plain_name: Callable[[str], str | None]


_NOT_SHAPING = ("", "?")
_LETTERS = {TagKind.ELSE: "e", TagKind.COMMENT: "c"}
_LETTERS_BY_WORD = {
    (TagKind.IF, "if"): "i",
    (TagKind.IF, "unless"): "u",
    (TagKind.END, "if"): "x",
    (TagKind.END, "unless"): "y",
}


def _letter(token: Token) -> str:
    if token.unclosed:
        return "?"
    if token.kind is None:
        return ""
    return _LETTERS.get(token.kind) or _LETTERS_BY_WORD.get((token.kind, token.word), "")


def _syntax(
    split: Callable[[str], list[str]], classify: Callable[[str], Token], standalone_lines: bool
) -> Syntax:
    token = Memory(classify).__getitem__

    def letter(spelling: str) -> str:
        letter = _letter(token(spelling))
        return letter.upper() if standalone_lines and spelling[-1] != "\n" else letter

    def plain_name(spelling: str) -> str | None:
        kind, name, *_ = token(spelling) if spelling else (None, "")
        return name if kind is TagKind.INSERT or not spelling else None

    def name(spelling: str) -> str | None:
        return "" if spelling and _letter(token(spelling)) not in _NOT_SHAPING else plain_name(spelling)

    return Syntax(
        split,
        token,
        Memory(letter).__getitem__,
        Memory(name).__getitem__,
        Memory(plain_name).__getitem__,
    )


SYNTAX = {
    Dialect.BRACES: _syntax(braces.split, braces.classify, standalone_lines=True),
    Dialect.BRACKETS: _syntax(brackets.split, brackets.classify, standalone_lines=False),
}

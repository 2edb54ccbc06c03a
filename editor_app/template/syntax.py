"""One table per dialect: how to cut a source, and what each spelling means."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from editor_app.template import braces, brackets
from editor_app.template.dialect import Dialect, TagKind, Token

MOST_REMEMBERED = 4096
LONGEST_REMEMBERED = 200
_STRUCTURAL = frozenset({TagKind.IF, TagKind.ELSE, TagKind.END, TagKind.COMMENT})


class Tokens(dict[str, Token]):
    """Spelling → token, classified once; bounded, so that no text can make it grow for ever."""

    __slots__ = ("_classify",)

    def __init__(self, classify: Callable[[str], Token]) -> None:
        """Remember what `classify` says."""
        super().__init__()
        self._classify = classify

    def __missing__(self, tag: str) -> Token:
        token = self._classify(tag)
        if len(tag) <= LONGEST_REMEMBERED:
            if len(self) >= MOST_REMEMBERED:
                self.clear()
            self[tag] = token
        return token


class Structural(dict[str, bool]):
    """Spelling → whether it shapes the tree or takes part in its line: all but inserts, literals and text."""

    __slots__ = ("_tokens",)

    def __init__(self, tokens: Tokens) -> None:
        """Remember it for what `tokens` says."""
        super().__init__()
        self._tokens = tokens

    def __missing__(self, tag: str) -> bool:
        token = self._tokens[tag]
        structural = token.kind in _STRUCTURAL or token.unclosed
        if len(tag) <= LONGEST_REMEMBERED:
            if len(self) >= MOST_REMEMBERED:
                self.clear()
            self[tag] = structural
        return structural


class Syntax(NamedTuple):
    """A dialect's table."""

    split: Callable[[str], list[str]]
    tokens: Tokens
    is_structural: Callable[[str], bool]
    standalone_lines: bool


def _syntax(split: Callable[[str], list[str]], classify: Callable[[str], Token], standalone: bool) -> Syntax:
    tokens = Tokens(classify)
    return Syntax(split, tokens, Structural(tokens).__getitem__, standalone)


SYNTAX = {
    Dialect.BRACES: _syntax(braces.split, braces.classify, standalone=True),
    Dialect.BRACKETS: _syntax(brackets.split, brackets.classify, standalone=False),
}

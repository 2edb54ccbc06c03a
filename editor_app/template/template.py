"""Parsing: from a source to its tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from editor_app.template import braces, checks
from editor_app.template.dialect import Dialect
from editor_app.template.once import once
from editor_app.template.syntax import SYNTAX
from editor_app.template.tree import Tree
from editor_app.text import Diagnostic


class Template(Tree):
    """A parsed source with what is wrong in it."""

    __slots__ = ()

    @once
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything wrong in the source, in order, each with fixes."""
        return checks.check(self)

    def __reduce__(self) -> tuple[Callable[..., Template], tuple[str, Dialect, int]]:
        return _again, (self.source, self.dialect, self.offset)


def parse(source: str, dialect: Dialect, *, offset: int = 0) -> Template:
    """Read a template; any text is one. `offset` is where `source` begins in its file."""
    syntax = SYNTAX[dialect]
    pieces = syntax.split(source)
    tag_letters = list(map(syntax.letter, pieces[1::2]))
    letters = "".join(tag_letters)
    indents = _NO_INDENTS
    if dialect is Dialect.BRACES and letters:
        if "?" in letters:
            pieces = _split_unclosed(pieces, tag_letters)
            tag_letters = list(map(syntax.letter, pieces[1::2]))
            letters = "".join(tag_letters)
        if "~" in letters or "c" in letters or not pieces[0] or not letters.islower():
            indents = braces.settle_lines(pieces, tag_letters, syntax.letter)
            letters = "".join(tag_letters)
    return Template(source, dialect, offset, pieces, tag_letters, letters, indents)


_NO_INDENTS: Mapping[int, int] = MappingProxyType({})


def _again(source: str, dialect: Dialect, offset: int) -> Template:
    return parse(source, dialect, offset=offset)


def _split_unclosed(pieces: list[str], letters: list[str]) -> list[str]:
    """Cut up the lines' rests that unclosed comment openers took with them."""
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

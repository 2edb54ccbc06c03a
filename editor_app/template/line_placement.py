"""The step after splitting: cut tags are joined, and a tag alone on its line takes the line's end."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from editor_app.template import braces
from editor_app.template.dialect import Dialect
from editor_app.template.syntax import SYNTAX

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

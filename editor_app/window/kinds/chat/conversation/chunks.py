"""A message's text in chunks of some thousand characters, each laid out by itself."""

from __future__ import annotations

from typing import Final, NamedTuple

CHUNK: Final = 4_000
LONGEST_LINE: Final = 10_000
_WIDEST: Final = 8  # columns of a character or of its label


class Chunk(NamedTuple):
    """A part of a text in whole lines, without the newline behind them; `start` is its offset."""

    start: int
    text: str


def chunks_of(text: str) -> list[Chunk]:
    """Return the chunks of a text; only lines of great length are cut.

    A text that ends with a newline may have an empty last chunk, the line behind that.
    """
    chunks: list[Chunk] = []
    start, length = 0, len(text)
    while length - start > CHUNK:
        newline = text.rfind("\n", start, start + CHUNK)
        if newline < 0:
            newline = text.find("\n", start, start + LONGEST_LINE)
        if newline < 0 and length - start <= LONGEST_LINE:
            break
        end = newline if newline >= 0 else start + CHUNK
        chunks.append(Chunk(start, text[start:end]))
        start = end + (newline >= 0)
    chunks.append(Chunk(start, text[start:]))
    return chunks


def rough_rows(text: str, columns: int) -> int:
    """Return about how many rows a text takes, without looking at each line."""
    return max(text.count("\n") + 1, -(-len(text) // columns))


def certainly_fits(line: str, columns: int) -> bool:
    """Whether a line surely takes one row: known for plain characters, and for few of any width."""
    is_plain = len(line) <= columns and line.isascii() and line.isprintable()
    return is_plain or _WIDEST * len(line) <= columns

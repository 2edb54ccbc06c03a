"""A message's text in chunks of some thousand characters, each laid out by itself."""

from __future__ import annotations

from editor_app.text import Span

CHUNK = 4_000
LONGEST_LINE = 10_000
_WIDEST = 8  # columns of a character or of its label


def chunk_spans(text: str) -> list[Span]:
    """Return the spans of the chunks, each with its last newline; only lines of great length are cut.

    A text that ends with a newline may have an empty last chunk, the line behind that.
    """
    spans: list[Span] = []
    at, length = 0, len(text)
    while length - at > CHUNK:
        cut = text.rfind("\n", at, at + CHUNK)
        if cut < 0:
            cut = text.find("\n", at, at + LONGEST_LINE)
        if cut < 0 and length - at <= LONGEST_LINE:
            break
        end = cut + 1 if cut >= 0 else at + CHUNK
        spans.append(Span(at, end))
        at = end
    spans.append(Span(at, length))
    return spans


def lines_of(text: str, span: Span, *, is_last: bool) -> list[str]:
    """Return the lines of a chunk; the newline at its end begins a further one only in the last chunk."""
    part = span.of(text)
    return (part[:-1] if part.endswith("\n") and not is_last else part).split("\n")


def rough_rows(text: str, span: Span, columns: int, *, is_last: bool) -> int:
    """Return about how many rows a part of a text takes, without looking at each line."""
    ends = text.count("\n", span.start, span.end)
    goes_on = is_last or not text.endswith("\n", span.start, span.end)
    return max(ends + goes_on, -(-span.length // columns), 1)


def certainly_fits(line: str, columns: int) -> bool:
    """Whether a line surely takes one row: known for plain characters, and for few of any width."""
    is_plain = len(line) <= columns and line.isascii() and line.isprintable()
    return is_plain or _WIDEST * len(line) <= columns

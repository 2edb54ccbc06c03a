"""Markdown made of any texts: each renders as the characters it has, and never as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

# Controls but tab and line feed, line separators, bidi marks, the byte order mark, tag characters, and halves
# of surrogate pairs.
_unsafe = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f"
    "\ud800-\udfff]"
)
_markup = re.compile(r"[\\`*_\[\]<>|~&$#^@]")
_begins_block = re.compile(r"(?:[-+=:]|[0-9]{1,9}[.)])").match
_links = re.compile(r"(?<=[A-Za-z]):(?=//)|(?<=[Ww]{3})\.")
_is_name = re.compile(r"[A-Za-z0-9_./-]+").fullmatch
_ticks = re.compile("`+")
_LEAST_TICKS: Final = 3


def plain(text: str) -> str:
    """Return a text as one line that renders as it is; white space between words becomes one space."""
    line = " ".join(_shown(text).split())
    escaped = _links.sub(r"\\\g<0>", _markup.sub(r"\\\g<0>", line))
    begun = _begins_block(line)
    if begun is None:
        return escaped
    at = begun.end() - 1  # the sign itself, behind the digits of a number
    return f"{escaped[:at]}\\{escaped[at:]}"


def name(text: str) -> str:
    """Return a name, such as an id, as code; one of other characters than names have, as plain text."""
    return f"`{text}`" if _is_name(text) else plain(text)


def fenced(text: str) -> Iterator[str]:
    """Yield the lines of a text as a block of code, in a fence that the text does not have."""
    shown = _shown(text)
    longest = max((len(run) for run in _ticks.findall(shown)), default=0)
    fence = "`" * max(_LEAST_TICKS, longest + 1)
    yield f"{fence}text"
    yield from shown.removesuffix("\n").split("\n")
    yield fence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Iterable[int] = ()) -> Iterator[str]:
    """Yield the lines of a table of cells in Markdown; the columns in `numbers` are set to the right."""
    right = set(numbers)
    yield _row(heads)
    yield _row("---:" if column in right else "---" for column in range(len(heads)))
    yield from map(_row, rows)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _shown(text: str) -> str:
    """Return a text with the characters escaped that steer a terminal, hide, or turn what is around them."""
    return _unsafe.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"

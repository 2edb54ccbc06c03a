"""Names within sentences that are shown strong, or lead to a block.

They are marked as a sentence is made, since where they stand in it depends on the language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from editor_app.text import some_of

_BEGIN, _MIDDLE, _END = "\ue000", "\ue001", "\ue002"  # for private use, so in no catalogue
_MARKED = re.compile(f"{_BEGIN}(\\d*){_MIDDLE}([^{_END}]*){_END}")
_UNMARKED = str.maketrans("", "", _BEGIN + _MIDDLE + _END)
_MOST_SHOWN = 40
_MOST_LISTED = 4


class Part(NamedTuple):
    """A part of a sentence; `block` is the index of the block that it leads to, None without a link."""

    text: str
    strong: bool = False
    block: int | None = None


def cut(text: str, most: int = _MOST_SHOWN) -> str:
    """Return a text on one line, shortened to so many characters."""
    text = " ".join(text.translate(_UNMARKED).split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def strong(name: str, most: int = _MOST_SHOWN, *, block: int | None = None) -> str:
    """Mark a name within a sentence, and which block it leads to."""
    return f"{_BEGIN}{'' if block is None else block}{_MIDDLE}{cut(name, most)}{_END}"


def strong_names(names: Sequence[str], most: int = _MOST_LISTED, length: int = _MOST_SHOWN) -> list[str]:
    """Mark names for the list of a sentence; after `most`, it says how many more there are."""
    return some_of([strong(name, length) for name in names], most)


def linked_names(names: dict[int, str]) -> list[str]:
    """Mark the names of blocks for the list of a sentence, as many as it shows."""
    return some_of([strong(name, block=block) for block, name in names.items()], _MOST_LISTED)


def parts_of(marked: str) -> tuple[Part, ...]:
    """Return the parts of a sentence with marks."""
    parts, at = [], 0
    for name in _MARKED.finditer(marked):
        parts.append(Part(marked[at : name.start()]))
        parts.append(Part(name[2], strong=True, block=int(name[1]) if name[1] else None))
        at = name.end()
    return tuple(part for part in (*parts, Part(marked[at:])) if part.text)


def plain(marked: str) -> str:
    """Return a sentence without its marks."""
    return _MARKED.sub(r"\2", marked)

"""How far a long command is, on one line of a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

from editor_app.cli.streams import Streams

_FIRST_SECONDS = 1.0
_SECONDS = 0.2
Item = TypeVar("Item")


def with_progress(items: Iterable[Item], words: str, streams: Streams) -> Iterator[Item]:
    """Yield the items; what takes over a second says "{words} 12,000" on a terminal, until the end."""
    due = monotonic() + _FIRST_SECONDS
    said = False
    try:
        for number, item in enumerate(items, 1):
            yield item
            if monotonic() >= due:
                said = streams.say_progress(f"{words} {number:,} …")
                due = monotonic() + _SECONDS
    finally:
        if said:
            streams.say_progress("")

"""What a new file of a kind contains, and where in it one begins to write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from editor_app.text import Span


class NewText(NamedTuple):
    """The text of a new file, and the span in it that is written first."""

    text: str
    first: Span


@dataclass(frozen=True, slots=True)
class NewFile:
    """How files of a kind begin: `text` gives what one of a name contains that is made now.

    `rule` returns what is wrong with a name beside what is wrong with any. `from_text` gives a file made of
    another text, for the kinds that can be, or says why none can.
    """

    text: Callable[[str, datetime], NewText]
    rule: Callable[[str], str] = lambda _name: ""
    from_text: Callable[[str, str, datetime], NewText | str] | None = None


def new_text(before: str, first: str, after: str = "\n") -> NewText:
    """Return a text whose part `first` is written first."""
    return NewText(before + first + after, Span(len(before), len(before) + len(first)))

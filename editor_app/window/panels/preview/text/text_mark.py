"""A line of words that the preview shows between the lines of the text."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.text import Span


@dataclass(frozen=True, slots=True)
class TextMark:
    """A line of words at a place of the text: about a part that is not there, or one of less weight.

    `role` colours its dashes; `part` is the number it is about, `source` where a click goes without one.
    """

    offset: int
    words: str
    sentence: str
    role: str = "cond"
    part: int | None = None
    source: Span | None = None

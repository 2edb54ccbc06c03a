"""A mark of the preview: a line of words between the lines of the text."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.text import Span


@dataclass(frozen=True, slots=True)
class TextMark:
    """A line of words at an offset of the text: about a part that is not there, or is outranked.

    `role` colours its dashes; `part` is the number of the part, `source` where a click goes if there is none.
    """

    offset: int
    words: str
    sentence: str
    role: str = "cond"
    part: int | None = None
    source: Span | None = None

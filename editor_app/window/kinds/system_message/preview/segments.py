"""The blocks of a system message where they stand in the text that is sent."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.text import Span


class RulerSegment(NamedTuple):
    """A block that is sent: where its own content lies in the text, and what it costs.

    `block` is its index, `role` the colour of its type's group; `is_outranked` hatches it.
    """

    block: int
    name: str
    role: str
    output: Span
    tokens: int
    is_outranked: bool = False

"""The blocks of a system message in the assembled text, as spans with token counts."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.text import Span


class RulerSegment(NamedTuple):
    """A block that is sent: the span of its own content in the text, and its tokens.

    `block` is its index, `role` the colour role of its type's group; `is_outranked` blocks are hatched.
    """

    block: int
    name: str
    role: str
    output: Span
    tokens: int
    is_outranked: bool = False

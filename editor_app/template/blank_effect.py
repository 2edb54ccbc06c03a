"""What became of a tag whose variable could not be known."""

from __future__ import annotations

from editor_app.template.dialect import Dialect
from editor_app.template.template import parse

_CLOSING = "[endif]"


def blank_effect(tag: str) -> str:
    """Return "blank" for a tag in brackets, for one that opens a condition "left out" or "kept".

    That is what became of the text under the condition: one of `[if !type:name]` is kept.
    """
    conditions = parse(f"{tag}{_CLOSING}", Dialect.BRACKETS).conditions
    if not conditions:
        return "blank"
    return "kept" if conditions[0].negated else "left out"

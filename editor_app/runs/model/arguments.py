"""How deeply the arguments of a tool call may be nested, so that a scenario that holds them can be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from editor_app.structured.budget import MOST_DEPTH

MOST_LEVELS: Final = MOST_DEPTH - 8
"""The most levels of mappings and lists; a scenario has some around them."""


def is_shallow(value: object) -> bool:
    """Whether data has at most `MOST_LEVELS` levels."""
    layer: list[object] = [value]
    for _ in range(MOST_LEVELS):
        layer = [
            inner
            for one in layer
            for inner in (one.values() if isinstance(one, Mapping) else one if isinstance(one, list) else ())
        ]
        if not layer:
            return True
    return False

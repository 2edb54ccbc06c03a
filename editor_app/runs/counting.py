"""What is counted of the parts of a run, and how deeply the arguments of its calls may be nested."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from editor_app.runs.model.session import HintPart, Part, TextPart
from editor_app.structured.budget import MOST_DEPTH

CountText = Callable[[str], int]


def part_texts(part: Part) -> tuple[str, ...]:
    """Return the texts of a part that are counted, as they are sent: each is one text for the count."""
    if isinstance(part, TextPart):
        return (part.text.strip("\n"),)
    if isinstance(part, HintPart):
        return ()
    answer = part.error if part.error is not None else part.result
    call = part.name + arguments_text(part.arguments)
    return (call,) if answer is None else (call, answer)


def arguments_text(arguments: Mapping[str, Any]) -> str:
    """Return arguments as they are counted: JSON, and nothing for none."""
    return json.dumps(arguments, ensure_ascii=False) if arguments else ""


MOST_LEVELS: Final = MOST_DEPTH - 8
"""The most levels of mappings and lists; a scenario has some around them."""


def is_shallow(value: object) -> bool:
    """Whether data has at most `MOST_LEVELS` levels."""
    layer: list[object] = [value]
    for _ in range(MOST_LEVELS):
        layer = [
            inner
            for item in layer
            for inner in (
                item.values() if isinstance(item, Mapping) else item if isinstance(item, list) else ()
            )
        ]
        if not layer:
            return True
    return False

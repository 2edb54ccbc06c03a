"""How the tokens of the parts of a run are counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from editor_app.runs.model.session import HintPart, Part, TextPart

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

"""The variable buttons as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ButtonKind(StrEnum):
    """What a click on a button does."""

    INSERT = "insert"
    CONDITION = "condition"
    FILE = "file"
    DECLARE = "declare"
    LITERAL = "literal"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ButtonSpec:
    """One button.

    `key` is what is inserted ("url", "git:branch"), `text` the words on the button. `value` is the current
    value, shortened ("main", "71 bytes"), or why none `exists` ("not trusted"), `tooltip` the whole value or
    why there is none. `negated` is for conditions.

    So that the bar keeps its height when something is trusted or allowed, its rows have room for `room_for`
    in place of the value; a button that `is_room_only` is not shown, and has its room.
    """

    group: str
    key: str
    text: str
    kind: ButtonKind = ButtonKind.INSERT
    value: str = ""
    exists: bool = True
    tooltip: str = ""
    negated: bool = False
    room_for: str = ""
    is_room_only: bool = False

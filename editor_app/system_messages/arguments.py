"""Checks of the arguments of builders and edits; errors say what was given, and what is expected."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from editor_app.system_messages.model.entities import BlockCondition
from editor_app.text import did_you_mean, nearest

_Choice = TypeVar("_Choice", bound=StrEnum)


def checked_text(name: str, value: object) -> str:
    """Return a text, which may be blank; one with half of a surrogate pair raises ValueError."""
    if not isinstance(value, str):
        raise TypeError(wrong(name, value, "a text"))
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueError(f"‘{name}’ holds half of a character, which no file can have.")
    return value


def checked_choice(name: str, value: object, choices: type[_Choice]) -> _Choice:
    """Return one of the values of an enumeration, given as such or as its text."""
    text = checked_text(name, value)
    if text in set(choices):
        return choices(text)
    raise ValueError(unknown(name, text, choices))


def checked_name(name: str, value: object) -> str:
    """Return a text that is not blank."""
    text = checked_text(name, value)
    if not text.strip():
        raise ValueError(wrong(name, value, "a text that is not blank"))
    return text


def checked_condition(name: str, value: object) -> BlockCondition:
    """Return a condition that a file can have."""
    if not isinstance(value, BlockCondition):
        raise TypeError(wrong(name, value, "a BlockCondition; build one with ConditionBuilder"))
    checked_name(f"{name}.kind", value.kind)
    _check_json(f"{name}.value", value.value)
    return value


def wrong(name: str, value: object, wanted: str) -> str:
    """Return the sentence of an error: what an argument is, and what it must be."""
    return f"‘{name}’ is {_shown(value)}; it must be {wanted}."


def unknown(name: str, value: str, known: Iterable[str]) -> str:
    """Return the sentence of an error: that a text is no known one, and which was probably meant."""
    return wrong(name, value, f"one of {', '.join(known)}") + did_you_mean(nearest(value, known))


def _shown(value: object) -> str:
    if value is None:
        return "None"
    if isinstance(value, str):
        text = " ".join(value.split())
        return f"the text ‘{text if len(text) <= 60 else text[:59] + '…'}’" if text else "a blank text"
    article = "an" if type(value).__name__[0] in "aeiou" else "a"
    return f"{reprlib.repr(value)}, {article} {type(value).__name__}"


def _check_json(name: str, value: object) -> None:
    wanted = "JSON text, such as ‘{}’; ConditionBuilder makes it of any value"
    if not isinstance(value, str):
        raise TypeError(wrong(name, value, wanted))
    try:
        json.loads(value, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise ValueError(wrong(name, value, wanted)) from None


def _refuse(name: str) -> object:
    raise ValueError(name)

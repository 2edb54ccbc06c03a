"""Checks of the arguments of builders and edits; errors say what was given, and what is expected."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from editor_app.system_messages.model.entities import (
    BlockCondition,
    BlockType,
    Content,
    ContentFormat,
    InstructionBlock,
    Scope,
)
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
    name = f"{name}.value"
    wanted = "JSON text, such as ‘{}’; ConditionBuilder makes it of any value"
    if not isinstance(value.value, str):
        raise TypeError(wrong(name, value.value, wanted))
    try:
        json.loads(value.value, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise ValueError(wrong(name, value.value, wanted)) from None
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


def _refuse(name: str) -> object:
    raise ValueError(name)


def needed_name(value: object, noun: str, field: str) -> str:
    """Return a required text; one that is blank raises ValueError."""
    text = checked_text(field, value)
    if not text.strip():
        raise ValueError(f"A {noun} needs {'an' if field == 'id' else 'a'} {field} that is not blank.")
    return text


def scope_names(noun: str, values: Iterable[object]) -> tuple[str, ...]:
    """Return the entries of a scope, trimmed and each once."""
    names = []
    for value in values:
        if isinstance(value, (list, tuple)):
            raise TypeError(wrong(noun, value, f"a text; give several one by one, as in (*{noun}s)"))
        names.append(checked_text(noun, value).strip())
    if not all(names):
        raise ValueError(f"Every {noun} of a scope needs a name that is not blank.")
    return tuple(dict.fromkeys(names))


def checked_word(name: str, value: object, all_known: type[BlockType | ContentFormat], noun: str) -> str:
    """Return a text that is a member of `all_known`; any other raises ValueError."""
    text = checked_text(name, value)
    if text in set(all_known):
        return str(text)
    meant = did_you_mean(nearest(text, all_known))
    raise ValueError(f"There is no {noun} ‘{text}’.{meant} There are {', '.join(all_known)}.")


def refuse_unbuilt(name: str, value: object) -> None:
    """Raise TypeError for a builder that is passed where what it builds is expected."""
    if callable(getattr(value, "build", None)):
        raise TypeError(f"‘{name}’ is {type(value).__name__} that has not built yet; call build() on it.")


def checked_content(content: object) -> Content:
    """Return the argument if it is a Content; anything else raises TypeError."""
    refuse_unbuilt("content", content)
    if not isinstance(content, Content):
        raise TypeError(wrong("content", content, "a Content; build one with ContentBuilder"))
    checked_text("content.text", content.text)
    return content


def checked_scope(scope: object) -> Scope:
    """Return the argument if it is a Scope, with its lists as tuples."""
    refuse_unbuilt("scope", scope)
    if not isinstance(scope, Scope):
        raise TypeError(wrong("scope", scope, "a Scope; build one with ScopeBuilder"))
    targets = {"apply_to": scope.apply_to, "modes": scope.modes, "tools": scope.tools, "files": scope.files}
    for name, values in targets.items():
        if not isinstance(values, (tuple, list)):
            raise TypeError(wrong(f"scope.{name}", values, "a tuple or list of texts"))
    names = {"apply_to": "glob", "modes": "mode", "tools": "tool", "files": "file"}
    return Scope(**{name: scope_names(names[name], values) for name, values in targets.items()})


def checked_block(name: str, block: object) -> InstructionBlock:
    """Return the argument if it is an InstructionBlock; anything else raises TypeError."""
    refuse_unbuilt(name, block)
    if not isinstance(block, InstructionBlock):
        raise TypeError(wrong(name, block, "an InstructionBlock; build one with InstructionBlockBuilder"))
    return block

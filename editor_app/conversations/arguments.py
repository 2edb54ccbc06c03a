"""Checks of what callers give: ids, folders, models and values that cannot be are refused."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from unicodedata import category

from editor_app.conversations.results import BadRequestError, Construction
from editor_app.library.files.reading import quoted
from editor_app.text import Sentence
from editor_app.variables.catalog import LITERAL, short_name

MOST_BYTES_OF_ID = 512
MOST_BYTES_OF_VALUES = 16 * 1024 * 1024
MOST_BYTES_OF_NAME = 4096
_plain_id = re.compile(r"[ -~]{1,512}")
PlaceOf: TypeAlias = Callable[[str], Path]
"""Gives the folder that a working folder leads to, links resolved, or raises."""


@dataclass(frozen=True, slots=True)
class BuildArguments:
    """What a caller gives for one prompt; it was checked.

    `place` is the folder that `cwd` led to when that was checked, links resolved: files and git are looked up
    there alone. None is wherever `cwd` leads.
    """

    conversation_id: str
    cwd: str
    model: str | None
    values: Mapping[str, str]
    place: Path | None = None


def check_arguments(
    conversation_id: object,
    cwd: Path | str | None,
    model: object,
    values: object,
    place_of: PlaceOf | None = None,
) -> BuildArguments:
    """Return what a caller gives for a prompt, once it was checked."""
    place = None if place_of is None or cwd is None else place_of(os.fspath(cwd))
    return BuildArguments(
        check_id(conversation_id), check_folder(cwd), check_model(model), check_values(values), place
    )


def arguments_of(stored: Construction, place_of: PlaceOf | None = None) -> BuildArguments:
    """Return what was given for a stored construct, to be given again."""
    place = None if place_of is None else place_of(stored.cwd)
    return BuildArguments(stored.conversation_id, stored.cwd, stored.model, stored.given, place)


def check_id(conversation_id: object) -> str:
    """Return an id of 1 to 512 bytes of UTF-8 without control characters; it is compared as it is."""
    if isinstance(conversation_id, str) and _plain_id.fullmatch(conversation_id):
        return conversation_id
    text = _text(conversation_id, Sentence("conversations.the-id"))
    size = len(text.encode())
    if not size:
        raise BadRequestError(Sentence("conversations.id-empty"))
    shown = quoted(short_name(text))
    if size > MOST_BYTES_OF_ID:
        raise BadRequestError(
            Sentence("conversations.id-too-long", size=size, most=MOST_BYTES_OF_ID, id=shown)
        )
    control = next((character for character in text if category(character) == "Cc"), None)
    if control is not None:
        code = f"U+{ord(control):04X}"
        raise BadRequestError(Sentence("conversations.id-with-control", code=code, id=shown))
    return text


def check_folder(cwd: object) -> str:
    """Return an absolute folder as it was given; it need not be there."""
    if isinstance(cwd, os.PathLike):
        cwd = os.fspath(cwd)
    text = _text(cwd, Sentence("conversations.the-folder"))
    if "\0" in text:
        raise BadRequestError(Sentence("conversations.folder-with-nul"))
    if len(text.encode()) > MOST_BYTES_OF_NAME:
        raise BadRequestError(Sentence("conversations.folder-too-long", most=MOST_BYTES_OF_NAME))
    if not Path(text).is_absolute():
        shown = quoted(short_name(text))
        raise BadRequestError(Sentence("conversations.folder-not-absolute", folder=shown))
    return text


def check_model(model: object) -> str | None:
    """Return a model’s name, None where none is given."""
    if model is None:
        return None
    text = _text(model, Sentence("conversations.the-model"))
    if "\0" in text:
        raise BadRequestError(Sentence("conversations.model-with-nul"))
    if len(text.encode()) > MOST_BYTES_OF_NAME:
        raise BadRequestError(Sentence("conversations.model-too-long", most=MOST_BYTES_OF_NAME))
    return text


def check_values(values: object) -> Mapping[str, str]:
    """Return given values by `type:name`; none for None."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise BadRequestError(Sentence("conversations.values-by-name", type=type(values).__name__))
    checked = {
        _name(name): _text(value, Sentence("conversations.value-of", name=quoted(short_name(str(name)))))
        for name, value in values.items()
    }
    size = sum(len(name.encode()) + len(value.encode()) for name, value in checked.items())
    if size > MOST_BYTES_OF_VALUES:
        raise BadRequestError(Sentence("conversations.values-too-large"))
    return checked


def check_text(value: object, subject: str) -> str:
    """Return a text that has no half of a surrogate pair and no NUL."""
    text = _text(value, subject)
    if "\0" in text:
        raise BadRequestError(
            Sentence("conversations.text-with-nul", subject=subject, number=text.index(chr(0)) + 1)
        )
    return text


def _name(value: object) -> str:
    key = _text(value, Sentence("conversations.variable-name"))
    kind, _, name = key.partition(":")
    shown = quoted(short_name(key))
    if not (kind and name) or "\n" in key or "]" in key:
        raise BadRequestError(Sentence("conversations.bad-variable-name", name=shown))
    if kind == LITERAL:
        raise BadRequestError(Sentence("conversations.name-is-syntax", name=shown))
    return key


def _text(value: object, subject: str) -> str:
    if not isinstance(value, str):
        raise BadRequestError(
            Sentence("conversations.must-be-text", subject=subject, type=type(value).__name__)
        )
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise BadRequestError(
            Sentence("conversations.half-character", subject=subject, number=error.start + 1)
        ) from None
    return value

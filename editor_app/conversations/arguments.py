"""Checks of what callers give: ids, folders, models and values that cannot be are refused."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from unicodedata import category

from editor_app.conversations.results import BadRequestError
from editor_app.library.files.reading import quoted
from editor_app.variables.catalog import LITERAL, short_name

MOST_BYTES_OF_ID = 512
MOST_BYTES_OF_VALUES = 16 * 1024 * 1024
MOST_BYTES_OF_NAME = 4096
_plain_id = re.compile(r"[ -~]{1,512}")


def check_id(conversation_id: object) -> str:
    """Return an id of 1 to 512 bytes of UTF-8 without control characters; it is compared as it is."""
    if isinstance(conversation_id, str) and _plain_id.fullmatch(conversation_id):
        return conversation_id
    found = _text(conversation_id, "A conversation’s id")
    size = len(found.encode())
    if not size:
        raise BadRequestError("A conversation’s id is empty. Give one of 1 to 512 bytes.")
    if size > MOST_BYTES_OF_ID:
        shown = quoted(short_name(found))
        raise BadRequestError(f"A conversation’s id may have {MOST_BYTES_OF_ID} bytes; {shown} has {size}.")
    control = next((character for character in found if category(character) == "Cc"), None)
    if control is not None:
        which = f"U+{ord(control):04X}"
        shown = quoted(short_name(found))
        raise BadRequestError(f"The id {shown} holds the control character {which}. Leave it out.")
    return found


def check_folder(cwd: object) -> str:
    """Return an absolute folder as it was given; it need not be there."""
    if isinstance(cwd, os.PathLike):
        cwd = os.fspath(cwd)
    found = _text(cwd, "The working folder")
    if "\0" in found:
        raise BadRequestError("The working folder holds a NUL character, which no path can have.")
    if len(found.encode()) > MOST_BYTES_OF_NAME:
        raise BadRequestError(f"The working folder may have {MOST_BYTES_OF_NAME} bytes; this one has more.")
    if not Path(found).is_absolute():
        shown = quoted(short_name(found))
        raise BadRequestError(f"The working folder {shown} is not absolute. Give its whole path.")
    return found


def check_model(model: object) -> str | None:
    """Return a model’s name, None where none is given."""
    if model is None:
        return None
    found = _text(model, "The model’s name")
    if "\0" in found:
        raise BadRequestError("The model’s name holds a NUL character. Leave it out.")
    if len(found.encode()) > MOST_BYTES_OF_NAME:
        raise BadRequestError(f"The model’s name may have {MOST_BYTES_OF_NAME} bytes; this one has more.")
    return found


def check_values(values: object) -> Mapping[str, str]:
    """Return given values by `type:name`; none for None."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise BadRequestError(f"Values must be texts by name, not {type(values).__name__}.")
    checked = {
        _name(name): _text(value, f"The value of {quoted(short_name(str(name)))}")
        for name, value in values.items()
    }
    size = sum(len(name.encode()) + len(value.encode()) for name, value in checked.items())
    if size > MOST_BYTES_OF_VALUES:
        raise BadRequestError("The values given are more than 16 MB. Give shorter ones.")
    return checked


def check_text(text: object, what: str) -> str:
    """Return a text that has no half of a surrogate pair and no NUL."""
    found = _text(text, what)
    if "\0" in found:
        raise BadRequestError(f"{what} holds a NUL character at {found.index(chr(0)) + 1}. Leave it out.")
    return found


def _name(name: object) -> str:
    found = _text(name, "A variable’s name")
    kind, colon, rest = found.partition(":")
    if not (kind and colon and rest) or "\n" in found or "]" in found:
        shown = quoted(short_name(found))
        raise BadRequestError(f"{shown} is no variable’s name. Write it as its tag does: type:name.")
    if kind == LITERAL:
        raise BadRequestError(f"{quoted(short_name(found))} is syntax and takes no value. Leave it out.")
    return found


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise BadRequestError(f"{what} must be text, not {type(value).__name__}.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise BadRequestError(
            f"{what} holds half a surrogate pair at {error.start + 1}, which is no text. Leave it out."
        ) from None
    return value

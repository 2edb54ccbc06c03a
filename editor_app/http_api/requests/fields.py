"""The fields of a request's object: which there are, and of what type."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from editor_app.http_api.answers import ErrorAnswer
from editor_app.http_api.requests.bodies import shortened
from editor_app.text import did_you_mean, nearest


class FieldType(StrEnum):
    """What a field holds."""

    TEXT = "text"
    FLAG = "true or false"
    TEXTS = "an object of texts"
    TEXTS_OR_NULL = "an object of texts and nulls"
    OBJECT = "an object"


class Field(NamedTuple):
    """A field of a request's object; one that is not required may be null, as if it were left out."""

    name: str
    type: FieldType = FieldType.TEXT
    is_required: bool = False


def read_fields(document: Mapping[str, Any], fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """Return the fields that are given; an unknown one, a wrong type and one that lacks raise ErrorAnswer."""
    known = {field.name: field for field in fields}
    for name in document:
        if name not in known:
            raise _unknown(name, known)
    for field in fields:
        _check(field, document)
    return {name: value for name, value in document.items() if value is not None}


def _check(field: Field, document: Mapping[str, Any]) -> None:
    value = document.get(field.name)
    if value is None and not field.is_required:
        return
    if field.name not in document:
        raise ErrorAnswer(400, "missing-key", f"The body lacks ‘{field.name}’, which is {field.type}.")
    if field.type is FieldType.TEXT:
        is_right = isinstance(value, str)
    elif field.type is FieldType.FLAG:
        is_right = isinstance(value, bool)
    else:
        is_right = isinstance(value, dict)
    if not is_right:
        raise ErrorAnswer(400, "wrong-type", f"‘{field.name}’ must be {field.type}.")
    may_be_null = field.type is FieldType.TEXTS_OR_NULL
    if field.type is FieldType.OBJECT:
        return
    for name, text in value.items() if isinstance(value, dict) else ():
        if not (isinstance(text, str) or (text is None and may_be_null)):
            or_null = ", or null where it does not exist" if may_be_null else ""
            raise ErrorAnswer(400, "wrong-type", f"The value of {shortened(name)} must be text{or_null}.")


def _unknown(name: str, known: Mapping[str, Field]) -> ErrorAnswer:
    near = nearest(name, known)
    meant = did_you_mean(near, f" It takes {', '.join(f'‘{field}’' for field in known)}.")
    message = f"The body has {shortened(name)}, which means nothing here.{meant}"
    return ErrorAnswer(400, "unknown-key", message, suggestions=near)

"""The types of fields that many tables have: texts, names, numbers, words, mappings."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from typing import Final

from editor_app.structured.editing.records import FORMAT
from editor_app.structured.fields.numbers import Range
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Schema, Table, as_written
from editor_app.text import Sentence

SPELLED: Final = ["string", "number", "boolean"]
"""The JSON types of a value that counts as it is spelled."""

TEXT: Final = FieldType(FieldReader.string, {"type": SPELLED})
NAME_SCHEMA: Final = {"type": SPELLED, "pattern": r"\S"}
OPTIONAL_TEXT: Final = FieldType(FieldReader.string, {"type": [*SPELLED, "null"]})
TRUTH: Final = FieldType(FieldReader.truth, {"type": "boolean"}, {"true": "", "false": ""})
FORMAT_FIELD: Final = Field(
    "format", Sentence("structured.format-field"), FieldType(as_written, {"const": FORMAT})
)
"""The version of a format, which `FieldReader.is_newer` reads before all fields."""


def name_type(wanted: str) -> FieldType:
    """Return the type of texts that are not blank; `wanted` says what one is."""
    return FieldType(lambda at, part: at.name(part, wanted), NAME_SCHEMA)


def whole_type(range_: Range) -> FieldType:
    """Return the type of whole numbers in a range."""
    return FieldType(lambda at, part: at.whole(part, range_), {"type": "integer", **range_.schema})


def figure_type(range_: Range, nearer: Decimal | None = None) -> FieldType:
    """Return the type of numbers in a range; one out of it may be meant as `nearer` times it."""
    return FieldType(lambda at, part: at.figure(part, range_, nearer), {"type": "number", **range_.schema})


def word_type(words: type[StrEnum], noun: str) -> FieldType:
    """Return the type of the words of an enumeration; `noun` is what they are, such as “a strategy”."""
    return FieldType(lambda at, part: at.word(part, words, noun), words_schema(words), words)


def record_type(wanted: str, table: Table) -> FieldType:
    """Return the type of the mappings that a table describes."""
    return FieldType(lambda at, part: at.record(part, wanted, table), table)


def words_schema(words: Iterable[str]) -> Schema:
    """Return the schema of the values that are one of some words."""
    return {"enum": [*map(str, words)]}


def list_of(schema: Schema, **limits: int) -> Schema:
    """Return the schema of lists."""
    return {"type": "array", "items": schema, **limits}


def one_of(*schemas: Schema) -> Schema:
    """Return the schema of values that one schema takes."""
    return {"oneOf": [*schemas]}

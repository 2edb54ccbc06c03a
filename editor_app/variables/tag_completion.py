"""What can be written in the tag of a template that is being typed: the variables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from editor_app.template.dialect import Dialect
from editor_app.text import Span
from editor_app.text.completions import Completion
from editor_app.variables.catalog import Catalog

MOST_COLUMNS: Final = 200
"""How far before the offset a tag may begin."""

_bracket = re.compile(r"\[((?:if +!?)?)([A-Za-z0-9_-]*(?::[^\]\[\n]*)?)\Z").search
_rest = re.compile(r"[A-Za-z0-9_-]*").match
_brace = re.compile(r"\{\{ *((?:#if +!?|#unless +)?)([A-Za-z0-9_]*)\Z").search


class TypedTag(NamedTuple):
    """The tag that an offset is in: what was typed of its name, the span of the name, and what ends it."""

    typed: str
    span: Span
    ending: str


def typed_tag(source: str, offset: int, dialect: Dialect) -> TypedTag | None:
    """Return the tag that is being typed at an offset, None where none is open on its line."""
    search, ending = (_brace, "}}") if dialect is Dialect.BRACES else (_bracket, "]")
    line = source[max(source.rfind("\n", 0, offset) + 1, offset - MOST_COLUMNS) : offset]
    match = search(line)
    if match is None:
        return None
    behind = _rest(source, offset, offset + MOST_COLUMNS)
    end = behind.end() if behind is not None else offset
    is_ended = source.startswith(ending, end)
    if not (is_ended or match[2]):
        end = offset  # the tag is put before a word
    return TypedTag(match[2], Span(offset - len(match[2]), end), "" if is_ended else ending)


def complete_tag(tag: TypedTag, offers: Iterable[tuple[str, str]]) -> tuple[Completion, ...]:
    """Return the variables among `offers`, pairs of a name and what it is, that begin as a tag does."""
    return tuple(
        Completion(name + tag.ending, tag.span, detail, is_open=not tag.typed)
        for name, detail in dict(offers).items()
        if name.lower().startswith(tag.typed.lower())
    )


def offers_of(catalog: Catalog) -> tuple[tuple[str, str], ...]:
    """Return the variables of a catalog, each with what it is; types with free names are left out."""
    return tuple((entry.key, entry.description) for entry in catalog if not entry.dynamic)


def complete_variables(source: str, offset: int, catalog: Catalog) -> tuple[Completion, ...]:
    """Return the variables of a catalog that the bracket tag at an offset can name; none outside of tags."""
    tag = typed_tag(source, offset, Dialect.BRACKETS)
    return () if tag is None else complete_tag(tag, offers_of(catalog))

"""The snapshot of values that a rendering uses, and what it decides for names and conditions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from editor_app.template.brackets import is_literal
from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.syntax import SYNTAX
from editor_app.template.template import parse
from editor_app.text import Sentence

# Which side of a condition is in the output; the first two compare equal to `in_else`.
THEN, ELSE, AS_WRITTEN = 0, 1, 2

_TEXT = frozenset({str})


class VariableValues(NamedTuple):
    """Values and defaults as they were when rendering began.

    `values` has the empty name too, for tags that render as nothing. `declared`
    are the names that are known but have no value, `defaulted` those that have only their default.
    """

    values: dict[str | None, str]
    declared: Collection[str]
    defaulted: Collection[str]
    dialect: Dialect
    known_types: Collection[str] | None

    def is_unknown(self, name: str) -> bool:
        """Whether a tag with `name`, which has no value, stays as written."""
        if self.dialect is Dialect.BRACES:
            return name not in self.declared
        return not _has_known_type(name, self.known_types)

    def without_value(self, spelling: str) -> str:
        """Return what a tag renders as that has no name, or whose name has no value."""
        token = SYNTAX[self.dialect].token(spelling)
        if token.kind is TagKind.LITERAL:
            return token.text
        return spelling if token.kind is not TagKind.INSERT or self.is_unknown(token.name) else ""

    def holds(self, name: str) -> object:
        """Whether (by truth) the variable has a value that is not empty, or in brackets: exists."""
        return self.values.get(name) if self.dialect is Dialect.BRACES else name in self.values

    def side(self, spelling: str) -> int:
        """Return which side of a condition is in the output, by the spelling of its opener."""
        syntax = SYNTAX[self.dialect]
        name, negated = syntax.condition_name(spelling), syntax.token(spelling).negated
        if self.holds(name):
            return ELSE if negated else THEN
        if self.dialect is Dialect.BRACKETS and not _has_known_type(name, self.known_types):
            return AS_WRITTEN
        return THEN if negated else ELSE


def take_values(
    values: Mapping[str, str | None],
    defaults: Mapping[str, str],
    dialect: Dialect,
    known_types: Collection[str] | None,
) -> VariableValues:
    """Return a snapshot of values and defaults; a value that is neither text nor None raises TypeError."""
    if dialect is Dialect.BRACES:
        known_types = None
    if known_types is None and not defaults and _TEXT.issuperset(map(type, values.values())):
        texts: Mapping[Any, Any] = values
        return VariableValues({**texts, "": ""}, (), (), dialect, None)
    not_none = {name: _text(name, value) for name, value in values.items() if value is not None}
    merged: dict[str | None, str] = {name: _text(name, value) for name, value in defaults.items()}
    defaulted = frozenset(defaults).difference(not_none)
    merged.update(not_none)
    for name in () if known_types is None else {*not_none, *defaults}:
        if not _has_known_type(name, known_types):
            del merged[name]
    merged[""] = ""
    declared = frozenset(values).difference(not_none)
    return VariableValues(merged, declared, defaulted, dialect, known_types)


def _text(name: str, value: object) -> str:
    """Return a value that is text; raise TypeError for any other."""
    if isinstance(value, str):
        return value
    kind = type(value).__name__
    raise TypeError(Sentence("template.value-type", name=name, kind=kind))


def _has_known_type(name: str, known_types: Collection[str] | None) -> bool:
    return known_types is None or name.partition(":")[0] in known_types or is_literal(name)


def blank_effect(tag: str) -> str:
    """Return "blank" for a tag in brackets, for one that opens a condition "left-out" or "kept".

    That is what became of the text under the condition: one of `[if !type:name]` is kept.
    """
    conditions = parse(f"{tag}[endif]", Dialect.BRACKETS).conditions
    if not conditions:
        return "blank"
    return "kept" if conditions[0].negated else "left-out"

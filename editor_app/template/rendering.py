"""Rendering: a template and values give the text a model gets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType, NoneType
from typing import Final

from editor_app.template.brackets import is_literal
from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.source_map import (
    AS_WRITTEN,
    ELSE,
    NEITHER,
    THEN,
    Outcome,
    SourceMap,
    build_source_map,
)
from editor_app.template.syntax import SYNTAX
from editor_app.template.template import Template
from editor_app.text import Span

_NO_DEFAULTS: Mapping[str, str] = MappingProxyType({})
_STRINGS = frozenset({str, NoneType})
_BLANK = {"": ""}
_BLANK_LINE = " \t\n"
_BRACES = SYNTAX[Dialect.BRACES].tokens


class Rendering:
    """A rendered template: the text, and why it is as it is."""

    __slots__ = ("__dict__", "_kept", "_resolver", "_sides", "_template", "text")

    def __init__(
        self, text: str, template: Template, resolver: _Resolver, sides: list[int], kept: Span
    ) -> None:
        """Hold what rendering made."""
        self.text: Final = text
        self._template = template
        self._resolver = resolver
        self._sides = sides
        self._kept = kept

    @cached_property
    def inserted(self) -> tuple[str, ...]:
        """The names whose value or default is in the text, each once, in the order reached."""
        return tuple(self._resolver.inserted)

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """The names that had nothing to insert where they were reached, each once, in order."""
        return tuple(self._resolver.missing)

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The names whose tags stay as written, each once, in the order reached."""
        return tuple(self._resolver.unknown)

    @cached_property
    def source_map(self) -> SourceMap:
        """Every piece of the text and its span in the file, and what was left out."""
        resolver = self._resolver
        outcome = Outcome(self._sides, resolver, resolver.defaulted, resolver.unknown, self._kept)
        return build_source_map(self._template, outcome)

    def __repr__(self) -> str:
        return f"<Rendering of {len(self.text)} characters>"


def render(
    template: Template,
    values: Mapping[str, str | None],
    *,
    defaults: Mapping[str, str] = _NO_DEFAULTS,
    known_types: Collection[str] | None = None,
    trim_blank_ends: bool = False,
) -> Rendering:
    """Insert values once, and keep the sides of conditions that hold.

    A value is text; None is a declared name without a value. In brackets a tag
    whose type is not among `known_types` stays as written. `trim_blank_ends`
    removes the blank lines at either end that are the template's own.
    A value of another type raises TypeError.
    """
    _require_text(values)
    if defaults:
        _require_text(defaults)
    resolver = _Resolver(template.dialect, values, defaults, known_types)
    out = template.live.copy()
    sides = _take_sides(template, resolver, out) if template.pairing.pairs else []
    out[1::2] = map(resolver.__getitem__, out[1::2])
    text = "".join(out)
    if not trim_blank_ends:
        return Rendering(text, template, resolver, sides, Span(0, len(text)))
    kept = _without_blank_ends(text, out)
    return Rendering(kept.of(text), template, resolver, sides, kept)


class _Resolver(dict[str, str]):
    """Spelling of a tag → what it renders as, decided once; remembers in order what was reached."""

    __slots__ = (
        "defaulted",
        "defaults",
        "inserted",
        "known_types",
        "missing",
        "tokens",
        "unknown",
        "values_",
    )

    def __init__(
        self,
        dialect: Dialect,
        values: Mapping[str, str | None],
        defaults: Mapping[str, str],
        known_types: Collection[str] | None,
    ) -> None:
        super().__init__(_BLANK)
        self.tokens = SYNTAX[dialect].tokens
        self.values_ = values
        self.defaults = defaults
        self.known_types = known_types
        self.inserted: dict[str, None] = {}
        self.missing: dict[str, None] = {}
        self.unknown: dict[str, None] = {}
        self.defaulted: set[str] = set()

    def __missing__(self, tag: str) -> str:
        token = self.tokens[tag]
        if token.kind is TagKind.INSERT:
            output = self._insert(tag, token.name)
        else:
            output = token.text if token.kind is TagKind.LITERAL else tag
        self[tag] = output
        return output

    def _insert(self, tag: str, name: str) -> str:
        if not self.is_known(name):
            self.unknown[name] = None
            return tag
        value = self.values_.get(name)
        if value is None:
            value = self.defaults.get(name)
            if value is None:
                return self._without_value(tag, name)
            self.defaulted.add(name)
        self.inserted[name] = None
        return value

    def _without_value(self, tag: str, name: str) -> str:
        if self.tokens is _BRACES and name not in self.values_:
            self.unknown[name] = None
            return tag
        self.missing[name] = None
        return ""

    def is_known(self, name: str) -> bool:
        """Whether `name` has a type that means something here; in braces there are no types."""
        types = self.known_types
        return types is None or self.tokens is _BRACES or name.partition(":")[0] in types or is_literal(name)

    def holds(self, name: str) -> bool:
        """Whether the variable has a value (braces), or exists (brackets)."""
        value = self.values_.get(name)
        if value is None:
            value = self.defaults.get(name)
        return bool(value) if self.tokens is _BRACES else value is not None or is_literal(name)


def _take_sides(template: Template, resolver: _Resolver, out: list[str]) -> list[int]:
    """Decide every condition that is reached, and blank in `out` the sides that do not hold."""
    sides: list[int] = []
    for pair in template.pairing.pairs:
        parent = sides[pair.parent] if pair.parent >= 0 else AS_WRITTEN
        if parent not in (AS_WRITTEN, pair.in_else):
            sides.append(NEITHER)
        elif not resolver.is_known(pair.name):
            sides.append(AS_WRITTEN)
            for at in (pair.opening, pair.otherwise or pair.opening, pair.closing):
                out[at] = template.listed[at]
        elif resolver.holds(pair.name) != pair.negated:
            sides.append(THEN)
            if pair.otherwise:
                _blank(out, pair.otherwise, pair.closing)
        else:
            sides.append(ELSE)
            _blank(out, pair.opening, pair.otherwise or pair.closing)
    return sides


def _blank(out: list[str], start: int, end: int) -> None:
    out[start:end] = [""] * (end - start)


def _without_blank_ends(text: str, out: list[str]) -> Span:
    """Return the span of `text` without the blank lines at its ends that are the template's own."""
    own = _own_length(out)
    blank = own - len(text[:own].lstrip(_BLANK_LINE))
    if blank == len(text):
        return Span(0, 0)
    start = text.rfind("\n", 0, blank) + 1
    own = _own_length(reversed(out))
    base = len(text) - own
    content = base + len(text[base:].rstrip(_BLANK_LINE))
    if content == base and text[:base].endswith("\n"):
        return Span(start, base)
    newline = text.find("\n", content)
    return Span(start, newline if newline >= 0 else len(text))


def _own_length(out: Iterable[str]) -> int:
    """Return how much of the text, from an end on, is certainly the template's own: up to the first tag's output."""
    length = 0
    for at, piece in enumerate(out):
        if at % 2 == 0:
            length += len(piece)
        elif piece:
            break
    return length


def _require_text(values: Mapping[str, str | None]) -> None:
    if _STRINGS.issuperset(map(type, values.values())):
        return
    for name, value in values.items():
        if value is not None and not isinstance(value, str):
            raise TypeError(
                f"The value of ‘{name}’ is {type(value).__name__}; give text, or None for no value."
            )

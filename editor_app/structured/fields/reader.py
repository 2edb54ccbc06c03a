"""Reading the entries of a mapping by a table: the type, range and words of each, and every problem."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar

from editor_app.pausing import PAUSE
from editor_app.structured.editing.records import FORMAT
from editor_app.structured.fields.checked_values import (
    TEXT_WANTED,
    CheckedValue,
    Effort,
    Text,
    first_line,
    missing,
    problem,
    unknown_keys,
    visible,
)
from editor_app.structured.fields.numbers import Range, decimal_of, number_in, spelled
from editor_app.structured.nodes import (
    MappingNode,
    ScalarNode,
    SequenceNode,
    Syntax,
    boolean,
    integer,
    short_value,
)
from editor_app.structured.offers import Notes
from editor_app.structured.reading import read_syntax
from editor_app.text import Diagnostic, Fix, Sentence, Severity, Span, line_end, meant, nearest

MOST_ITEMS: Final = 10_000
"""The most entries of a list that are read, steps apart."""

_Word = TypeVar("_Word", bound=StrEnum)


@dataclass(frozen=True, eq=False)
class Table:
    """The fields of a mapping, in the order they are read and offered; `subject` has them, as “A trigger”.

    Where `subject` is "", unknown keys are noted only if they are near a known one.
    """

    subject: str
    fields: tuple[Field, ...]

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys that the mapping can have."""
        return tuple(field.name for field in self.fields)

    @cached_property
    def sentence(self) -> str:
        """A sentence that says which keys the mapping can have; "" where `subject` is."""
        return self.subject and Sentence("structured.table-keys", subject=self.subject, keys=self.keys)

    @cached_property
    def notes(self) -> Notes:
        """What each key is for, but for those that nobody should write anew."""
        return {field.name: field.note for field in self.fields if field.note}

    def within(self, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Table]]:
        """Yield this table and those of all mappings in its fields, each with the keys above it."""
        yield path, self
        for field in self.fields:
            for table in tables_in(field.type.schema):
                yield from table.within((*path, field.name))


Schema = Mapping[str, Any] | Table
"""The values of a type as a JSON schema, in which a table stands for that of its mappings."""


def tables_in(schema: object) -> Iterator[Table]:
    """Yield the tables that a schema names."""
    if isinstance(schema, Table):
        yield schema
    elif isinstance(schema, Mapping):
        for value in schema.values():
            yield from tables_in(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from tables_in(item)


class FieldType(NamedTuple):
    """A type of fields: how a value is read, which values there are, and the words to offer."""

    read: Callable[[FieldReader, CheckedValue], Any]
    schema: Schema
    words: type[StrEnum] | Notes | None = None


class Field(NamedTuple):
    """A field: what it is for in a few words, and the type of its values.

    `missing` is the text that a fix gives it where it is missing, or gives what the fix writes behind the
    key; "" where the writer alone can know it, None for a field that may be absent. `default` is the value of
    a field that is absent, null or wrong. `more` is what manual and JSON schema say besides.
    """

    name: str
    note: str
    type: FieldType
    missing: str | Callable[[FieldReader], str] | None = None
    default: object = None
    more: str = ""


def as_written(_fields: FieldReader, part: CheckedValue) -> CheckedValue:
    """Return the value of a field that is read after others, on which it depends."""
    return part


class FieldReader:
    """The entries of one mapping, by key in `parts`; `path` is that of its keys, such as `steps[3].`.

    Each problem is added to `problems`, which several readers may share. A value that is null reads as None
    without a problem, a wrong one with it. Where it is wanted, `places` gets the span of each value of a
    table by its path. `missing_at` is where missing keys are shown, the mapping’s first line without it.
    """

    __slots__ = ("mapping", "missing_at", "parts", "path", "places", "problems", "text")

    def __init__(
        self,
        text: Text,
        mapping: MappingNode,
        path: str,
        problems: list[Diagnostic],
        places: dict[str, Span] | None = None,
    ) -> None:
        """Take the first entry of each key."""
        PAUSE.get()()  # here, as a long file has very many mappings
        self.text = text
        self.mapping = mapping
        self.path = path
        self.problems = problems
        self.places = places
        self.missing_at: Span | None = None
        self.parts: dict[str, CheckedValue] = {}
        for key, node in mapping.all_entries():
            name = key.value or ""
            if name not in self.parts:
                self.parts[name] = CheckedValue(text, path + name, key, node)

    def read(self, table: Table, also: Collection[str] = ()) -> dict[str, Any]:
        """Return the values of all fields of a table; unknown and missing keys are reported.

        `also` are keys that the file has besides those of the mapping.
        """
        has = table.sentence
        self.problems += unknown_keys(self.text, self.mapping, table.keys, self.path, has, also=also)
        return self.values(table)

    def values(self, table: Table) -> dict[str, Any]:
        """Return the values of all fields of a table, or their defaults; missing keys are reported."""
        values: dict[str, Any] = {}
        for field in table.fields:
            part = self.parts.get(field.name)
            if part is None:
                values[field.name] = field.default
                if callable(field.missing):
                    self.missing(field.name, table, field.missing(self))
                elif field.missing is not None:
                    self.missing(field.name, table, field.missing and self.text.written(field.missing))
            else:
                self.place(part)
                value = field.type.read(self, part)
                values[field.name] = field.default if value is None else value
        return values

    def place(self, part: CheckedValue) -> None:
        """Keep the span of a value, if places are wanted."""
        if self.places is not None:
            self.places[part.path] = part.span

    def part(self, key: str) -> CheckedValue | None:
        """Return the value of a key; None where there is none, and for null."""
        part = self.parts.get(key)
        return None if part is None or part.is_null else part

    def span(self, key: str) -> Span:
        """Return the span of a key, of the mapping’s first line where it has no such key."""
        part = self.parts.get(key)
        return first_line(self.text, self.mapping) if part is None or part.key is None else part.key.span

    def value_span(self, key: str) -> Span:
        """Return the span of a value, of its key where it is empty."""
        part = self.part(key)
        return self.span(key) if part is None else part.span

    def missing(self, key: str, table: Table, written: str = "") -> None:
        """Report that a key is missing, with the fix that adds it as `written`."""
        diagnostic = missing(self.text, self.mapping, self.path, key, table.keys, written)
        self.problems.append(
            diagnostic if self.missing_at is None else replace(diagnostic, span=self.missing_at)
        )

    def wrong(
        self, part: CheckedValue, wanted: str, fixes: Iterable[Fix] = (), *, is_number: bool = False
    ) -> None:
        """Report that a value has the wrong type; `is_number` where a number is wanted."""
        self.problems.append(part.wrong_type(wanted, fixes, is_number=is_number))

    def string(self, part: CheckedValue) -> str | None:
        """Return a text: any scalar but null, by its spelling."""
        if part.value is None and not part.is_null:
            self.wrong(part, TEXT_WANTED)
        return part.value

    def name(self, part: CheckedValue, wanted: str) -> str | None:
        """Return a text that is not blank."""
        if part.value is not None and not part.value.strip():
            self.problems.append(
                part.problem("empty-field", Sentence("structured.is-blank", name=part.name, wanted=wanted))
            )
            return None
        if part.value is None and not part.is_null:
            self.wrong(part, wanted)
        return part.value

    def whole(self, part: CheckedValue, range_: Range) -> int | None:
        """Return a whole number in a range."""
        number, meant = integer(part.node), None
        if number is None and (spelled_number := number_in(part.spelling)) is not None:
            meant = Decimal(round(spelled_number))
        return (
            number if self._is_in(part, number, range_, Sentence("structured.whole-number"), meant) else None
        )

    def figure(self, part: CheckedValue, range_: Range, nearer: Decimal | None = None) -> Decimal | None:
        """Return a number by its spelling; of one out of range, `nearer` times it may be what was meant."""
        number, meant = decimal_of(part.node), None
        if number is None:
            meant = number_in(part.spelling)
        elif nearer is not None:
            meant = number * nearer
        return number if self._is_in(part, number, range_, Sentence("structured.number"), meant) else None

    def _is_in(
        self,
        part: CheckedValue,
        number: Decimal | int | None,
        range_: Range,
        noun: str,
        meant: Decimal | None,
    ) -> bool:
        """Whether there is a number, in its range; any other value is a problem, which may offer `meant`."""
        if number is not None and range_.holds(number):
            return True
        better = None if meant is None or not range_.holds(meant) else spelled(meant)
        wanted = range_.sentence(noun)
        if number is not None:
            question = "" if better is None else Sentence("text.did-you-mean", name=better)
            message = Sentence(
                "structured.out-of-range",
                name=part.name,
                wanted=wanted,
                value=short_value(part.spelling),
                near=question,
            )
            fixes = part.change(better or str(range_.nearest_to(number)))
            self.problems.append(part.problem("out-of-range", message, fixes))
        elif not part.is_null:
            self.wrong(part, wanted, () if better is None else part.change(better), is_number=True)
        return False

    def truth(self, part: CheckedValue) -> bool | None:
        """Return true or false."""
        flag = boolean(part.node)
        if flag is None and not part.is_null:
            word = part.spelling.lower()
            self.wrong(
                part,
                Sentence("structured.true-or-false"),
                part.change(word) if word in {"true", "false"} else (),
            )
        return flag

    def word(self, part: CheckedValue, words: Iterable[_Word], noun: str) -> _Word | None:
        """Return one of some words; `noun` is what they are, such as “a strategy”."""
        known = {str(word): word for word in words}
        written = part.spelling
        if not isinstance(part.node, ScalarNode):
            self.wrong(part, Sentence("structured.one-of", noun=noun, words=tuple(known)))
        elif written not in known and not part.is_null:
            value = short_value(written)
            message = Sentence(
                "structured.must-be-one-of",
                name=part.name,
                value=value,
                noun=noun,
                words=tuple(known),
                near="",
            )
            self.unlike(part, known, "unknown-word", message)
        return known.get(written)

    def unlike(
        self,
        part: CheckedValue,
        known: Iterable[str],
        code: str,
        message: Sentence,
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Report a text that is none of those known; the nearest, `near` in the message, may be meant."""
        near = nearest(part.spelling, known)
        fixes = [fix for word in near for fix in part.change_text(word)]
        self.problems.append(part.problem(code, message.having(near=meant(near)), fixes, severity))

    def inner(self, part: CheckedValue, wanted: str = "") -> FieldReader | None:
        """Return the entries of the mapping that a value is; with `wanted`, any other is a problem."""
        if isinstance(part.node, MappingNode):
            path = f"{part.path}." if part.path else ""
            return FieldReader(self.text, part.node, path, self.problems, self.places)
        if wanted and not part.is_null:
            self.wrong(part, wanted)
        return None

    def record(self, part: CheckedValue, wanted: str, table: Table) -> dict[str, Any] | None:
        """Return the values of the mapping that a value is."""
        inner = self.inner(part, wanted)
        return None if inner is None else inner.read(table)

    def items(self, part: CheckedValue, wanted: str, most: int = MOST_ITEMS) -> Iterator[CheckedValue]:
        """Go through the values of the list that a value is."""
        if not isinstance(part.node, SequenceNode) and not part.is_null:
            self.wrong(part, wanted)
        for index, item in enumerate(part.items()):
            if index >= most:
                message = Sentence("structured.too-many-entries", name=part.name, most=most)
                self.problems.append(problem("too-many", visible(item.span), item.path, message))
                return
            dash = None if item.span.length else ScalarNode("", "str", visible(item.span))
            yield item._replace(key=dash)

    def mappings(
        self, part: CheckedValue, wanted: str, entry: str, most: int = MOST_ITEMS
    ) -> Iterator[FieldReader]:
        """Go through the mappings of a list; any other entry is a problem, as it must be `entry`."""
        for item in self.items(part, wanted, most):
            inner = self.inner(item)
            if inner is None:
                self.wrong(item, entry)
            else:
                yield inner

    def names(self, part: CheckedValue, wanted: str) -> tuple[str, ...] | None:
        """Return the texts of a list of names, each once; None for null."""
        if part.is_null:
            return None
        names: dict[str, None] = {}
        for item in self.items(part, wanted):
            if item.value is None:
                self.wrong(item, Sentence("structured.a-name"))
            elif item.value:
                names[item.value] = None
        return tuple(names)

    def is_newer(self) -> bool:
        """Report a wrong `format`, and return whether a later Foreword wrote the file."""
        part = self.parts.get("format")
        number = None if part is None else integer(part.node)
        if part is None or number == FORMAT:
            return False
        if number is not None and number > FORMAT:
            message = Sentence(
                "structured.newer-format", value=short_value(part.span.of(self.text.source)), format=FORMAT
            )
            self.problems.append(problem("newer-format", part.span, part.path, message))
            return True
        self.problems.append(
            part.problem(
                "out-of-range",
                Sentence("structured.must-be-format", name=part.name, format=FORMAT),
                part.change(str(FORMAT)),
            )
        )
        return False


def file_fields(source: str, syntax: Syntax, wanted: str, problems: list[Diagnostic]) -> FieldReader | None:
    """Return the entries of a file; None where it can't be read, is empty or no mapping.

    `wanted` is the sentence that says what such a file has.
    """
    node, syntax_problems = read_syntax(source, syntax)
    problems += syntax_problems
    text = Text(source, syntax, Effort())
    if isinstance(node, MappingNode):
        return FieldReader(text, node, "", problems)
    if not syntax_problems:
        start = 0 if node is None else node.span.start
        problems.append(problem("wrong-type", Span(start, line_end(source, start)), "", wanted))
    return None


def has_errors(problems: Iterable[Diagnostic]) -> bool:
    """Whether an error is among problems."""
    return any(problem.severity is Severity.ERROR for problem in problems)

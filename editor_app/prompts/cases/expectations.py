"""Expectations of a case about the rendered text: reading and checking them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from editor_app.structured.fields.checked_values import TEXT_WANTED, CheckedValue, problem, visible
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table
from editor_app.structured.fields.types import TEXT, list_of, one_of
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, short_value
from editor_app.text import Edit, Fix, Sentence, Span, meant, nearest

CODE = "invalid-case"
NOWHERE = Span(0, 0)
_SPACES = str.maketrans({" ": "·", "\t": "→"})


class ExpectationKind(StrEnum):
    """The kinds of expectations, by their keys in a cases file."""

    EQUALS = "equals"
    CONTAINS = "contains"
    NOT_CONTAINS = "not_contains"
    MATCHES = "matches"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Expectation:
    """One expectation about the rendered text.

    `names` are those of MISSING, which must be without a value; with `is_all`
    no others may be.
    """

    kind: ExpectationKind
    text: str = ""
    names: tuple[str, ...] = ()
    is_all: bool = False
    span: Span = NOWHERE


def check_expectation(expect: Expectation, text: str, missing: Collection[str]) -> str | None:
    """Return a sentence about how a text differs from what was expected; None if it does not.

    `missing` are the names that were to be inserted and had no value.

    Newlines at the end of either text don't count.
    """
    wanted = expect.text.rstrip("\n")
    match expect.kind:
        case ExpectationKind.EQUALS if wanted != text.rstrip("\n"):
            return _difference(wanted.split("\n"), text.rstrip("\n").split("\n"))
        case ExpectationKind.CONTAINS if wanted not in text:
            return Sentence("prompts.text-lacks", text=short_value(wanted))
        case ExpectationKind.NOT_CONTAINS if wanted in text:
            line = text.count("\n", 0, text.find(wanted)) + 1
            return Sentence("prompts.text-has", line=line, text=short_value(wanted))
        case ExpectationKind.MATCHES:
            from editor_app.prompts.cases.patterns import read_pattern

            pattern, sentence = read_pattern(wanted)
            if pattern is None:
                return sentence
            if not pattern.is_in(text):
                return Sentence("prompts.pattern-matches-nowhere", pattern=short_value(expect.text))
        case ExpectationKind.MISSING:
            return _missing(expect, missing)
    return None


def _difference(wanted: list[str], lines: list[str]) -> str:
    """Return a sentence about the first line that differs, and below it all that do."""
    from difflib import unified_diff

    pairs = zip_longest(wanted, lines)
    number, (old, new) = next((at, pair) for at, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    if new is None:
        sentence = Sentence("prompts.line-missing", number=number, text=short_value(old or ""))
    elif old is None:
        sentence = Sentence("prompts.line-too-many", number=number, text=short_value(new))
    else:
        if new.split() == old.split():  # they would look the same
            new, old = new.translate(_SPACES), old.translate(_SPACES)
        sentence = Sentence(
            "prompts.line-differs", number=number, text=short_value(new), wanted=short_value(old)
        )
    difference = unified_diff(wanted, lines, "expected", "rendered", lineterm="")
    return Sentence(
        "prompts.text-differs", first=sentence, difference="".join(f"\n{line}" for line in difference)
    )


def _missing(expect: Expectation, missing: Collection[str]) -> str | None:
    present = [name for name in expect.names if name not in missing]
    if present:
        return Sentence("prompts.value-not-expected", name=present[0])
    others = [name for name in missing if name not in expect.names]
    return Sentence("prompts.value-expected", name=others[0]) if expect.is_all and others else None


EXPECTATION = Table(
    Sentence("prompts.an-expectation"),
    (
        Field(ExpectationKind.EQUALS, Sentence("prompts.expect-equals"), TEXT),
        Field(ExpectationKind.CONTAINS, Sentence("prompts.expect-contains"), TEXT),
        Field(ExpectationKind.NOT_CONTAINS, Sentence("prompts.expect-excludes"), TEXT),
        Field(
            ExpectationKind.MATCHES,
            Sentence("prompts.expect-matches"),
            TEXT,
            more=Sentence("prompts.expect-matches-more"),
        ),
        Field(
            ExpectationKind.MISSING,
            Sentence("prompts.expect-missing"),
            FieldType(FieldReader.string, one_of(TEXT.schema, list_of(TEXT.schema))),
        ),
    ),
)


def read_expectations(fields: FieldReader, part: CheckedValue) -> Iterator[Expectation]:
    """Read `expect`: a text, or a list of expectations."""
    node = part.node
    if isinstance(node, ScalarNode) and not part.is_null:
        yield Expectation(ExpectationKind.EQUALS, part.spelling, span=node.span)
    elif isinstance(node, MappingNode):
        fix = Fix(Sentence("prompts.make-list"), (Edit(Span(node.span.start, node.span.start), "- "),))
        fixes = (fix,) if not node.flow and len(node.entries) == 1 else ()
        message = Sentence("prompts.expect-is-mapping", name=part.name)
        fields.problems.append(part.problem(CODE, message, fixes))
    for item in part.items():
        if isinstance(item.node, MappingNode):
            yield from _read_item(fields, item, item.node)
        else:
            message = Sentence("prompts.say-how-text-should-be")
            fields.problems.append(problem(CODE, visible(item.span), item.path, message))


def _read_item(fields: FieldReader, item: CheckedValue, node: MappingNode) -> Iterator[Expectation]:
    known = list(ExpectationKind)
    for key, value in node.entries:
        name = key.value or ""
        part = item.inner(name, key, value)
        if name not in known:
            near = nearest(name, known)
            fixes = tuple(
                Fix(Sentence("structured.change-to", value=f"‘{word}’"), (Edit(key.span, word),))
                for word in near
            )
            listed = Sentence("prompts.known-are", known=known)
            message = Sentence(
                "prompts.unknown-expectation", name=short_value(name), meant=meant(near, listed)
            )
            fields.problems.append(problem(CODE, key.span, part.path, message, fixes))
        elif name == ExpectationKind.MISSING and isinstance(value, SequenceNode):
            names = tuple(value.spelling for value in part.items() if isinstance(value.node, ScalarNode))
            yield Expectation(ExpectationKind.MISSING, "", names, is_all=True, span=node.span)
        elif part.is_null:
            fields.problems.append(part.problem(CODE, Sentence("prompts.has-no-text", name=part.name)))
        elif part.value is None:
            fields.wrong(part, TEXT_WANTED)
        elif name == ExpectationKind.MISSING:
            yield Expectation(ExpectationKind.MISSING, "", (part.value,), span=node.span)
        else:
            if name == ExpectationKind.MATCHES:
                from editor_app.prompts.cases.patterns import read_pattern

                sentence = read_pattern(part.value.rstrip("\n"))[1]
                if sentence:
                    fields.problems.append(problem(CODE, value.span, part.path, sentence))
            yield Expectation(ExpectationKind(name), part.value, span=node.span)

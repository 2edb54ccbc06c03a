"""Expectations of a case about the rendered text: reading and checking them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, read_as, short_value
from editor_app.text import Diagnostic, Edit, Fix, Severity, Span, nearest

NOWHERE = Span(0, 0)


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


class RenderedText(Protocol):
    """The part of a rendering that expectations check: the text, and the names without a value."""

    @property
    def text(self) -> str:
        """The text that was rendered."""

    @property
    def missing(self) -> Collection[str]:
        """The names that were to be inserted and had no value."""


def check_expectation(expect: Expectation, rendered: RenderedText) -> str | None:
    """Return a sentence about how the text differs from what was expected; None if it does not.

    Newlines at the end of either text don't count.
    """
    return _CHECKS[expect.kind](expect, rendered)


def _equals(expect: Expectation, rendered: RenderedText) -> str | None:
    wanted, got = expect.text.rstrip("\n"), rendered.text.rstrip("\n")
    if wanted == got:
        return None
    from difflib import unified_diff

    lines = unified_diff(wanted.split("\n"), got.split("\n"), "expected", "rendered", lineterm="")
    return "The text is not the expected one:\n" + "\n".join(lines)


def _contains(expect: Expectation, rendered: RenderedText) -> str | None:
    wanted = expect.text.rstrip("\n")
    return None if wanted in rendered.text else f"‘{short_value(wanted)}’ is not in the text."


def _not_contains(expect: Expectation, rendered: RenderedText) -> str | None:
    unwanted = expect.text.rstrip("\n")
    at = rendered.text.find(unwanted)
    if at < 0:
        return None
    line = rendered.text.count("\n", 0, at) + 1
    return f"‘{short_value(unwanted)}’ is in the text, on line {line}."


def _matches(expect: Expectation, rendered: RenderedText) -> str | None:
    from editor_app.prompts.cases.patterns import read_pattern

    pattern, sentence = read_pattern(expect.text.rstrip("\n"))
    if pattern is None:
        return sentence
    return (
        None if pattern.is_in(rendered.text) else f"The pattern ‘{short_value(expect.text)}’ matches nowhere."
    )


def _missing(expect: Expectation, rendered: RenderedText) -> str | None:
    present = [name for name in expect.names if name not in rendered.missing]
    if present:
        return f"‘{present[0]}’ was expected to have no value, but it has one or is not used."
    others = [name for name in rendered.missing if name not in expect.names]
    return f"‘{others[0]}’ has no value, which was not expected." if expect.is_all and others else None


_CHECKS: Mapping[ExpectationKind, Callable[[Expectation, RenderedText], str | None]] = {
    ExpectationKind.EQUALS: _equals,
    ExpectationKind.CONTAINS: _contains,
    ExpectationKind.NOT_CONTAINS: _not_contains,
    ExpectationKind.MATCHES: _matches,
    ExpectationKind.MISSING: _missing,
}


def read_expectations(node: Node | None, path: str, problems: list[Diagnostic]) -> Iterator[Expectation]:
    """Read `expect`: a text, or a list of expectations; what is wrong is added to `problems`."""
    if node is None or (isinstance(node, ScalarNode) and node.tag == "null"):
        return
    if isinstance(node, ScalarNode):
        yield Expectation(ExpectationKind.EQUALS, node.value or "", span=node.span)
    elif isinstance(node, MappingNode):
        fix = Fix("Make it a list", (Edit(Span(node.span.start, node.span.start), "- "),))
        fixes = (fix,) if not node.flow and len(node.entries) == 1 else ()
        message = "‘expect’ is a mapping; it must be a text or a list, with ‘- ’ before each line."
        problems.append(_problem(node.span, path, message, fixes))
    else:
        for index, item in enumerate(node.items):
            if isinstance(item, MappingNode):
                yield from _read_item(item, f"{path}[{index}]", problems)
            else:
                span = item.span if item.span.length else Span(max(item.span.start - 1, 0), item.span.end)
                message = "Say how the text should be: ‘contains: …’, ‘matches: …’ and the like."
                problems.append(_problem(span, f"{path}[{index}]", message))


def _read_item(item: MappingNode, path: str, problems: list[Diagnostic]) -> Iterator[Expectation]:
    known = list(ExpectationKind)
    for key, value in item.entries:
        name = key.value or ""
        if name not in known:
            near = nearest(name, known)
            fixes = tuple(Fix(f"Change to ‘{word}’", (Edit(key.span, word),)) for word in near)
            meant = f"Did you mean ‘{near[0]}’?" if near else f"Known are {', '.join(known)}."
            message = f"‘{short_value(name)}’ is nothing that can be expected. {meant}"
            problems.append(_problem(key.span, f"{path}.{name}", message, fixes))
        elif name == ExpectationKind.MISSING and isinstance(value, SequenceNode):
            names = tuple(one.value or "" for one in value.items if isinstance(one, ScalarNode))
            yield Expectation(ExpectationKind.MISSING, "", names, is_all=True, span=item.span)
        elif not isinstance(value, ScalarNode) or value.tag == "null":
            message = f"‘{name}’ is {read_as(value)}; it must be text."
            if isinstance(value, ScalarNode):
                message = f'‘{name}’ has no text; write ‘""’ if that is meant.'
            problems.append(
                _problem(value.span if value.span.length else key.span, f"{path}.{name}", message)
            )
        else:
            found = _of_text(ExpectationKind(name), value, f"{path}.{name}", problems)
            yield Expectation(found.kind, found.text, found.names, span=item.span)


def _of_text(kind: ExpectationKind, value: ScalarNode, path: str, problems: list[Diagnostic]) -> Expectation:
    text = value.value or ""
    if kind is ExpectationKind.MISSING:
        return Expectation(kind, "", (text,))
    if kind is ExpectationKind.MATCHES:
        from editor_app.prompts.cases.patterns import read_pattern

        sentence = read_pattern(text.rstrip("\n"))[1]
        if sentence:
            problems.append(_problem(value.span, path, sentence))
    return Expectation(kind, text)


def _problem(span: Span, path: str, message: str, fixes: tuple[Fix, ...] = ()) -> Diagnostic:
    return Diagnostic("invalid-case", Severity.ERROR, span, message, {"field": path}, fixes)

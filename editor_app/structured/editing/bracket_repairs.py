"""Adding to and taking from what stands in brackets, YAML's or JSON's, over lines as it is there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from editor_app.structured.nodes import MappingNode, SequenceNode
from editor_app.text import Edit, Span

_comma = re.compile(r"[ \t\n]*+,").match
_rest_of_line = re.compile(r"[ \t]*+(?:\#[^\n]*+)?+(?=\n|\Z)").match
_blanks = re.compile(r"[ \t]*+").match
_gap = re.compile(r"[ \t]*+,[ \t]*+").fullmatch
_json_on_lines = re.compile(r"\s*+[\[{][ \t]*+\n([ \t]++)").match


_before_brackets = re.compile(r"(?>(?:[&!]\S*|\#[^\n]*|\s)*)").match


class Brackets(NamedTuple):
    """A list or mapping in brackets, with the elements that stand in them."""

    node: MappingNode | SequenceNode

    @property
    def size(self) -> int:
        """How many elements there are."""
        return len(self.node.items if isinstance(self.node, SequenceNode) else self.node.entries)

    def element(self, index: int) -> Span:
        """Return the place of an item, or of an entry from its key to the end of its value."""
        if isinstance(self.node, SequenceNode):
            return self.node.items[index].span
        key, value = self.node.entries[index]
        return Span(key.span.start, max(key.span.end, value.span.end))


def opening_of(source: str, node: MappingNode | SequenceNode) -> int:
    """Return where a node begins behind its anchor and tag: at its bracket, if it has one."""
    before = _before_brackets(source, node.span.start)
    return node.span.start if before is None else before.end()


def insertion(source: str, brackets: Brackets, index: int, parts: Sequence[str]) -> Edit:
    """Put `parts` before the element at `index` or behind the last, on lines if those are so."""
    if not brackets.size:
        return _first(source, brackets, parts)
    if index == 0:
        at = brackets.element(0).start
        indent = _own_line(source, at)
        gap = _gap_of(source, brackets) if indent is None else f",\n{indent}"
        return _insert(at, "".join(part + gap for part in parts))
    before = brackets.element(index - 1)
    indent = _own_line(source, before.start)
    comma = _comma(source, before.end)
    behind = before.end if comma is None else comma.end()
    rest = _rest_of_line(source, behind)
    if indent is None or (rest is None and index < brackets.size):
        gap = _gap_of(source, brackets)
        return _insert(before.end, "".join(gap + part for part in parts))
    lines = f",\n{indent}".join(parts)
    if rest is None:
        return _insert(before.end, f",\n{indent}{lines}")
    if comma is not None:
        return _insert(rest.end(), f"\n{indent}{lines},")
    return Edit(Span(before.end, rest.end()), f",{rest.group()}\n{indent}{lines}")


def removal(source: str, brackets: Brackets, index: int) -> tuple[Edit, ...]:
    """Take an element away with its lines and one comma; comments on other lines stay."""
    start, end = brackets.element(index)
    comma = _comma(source, end)
    behind = end if comma is None else comma.end()
    rest = _rest_of_line(source, behind)
    is_last = index + 1 == brackets.size
    if _own_line(source, start) is None or rest is None:
        if not is_last:
            return (Edit(Span(start, brackets.element(index + 1).start), ""),)
        return (Edit(Span(brackets.element(index - 1).end if index else start, end), ""),)
    lines = Edit(Span(source.rfind("\n", 0, start), rest.end()), "")
    before = _comma(source, brackets.element(index - 1).end) if is_last and comma is None and index else None
    if before is None or before.end() > lines.span.start:
        return (lines,)
    return Edit(Span(before.end() - 1, before.end()), ""), lines


def _first(source: str, brackets: Brackets, parts: Sequence[str]) -> Edit:
    """Fill empty brackets; what is no element, as a merge key, stays behind."""
    node = brackets.node
    opening, closing = "[]" if isinstance(node, SequenceNode) else "{}"
    if source.startswith("*", node.span.start):  # an alias: what it repeats has no place for them
        merge = [f"<<: {node.span.of(source)}"] if isinstance(node, MappingNode) and node.written else []
        return Edit(node.span, opening + ", ".join([*parts, *merge]) + closing)
    inner = Span(opening_of(source, node) + 1, node.span.end - 1)
    if inner.of(source).strip():
        return _insert(inner.start, "".join(f"{part}, " for part in parts))
    spread = _json_on_lines(source)
    if spread is None:
        return _insert(inner.start, ", ".join(parts))
    found = _blanks(source, source.rfind("\n", 0, inner.start) + 1)
    indent = "" if found is None else found.group()
    deeper = f"\n{indent}{spread[1]}"
    return Edit(inner, deeper + f",{deeper}".join(parts) + f"\n{indent}")


def _own_line(source: str, at: int) -> str | None:
    """Return the indent of what begins its own line at `at`."""
    before = source[source.rfind("\n", 0, at) + 1 : at]
    return before if not before.strip(" \t") else None


def _gap_of(source: str, brackets: Brackets) -> str:
    """Return what stands between two elements on one line."""
    if brackets.size > 1:
        gap = source[brackets.element(0).end : brackets.element(1).start]
        if _gap(gap):
            return gap
    return ", "


def _insert(at: int, text: str) -> Edit:
    return Edit(Span(at, at), text)

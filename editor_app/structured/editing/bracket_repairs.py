"""Adding to and taking from what stands in brackets, YAML's or JSON's, over lines as it is there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from editor_app.structured.nodes import MappingNode, SequenceNode
from editor_app.text import Edit, Span, insert_at

Bracketed: TypeAlias = MappingNode | SequenceNode
"""A list or mapping in brackets."""

_comma = re.compile(r"[ \t\n]*+,").match
_rest_of_line = re.compile(r"[ \t]*+(?:\#[^\n]*+)?+(?=\n|\Z)").match
_blanks = re.compile(r"[ \t]*+").match
_gap = re.compile(r"[ \t]*+,[ \t]*+").fullmatch
_json_on_lines = re.compile(r"\s*+[\[{][ \t]*+\n([ \t]++)").match
_before_brackets = re.compile(r"(?>(?:[&!]\S*|\#[^\n]*|\s)*)").match


def opening_of(source: str, node: Bracketed) -> int:
    """Return where a node begins behind its anchor and tag: at its bracket, if it has one."""
    before = _before_brackets(source, node.span.start)
    return node.span.start if before is None else before.end()


def insertion(source: str, node: Bracketed, index: int, parts: Sequence[str]) -> Edit:
    """Put `parts` before the element at `index` or behind the last, on lines if those are so."""
    if not len(_elements(node)):
        return _first(source, node, parts)
    if index == 0:
        at = _element(node, 0).start
        indent = _own_line(source, at)
        gap = _gap_of(source, node) if indent is None else f",\n{indent}"
        return insert_at(at, "".join(part + gap for part in parts))
    before = _element(node, index - 1)
    indent = _own_line(source, before.start)
    comma = _comma(source, before.end)
    behind = before.end if comma is None else comma.end()
    rest = _rest_of_line(source, behind)
    if indent is None or (rest is None and index < len(_elements(node))):
        gap = _gap_of(source, node)
        return insert_at(before.end, "".join(gap + part for part in parts))
    lines = f",\n{indent}".join(parts)
    if rest is None:
        return insert_at(before.end, f",\n{indent}{lines}")
    if comma is not None:
        return insert_at(rest.end(), f"\n{indent}{lines},")
    return Edit(Span(before.end, rest.end()), f",{rest.group()}\n{indent}{lines}")


def removal(source: str, node: Bracketed, index: int) -> tuple[Edit, ...]:
    """Take an element away with its lines and one comma; comments on other lines stay."""
    start, end = _element(node, index)
    comma = _comma(source, end)
    behind = end if comma is None else comma.end()
    rest = _rest_of_line(source, behind)
    is_last = index + 1 == len(_elements(node))
    if _own_line(source, start) is None or rest is None:
        if not is_last:
            return (Edit(Span(start, _element(node, index + 1).start), ""),)
        return (Edit(Span(_element(node, index - 1).end if index else start, end), ""),)
    lines = Edit(Span(source.rfind("\n", 0, start), rest.end()), "")
    before = _comma(source, _element(node, index - 1).end) if is_last and comma is None and index else None
    if before is None or before.end() > lines.span.start:
        return (lines,)
    return Edit(Span(before.end() - 1, before.end()), ""), lines


def _elements(node: Bracketed) -> Sequence[object]:
    return node.items if isinstance(node, SequenceNode) else node.entries


def _element(node: Bracketed, index: int) -> Span:
    """Return the place of an item, or of an entry from its key to the end of its value."""
    if isinstance(node, SequenceNode):
        return node.items[index].span
    key, value = node.entries[index]
    return Span(key.span.start, max(key.span.end, value.span.end))


def _first(source: str, node: Bracketed, parts: Sequence[str]) -> Edit:
    """Fill empty brackets; what is no element, as a merge key, stays behind."""
    opening, closing = "[]" if isinstance(node, SequenceNode) else "{}"
    if source.startswith("*", node.span.start):  # an alias: what it repeats has no place for them
        merge = [f"<<: {node.span.of(source)}"] if isinstance(node, MappingNode) and node.written else []
        return Edit(node.span, opening + ", ".join([*parts, *merge]) + closing)
    inner = Span(opening_of(source, node) + 1, node.span.end - 1)
    if inner.of(source).strip():
        return insert_at(inner.start, "".join(f"{part}, " for part in parts))
    spread = _json_on_lines(source)
    if spread is None:
        return insert_at(inner.start, ", ".join(parts))
    blanks = _blanks(source, source.rfind("\n", 0, inner.start) + 1)
    indent = "" if blanks is None else blanks.group()
    deeper = f"\n{indent}{spread[1]}"
    return Edit(inner, deeper + f",{deeper}".join(parts) + f"\n{indent}")


def _own_line(source: str, at: int) -> str | None:
    """Return the indent of what begins its own line at `at`."""
    before = source[source.rfind("\n", 0, at) + 1 : at]
    return before if not before.strip(" \t") else None


def _gap_of(source: str, node: Bracketed) -> str:
    """Return what stands between two elements on one line."""
    if len(_elements(node)) > 1:
        gap = source[_element(node, 0).end : _element(node, 1).start]
        if _gap(gap):
            return gap
    return ", "

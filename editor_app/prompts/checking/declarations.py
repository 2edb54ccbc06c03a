"""Edits that declare, rename and remove the variables of a prompt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from editor_app.prompts.checking import rules
from editor_app.prompts.checking.entries import Declared, new_fields
from editor_app.prompts.checking.head import Head
from editor_app.structured.editing.places import line_end
from editor_app.structured.editing.repairs import (
    add_entry,
    append_items,
    block_item,
    flow_mapping,
    remove_item,
    spelled_like,
)
from editor_app.structured.nodes import MappingNode, ScalarNode
from editor_app.structured.spelling import spell
from editor_app.text import Edit, Span

Uses = Mapping[str, tuple[Span, ...]]


def declare(source: str, head: Head, names: Sequence[str], *, required: bool = False) -> tuple[Edit, ...]:
    """Return the edits that declare `names`; none where the frontmatter is too broken to add to."""
    mapping, listed = head.mapping, head.listed
    if mapping is None or not names:
        return ()
    items = [new_fields(name, required=required) for name in names]
    if listed is not None and listed.items:
        return (append_items(source, listed, items),)
    if listed is not None:
        return _fill_empty(source, listed.span, items, flow=mapping.flow)
    node = mapping.get("variables")
    if node is None:
        return _add_list(source, mapping, items)
    if isinstance(node, ScalarNode) and node.tag == "null" and not node.span.length and not mapping.flow:
        end = line_end(source, node.span.end)
        return (Edit(Span(end, end), _block(items)),)
    return ()


def _block(items: Iterable[Sequence[tuple[str, str]]]) -> str:
    return "".join(f"\n  {block_item(fields, 2)}" for fields in items)


def _fill_empty(
    source: str, brackets: Span, items: Sequence[Sequence[tuple[str, str]]], *, flow: bool
) -> tuple[Edit, ...]:
    """Return the edits that replace `[]` by lines, or fill the brackets where that is not possible."""
    if flow or brackets.of(source) != "[]":
        written = ", ".join(map(flow_mapping, items))
        return (Edit(Span(brackets.start + 1, brackets.start + 1), written),)
    start = brackets.start
    start -= len(source[:start]) - len(source[:start].rstrip(" "))
    end = line_end(source, brackets.end)
    return Edit(Span(start, brackets.end), ""), Edit(Span(end, end), _block(items))


def _add_list(
    source: str, mapping: MappingNode, items: Sequence[Sequence[tuple[str, str]]]
) -> tuple[Edit, ...]:
    if mapping.flow:
        written = f"[{', '.join(map(flow_mapping, items))}]"
        return (add_entry(source, mapping, "variables", written, rules.TOP_KEYS),)
    if not mapping.entries or mapping.span.start != source.rfind("\n", 0, mapping.span.start) + 1:
        return ()  # an indented mapping would need its own indentation for the list
    edit = add_entry(source, mapping, "variables", "", rules.TOP_KEYS)
    at = edit.text.index("variables:") + len("variables:")
    return (Edit(edit.span, edit.text[:at] + _block(items) + edit.text[at:].removeprefix(" ")),)


def rename_uses(uses: Uses, old: str, new: str) -> tuple[Edit, ...]:
    """Return the edits that give every tag of `old` the name `new`."""
    return tuple(Edit(span, new) for span in uses.get(old, ()))


def rename_variable_edits(declared: Declared, uses: Uses, new: str) -> tuple[Edit, ...]:
    """Return the edits that rename a variable: its declaration and every use."""
    old = declared.variable.name
    written = spelled_like(declared.name, new) if declared.name.style else spell(new, flow=True)
    return Edit(declared.name.span, written), *rename_uses(uses, old, new)


def remove(source: str, head: Head, declared: Declared) -> tuple[Edit, ...]:
    """Return the edits that remove a declaration; the last one leaves `variables: []`."""
    return remove_item(source, head.listed, declared.place) if head.listed is not None else ()

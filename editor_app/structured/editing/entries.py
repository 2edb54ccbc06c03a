"""Entries of maps: their values changed, written and removed, in lines and in brackets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from editor_app.structured.editing import brackets, lines
from editor_app.structured.editing.brackets import FlowStyle, flow_style_of
from editor_app.structured.editing.documents import (
    Document,
    EditRefused,
    new_mapping,
    new_sequence,
    new_text,
    new_word,
)
from editor_app.structured.editing.lines import UNSAFE
from editor_app.structured.editing.places import column_of
from editor_app.structured.editing.scalars import write_scalar
from editor_app.structured.nodes import (
    AliasNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    Style,
    WrittenNode,
    is_bracketed,
)
from editor_app.structured.spelling import quoted_twice, resolves_to, spell, spell_key
from editor_app.text import Edit, Sentence, Span, line_end, line_start


def in_line(value: WrittenNode, flow_style: FlowStyle) -> str:
    """Write a value in brackets, or as one line."""
    if isinstance(value, AliasNode):
        return f"*{value.name}"
    if isinstance(value, MappingNode):
        parts = [
            flow_style.key(_key(_name(key), flow_style)) + in_line(inner, flow_style)
            for key, inner in value.written
        ]
        return flow_style.written("{", parts, "}") if parts else "{}"
    if isinstance(value, SequenceNode):
        parts = [in_line(item, flow_style) for item in value.written]
        return flow_style.written("[", parts, "]") if parts else "[]"
    if not value.style:
        return value.text
    return quoted_twice(value.text) if flow_style.quotes else spell(value.text, flow=True)


def _key(name: str, flow_style: FlowStyle) -> str:
    return json.dumps(name, ensure_ascii=False)[1:-1] if flow_style.quotes else spell_key(name)


def _name(key: WrittenNode) -> str:
    return key.text if isinstance(key, ScalarNode) else ""


def behind_colon(value: WrittenNode, column: int) -> str:
    """Write a value behind the colon of a key in `column`, over lines where it has them."""
    blanks = "\n" + " " * (column + 2)
    if isinstance(value, ScalarNode):
        return f" {spell(value.text, column) if value.style else value.text}"
    if isinstance(value, SequenceNode) and any(item.children for item in value.written):
        return "".join(f"{blanks}- {below_dash(item, column + 2)}" for item in value.written)
    if isinstance(value, MappingNode) and value.written:
        return "".join(
            f"{blanks}{spell(_name(key), flow=True)}:{behind_colon(inner, column + 2)}"
            for key, inner in value.written
        )
    return f" {in_line(value, FlowStyle(None))}"


def below_dash(item: WrittenNode, column: int) -> str:
    """Write an item behind a dash in `column`, the entries of a mapping on lines."""
    if not isinstance(item, MappingNode) or not item.written:
        return in_line(item, FlowStyle(None))
    blanks = "\n" + " " * (column + 2)
    return blanks.join(
        f"{spell(_name(key), flow=True)}: {in_line(inner, FlowStyle(None))}" for key, inner in item.written
    )


def data_node(data: object) -> Node:
    """Return JSON data as a node that is yet to be written."""
    if isinstance(data, str):
        return new_text(data)
    if isinstance(data, list):
        return new_sequence(tuple(map(data_node, data)))
    if isinstance(data, dict):
        return new_mapping({str(key): data_node(value) for key, value in data.items()})
    text = json.dumps(data)
    if isinstance(data, float) and "." not in text and "e" in text:
        text = text.replace("e", ".0e")  # else YAML takes it for a text
    return new_word(text)


_COMMENTS = Sentence("structured.comments-would-be-lost")


class Step(NamedTuple):
    """Edits, and what lists and mappings hold after them, by the id of their node. `more` has to follow."""

    edits: tuple[Edit, ...] = ()
    changes: dict[int, tuple[WrittenNode, ...]] = {}  # noqa: RUF012  nobody changes it
    more: bool = False


def set_value(document: Document, owner: SequenceNode | MappingNode, slot: int, value: WrittenNode) -> Step:
    """Put a value in the place of the one in an owner's slot, its place among the children."""
    source, children = document.source, owner.children
    old = children[slot]
    changes = {id(owner): (*children[:slot], value, *children[slot + 1 :])}
    if isinstance(value, ScalarNode) and value.style and isinstance(old, (ScalarNode, AliasNode)):
        node = old if isinstance(old, ScalarNode) else old.content
        if not isinstance(node, ScalarNode):
            node = ScalarNode(None, "null", old.span)
        if node.tag not in {"str", "null"} and resolves_to(value.text, node.tag):
            changes[id(owner)] = (*children[:slot], value._replace(style=Style.PLAIN), *children[slot + 1 :])
        return Step(write_scalar(source, node, value.text), changes)
    flow = owner.flow or isinstance(value, ScalarNode)
    if isinstance(old, ScalarNode) and not old.style.is_block and flow and "\n" not in old.span.of(source):
        start = old.span.start + len(f"&{old.anchor} " if old.anchor else "")
        lead = "" if source[start - 1 : start] in {"", " ", "\n", "\t", "["} else " "
        text = lead + in_line(value, flow_style_of(document, owner))
        return Step((Edit(Span(start, old.span.end), text),), changes)
    if lines.has_comment(source, *old.span, old):
        raise EditRefused(_COMMENTS)
    if owner.flow:
        return Step((Edit(old.span, in_line(value, flow_style_of(document, owner))),), changes)
    if isinstance(owner, SequenceNode):
        return Step((Edit(old.span, in_line(value, FlowStyle(None))),), changes)
    key = children[slot - 1]
    colon = source.index(":", key.span.end) + 1
    if "#" in source[colon : old.span.start]:
        raise EditRefused(_COMMENTS)
    text = behind_colon(value, column_of(source, key.span.start))
    return Step((Edit(Span(colon, old.span.end), text),), changes)


def add_entry(
    document: Document, owner: MappingNode, key: str, value: WrittenNode, order: Sequence[str]
) -> Step:
    """Write a new entry behind those that `order` puts before it."""
    source, written = document.source, owner.written
    places = {name: place for place, name in enumerate(order)}
    own = places.get(key, len(order))
    names = [name.text if isinstance(name, ScalarNode) else "" for name, _ in written]
    before = [at for at, name in enumerate(names) if name == "<<" or places.get(name, own) < own]
    index = before[-1] + 1 if before else 0
    children = owner.children
    changes = {id(owner): (*children[: 2 * index], new_text(key), value, *children[2 * index :])}
    if owner.flow:
        flow_style = flow_style_of(document, owner)
        snippet = brackets.FlowSnippet(flow_style.key(key) + in_line(value, flow_style))
        return Step(brackets.insertion(source, owner, index, snippet, flow_style), changes)
    if not written:
        raise EditRefused(UNSAFE)
    column = column_of(source, written[0][0].span.start)
    text = f"{key}:{behind_colon(value, column)}"
    if not index:
        at = written[0][0].span.start
        return Step((Edit(Span(at, at), f"{text}\n{' ' * column}"),), changes)
    key_before, value_before = written[index - 1]
    at = line_end(source, max(value_before.span.end, key_before.span.end))
    edit = lines.lines_behind(source, at, " " * column + text, keeps=False)
    return Step((*lines.ended(source, value_before), edit), changes)


def remove_entry(document: Document, owner: MappingNode, index: int) -> Step:
    """Remove a written entry with its lines; another one has to be left."""
    source, written = document.source, owner.written
    key, value = written[index]
    children = owner.children
    changes = {id(owner): (*children[: 2 * index], *children[2 * index + 2 :])}
    if owner.flow:
        return Step(brackets.removal(source, owner, index), changes)
    end = line_end(source, max(key.span.end, value.span.end))
    if not lines.begins_line(source, key.span.start):
        if index + 1 == len(written) or "#" in source[end : written[index + 1][0].span.start]:
            raise EditRefused(UNSAFE)
        return Step((Edit(Span(key.span.start, written[index + 1][0].span.start), ""),), changes)
    start, end = line_start(source, key.span.start), min(end + 1, len(source))
    if index and lines.keeps_blanks(source, written[index - 1][1]):
        end = lines.blank_end(source, end)
    return Step((Edit(Span(start, end), ""),), changes)


def add_item(
    document: Document, key: WrittenNode, items: SequenceNode, index: int, item: WrittenNode
) -> Step:
    """Write a new item into a list that has some."""
    source, written = document.source, items.written
    changes = {id(items): (*written[:index], item, *written[index:])}
    if items.flow:
        flow_style = flow_style_of(document, items)
        snippet = brackets.FlowSnippet(in_line(item, flow_style))
        return Step(brackets.insertion(source, items, index, snippet, flow_style), changes)
    column = column_of(source, lines.extent_of(source, key, items, 0).dash)
    in_braces = any(map(is_bracketed, written))
    text = f"- {in_line(item, FlowStyle(None)) if in_braces else below_dash(item, column)}"
    edit = lines.insertion(source, key, items, index, " " * column + text, keeps=False)
    return Step((*lines.ended(source, items), edit) if index == len(written) else (edit,), changes)


def remove_item(document: Document, key: WrittenNode, items: SequenceNode, index: int) -> Step:
    """Remove an item of a list that has others."""
    source, written = document.source, items.written
    changes = {id(items): (*written[:index], *written[index + 1 :])}
    if items.flow:
        return Step(brackets.removal(source, items, index), changes)
    return Step((lines.removal(source, key, items, index),), changes)


def set_texts(document: Document, items: SequenceNode, first: int, values: Sequence[ScalarNode]) -> Step:
    """Put texts in the places of as many texts from `first` on; those that say the same stay as they are."""
    now = [*items.written]
    edits: list[Edit] = []
    for at, value in enumerate(values, start=first):
        old = now[at]
        assert isinstance(old, ScalarNode)
        if old.text != value.text or (old.is_null and value.text):
            step = set_value(document, items, at, value)
            edits += step.edits
            now[at] = step.changes[id(items)][at]
    return Step(tuple(edits), {id(items): tuple(now)})


def is_one_line(document: Document, items: SequenceNode) -> bool:
    """Whether a list stands in brackets on one line."""
    return items.flow and "\n" not in items.span.of(document.source)


def replace_items(document: Document, items: SequenceNode, gone: Span, new: tuple[WrittenNode, ...]) -> Step:
    """Write new items into a list on one line, or take some out of it; others have to be left."""
    old, source = items.written, document.source
    changes = {id(items): (*old[: gone.start], *new, *old[gone.end :])}
    if new:
        flow_style = flow_style_of(document, items)
        snippet = brackets.FlowSnippet(flow_style.comma.join(in_line(item, flow_style) for item in new))
        return Step(brackets.insertion(source, items, gone.start, snippet, flow_style), changes)
    if gone.end < len(old):
        span = Span(old[gone.start].span.start, old[gone.end].span.start)
    else:
        span = Span(old[gone.start - 1].span.end, old[-1].span.end)
    return Step((Edit(span, ""),), changes)

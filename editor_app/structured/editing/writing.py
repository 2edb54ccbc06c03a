"""Values that are yet to be written, as text in brackets or on lines."""

from __future__ import annotations

import json

from editor_app.structured.editing.brackets import FlowStyle
from editor_app.structured.editing.documents import new_mapping, new_sequence, new_text, new_word
from editor_app.structured.nodes import AliasNode, MappingNode, Node, ScalarNode, SequenceNode, WrittenNode
from editor_app.structured.spelling import quoted_twice, spell, spell_key


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


def data_node(text: str) -> Node:
    """Return what a JSON text says as a node that is yet to be written."""
    return _data_node(json.loads(text))


def _data_node(data: object) -> Node:
    if isinstance(data, str):
        return new_text(data)
    if isinstance(data, list):
        return new_sequence(tuple(map(_data_node, data)))
    if isinstance(data, dict):
        return new_mapping({str(key): _data_node(value) for key, value in data.items()})
    text = json.dumps(data)
    if isinstance(data, float) and "." not in text and "e" in text:
        text = text.replace("e", ".0e")  # else YAML takes it for a text
    return new_word(text)

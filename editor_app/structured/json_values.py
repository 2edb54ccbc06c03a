"""What YAML and JSON trees say as JSON."""

from __future__ import annotations

import json

from editor_app.structured.nodes import MappingNode, Node, SequenceNode, boolean, integer

_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def json_value(node: Node) -> object:
    """Return a node's value as JSON data; the first of keys that stand twice, dates as they are spelled."""
    if isinstance(node, SequenceNode):
        return [json_value(item) for item in node.items]
    if isinstance(node, MappingNode):
        entries: dict[str, object] = {}
        for key, value in node.all_entries():
            entries.setdefault(key.value or "", json_value(value))
        return entries
    if node.value is None or node.tag == "bool":
        return boolean(node)
    if node.tag == "int":
        number = integer(node)
        return node.value if number is None else number
    if node.tag == "float":
        try:
            decimal = float(node.value.replace("_", ""))
        except ValueError:
            return node.value
        return decimal if decimal - decimal == 0 else node.value  # JSON has no infinity
    return node.value


def canonical(node: Node) -> str:
    """Return a node's value as JSON with sorted keys and no blanks, so that equal values are equal texts."""
    return _encode(json_value(node))

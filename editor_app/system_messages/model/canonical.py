"""Canonical JSON: values with sorted keys and no blanks, so that equal values are equal texts."""

from __future__ import annotations

import json
import math

from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, boolean, integer


def canonical(node: Node) -> str:
    """Return a node's value as canonical JSON; a scalar that JSON has no form for becomes its spelling."""
    if isinstance(node, SequenceNode):
        return f"[{','.join(map(canonical, node.items))}]"
    if isinstance(node, MappingNode):
        entries = {key.value or "": inner for key, inner in reversed([*node.all_entries()])}
        return "{" + ",".join(f"{_text(key)}:{canonical(entries[key])}" for key in sorted(entries)) + "}"
    return _scalar(node)


def _scalar(node: ScalarNode) -> str:
    if node.value is None:
        return "null"
    if node.tag == "bool":
        return "true" if boolean(node) else "false"
    if node.tag == "int":
        number = integer(node)
        return _text(node.value) if number is None else str(number)
    if node.tag == "float":
        try:
            decimal = float(node.value.replace("_", ""))
        except ValueError:
            return _text(node.value)
        return repr(decimal) if math.isfinite(decimal) else _text(node.value)
    return _text(node.value)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)

"""What a value stands for, and how sentences speak of it."""

from __future__ import annotations

import re

from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode
from editor_app.text import Span

_MOST_DIGITS = 4000  # more than that Python refuses to count
_READ_AS = {
    "int": "a number",
    "float": "a number",
    "timestamp": "a date",
    "binary": "binary data",
    "merge": "a merge",
    "value": "a default key",
}
_decimal = re.compile(r"[-+]?[0-9]++(?:\.[0-9]*+)?(?:[eE][-+]?[0-9]{1,2})?").fullmatch
_TRUE = frozenset({"yes", "true", "on"})


def integer(node: Node | None) -> int | None:
    """Return the number a YAML integer stands for, or None; one beyond all limits is cut short."""
    if not isinstance(node, ScalarNode) or node.tag != "int":
        return None
    text = node.value or ""
    if text.isascii() and text.isdigit() and not text.startswith("0"):
        return int(text[:_MOST_DIGITS])
    text = text.replace("_", "").lower()
    sign = -1 if text.startswith("-") else 1
    digits = text.lstrip("+-")[:_MOST_DIGITS]
    try:
        if ":" in digits:  # YAML 1.1 counts in sixties there
            number = 0
            for part in digits.split(":"):
                number = number * 60 + int(part)
            return sign * number
        if digits.startswith(("0x", "0b")):
            return sign * int(digits, 0)
        return sign * (int(digits, 8) if len(digits) > 1 and digits.startswith("0") else int(digits))
    except ValueError:
        return None


def nearest_integer(text: str) -> int | None:
    """Return the whole number next to what a text spells as a decimal, however it is read, else None."""
    return round(float(text)) if len(text) < 100 and _decimal(text.strip()) else None


def boolean(node: Node | None) -> bool | None:
    """Return what a YAML boolean says, None for anything else."""
    if isinstance(node, ScalarNode) and node.tag == "bool":
        return (node.value or "").lower() in _TRUE
    return None


def plain_value(node: Node) -> object:
    """Return what a value says, whatever its style and place: to compare with another."""
    if isinstance(node, ScalarNode):
        return node.tag, node.value
    if isinstance(node, SequenceNode):
        return [plain_value(item) for item in node.items]
    return {(key.tag, key.value): plain_value(value) for key, value in node.all_entries()}


def read_as(node: Node) -> str:
    """Say what a value is taken for."""
    if isinstance(node, MappingNode):
        return "a mapping"
    if isinstance(node, SequenceNode):
        return "a list"
    if node.tag == "bool":
        return "true" if (node.value or "").lower() in _TRUE else "false"
    return _READ_AS.get(node.tag, f"‘{node.tag}’")


def value_span(key: ScalarNode | None, node: Node) -> Span:
    """Return where to show a problem with a value: at the value, or at its key if it has none."""
    return key.span if key is not None and not node.span.length else node.span


def short_value(text: str) -> str:
    """Return a value short enough for a sentence."""
    line = " ".join(text[:200].split())
    return line if len(line) <= 60 else line[:59] + "…"

"""The tree of a YAML or JSON text: what stands where, before anybody gives it a meaning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from editor_app.text import Span


class Style(StrEnum):
    """How a scalar is written."""

    PLAIN = ""
    SINGLE = "'"
    DOUBLE = '"'
    LITERAL = "|"
    FOLDED = ">"

    @property
    def is_block(self) -> bool:
        """Whether the text stands on the lines below."""
        return self in {Style.LITERAL, Style.FOLDED}


class ScalarNode(NamedTuple):
    """A single value.

    `value` is the source spelling of a plain scalar (`1.10` stays "1.10"),
    the text of a quoted or block one, and None for null. `tag` is what YAML
    takes it for: "str", "int", "float", "bool", "null", "timestamp", …
    `flow`: it stands in brackets.
    """

    value: str | None
    tag: str
    span: Span
    style: Style = Style.PLAIN
    anchor: str | None = None
    flow: bool = False


@dataclass(frozen=True, slots=True)
class SequenceNode:
    """A list. `flow`: written in brackets."""

    items: tuple[Node, ...]
    span: Span
    flow: bool = False
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class MappingNode:
    """A mapping, its own `entries` in file order and those that came in by `<<`.

    A key that stands twice is in `entries` twice.
    """

    entries: tuple[tuple[ScalarNode, Node], ...]
    span: Span
    flow: bool = False
    anchor: str | None = None
    merged: tuple[tuple[ScalarNode, Node], ...] = ()

    def get(self, key: str) -> Node | None:
        """Return the value of a text key, the first of its own, else a merged one."""
        found = self.entry(key)
        return None if found is None else found[1]

    def entry(self, key: str) -> tuple[ScalarNode, Node] | None:
        """Return a text key's node and its value."""
        for pair in self.entries if not self.merged else self.all_entries():
            if pair[0].value == key and pair[0].tag == "str":
                return pair
        return None

    def all_entries(self) -> Iterator[tuple[ScalarNode, Node]]:
        """Go through the entries, own ones first; a merged one an own key hides is left out."""
        yield from self.entries
        if self.merged:
            own = {(key.tag, key.value) for key, _ in self.entries}
            yield from (pair for pair in self.merged if (pair[0].tag, pair[0].value) not in own)


Node = ScalarNode | SequenceNode | MappingNode


def tree_size(node: Node) -> int:
    """Return how many nodes a tree has, with every alias counted as what it stands for."""
    if isinstance(node, ScalarNode):
        return 1
    if isinstance(node, SequenceNode):
        return 1 + sum(map(tree_size, node.items))
    entries = (*node.entries, *node.merged)
    return 1 + 2 * bool(node.merged) + sum(tree_size(key) + tree_size(value) for key, value in entries)

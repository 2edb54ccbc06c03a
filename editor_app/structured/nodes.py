"""The tree of a YAML or JSON text: scalars, lists and mappings with their places in the source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple, TypeGuard

from editor_app.text import Sentence, Span


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


_NULLS = frozenset(("", "~", "null", "Null", "NULL"))


class Syntax(StrEnum):
    """How a file spells its data."""

    YAML = "yaml"
    JSON = "json"


class ScalarNode(NamedTuple):
    """A single value.

    `value` is the source spelling of a plain scalar (`1.10` stays "1.10"),
    the text of a quoted or block one, and None for null. `tag` is what YAML
    takes it for: "str", "int", "float", "bool", "null", "timestamp", …
    `written_tag` is the tag that stands before it, in full, `null_word` how a
    null is written. `flow`: it stands in brackets.
    """

    value: str | None
    tag: str
    span: Span
    style: Style = Style.PLAIN
    anchor: str | None = None
    flow: bool = False
    written_tag: str | None = None
    null_word: str = ""

    @property
    def children(self) -> tuple[WrittenNode, ...]:
        """No nodes: a scalar has none in it."""
        return ()

    @property
    def text(self) -> str:
        """The value, or how a null is written."""
        return self.null_word if self.value is None else self.value

    @property
    def is_null(self) -> bool:
        """Whether nothing stands here, or an unquoted word for nothing."""
        return not self.style and self.text in _NULLS


class AliasNode(NamedTuple):
    """An alias as it is written: a name, and the node with that anchor. `flow`: it stands in brackets."""

    name: str
    span: Span
    target: Node
    flow: bool = False

    @property
    def anchor(self) -> None:
        """An alias has none of its own."""

    @property
    def children(self) -> tuple[WrittenNode, ...]:
        """No nodes: what an alias repeats stands elsewhere."""
        return ()

    @property
    def content(self) -> Node:
        """What it repeats, at its own place."""
        target = self.target
        if isinstance(target, ScalarNode):
            return target._replace(span=self.span, anchor=None, flow=self.flow)
        return target._replace(span=self.span, anchor=None)


class SequenceNode(NamedTuple):
    """A list. `flow`: written in brackets.

    In `items` stands what aliases repeat; in `written` the aliases themselves.
    """

    items: tuple[Node, ...]
    span: Span
    flow: bool = False
    anchor: str | None = None
    written_tag: str | None = None
    with_aliases: tuple[WrittenNode, ...] | None = None

    @property
    def written(self) -> tuple[WrittenNode, ...]:
        """The items as they are written."""
        return self.items if self.with_aliases is None else self.with_aliases

    @property
    def children(self) -> tuple[WrittenNode, ...]:
        """The items as they are written."""
        return self.items if self.with_aliases is None else self.with_aliases


class MappingNode(NamedTuple):
    """A mapping, its own `entries` in file order and those that came in by `<<`.

    A key that stands twice is in `entries` twice. In them stands what aliases
    repeat; `written` has the aliases themselves, and the `<<`.
    """

    entries: tuple[tuple[ScalarNode, Node], ...]
    span: Span
    flow: bool = False
    anchor: str | None = None
    merged: tuple[tuple[ScalarNode, Node], ...] = ()
    written_tag: str | None = None
    with_aliases: tuple[tuple[WrittenNode, WrittenNode], ...] | None = None

    def get(self, key: str) -> Node | None:
        """Return the value of a text key, the first of its own, else a merged one."""
        entry = self.entry(key)
        return None if entry is None else entry[1]

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

    @property
    def written(self) -> tuple[tuple[WrittenNode, WrittenNode], ...]:
        """The own entries as they are written."""
        return self.entries if self.with_aliases is None else self.with_aliases

    @property
    def children(self) -> tuple[WrittenNode, ...]:
        """The keys and values in turn, as they are written."""
        return tuple([node for pair in self.written for node in pair])

    def place_of(self, key: str) -> int | None:
        """Return which of the written entries has a key, the first of them."""
        for at, (name, _) in enumerate(self.written):
            if isinstance(name, ScalarNode) and name.value == key:
                return at
        return None

    def written_value(self, key: str) -> WrittenNode | None:
        """Return the value that is written behind a key; none that comes in by `<<`."""
        at = self.place_of(key)
        return None if at is None else self.written[at][1]


Node = ScalarNode | SequenceNode | MappingNode
WrittenNode = Node | AliasNode


def sequence_node(
    written: tuple[WrittenNode, ...],
    span: Span,
    flow: bool = False,
    anchor: str | None = None,
    written_tag: str | None = None,
) -> SequenceNode:
    """Return a list of items as they are written."""
    if _is_without_aliases(written):
        return SequenceNode(written, span, flow, anchor, written_tag)
    return SequenceNode(tuple(map(resolved_node, written)), span, flow, anchor, written_tag, written)


def _is_without_aliases(written: tuple[WrittenNode, ...]) -> TypeGuard[tuple[Node, ...]]:
    return AliasNode not in map(type, written)


def mapping_node(
    written: tuple[tuple[WrittenNode, WrittenNode], ...],
    span: Span,
    flow: bool = False,
    anchor: str | None = None,
    written_tag: str | None = None,
) -> MappingNode:
    """Return a mapping of entries as they are written; what `<<` brings in is left to the caller."""
    if _are_plain(written):
        return MappingNode(written, span, flow, anchor, (), written_tag)
    entries: list[tuple[ScalarNode, Node]] = []
    for pair in written:
        key, value = map(resolved_node, pair)
        if isinstance(key, ScalarNode) and key.tag != "merge":
            entries.append((key, value))
    return MappingNode(tuple(entries), span, flow, anchor, (), written_tag, written)


def _are_plain(
    written: tuple[tuple[WrittenNode, WrittenNode], ...],
) -> TypeGuard[tuple[tuple[ScalarNode, Node], ...]]:
    """Whether no alias and no `<<` is among the entries, and every key is a scalar."""
    for key, value in written:
        if type(key) is not ScalarNode or key.tag == "merge" or type(value) is AliasNode:
            return False
    return True


def merged_entries(node: MappingNode) -> tuple[tuple[ScalarNode, Node], ...]:
    """Return what the `<<` of a mapping bring in; what they bring in of what is no mapping is nothing."""
    merged: list[tuple[ScalarNode, Node]] = []
    for key, value in node.with_aliases or ():
        name, content = resolved_node(key), resolved_node(value)
        if isinstance(name, ScalarNode) and name.tag == "merge":
            for source in content.items if isinstance(content, SequenceNode) else (content,):
                merged += source.all_entries() if isinstance(source, MappingNode) else ()
    return tuple(merged)


def resolved_node(node: WrittenNode) -> Node:
    """Return a node, or what an alias repeats."""
    return node.content if isinstance(node, AliasNode) else node


def is_bracketed(node: WrittenNode) -> bool:
    """Whether a list or mapping is written in brackets."""
    return isinstance(node, (SequenceNode, MappingNode)) and node.flow


def tree_size(node: Node) -> int:
    """Return how many nodes a tree has, with every alias counted as what it stands for."""
    if isinstance(node, ScalarNode):
        return 1
    if isinstance(node, SequenceNode):
        return 1 + sum(map(tree_size, node.items))
    entries = (*node.entries, *node.merged)
    return 1 + 2 * bool(node.merged) + sum(tree_size(key) + tree_size(value) for key, value in entries)


_MOST_DIGITS = 4000  # more than that Python refuses to count
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
        return Sentence("structured.mapping")
    if isinstance(node, SequenceNode):
        return Sentence("structured.list")
    value = "true" if (node.value or "").lower() in _TRUE else "false"
    return Sentence("structured.read-as", tag=node.tag, value=value)


def value_span(key: ScalarNode | None, node: Node) -> Span:
    """Return where to show a problem with a value: at the value, or at its key if it has none."""
    return key.span if key is not None and not node.span.length else node.span


def short_value(text: str) -> str:
    """Return a value short enough for a sentence."""
    line = " ".join(text[:200].split())
    return line if len(line) <= 60 else line[:59] + "…"

"""A file as it is edited: its text, its tree as it is written, and nodes that are yet to be written."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_not
from types import MappingProxyType
from typing import NamedTuple

from editor_app.structured.budget import MOST_ALIASES, MOST_CHARACTERS, MOST_DEPTH, Limit, TooMuch
from editor_app.structured.nodes import (
    AliasNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    Style,
    Syntax,
    WrittenNode,
    mapping_node,
    sequence_node,
)
from editor_app.structured.plain_reader import read_plain
from editor_app.structured.spelling import resolves_to
from editor_app.text import Diagnostic, Sentence, Span

_NO_ANCHORS: Mapping[str, Node] = MappingProxyType({})
NOWHERE = Span(-1, -1)
_TAGS = ("null", "bool", "int", "float", "timestamp", "merge", "value")


class EditRefused(Exception):  # noqa: N818  it says why; only those who plan edits see it
    """The edit can't be made; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        """Keep the sentence."""
        super().__init__(sentence)
        self.sentence = sentence


class Document(NamedTuple):
    """A whole file; `root` is None where nothing but comments stands in it."""

    source: str
    syntax: Syntax
    root: Node | None
    aliases: tuple[AliasNode, ...] = ()


def open_document(source: str, syntax: Syntax, known: Mapping[str, Node] = _NO_ANCHORS) -> Document:
    """Read a file, or raise `EditRefused`; aliases may also repeat the `known` anchors, by their names.

    What `<<` brings in is not in the mappings, as it may be any amount; see `merged_mappings`.
    """
    if syntax is Syntax.JSON:
        return _read_json(source)
    whole = Span(0, len(source))
    plain = read_plain(source, whole)
    if plain is not None:
        return Document(source, syntax, plain)
    import yaml

    from editor_app.structured.yaml_reader import compose_tree

    try:
        root, aliases, _ = compose_tree(source, whole, known, merges=False)
    except TooMuch as refused:
        raise EditRefused(_sentence(source, refused)) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise EditRefused(_unreadable(1 if mark is None else mark.line + 1)) from None
    return Document(source, Syntax.YAML, root, aliases)


def _read_json(source: str) -> Document:
    from editor_app.structured.json_reader import Stop, read_values

    if len(source) > MOST_CHARACTERS:
        raise EditRefused(Sentence("structured.json-too-long", most=MOST_CHARACTERS))
    problems: list[Diagnostic] = []
    try:
        return Document(source, Syntax.JSON, read_values(source, Span(0, len(source)), problems))
    except TooMuch as refused:
        raise EditRefused(_sentence(source, refused)) from None
    except Stop as stop:
        at = len(source) - len(source[stop.at :].lstrip(" \t\n\r"))
        raise EditRefused(_unreadable(source.count("\n", 0, at) + 1)) from None


def _unreadable(line: int) -> str:
    return Sentence("structured.unreadable-from", line=line)


def _sentence(source: str, refused: TooMuch) -> str:
    """Say what a text would be too much of."""
    line = source.count("\n", 0, refused.diagnostic.span.start) + 1
    name = refused.diagnostic.args.get("name")
    if name is not None:
        return Sentence("structured.alias-of-nothing-on-line", name=name, line=line)
    if refused.limit is Limit.DEPTH:
        return Sentence("structured.would-be-too-deep", most=MOST_DEPTH)
    if refused.limit is Limit.ALIASES:
        return Sentence("structured.would-be-too-many-aliases", most=MOST_ALIASES)
    if refused.limit is Limit.DOCUMENTS:
        return Sentence("structured.second-document-on-line", line=line)
    return refused.diagnostic.message


def with_targets(root: Node, source: str | None = None) -> tuple[Node, tuple[AliasNode, ...]]:
    """Return a tree in which every alias has its anchor of the same tree as its target, and the aliases.

    With the `source` of the tree, what has neither an `&` nor a `*` in it is not gone through.
    """
    anchors: dict[str, Node] = {}
    aliases: list[AliasNode] = []

    def linked(node: WrittenNode) -> WrittenNode:
        if isinstance(node, AliasNode):
            alias = node._replace(target=anchors[node.name])
            aliases.append(alias)
            return alias
        return linked_node(node)

    def linked_node(node: Node) -> Node:
        if source is not None and source.find("&", *node.span) < 0 and source.find("*", *node.span) < 0:
            return node
        if not isinstance(node, ScalarNode):
            old = node.children
            new = tuple(
                [
                    child if type(child) is ScalarNode and child.anchor is None else linked(child)
                    for child in old
                ]
            )
            if any(map(is_not, new, old)):
                node = with_items(node, new) if isinstance(node, SequenceNode) else with_children(node, new)
        if node.anchor is not None:
            anchors[node.anchor] = node
        return node

    return linked_node(root), tuple(aliases)


def with_items(node: SequenceNode, items: tuple[WrittenNode, ...]) -> SequenceNode:
    """Return a list with other items."""
    return sequence_node(items, node.span, node.flow, node.anchor, node.written_tag)


def with_children(node: MappingNode, children: tuple[WrittenNode, ...]) -> MappingNode:
    """Return a mapping with other keys and values, which are given in turn."""
    written = tuple(zip(children[::2], children[1::2], strict=True))
    return mapping_node(written, node.span, node.flow, node.anchor, node.written_tag)


def new_text(text: str) -> ScalarNode:
    """Return a text that is yet to be written."""
    return ScalarNode(text, "str", NOWHERE, Style.DOUBLE)


def new_word(word: str) -> ScalarNode:
    """Return a number, true, false or null that is yet to be written."""
    tag = next((tag for tag in _TAGS if resolves_to(word, tag)), "str")
    if tag == "null":
        return ScalarNode(None, tag, NOWHERE, null_word=word)
    return ScalarNode(word, tag, NOWHERE)


def new_sequence(items: tuple[WrittenNode, ...]) -> SequenceNode:
    """Return a list that is yet to be written."""
    return sequence_node(items, NOWHERE)


def new_mapping(entries: Mapping[str, WrittenNode]) -> MappingNode:
    """Return a mapping that is yet to be written."""
    return mapping_node(tuple((new_text(key), value) for key, value in entries.items()), NOWHERE)

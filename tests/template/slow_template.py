"""The language once more, slowly and plainly, for the tests to compare the real one with."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

NAME = r"[A-Za-z_][A-Za-z0-9_]*"
BRACES = {
    "else": re.compile(r"\{\{[ \t]*else[ \t]*\}\}"),
    "insert": re.compile(rf"\{{\{{[ \t]*({NAME})[ \t]*\}}\}}"),
    "if": re.compile(rf"\{{\{{[ \t]*#if[ \t]+({NAME})[ \t]*\}}\}}"),
    "unless": re.compile(rf"\{{\{{[ \t]*#unless[ \t]+({NAME})[ \t]*\}}\}}"),
    "end": re.compile(r"\{\{[ \t]*/(?:if|unless)[ \t]*\}\}"),
}
COMMENT = re.compile(r"\{\{[ \t]*!")
BRACKETS = {
    "else": re.compile(r"\[[ \t]*else[ \t]*\]"),
    "end": re.compile(r"\[[ \t]*endif[ \t]*\]"),
    "literal": re.compile(r"\[[ \t]*literal:([^\]\n]*)\]"),
    "if": re.compile(r"\[[ \t]*if[ \t]+([A-Za-z0-9_]+:[^\]\n]*)\]"),
    "unless": re.compile(r"\[[ \t]*if[ \t]+!([A-Za-z0-9_]+:[^\]\n]*)\]"),
    "insert": re.compile(r"\[[ \t]*([A-Za-z0-9_]+:[^\]\n]*)\]"),
}
BLOCK = ("if", "unless", "else", "end", "comment")


@dataclass
class Node:
    kind: str
    start: int
    end: int
    name: str = ""
    output: str = ""
    is_text: bool = False
    closer: Node | None = None
    otherwise: Node | None = None


@dataclass
class Rendered:
    text: str = ""
    inserted: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


def nodes_of(source: str, braces: bool) -> list[Node]:
    nodes: list[Node] = []
    at = 0
    while at < len(source):
        node = (brace_node if braces else bracket_node)(source, at)
        if node is None:
            if not nodes or nodes[-1].kind != "text":
                nodes.append(Node("text", at, at))
            at += 1
            nodes[-1].end = at
        else:
            nodes.append(node)
            at = node.end
    return nodes


def brace_node(source: str, at: int) -> Node | None:
    if source.startswith("\\\\{{", at):
        return Node("literal", at, at + 2, output="\\")
    if source.startswith("\\{{", at):
        return Node("literal", at, at + 3, output="{{")
    comment = COMMENT.match(source, at)
    if comment:
        line_end = (source + "\n").index("\n", at)
        closer = "--}}" if source.startswith("--", comment.end()) else "}}"
        end = source.find(closer, comment.end(), line_end)
        return Node("comment", at, end + len(closer)) if end >= 0 else None
    for kind, form in BRACES.items():
        if match := form.match(source, at):
            return Node(kind, at, match.end(), match[1] if form.groups else "")
    return None


def bracket_node(source: str, at: int) -> Node | None:
    for kind, form in BRACKETS.items():
        if match := form.match(source, at):
            name = match[1] if form.groups else ""
            if kind == "literal":
                return Node(kind, at, match.end(), output=name)
            return Node(kind, at, match.end(), name if name.startswith("literal:") else name.rstrip(" \t"))
    return None


def pair(nodes: list[Node]) -> None:
    open_nodes: list[Node] = []
    for node in nodes:
        if node.kind in ("if", "unless"):
            open_nodes.append(node)
        elif node.kind == "else":
            if open_nodes and open_nodes[-1].otherwise is None:
                open_nodes[-1].otherwise = node
            else:
                node.is_text = True
        elif node.kind == "end":
            if open_nodes:
                opener = open_nodes.pop()
                opener.closer = node
                if opener.otherwise:
                    opener.otherwise.closer = node
            else:
                node.is_text = True
    for node in open_nodes:
        node.is_text = True
        if node.otherwise:
            node.otherwise.is_text = True


def standalone_cuts(source: str, nodes: list[Node]) -> set[int]:
    """Every offset that goes with the line of a standalone tag."""
    cut: set[int] = set()
    for node in nodes:
        if node.kind in BLOCK and not node.is_text:
            start = source.rfind("\n", 0, node.start) + 1
            newline = source.find("\n", node.end)
            end = len(source) if newline < 0 else newline
            if not source[start : node.start].strip(" \t") and not source[node.end : end].strip(" \t"):
                cut.update(range(start, end + (newline >= 0)))
    return cut


def slow_render(source, braces, values, defaults=None, known_types=None) -> Rendered:
    nodes = nodes_of(source, braces)
    pair(nodes)
    return SlowRenderer(source, braces, values, defaults or {}, known_types).go(nodes)


class SlowRenderer:
    def __init__(self, source, braces, values, defaults, known_types):
        self.source, self.braces, self.values, self.known_types = source, braces, values, known_types
        self.given = defaults | {name: value for name, value in values.items() if value is not None}
        self.rendered = Rendered()
        self.skip_to: Node | None = None
        self.written: list[Node | None] = []

    def go(self, nodes: list[Node]) -> Rendered:
        cut = standalone_cuts(self.source, nodes) if self.braces else set()
        for node in nodes:
            if self.skip_to is not None:
                if node is self.skip_to:
                    self.skip_to = None
                continue
            if node.kind == "text" or node.is_text:
                self.rendered.text += "".join(
                    self.source[at] for at in range(node.start, node.end) if at not in cut
                )
            elif node.kind == "literal":
                self.rendered.text += node.output
            elif node.kind == "insert":
                self.insert(node)
            elif node.kind in ("if", "unless"):
                self.open(node)
            elif any(node is one for one in self.written):
                self.rendered.text += self.raw(node)
            elif node.kind == "else":
                self.skip_to = node.closer
        self.rendered.inserted = list(dict.fromkeys(self.rendered.inserted))
        self.rendered.missing = list(dict.fromkeys(self.rendered.missing))
        return self.rendered

    def insert(self, node: Node) -> None:
        if self.type_is_known(node) and node.name in self.given:
            self.rendered.text += self.given[node.name]
            self.rendered.inserted.append(node.name)
        elif (self.braces and node.name not in self.values) or not self.type_is_known(node):
            self.rendered.text += self.raw(node)
        else:
            self.rendered.missing.append(node.name)

    def open(self, node: Node) -> None:
        if not self.type_is_known(node):
            self.rendered.text += self.raw(node)
            self.written += [node.otherwise, node.closer]
            return
        if self.braces:
            holds = self.given.get(node.name, "") != ""
        else:
            holds = node.name in self.given or node.name.startswith("literal:")
        if holds == (node.kind == "unless"):
            self.skip_to = node.otherwise or node.closer

    def type_is_known(self, node: Node) -> bool:
        return (
            self.known_types is None
            or self.braces
            or node.name.split(":")[0] in {*self.known_types, "literal"}
        )

    def raw(self, node: Node) -> str:
        return self.source[node.start : node.end]

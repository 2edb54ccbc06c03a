"""YAML to a tree with positions, within a budget and without building any object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import yaml

from editor_app.structured import yaml_errors
from editor_app.structured.budget import (
    MOST_ALIASES,
    MOST_CHARACTERS,
    MOST_CHARACTERS_IN_PYTHON,
    MOST_DEPTH,
    MOST_REPEATED_NODES,
    TooMuch,
    check_text,
    refuse,
)
from editor_app.structured.edits import remove_entry
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, Style, tree_size
from editor_app.structured.scalar_layout import after_properties, block_indent, place_of_nothing
from editor_app.text import Diagnostic, Edit, Fix, Severity, Span

_NO_ANCHORS: Mapping[str, Node] = MappingProxyType({})
_STANDARD = "tag:yaml.org,2002:"
_KNOWN_TAGS = frozenset(
    "str int float bool null timestamp binary merge value seq map set omap pairs".split()  # noqa: SIM905  one line
)
_STYLES = {style.value: style for style in Style}
_COLLECTIONS = frozenset("seq map set omap pairs".split())  # noqa: SIM905  one line


def compose(
    source: str, span: Span, anchors: Mapping[str, Node] = _NO_ANCHORS
) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Read the YAML in `span` of `source`; see `read_yaml`."""
    text = span.of(source)
    fast = hasattr(yaml, "CSafeLoader")
    composer = _Composer(source, span.start)
    composer.anchors.update((name, (node, tree_size(node))) for name, node in anchors.items())
    try:
        check_text(text, span.start, MOST_CHARACTERS if fast else MOST_CHARACTERS_IN_PYTHON)
        for event in yaml.parse(text, Loader=yaml.CSafeLoader if fast else yaml.SafeLoader):
            composer.take(event)
    except TooMuch as refused:
        return None, (_with_fixes(source, span, refused.diagnostic),)
    except yaml.MarkedYAMLError as error:
        problem = yaml_errors.explain(text, error, span.start)
        return None, (_with_fixes(source, span, problem),)
    return composer.root, tuple(composer.problems)


def _with_fixes(source: str, span: Span, problem: Diagnostic) -> Diagnostic:
    """Offer those repairs after which reading gets beyond the problem."""
    if problem.code != "yaml-syntax":
        return problem
    return yaml_errors.with_fixes(source, span, problem, _first_problem)


def _first_problem(text: str) -> int | None:
    """Return the offset of what makes `text` unreadable, if anything does."""
    composer = _Composer(text, 0)
    try:
        check_text(text, 0, MOST_CHARACTERS)
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            composer.take(event)
    except TooMuch as refused:
        return refused.diagnostic.span.start
    except yaml.MarkedYAMLError as error:
        return yaml_errors.place(text, error).start
    return None


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end is not reached yet."""

    start: yaml.CollectionStartEvent
    children: list[Node] = field(default_factory=list)
    end: int = 0
    size: int = 1  # of the tree under it, with every alias counted as what it stands for


@dataclass(slots=True)
class _Composer:
    source: str
    offset: int
    root: Node | None = None
    problems: list[Diagnostic] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)
    anchors: dict[str, tuple[Node, int]] = field(default_factory=dict)
    unfinished: set[str] = field(default_factory=set)
    aliases: int = 0
    repeated: int = 0
    documents: int = 0

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._add(self._scalar(event), event.anchor, 1)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                message = "A second document starts here; one is read. Remove this line and what follows it."
                raise refuse("yaml-documents", self._span(event), message)

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        if len(self.stack) >= MOST_DEPTH:
            message = f"This is nested more than {MOST_DEPTH} levels deep, which is not read."
            raise refuse("yaml-limit", self._span(event), message, most=str(MOST_DEPTH))
        self._check_tag(event, collection=True)
        if event.anchor is not None:
            self.unfinished.add(event.anchor)
        self.stack.append(_Open(event))

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        done = self.stack.pop()
        start, flow = done.start, bool(done.start.flow_style)
        # a block's own end mark lies behind the comments that follow it
        end = self._at(event.end_mark) if flow else max(done.end, self._at(start.end_mark))
        span = Span(self._at(start.start_mark), end)
        if isinstance(start, yaml.SequenceStartEvent):
            node: Node = SequenceNode(tuple(done.children), span, flow, start.anchor)
        else:
            node = self._mapping(done.children, span, flow, start.anchor)
        self._add(node, start.anchor, done.size)

    def _mapping(self, children: list[Node], span: Span, flow: bool, anchor: str | None) -> MappingNode:
        entries: list[tuple[ScalarNode, Node]] = []
        merged: list[tuple[ScalarNode, Node]] = []
        seen: set[tuple[str, str | None]] = set()
        repeated: list[int] = []
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, ScalarNode):
                self._problem(key.span, "A list or mapping can’t be a key here.")
            elif key.tag == "merge":
                merged += self._merge(value)
            else:
                if (key.tag, key.value) in seen:
                    repeated.append(len(entries))
                seen.add((key.tag, key.value))
                entries.append((key, value))
        node = MappingNode(tuple(entries), span, flow, anchor, tuple(merged))
        for index in repeated:
            self._report_repeated(node, index)
        return node

    def _report_repeated(self, node: MappingNode, index: int) -> None:
        key = node.entries[index][0]
        name = key.value or "null"
        message = f"‘{name}’ stands here twice; keep one."
        edits = remove_entry(self.source, node, index)
        fixes = (Fix("Remove this one", edits),) if edits else ()
        self.problems.append(
            Diagnostic("duplicate-key", Severity.ERROR, key.span, message, {"key": name}, fixes)
        )

    def _merge(self, value: Node) -> list[tuple[ScalarNode, Node]]:
        sources = value.items if isinstance(value, SequenceNode) else (value,)
        entries: list[tuple[ScalarNode, Node]] = []
        for source in sources:
            if isinstance(source, MappingNode):
                entries += source.all_entries()
            else:
                self._problem(source.span, "‘<<’ takes a mapping, or a list of mappings.")
        return entries

    def _scalar(self, event: yaml.ScalarEvent) -> ScalarNode:
        style = _STYLES[event.style or ""]
        span = self._span(event)
        if not span.length and self._is_value():
            at = place_of_nothing(self.source, self.stack[-1].children[-1].span.end, span.start)
            span = Span(at, at)
        tag = self._check_tag(event, collection=False) if event.tag else _resolve(event)
        if style.is_block:
            span = _without_blank_lines(self.source, span, event.value)
        value = None if tag == "null" else event.value
        return ScalarNode(value, tag, span, style, event.anchor, self._in_flow())

    def _is_value(self) -> bool:
        """Whether what comes next is the value of a key."""
        if not self.stack or not isinstance(self.stack[-1].start, yaml.MappingStartEvent):
            return False
        return len(self.stack[-1].children) % 2 == 1

    def _in_flow(self) -> bool:
        return bool(self.stack and self.stack[-1].start.flow_style)

    def _alias(self, event: yaml.AliasEvent) -> None:
        self.aliases += 1
        span = self._span(event)
        if self.aliases > MOST_ALIASES:
            raise refuse(
                "yaml-limit", span, f"There are more than {MOST_ALIASES} aliases, which is not read."
            )
        if event.anchor in self.unfinished:
            raise refuse(
                "yaml-syntax", span, f"‘*{event.anchor}’ stands inside what it repeats, which never ends."
            )
        if event.anchor not in self.anchors:
            message = f"‘*{event.anchor}’ repeats nothing: no ‘&{event.anchor}’ stands above it."
            raise refuse("yaml-syntax", span, message, name=str(event.anchor))
        node, size = self.anchors[event.anchor]
        self.repeated += size
        if self.repeated > MOST_REPEATED_NODES:
            raise refuse(
                "yaml-limit", span, "Its aliases repeat too much; written out, this would be enormous."
            )
        self._add(_standing_at(node, span, flow=self._in_flow()), None, size)

    def _add(self, node: Node, anchor: str | None, size: int) -> None:
        if anchor is not None:
            self.anchors[anchor] = (node, size)
            self.unfinished.discard(anchor)
        if self.stack:
            parent = self.stack[-1]
            parent.children.append(node)
            parent.end = node.span.end
            parent.size += size
        else:
            self.root = node

    def _check_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, *, collection: bool) -> str:
        tag = str(event.tag or "")
        known = tag.removeprefix(_STANDARD)
        if tag.startswith(_STANDARD) and known in _KNOWN_TAGS and (known in _COLLECTIONS) == collection:
            return known
        if tag and tag != "!":
            shown = f"!!{known}" if tag.startswith(_STANDARD) else tag
            span = self._span(event)
            written = span.of(self.source).split(None, 1)
            fixes: tuple[Fix, ...] = ()
            if written and written[0] == shown:
                rest = span.start + len(shown) + (1 if len(written) > 1 else 0)
                fixes = (Fix("Remove the tag", (Edit(Span(span.start, rest), ""),)),)
            message = f"The tag ‘{shown}’ means nothing here; remove it."
            self.problems.append(
                Diagnostic("yaml-value", Severity.ERROR, span, message, {"tag": shown}, fixes)
            )
        return "" if collection else "str"

    def _problem(self, span: Span, message: str) -> None:
        self.problems.append(Diagnostic("yaml-value", Severity.ERROR, span, message))

    def _span(self, event: yaml.Event) -> Span:
        return Span(self._at(event.start_mark), self._at(event.end_mark))

    def _at(self, mark: yaml.error.Mark | yaml._yaml.Mark | None) -> int:
        return self.offset if mark is None else self.offset + mark.index


def _without_blank_lines(source: str, span: Span, value: str) -> Span:
    """Return where a block scalar stands; its end mark lies behind the blank lines that follow."""
    text = span.of(source)
    start = after_properties(source, span) - span.start
    header = text[start:].partition("\n")[0]
    if "+" in header.partition("#")[0]:  # these keep their blank lines
        return Span(span.start, span.end - text.endswith("\n"))
    end = len(text.rstrip(" \n"))
    newline = text.find("\n", end)
    end = len(text) if newline < 0 else newline
    last = value.rstrip("\n").rpartition("\n")[2]
    if last and not last.strip(" "):  # the text's own last line is one of blanks
        indent, at = block_indent(text, start + len(header) + 1, value), end
        for line in text[end:].split("\n")[1:]:
            at += 1 + len(line)
            end = at if len(line) > indent else end
    return Span(span.start, span.start + end)


def _resolve(event: yaml.ScalarEvent) -> str:
    """Return what YAML takes an untagged scalar for."""
    if not event.implicit[0]:  # quoted
        return "str"
    value: str = event.value
    resolvers = yaml.SafeLoader.yaml_implicit_resolvers
    for tag, pattern in resolvers.get(value[:1], ()):
        if pattern.match(value):
            return str(tag).removeprefix(_STANDARD)
    return "str"


def _standing_at(node: Node, span: Span, *, flow: bool) -> Node:
    """Return an anchor's node as its alias: the same content, at the alias's place."""
    if isinstance(node, ScalarNode):
        return node._replace(span=span, anchor=None, flow=flow)
    if isinstance(node, SequenceNode):
        return SequenceNode(node.items, span, node.flow)
    return MappingNode(node.entries, span, node.flow, None, node.merged)

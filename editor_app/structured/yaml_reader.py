"""YAML to a tree with positions, within a budget and without building any object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import yaml

from editor_app.pausing import PAUSE
from editor_app.structured import yaml_errors
from editor_app.structured.budget import (
    MOST_ALIASES,
    MOST_CHARACTERS,
    MOST_CHARACTERS_IN_PYTHON,
    MOST_DEPTH,
    MOST_REPEATED_NODES,
    Limit,
    TooMuch,
    check_length,
    refuse,
)
from editor_app.structured.editing.repairs import remove_entry
from editor_app.structured.nodes import (
    AliasNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    Style,
    WrittenNode,
    mapping_node,
    merged_entries,
    resolved_node,
    sequence_node,
    tree_size,
)
from editor_app.structured.scalar_layout import after_properties, block_indent, place_of_nothing
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span, line_end

_NO_ANCHORS: Mapping[str, Node] = MappingProxyType({})
_STANDARD = "tag:yaml.org,2002:"
_KNOWN_TAGS = frozenset(
    "str int float bool null timestamp binary merge value seq map set omap pairs".split()  # noqa: SIM905  one line
)
_STYLES: Mapping[str | None, Style] = {None: Style.PLAIN, **{style.value: style for style in Style}}
_LITERAL, _FOLDED = Style.LITERAL, Style.FOLDED
_new = tuple.__new__  # a call less than that of the class, for each of the thousands that are read
_COLLECTIONS = frozenset("seq map set omap pairs".split())  # noqa: SIM905  one line


class ComposedTree(NamedTuple):
    """A tree, None where nothing stands in the text, with the aliases in it and what is wrong with it."""

    root: Node | None
    aliases: tuple[AliasNode, ...]
    problems: list[Diagnostic]


def compose(
    source: str, span: Span, anchors: Mapping[str, Node] = _NO_ANCHORS
) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Read the YAML in `span` of `source`; see `read_yaml`."""
    try:
        composed = compose_tree(source, span, anchors)
    except TooMuch as refused:
        return None, (_with_fixes(source, span, refused.diagnostic),)
    except yaml.MarkedYAMLError as error:
        problem = yaml_errors.yaml_problem(span.of(source), error, span.start)
        return None, (_with_fixes(source, span, problem),)
    return composed.root, tuple(composed.problems)


def compose_tree(
    source: str, span: Span, anchors: Mapping[str, Node] = _NO_ANCHORS, *, merges: bool = True
) -> ComposedTree:
    """Read the YAML in `span` of `source`, or raise what ends reading: `TooMuch` or a `MarkedYAMLError`.

    Without `merges`, mappings have none of what `<<` brings in, and aliases may repeat any number of nodes.
    """
    text = span.of(source)
    fast = hasattr(yaml, "CSafeLoader")
    check_length(text, span.start, MOST_CHARACTERS if fast else MOST_CHARACTERS_IN_PYTHON)
    composer = _Composer(source, span.start, merges)
    composer.repeats.anchors.update((name, (node, tree_size(node))) for name, node in anchors.items())
    try:
        composer.take_all(text)
    except yaml.MarkedYAMLError as error:
        deep = yaml_errors.end_of_what_is_too_deep(text, error)
        if deep is None:
            raise
        return compose_tree(source, Span(span.start, span.start + deep), anchors, merges=merges)
    return ComposedTree(composer.root, tuple(composer.repeats.aliases), composer.problems)


def _with_fixes(source: str, span: Span, problem: Diagnostic) -> Diagnostic:
    """Offer those repairs after which reading gets beyond the problem."""
    if problem.code != "yaml-syntax":
        return problem
    return yaml_errors.with_fixes(source, span, problem, _first_problem)


def _first_problem(text: str) -> int | None:
    """Return the offset of what makes `text` unreadable, if anything does."""
    composer = _Composer(text, 0)
    try:
        check_length(text, 0, MOST_CHARACTERS)
        composer.take_all(text)
    except TooMuch as refused:
        return refused.diagnostic.span.start
    except yaml.MarkedYAMLError as error:
        return yaml_errors.problem_span(text, error).start
    return None


@dataclass(slots=True)
class _OpenCollection:
    """A list or mapping whose end is not reached yet."""

    start: yaml.CollectionStartEvent
    is_mapping: bool
    is_flow: bool
    children: list[WrittenNode] = field(default_factory=list)
    more: int = 0  # nodes in the trees under these, with every alias counted as what it stands for


@dataclass(slots=True)
class _Repeats:
    """What anchors name, each with the size of its tree, and the aliases that repeat it.

    `unfinished` are anchors of what is still open, `nodes` is how many nodes all aliases stand for.
    """

    anchors: dict[str, tuple[Node, int]] = field(default_factory=dict)
    unfinished: set[str] = field(default_factory=set)
    aliases: list[AliasNode] = field(default_factory=list)
    nodes: int = 0


@dataclass(slots=True)
class _Composer:
    source: str
    offset: int
    merges: bool = True
    root: Node | None = None
    problems: list[Diagnostic] = field(default_factory=list)
    stack: list[_OpenCollection] = field(default_factory=list)
    repeats: _Repeats = field(default_factory=_Repeats)
    resolved: dict[str, str] = field(default_factory=dict)

    def take_all(self, text: str) -> None:
        """Read what `yaml.parse` gives, with a call less for each of the thousands of events."""
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
        get, take, scalar, pause = loader.get_event, self.take, self._scalar, PAUSE.get()
        try:
            while (kind := type(event := get())) is not yaml.StreamEndEvent:
                if kind is yaml.ScalarEvent:
                    scalar(event)
                else:
                    take(event)
                pause()
        finally:
            loader.dispose()

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.CollectionStartEvent):
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            message = Sentence("structured.second-document")
            raise refuse("yaml-documents", self._span(event), message, Limit.DOCUMENTS)

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        if len(self.stack) >= MOST_DEPTH:
            message = Sentence("structured.too-deep", most=MOST_DEPTH)
            raise refuse("yaml-limit", self._span(event), message, Limit.DEPTH, most=str(MOST_DEPTH))
        if event.tag:
            self._check_tag(event, collection=True)
        if event.anchor is not None:
            self.repeats.unfinished.add(event.anchor)
        self.stack.append(
            _OpenCollection(event, type(event) is yaml.MappingStartEvent, bool(event.flow_style))
        )

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        done = self.stack.pop()
        start, flow = done.start, done.is_flow
        # a block's own end mark lies behind the comments that follow it
        end = self._at(event.end_mark if flow else start.end_mark)
        if not flow and done.children:
            end = max(done.children[-1].span.end, end)
        span = Span(self._at(start.start_mark), end)
        tag = None if start.tag is None else str(start.tag)
        if done.is_mapping:
            node: Node = self._mapping(done.children, span, flow, start.anchor, tag)
        else:
            node = sequence_node(tuple(done.children), span, flow, start.anchor, tag)
        self._add(node, start.anchor, 1 + len(done.children) + done.more)

    def _mapping(
        self, children: list[WrittenNode], span: Span, flow: bool, anchor: str | None, tag: str | None
    ) -> MappingNode:
        written = tuple(zip(children[::2], children[1::2], strict=True))
        node = mapping_node(written, span, flow, anchor, tag)
        if node.with_aliases is not None:
            node = node._replace(merged=merged_entries(node)) if self.merges else node
            for pair in written:
                key, value = map(resolved_node, pair)
                if not isinstance(key, ScalarNode):
                    self._problem(key.span, Sentence("structured.collection-as-key"))
                elif key.tag == "merge":
                    for source in value.items if isinstance(value, SequenceNode) else (value,):
                        if not isinstance(source, MappingNode):
                            self._problem(source.span, Sentence("structured.merge-of"))
        if len({key.value for key, _ in node.entries}) < len(node.entries):
            seen: set[tuple[str, str | None]] = set()
            for index, (key, _) in enumerate(node.entries):
                if (key.tag, key.value) in seen:
                    self._report_repeated(node, index)
                seen.add((key.tag, key.value))
        return node

    def _report_repeated(self, node: MappingNode, index: int) -> None:
        key = node.entries[index][0]
        name = key.value or "null"
        message = Sentence("structured.repeated-key", name=name)
        edits = remove_entry(self.source, node, index)
        fixes = (Fix(Sentence("structured.remove-this-one"), edits),) if edits else ()
        self.problems.append(
            Diagnostic("duplicate-key", Severity.ERROR, key.span, message, {"key": name}, fixes)
        )

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        parent = self.stack[-1] if self.stack else None
        value, written_tag, anchor = event.value, event.tag, event.anchor
        start_mark, end_mark = event.start_mark, event.end_mark
        assert start_mark is not None
        assert end_mark is not None
        start, end = start_mark.index + self.offset, end_mark.index + self.offset
        if start == end and parent is not None and parent.is_mapping and len(parent.children) % 2:
            start = end = place_of_nothing(self.source, parent.children[-1].span.end, start)
        span = _new(Span, (start, end))
        style = _STYLES[event.style]
        if written_tag:
            tag = self._check_tag(event, collection=False)
        elif not event.implicit[0]:  # quoted
            tag = "str"
        else:  # most are keys that every item of a list has
            tag = self.resolved.get(value) or self._resolve(value)
        if style is _LITERAL or style is _FOLDED:
            span = _without_blank_lines(self.source, span, value)
        is_flow = parent is not None and parent.is_flow
        if tag == "null":
            node = ScalarNode(None, tag, span, style, anchor, is_flow, written_tag, value)
        else:
            node = _new(ScalarNode, (value, tag, span, style, anchor, is_flow, written_tag, ""))
        if parent is not None and anchor is None:
            parent.children.append(node)
        else:
            self._add(node, anchor, 1)

    def _resolve(self, value: str) -> str:
        """Return what YAML takes an unquoted and untagged scalar for, and remember it."""
        candidates = yaml.SafeLoader.yaml_implicit_resolvers.get(value[:1], ())
        tag = next((str(tag) for tag, pattern in candidates if pattern.match(value)), "str")
        self.resolved[value] = tag = tag.removeprefix(_STANDARD)
        return tag

    def _alias(self, event: yaml.AliasEvent) -> None:
        span = self._span(event)
        if len(self.repeats.aliases) == MOST_ALIASES:
            message = Sentence("structured.too-many-aliases", most=MOST_ALIASES)
            raise refuse("yaml-limit", span, message, Limit.ALIASES)
        if event.anchor in self.repeats.unfinished:
            raise refuse("yaml-syntax", span, Sentence("structured.alias-in-itself", name=event.anchor or ""))
        if event.anchor not in self.repeats.anchors:
            message = Sentence("structured.alias-of-nothing", name=event.anchor or "")
            raise refuse("yaml-syntax", span, message, name=str(event.anchor))
        node, size = self.repeats.anchors[event.anchor]
        self.repeats.nodes += size
        if self.merges and self.repeats.nodes > MOST_REPEATED_NODES:
            raise refuse("yaml-limit", span, Sentence("structured.aliases-too-much"))
        alias = AliasNode(str(event.anchor), span, node, bool(self.stack) and self.stack[-1].is_flow)
        self.repeats.aliases.append(alias)
        self._add(alias, None, size)

    def _add(self, node: WrittenNode, anchor: str | None, size: int) -> None:
        if anchor is not None and not isinstance(node, AliasNode):
            self.repeats.anchors[anchor] = (node, size)
            self.repeats.unfinished.discard(anchor)
        if self.stack:
            parent = self.stack[-1]
            parent.children.append(node)
            parent.more += size - 1
        else:
            self.root = resolved_node(node)

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
                fixes = (Fix(Sentence("structured.remove-tag"), (Edit(Span(span.start, rest), ""),)),)
            message = Sentence("structured.unknown-tag", tag=shown)
            self.problems.append(
                Diagnostic("yaml-value", Severity.ERROR, span, message, {"tag": shown}, fixes)
            )
        return "" if collection else "str"

    def _problem(self, span: Span, message: str) -> None:
        self.problems.append(Diagnostic("yaml-value", Severity.ERROR, span, message))

    def _span(self, event: yaml.Event) -> Span:
        start, end = event.start_mark, event.end_mark
        assert start is not None
        assert end is not None
        return _new(Span, (self.offset + start.index, self.offset + end.index))

    def _at(self, mark: yaml.error.Mark | yaml._yaml.Mark | None) -> int:
        return self.offset if mark is None else self.offset + mark.index


def _without_blank_lines(source: str, span: Span, value: str) -> Span:
    """Return where a block scalar stands; its end mark lies behind the blank lines that follow."""
    text = span.of(source)
    start = after_properties(source, span) - span.start
    header = text[start:].partition("\n")[0]
    if "+" in header.partition("#")[0]:  # these keep their blank lines
        return Span(span.start, span.end - text.endswith("\n"))
    end = line_end(text, len(text.rstrip(" \n")))
    last = value.rstrip("\n").rpartition("\n")[2]
    if last and not last.strip(" "):  # the text's own last line is one of blanks
        indent, at = block_indent(text, start + len(header) + 1, value), end
        for line in text[end:].split("\n")[1:]:
            at += 1 + len(line)
            end = at if len(line) > indent else end
    return Span(span.start, span.start + end)

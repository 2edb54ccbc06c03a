"""The values a system message is made of: block types, scopes, conditions, contents, blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from editor_app.structured.nodes import ScalarNode
from editor_app.structured.nodes import Syntax as Syntax  # noqa: PLC0414  exported from here with the other entities
from editor_app.structured.reading import read_json, read_yaml
from editor_app.system_messages.model.scopes import alternatives_of, matches_file, path_parts
from editor_app.template.dialect import Dialect
from editor_app.template.template import Template, parse
from editor_app.text import Sentence, Span


class BlockType(StrEnum):
    """The types a block can have, in the order of those that a priorityModel does not list."""

    IDENTITY = "identity"
    SAFETY = "safety"
    BEHAVIOR = "behavior"
    TOOLING = "tooling"
    EDITING = "editing"
    FORMATTING = "formatting"
    PROJECT = "project"
    SKILLS = "skills"
    AGENTS = "agents"
    MODE = "mode"
    ATTACHMENTS = "attachments"
    ADVISORY = "advisory"


DEFAULT_PRIORITY_MODEL: tuple[str, ...] = (
    "safety",
    "identity",
    "mode",
    "tooling",
    "editing",
    "formatting",
    "project",
    "advisory",
)


class ContentFormat(StrEnum):
    """The formats that a content can declare."""

    PLAIN = "plain"
    MARKDOWN = "markdown"
    JSON = "json"
    YAML = "yaml"


@dataclass(frozen=True, slots=True)
class Scope:
    """Files, modes and tools a block is limited to, () for no limit; entries are trimmed, each once."""

    apply_to: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockCondition:
    """A condition that has to hold for a block to be active; `value` is its payload as canonical JSON."""

    kind: str
    value: str = "{}"


@dataclass(frozen=True, slots=True)
class Content:
    """A block's text; `format` is None where it is written as a plain string.

    `literal`: True for a text that is no template, False for a template, None where the format decides.
    """

    text: str
    format: ContentFormat | None = None
    literal: bool | None = None

    @property
    def is_literal(self) -> bool:
        """Whether tags in the text are literal text, so that it is no template."""
        if self.literal is not None:
            return self.literal
        return self.format in {ContentFormat.JSON, ContentFormat.YAML}


@dataclass(frozen=True, slots=True)
class InstructionBlock:
    """A block of a valid system message, with its children."""

    id: str
    type: BlockType
    priority: int
    content: Content
    scope: Scope | None = None
    conditions: tuple[BlockCondition, ...] = ()
    children: tuple[InstructionBlock, ...] = ()


@dataclass(frozen=True, slots=True)
class SystemMessage:
    """A valid system message; `created_at` and `updated_at` are RFC 3339, spelled as in the file."""

    id: str
    version: str
    created_at: str
    updated_at: str
    blocks: tuple[InstructionBlock, ...] = ()
    priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL
    role: str = "system"


BlockPath: TypeAlias = tuple[int, ...]
"""(2, 0) is blocks[2].children[0]; () is the system message itself."""

_NO_PLACES: Mapping[str, Span] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class BlockBody:
    """The fields of one block as read, without its children; a missing or invalid field is "", () or None.

    `type` may be an unknown one. `places` are the spans of the fields by their paths in the block ("id",
    "content.text", "scope.modes[0]"). They and the span of `content_node`, the scalar with the content's
    text, are relative to `Block.start`.
    """

    id: str = ""
    type: str = ""
    priority: int | None = None
    scope: Scope | None = None
    conditions: tuple[BlockCondition, ...] = ()
    content: Content | None = None
    places: Mapping[str, Span] = field(default_factory=lambda: _NO_PLACES)
    content_node: ScalarNode | None = None

    @cached_property
    def template(self) -> Template | None:
        """The content as a template, with offsets in the content; None where it is literal or missing."""
        if self.content is None or self.content.is_literal:
            return None
        return parse(self.content.text, Dialect.BRACKETS)


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A block and its place: `parent` is its parent's index in the list of all blocks, None at the top.

    `span` is that of the block with its children in the file, from its dash or brace; the offsets in `body`
    are relative to `start`.
    """

    body: BlockBody
    path: BlockPath
    parent: int | None = None
    start: int = 0
    span: Span = field(default=Span(0, 0))

    @property
    def id(self) -> str:
        """The block's id, "" if it has none."""
        return self.body.id

    @property
    def type(self) -> str:
        """The block's type, which may be an unknown one; "" if it has none."""
        return self.body.type

    @property
    def priority(self) -> int:
        """The block's priority; 0 where it is missing or invalid."""
        return self.body.priority or 0

    @property
    def depth(self) -> int:
        """How many ancestors the block has."""
        return len(self.path) - 1

    @property
    def label(self) -> str:
        """The block's path as problems spell it: `blocks[2].children[0]`."""
        return path_label(self.path)

    @property
    def name(self) -> str:
        """The block's name in sentences: its id, or its label."""
        return self.body.id or self.label

    @property
    def content_node(self) -> ScalarNode | None:
        """The scalar with the content's text, its span in the file; None where there is none."""
        node = self.body.content_node
        return None if node is None else node._replace(span=node.span.shifted(self.start))

    @property
    def content_span(self) -> Span | None:
        """The span of that scalar in the file, None where there is none."""
        node = self.body.content_node
        return None if node is None else node.span.shifted(self.start)

    def place(self, field_path: str) -> Span | None:
        """Return the span of a field in the file, None for one that is missing."""
        span = self.body.places.get(field_path)
        return None if span is None else span.shifted(self.start)


def path_label(path: BlockPath) -> str:
    """Return a path as problems spell it: `blocks[2].children[0]`."""
    names = ("blocks", *["children"] * (len(path) - 1))
    return ".".join(f"{name}[{index}]" for name, index in zip(names, path, strict=False))


def ancestors(blocks: tuple[Block, ...], index: int) -> Iterator[int]:
    """Yield the indexes of a block's ancestors, its parent first."""
    parent = blocks[index].parent
    while parent is not None:
        yield parent
        parent = blocks[parent].parent


class Targets(NamedTuple):
    """The number of alternatives that one scope, or several together, allow per kind of target; 0 for any."""

    file: int = 0
    mode: int = 0
    tool: int = 0
    named: bool = False
    literal: int = 0
    glob: str = ""

    def joined(self, inner: Targets) -> Targets:
        """Return the targets of two scopes that both have to match."""
        literal, glob = max((self.literal, self.glob), (inner.literal, inner.glob))
        return Targets(
            _fewer(self.file, inner.file),
            _fewer(self.mode, inner.mode),
            _fewer(self.tool, inner.tool),
            self.named or inner.named,
            literal,
            glob,
        )


@dataclass(frozen=True, slots=True, order=True)
class Specificity:
    """How specific a scope is; a greater value is more specific."""

    kinds: int
    named: bool
    literal: int
    fewness: int
    targets: Targets = field(compare=False, default=Targets())

    @property
    def limited(self) -> tuple[str, ...]:
        """The kinds of target that are limited, by name."""
        targets = self.targets
        file = "file" if targets.named else "glob"
        kinds = {file: targets.file, "mode": targets.mode, "tool": targets.tool}
        return tuple(name for name, count in kinds.items() if count)


def specificity_of(targets: Targets) -> Specificity:
    """Return how specific targets are."""
    kinds = bool(targets.file) + bool(targets.mode) + bool(targets.tool)
    return Specificity(
        kinds, targets.named, targets.literal, -(targets.file + targets.mode + targets.tool), targets
    )


@lru_cache(maxsize=4096)
def targets_of(scope: Scope, file: str | None = None) -> Targets:
    """Return the targets of one scope; if `file` is given, only globs that match it count."""
    globs = [(pattern, alternatives_of(pattern)) for pattern in scope.apply_to]
    parts = None if file is None else path_parts(file)
    literal, best = max(
        (
            (alternative.literal, pattern)
            for pattern, alternatives in globs
            for alternative in alternatives
            if parts is None or alternative.matches(parts)
        ),
        default=(0, ""),
    )
    return Targets(
        file=sum(max(len(alternatives), 1) for _, alternatives in globs) + len(scope.files),
        mode=len(scope.modes),
        tool=len(scope.tools),
        named=bool(scope.files) and (file is None or any(matches_file(name, file) for name in scope.files)),
        literal=literal,
        glob=best,
    )


def _fewer(count: int, other: int) -> int:
    return min(count, other) if count and other else count or other


_UNREADABLE = frozenset({"json-syntax", "json-limit", "json-value", "yaml-syntax", "yaml-limit"})


def syntax_problem(text: str, format_: ContentFormat) -> str | None:
    """Return why a text is no valid JSON or YAML, beginning with the line; None where it is valid."""
    if format_ not in {ContentFormat.JSON, ContentFormat.YAML} or not text.strip():
        return None
    problems = (read_json if format_ is ContentFormat.JSON else read_yaml)(text)[1]
    unreadable = next((problem for problem in problems if problem.code in _UNREADABLE), None)
    if unreadable is None:
        return None
    line = text.count("\n", 0, unreadable.span.start) + 1
    return Sentence("system_messages.line-unreadable", line=line, reason=unreadable.message)

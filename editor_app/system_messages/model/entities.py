"""What a system message is made of, as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from editor_app.structured import ScalarNode
from editor_app.structured import Syntax as Syntax  # noqa: PLC0414  it is one of the entities
from editor_app.template import Dialect, Template, parse
from editor_app.text import Span


class BlockType(StrEnum):
    """The types a block can have, in the order unlisted ones are taken in."""

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
    """What a content declares itself to be."""

    PLAIN = "plain"
    MARKDOWN = "markdown"
    JSON = "json"
    YAML = "yaml"


@dataclass(frozen=True, slots=True)
class Scope:
    """What a block is for; an empty tuple does not constrain. Globs and names are trimmed, each once."""

    apply_to: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockCondition:
    """A rule a block waits for; `value` is its payload as JSON with sorted keys and no blanks."""

    kind: str
    value: str = "{}"


@dataclass(frozen=True, slots=True)
class Content:
    """A block's text; `format` is None where it is written as a plain string.

    `literal` switches templates off or on; None leaves that to the format.
    """

    text: str
    format: ContentFormat | None = None
    literal: bool | None = None

    @property
    def is_literal(self) -> bool:
        """Whether brackets in the text are text."""
        if self.literal is not None:
            return self.literal
        return self.format in {ContentFormat.JSON, ContentFormat.YAML}


@dataclass(frozen=True, slots=True)
class InstructionBlock:
    """A block of a valid message, with its children."""

    id: str
    type: BlockType
    priority: int
    content: Content
    scope: Scope | None = None
    conditions: tuple[BlockCondition, ...] = ()
    children: tuple[InstructionBlock, ...] = ()


@dataclass(frozen=True, slots=True)
class SystemMessage:
    """A valid message; `created_at` and `updated_at` are RFC 3339, as written."""

    id: str
    version: str
    created_at: str
    updated_at: str
    blocks: tuple[InstructionBlock, ...] = ()
    priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL
    role: str = "system"


BlockPath: TypeAlias = tuple[int, ...]
"""(2, 0) is blocks[2].children[0]; () is the message itself."""

_NO_PLACES: Mapping[str, Span] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class BlockBody:
    """One block as it is written, its children apart; what is missing or wrong is empty or None.

    `type` is as written, which may be no known one. `places` say where each field stands, by its path in the
    block ("id", "content.text", "scope.modes[0]"); they and `content_node`, which holds the content's text,
    count from `Block.start`.
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
        """The content as a template; None where it is literal or missing. Offsets are of the content."""
        if self.content is None or self.content.is_literal:
            return None
        return parse(self.content.text, Dialect.BRACKETS)


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A block in its message: `parent` is the index of its parent in the list of all blocks.

    `span` covers it in the file with its children, from its dash or brace.
    """

    body: BlockBody
    path: BlockPath
    parent: int | None = None
    start: int = 0
    span: Span = field(default=Span(0, 0))

    @property
    def id(self) -> str:
        """Its id as written, "" if it has none."""
        return self.body.id

    @property
    def type(self) -> str:
        """Its type as written."""
        return self.body.type

    @property
    def priority(self) -> int:
        """Its priority; 0 where it has none that can be used."""
        return self.body.priority or 0

    @property
    def depth(self) -> int:
        """How many blocks it stands in."""
        return len(self.path) - 1

    @property
    def label(self) -> str:
        """Where it stands, as problems spell it: `blocks[2].children[0]`."""
        return path_label(self.path)

    @property
    def name(self) -> str:
        """What sentences call it: its id, or where it stands."""
        return self.body.id or self.label

    @property
    def content_node(self) -> ScalarNode | None:
        """The scalar that holds its text, with its place in the file."""
        node = self.body.content_node
        return None if node is None else node._replace(span=node.span.shifted(self.start))

    @property
    def content_span(self) -> Span | None:
        """Where that scalar stands in the file."""
        node = self.body.content_node
        return None if node is None else node.span.shifted(self.start)

    def place(self, field_path: str) -> Span | None:
        """Return where a field stands in the file."""
        span = self.body.places.get(field_path)
        return None if span is None else span.shifted(self.start)


def path_label(path: BlockPath) -> str:
    """Return a path as problems spell it: `blocks[2].children[0]`."""
    names = ("blocks", *["children"] * (len(path) - 1))
    return ".".join(f"{name}[{index}]" for name, index in zip(names, path, strict=False))


def built_blocks(message: SystemMessage) -> tuple[Block, ...]:
    """Return the blocks of a message that was built, not read, in order, each before its children."""
    found: list[Block] = []

    def go(blocks: tuple[InstructionBlock, ...], path: BlockPath, parent: int | None) -> None:
        for index, block in enumerate(blocks):
            body = BlockBody(
                block.id, block.type, block.priority, block.scope, block.conditions, block.content
            )
            here = len(found)
            found.append(Block(body, (*path, index), parent))
            go(block.children, (*path, index), here)

    go(message.blocks, (), None)
    return tuple(found)


def ancestors(blocks: tuple[Block, ...], index: int) -> Iterator[int]:
    """Go from a block's parent outwards."""
    parent = blocks[index].parent
    while parent is not None:
        yield parent
        parent = blocks[parent].parent

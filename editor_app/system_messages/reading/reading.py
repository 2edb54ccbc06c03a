"""Reading a system message: its fields and blocks, as far as they can be read, and all its problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from editor_app.system_messages.model.entities import (
    Block,
    BlockType,
    Content,
    InstructionBlock,
    Syntax,
    SystemMessage,
)
from editor_app.system_messages.reading.file_reading import FileReading, read_message_file
from editor_app.system_messages.reading.incremental import read_incrementally
from editor_app.system_messages.reading.message_fields import NO_HEAD, MessageHead
from editor_app.system_messages.situations.choices import situation_choices
from editor_app.text import Diagnostic, Severity, in_file_order
from editor_app.text.argument_types import require_text


class ReadingMemory:
    """The last reading, and the last readable text, after which the next text is read incrementally.

    Fixes that write a date depend on the day, so the first text of a new day is read as a whole.
    """

    __slots__ = ("_found", "_readable", "_reading", "_today")

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self._reading: SystemMessageReading | None = None
        self._readable = ""
        self._found: FileReading | None = None  # of the last readable text
        self._today: date | None = None

    def read(self, source: str, syntax: Syntax, today: date | None = None) -> SystemMessageReading:
        """Return the reading of a text, and remember it."""
        if today != self._today:
            self._reading, self._found, self._today = None, None, today
        last = self._reading
        if last is not None and (last.source, last.syntax) == (source, syntax):
            return last
        if last is not None and last.syntax is not syntax:
            self._found = None
        blocks = (
            None if self._found is None else read_incrementally(self._found, self._readable, source, syntax)
        )
        if blocks is None:
            blocks = read_message_file(source, syntax, today)
        if blocks.fields is not None:
            self._found, self._readable = blocks, source
        self._reading = _complete(source, syntax, blocks)
        return self._reading


@dataclass(frozen=True, eq=False)
class SystemMessageReading:
    """The fields, blocks and problems of a system message's text.

    `blocks` are all blocks, each before its children. `is_readable`: the text is YAML or JSON, and a mapping
    unless it is empty.
    """

    source: str = field(repr=False)
    syntax: Syntax
    blocks: tuple[Block, ...] = field(default=(), repr=False)
    head: MessageHead = NO_HEAD
    diagnostics: tuple[Diagnostic, ...] = ()
    is_readable: bool = True

    @cached_property
    def has_errors(self) -> bool:
        """Whether an error keeps the system message from being used."""
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)

    @cached_property
    def children(self) -> Mapping[int | None, Sequence[int]]:
        """Index of a block → the indexes of its children, in order; None → those of the top-level blocks."""
        children: dict[int | None, list[int]] = {}
        for index, block in enumerate(self.blocks):
            children.setdefault(block.parent, []).append(index)
        return children

    def priorities_in(self, parent: int | None) -> Mapping[str, frozenset[int]]:
        """Return type → the priorities of blocks of that type in `parent`, None for the top."""
        model = self._priorities.get(parent)
        if model is None:
            by_type: dict[str, set[int]] = {}
            for index in self.children.get(parent, ()):
                block = self.blocks[index]
                by_type.setdefault(block.body.type, set()).add(block.priority)
            model = {type_: frozenset(priorities) for type_, priorities in by_type.items()}
            self._priorities[parent] = model
        return model

    @cached_property
    def _priorities(self) -> dict[int | None, Mapping[str, frozenset[int]]]:
        return {}

    @cached_property
    def modes(self) -> tuple[str, ...]:
        """The modes in the scopes of the blocks, each once."""
        return situation_choices(self.blocks).modes

    @cached_property
    def message(self) -> SystemMessage | None:
        """The system message as a value, None if it has errors."""
        if self.has_errors:
            return None
        children: dict[int | None, list[InstructionBlock]] = {}
        for index in range(len(self.blocks) - 1, -1, -1):
            body, parent = self.blocks[index].body, self.blocks[index].parent
            inner = tuple(reversed(children.pop(index, ())))
            built = InstructionBlock(
                body.id,
                BlockType(body.type),
                body.priority or 0,
                body.content or Content(""),
                body.scope,
                body.conditions,
                inner,
            )
            children.setdefault(parent, []).append(built)
        return SystemMessage(
            self.head.id,
            self.head.version,
            self.head.created_at,
            self.head.updated_at,
            tuple(reversed(children.get(None, ()))),
            self.head.priority_model,
            self.head.role,
        )


def read_system_message(
    source: str, syntax: Syntax, memory: ReadingMemory | None = None, *, today: date | None = None
) -> SystemMessageReading:
    """Read the text of a system message; any text gives a reading.

    `today`, in UTC, is the day that fixes write where the text has no date; without it there are no such
    fixes. Bytes instead of text raise TypeError.
    """
    require_text(source, "read_system_message")
    if memory is not None:
        return memory.read(source, syntax, today)
    return _complete(source, syntax, read_message_file(source, syntax, today))


def syntax_of(file_name: str) -> Syntax:
    """Return the syntax of a file by its name: JSON or YAML."""
    return Syntax.JSON if file_name.lower().endswith(".json") else Syntax.YAML


def _complete(source: str, syntax: Syntax, blocks: FileReading) -> SystemMessageReading:
    diagnostics = in_file_order(blocks.problems)
    if blocks.fields is None:
        return SystemMessageReading(source, syntax, diagnostics=diagnostics, is_readable=blocks.is_readable)
    return SystemMessageReading(source, syntax, blocks.blocks, blocks.fields.head, diagnostics)

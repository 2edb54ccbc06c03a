"""System messages from Python, built step by step.

A wrong type raises TypeError and a wrong value ValueError, each with a sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Self

from editor_app.structured.budget import MOST_DEPTH
from editor_app.system_messages.arguments import (
    checked_block,
    checked_condition,
    checked_content,
    checked_scope,
    checked_text,
    checked_word,
    needed_name,
    refuse_unbuilt,
    scope_names,
    wrong,
)
from editor_app.system_messages.model.entities import (
    DEFAULT_PRIORITY_MODEL,
    BlockCondition,
    BlockType,
    Content,
    ContentFormat,
    InstructionBlock,
    Scope,
    SystemMessage,
    syntax_problem,
)
from editor_app.system_messages.model.scopes import glob_problem, normal_glob
from editor_app.system_messages.model.timestamps import read_moment
from editor_app.system_messages.reading.block_reading import GREATEST_PRIORITY
from editor_app.system_messages.resolution.constraints import files_miss

_NO_TIME = timedelta(0)
_BLOCK_LEVELS = 2  # levels of nesting that a block adds: its list, and its mapping
_brackets = re.compile(r"[\[\]{}]").findall
_json_text = re.compile(r'"(?:[^"\\]++|\\.)*+"')


class ContentBuilder:
    """Builds a block's content: `ContentBuilder.markdown("…").build()`."""

    def __init__(self, text: str, format_: ContentFormat | None) -> None:
        """Begin with a text; with `format_` None it is written as a plain string."""
        self._text = text
        self._format = format_
        self._literal: bool | None = None

    @classmethod
    def plain(cls, text: str) -> Self:
        """Begin a content that is written as a plain string."""
        return cls(text, None)

    @classmethod
    def markdown(cls, text: str) -> Self:
        """Begin a Markdown content."""
        return cls(text, ContentFormat.MARKDOWN)

    @classmethod
    def json(cls, text: str) -> Self:
        """Begin a JSON content, which has to parse."""
        return cls(text, ContentFormat.JSON)

    @classmethod
    def yaml(cls, text: str) -> Self:
        """Begin a YAML content, which has to parse."""
        return cls(text, ContentFormat.YAML)

    @classmethod
    def structured(cls, format_: str, text: str) -> Self:
        """Begin a content written as `format` and `text`, plain ones too."""
        return cls(text, ContentFormat(checked_word("format", format_, ContentFormat, "content format")))

    def with_literal(self, literal: bool = True) -> Self:
        """Set whether tags in the text are literal text, and no template."""
        if not isinstance(literal, bool):
            raise TypeError(wrong("literal", literal, "True or False"))
        self._literal = literal
        return self

    def build(self) -> Content:
        """Return the content."""
        if not checked_text("text", self._text).strip():
            raise ValueError("A content needs text that is not blank.")
        problem = syntax_problem(self._text, self._format) if self._format is not None else None
        if problem is not None:
            raise ValueError(
                f"The content is declared as {self._format}, but can’t be read as that: {problem}"
            )
        is_switched = self._literal is not None and self._format is None
        return Content(self._text, ContentFormat.PLAIN if is_switched else self._format, self._literal)


class ScopeBuilder:
    """Builds a block's scope; entries are trimmed and kept once each."""

    def __init__(self) -> None:
        """Begin without any target."""
        self._targets: dict[str, tuple[str, ...]] = {}

    @classmethod
    def create(cls) -> Self:
        """Begin a scope."""
        return cls()

    def with_apply_to(self, *globs: str) -> Self:
        """Add globs of files, anchored to the workspace."""
        for glob in scope_names("glob", globs):
            problem = glob_problem(glob)
            if problem is not None:
                raise ValueError(problem)
        return self._with("apply_to", map(normal_glob, globs))

    def with_modes(self, *modes: str) -> Self:
        """Add modes."""
        return self._with("modes", scope_names("mode", modes))

    def with_tools(self, *tools: str) -> Self:
        """Add tools, or the beginnings of their names."""
        return self._with("tools", scope_names("tool", tools))

    def with_files(self, *files: str) -> Self:
        """Add names of files, or whole paths from the workspace."""
        return self._with("files", scope_names("file", files))

    def build(self) -> Scope:
        """Return the scope."""
        if not any(self._targets.values()):
            raise ValueError("A scope needs at least one glob, mode, tool or file.")
        return Scope(**self._targets)

    def _with(self, target: str, entries: Iterable[str]) -> Self:
        self._targets[target] = tuple(dict.fromkeys((*self._targets.get(target, ()), *entries)))
        return self


class ConditionBuilder:
    """Builds a condition: `ConditionBuilder.create("whenUserAsksForName", {}).build()`."""

    def __init__(self, kind: str, value: object) -> None:
        """Begin with a kind and its payload, which is anything JSON can hold."""
        self._kind = kind
        self._value = value

    @classmethod
    def create(cls, kind: str, value: object) -> Self:
        """Begin a condition; `{}` is a payload, None is not."""
        return cls(kind, value)

    def build(self) -> BlockCondition:
        """Return the condition."""
        kind = needed_name(self._kind, "condition", "kind")
        if self._value is None:
            raise ValueError(f"The condition ‘{kind}’ needs a value; {{}} says that there is nothing to add.")
        try:
            value = json.dumps(
                self._value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
            )
        except (TypeError, ValueError, RecursionError) as error:
            raise ValueError(f"The value of the condition ‘{kind}’ is not JSON: {error}.") from None
        return BlockCondition(kind, value)


class InstructionBlockBuilder:
    """Builds a block with its children."""

    def __init__(self, block_id: str, block_type: str) -> None:
        """Begin with the id and type, which every block has."""
        self._id = block_id
        self._type = block_type
        self._priority: int | None = None
        self._content: Content | None = None
        self._scope: Scope | None = None
        self._conditions: list[BlockCondition] = []
        self._children: list[InstructionBlock] = []

    @classmethod
    def create(cls, block_id: str, block_type: str) -> Self:
        """Begin a block."""
        return cls(block_id, block_type)

    def with_priority(self, priority: int) -> Self:
        """Set the priority; the higher one wins."""
        if type(priority) is not int:  # True is an int, too
            raise TypeError(wrong("priority", priority, "a whole number"))
        self._priority = priority
        return self

    def with_content(self, content: Content) -> Self:
        """Set the content."""
        self._content = checked_content(content)
        return self

    def with_scope(self, scope: Scope) -> Self:
        """Set the scope."""
        self._scope = checked_scope(scope)
        return self

    def with_condition(self, condition: BlockCondition) -> Self:
        """Add a condition; all of them have to hold."""
        return self.with_conditions(condition)

    def with_conditions(self, *conditions: BlockCondition) -> Self:
        """Add several conditions."""
        for condition in conditions:
            refuse_unbuilt("condition", condition)
            self._conditions.append(checked_condition("condition", condition))
        return self

    def with_children(self, *children: InstructionBlock) -> Self:
        """Add children, at least one."""
        if not children:
            raise ValueError(f"‘{self._id}’ is given children, but none. Leave them out, or give one.")
        self._children.extend(checked_block("child", child) for child in children)
        return self

    def build(self) -> InstructionBlock:
        """Return the block."""
        block_id = needed_name(self._id, "block", "id")
        block_type = BlockType(checked_word("type", self._type, BlockType, "block type"))
        if self._priority is None:
            raise ValueError(f"The block ‘{block_id}’ needs a priority, a whole number.")
        if abs(self._priority) > GREATEST_PRIORITY:
            sentence = f"The priority of ‘{block_id}’ is beyond what every program can count to"
            raise ValueError(f"{sentence}; stay within {GREATEST_PRIORITY}.")
        if self._content is None:
            raise ValueError(f"The block ‘{block_id}’ needs a content. Build one with ContentBuilder.")
        block = InstructionBlock(
            block_id,
            block_type,
            self._priority,
            self._content,
            self._scope,
            tuple(self._conditions),
            tuple(self._children),
        )
        _check_ids((block,))
        _check_inherited(block)
        _check_depth((block,))
        return block


class SystemMessageBuilder:
    """Builds a whole system message."""

    def __init__(self, message_id: str, version: str) -> None:
        """Begin with the id and version, which every system message has."""
        self._id = message_id
        self._version = version
        self._role: str | None = None
        self._created_at: str | datetime | None = None
        self._updated_at: str | datetime | None = None
        self._priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL
        self._blocks: list[InstructionBlock] = []

    @classmethod
    def create(cls, message_id: str, version: str) -> Self:
        """Begin a system message."""
        return cls(message_id, version)

    def with_role(self, role: str) -> Self:
        """Set the role, which is always `system`."""
        self._role = role
        return self

    def with_created_at(self, moment: str | datetime) -> Self:
        """Set when it was made: RFC 3339, or a datetime with a time zone."""
        self._created_at = moment
        return self

    def with_updated_at(self, moment: str | datetime) -> Self:
        """Set when it was last changed: RFC 3339, or a datetime with a time zone."""
        self._updated_at = moment
        return self

    def with_priority_model(self, types: Iterable[str]) -> Self:
        """Set the order of block types; an empty one, like none set, is the recommended order."""
        if isinstance(types, str) or not isinstance(types, Iterable):
            raise TypeError(wrong("types", types, "a list of block types"))
        listed = [
            checked_word(f"types[{at}]", type_, BlockType, "block type") for at, type_ in enumerate(types)
        ]
        self._priority_model = tuple(dict.fromkeys(listed)) or DEFAULT_PRIORITY_MODEL
        return self

    def add_block(self, block: InstructionBlock) -> Self:
        """Add a block after the others."""
        self._blocks.append(checked_block("block", block))
        return self

    def build(self) -> SystemMessage:
        """Return the system message."""
        message_id = needed_name(self._id, "system message", "id")
        version = needed_name(self._version, f"system message ‘{message_id}’", "version")
        if self._role != "system":
            raise ValueError(f'The role of ‘{message_id}’ must be ‘system’: call with_role("system").')
        created_at = _moment(self._created_at, message_id, "created_at")
        updated_at = _moment(self._updated_at, message_id, "updated_at")
        _check_ids(self._blocks)
        _check_depth(self._blocks)
        return SystemMessage(
            message_id, version, created_at, updated_at, tuple(self._blocks), self._priority_model
        )


def _moment(value: str | datetime | None, message_id: str, field: str) -> str:
    if value is not None and not isinstance(value, (str, datetime)):
        raise TypeError(wrong(field, value, "RFC 3339 text, or a datetime with a time zone"))
    if isinstance(value, datetime):
        value = value.isoformat().removesuffix("+00:00") + ("Z" if value.utcoffset() == _NO_TIME else "")
    example = "2026-01-28T09:00:00Z"
    if value is None:
        raise ValueError(f'‘{message_id}’ needs a date-time: call with_{field}("{example}").')
    if read_moment(value) is None:
        raise ValueError(
            f"The {field} of ‘{message_id}’, ‘{value}’, is no RFC 3339 date-time with seconds and zone. "
            f"Write it like {example}."
        )
    return value


def _check_ids(blocks: Iterable[InstructionBlock]) -> None:
    seen: set[str] = set()
    for block in _all(blocks):
        if block.id in seen:
            raise ValueError(f"Two blocks have the id ‘{block.id}’. Give one of them another.")
        seen.add(block.id)


def _check_depth(blocks: Iterable[InstructionBlock]) -> None:
    """Raise ValueError for blocks nested deeper than files are read."""
    waiting = [(block, _BLOCK_LEVELS + 1) for block in blocks]
    while waiting:
        block, level = waiting.pop()
        levels = [0 if block.content.format is None and block.content.literal is None else 1]
        levels.append(0 if block.scope is None else 2)
        levels += [2 + _levels_of(condition.value) for condition in block.conditions]
        if level + max(levels) > MOST_DEPTH:
            shown = f"‘{block.id[:60]}’"
            raise ValueError(
                f"{shown} would be nested more than {MOST_DEPTH} lists and maps deep, which is not read. "
                "Put it, or what it stands in, further up."
            )
        waiting += [(child, level + _BLOCK_LEVELS) for child in block.children]


def _levels_of(value: str) -> int:
    deepest = here = 0
    for bracket in _brackets(_json_text.sub("", value)):
        here += 1 if bracket in "[{" else -1
        deepest = max(deepest, here)
    return deepest


def _check_inherited(parent: InstructionBlock) -> None:
    """Raise ValueError for a child that the parent's scope keeps from ever being active."""
    if parent.scope is None:
        return
    for block in _all(parent.children):
        if block.scope is None:
            continue
        modes_differ = parent.scope.modes and block.scope.modes
        if modes_differ and set(parent.scope.modes).isdisjoint(block.scope.modes):
            clash = "they have no mode in common"
        elif files_miss(parent.scope, block.scope):
            clash = "no file is in both scopes"
        else:
            continue
        raise ValueError(f"‘{block.id}’ can never be in, as it stands in ‘{parent.id}’: {clash}.")


def _all(blocks: Iterable[InstructionBlock]) -> Iterator[InstructionBlock]:
    waiting = list(reversed(list(blocks)))
    while waiting:
        block = waiting.pop()
        yield block
        waiting.extend(reversed(block.children))

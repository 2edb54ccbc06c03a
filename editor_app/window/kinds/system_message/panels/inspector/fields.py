"""The fields of a block as the inspector shows them, and the changes it asks for, as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from editor_app.system_messages.model.entities import Block, BlockCondition, BlockPath, Scope
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.text import Diagnostic
from editor_app.window.kit.form.field import Remark

ID: Final = "id"
TYPE: Final = "type"
PRIORITY: Final = "priority"
FORMAT: Final = "format"
LITERAL: Final = "literal"
MODES: Final = "scope.modes"
TOOLS: Final = "scope.tools"
GLOBS: Final = "scope.applyTo"
FILES: Final = "scope.files"
CONDITIONS: Final = "conditions"
LISTS: Final = (MODES, TOOLS, GLOBS, FILES)
_NO_SCOPE: Final = Scope()


FieldValue: TypeAlias = str | int | bool | tuple[str, ...] | tuple[BlockCondition, ...] | None


class FieldChange(NamedTuple):
    """A request to set a field of the block at `path` to `value`: text, integer, boolean, tuple or None."""

    path: BlockPath
    field: str
    value: FieldValue


@dataclass(frozen=True, slots=True)
class InspectorFields:
    """A block, and what its fields show besides what is in it.

    `priority` is as it is written in the file. `offered` has, by field, the values that other blocks of the
    message have, `known_conditions` each condition that any has.
    """

    block: Block
    priority: str
    offered: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    problems: Mapping[str, Remark] = field(default_factory=lambda: MappingProxyType({}))
    read_only_because: str | None = None
    known_conditions: tuple[BlockCondition, ...] = ()

    @property
    def format(self) -> str:
        """The format of the content, "" for one that is a plain string."""
        content = self.block.body.content
        return content.format.value if content is not None and content.format is not None else ""

    @property
    def lists(self) -> Mapping[str, tuple[str, ...]]:
        """The names in the scope, by field."""
        return lists_of(self.block.body.scope)

    def summary(self) -> str:
        """All fields but the id and the type, in one line."""
        lists, conditions = self.lists, self.block.body.conditions
        parts = [f"priority {self.priority}" if self.priority else "no priority"]
        parts += [self.format] if self.format else []
        parts += [", ".join(lists[name]) for name in LISTS if lists[name]]
        parts += ["when " + ", ".join(one.kind for one in conditions)] if conditions else []
        return " · ".join(parts)


def lists_of(scope: Scope | None) -> Mapping[str, tuple[str, ...]]:
    """Return the names in a scope, by field."""
    scope = scope or _NO_SCOPE
    return {MODES: scope.modes, TOOLS: scope.tools, GLOBS: scope.apply_to, FILES: scope.files}


_LONGEST = 200
_SHOWN_AT = {"content.format": FORMAT, "content.literal": LITERAL, "scope": MODES}


def inspector_fields(
    reading: SystemMessageReading,
    index: int,
    diagnostics: Iterable[Diagnostic] = (),
    *,
    read_only_because: str | None = None,
) -> InspectorFields:
    """Return the fields of the block at `index` among all blocks, with the problems of these fields."""
    block = reading.blocks[index]
    return InspectorFields(
        block,
        _priority(reading, block),
        MappingProxyType(_offered(reading.blocks)),
        MappingProxyType(_problems(block, diagnostics)),
        read_only_because,
        tuple(dict.fromkeys(one for block in reading.blocks for one in block.body.conditions)),
    )


def _priority(reading: SystemMessageReading, block: Block) -> str:
    """Return the priority as text, as it is written in the file where it is not an integer."""
    place = block.place("priority")
    if block.body.priority is not None or place is None:
        return "" if block.body.priority is None else str(block.body.priority)
    return place.of(reading.source)[:_LONGEST]


def _offered(blocks: Sequence[Block]) -> dict[str, tuple[str, ...]]:
    """Return by field every value that any block has, each once, in file order."""
    found: dict[str, dict[str, None]] = {name: {} for name in LISTS}
    for block in blocks:
        if block.body.scope is not None:
            for name, values in lists_of(block.body.scope).items():
                found[name].update(dict.fromkeys(values))
    return {name: tuple(values) for name, values in found.items()}


def _problems(block: Block, diagnostics: Iterable[Diagnostic]) -> dict[str, Remark]:
    """Return by field its worst problem, without problems of the whole block or of its children."""
    prefix = f"{block.label}."
    found: dict[str, Remark] = {}
    for diagnostic in sorted(diagnostics, key=lambda one: one.severity.rank):
        path = diagnostic.args.get("field", "")
        if path.startswith(prefix):
            name, bracket, rest = path[len(prefix) :].partition("[")
            number = rest.partition("]")[0]
            item = int(number) if bracket and number.isdecimal() else None
            remark = Remark(diagnostic.message, diagnostic.severity, item)
            found.setdefault(_SHOWN_AT.get(name, name), remark)
    return found

"""The fields of a block as the inspector shows them, and the changes it asks for, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from editor_app.system_messages.model.entities import Block, BlockCondition, BlockPath, Scope
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

"""The fields of a block as the inspector shows them, and the changes it asks for, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from editor_app.system_messages.model.entities import BlockCondition, BlockPath
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


FieldValue: TypeAlias = str | int | bool | tuple[str, ...] | tuple[BlockCondition, ...] | None


class FieldChange(NamedTuple):
    """A request to set a field of the block at `path` to `value`: text, integer, boolean, tuple or None."""

    path: BlockPath
    field: str
    value: FieldValue


@dataclass(frozen=True, slots=True)
class InspectorFields:
    """The fields of a block as they are in the file.

    `format` is "" for a content that is a plain string. `literal` is None where the format decides, and
    `literal_by_format` is what it decides. `offered` has, by field, the values that other blocks of the
    message have, `known_conditions` each condition that any has.
    """

    path: BlockPath
    name: str
    id: str
    type: str
    priority: str
    format: str = ""
    literal: bool | None = None
    literal_by_format: bool = False
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    conditions: tuple[BlockCondition, ...] = ()
    offered: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    problems: Mapping[str, Remark] = field(default_factory=lambda: MappingProxyType({}))
    read_only_because: str | None = None
    known_conditions: tuple[BlockCondition, ...] = ()

    def summary(self) -> str:
        """All fields but the id and the type, in one line."""
        parts = [f"priority {self.priority}" if self.priority else "no priority"]
        parts += [self.format] if self.format else []
        parts += [", ".join(self.lists[name]) for name in LISTS if self.lists.get(name)]
        parts += ["when " + ", ".join(one.kind for one in self.conditions)] if self.conditions else []
        return " · ".join(parts)

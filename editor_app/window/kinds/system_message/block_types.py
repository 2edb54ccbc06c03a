"""The icon and the colour role of each block type; there are five colours, so the icon tells types apart."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class TypeLook(NamedTuple):
    """The icon of a block type and the role of its colour."""

    icon: str
    role: str


_LOOKS: Final[Mapping[str, TypeLook]] = MappingProxyType(
    {
        "identity": TypeLook("id-card", "who"),
        "safety": TypeLook("shield", "guard"),
        "behavior": TypeLook("scale", "guard"),
        "tooling": TypeLook("wrench", "act"),
        "editing": TypeLook("pencil-line", "act"),
        "formatting": TypeLook("pilcrow", "form"),
        "project": TypeLook("folder-tree", "world"),
        "skills": TypeLook("sparkles", "act"),
        "agents": TypeLook("bot", "who"),
        "mode": TypeLook("workflow", "who"),
        "attachments": TypeLook("paperclip", "world"),
        "advisory": TypeLook("lightbulb", "world"),
    }
)
_UNKNOWN: Final = TypeLook("circle-help", "faint")


def look_of_type(block_type: str) -> TypeLook:
    """Return the icon and colour role of a block type; an unknown type has a question mark."""
    return _LOOKS.get(block_type, _UNKNOWN)

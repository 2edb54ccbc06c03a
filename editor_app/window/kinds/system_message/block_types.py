"""The look of block types: an icon each, in five colours; colour alone never tells a type."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class TypeLook(NamedTuple):
    """An icon and the role of its colour."""

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
    """Return how a block type looks; one that there is not has a question mark."""
    return _LOOKS.get(block_type, _UNKNOWN)

"""The variables that a kind of file can use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

LITERAL = "literal"  # `[literal:…]` is syntax, not a variable: in no catalog, never resolved


class Volatility(StrEnum):
    """How long a value stays the same; the first lasts longest."""

    CONSTANT = "constant"
    CONVERSATION = "conversation"
    DAY = "day"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """One variable, or with `dynamic` all names of one type.

    `example` shows what a value looks like (with `dynamic`, what a name looks
    like), `sample` is a value to try a template with, `supplied_by` says who
    gives the value when Foreword does not.
    """

    type: str
    name: str
    description: str
    volatility: Volatility
    dynamic: bool = False
    example: str = ""
    sample: str | None = None
    supplied_by: str | None = None

    @property
    def key(self) -> str:
        """The variable as a tag names it: `type:name`."""
        return f"{self.type}:{self.name}"


Catalog: TypeAlias = tuple[CatalogEntry, ...]


def _entry(key: str, description: str, volatility: Volatility, example: str) -> CatalogEntry:
    kind, _, name = key.partition(":")
    return CatalogEntry(kind, name, description, volatility, example=example)


TEMPLATE_CATALOG: Catalog = (
    _entry("system:time", "The time now, in UTC", Volatility.TURN, "2025-01-31T14:02:05.123Z"),
    _entry("system:date", "Today’s date, in UTC", Volatility.DAY, "2025-01-31"),
    _entry("system:os", "The operating system: linux, darwin or win32", Volatility.CONSTANT, "linux"),
    _entry("system:hostname", "The name of this machine", Volatility.CONSTANT, "atlas"),
    _entry("prompt:cwd", "The folder the conversation works in", Volatility.CONVERSATION, "/home/ada/atlas"),
    _entry("prompt:model", "The model that answers", Volatility.CONVERSATION, "sonnet"),
    _entry("prompt:conversation_id", "The conversation’s identifier", Volatility.CONVERSATION, "conv-1"),
    _entry("git:branch", "The git branch of the working folder", Volatility.TURN, "main"),
    _entry(
        "git:status",
        "What git status --short says in the working folder; exists and is empty when nothing changed",
        Volatility.TURN,
        " M README.md",
    ),
    CatalogEntry(
        "file",
        "<path>",
        "The text of a file in the working folder; any path is a name",
        Volatility.TURN,
        dynamic=True,
        example="AGENTS.md",
    ),
)


def entry_for(key: str, catalog: Catalog) -> CatalogEntry | None:
    """Return the entry for `type:name`: the variable's own or that of its dynamic type; None without one."""
    kind = key.partition(":")[0]
    for entry in catalog:
        if entry.key == key or (entry.dynamic and entry.type == kind):
            return entry
    return None


def types_of(catalog: Catalog) -> Mapping[str, None]:
    """Return the types in a catalog, each once, in its order."""
    return dict.fromkeys(entry.type for entry in catalog)

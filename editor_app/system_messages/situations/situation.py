"""What a message is assembled for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

_NO_VALUES: Mapping[str, str | None] = MappingProxyType({})


class Open(Enum):
    """The one value of what a situation leaves open."""

    OPEN = "open"


OPEN: Final = Open.OPEN


class ConditionKey(NamedTuple):
    """Conditions of a kind: with one value (JSON, sorted keys, no blanks), or with None all of them."""

    kind: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """A file, a mode, tools and conditions; each is given, given as none (None, ()), or left open.

    `file` is relative to the workspace, with slashes. `values` are the variables' values, by `type:name`.
    `muted` are ids of blocks left out while somebody tries what happens without them; it is never saved.
    """

    file: str | Open | None = OPEN
    mode: str | Open | None = OPEN
    tools: tuple[str, ...] | Open = OPEN
    holds: frozenset[ConditionKey] = frozenset()
    fails: frozenset[ConditionKey] = frozenset()
    values: Mapping[str, str | None] = field(default_factory=lambda: _NO_VALUES)
    muted: frozenset[str] = frozenset()


EMPTY_SITUATION: Final = Situation()


@dataclass(frozen=True, slots=True)
class NamedSituation:
    """A saved situation."""

    name: str
    situation: Situation

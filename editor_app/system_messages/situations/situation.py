"""A situation: the file, mode, tools and conditions that a system message is assembled for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from editor_app.text import Span

_NO_VALUES: Mapping[str, str | None] = MappingProxyType({})


class Open(Enum):
    """The type of `OPEN`, the value of a field that a situation leaves open."""

    OPEN = "open"


OPEN: Final = Open.OPEN


class ConditionKey(NamedTuple):
    """The conditions of a kind with one value (canonical JSON), or with any value if `value` is None."""

    kind: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """What a system message is assembled for; each field is given, given as none (None, ()), or left OPEN.

    `file` is relative to the workspace, with slashes. Conditions in neither `holds` nor `fails` are open.
    `values` are the variables' values, by `type:name`. `muted` are the ids of blocks that are left out to try
    the message without them; it is never saved.
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
    """A situation saved under a name."""

    name: str
    situation: Situation
    span: Span = field(default=Span(0, 0), compare=False)

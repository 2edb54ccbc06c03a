"""Scenarios: what a model and its tools do, step by step, and how it is played."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias, overload

from editor_app.runs.model.settings import RunSettings
from editor_app.runs.model.words import FinishReason
from editor_app.text import Span

DONE = "completed"  # the status of a todo that is not open


class Todo(NamedTuple):
    """A task that the agent keeps in view."""

    content: str
    status: str

    @property
    def is_open(self) -> bool:
        """Whether there is still something to do."""
        return self.status != DONE


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A scripted call of a tool and its answer: `result`, or `error` if it failed.

    Without a result (None) and without an error the call stays unanswered. `arguments` is JSON data. `id` is
    that of the call where an endpoint gave it one; else it is made of the step's number.
    """

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    result: str | None = ""
    error: str | None = None
    id: str | None = None

    @property
    def is_answered(self) -> bool:
        """Whether the model gets an answer."""
        return self.result is not None or self.error is not None


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """One step of a scripted model; `user` begins a turn before it, `compact` is a compaction before it.

    `total` is the usage that is reported after the step. `cpu` and `memory`, from 0 to 1 as they are spelled,
    and `todos` hold from the step's end on. `finish` is what it ends with, by default what its tools say.
    `origin` is its place in its file.
    """

    user: str | None = None
    text: str | None = None
    tools: tuple[ToolCall, ...] = ()
    total: int | None = None
    cpu: Decimal | None = None
    memory: Decimal | None = None
    todos: tuple[Todo, ...] | None = None
    finish: FinishReason | None = None
    compact: str | None = None
    origin: Span | None = None

    @property
    def finish_reason(self) -> FinishReason:
        """What the step ends with."""
        if self.finish is not None:
            return self.finish
        return FinishReason.TOOL_CALLS if self.tools else FinishReason.STOP


READ_FILE = (ToolCall("read_file"),)


@dataclass(frozen=True, slots=True)
class Ramp:
    """`steps` steps that are made when they are asked for; their totals go from `first` to `last`."""

    steps: int
    first: int
    last: int
    tools: tuple[ToolCall, ...] = READ_FILE
    user: str | None = None
    origin: Span | None = None

    def step(self, number: int) -> ScenarioStep:
        """Return its step of that number, from 0."""
        total = self.first
        if self.steps > 1:
            total += (self.last - self.first) * number // (self.steps - 1)
        user = self.user if number == 0 else None
        return ScenarioStep(user, tools=self.tools, total=total, origin=self.origin)


Item: TypeAlias = ScenarioStep | Ramp


class Steps(Sequence[ScenarioStep]):
    """The steps of a scenario in order; those of ramps are made when they are asked for."""

    __slots__ = ("_ends", "items")

    def __init__(self, items: Sequence[Item] = ()) -> None:
        """Take the items of a scenario."""
        self.items = tuple(items)
        self._ends = list(accumulate(one.steps if isinstance(one, Ramp) else 1 for one in self.items))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> ScenarioStep: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ScenarioStep, ...]: ...
    def __getitem__(self, index: int | slice) -> ScenarioStep | tuple[ScenarioStep, ...]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        number = range(len(self))[index]
        at = bisect_right(self._ends, number)
        item = self.items[at]
        return item.step(number - (self._ends[at - 1] if at else 0)) if isinstance(item, Ramp) else item

    def __iter__(self) -> Iterator[ScenarioStep]:
        for item in self.items:
            if isinstance(item, Ramp):
                yield from (item.step(number) for number in range(item.steps))
            else:
                yield item

    def __eq__(self, other: object) -> bool:
        return self.items == other.items if isinstance(other, Steps) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.items)

    def __repr__(self) -> str:
        return f"Steps({self.items!r})"


@dataclass(frozen=True, slots=True)
class Start:
    """The figures and flags before step 0; None where there is no figure."""

    total: int | None = None
    cpu: Decimal | None = None
    memory: Decimal | None = None
    flags: Mapping[str, bool] = field(default_factory=dict)


class FileReference(NamedTuple):
    """A path as a scenario names it, relative to the scenario's file, and its place there."""

    path: str
    span: Span | None = None


class ExpectedText(NamedTuple):
    """An expectation as it is written, and its place."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which model plays: scripted without an endpoint, else the model of that name there, with its tools."""

    endpoint: str | None = None
    name: str | None = None
    tools: tuple[str, ...] = ()

    @property
    def is_scripted(self) -> bool:
        """Whether the steps of the scenario are played."""
        return self.endpoint is None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file: the steps, and what they are played with.

    The system text is either written in it (`system_text`) or in a file (`system`).
    """

    steps: Steps = field(default_factory=Steps)
    settings: RunSettings = field(default_factory=RunSettings)
    system: FileReference | None = None
    system_text: str | None = None
    chat: FileReference | None = None
    triggers: FileReference | None = None
    model: ModelChoice = field(default_factory=ModelChoice)
    todos: tuple[Todo, ...] = ()
    start: Start = field(default_factory=Start)
    expect: tuple[ExpectedText, ...] = ()

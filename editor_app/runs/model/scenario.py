"""Scenarios: what a model and its tools do, step by step, how it is played, and with which triggers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias, overload

from editor_app.requests.parts import Provider
from editor_app.runs.model.session import (
    Counting,
    Deliver,
    FinishReason,
    Level,
    Policy,
    Rearm,
    Signal,
    Strategy,
    Tokenizer,
)
from editor_app.text import Span

WRITES = ("Write", "Edit", "Bash")
MAX_STEPS = 100
HINTS_EVERY = 10


@dataclass(frozen=True, slots=True)
class ContinuePolicy:
    """After which tool calls a run goes on: any, or at least `at_least` calls of tools named in `after`."""

    after: tuple[str, ...] | None = None
    at_least: int = 1

    @classmethod
    def named(cls, policy: Policy) -> ContinuePolicy:
        """Return the policy of a word."""
        return cls() if policy is Policy.ANY_TOOL_CALL else cls(WRITES)


@dataclass(frozen=True, slots=True)
class StepLimit:
    """The most steps of a turn: `least` + `per_todo` × the open todos, up to `most`."""

    least: int = MAX_STEPS
    per_todo: int = 0
    most: int | None = None

    def steps(self, open_todos: int) -> int:
        """Return the limit with that many open todos."""
        wanted = self.least + self.per_todo * open_todos
        return wanted if self.most is None else min(wanted, self.most)


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Where triggers are checked, when a run goes on, how tokens are counted and messages delivered.

    `context_limit` is the size of the model's context in tokens; `hints_every` is how many tool calls lie
    between two hints; `model` is the name that requests are judged for.
    """

    strategy: Strategy = Strategy.HYBRID
    go_on: ContinuePolicy = field(default_factory=ContinuePolicy)
    max_steps: StepLimit = field(default_factory=StepLimit)
    count: Counting = Counting.CACHED
    tokenizer: Tokenizer | None = None
    deliver: Deliver = Deliver.USER
    hints_every: int = HINTS_EVERY
    provider: Provider = Provider.OPENAI
    context_limit: int | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Recovery:
    """The message that says that a figure is back below `below` (None: the trigger's `at`)."""

    id: str
    tag: str
    text: str
    below: Decimal | None = None


@dataclass(frozen=True, slots=True)
class TriggerEntry:
    """A trigger as a file writes it: what is not written is None, and one with a built-in id overrides that.

    `at` is a percentage or a number of steps, by the signal. At most one of `once`, `every` and `recovery` is
    given. `origin` is the entry's place in its file.
    """

    id: str
    description: str | None = None
    enabled: bool | None = None
    order: int | None = None
    level: Level | None = None
    signal: Signal | None = None
    at: Decimal | None = None
    tool: str | None = None
    once: bool | None = None
    every: int | None = None
    recovery: Recovery | None = None
    flag: str | None = None
    rearm: Rearm | None = None
    tag: str | None = None
    text: str | None = None
    origin: Span | None = None


@dataclass(frozen=True, slots=True)
class Trigger:
    """A trigger with every default filled in; `tag` and `text` are templates in the brackets dialect.

    `once` holds where neither `every` nor `recovery` is given and it was not switched off.
    """

    id: str
    signal: Signal
    tag: str
    text: str
    description: str = ""
    enabled: bool = True
    order: int = 100
    level: Level = Level.BOTH
    at: Decimal | None = None
    tool: str | None = None
    once: bool = True
    every: int | None = None
    recovery: Recovery | None = None
    flag: str = ""
    rearm: Rearm = Rearm.COMPACTION
    is_built_in: bool = False
    origin: Span | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids it fires under: its own, and that of its recovery."""
        return (self.id,) if self.recovery is None else (self.id, self.recovery.id)


@dataclass(frozen=True, slots=True)
class TriggerSet:
    """The triggers of a run in the order they are asked: by `order`, among equals the built-in ones first."""

    triggers: tuple[Trigger, ...] = ()

    @property
    def enabled(self) -> tuple[Trigger, ...]:
        """Those that are not switched off."""
        return tuple(trigger for trigger in self.triggers if trigger.enabled)

    def named(self, id_: str) -> Trigger | None:
        """Return the trigger that fires under an id, its recovery's included; None without one."""
        return next((trigger for trigger in self.triggers if id_ in trigger.ids), None)


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
class Measures:
    """What a step can change besides the context; None where something is not known, or stays as it is.

    `cpu` and `memory` are from 0 to 1, as they are spelled.
    """

    cpu: Decimal | None = None
    memory: Decimal | None = None
    todos: tuple[Todo, ...] | None = None

    def updated(self, by: Measures) -> Measures:
        """Return these, but for what others say anew."""
        return Measures(
            self.cpu if by.cpu is None else by.cpu,
            self.memory if by.memory is None else by.memory,
            self.todos if by.todos is None else by.todos,
        )


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """One step of a scripted model; `user` begins a turn before it, `compact` is a compaction before it.

    `total` is the usage that is reported after the step. `measures` hold from the step's end on. `finish` is
    what it ends with, by default what its tools say. `origin` is its place in its file.
    """

    user: str | None = None
    text: str | None = None
    tools: tuple[ToolCall, ...] = ()
    total: int | None = None
    measures: Measures = Measures()
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
        self._ends = list(accumulate(item.steps if isinstance(item, Ramp) else 1 for item in self.items))

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
    """The tokens of the context (None if none are known), what is measured, and the flags before step 0."""

    total: int | None = None
    measures: Measures = Measures()
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
    """A scenario file: the steps, and what they are played with; `system` is a text, or the file it is in."""

    steps: Steps = field(default_factory=Steps)
    settings: RunSettings = field(default_factory=RunSettings)
    system: FileReference | str | None = None
    chat: FileReference | None = None
    triggers: FileReference | None = None
    model: ModelChoice = field(default_factory=ModelChoice)
    start: Start = field(default_factory=Start)
    expect: tuple[ExpectedText, ...] = ()

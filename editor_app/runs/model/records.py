"""What happens in a run, in order, which views and recordings read, and what it gave, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeAlias

from editor_app.requests.parts import Place, Provider
from editor_app.runs.model.scenario import Todo
from editor_app.runs.model.session import (
    End,
    FinishReason,
    HintPart,
    Level,
    Part,
    SessionMessage,
    SessionStep,
    StepStatus,
    TextPart,
)
from editor_app.text import Severity


@dataclass(frozen=True, slots=True)
class UserMessageCreated:
    """A turn begins with a message of the user."""

    message: SessionMessage


@dataclass(frozen=True, slots=True)
class SystemMessageCreated:
    """A trigger fired, and its message was stored; it is in the request of step `before_step`."""

    message: SessionMessage
    firing: Firing
    before_step: int


@dataclass(frozen=True, slots=True)
class Compacted:
    """All before step `before_step` was replaced by a summary."""

    message: SessionMessage
    before_step: int


@dataclass(frozen=True, slots=True)
class StepCreated:
    """A step begins: its request is complete, and `findings` are what is refused in it.

    `turn_step` counts within the turn. `figures` are those of the check before it, `flag_updates` the flags
    that were set or cleared there, `notes` what went wrong.
    """

    id: str
    number: int
    turn: int
    turn_step: int
    figures: Figures
    flag_updates: Mapping[str, bool] = field(default_factory=dict)
    findings: tuple[Refusal, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PartCreated:
    """A part of a step came; a tool's part comes again with its answer."""

    number: int
    part: Part


@dataclass(frozen=True, slots=True)
class SystemHint:
    """What triggers would have said after a tool call; no model reads it."""

    number: int
    hint: HintPart


@dataclass(frozen=True, slots=True)
class StepCompleted:
    """A step is over and stored; `notes` are what was said of it since it began."""

    number: int
    step: SessionStep
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The run is over; `message` is the session's error, empty without one."""

    end: End
    message: str = ""


Event: TypeAlias = (
    UserMessageCreated
    | SystemMessageCreated
    | Compacted
    | StepCreated
    | PartCreated
    | SystemHint
    | StepCompleted
    | RunEnded
)


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures before a step; None where there is none.

    `is_counted` says that the tokens are not those of a report alone, but counted, in whole or in part.
    """

    tokens: int | None = None
    limit: int | None = None
    cpu: Decimal | None = None
    memory: Decimal | None = None
    todos: tuple[Todo, ...] = ()
    is_counted: bool = False

    @property
    def percent(self) -> int | None:
        """How full the context is, rounded down; None without tokens or limit."""
        return None if self.tokens is None or not self.limit else self.tokens * 100 // self.limit


@dataclass(frozen=True, slots=True)
class Firing:
    """A message of a trigger that was stored: the id it fired under, its tag and its text, unwrapped.

    `level` is MESSAGE or STEP; `trigger` is the recovery's id where that fired.
    """

    trigger: str
    level: Level
    tag: str
    text: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a provider refuses in the request of a step, or does not with every model (a warning).

    `rule` is its code, `place` where it stands in the body, `message` says what to do as well.
    """

    provider: Provider
    rule: str
    severity: Severity
    place: Place
    message: str


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A step of a run: what came before it, what is in its request for the first time, how it ended.

    `number` counts from 0 through the run, `turn` the turns, `turn_step` the steps within one. `fired` is in
    this step's request, and first there. `findings` are what is new in its request; what an earlier one since
    the last compaction was refused for, it is refused for as well.
    """

    number: int
    turn: int
    turn_step: int
    figures: Figures
    user: str | None = None
    summary: str | None = None
    fired: tuple[Firing, ...] = ()
    flag_updates: Mapping[str, bool] = field(default_factory=dict)
    hints: tuple[HintPart, ...] = ()
    findings: tuple[Refusal, ...] = ()
    notes: tuple[str, ...] = ()
    status: StepStatus = StepStatus.COMPLETED
    finish_reason: FinishReason | None = None
    usage: int | None = None
    parts: tuple[Part, ...] = ()

    @property
    def is_compacted(self) -> bool:
        """Whether a compaction came directly before it."""
        return self.summary is not None

    @property
    def prefix_kept(self) -> bool:
        """Whether its request is the one before it with more at the end: always, but after a compaction."""
        return not self.is_compacted

    @property
    def has_text(self) -> bool:
        """Whether the model wrote text in it."""
        return any(isinstance(part, TextPart) and part.text for part in self.parts)

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """The findings for which a provider refuses the request."""
        return tuple(refusal for refusal in self.findings if refusal.severity is Severity.ERROR)


@dataclass(frozen=True, slots=True)
class UncountedTokens:
    """The tokens of a context that was not counted: what they lie between, and what counts them."""

    between: tuple[int, int]
    count: Callable[[], int]


@dataclass(frozen=True, slots=True)
class Situation:
    """A run at the moment a check begins.

    `uncounted` is given where `figures.tokens` is None because nothing was counted yet. `step` is the number
    of the step that comes next, `turn_steps` how many steps the turn has taken, `steps_left` how many it may
    still take. `last_calls` says at which step of the turn each tool was called last. `user_messages` are
    those that are stored, `is_compacted` whether there was a compaction since the last check.
    """

    figures: Figures = field(default_factory=Figures)
    step: int = 0
    turn_steps: int = 0
    steps_left: int = 0
    user_messages: int = 1
    is_compacted: bool = False
    last_calls: Mapping[str, int] = field(default_factory=dict)
    uncounted: UncountedTokens | None = None

    @property
    def tokens(self) -> int | None:
        """The tokens in the context, counted now if they were not yet."""
        if self.figures.tokens is None and self.uncounted is not None:
            return self.uncounted.count()
        return self.figures.tokens

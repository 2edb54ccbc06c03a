"""What a run gave, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from editor_app.requests.parts import Place
from editor_app.requests.providers import Provider
from editor_app.runs.model.scenario import Todo
from editor_app.runs.model.session import HintPart, Part, TextPart
from editor_app.runs.model.words import FinishReason, Level, StepStatus
from editor_app.text import Severity


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
        return tuple(one for one in self.findings if one.severity is Severity.ERROR)

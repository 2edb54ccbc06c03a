"""Sessions: what a user sees of a run, and what requests are made from, in the words that files have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from editor_app.requests.parts import Provider

PROVIDERS: Final = (Provider.OPENAI, Provider.ANTHROPIC, Provider.GOOGLE)
"""The providers whose requests a run is checked for, in the order they are shown."""


class Signal(StrEnum):
    """What a trigger waits for."""

    CONTEXT = "context"
    MEMORY = "memory"
    CPU = "cpu"
    FIRST_MESSAGE = "first-message"
    COMPACTION = "compaction"
    STEPS = "steps"
    STEPS_LEFT = "steps-left"
    TOOL_UNUSED = "tool-unused"

    @property
    def is_percent(self) -> bool:
        """Whether `at` is a percentage, above 0 to 100."""
        return self in _PERCENTS

    @property
    def counts_steps(self) -> bool:
        """Whether `at` is a number of steps, from 1."""
        return self in _STEPS

    @property
    def needs_at(self) -> bool:
        """Whether a trigger of this signal needs `at`; the others take none."""
        return self.is_percent or self.counts_steps


_PERCENTS = frozenset({Signal.CONTEXT, Signal.MEMORY, Signal.CPU})
_STEPS = frozenset({Signal.STEPS, Signal.STEPS_LEFT, Signal.TOOL_UNUSED})


class Level(StrEnum):
    """Which checks ask a trigger: those before a turn, those between steps, or both."""

    MESSAGE = "message"
    STEP = "step"
    BOTH = "both"

    def takes_part(self, check: Level) -> bool:
        """Whether a trigger of this level is asked by a check of that level; BOTH is one of every level."""
        return self is check or self is Level.BOTH or check is Level.BOTH


class Rearm(StrEnum):
    """When the flag of a trigger is cleared, besides its own recovery."""

    COMPACTION = "compaction"
    NEVER = "never"


class Strategy(StrEnum):
    """Where in a run triggers are checked."""

    MESSAGE_ONLY = "message-only"
    HINTS = "hints"
    MULTI_STEP = "multi-step"
    HYBRID = "hybrid"


class Policy(StrEnum):
    """The two ways to go on after a step that a scenario names by a word."""

    ANY_TOOL_CALL = "any-tool-call"
    AFTER_WRITES = "after-writes"


class Counting(StrEnum):
    """When the tokens of the context are counted; all give the same firings."""

    EVERY = "every"
    NEAR_LIMIT = "near-limit"
    CACHED = "cached"


class Tokenizer(StrEnum):
    """The tokenizers that count instead of the estimate, where the extra `tokens` is installed."""

    O200K = "o200k"
    CL100K = "cl100k"


class Deliver(StrEnum):
    """How the messages of triggers reach the model."""

    USER = "user"
    SYSTEM = "system"
    TOOL_RESULT = "tool-result"


class FinishReason(StrEnum):
    """Why a model ended a step."""

    STOP = "stop"
    TOOL_CALLS = "tool-calls"
    LENGTH = "length"
    CONTENT_FILTER = "content-filter"
    ERROR = "error"


class End(StrEnum):
    """Why a run ended."""

    FINISHED = "finished"
    POLICY = "policy"
    SCRIPT_END = "script-end"
    MAX_STEPS = "max_steps"
    CANCELLED = "cancelled"
    ERROR = "error"


class StepStatus(StrEnum):
    """How a step ended."""

    COMPLETED = "completed"
    CANCELLED = "cancelled"
    FAILED = "failed"


USER, ASSISTANT, SYSTEM = "user", "assistant", "system"


class TextPart(NamedTuple):
    """Text of the model."""

    text: str


class ToolPart(NamedTuple):
    """A call of a tool and its answer; neither a result nor an error: it was not answered (yet)."""

    id: str
    name: str
    arguments: Mapping[str, Any]
    result: str | None = None
    error: str | None = None

    @property
    def is_answered(self) -> bool:
        """Whether the model gets an answer."""
        return self.result is not None or self.error is not None


class HintPart(NamedTuple):
    """What a trigger would have said after a tool call: shown to the user, never sent."""

    trigger: str
    tag: str
    text: str
    after_call: str


Part: TypeAlias = TextPart | ToolPart | HintPart


class StepPlace(NamedTuple):
    """Where a step-level message stands: in an assistant message, before its step of that index."""

    message: str
    before_step: int


@dataclass(frozen=True, slots=True)
class SessionStep:
    """A step of an assistant message: `index` counts within it, `number` through the whole run.

    `usage` is the total of tokens that was reported after it.
    """

    id: str
    index: int
    number: int
    status: StepStatus
    parts: tuple[Part, ...] = ()
    usage: int | None = None
    finish_reason: FinishReason | None = None

    @property
    def calls(self) -> tuple[ToolPart, ...]:
        """Its tool calls."""
        return tuple(part for part in self.parts if isinstance(part, ToolPart))


@dataclass(frozen=True, slots=True)
class SessionMessage:
    """A message of a session.

    An assistant's has steps and no text. A trigger's has its role `system`, the tag and text as rendered when
    it fired, and `trigger`, the id it fired under; a system message of a chat has no tag. `place` is that of
    a step-level one. `is_summary` marks what a compaction put in the place of all before it; `is_sent` is
    false for what stands before the last of those. `request` is the number of the step whose request is the
    first to hold it.
    """

    id: str
    role: str
    text: str = ""
    steps: tuple[SessionStep, ...] = ()
    tag: str | None = None
    trigger: str | None = None
    place: StepPlace | None = None
    is_summary: bool = False
    is_sent: bool = True
    request: int = 0
    timestamp: int = 0


@dataclass(frozen=True, slots=True)
class Session:
    """The messages of a run in order, the flags of its triggers, and what stopped it, if anything did.

    A step-level message stands after the assistant message that it belongs to.
    """

    messages: tuple[SessionMessage, ...] = ()
    flags: Mapping[str, bool] = field(default_factory=dict)
    error: str | None = None


def since_last_summary(messages: Sequence[SessionMessage]) -> tuple[SessionMessage, ...]:
    """Return the messages of a session; what stands before its last summary is not sent."""
    summaries = [number for number, message in enumerate(messages) if message.is_summary]
    first = summaries[-1] if summaries else 0
    return (*(replace(message, is_sent=False) for message in messages[:first]), *messages[first:])

"""Sessions: what a user sees of a run, and what requests are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from editor_app.runs.model.words import FinishReason, StepStatus

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

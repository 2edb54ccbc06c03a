"""What happens in a run, in order; views, the command line and recordings read only these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from editor_app.runs.model.records import Figures, Firing, Refusal
from editor_app.runs.model.session import HintPart, Part, SessionMessage, SessionStep
from editor_app.runs.model.words import End


@dataclass(frozen=True, slots=True)
class UserMessageCreated:
    """A turn begins with a message of the user."""

    type: ClassVar[str] = "user-message-created"
    message: SessionMessage


@dataclass(frozen=True, slots=True)
class SystemMessageCreated:
    """A trigger fired, and its message was stored; it is in the request of step `before_step`."""

    type: ClassVar[str] = "system-message-created"
    message: SessionMessage
    firing: Firing
    before_step: int


@dataclass(frozen=True, slots=True)
class Compacted:
    """All before step `before_step` was replaced by a summary."""

    type: ClassVar[str] = "compacted"
    message: SessionMessage
    before_step: int


@dataclass(frozen=True, slots=True)
class StepCreated:
    """A step begins: its request is complete, and `findings` are what is refused in it.

    `turn_step` counts within the turn. `figures` are those of the check before it, `flag_updates` the flags
    that were set or cleared there, `notes` what went wrong.
    """

    type: ClassVar[str] = "step-created"
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

    type: ClassVar[str] = "part"
    number: int
    part: Part


@dataclass(frozen=True, slots=True)
class SystemHint:
    """What triggers would have said after a tool call; no model reads it."""

    type: ClassVar[str] = "system-hint"
    number: int
    hint: HintPart


@dataclass(frozen=True, slots=True)
class StepCompleted:
    """A step is over and stored; `notes` are what was said of it since it began."""

    type: ClassVar[str] = "step-completed"
    number: int
    step: SessionStep
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The run is over; `message` is the session's error, empty without one."""

    type: ClassVar[str] = "run-ended"
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

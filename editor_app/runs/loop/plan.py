"""What a run is played with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from editor_app.requests.parts import SystemText
from editor_app.runs.counting import CountText
from editor_app.runs.model.scenario import Start, Todo
from editor_app.runs.model.session import SessionMessage
from editor_app.runs.model.settings import RunSettings
from editor_app.runs.model.triggers import TriggerSet
from editor_app.text.tokens import estimated_tokens

Store = Callable[[SessionMessage], str | None]
"""Stores a message of a trigger; gives in a sentence why it could not, None where it was stored."""


def keep_in_memory(message: SessionMessage) -> None:
    """Store nothing outside the session."""
    del message


def no_time() -> int:
    """Return the time of a scripted run, which has none: two plays give the same bytes."""
    return 0


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The settings, triggers and texts of a run, and what it asks the world for.

    `history` are the messages before the run, of roles user, assistant and system, with their texts. `values`
    are those of the variables that trigger texts name besides the figures. `count` counts the tokens of a
    text, `now` gives the time of a message in milliseconds, `check_requests` says whether legality is
    looked at and the tokens of requests are summed.
    """

    settings: RunSettings = field(default_factory=RunSettings)
    triggers: TriggerSet = field(default_factory=TriggerSet)
    system: SystemText = field(default_factory=lambda: SystemText(""))
    history: tuple[tuple[str, str], ...] = ()
    start: Start = field(default_factory=Start)
    todos: tuple[Todo, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    count: CountText = estimated_tokens
    store: Store = keep_in_memory
    now: Callable[[], int] = no_time
    check_requests: bool = True

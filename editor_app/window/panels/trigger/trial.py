"""The figures with which one trigger is tried, and what it does then."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from editor_app.requests.parts import Provider
from editor_app.runs.model.records import Figures
from editor_app.runs.model.scenario import Todo, Trigger
from editor_app.runs.model.session import Deliver, Level
from editor_app.runs.sent.placement import message_forms
from editor_app.runs.triggers.checking import Memory, TriggerTrial, try_trigger
from editor_app.runs.triggers.situation import Situation

LIMIT: Final = 200_000


@dataclass(frozen=True, slots=True)
class Happened:
    """What has happened in the run that a trigger is tried in."""

    is_first: bool = False
    is_compacted: bool = False
    is_flag_set: bool = False


@dataclass(frozen=True, slots=True)
class TrialFigures:
    """What a trigger may look at: shares in percent, numbers of steps, and what has happened.

    `since_call` is how many steps ago the trigger's tool was called, or it last fired.
    """

    context: int = 50
    cpu: int = 20
    memory: int = 40
    steps: int = 10
    steps_left: int = 90
    since_call: int = 10
    open_todos: int = 2
    happened: Happened = Happened()


def tried(trigger: Trigger, figures: TrialFigures, values: Mapping[str, str] | None = None) -> TriggerTrial:
    """Return what a trigger does with such figures; `values` are those of variables besides them."""
    todos = tuple(Todo(f"Task {number}", "pending") for number in range(1, figures.open_todos + 1))
    called = figures.steps - figures.since_call
    situation = Situation(
        Figures(
            LIMIT * figures.context // 100,
            LIMIT,
            Decimal(figures.cpu) / 100,
            Decimal(figures.memory) / 100,
            todos,
        ),
        step=figures.steps,
        turn_steps=figures.steps,
        steps_left=figures.steps_left,
        user_messages=0 if figures.happened.is_first else 1,
        is_compacted=figures.happened.is_compacted,
        last_calls={trigger.tool: called} if trigger.tool and called >= 0 else {},
    )
    flags = {trigger.flag: figures.happened.is_flag_set}
    memory = Memory(flags, {trigger.id: figures.steps - figures.since_call})
    return try_trigger(trigger, situation, memory, values)


def form_text(trigger: Trigger, trial: TriggerTrial, provider: Provider, deliver: Deliver) -> str:
    """Return the entries of a provider's conversation in which the message stands, "" where there is none."""
    if trial.said is None or not trial.is_sent:
        return ""
    level = Level.MESSAGE if trigger.level is Level.MESSAGE else Level.STEP
    entries = message_forms(trial.said.tag, trial.said.text, level, deliver)[provider]
    return json.dumps(entries, indent=2, ensure_ascii=False)

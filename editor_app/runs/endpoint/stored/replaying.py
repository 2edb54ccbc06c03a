"""A run that is stored, as what it gave: its steps, its requests, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from editor_app.runs.endpoint.storing import StoredRun
from editor_app.runs.loop.hook import replayed_steps
from editor_app.runs.loop.models import RunPlan
from editor_app.runs.loop.results import RunResult, collected
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import Event, RunEnded
from editor_app.runs.model.session import ASSISTANT, End, SessionMessage, TextPart
from editor_app.runs.triggers.checking import Memory

BROKEN_OFF = "The program ended before the run did."


def replayed(stored: StoredRun, plan: RunPlan) -> RunResult:
    """Return what a stored run gave; `plan` is what would be played now, for what is not stored.

    What was said at a step besides what providers refuse is lost.
    """
    setup, messages = stored.setup, stored.session.messages
    before = 0
    if setup is not None:
        before = setup.history
        plan = setup.plan_of(plan, tuple((message.role, _text(message)) for message in messages[:before]))
    else:
        plan = replace(plan, texts=replace(plan.texts, chat=()))
    state = RunState(plan)
    return collected(_events(state, stored, before), state)


def _events(state: RunState, stored: StoredRun, before: int) -> Iterator[Event]:
    """Yield what happened in a run, and bring its state to where it ended."""
    yield from replayed_steps(state, stored.session.messages[before:])
    state.memory = Memory(dict(stored.session.flags))
    run = stored.run
    yield RunEnded(End.ERROR, BROKEN_OFF) if run.end is None else RunEnded(End(run.end), run.error or "")


def _text(message: SessionMessage) -> str:
    if message.role != ASSISTANT:
        return message.text
    parts = (part for step in message.steps for part in step.parts)
    return "".join(part.text for part in parts if isinstance(part, TextPart))

"""Runs at endpoints in the database of conversations: stored as they happen, as JSON texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar

from editor_app.conversations.results import BusyStoreError, ConversationError, StoreError
from editor_app.conversations.stored_runs import RunRow, RunRows, RunStore, StepRow
from editor_app.runs.endpoint.addresses import Endpoint
from editor_app.runs.endpoint.stored import StoredSetup, setup_of, setup_of_text, setup_text
from editor_app.runs.loop.hook import replayed_steps
from editor_app.runs.loop.models import RunPlan, no_time
from editor_app.runs.loop.playing import Cancelled, never
from editor_app.runs.loop.results import RunResult, collected
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import (
    Compacted,
    Event,
    PartCreated,
    RunEnded,
    StepCompleted,
    StepCreated,
    UserMessageCreated,
)
from editor_app.runs.model.session import (
    ASSISTANT,
    End,
    FinishReason,
    HintPart,
    Part,
    Session,
    SessionMessage,
    SessionStep,
    StepPlace,
    StepStatus,
    TextPart,
    ToolPart,
    since_last_summary,
)
from editor_app.runs.triggers.checking import Memory
from editor_app.text import Sentence

_OF_STEP = "-step-"
_SETUP = -1  # the place, before all messages, of what a run is played with
STORE_SECONDS = 0.05
"""How long each of the tries to store waits for another program: a cancel is looked for between them."""
_MOST_TRIES = 20
BROKEN_OFF = Sentence("runs.program-ended")

_Write: TypeAlias = Callable[[int], None]
_Stored = TypeVar("_Stored", SessionMessage, SessionStep)


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run that is stored, its session as it was last, and what it was played with."""

    run: RunRow
    session: Session
    setup: StoredSetup | None = None


class RunKeeper:
    """Stores a run as it happens; `store` belongs into its plan, and each event is given to `take`.

    What could not be stored is told once by `take`, the run goes on, and it is tried again with what comes
    next. Only a trigger’s message is not: it counts as not stored, and the trigger fires again.
    """

    def __init__(
        self,
        runs: RunStore,
        scenario: str,
        endpoint: Endpoint,
        now: Callable[[], int] = no_time,
        cancelled: Cancelled = never,
        mark: str = "",
    ) -> None:
        """Take where it is stored; `scenario` names what is played, `now` is that of the plan.

        Another program that writes is waited for until `cancelled`. `mark` is that of what is played.
        """
        self._runs = runs
        self._scenario = scenario
        self._endpoint = endpoint
        self._now = now
        self._cancelled = cancelled
        self._mark = mark
        self.number: int | None = None  # of the run; None while it is not stored
        self._waiting: list[_Write] = []
        self._is_in_step = False
        self._last: SessionStep | None = None
        self._told = ""
        self._state: RunState | None = None
        self._flags: Mapping[str, bool] = {}
        self._tries = _MOST_TRIES

    def begin(self, state: RunState) -> str | None:
        """Store that the run begins, with the session before it; return why not, if it could not be."""
        self._state = state
        return self._flushed()

    def store(self, message: SessionMessage) -> str | None:
        """Store a message of a trigger; return in a sentence why it could not be."""
        return self._tried(lambda: self._put_message(self._begun(), message))

    def take(self, event: Event) -> str | None:
        """Store what an event says; return in a sentence why that could not be, if it is another one."""
        if isinstance(event, PartCreated):
            if not self._close(event):
                return None
        elif isinstance(event, UserMessageCreated | Compacted):
            self._later(self._put_message, event.message)
        elif isinstance(event, StepCreated):
            self._is_in_step = True
            message, _, index = event.id.rpartition(_OF_STEP)
            if index == "0":
                made = SessionMessage(message, ASSISTANT, request=event.number, timestamp=self._now())
                self._later(self._put_message, made)
        elif isinstance(event, StepCompleted):
            self._is_in_step, self._last = False, event.step
            self._later(self._put_step, event.step)
        elif isinstance(event, RunEnded):
            end, error = event.end.value, event.message or None
            self._waiting.append(lambda run: self._runs.end(run, end, error))
        return self._flushed()

    def _close(self, event: PartCreated) -> bool:
        """Whether a part is the answer of a call that was closed after its step was over, to be stored."""
        closed, last = event.part, self._last
        if self._is_in_step or last is None or not isinstance(closed, ToolPart):
            return False
        parts = (
            closed if isinstance(part, ToolPart) and part.id == closed.id else part for part in last.parts
        )
        self._last = replace(last, parts=tuple(parts))
        self._later(self._put_step, self._last)
        return True

    def _later(self, put: Callable[[int, _Stored], None], record: _Stored) -> None:
        self._waiting.append(lambda run: put(run, record))

    def _put_message(self, run: int, message: SessionMessage) -> None:
        self._runs.put_message(run, _position(message.id), message_text(message))

    def _put_step(self, run: int, step: SessionStep) -> None:
        position = _position(step.id.rpartition(_OF_STEP)[0])
        self._runs.put_step(run, StepRow(step.number, position, step_text(step)))

    def _flushed(self) -> str | None:
        """Store all that waits for it; return why that could not be, if it is another reason than before."""
        failure = self._tried(self._flush)
        if failure is None:
            return None
        is_new, self._told = failure != self._told, failure
        return failure if is_new else None

    def _flush(self) -> None:
        run = self._begun()
        flags = dict(self._state.memory.flags) if self._state is not None else {}
        changed = {name: value for name, value in flags.items() if self._flags.get(name) != value}
        changed |= dict.fromkeys((name for name in self._flags if name not in flags), False)
        if changed:
            self._runs.put_flags(run, changed)
            self._flags = flags
        while self._waiting:
            self._waiting[0](run)
            del self._waiting[0]

    def _begun(self) -> int:
        """Return the run’s number; it is stored with the session as it is, unless it is already."""
        if self.number is not None:
            return self.number
        assert self._state is not None
        session, endpoint = self._state.session(), self._endpoint
        messages = {_position(message.id): message_text(message) for message in session.messages}
        messages[_SETUP] = setup_text(setup_of(self._state.plan, self._mark))
        before = [
            (message, step) for message in session.messages for step in message.steps if step.number < 0
        ]
        self.number = self._runs.begin(self._scenario, endpoint.origin, endpoint.model, messages)
        rows = (
            StepRow(at - len(before), _position(message.id), step_text(step))
            for at, (message, step) in enumerate(before)
        )
        self._waiting[:0] = [partial(self._runs.put_step, step=row) for row in rows]
        return self.number

    def _tried(self, write: Callable[[], object]) -> str | None:
        """Return in a sentence why something could not be stored; who waits once in vain waits no more."""
        tries = 1 if self._cancelled() else self._tries
        while True:
            tries -= 1
            try:
                write()
            except BusyStoreError as error:
                if tries > 0 and not self._cancelled():
                    continue
                self._tries = 1
                return error.sentence
            except ConversationError as error:
                return error.sentence
            self._tries = _MOST_TRIES
            return None


def kept(events: Iterator[Event], keeper: RunKeeper, told: Callable[[str], None]) -> Iterator[Event]:
    """Yield events after each was stored; `told` gets a sentence for what could not be."""
    for event in events:
        sentence = keeper.take(event)
        if sentence is not None:
            told(sentence)
        yield event


def read_run(runs: RunStore, number: int) -> StoredRun | None:
    """Return a run that is stored; None where there is none. What cannot be read raises StoreError."""
    rows = runs.read(number)
    if rows is None:
        return None
    try:
        setup = rows.messages.get(_SETUP)
        return StoredRun(rows.run, _session(rows), None if setup is None else setup_of_text(setup))
    except (ValueError, KeyError, TypeError, IndexError, ArithmeticError, RecursionError) as error:
        why = str(error) if not isinstance(error, ArithmeticError) else Sentence("runs.figure-unreadable")
        unreadable = Sentence("runs.stored-run-unreadable", number=str(number), reason=why)
        raise StoreError(unreadable) from error


def _session(rows: RunRows) -> Session:
    steps: dict[int, list[SessionStep]] = {}
    for row in rows.steps:
        steps.setdefault(row.position, []).append(step_of(row.step))
    messages = [
        replace(message_of(text), steps=tuple(steps.get(position, ())))
        for position, text in rows.messages.items()
        if position >= 0
    ]
    return Session(since_last_summary(messages), rows.flags, rows.run.error)


def _position(message: str) -> int:
    """Return a message's place in its session, which its id ends with."""
    return int(message.rpartition("-")[2])


def message_text(message: SessionMessage) -> str:
    """Return a message without its steps as JSON."""
    place = None if message.place is None else list(message.place)
    return _text(
        {
            "id": message.id,
            "role": message.role,
            "content": message.text,
            "timestamp": message.timestamp,
            "tag": message.tag,
            "trigger": message.trigger,
            "place": place,
            "isSummary": message.is_summary,
            "request": message.request,
        }
    )


def message_of(text: str) -> SessionMessage:
    """Return the message of such a text; raises ValueError, KeyError or TypeError for any other."""
    read = json.loads(text)
    place = None if read["place"] is None else StepPlace(str(read["place"][0]), int(read["place"][1]))
    return SessionMessage(
        str(read["id"]),
        str(read["role"]),
        str(read["content"]),
        tag=read["tag"],
        trigger=read["trigger"],
        place=place,
        is_summary=bool(read["isSummary"]),
        request=int(read["request"]),
        timestamp=int(read["timestamp"]),
    )


def step_text(step: SessionStep) -> str:
    """Return a step as JSON."""
    return _text(
        {
            "id": step.id,
            "stepIndex": step.index,
            "number": step.number,
            "status": step.status.value,
            "parts": [_part(part) for part in step.parts],
            "usage": step.usage,
            "finishReason": None if step.finish_reason is None else step.finish_reason.value,
        }
    )


def step_of(text: str) -> SessionStep:
    """Return the step of such a text; raises ValueError, KeyError or TypeError for any other."""
    read = json.loads(text)
    finish = read["finishReason"]
    return SessionStep(
        str(read["id"]),
        int(read["stepIndex"]),
        int(read["number"]),
        StepStatus(read["status"]),
        tuple(_part_of(part) for part in read["parts"]),
        read["usage"],
        None if finish is None else FinishReason(finish),
    )


def _text(value: object) -> str:
    return json.dumps(value)  # escapes keep halves of characters, which SQLite does not


def _part(part: Part) -> dict[str, Any]:
    if isinstance(part, TextPart):
        return {"type": "text", "text": part.text}
    if isinstance(part, HintPart):
        return {"type": "system-hint", **part._asdict()}
    return {"type": "tool", **part._asdict()}


def _part_of(read: dict[str, Any]) -> Part:
    fields = dict(read)
    kinds: dict[str, type[TextPart | HintPart | ToolPart]] = {
        "text": TextPart,
        "system-hint": HintPart,
        "tool": ToolPart,
    }
    return kinds[fields.pop("type")](**fields)


def replayed(stored: StoredRun, plan: RunPlan) -> RunResult:
    """Return what a stored run gave; `plan` is what would be played now, for what is not stored.

    What was said at a step besides what providers refuse is lost.
    """
    setup, messages = stored.setup, stored.session.messages
    before = 0
    if setup is not None:
        before = setup.history
        plan = setup.plan_of(plan, tuple((message.role, _text_of(message)) for message in messages[:before]))
    else:
        plan = replace(plan, texts=replace(plan.texts, chat=()))
    state = RunState(plan)
    return collected(_replayed_events(state, stored, before), state)


def _replayed_events(state: RunState, stored: StoredRun, before: int) -> Iterator[Event]:
    """Yield what happened in a run, and bring its state to where it ended."""
    yield from replayed_steps(state, stored.session.messages[before:])
    state.memory = Memory(dict(stored.session.flags))
    run = stored.run
    yield RunEnded(End.ERROR, BROKEN_OFF) if run.end is None else RunEnded(End(run.end), run.error or "")


def _text_of(message: SessionMessage) -> str:
    if message.role != ASSISTANT:
        return message.text
    parts = (part for step in message.steps for part in step.parts)
    return "".join(part.text for part in parts if isinstance(part, TextPart))

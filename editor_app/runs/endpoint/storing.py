"""Runs at endpoints in the database of conversations: stored as they happen, and read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from editor_app.conversations import ConversationError, RunStore, StoreError
from editor_app.conversations.store.runs import RunRow, RunRows, StepRow
from editor_app.runs.endpoint.addresses import Endpoint
from editor_app.runs.endpoint.session_json import message_of, message_text, step_of, step_text
from editor_app.runs.loop.plan import no_time
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.events import (
    Compacted,
    Event,
    PartCreated,
    RunEnded,
    StepCompleted,
    StepCreated,
    UserMessageCreated,
)
from editor_app.runs.model.session import ASSISTANT, Session, SessionMessage, SessionStep, ToolPart

_OF_STEP = "-step-"


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run that is stored, and its session as it was last."""

    run: RunRow
    session: Session


class RunKeeper:
    """Stores a run as it happens; `store` belongs into its plan, and each event is given to `take`.

    What could not be stored is told once by `take`, and the run goes on.
    """

    def __init__(
        self, runs: RunStore, scenario: str, endpoint: Endpoint, now: Callable[[], int] = no_time
    ) -> None:
        """Take where it is stored; `scenario` is the path that is played, `now` that of the plan."""
        self._runs = runs
        self._scenario = scenario
        self._endpoint = endpoint
        self._now = now
        self._number: int | None = None
        self._is_in_step = False
        self._last: SessionStep | None = None
        self._told = ""
        self._state: RunState | None = None
        self._flags: Mapping[str, bool] = {}

    @property
    def number(self) -> int | None:
        """The number of the run; None before it began."""
        return self._number

    def begin(self, state: RunState) -> str | None:
        """Store that the run begins, with the session before it; return why not, if it could not be."""
        self._state, session = state, state.session()
        messages = {_position(one.id): message_text(one) for one in session.messages}
        steps = [(one, step) for one in session.messages for step in one.steps]

        def write() -> None:
            endpoint = self._endpoint
            self._number = self._runs.begin(self._scenario, endpoint.origin, endpoint.model, messages)
            for at, (message, step) in enumerate(steps):
                row = StepRow(at - len(steps), _position(message.id), step_text(step))
                self._runs.put_step(self._number, row)
            self._put_flags()

        return self._tried(write)

    def store(self, message: SessionMessage) -> str | None:
        """Store a message of a trigger; return in a sentence why it could not be."""
        if self._number is None:
            return "The run itself could not be stored."
        try:
            self._runs.put_message(self._number, _position(message.id), message_text(message))
        except ConversationError as error:
            return str(error)
        return None

    def take(self, event: Event) -> str | None:
        """Store what an event says; return in a sentence why that could not be, if it is another one."""
        if self._number is None:
            return None
        return self._tried(lambda: self._take(event))

    def _take(self, event: Event) -> None:
        assert self._number is not None
        self._put_flags()
        if isinstance(event, UserMessageCreated | Compacted):
            self._put_message(event.message)
        elif isinstance(event, StepCreated):
            self._is_in_step = True
            message, _, index = event.id.rpartition(_OF_STEP)
            if index == "0":
                self._put_message(
                    SessionMessage(message, ASSISTANT, request=event.number, timestamp=self._now())
                )
        elif isinstance(event, StepCompleted):
            self._is_in_step, self._last = False, event.step
            self._put_step(event.step)
        elif isinstance(event, PartCreated):
            self._close(event)
        elif isinstance(event, RunEnded):
            self._runs.end(self._number, event.end.value, event.message or None)

    def _close(self, event: PartCreated) -> None:
        """Store the answer of a call that was closed after its step was over."""
        closed, last = event.part, self._last
        if self._is_in_step or last is None or not isinstance(closed, ToolPart):
            return
        parts = (closed if isinstance(one, ToolPart) and one.id == closed.id else one for one in last.parts)
        self._last = replace(last, parts=tuple(parts))
        self._put_step(self._last)

    def _put_message(self, message: SessionMessage) -> None:
        assert self._number is not None
        self._runs.put_message(self._number, _position(message.id), message_text(message))

    def _put_flags(self) -> None:
        """Store the flags that were set or cleared since the last time, all at once."""
        assert self._number is not None
        flags = dict(self._state.memory.flags) if self._state is not None else {}
        changed = {name: value for name, value in flags.items() if self._flags.get(name) != value}
        changed |= dict.fromkeys((name for name in self._flags if name not in flags), False)
        if changed:
            self._runs.put_flags(self._number, changed)
            self._flags = flags

    def _put_step(self, step: SessionStep) -> None:
        assert self._number is not None
        position = _position(step.id.rpartition(_OF_STEP)[0])
        self._runs.put_step(self._number, StepRow(step.number, position, step_text(step)))

    def _tried(self, write: Callable[[], None]) -> str | None:
        try:
            write()
        except ConversationError as error:
            said = str(error)
            is_new, self._told = said != self._told, said
            return said if is_new else None
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
        return StoredRun(rows.run, _session(rows))
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise StoreError(f"What is stored of run {number} cannot be read: {error}. Delete it.") from error


def _session(rows: RunRows) -> Session:
    steps: dict[int, list[SessionStep]] = {}
    for row in rows.steps:
        steps.setdefault(row.position, []).append(step_of(row.step))
    made = []
    for position, text in rows.messages.items():
        made.append(replace(message_of(text), steps=tuple(steps.get(position, ()))))
    summaries = [at for at, one in enumerate(made) if one.is_summary]
    first = summaries[-1] if summaries else 0
    made[:first] = [replace(one, is_sent=False) for one in made[:first]]
    return Session(tuple(made), rows.flags, rows.run.error)


def _position(message: str) -> int:
    """Return a message's place in its session, which its id ends with."""
    return int(message.rpartition("-")[2])

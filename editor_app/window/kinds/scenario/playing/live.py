"""A run at an endpoint while it goes on: what came of it so far, as one value at every moment."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from editor_app.requests.parts import SystemText
from editor_app.runs.loop.results import Records, RunResult
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import Event, PartCreated, StepCompleted, StepCreated
from editor_app.runs.model.scenario import RunSettings
from editor_app.runs.model.session import End, Session, TextPart, ToolPart
from editor_app.runs.sent.request_log import RequestLog

if TYPE_CHECKING:
    from editor_app.runs.endpoint.addresses import EndpointError

MOST_TEXT: Final = 4_000
"""The most characters that are shown of a step while it is answered, its last ones."""


class MadeRun(Protocol):
    """A run that is made, as `open_run` gives it: its events, and what they gave."""

    @property
    def state(self) -> RunState:
        """The session at every moment."""

    @property
    def events(self) -> Iterator[Event]:
        """What happens, once it is asked for."""

    @property
    def error(self) -> EndpointError | None:
        """What ended it, None without an error of the endpoint."""

    def result(self, records: Records) -> RunResult:
        """Return what the events gave so far."""


class RunOver(NamedTuple):
    """The end of a run: all that it gave, and whether the endpoint wants a key or another one."""

    result: RunResult
    is_denied: bool = False


class NotStored(NamedTuple):
    """Why something of a run could not be stored, in a sentence."""

    sentence: str


def moments(run: MadeRun, told: deque[str]) -> Iterator[Event | RequestLog | RunOver | NotStored]:
    """Yield the events of a run, the requests so far with each step's beginning, and last all that it gave.

    They are asked for in the thread of the run; what they are can be read in any. `told` has what could not
    be stored.
    """
    records = Records()
    for event in run.events:
        records.take(event)
        while told:
            yield NotStored(told.popleft())
        yield event
        if isinstance(event, StepCreated):
            yield run.state.log()
    yield RunOver(run.result(records), run.error is not None and run.error.wants_key)


@dataclass(slots=True)
class GrowingRun:
    """What came of a run so far; `text` is what the step that goes on gave, its last characters."""

    settings: RunSettings
    step: int = 0
    text: str = ""
    over: RunOver | None = None
    not_stored: str = ""
    _records: Records = field(default_factory=Records)
    _log: RequestLog = field(default_factory=lambda: RequestLog(SystemText("")))

    @property
    def steps(self) -> int:
        """How many steps are over."""
        return len(self._records.steps)

    def take(self, item: object) -> None:
        """Take what came next."""
        if isinstance(item, RunOver):
            self.over = item
        elif isinstance(item, RequestLog):
            self._log = item
        elif isinstance(item, NotStored):
            self.not_stored = item.sentence
        elif isinstance(item, Event):
            self._take_event(item)

    def result(self) -> RunResult:
        """Return the steps that are over as a run; while it goes on, its end says nothing."""
        if self.over is not None:
            return self.over.result
        steps = tuple(self._records.steps)
        return RunResult(self.settings, steps, End.CANCELLED, "", Session(), self._log)

    def _take_event(self, event: Event) -> None:
        self._records.take(event)
        if isinstance(event, StepCreated):
            self.step, self.text = event.number, ""
        elif isinstance(event, StepCompleted):
            self.text = ""
        elif isinstance(event, PartCreated):
            self.text = (self.text + _words(event.part))[-MOST_TEXT:]


def _words(part: object) -> str:
    if isinstance(part, TextPart):
        return part.text
    if not isinstance(part, ToolPart):
        return ""
    if not part.is_answered:
        return f"\n{part.name}: called\n"
    return f"{part.name}: {'failed' if part.error is not None else 'answered'}\n"

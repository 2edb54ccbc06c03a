"""A run at an endpoint while it goes on: what came of it so far, as one value at every moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from editor_app.requests import SystemText
from editor_app.runs import End, RequestLog, RunResult, RunSettings, Session
from editor_app.runs.loop.results import Records
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.events import Event, PartCreated, StepCompleted, StepCreated
from editor_app.runs.model.session import TextPart, ToolPart
from editor_app.runs.sent.model_messages import ModelMessage

MOST_TEXT: Final = 4_000
"""The most characters that are shown of a step while it is answered, its last ones."""


class NewInRequest(NamedTuple):
    """What the request of a step has for the first time; it comes with the step's beginning."""

    messages: tuple[ModelMessage, ...]


class RunOver(NamedTuple):
    """The end of a run: all that it gave, whether a key is wanted, and what could not be stored."""

    result: RunResult
    is_denied: bool = False
    not_stored: tuple[str, ...] = ()


def moments(
    state: RunState, events: Iterator[Event], over: Callable[[Records], RunOver]
) -> Iterator[Event | NewInRequest | RunOver]:
    """Yield the events of a run, with what is new in the request of each step, and last what `over` gives.

    They are asked for in the thread of the run; what they are can be read in any.
    """
    records = Records()
    for event in events:
        records.take(event)
        yield event
        if isinstance(event, StepCreated):
            yield NewInRequest(state.chunks[-1])
    yield over(records)


@dataclass(slots=True)
class GrowingRun:
    """What came of a run so far; `text` is what the step that goes on gave, its last characters."""

    settings: RunSettings
    system: SystemText
    step: int = 0
    text: str = ""
    over: RunOver | None = None
    _records: Records = field(default_factory=Records)
    _new: list[tuple[ModelMessage, ...]] = field(default_factory=list)

    @property
    def steps(self) -> int:
        """How many steps are over."""
        return len(self._records.steps)

    def take(self, item: object) -> None:
        """Take what came next."""
        if isinstance(item, RunOver):
            self.over = item
        elif isinstance(item, NewInRequest):
            self._new.append(item.messages)
        elif isinstance(item, Event):
            self._take_event(item)

    def result(self) -> RunResult:
        """Return the steps that are over as a run; while it goes on, its end says nothing."""
        if self.over is not None:
            return self.over.result
        settings = self.settings
        log = RequestLog(
            self.system, settings.deliver, settings.provider, settings.model, tuple(self._new), (0,)
        )
        return RunResult(settings, tuple(self._records.steps), End.CANCELLED, "", Session(), log)

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

"""What a run asks of a model, and the model that plays a scenario."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple, Protocol, TypeAlias

from editor_app.requests.parts import Request
from editor_app.runs.model.scenario import ScenarioStep, Steps, Todo
from editor_app.runs.model.session import TextPart, ToolPart
from editor_app.runs.model.words import FinishReason


class ModelError(Exception):
    """A model could not end its step; the message is a sentence."""


class ModelCancelledError(ModelError):
    """A model stopped in the middle of its step because the run was cancelled."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("Cancelled.")


class Upcoming(NamedTuple):
    """What stands before a step: the user's message that begins a turn, the summary of a compaction."""

    user: str | None = None
    compact: str | None = None


@dataclass(frozen=True, slots=True)
class StepEnd:
    """How a step ended, and the figures from then on; None where one stays as it is."""

    finish: FinishReason
    total: int | None = None
    cpu: Decimal | None = None
    memory: Decimal | None = None
    todos: tuple[Todo, ...] | None = None


Produced: TypeAlias = TextPart | ToolPart | StepEnd


class RunModel(Protocol):
    """A model and its tools."""

    def upcoming(self, number: int) -> Upcoming | None:
        """Return what stands before a step, None where no more steps come."""

    def stream(self, number: int, request: Callable[[], Request]) -> Generator[Produced, None, None]:
        """Yield the parts of a step, a call again with its answer, then its end; may raise ModelError.

        The request is made when it is asked for. A run that is cancelled closes the generator.
        """


class ScriptedModel:
    """The model that plays the steps of a scenario."""

    def __init__(self, steps: Steps, first_user: str | None = None) -> None:
        """Take the steps; `first_user` begins the first turn where its step has no message of the user."""
        self._steps = steps
        self._first_user = first_user
        self._count = len(steps)
        self._last: tuple[int, ScenarioStep] | None = None

    def upcoming(self, number: int) -> Upcoming | None:
        """Return what stands before a step."""
        if number >= self._count:
            return None
        step = self._step(number)
        user = self._first_user if number == 0 and step.user is None else step.user
        return Upcoming(user, step.compact)

    def stream(self, number: int, request: Callable[[], Request]) -> Generator[Produced, None, None]:
        """Yield what the step of that number says."""
        del request
        step = self._step(number)
        if step.text is not None:
            yield TextPart(step.text)
        yield from _calls(step, number)
        yield StepEnd(step.finish_reason, step.total, step.cpu, step.memory, step.todos)

    def _step(self, number: int) -> ScenarioStep:
        """Return a step; that of a ramp is made once, though it is asked for twice in a row."""
        if self._last is None or self._last[0] != number:
            self._last = number, self._steps[number]
        return self._last[1]


def made_id(step: int, index: int) -> str:
    """Return the id of a call that has none of its own."""
    return f"call_{step}_{index}"


def _calls(step: ScenarioStep, number: int) -> Iterator[ToolPart]:
    for index, call in enumerate(step.tools):
        made = ToolPart(call.id or made_id(number, index), call.name, call.arguments)
        yield made
        if call.error is not None:
            yield made._replace(error=call.error)
        elif call.result is not None:
            yield made._replace(result=call.result)

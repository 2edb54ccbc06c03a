"""What a run is played with: its plan, what it asks of a model, and the model that plays a scenario."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias

from editor_app.requests.parts import Request, SystemText
from editor_app.runs.counting import CountText
from editor_app.runs.model.scenario import (
    ContinuePolicy,
    Measures,
    RunSettings,
    ScenarioStep,
    Start,
    Steps,
    TriggerSet,
)
from editor_app.runs.model.session import FinishReason, SessionMessage, TextPart, ToolPart
from editor_app.text import Sentence
from editor_app.text.tokens import estimated_tokens


class ModelError(Exception):
    """A model could not end its step; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        """Keep the sentence."""
        super().__init__(sentence)
        self.sentence = sentence


class ModelCancelledError(ModelError):
    """A model stopped in the middle of its step because the run was cancelled."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Sentence("runs.cancelled"))


class StepInput(NamedTuple):
    """What stands before a step: the user's message that begins a turn, the summary of a compaction."""

    user: str | None = None
    compact: str | None = None


@dataclass(frozen=True, slots=True)
class StepEnd:
    """How a step ended, the tokens that it reports (None: none), and what is measured from then on."""

    finish: FinishReason
    total: int | None = None
    measures: Measures = field(default_factory=Measures)


ModelOutput: TypeAlias = TextPart | ToolPart | StepEnd


class RunModel(Protocol):
    """A model and its tools."""

    def upcoming(self, number: int) -> StepInput | None:
        """Return what stands before a step, None where no more steps come."""

    def stream(self, number: int, request: Callable[[], Request]) -> Generator[ModelOutput, None, None]:
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

    def upcoming(self, number: int) -> StepInput | None:
        """Return what stands before a step."""
        if number >= self._count:
            return None
        step = self._step(number)
        user = self._first_user if number == 0 and step.user is None else step.user
        return StepInput(user, step.compact)

    def stream(self, number: int, request: Callable[[], Request]) -> Generator[ModelOutput, None, None]:
        """Yield what the step of that number says."""
        del request
        step = self._step(number)
        if step.text is not None:
            yield TextPart(step.text)
        yield from _calls(step, number)
        yield StepEnd(step.finish_reason, step.total, step.measures)

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


Store = Callable[[SessionMessage], str | None]
"""Stores a message of a trigger; gives in a sentence why it could not, None where it was stored."""


def keep_in_memory(message: SessionMessage) -> None:
    """Store nothing outside the session."""
    del message


def no_time() -> int:
    """Return the time of a scripted run, which has none: two plays give the same bytes."""
    return 0


@dataclass(frozen=True, slots=True)
class RunTexts:
    """The texts that a run begins with: its system’s, messages as pairs of role and text, and values.

    `chat` has roles user, assistant and system. `values` are those of the variables that the texts of
    triggers name besides the figures.
    """

    system: SystemText = field(default_factory=lambda: SystemText(""))
    chat: tuple[tuple[str, str], ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The settings, triggers and texts of a run, and what it asks the world for.

    `count` counts the tokens of a
    text, `now` gives the time of a message in milliseconds, `check_requests` says whether legality is
    looked at and the tokens of requests are summed.
    """

    settings: RunSettings = field(default_factory=RunSettings)
    triggers: TriggerSet = field(default_factory=TriggerSet)
    texts: RunTexts = field(default_factory=RunTexts)
    start: Start = field(default_factory=Start)
    count: CountText = estimated_tokens
    store: Store = keep_in_memory
    now: Callable[[], int] = no_time
    check_requests: bool = True


def goes_on(finish: FinishReason | None, tools: Iterable[str], policy: ContinuePolicy) -> bool:
    """Whether the model is asked again: it ended with tool calls, and the policy says so."""
    names = tuple(tools)
    if finish is not FinishReason.TOOL_CALLS or not names:
        return False
    return policy.after is None or sum(name in policy.after for name in names) >= policy.at_least

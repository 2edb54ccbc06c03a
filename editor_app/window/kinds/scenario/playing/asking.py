"""What the thread of a run at an endpoint does: it asks, and stores what came, or reads what was stored."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from editor_app.clock import Clock
from editor_app.library.trust.trust import Trust
from editor_app.requests.parts import Provider
from editor_app.runs.loop.results import RunResult, plan_of
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.endpoint.keys import EndpointKeys
from editor_app.window.kinds.scenario.endpoint_ask import EndpointAsk
from editor_app.window.kinds.scenario.playing.inputs import RunInputs
from editor_app.window.kinds.scenario.playing.live import NotStored, moments

if TYPE_CHECKING:
    from editor_app.runs.endpoint.addresses import Limits, RetryWait
    from editor_app.runs.endpoint.keys import Key

Cancelled: TypeAlias = Callable[[], bool]
Announce: TypeAlias = Callable[["RetryWait"], None]


@dataclass(slots=True)
class TrustHolds:
    """Whether tools may still read; the thread of the run looks at it."""

    is_given: bool = True


class RunQuestion(NamedTuple):
    """What a run is made of: the scenario’s path, what it is played with, where it is asked, and the key."""

    path: Path
    inputs: RunInputs
    ask: EndpointAsk
    key: Key | None
    trust: TrustHolds


class FoundRun(NamedTuple):
    """A run that was stored, when it began, and the mark of what was played."""

    result: RunResult
    began: datetime | None
    mark: str


def asked_moments(
    around: RunSurroundings, question: RunQuestion, cancelled: Cancelled, announce: Announce
) -> Iterator[object]:
    """Yield the moments of a run at its endpoint, each once it is stored."""
    from editor_app.runs.endpoint.addresses import Limits
    from editor_app.runs.endpoint.exchange import Connection
    from editor_app.runs.endpoint.model import RunTexts, RunTools, keeping_in, open_run

    inputs, ask = question.inputs, question.ask
    assert ask.endpoint is not None
    told: deque[str] = deque()
    keeping = keeping_in(around.library(), question.path, told.append, clock=around.clock)
    try:
        run = open_run(
            inputs.scenario,
            inputs.triggers,
            Connection(ask.endpoint, question.key, around.limits or Limits(), cancelled, announce),
            RunTexts(inputs.system, inputs.chat, inputs.values),
            tools=RunTools(ask.workspace, lambda: question.trust.is_given),
            keeping=keeping,
            clock=around.clock,
        )
        yield from moments(run, told)
    finally:
        keeping.runs.close()


def stored_run(around: RunSurroundings, path: Path, inputs: RunInputs) -> Iterator[FoundRun | NotStored]:
    """Yield the last run that was stored of a scenario, if there is one."""
    from editor_app.conversations.results import ConversationError
    from editor_app.runs.endpoint.model import keeping_in
    from editor_app.runs.endpoint.stored.replaying import replayed
    from editor_app.runs.endpoint.storing import read_run

    keeping = keeping_in(around.library(), path, lambda _sentence: None, clock=around.clock)
    try:
        rows = keeping.runs.list(1, keeping.scenario)
        stored = read_run(keeping.runs, rows[0].number) if rows else None
        if stored is None:
            return
        plan, _ = plan_of(
            inputs.scenario, inputs.triggers, system=inputs.system, chat=inputs.chat, values=inputs.values
        )
        settings = replace(plan.settings, provider=Provider.OPENAI, model=stored.run.model)
        result = replayed(stored, replace(plan, settings=settings))
        mark = stored.setup.mark if stored.setup is not None else ""
        yield FoundRun(result, _time(stored.run.began_at, around.clock), mark)
    except ConversationError as error:
        yield NotStored(str(error))
    finally:
        keeping.runs.close()


def _time(microseconds: int, clock: Clock) -> datetime | None:
    """Return a time in the zone of the clock; None for one beyond the calendar."""
    try:
        return datetime.fromtimestamp(microseconds / 1_000_000, clock().tzinfo)
    except (ValueError, OverflowError, OSError):
        return None


@dataclass(frozen=True, slots=True)
class RunSurroundings:
    """What runs at endpoints use: the folder of the library, keys, trust, the time, and seconds that pass.

    `trust_of` gives the trust in the folder that the tools of a scenario would read in. `limits` are those of
    a step, None for the usual ones. `moments` makes a run, in a thread.
    """

    library: Callable[[], Path]
    keys: EndpointKeys
    trust_of: Callable[[OpenFile], Trust]
    clock: Clock
    seconds: Callable[[], float] = monotonic
    limits: Limits | None = None
    moments: Callable[[RunSurroundings, RunQuestion, Cancelled, Announce], Iterator[object]] = asked_moments

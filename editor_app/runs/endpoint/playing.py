"""A scenario played at its endpoint: begun, stored as it happens, stopped where trust ends."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from editor_app.clock import Clock
from editor_app.conversations.stored_runs import RunStore, open_runs
from editor_app.requests.parts import SystemText
from editor_app.runs.endpoint.addresses import Endpoint, EndpointError, endpoint_at
from editor_app.runs.endpoint.exchange import Connection, check_requirements
from editor_app.runs.endpoint.keys import check_private
from editor_app.runs.endpoint.model import EndpointModel, endpoint_plan
from editor_app.runs.endpoint.stored.setup import mark_of
from editor_app.runs.endpoint.storing import STORE_SECONDS, RunKeeper, kept
from editor_app.runs.loop.playing import play
from editor_app.runs.loop.results import Records, RunResult, problems_of_run
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import Event
from editor_app.runs.model.scenario import Scenario, ScenarioStep, Steps, TriggerSet
from editor_app.text import Diagnostic, Severity, Span


@dataclass(frozen=True, slots=True)
class RunTexts:
    """The texts that a scenario names: its system’s, the messages of its chat, the values of variables."""

    system: SystemText | str = ""
    chat: tuple[tuple[str, str], ...] = ()
    values: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class RunTools:
    """Where tools read: `workspace`, links resolved, None where it is not trusted.

    `is_trusted` is asked all the time, by the thread that plays; once it says no, the run is stopped.
    """

    workspace: Path | None = None
    is_trusted: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class RunKeeping:
    """Where a run is stored: in `runs`, as one of the scenario of that name (`name_of_scenario`).

    `told` gets a sentence for what could not be stored.
    """

    runs: RunStore
    scenario: str
    told: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class EndpointRun:
    """A run at an endpoint; nothing is sent or stored before the first of `events` is asked for.

    All of them have to be asked for in one thread. `state` has the session at every moment.
    """

    scenario: Scenario
    endpoint: Endpoint
    state: RunState
    events: Iterator[Event]
    _model: EndpointModel
    _keeper: RunKeeper | None = None

    @property
    def number(self) -> int | None:
        """The number under which it is stored; None where it is not."""
        return None if self._keeper is None else self._keeper.number

    @property
    def error(self) -> EndpointError | None:
        """What ended it, a DeniedError for want of a key; None where it was no error of the endpoint."""
        return self._model.error

    def result(self, records: Records) -> RunResult:
        """Return what its events gave so far as one value, with the problems of the run as a whole."""
        result = records.result(self.state)
        unscripted = replace(self.scenario, steps=Steps())  # its own steps are not played
        problems = problems_of_run(unscripted, self.state.plan, result)
        return replace(result, problems=(*_unplayed(self.scenario), *problems))


def endpoint_of(scenario: Scenario) -> Endpoint:
    """Return the endpoint that a scenario names; raises EndpointError for an address that is none."""
    return endpoint_at(scenario.model.endpoint or "", scenario.model.name)


def keeping_in(
    library: Path, path: Path, told: Callable[[str], None], *, clock: Clock, database: Path | None = None
) -> RunKeeping:
    """Return where the runs of a scenario are stored; `database` is that in the data folder if not given."""
    runs = open_runs(library, database, clock=clock, busy_seconds=STORE_SECONDS)
    return RunKeeping(runs, name_of_scenario(path, library), told)


def name_of_scenario(path: Path, library: Path) -> str:
    """Return the name under which the runs of a scenario are stored: its path, within the library from it."""
    real, root = Path(os.path.realpath(path)), Path(os.path.realpath(library))
    place = real.relative_to(root) if real.is_relative_to(root) else real
    return os.fsencode(place.as_posix()).decode("utf-8", "backslashreplace")


def open_run(
    scenario: Scenario,
    triggers: TriggerSet,
    connection: Connection,
    texts: RunTexts,
    *,
    tools: RunTools,
    keeping: RunKeeping | None,
    clock: Clock,
) -> EndpointRun:
    """Return a run of a scenario at its endpoint, which begins when its events are asked for.

    What is in the way is an EndpointError, and nothing is sent: no httpx, no message of the user, tools
    without trust, a key that others could read on its way. Both `cancelled` of the
    connection and trust that ends stop the run within a moment; what came until then is kept.
    """
    check_requirements()
    if connection.key is not None:
        check_private(connection.endpoint)
    connection = replace(connection, cancelled=_either(connection.cancelled, tools))
    plan, model = endpoint_plan(
        scenario,
        triggers,
        connection,
        workspace=tools.workspace,
        system=texts.system,
        chat=texts.chat,
        values=texts.values,
    )
    plan = replace(plan, now=lambda: round(clock().timestamp() * 1000))
    keeper = None
    if keeping is not None:
        mark = mark_of(scenario, triggers, texts.system, texts.chat)
        keeper = RunKeeper(
            keeping.runs, keeping.scenario, connection.endpoint, plan.now, connection.cancelled, mark
        )
        plan = replace(plan, store=keeper.store)
    state = RunState(plan)
    events = _events(model, state, connection, keeper, keeping)
    return EndpointRun(scenario, connection.endpoint, state, events, model, keeper)


def _unplayed(scenario: Scenario) -> Iterator[Diagnostic]:
    """Yield a warning at the first step that says what a scripted model does, which no endpoint is told."""
    for number, step in enumerate(scenario.steps):
        if replace(step, user=None, origin=None) != ScenarioStep():
            message = (
                f"Step {number} says what a scripted model does. A model at an endpoint answers itself: of "
                "steps it gets ‘user’ alone."
            )
            args = {"step": str(number)}
            place = step.origin or Span(0, 0)
            yield Diagnostic("scripted-step", Severity.WARNING, place, message, args)
            return


def _events(
    model: EndpointModel,
    state: RunState,
    connection: Connection,
    keeper: RunKeeper | None,
    keeping: RunKeeping | None,
) -> Iterator[Event]:
    events = play(model, state, connection.cancelled)
    if keeper is None or keeping is None:
        yield from events
        return
    sentence = keeper.begin(state)
    if sentence is not None:
        keeping.told(sentence)
    yield from kept(events, keeper, keeping.told)


def _either(cancelled: Callable[[], bool], tools: RunTools) -> Callable[[], bool]:
    if tools.workspace is None:
        return cancelled
    return lambda: cancelled() or not tools.is_trusted()

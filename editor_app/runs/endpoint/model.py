"""A model at an endpoint, as a run plays it; playing a scenario there, and sending one request."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from editor_app.clock import Clock
from editor_app.conversations.stored_runs import RunStore
from editor_app.requests.parts import Provider, Request
from editor_app.runs.counting import CountText
from editor_app.runs.endpoint.addresses import Endpoint, EndpointError, endpoint_at
from editor_app.runs.endpoint.answers import Call
from editor_app.runs.endpoint.exchange import BrokenOffError, Connection, check_requirements, completed
from editor_app.runs.endpoint.keys import check_private
from editor_app.runs.endpoint.stored import mark_of
from editor_app.runs.endpoint.storing import STORE_SECONDS, RunKeeper, kept
from editor_app.runs.endpoint.tools import TOOLS, Tool, call_tool, tools_named
from editor_app.runs.legality import check_run_request
from editor_app.runs.loop.models import (
    ModelCancelledError,
    ModelOutput,
    RunPlan,
    RunTexts,
    StepEnd,
    StepInput,
    goes_on,
)
from editor_app.runs.loop.playing import play
from editor_app.runs.loop.results import Records, RunResult, plan_of, problems_of_run
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import Event
from editor_app.runs.model.scenario import ContinuePolicy, Scenario, ScenarioStep, Steps, TriggerSet
from editor_app.runs.model.session import USER, FinishReason, ToolPart
from editor_app.text import Diagnostic, Sentence, Severity, Span, meant, nearest
from editor_app.text.tokens import estimated_tokens

_NOT_RUN = "Not run: the answer was cut off before its end."


@dataclass(frozen=True, slots=True)
class ModelSetup:
    """What an endpoint's model is run with, besides the connection to it.

    `users` are the messages of the user, each of which begins a turn once the one before it is over.
    `workspace` is the trusted folder that tools read in, links resolved; without one there are no tools.
    `taken_ids` are the ids of calls that the session has already.
    """

    users: Sequence[str] = ()
    tools: tuple[Tool, ...] = ()
    workspace: Path | None = None
    policy: ContinuePolicy = field(default_factory=ContinuePolicy)
    count: CountText = estimated_tokens
    taken_ids: frozenset[str] = frozenset()


class EndpointModel:
    """A model at an OpenAI-compatible endpoint, with tools that read in one folder."""

    def __init__(self, connection: Connection, setup: ModelSetup) -> None:
        """Take the connection; nothing is sent before a step asks for it."""
        self._connection = connection
        self._setup = setup
        self._users = list(setup.users)
        self._turns = 0
        self._goes_on = False
        self._ids = set(setup.taken_ids)
        self.error: EndpointError | None = None  # why the last step could not be ended

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools that the model is told of."""
        return self._setup.tools if self._setup.workspace is not None else ()

    def upcoming(self, number: int) -> StepInput | None:
        """Return the next message of the user where a turn is over, None where there is none left."""
        del number
        if self._goes_on:
            return StepInput()
        if self._turns >= len(self._users):
            return None
        self._turns += 1
        return StepInput(self._users[self._turns - 1])

    def stream(self, number: int, request: Callable[[], Request]) -> Generator[ModelOutput, None, None]:
        """Send the request; yield the text and calls of the answer, each call again with its result."""
        self._goes_on, self.error = False, None
        try:
            yield from self._answer(number, request)
        except EndpointError as error:
            self.error = error
            raise

    def _answer(self, number: int, request: Callable[[], Request]) -> Generator[ModelOutput, None, None]:
        made = request()
        body = self._body(made)
        for finding in check_run_request(Provider.OPENAI, made.body, self._connection.endpoint.model):
            if finding.severity is Severity.ERROR:
                raise EndpointError(Sentence("runs.not-sent", reason=finding.message))
        try:
            answer = yield from completed(self._connection, body)
        except BrokenOffError as broken:
            yield from broken.answer.whole_calls(number, self._ids)
            raise
        calls = tuple(answer.calls(number, self._ids))
        yield from (call.part for call in calls)
        added = 0
        for call in calls:
            part = self._answered(call, answer.finish_reason)
            yield part
            added += self._setup.count(part.error or part.result or "")
        finish = answer.finish_reason
        names = [call.part.name for call in calls]
        self._goes_on = goes_on(finish, names, self._setup.policy)
        # What the endpoint reports is from before the results of its calls.
        yield StepEnd(finish, None if answer.usage is None else answer.usage + added)

    def _body(self, request: Request) -> Mapping[str, Any]:
        if request.provider is not Provider.OPENAI:
            raise EndpointError(Sentence("runs.form-of-other", maker=request.provider.maker))
        tools = [tool.definition for tool in self.tools]
        return {**request.body, "tools": tools} if tools else request.body

    def _answered(self, call: Call, finish: FinishReason) -> ToolPart:
        part = call.part
        if finish is not FinishReason.TOOL_CALLS:
            return part._replace(error=_NOT_RUN)
        if call.error is not None:
            return part._replace(error=call.error)
        if self._connection.cancelled():  # trust may have been taken back since the last call
            raise ModelCancelledError
        workspace = self._setup.workspace or Path()
        result = call_tool(self.tools, workspace, part.name, part.arguments, self._connection.cancelled)
        return part._replace(error=result.text) if result.is_error else part._replace(result=result.text)


def send_once(connection: Connection, body: Mapping[str, Any]) -> Generator[ModelOutput, None, None]:
    """Send one request as it is, for the connection’s model and streamed; yield what is answered.

    The calls in the answer are not run. It raises ModelError where there is no answer, after what came of it.
    """
    if not isinstance(body.get("messages"), list):
        raise EndpointError(Sentence("runs.not-openai-form"))
    try:
        answer = yield from completed(connection, body)
    except BrokenOffError as broken:
        yield from broken.answer.whole_calls(0, set())
        raise
    for call in answer.calls(0, set()):
        yield call.part if call.error is None else call.part._replace(error=call.error)
    yield StepEnd(answer.finish_reason, answer.usage)


_NO_TEXTS = RunTexts()


def endpoint_plan(
    scenario: Scenario,
    triggers: TriggerSet,
    connection: Connection,
    *,
    workspace: Path | None,
    texts: RunTexts = _NO_TEXTS,
) -> tuple[RunPlan, EndpointModel]:
    """Return what a scenario is played with at an endpoint, and the model there.

    The messages of the user are those of the scenario’s steps; all else of the steps is for the scripted
    model. `workspace` is the folder that tools read in, with its links resolved, None where it is not
    trusted. A tool that there is not, or no message of the user, raises EndpointError.
    """
    for name in scenario.model.tools:
        if name not in TOOLS:
            near = meant(nearest(name, TOOLS))
            raise EndpointError(Sentence("runs.no-such-tool", name=name[:100], tools=[*TOOLS], near=near))
    if scenario.model.tools and workspace is None:
        raise EndpointError(Sentence("runs.tools-need-trust"))
    history = texts.chat
    users = [step.user for step in scenario.steps if step.user is not None]
    begins = len(scenario.steps) > 0 and scenario.steps[0].user is not None
    if history and history[-1][0] == USER and not begins:
        users.insert(0, history[-1][1])
    if not users:
        raise EndpointError(Sentence("runs.nothing-to-send"))
    plan, _ = plan_of(scenario, triggers, system=texts.system, chat=history, values=texts.values)
    settings = replace(plan.settings, provider=Provider.OPENAI, model=connection.endpoint.model)
    plan = replace(plan, settings=settings)
    setup = ModelSetup(users, tools_named(scenario.model.tools), workspace, settings.go_on, plan.count)
    return plan, EndpointModel(connection, setup)


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
    runs = RunStore(library, database, clock=clock, busy_seconds=STORE_SECONDS)
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
    plan, model = endpoint_plan(scenario, triggers, connection, workspace=tools.workspace, texts=texts)
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
            message = Sentence("runs.scripted-step", step=str(number))
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

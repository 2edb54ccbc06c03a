"""A model at an endpoint, as a run plays it; playing a scenario there, and sending one request."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from editor_app.requests.parts import Provider, Request, SystemText
from editor_app.runs.counting import CountText
from editor_app.runs.endpoint.addresses import EndpointError
from editor_app.runs.endpoint.answers import Call
from editor_app.runs.endpoint.exchange import BrokenOffError, Connection, completed
from editor_app.runs.endpoint.tools import TOOLS, Tool, call_tool, tools_named
from editor_app.runs.legality.checking import check_run_request
from editor_app.runs.loop.going_on import goes_on
from editor_app.runs.loop.models import ModelCancelledError, Produced, RunPlan, StepEnd, Upcoming
from editor_app.runs.loop.results import plan_of
from editor_app.runs.model.scenario import ContinuePolicy, Scenario, TriggerSet
from editor_app.runs.model.session import USER, FinishReason, ToolPart
from editor_app.text import Severity, nearest
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
        self._error: EndpointError | None = None

    @property
    def error(self) -> EndpointError | None:
        """Why the last step could not be ended; None where it was."""
        return self._error

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools that the model is told of."""
        return self._setup.tools if self._setup.workspace is not None else ()

    def upcoming(self, number: int) -> Upcoming | None:
        """Return the next message of the user where a turn is over, None where there is none left."""
        del number
        if self._goes_on:
            return Upcoming()
        if self._turns >= len(self._users):
            return None
        self._turns += 1
        return Upcoming(self._users[self._turns - 1])

    def stream(self, number: int, request: Callable[[], Request]) -> Generator[Produced, None, None]:
        """Send the request; yield the text and calls of the answer, each call again with its result."""
        self._goes_on, self._error = False, None
        try:
            yield from self._answer(number, request)
        except EndpointError as error:
            self._error = error
            raise

    def _answer(self, number: int, request: Callable[[], Request]) -> Generator[Produced, None, None]:
        asked = request()
        body = self._body(asked)
        for finding in check_run_request(Provider.OPENAI, asked.body, self._connection.endpoint.model):
            if finding.severity is Severity.ERROR:
                raise EndpointError(f"The request was not sent: {finding.message}")
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
            raise EndpointError(
                f"An endpoint takes requests in OpenAI’s form, and this is one for {request.provider.maker}."
            )
        tools = [one.definition for one in self.tools]
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


def send_once(connection: Connection, body: Mapping[str, Any]) -> Generator[Produced, None, None]:
    """Send one request as it is, for the connection’s model and streamed; yield what is answered.

    The calls in the answer are not run. It raises ModelError where there is no answer, after what came of it.
    """
    if not isinstance(body.get("messages"), list):
        raise EndpointError(
            "An endpoint takes requests in OpenAI’s form, with ‘messages’, and this one has none. "
            "Choose OpenAI as the provider."
        )
    try:
        answer = yield from completed(connection, body)
    except BrokenOffError as broken:
        yield from broken.answer.whole_calls(0, set())
        raise
    for call in answer.calls(0, set()):
        yield call.part if call.error is None else call.part._replace(error=call.error)
    yield StepEnd(answer.finish_reason, answer.usage)


def endpoint_plan(
    scenario: Scenario,
    triggers: TriggerSet,
    connection: Connection,
    *,
    workspace: Path | None,
    system: SystemText | str = "",
    chat: Iterable[tuple[str, str]] = (),
    values: Mapping[str, str] | None = None,
) -> tuple[RunPlan, EndpointModel]:
    """Return what a scenario is played with at an endpoint, and the model there.

    The messages of the user are those of the scenario’s steps; all else of the steps is for the scripted
    model. `workspace` is the folder that tools read in, with its links resolved, None where it is not
    trusted. A tool that there is not, or no message of the user, raises EndpointError.
    """
    _check_tools(scenario.model.tools, workspace)
    history = list(chat)
    users = [step.user for step in scenario.steps if step.user is not None]
    begins = len(scenario.steps) > 0 and scenario.steps[0].user is not None
    if history and history[-1][0] == USER and not begins:
        users.insert(0, history[-1][1])
    if not users:
        raise EndpointError("There is no message of the user to send. Begin the steps with a ‘user’.")
    plan, _ = plan_of(scenario, triggers, system=system, chat=history, values=values)
    settings = replace(plan.settings, provider=Provider.OPENAI, model=connection.endpoint.model)
    plan = replace(plan, settings=settings)
    setup = ModelSetup(users, tools_named(scenario.model.tools), workspace, settings.go_on, plan.count)
    return plan, EndpointModel(connection, setup)


def _check_tools(names: tuple[str, ...], workspace: Path | None) -> None:
    for name in names:
        if name not in TOOLS:
            near = nearest(name, TOOLS)
            meant = f" Did you mean ‘{near[0]}’?" if near else ""
            raise EndpointError(
                f"There is no tool ‘{name[:100]}’ for an endpoint: there are {', '.join(TOOLS)}.{meant}"
            )
    if names and workspace is None:
        raise EndpointError(
            "The model’s tools read files of the workspace, which is not trusted. "
            "Trust it, or take out ‘tools’."
        )

"""Playing a scenario at an endpoint, and sending one request there."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from editor_app.requests.parts import SystemText
from editor_app.requests.providers import Provider
from editor_app.runs.endpoint.completing import BrokenOffError, Connection, completed
from editor_app.runs.endpoint.errors import EndpointError
from editor_app.runs.endpoint.model import EndpointModel, ModelSetup
from editor_app.runs.endpoint.tools import TOOLS, tools_named
from editor_app.runs.loop.models import Produced, StepEnd
from editor_app.runs.loop.plan import RunPlan
from editor_app.runs.loop.results import plan_of
from editor_app.runs.model.scenario import Scenario
from editor_app.runs.model.session import USER
from editor_app.runs.model.triggers import TriggerSet
from editor_app.text import nearest


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

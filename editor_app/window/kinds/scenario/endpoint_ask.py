"""What a run at an endpoint would send where, or why it cannot be made yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from editor_app.text.tokens import estimated_tokens
from editor_app.window.kinds.scenario.playing.inputs import RunInputs
from editor_app.window.kit.words.plain_text import number_in_words

if TYPE_CHECKING:
    from editor_app.runs.endpoint.addresses import Endpoint


@dataclass(frozen=True, slots=True)
class EndpointAsk:
    """Where a run would be made, and in pairs of a word and what it is about what would be sent.

    `why_not` is a sentence where it cannot be made; with `needs_trust` trust in the workspace mends that.
    `workspace` is the folder that tools would read in, None without tools.
    """

    endpoint: Endpoint | None = None
    host: str = ""
    model: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    why_not: str = ""
    needs_trust: bool = False
    workspace: Path | None = None

    @property
    def can_run(self) -> bool:
        """Whether nothing is in the way."""
        return self.endpoint is not None and not self.why_not


def endpoint_ask(inputs: RunInputs, workspace: Path, *, is_trusted: bool) -> EndpointAsk:
    """Return what a run would send; `workspace` is the window’s folder without links."""
    from editor_app.runs.endpoint.addresses import EndpointError, endpoint_at

    choice = inputs.scenario.model
    try:
        endpoint = endpoint_at(choice.endpoint or "", choice.name)
    except EndpointError as error:
        return EndpointAsk(model=choice.name or "", why_not=inputs.why_not or str(error))
    tools = choice.tools
    try:
        _check(inputs, endpoint, workspace)
        why_not = inputs.why_not
    except EndpointError as error:
        why_not = inputs.why_not or str(error)
    needs_trust = bool(tools) and not is_trusted and not why_not
    if needs_trust:
        why_not = (
            f"The model’s tools ({', '.join(tools)}) read files of ‘{workspace.name}’, which is not trusted. "
            "Trust it, or take out ‘tools’."
        )
    rows = tuple(_rows(inputs, endpoint, workspace, is_trusted=is_trusted))
    where = workspace if tools and is_trusted else None
    return EndpointAsk(endpoint, endpoint.host, endpoint.model, rows, why_not, needs_trust, where)


def users_of(inputs: RunInputs) -> tuple[str, ...]:
    """Return the messages of the user that a run sends one after the other."""
    steps, chat = inputs.scenario.steps, inputs.chat
    users = [item.user for item in steps.items if item.user is not None]
    begins = bool(steps.items) and steps.items[0].user is not None
    if chat and chat[-1][0] == "user" and not begins:
        users.insert(0, chat[-1][1])
    return tuple(users)


def _check(inputs: RunInputs, endpoint: Endpoint, workspace: Path) -> None:
    """Raise EndpointError for what keeps a run from being made besides trust."""
    from editor_app.runs.endpoint.addresses import EndpointError
    from editor_app.runs.endpoint.exchange import Connection, check_requirements
    from editor_app.runs.endpoint.model import endpoint_plan

    if inputs.why_not:
        return
    try:
        is_there = find_spec("httpx") is not None
    except ValueError:
        is_there = False
    if not is_there:
        check_requirements()
        raise EndpointError("A model at an endpoint needs httpx, which is not installed.")
    connection = Connection(endpoint)
    endpoint_plan(inputs.scenario, inputs.triggers, connection, workspace=workspace, chat=inputs.chat)


def _rows(
    inputs: RunInputs, endpoint: Endpoint, workspace: Path, *, is_trusted: bool
) -> Iterator[tuple[str, str]]:
    yield "Address", endpoint.url
    yield "Model", endpoint.model
    tokens = estimated_tokens(inputs.system.text)
    yield "System", f"≈\u202f{number_in_words(tokens)} tokens" if tokens else "none"
    users = users_of(inputs)
    count = "1 message" if len(users) == 1 else f"{number_in_words(len(users))} messages, one turn each"
    before = len(inputs.chat) - (1 if users and inputs.chat and users[0] == inputs.chat[-1][1] else 0)
    more = f", after {number_in_words(before)} of the chat" if before > 0 else ""
    yield "User", count + more
    tools = inputs.scenario.model.tools
    trust = "trusted" if is_trusted else "not trusted"
    yield "Tools", f"{', '.join(tools)}: they read in ‘{workspace.name}’, {trust}" if tools else "none"
    yield "Kept", "on this computer, in the database of conversations"

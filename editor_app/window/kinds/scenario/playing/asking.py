"""A run at an endpoint: what it would send, what its thread does, and what came of it at every moment.

The thread asks, and stores what came, or reads what was stored.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, Protocol

from editor_app.clock import Clock
from editor_app.library.trust.trust import Trust
from editor_app.requests.parts import Provider, SystemText
from editor_app.runs.endpoint.addresses import Endpoint, EndpointError, Limits, endpoint_at
from editor_app.runs.endpoint.keys import Key
from editor_app.runs.loop.models import RunTexts
from editor_app.runs.loop.results import Records, RunResult, plan_of
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import Event, PartCreated, StepCompleted, StepCreated
from editor_app.runs.model.scenario import RunSettings
from editor_app.runs.model.session import End, Session, TextPart, ToolPart
from editor_app.runs.sent.request_log import RequestLog
from editor_app.text import Sentence
from editor_app.text.tokens import estimated_tokens
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.endpoint.asking import Announce, Cancelled
from editor_app.window.endpoint.endpoints import EndpointKeys
from editor_app.window.kinds.scenario.playing.inputs import RunInputs
from editor_app.window.kinds.scenario.view.parts import EndpointTarget


def endpoint_ask(inputs: RunInputs, workspace: Path, *, is_trusted: bool) -> EndpointTarget:
    """Return what a run would send; `workspace` is the window’s folder without links."""
    choice = inputs.scenario.model
    try:
        endpoint = endpoint_at(choice.endpoint or "", choice.name)
    except EndpointError as error:
        return EndpointTarget(model=choice.name or "", why_not=inputs.why_not or error.sentence)
    tools, why_not = choice.tools, inputs.why_not or _why_not(inputs, endpoint, workspace)
    needs_trust = bool(tools) and not is_trusted and not why_not
    if needs_trust:
        why_not = Sentence("window-scenario.tools-restricted", tools=tools, folder=workspace.name)
    return EndpointTarget(
        endpoint,
        endpoint.host,
        endpoint.model,
        tuple(_facts(inputs, endpoint, workspace, is_trusted=is_trusted)),
        why_not,
        needs_trust,
        workspace if tools and is_trusted else None,
    )


def users_of(inputs: RunInputs) -> tuple[str, ...]:
    """Return the messages of the user that a run sends one after the other."""
    steps, chat = inputs.scenario.steps, inputs.chat
    users = [item.user for item in steps.items if item.user is not None]
    begins = bool(steps.items) and steps.items[0].user is not None
    if chat and chat[-1][0] == "user" and not begins:
        users.insert(0, chat[-1][1])
    return tuple(users)


def _why_not(inputs: RunInputs, endpoint: Endpoint, workspace: Path) -> str:
    """Return what keeps a run from being made besides trust, "" if nothing does."""
    from editor_app.runs.endpoint.exchange import Connection, check_requirements
    from editor_app.runs.endpoint.model import endpoint_plan

    texts, connection = RunTexts(chat=inputs.chat), Connection(endpoint)
    try:
        if find_spec("httpx") is None:  # which costs less than to import it
            check_requirements()
        endpoint_plan(inputs.scenario, inputs.triggers, connection, workspace=workspace, texts=texts)
    except EndpointError as error:
        return error.sentence
    return ""


def _facts(inputs: RunInputs, endpoint: Endpoint, workspace: Path, *, is_trusted: bool) -> Iterator[str]:
    tokens, users = estimated_tokens(inputs.system.text), users_of(inputs)
    before = len(inputs.chat) - (1 if users and inputs.chat and users[0] == inputs.chat[-1][1] else 0)
    tools, folder = inputs.scenario.model.tools, workspace.name
    yield Sentence("window-scenario.sent-to", url=endpoint.url)
    yield Sentence("window-scenario.model-is", model=endpoint.model)
    yield Sentence("window-scenario.system-sent", count=tokens)
    yield Sentence("window-scenario.messages-sent", count=len(users), before=max(before, 0))
    if tools:
        trust = "trusted" if is_trusted else "restricted"
        yield Sentence("window-scenario.tools-read", tools=tools, folder=folder, trust=trust)
    else:
        yield Sentence("window-scenario.no-tools")
    yield Sentence("window-scenario.where-kept")


MOST_TEXT: Final = 4_000
"""The most characters that are shown of a step while it is answered, its last ones."""


class RunInProgress(Protocol):
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


class FinishedRun(NamedTuple):
    """The end of a run: all that it gave, and whether the endpoint wants a key or another one."""

    result: RunResult
    is_denied: bool = False


class StoringFailure(NamedTuple):
    """Why something of a run could not be stored, in a sentence."""

    sentence: str


def run_events(
    run: RunInProgress, told: deque[str]
) -> Iterator[Event | RequestLog | FinishedRun | StoringFailure]:
    """Yield the events of a run, the requests so far with each step's beginning, and last all that it gave.

    They are asked for in the thread of the run; what they are can be read in any. `told` has what could not
    be stored.
    """
    records = Records()
    for event in run.events:
        records.take(event)
        while told:
            yield StoringFailure(told.popleft())
        yield event
        if isinstance(event, StepCreated):
            yield run.state.log()
    yield FinishedRun(run.result(records), run.error is not None and run.error.wants_key)


@dataclass(slots=True)
class GrowingRun:
    """What came of a run so far, when it began, and the mark of what is played.

    `text` is what the step that goes on gave, its last characters.
    """

    settings: RunSettings
    began: datetime
    mark: str
    step: int = 0
    text: str = ""
    over: FinishedRun | None = None
    _records: Records = field(default_factory=Records)
    _log: RequestLog = field(default_factory=lambda: RequestLog(SystemText("")))

    @property
    def steps(self) -> int:
        """How many steps are over."""
        return len(self._records.steps)

    def take(self, item: object) -> None:
        """Take what came next."""
        if isinstance(item, FinishedRun):
            self.over = item
        elif isinstance(item, RequestLog):
            self._log = item
        elif isinstance(item, Event):
            self._records.take(item)
            if isinstance(item, StepCreated):
                self.step, self.text = item.number, ""
            elif isinstance(item, StepCompleted):
                self.text = ""
            elif isinstance(item, PartCreated):
                self.text = (self.text + _words(item.part))[-MOST_TEXT:]

    @property
    def result(self) -> RunResult:
        """The steps that are over as a run; while it goes on, its end says nothing."""
        if self.over is not None:
            return self.over.result
        return RunResult(self.settings, tuple(self._records.steps), End.CANCELLED, "", Session(), self._log)


def _words(part: object) -> str:
    if isinstance(part, TextPart):
        return part.text
    if not isinstance(part, ToolPart):
        return ""
    if not part.is_answered:
        return f"\n{Sentence('window-scenario.tool-called', tool=part.name)}\n"
    outcome = "answered" if part.error is None else "failed"
    return f"{Sentence('window-scenario.tool-ended', tool=part.name, outcome=outcome)}\n"


class RunQuestion(NamedTuple):
    """What a run is made of: the scenario’s path, what it is played with, where it is asked, and the key.

    Its tools read in `workspace`, which is None without tools. `distrusted` is set once they may read no
    more; the thread of the run looks at it.
    """

    path: Path
    inputs: RunInputs
    endpoint: Endpoint
    workspace: Path | None
    key: Key | None
    distrusted: threading.Event


class EarlierRun(NamedTuple):
    """A run that was stored, when it began, and the mark of what was played."""

    result: RunResult
    began: datetime | None
    mark: str


def endpoint_run_events(
    services: EndpointServices, question: RunQuestion, cancelled: Cancelled, announce: Announce
) -> Iterator[object]:
    """Yield the events of a run at its endpoint, each once it is stored."""
    from editor_app.runs.endpoint.exchange import Connection
    from editor_app.runs.endpoint.model import RunTools, keeping_in, open_run

    inputs, told = question.inputs, deque[str]()
    keeping = keeping_in(services.library(), question.path, told.append, clock=services.clock)
    try:
        run = open_run(
            inputs.scenario,
            inputs.triggers,
            Connection(question.endpoint, question.key, services.limits or Limits(), cancelled, announce),
            RunTexts(inputs.system, inputs.chat, inputs.values or {}),
            tools=RunTools(question.workspace, lambda: not question.distrusted.is_set()),
            keeping=keeping,
            clock=services.clock,
        )
        yield from run_events(run, told)
    finally:
        keeping.runs.close()


def stored_run(
    services: EndpointServices, path: Path, inputs: RunInputs
) -> Iterator[EarlierRun | StoringFailure]:
    """Yield the last run that was stored of a scenario, if there is one."""
    from editor_app.conversations.results import ConversationError
    from editor_app.runs.endpoint.model import keeping_in
    from editor_app.runs.endpoint.storing import read_run, replayed

    keeping = keeping_in(services.library(), path, lambda _sentence: None, clock=services.clock)
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
        yield EarlierRun(result, _time(stored.run.began_at, services.clock), mark)
    except ConversationError as error:
        yield StoringFailure(error.sentence)
    finally:
        keeping.runs.close()


def _time(microseconds: int, clock: Clock) -> datetime | None:
    """Return a time in the zone of the clock; None for one beyond the calendar."""
    try:
        return datetime.fromtimestamp(microseconds / 1_000_000, clock().tzinfo)
    except (ValueError, OverflowError, OSError):
        return None


@dataclass(frozen=True, slots=True)
class EndpointServices:
    """What runs at endpoints use: the folder of the library, keys, trust, the time, and seconds that pass.

    `trust_of` gives the trust in the folder that the tools of a scenario would read in. `limits` are those of
    a step, None for the usual ones. `make_events` makes a run, in a thread.
    """

    library: Callable[[], Path]
    keys: EndpointKeys
    trust_of: Callable[[OpenFile], Trust]
    clock: Clock
    seconds: Callable[[], float] = monotonic
    limits: Limits | None = None
    make_events: Callable[[EndpointServices, RunQuestion, Cancelled, Announce], Iterator[object]] = (
        endpoint_run_events
    )

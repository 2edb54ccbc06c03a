"""The run of each open scenario at its endpoint: begun by the user, made in a thread, stored, and read back.

Each goes on while other files are in front. The thread asks, and stores what came, or reads what was stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Event as Flag
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, QSignalBlocker, Signal

from editor_app.clock import Clock
from editor_app.library.trust.trust import Trust
from editor_app.requests.parts import Provider, SystemText
from editor_app.runs.endpoint.addresses import Endpoint, Limits, RetryWait
from editor_app.runs.endpoint.keys import Key
from editor_app.runs.loop.models import RunTexts
from editor_app.runs.loop.results import Records, RunResult, plan_of
from editor_app.runs.model.records import Event, PartCreated, StepCompleted, StepCreated
from editor_app.runs.model.scenario import RunSettings
from editor_app.runs.model.session import End, Session, Strategy, TextPart, ToolPart
from editor_app.runs.sent.request_log import RequestLog
from editor_app.text import Sentence
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.endpoint.asking import Announce, Cancelled, EndpointThread
from editor_app.window.endpoint.endpoints import EndpointKeys, KeyAnswer
from editor_app.window.kinds.scenario.playing.inputs import RunInputs
from editor_app.window.kinds.scenario.view.parts import EndpointTarget, RunProgress
from editor_app.window.kit.work.runner import NO_JOB
from editor_app.window.kit.work.timers import repeating

if TYPE_CHECKING:
    from editor_app.runs.endpoint.model import EndpointRun

MOST_TEXT: Final = 4_000
"""The most characters that are shown of a step while it is answered, its last ones."""


class FinishedRun(NamedTuple):
    """The end of a run: all that it gave, and whether the endpoint wants a key or another one."""

    result: RunResult
    is_denied: bool = False


def run_events(run: EndpointRun, told: deque[str]) -> Iterator[Event | RequestLog | FinishedRun | str]:
    """Yield the events of a run, the requests so far with each step's beginning, and last all that it gave.

    They are asked for in the thread of the run; what they are can be read in any. `told` has the sentences
    about what could not be stored, which are given as they are.
    """
    records = Records()
    for event in run.events:
        records.take(event)
        while told:
            yield told.popleft()
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
    distrusted: Flag


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


def stored_run(services: EndpointServices, path: Path, inputs: RunInputs) -> Iterator[EarlierRun | str]:
    """Yield the last run that was stored of a scenario, if there is one, or why it cannot be read."""
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
        mark, began = stored.setup.mark if stored.setup is not None else "", None
        with suppress(ValueError, OverflowError, OSError):  # of a time beyond the calendar
            began = datetime.fromtimestamp(stored.run.began_at / 1_000_000, services.clock().tzinfo)
        yield EarlierRun(result, began, mark)
    except ConversationError as error:
        yield error.sentence
    finally:
        keeping.runs.close()


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


class FileRun(QObject):
    """The last run of a scenario, or the one that goes on; `progressed` and `ended` tell what came of it.

    So does `progressed` once a run that was stored before is read. `error` is a sentence where nothing could
    be sent, `stopped` says why it was cancelled, if the user did not; `not_stored` why it is not kept.
    """

    progressed = Signal()
    ended = Signal()

    def __init__(
        self, services: EndpointServices, path: Callable[[], Path], parent: QObject | None = None
    ) -> None:
        """Start without a run; `path` gives that of the scenario now."""
        super().__init__(parent)
        self._services = services
        self._path = path
        self._thread = EndpointThread(self)
        self._thread.came.connect(self._take)
        self._thread.waiting.connect(self._wait)
        self._thread.ended.connect(self._end)
        self._reader = EndpointThread(self)
        self._reader.came.connect(self._take_stored)
        self._tick = repeating(self, 1000, self.progressed.emit)
        self._last: GrowingRun | EarlierRun | None = None
        self._before: GrowingRun | EarlierRun | None = None
        self._distrusted = Flag()
        self._begun_at = 0.0
        self._waiting: tuple[RetryWait, float] | None = None
        self._key = NO_JOB
        self._was_looked_up = False
        self.ask = EndpointTarget()
        """Where it was asked last."""
        self.error = ""
        self.stopped = ""
        self.not_stored = ""

    @property
    def is_running(self) -> bool:
        """Whether a run goes on."""
        return self._tick.isActive()

    @property
    def is_stored(self) -> bool:
        """Whether the run was made before this window, or by another program."""
        return isinstance(self._last, EarlierRun)

    @property
    def is_denied(self) -> bool:
        """Whether the endpoint wanted a key, or another one."""
        over = self._last.over if isinstance(self._last, GrowingRun) else None
        return over is not None and over.is_denied

    @property
    def result(self) -> RunResult | None:
        """What came of the run so far, None without one."""
        return self._last.result if self._last is not None else None

    @property
    def began(self) -> datetime | None:
        """When it began, None without one or where that is not known."""
        return self._last.began if self._last is not None else None

    @property
    def mark(self) -> str:
        """The mark of what was played, "" without a run."""
        return self._last.mark if self._last is not None else ""

    @property
    def progress(self) -> RunProgress | None:
        """How far the run is, None where none goes on."""
        growing, waiting = self._last, ""
        if not (self.is_running and isinstance(growing, GrowingRun)):
            return None
        now = self._services.seconds()
        if self._waiting is not None:
            wait, since = self._waiting
            left = max(0, round(wait.seconds - (now - since)))
            waiting = Sentence(
                "window-scenario.waiting",
                seconds=left,
                why=wait.reason,
                attempt=wait.attempt,
                tries=wait.tries,
            )
        seconds = int(now - self._begun_at)
        return RunProgress(self.ask.host, growing.step, growing.steps, seconds, growing.text, waiting)

    def look_up(self, inputs: RunInputs) -> None:
        """Read the last run that was stored of the scenario, once."""
        if not self._was_looked_up and self._last is None:
            self._was_looked_up = True
            services, path = self._services, self._path()
            self._reader.start(lambda _cancelled, _announce: stored_run(services, path, inputs))

    def start(self, inputs: RunInputs, ask: EndpointTarget, strategy: Strategy) -> None:
        """Ask the endpoint, with its key if one is kept; only a user does that."""
        endpoint = ask.endpoint
        if endpoint is None or not ask.can_run or self.is_running:
            return
        from editor_app.runs.endpoint.stored import mark_of

        self._reader.close()
        inputs = inputs.with_strategy(strategy)
        mark = mark_of(inputs.scenario, inputs.triggers, inputs.system, inputs.chat)
        settings = replace(inputs.scenario.settings, provider=Provider.OPENAI, model=endpoint.model)
        self._before = self._last
        self._last = GrowingRun(settings, self._services.clock(), mark)
        self._waiting = None
        self.ask = ask
        self.error = self.stopped = self.not_stored = ""
        self._begun_at = self._services.seconds()
        self._distrusted = Flag()
        self._tick.start()
        self.progressed.emit()
        self._key = self._services.keys.read(endpoint, partial(self._run, inputs, endpoint))

    def cancel(self, why: str = "") -> None:
        """Stop the run; what came stays. `why` says so where the user did not ask for it."""
        if self.is_running:
            self.stopped = why
            self.let_end()
            if not self._thread.is_running:
                self._end(None)

    def let_end(self) -> None:
        """Stop the run without waiting for it; nobody is told."""
        if self.is_running:
            self._distrusted.set()
            self._key.cancel()
            self._thread.cancel()

    def close(self) -> None:
        """Stop the run, and wait a moment until it is stored."""
        self._reader.close()
        self.let_end()
        self._thread.close()
        self._tick.stop()

    # Inside -------------------------------------------------------------------------------------------------

    def _run(self, inputs: RunInputs, endpoint: Endpoint, answer: KeyAnswer) -> None:
        """Begin the thread, unless the run was cancelled before its key was looked for."""
        if self.is_running:
            self.not_stored = answer.error
            question = RunQuestion(
                self._path(), inputs, endpoint, self.ask.workspace, answer.key, self._distrusted
            )
            self._thread.start(partial(self._services.make_events, self._services, question))

    def _take(self, items: tuple[object, ...]) -> None:
        growing = self._last
        assert isinstance(growing, GrowingRun)
        for item in items:
            if isinstance(item, str):
                self.not_stored = item
            else:
                growing.take(item)
        self._waiting = None
        self.progressed.emit()

    def _wait(self, wait: RetryWait) -> None:
        self._waiting = wait, self._services.seconds()
        self.progressed.emit()

    def _end(self, error: str | None) -> None:
        self._tick.stop()
        self._waiting = None
        growing = self._last
        if isinstance(growing, GrowingRun) and growing.over is None:
            if error is None:
                growing.take(FinishedRun(growing.result))
            elif not growing.steps:  # nothing was sent: the run before is still the last
                self._last = self._before
                self.error = error
        self.ended.emit()

    def _take_stored(self, items: tuple[object, ...]) -> None:
        for item in items:
            if isinstance(item, EarlierRun) and self._last is None:
                self._last = item
                self.progressed.emit()
            elif isinstance(item, str):
                self.not_stored = item


class EndpointRuns(QObject):
    """Has the run of each open scenario; `progressed` and `ended` have the file whose run it is."""

    progressed = Signal(object)
    ended = Signal(object)

    def __init__(self, services: EndpointServices, parent: QObject | None = None) -> None:
        """Start without a run."""
        super().__init__(parent)
        self.services = services
        self._by_file: dict[OpenFile, FileRun] = {}

    def of(self, file: OpenFile) -> FileRun:
        """Return the run of a scenario, which there need not be yet."""
        if file not in self._by_file:
            run = self._by_file[file] = FileRun(self.services, lambda: file.path, self)
            run.progressed.connect(partial(self.progressed.emit, file))
            run.ended.connect(partial(self.ended.emit, file))
        return self._by_file[file]

    def check_trust(self, is_trusted: Callable[[Path], bool]) -> None:
        """Stop the runs whose tools read in a folder that is not trusted any more."""
        for run in self._by_file.values():
            where = run.ask.workspace
            if run.is_running and where is not None and not is_trusted(where):
                run.cancel(Sentence("window-scenario.trust-taken-back", folder=where.name))

    def forget(self, file: OpenFile) -> None:
        """Stop and forget the run of a scenario that is closed."""
        run = self._by_file.pop(file, None)
        if run is not None:
            with QSignalBlocker(run):  # whoever was told would look for the run of a file that is gone
                run.close()
            run.deleteLater()

    def close(self) -> None:
        """Stop all runs: the window closes."""
        for run in self._by_file.values():
            run.let_end()
        for run in self._by_file.values():
            run.close()

"""A scenario played at its endpoint: each step is printed as it completes, and the run is stored."""

from __future__ import annotations

import getpass
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.given.trial import given_trust, remembered_trust
from editor_app.cli.paths import STANDARD_INPUT
from editor_app.cli.runs.run_input import RunInput
from editor_app.cli.runs.run_output import (
    exit_code_of,
    given_record,
    record_run,
    step_not_reached_message,
    write_report,
    write_requests,
)
from editor_app.cli.runs.scenario_runs import PlayedScenario, played_scenario
from editor_app.cli.runs.timeline import end_line, end_lines, head_lines, step_lines
from editor_app.cli.signals import signals_taken
from editor_app.cli.sources import library_around
from editor_app.cli.streams import Streams, complain_of
from editor_app.clock import utc_now
from editor_app.library.files.reading import FileError, quoted, reason_of
from editor_app.library.paths import real_path, state_dir
from editor_app.requests.parts import Provider
from editor_app.runs.endpoint.addresses import DeniedError, Endpoint, EndpointError, Limits, RetryWait
from editor_app.runs.endpoint.exchange import Connection, check_requirements
from editor_app.runs.endpoint.keys import Key, KeyStore, check_private, key_of, open_keys
from editor_app.runs.endpoint.model import (
    EndpointRun,
    RunKeeping,
    RunTools,
    endpoint_of,
    keeping_in,
    open_run,
)
from editor_app.runs.loop.results import Records
from editor_app.runs.model.records import Event, PartCreated, StepCompleted
from editor_app.runs.model.session import End, StepStatus, Strategy
from editor_app.text import Sentence
from editor_app.wire.problems import to_json
from editor_app.wire.runs import endpoint_facts, run_document

_NOT_DONE = 2
_ALL = "all"


@dataclass(frozen=True, slots=True)
class _Target:
    """The endpoint that is asked, with its key, and the store where one that was typed is to be kept."""

    endpoint: Endpoint
    key: Key | None
    keep_in: KeyStore | None = None


class _Lines:
    """Where the lines of steps go; `failure` is why they can be written no more, which ends the run."""

    def __init__(self, streams: Streams, *, to_errors: bool) -> None:
        """Write to standard output, or to standard error where that has something else to hold."""
        self.failure: Failure | None = None
        self._streams = streams
        self._to_errors = to_errors

    def show(self, lines: Iterable[str]) -> None:
        """Write lines, unless a document is all that is written."""
        if self._streams.is_json or self.failure is not None:
            return
        if self._to_errors:
            for line in lines:
                self._streams.complain(line)
            return
        try:
            self._streams.print(*lines)
        except Failure as failure:
            self.failure = failure


def run_at_endpoint(
    run_input: RunInput, arguments: Arguments, streams: Streams, limits: Limits | None = None
) -> int:
    """Play a scenario at its endpoint and return the exit code; what came until a stop is kept and printed.

    Without `limits` they are those that the endpoint is given in all the program.
    """
    _check(arguments)
    record = given_record(arguments)
    strategy = None if arguments.strategy is None else Strategy(arguments.strategy)
    run_input = run_input.played_with(strategy=strategy)
    target, tools = _target(run_input, arguments), _tools(run_input, arguments, streams)
    library = run_input.library or library_around(run_input.path.parent, arguments)
    keeping = keeping_in(
        library.root, run_input.path, lambda sentence: streams.warn([sentence]), clock=utc_now
    )
    lines = _Lines(streams, to_errors=bool(arguments.request) or arguments.markdown)
    with closing(keeping.runs), interrupts() as signal_that_came:
        connection = Connection(
            target.endpoint,
            target.key,
            limits or Limits(),
            cancelled=lambda: bool(signal_that_came()) or lines.failure is not None or streams.is_cut_off(),
            announce=lambda wait: streams.tell(_in_words(wait), beside_json=True),
        )
        model = Sentence("cli.model-at", model=target.endpoint.model, host=target.endpoint.host)
        run = _opened(run_input, connection, tools, keeping)
        streams.tell(Sentence("cli.asking", model=model))
        settings, records = run.state.plan.settings, Records()
        lines.show(head_lines(run_input.path, settings, model))
        for event in _keeping_key(run.events, target, streams):
            records.take(event)
            if isinstance(event, StepCompleted):
                lines.show(step_lines(records.steps[-1], with_answer=True))
        result = run.result(records)
        is_interrupted = result.end in {End.CANCELLED, End.ERROR}
        played = played_scenario(run_input, result, is_interrupted=is_interrupted)
        failures = [*_failures(played, run, target, arguments), *_recorded(played, record, streams)]
        if lines.failure is not None:
            raise lines.failure
        _write(played, run, failures, arguments, streams)
        if played.result.end is End.CANCELLED:
            return _code_of_stop(run_input, tools, signal_that_came(), streams)
    if failures:
        return _NOT_DONE
    return int(exit_code_of((*run_input.problems, *played.problems)) or played.has_failed)


def _code_of_stop(run_input: RunInput, tools: RunTools, signalled: int, streams: Streams) -> int:
    """Return the exit code of a run that was stopped, and say that trust ended; a closed pipe is no error."""
    if not tools.is_trusted():
        workspace = quoted(run_input.workspace)
        streams.tell(Sentence("cli.stopped-untrusted", workspace=workspace))
    elif not signalled and streams.is_cut_off():
        return 0
    return 128 + (signalled or signal.SIGINT)


def _check(arguments: Arguments) -> None:
    if arguments.strategy == _ALL:
        raise Failure("usage", Sentence("cli.all-at-endpoint"), Sentence("cli.compare-strategies-on-record"))
    if arguments.provider not in {None, Provider.OPENAI}:
        raise Failure("usage", Sentence("cli.endpoint-in-openai-form"), Sentence("cli.leave-provider-out"))


def _target(run_input: RunInput, arguments: Arguments) -> _Target:
    """Return the endpoint of a scenario with the key for it: the one that is typed, else the one kept."""
    try:
        check_requirements()
    except EndpointError as error:
        raise Failure("extra", error.sentence) from error
    try:
        endpoint, keys = endpoint_of(run_input.scenario), open_keys(state_dir())
        if not arguments.ask_key:
            return _Target(endpoint, keys.read(endpoint))
    except EndpointError as error:
        raise Failure("endpoint", error.sentence, path=run_input.path) from error
    reads_input = arguments.words[0] != STANDARD_INPUT
    return _Target(endpoint, asked_key(endpoint, reads_input=reads_input), keys)


def _tools(run_input: RunInput, arguments: Arguments, streams: Streams) -> RunTools:
    """Return where tools read: in the workspace, if it is trusted, by this call or by what is remembered."""
    workspace = real_path(run_input.workspace)
    if not run_input.scenario.model.tools or workspace is None:
        return RunTools()
    trust = given_trust(workspace, workspace, arguments)
    streams.warn(trust.warnings)
    if not trust.is_trusted:
        return RunTools()
    return RunTools(workspace) if arguments.trust else RunTools(workspace, remembered_trust(workspace))


def _opened(run_input: RunInput, connection: Connection, tools: RunTools, keeping: RunKeeping) -> EndpointRun:
    """Return the run, which nothing is sent of yet; raises Failure for what is in the way."""
    try:
        return open_run(
            run_input.scenario,
            run_input.triggers,
            connection,
            run_input.texts,
            tools=tools,
            keeping=keeping,
            clock=utc_now,
        )
    except EndpointError as error:
        needs_trust = run_input.scenario.model.tools and tools.workspace is None
        more = Sentence("cli.trust-trusts") if needs_trust else ""
        raise Failure("endpoint", error.sentence, more, path=run_input.path) from error


def _keeping_key(events: Iterator[Event], target: _Target, streams: Streams) -> Iterator[Event]:
    """Yield events; a key that was typed is kept once the endpoint answered with it."""
    keys, key = target.keep_in, target.key
    for event in events:
        is_answered = isinstance(event, PartCreated) or (
            isinstance(event, StepCompleted) and event.step.status is StepStatus.COMPLETED
        )
        if keys is not None and key is not None and is_answered:
            try:
                keys.keep(target.endpoint, key)
            except EndpointError as error:
                streams.warn([Sentence("cli.key-not-stored", reason=error.sentence)])
            else:
                streams.tell(Sentence("cli.key-kept", origin=target.endpoint.origin))
            keys = None
        yield event
    if keys is not None and key is not None:
        streams.warn([Sentence("cli.key-not-kept", host=target.endpoint.host)])


def _failures(
    played: PlayedScenario, run: EndpointRun, target: _Target, arguments: Arguments
) -> Iterator[Failure]:
    """Yield why a run could not be done; what a provider would refuse is a fault of the text."""
    result = played.result
    if result.end is End.ERROR and not (result.steps and result.refused(Provider.OPENAI)):
        advice = ""
        if isinstance(run.error, DeniedError):
            advice = Sentence("cli.ask-key-asks", key="missing" if target.key is None else "denied")
        yield Failure("endpoint", result.message or "", advice, path=played.run_input.path)
    for step in arguments.request:
        if step >= len(result.steps):
            yield Failure("values", step_not_reached_message(step, result))


def _recorded(played: PlayedScenario, record: Path | None, streams: Streams) -> Iterator[Failure]:
    """Write a run as a scenario; yield why it could not be."""
    if record is None:
        return
    try:
        record_run(played, record, streams)
    except FileError as error:
        yield Failure("file", error.sentence, path=error.path)
    except Failure as failure:
        yield failure


def _write(
    played: PlayedScenario,
    run: EndpointRun,
    failures: Sequence[Failure],
    arguments: Arguments,
    streams: Streams,
) -> None:
    """Write what a run gave besides its steps."""
    complain_of(played.problems, streams)
    steps = [step for step in arguments.request if step < len(played.result.steps)]
    if streams.is_json:
        problems = (*played.run_input.problems, *played.problems)
        document = run_document(played.result, played.expectations, problems, steps)
        error = (failures[0].code, failures[0].sentence) if failures else None
        endpoint = run.endpoint
        facts = endpoint_facts(played.result, endpoint.origin, endpoint.model, run.number, error)
        streams.write(to_json({**document, **facts}))
        return
    if arguments.markdown:
        write_report(played, streams)
    elif arguments.request:
        streams.complain(end_line(played.result))
        write_requests(played, steps, streams)
    else:
        streams.print(*end_lines(played))
    for failure in failures:
        streams.tell(failure.sentence)


def _in_words(wait: RetryWait) -> str:
    return Sentence(
        "cli.waiting",
        reason=wait.reason,
        seconds=f"{wait.seconds:g}",
        attempt=wait.attempt,
        tries=wait.tries,
    )


_MOST_BYTES = 10_000


def asked_key(endpoint: Endpoint, *, reads_input: bool) -> Key:
    """Return the key that the user gives for an endpoint; raises Failure where none can be asked for.

    `reads_input` says whether standard input is free; where it is no terminal, the key is its first line.
    """
    try:
        check_private(endpoint)
        is_terminal = sys.stdin is not None and sys.stdin.isatty()
        if reads_input and sys.stdin is not None and not is_terminal:
            try:
                line = sys.stdin.buffer.readline(_MOST_BYTES)
            except OSError as error:
                raise Failure("key", Sentence("cli.input-unreadable", reason=reason_of(error))) from error
            if not line.strip():
                raise Failure("key", Sentence("cli.no-key-in-input"))
            return key_of(line.decode("utf-8", "replace"))
        return key_of(_typed(endpoint))
    except EndpointError as error:
        raise Failure("key", error.sentence) from error


def _typed(endpoint: Endpoint) -> str:
    """Return what is typed at the terminal without being shown; never where it would be."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass(f"{Sentence('cli.key-for', origin=endpoint.origin)} ")
    except (getpass.GetPassWarning, OSError, EOFError):
        raise Failure("key", Sentence("cli.no-hidden-terminal"), Sentence("cli.give-key-in-input")) from None


@contextmanager
def interrupts() -> Iterator[Callable[[], int]]:
    """Give the signal that asks for the end, 0 before one does; a second one raises KeyboardInterrupt."""
    came: list[int] = []

    def take(number: int, _: FrameType | None) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)

    with signals_taken(take):
        yield lambda: came[0] if came else 0

"""Playing a scenario, what that gave as one value, as a scenario again, and beside other strategies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise, zip_longest
from typing import NamedTuple

from editor_app.requests.parts import Provider, SystemText
from editor_app.runs.loop.models import RunModel, RunPlan, RunTexts, ScriptedModel, made_id
from editor_app.runs.loop.playing import Cancelled, fires_next, never, play
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import (
    Compacted,
    Event,
    Firing,
    PartCreated,
    RunEnded,
    StepCompleted,
    StepCreated,
    StepRecord,
    SystemHint,
    SystemMessageCreated,
    UserMessageCreated,
)
from editor_app.runs.model.scenario import (
    Measures,
    ModelChoice,
    RunSettings,
    Scenario,
    ScenarioStep,
    Steps,
    ToolCall,
    TriggerSet,
)
from editor_app.runs.model.session import (
    USER,
    End,
    FinishReason,
    HintPart,
    Session,
    Strategy,
    TextPart,
    ToolPart,
)
from editor_app.runs.sent.request_log import RequestLog
from editor_app.text import Diagnostic, Sentence, Severity, Span
from editor_app.text.tokens import estimated_tokens, token_counter


class Grouping(StrEnum):
    """Where a group begins: at each step, where a request changes, or where the work does."""

    ALL = "all"
    BOUNDARIES = "boundaries"
    PHASES = "phases"


def grouped(steps: Sequence[StepRecord], grouping: Grouping) -> tuple[range, ...]:
    """Return the groups in order, each as the numbers of its steps.

    Of the boundaries, one begins at each turn, compaction and firing; a phase at each turn, compaction and
    step with text.
    """
    starts = [
        step.number
        for step in steps
        if grouping is Grouping.ALL
        or step.turn_step == 0
        or step.is_compacted
        or (step.fired if grouping is Grouping.BOUNDARIES else step.has_text)
    ]
    ends = [*starts, len(steps)]
    return tuple(range(start, end) for start, end in pairwise(ends))


AT_EACH_STEP = 3  # from so many steps on, a trigger that fires at each one is told


@dataclass(frozen=True, slots=True)
class RunResult:
    """A run that is over: its steps, how it ended, the session, and the requests.

    `message` is the session's error, empty without one. `fires_next` are the ids that would fire if the user
    wrote again now. `problems` are warnings about the run as a whole, with places in the scenario's file.
    """

    settings: RunSettings
    steps: tuple[StepRecord, ...]
    end: End
    message: str
    session: Session
    requests: RequestLog
    fires_next: tuple[str, ...] = ()
    problems: tuple[Diagnostic, ...] = ()

    def refused(self, provider: Provider) -> tuple[tuple[StepRecord, str], ...]:
        """Return the steps at which a provider refuses what is new in the request, each with the sentence."""
        return tuple(
            (step, refusal.message)
            for step in self.steps
            for refusal in step.refused
            if refusal.provider is provider
        )

    def fired_ids(self) -> Counter[str]:
        """Return how often each id fired."""
        return Counter(firing.trigger for step in self.steps for firing in step.fired)


def plan_of(
    scenario: Scenario,
    triggers: TriggerSet,
    *,
    system: SystemText | str = "",
    chat: Iterable[tuple[str, str]] = (),
    values: Mapping[str, str] | None = None,
) -> tuple[RunPlan, RunModel]:
    """Return what a scenario is played with, and the model that plays its steps.

    `system` is the text of its system, `chat` the messages it begins with as pairs of role and text; a last
    one of the user begins the first turn, where the first step has no `user`. `values` are those of the
    variables that trigger texts name besides the figures.
    """
    history, first = list(chat), None
    begins = len(scenario.steps) > 0 and scenario.steps[0].user is not None
    if history and history[-1][0] == USER and not begins:
        first = history.pop()[1]
    tokenizer = scenario.settings.tokenizer
    count = token_counter(tokenizer.value) if tokenizer is not None else None
    plan = RunPlan(
        scenario.settings,
        triggers,
        RunTexts(
            system if isinstance(system, SystemText) else SystemText(system), tuple(history), values or {}
        ),
        scenario.start,
        count or estimated_tokens,
    )
    return plan, ScriptedModel(scenario.steps, first)


def play_scenario(
    scenario: Scenario,
    triggers: TriggerSet,
    *,
    system: SystemText | str = "",
    chat: Iterable[tuple[str, str]] = (),
    values: Mapping[str, str] | None = None,
    strategy: Strategy | None = None,
    cancelled: Cancelled = never,
    check_requests: bool = True,
) -> RunResult:
    """Play a scenario with its scripted model to the end; `strategy` is used instead of its own.

    Without `check_requests` nothing is said of what providers refuse, and it takes a third of the time.
    """
    if strategy is not None:
        scenario = replace(scenario, settings=replace(scenario.settings, strategy=strategy))
    plan, model = plan_of(scenario, triggers, system=system, chat=chat, values=values)
    plan = replace(plan, check_requests=check_requests)
    state = RunState(plan)
    result = collected(play(model, state, cancelled), state)
    return replace(result, problems=tuple(problems_of_run(scenario, plan, result)))


def play_in_slices(plan: RunPlan, model: RunModel, events: int) -> Iterator[RunResult | None]:
    """Play a run, and yield None after each so many events; last, what the run gave."""
    state, records = RunState(plan), Records()
    for number, event in enumerate(play(model, state), 1):
        records.take(event)
        if number % events == 0:
            yield None
    yield records.result(state)


def collected(events: Iterable[Event], state: RunState) -> RunResult:
    """Return what a run gave, once all its events were read."""
    records = Records()
    for event in events:
        records.take(event)
    return records.result(state)


@dataclass(slots=True)
class Records:
    """The records of the steps of a run, made of its events as they come."""

    steps: list[StepRecord] = field(default_factory=list)
    ended: RunEnded | None = None
    _begun: StepCreated | None = None
    _user: str | None = None
    _summary: str | None = None
    _fired: list[Firing] = field(default_factory=list)
    _hints: list[HintPart] = field(default_factory=list)

    def take(self, event: Event) -> None:
        """Take the next event."""
        if isinstance(event, StepCreated):
            self._begun = event
        elif isinstance(event, StepCompleted):
            self._complete(event)
        elif isinstance(event, SystemMessageCreated):
            self._fired.append(event.firing)
        elif isinstance(event, PartCreated):
            self._close(event)
        elif isinstance(event, SystemHint):
            self._hints.append(event.hint)
        elif isinstance(event, UserMessageCreated):
            self._user = event.message.text
        elif isinstance(event, Compacted):
            self._summary = event.message.text
        elif isinstance(event, RunEnded):
            self.ended = event

    def result(self, state: RunState) -> RunResult:
        """Return the run as one value."""
        ended = self.ended or RunEnded(End.CANCELLED)
        return RunResult(
            state.plan.settings,
            tuple(self.steps),
            ended.end,
            ended.message,
            state.session(ended.message or None),
            state.log(),
            fires_next(state),
        )

    def _close(self, event: PartCreated) -> None:
        """Take the answer of a call that was closed after its step was over."""
        if self._begun is not None or not self.steps:
            return
        last, closed = self.steps[-1], event.part
        if isinstance(closed, ToolPart):
            parts = (
                closed if isinstance(part, ToolPart) and part.id == closed.id else part for part in last.parts
            )
            self.steps[-1] = replace(last, parts=tuple(parts))

    def _complete(self, event: StepCompleted) -> None:
        created, step = self._begun, event.step
        assert created is not None
        self.steps.append(
            StepRecord(
                created.number,
                created.turn,
                created.turn_step,
                created.figures,
                self._user,
                self._summary,
                tuple(self._fired),
                created.flag_updates,
                tuple(self._hints),
                created.findings,
                (*created.notes, *event.notes),
                step.status,
                step.finish_reason,
                step.usage,
                step.parts,
            )
        )
        self._begun = self._user = self._summary = None
        self._fired.clear()
        self._hints.clear()


def problems_of_run(scenario: Scenario, plan: RunPlan, result: RunResult) -> Iterator[Diagnostic]:
    """Yield the warnings about a run as a whole."""
    played, there = len(result.steps), len(scenario.steps)
    if played < there and result.end not in {End.CANCELLED, End.SCRIPT_END}:
        message = Sentence(
            "runs.steps-after-end",
            count=there - played,
            first=str(played),
            last=str(there - 1),
            step=str(played - 1),
        )
        yield _warning("steps-after-end", scenario, played, message)
    if result.end is End.POLICY:
        message = Sentence("runs.results-never-read", step=str(played - 1))
        yield _warning("results-never-read", scenario, played - 1, message)
    if scenario.settings.tokenizer is not None and plan.count is estimated_tokens:
        message = Sentence("runs.no-tokenizer")
        yield _warning("no-tokenizer", scenario, 0, message)
    told: set[str] = set()  # each rule once, at the first step it is about
    for step in result.steps:
        for refusal in step.findings:
            is_told = refusal.rule in told or refusal.provider is not result.settings.provider
            if refusal.severity is Severity.WARNING and not is_told:
                told.add(refusal.rule)
                message = Sentence("runs.in-step", step=str(step.number), message=refusal.message)
                yield _warning(refusal.rule, scenario, step.number, message)
    for id_, times in result.fired_ids().items():
        if times == played >= AT_EACH_STEP:
            trigger = plan.triggers.named(id_)
            if trigger is not None and trigger.every != 1:
                message = Sentence("runs.fires-at-every-step", id=id_)
                yield _warning("fires-at-every-step", scenario, 0, message, {"trigger": id_})


def _warning(
    code: str, scenario: Scenario, step: int, message: str, args: Mapping[str, str] | None = None
) -> Diagnostic:
    origin = scenario.steps[step].origin if step < len(scenario.steps) else None
    return Diagnostic(
        code, Severity.WARNING, origin or Span(0, 0), message, {"step": str(step), **(args or {})}
    )


def recorded(scenario: Scenario, result: RunResult) -> Scenario:
    """Return the scenario of a run with the steps that were played, for the scripted model.

    `scenario` is what was played; everything but its steps and its model stays. A message of the user that a
    chat ends with stays there. What is not in a scenario is lost: hints, which are never sent.
    """
    records = result.steps
    steps = [_step(record, following) for record, following in zip_longest(records, records[1:])]
    first = scenario.steps[0].user if len(scenario.steps) else None
    if steps and first is None:
        steps[0] = replace(steps[0], user=None)
    return replace(scenario, steps=Steps(steps), model=ModelChoice())


def _step(record: StepRecord, following: StepRecord | None) -> ScenarioStep:
    """Return a step; the figures before the following one are those at its end."""
    texts = [part.text for part in record.parts if isinstance(part, TextPart)]
    calls = [part for part in record.parts if isinstance(part, ToolPart)]
    tools = tuple(
        ToolCall(
            part.name,
            part.arguments,
            part.result,
            part.error,
            None if part.id == made_id(record.number, index) else part.id,
        )
        for index, part in enumerate(calls)
    )
    usual = FinishReason.TOOL_CALLS if tools else FinishReason.STOP
    before, figures = record.figures, following.figures if following is not None else record.figures
    return ScenarioStep(
        record.user,
        "".join(texts) if texts else None,
        tools,
        record.usage,
        Measures(
            figures.cpu if figures.cpu != before.cpu else None,
            figures.memory if figures.memory != before.memory else None,
            figures.todos if figures.todos != before.todos else None,
        ),
        record.finish_reason if record.finish_reason is not usual else None,
        record.summary,
    )


class FirstFiring(NamedTuple):
    """When a trigger first reached the model: the step whose request holds it, None where none does.

    With `is_next` it would with the user's next message. `times` is how often it fired.
    """

    step: int | None
    is_next: bool = False
    times: int = 0

    @property
    def words(self) -> str:
        """What a table says of it."""
        if self.step is not None:
            return Sentence("runs.step", step=str(self.step))
        return Sentence("runs.with-next-message") if self.is_next else Sentence("runs.never")


class FirstFirings(NamedTuple):
    """A trigger's id, and when it reached the model under each strategy."""

    trigger: str
    by_strategy: Mapping[Strategy, FirstFiring]


def compare_strategies(
    results: Mapping[Strategy, RunResult], triggers: TriggerSet
) -> tuple[FirstFirings, ...]:
    """Return a row for each id that an enabled trigger fires under, in the order they are asked."""
    firsts = {strategy: _firsts(result) for strategy, result in results.items()}
    times = {strategy: result.fired_ids() for strategy, result in results.items()}
    rows = []
    for id_ in (id_ for trigger in triggers.enabled for id_ in trigger.ids):
        firings = {
            strategy: FirstFiring(firsts[strategy].get(id_), id_ in result.fires_next, times[strategy][id_])
            for strategy, result in results.items()
        }
        rows.append(FirstFirings(id_, firings))
    return tuple(rows)


def _firsts(result: RunResult) -> dict[str, int]:
    firsts: dict[str, int] = {}
    for step in result.steps:
        for firing in step.fired:
            firsts.setdefault(firing.trigger, step.number)
    return firsts

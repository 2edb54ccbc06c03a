"""The state of a run while it is played: the session so far, its context and figures, and what is unsent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from editor_app.requests.parts import Request
from editor_app.runs.counting import CountText, part_texts
from editor_app.runs.legality import GrowingRequests
from editor_app.runs.loop.models import RunPlan, StepEnd
from editor_app.runs.model.records import Figures, Refusal, Situation, UncountedTokens
from editor_app.runs.model.session import (
    ASSISTANT,
    SYSTEM,
    USER,
    Counting,
    FinishReason,
    Part,
    Session,
    SessionMessage,
    SessionStep,
    StepPlace,
    StepStatus,
    TextPart,
    ToolPart,
    since_last_summary,
)
from editor_app.runs.sent.placement import ModelMessage, sent_message, sent_step
from editor_app.runs.sent.request_log import RequestLog, RequestSums, sums_after
from editor_app.runs.triggers.checking import Memory
from editor_app.text.tokens import byte_length


@dataclass(slots=True)
class OpenStep:
    """A step that is not over yet."""

    id: str
    index: int
    number: int
    parts: list[Part] = field(default_factory=list)
    at: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, part: Part) -> None:
        """Add a part; a call's answer takes the place of the call."""
        if isinstance(part, ToolPart):
            if part.id in self.at:
                self.parts[self.at[part.id]] = part
                return
            self.at[part.id] = len(self.parts)
        self.parts.append(part)

    def closed(
        self,
        status: StepStatus = StepStatus.COMPLETED,
        usage: int | None = None,
        finish: FinishReason | None = None,
    ) -> SessionStep:
        """Return the step as it is stored; texts that came piece by piece are one."""
        return SessionStep(self.id, self.index, self.number, status, _joined(self.parts), usage, finish)


@dataclass(slots=True)
class Assistant:
    """An assistant's message that steps are added to, and its place in the session."""

    id: str
    at: int
    steps: list[SessionStep] = field(default_factory=list)


class BeforeStep(NamedTuple):
    """What the check before a step gave besides messages: flags set or cleared, and what went wrong."""

    flag_updates: Mapping[str, bool] = MappingProxyType({})
    notes: tuple[str, ...] = ()


class RunState:
    """A run while it is played; `new` is what the next request has more than the last."""

    def __init__(self, plan: RunPlan) -> None:
        """Begin with what was there before the run."""
        settings, start = plan.settings, plan.start
        self.plan = plan
        self.messages: list[SessionMessage] = []
        self.assistants: dict[int, Assistant] = {}
        self.assistant: Assistant | None = None
        self.open_step: OpenStep | None = None
        self.new: list[ModelMessage] = []
        self.chunks: list[tuple[ModelMessage, ...]] = []
        self.starts: list[int] = [0]
        self.sums: list[RequestSums] = []
        self.legality = GrowingRequests(plan.texts.system, settings)
        self.context = Context(settings.count, plan.count, start.total)
        self.memory = Memory(dict(start.flags))
        self.hint_memory = Memory()
        self.measures = start.measures
        self.number = 0
        self.turn = -1
        self.turn_steps = 0
        self.last_calls: dict[str, int] = {}
        self.calls_in_turn = 0
        self.user_messages = 0
        self.is_compacted = False
        self.is_compacted_for_hints = False
        self.figures = Figures()
        self.enabled = plan.triggers.enabled
        self.before_step = BeforeStep()
        self.notes: list[str] = []
        if start.total is None and plan.texts.system.text:
            self.context.add(plan.texts.system.text)
        for role, text in plan.texts.chat:
            self._add_history(role, text, is_counted=start.total is None)

    # What is stored

    def add_message(self, message: SessionMessage) -> SessionMessage:
        """Store a message; it is sent with the next request."""
        self.messages.append(message)
        self.new.append(sent_message(message))
        self.context.add(message.text.strip("\n"))
        if message.place is None:
            self.assistant = None
        return message

    def message(self, role: str, text: str) -> SessionMessage:
        """Return a message with the next id; it is not stored yet."""
        return SessionMessage(self._next_id(), role, text, request=self.number, timestamp=self.plan.now())

    def add_user(self, text: str) -> SessionMessage:
        """Store a message of the user."""
        self.user_messages += 1
        return self.add_message(self.message(USER, text))

    def compact(self, summary: str) -> tuple[SessionMessage, dict[str, bool]]:
        """Put a summary in the place of all before it; return it, and the flags that were cleared."""
        self.new.clear()
        self.context.restart(None)
        if self.plan.texts.system.text:
            self.context.add(self.plan.texts.system.text)
        message = replace(self.message(USER, summary), is_summary=True)
        self.add_message(message)
        self.legality.restart()
        if self.number:
            self.starts.append(self.number)
        self.is_compacted = self.is_compacted_for_hints = True
        triggers = self.plan.triggers
        self.memory, cleared = self.memory.rearmed(triggers)
        self.hint_memory, _ = self.hint_memory.rearmed(triggers)
        return message, dict(cleared)

    def next_place(self) -> StepPlace:
        """Return the place before the next step, in the assistant's message that it will belong to."""
        assistant = self.open_assistant()
        return StepPlace(assistant.id, len(assistant.steps))

    def open_assistant(self) -> Assistant:
        """Return the assistant's message that the next step belongs to."""
        if self.assistant is None:
            self.assistant = Assistant(self._next_id(), len(self.messages))
            self.assistants[self.assistant.at] = self.assistant
            self.messages.append(
                SessionMessage(self.assistant.id, ASSISTANT, request=self.number, timestamp=self.plan.now())
            )
        return self.assistant

    # Steps

    def begin_step(self) -> tuple[OpenStep, tuple[Refusal, ...]]:
        """Begin the next step; return it, and what is refused in its request."""
        new = tuple(self.new)
        self.new.clear()
        self.chunks.append(new)
        findings: tuple[Refusal, ...] = ()
        if self.plan.check_requests:
            before = self.sums[-1] if self.sums else RequestSums()
            self.sums.append(sums_after(before, new, self.plan.settings.deliver))
            findings = self.legality.next(new)
        assistant = self.open_assistant()
        index = len(assistant.steps)
        self.open_step = OpenStep(f"{assistant.id}-step-{index}", index, self.number)
        return self.open_step, findings

    def end_step(self, status: StepStatus, end: StepEnd | None = None) -> SessionStep:
        """Store the step that is open, and take the figures from its end on."""
        opened, assistant = self.open_step, self.open_assistant()
        assert opened is not None
        finish, usage = (end.finish, end.total) if end is not None else (None, None)
        step = opened.closed(status, usage, finish)
        assistant.steps.append(step)
        self.open_step = None
        self.new += sent_step(step, assistant.id)
        if usage is not None:
            self.context.restart(usage)
        else:
            for part in step.parts:
                self.context.add(*part_texts(part))
        if end is not None:
            self.measures = self.measures.updated(end.measures)
        self.last_calls.update((call.name, self.turn_steps) for call in step.calls)
        self.turn_steps += 1
        self.number += 1
        return step

    def close_calls(self, error: str) -> Iterable[ToolPart]:
        """Answer each open call that was not sent yet with an error; yield them as they are then."""
        if self.open_step is not None:
            waiting = [
                part for part in self.open_step.parts if isinstance(part, ToolPart) and not part.is_answered
            ]
            closed = [part._replace(error=error) for part in waiting]
            for part in closed:
                self.open_step.add(part)
            return closed
        assistant = self.assistant
        step = assistant.steps[-1] if assistant is not None and assistant.steps else None
        if assistant is None or step is None:
            return ()
        closed = [call._replace(error=error) for call in step.calls if not call.is_answered]
        by_id = {call.id: call for call in closed}
        parts = tuple(by_id.get(part.id, part) if isinstance(part, ToolPart) else part for part in step.parts)
        assistant.steps[-1] = replace(step, parts=parts)
        return closed

    def begin_turn(self) -> None:
        """Begin to count the steps of a turn."""
        self.turn += 1
        self.turn_steps = self.calls_in_turn = 0
        self.last_calls = {}

    # What is asked of it

    @property
    def step_limit(self) -> int:
        """The most steps of the turn, with the todos as they are now."""
        opened = sum(todo.is_open for todo in self.measures.todos or ())
        return self.plan.settings.max_steps.steps(opened)

    def measured(self) -> Figures:
        """Return the figures now; what is stored from here on counts at the next time."""
        self.context.settle()
        self.figures = Figures(
            self.context.known_tokens(),
            self.plan.settings.context_limit,
            self.measures.cpu,
            self.measures.memory,
            self.measures.todos or (),
            self.context.is_counted,
        )
        return self.figures

    def situation(self, figures: Figures, *, is_compacted: bool) -> Situation:
        """Return what a check looks at."""
        return Situation(
            figures,
            self.number,
            self.turn_steps,
            self.step_limit - self.turn_steps,
            self.user_messages,
            is_compacted,
            self.last_calls,
            UncountedTokens(self.context.between(), self.context.tokens) if figures.tokens is None else None,
        )

    def log(self) -> RequestLog:
        """Return the requests so far."""
        settings = self.plan.settings
        return RequestLog(
            self.plan.texts.system,
            settings.deliver,
            settings.provider,
            settings.model,
            tuple(self.chunks),
            tuple(self.starts),
            tuple(self.sums),
        )

    def request(self) -> Request:
        """Return the request of the step that began last."""
        return self.log().request_at(len(self.chunks) - 1)

    def session(self, error: str | None = None) -> Session:
        """Return the session as it is now."""
        made = list(self.messages)
        for at, assistant in self.assistants.items():
            made[at] = replace(made[at], steps=tuple(assistant.steps))
        return Session(since_last_summary(made), dict(self.memory.flags), error)

    def _next_id(self) -> str:
        return f"msg-{len(self.messages)}"

    def _add_history(self, role: str, text: str, *, is_counted: bool) -> None:
        if role == ASSISTANT:
            assistant = self.open_assistant()
            step = SessionStep(f"{assistant.id}-step-0", 0, -1, StepStatus.COMPLETED, (TextPart(text),))
            assistant.steps.append(step)
            self.new += sent_step(step, assistant.id)
            self.assistant = None
            if is_counted:
                self.context.add(text.strip("\n"))
            return
        if role == USER:
            self.user_messages += 1
        message = self.message(USER if role == USER else SYSTEM, text)
        self.messages.append(message)
        self.new.append(sent_message(message))
        if is_counted:
            self.context.add(text.strip("\n"))


def _joined(parts: Sequence[Part]) -> tuple[Part, ...]:
    if sum(isinstance(part, TextPart) for part in parts) < 2:
        return tuple(parts)
    joined: list[Part] = []
    for is_text, group in groupby(parts, key=lambda part: isinstance(part, TextPart)):
        same = list(group)
        text = "".join(part.text for part in same if isinstance(part, TextPart))
        joined += [TextPart(text)] if is_text else same
    return tuple(joined)


class Context:
    """The tokens in the context as a run goes on."""

    __slots__ = ("_added", "_base", "_bytes", "_count", "_counted", "_counting", "_waiting", "is_counted")

    def __init__(self, counting: Counting, count: CountText, total: int | None = None) -> None:
        """Begin with the total that was reported before the run, None where there was none."""
        self._counting = counting
        self._count = count
        self.restart(total)

    def restart(self, total: int | None) -> None:
        """Take a reported total, which all before is in; None where nothing is known."""
        self._base = total or 0
        self._counted = 0
        self._bytes = 0
        self.is_counted = False  # whether no report has a number for something in it
        self._waiting: list[str] = []
        self._added: list[str] = []

    def add(self, *texts: str) -> None:
        """Take what was stored; it counts from the next `settle` on."""
        self._added += texts

    def settle(self) -> None:
        """Let count what was added: a check begins."""
        self._waiting += self._added
        self.is_counted = self.is_counted or any(self._added)
        if self._counting is Counting.NEAR_LIMIT:
            self._bytes += sum(map(byte_length, self._added))
        self._added.clear()

    def tokens(self) -> int:
        """Return the tokens, counting what was not counted yet, or with EVERY all of it again."""
        counted = sum(map(self._count, self._waiting))
        if self._counting is Counting.EVERY:
            return self._base + counted
        self._counted += counted
        self._bytes = 0
        self._waiting.clear()
        return self._base + self._counted

    def known_tokens(self) -> int | None:
        """Return the tokens, None where they are counted only when a threshold is near."""
        return None if self._counting is Counting.NEAR_LIMIT and self._waiting else self.tokens()

    def between(self) -> tuple[int, int]:
        """Return what the tokens lie between, for a text has no more tokens than bytes."""
        known = self._base + self._counted
        return known, known + self._bytes

"""A scenario from a transcript: turns, steps, tools and usage, and all that was lost or changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from editor_app.requests.importing import ImportNote, find_credentials
from editor_app.requests.parts import RequestCall, shown_place
from editor_app.runs.model.scenario import (
    MAX_STEPS,
    RunSettings,
    Scenario,
    ScenarioStep,
    StepLimit,
    Steps,
    ToolCall,
)
from editor_app.runs.model.session import FinishReason, TextPart
from editor_app.runs.reading.scenario_steps import MOST_TOOLS
from editor_app.runs.transcripts.parts import (
    TOOL_ROLES,
    FoundMessage,
    Notes,
    Part,
    Result,
    finish_of,
    is_wrapped,
    parts_of,
    role_of,
    total_of,
    transcript_messages,
)
from editor_app.structured.json_reader import has_half_characters
from editor_app.text import Sentence

_BETWEEN: Final = "\n\n"
_NO_USER: Final = "(The transcript begins without a user message.)"
_ASSISTANT: Final = frozenset(("assistant", "model", "ai"))
_USER: Final = frozenset(("user", "human"))
_SYSTEM: Final = frozenset(("system", "developer"))


@dataclass(frozen=True, slots=True)
class ImportedScenario:
    """The steps of a transcript, its system text, and the steps of its longest turn.

    `losses` are what a scenario cannot hold, `marked` the messages that the program itself had put in, and
    `warnings` say where keys may stand.
    """

    steps: tuple[ScenarioStep, ...] = ()
    system: str = ""
    longest_turn: int = 0
    losses: tuple[ImportNote, ...] = ()
    marked: tuple[ImportNote, ...] = ()
    warnings: tuple[ImportNote, ...] = ()

    @property
    def max_steps(self) -> int | None:
        """The limit of steps that the scenario needs, None where the default will do."""
        return self.longest_turn + 1 if self.longest_turn >= MAX_STEPS else None

    @property
    def scenario(self) -> Scenario:
        """The scenario that plays all of the steps."""
        limit = StepLimit() if self.max_steps is None else StepLimit(self.max_steps)
        return Scenario(Steps(self.steps), RunSettings(max_steps=limit), system=self.system or None)


def import_scenario(source: str) -> ImportedScenario:
    """Return the scenario of a transcript; any text gives one, perhaps without steps."""
    made = _Import()
    for message in transcript_messages(source, made.losses):
        made.take(message)
    steps = tuple(made.finished())
    longest = length = 0
    for step in steps:
        length = 1 if step.user is not None else length + 1
        longest = max(longest, length)
    return ImportedScenario(
        steps,
        _BETWEEN.join(made.system),
        longest,
        made.losses.all(),
        made.marked.all(),
        made.warnings.all(),
    )


@dataclass(slots=True)
class _OpenStep:
    """A step whose results may still come."""

    user: str | None
    texts: list[str] = field(default_factory=list)
    calls: list[RequestCall] = field(default_factory=list)
    results: dict[int, Result] = field(default_factory=dict)
    total: int | None = None
    finish: FinishReason | None = None
    message_id: object = None

    def answer(self, result: Result) -> bool:
        """Take a result, if a call waits for it."""
        for index, call in enumerate(self.calls):
            if call.id == result.id and index not in self.results:
                self.results[index] = result
                return True
        return False

    def append_to_last_result(self, text: str) -> bool:
        """Put a text behind the last result, as programs do with their own messages."""
        if not self.results:
            return False
        index = max(self.results)
        result = self.results[index]
        self.results[index] = result._replace(text=f"{result.text}{_BETWEEN}{text}" if result.text else text)
        return True


class _Import:
    """The steps so far, and what is noted."""

    def __init__(self) -> None:
        self.system: list[str] = []
        self.losses, self.marked, self.warnings = Notes(), Notes(), Notes()
        self._steps: list[ScenarioStep] = []
        self._open: _OpenStep | None = None
        self._user: list[str] = []

    def take(self, found_message: FoundMessage) -> None:
        """Take the next message."""
        place, message = found_message.place, found_message.message
        for credential in find_credentials(message):
            where = f"{place}, {shown_place(credential.place)}"
            self.warnings.add(where, Sentence("runs.import-credential", kind=credential.kind))
        if has_half_characters(message):
            self.losses.add(place, Sentence("runs.import-half-character"))
        role = role_of(message)
        parts = [*parts_of(place, message, self.losses)]
        if role in _ASSISTANT:
            self._assistant(found_message, parts)
        elif role in _USER or role in TOOL_ROLES:
            self._answers(place, parts)
        elif role in _SYSTEM:
            self._system(place, parts)
        else:
            role_name = str(message.get("role") or "")[:40]
            self.losses.add(place, Sentence("runs.import-unknown-role", name=role_name))

    def finished(self) -> Iterator[ScenarioStep]:
        """Return all steps, the last one closed; a message of the user without an answer is a step, too."""
        self._close()
        if self._user:
            self._steps.append(ScenarioStep(user=self._take_user()))
        for index, step in enumerate(self._steps):
            following = self._steps[index + 1] if index + 1 < len(self._steps) else None
            goes_on = following is not None and following.user is None
            yield replace(step, finish=None) if goes_on else step

    def _assistant(self, found_message: FoundMessage, parts: list[Part]) -> None:
        message, opened = found_message.message, self._open
        id_ = message.get("id")
        is_same = opened is not None and id_ is not None and opened.message_id == id_
        follows_text = opened is not None and not opened.calls
        if opened is None or self._user or not (is_same or follows_text):
            self._close()
            if not self._steps and not self._user:
                self.losses.add(found_message.place, Sentence("runs.import-without-user"))
                self._user.append(_NO_USER)
            opened = self._open = _OpenStep(self._take_user(), message_id=id_)
        elif not is_same:
            self.losses.add(found_message.place, Sentence("runs.import-joined"))
        for part in parts:
            if isinstance(part, TextPart):
                opened.texts.append(part.text)
            elif isinstance(part, RequestCall):
                opened.calls.append(part)
            else:
                self._result(found_message.place, part)
        if len(opened.calls) > MOST_TOOLS:
            self.losses.add(found_message.place, Sentence("runs.import-too-many-calls", most=MOST_TOOLS))
            del opened.calls[MOST_TOOLS:]
        total = total_of(found_message, self.losses)
        opened.total = opened.total if total is None else total
        opened.finish = finish_of(found_message, self.losses) or opened.finish
        opened.message_id = id_

    def _answers(self, place: str, parts: list[Part]) -> None:
        """Take the results of calls, and what the user or the program says besides."""
        has_results = any(isinstance(part, Result) for part in parts)
        for part in parts:
            if isinstance(part, Result):
                self._result(place, part)
            elif isinstance(part, RequestCall):
                self.losses.add(place, Sentence("runs.import-call-of-user"))
            elif is_wrapped(part.text):
                self.marked.add(place, Sentence("runs.import-holds-added"))
                is_placed = self._open is not None and not self._user and (has_results or len(parts) == 1)
                if not (is_placed and self._open is not None and self._open.append_to_last_result(part.text)):
                    self._user.append(part.text)
            elif part.text.strip():
                self._user.append(part.text)

    def _system(self, place: str, parts: list[Part]) -> None:
        text = _BETWEEN.join(part.text for part in parts if isinstance(part, TextPart))
        if not self._steps and self._open is None and not self._user:
            self.system.append(text)
            return
        self.marked.add(place, Sentence("runs.import-system-within"))
        wrapped = text if is_wrapped(text) else f"<system-reminder>\n{text}\n</system-reminder>"
        if self._open is None or self._user or not self._open.append_to_last_result(wrapped):
            self._user.append(wrapped)

    def _result(self, place: str, result: Result) -> None:
        if self._open is None or not self._open.answer(result):
            self.losses.add(place, Sentence("runs.import-result-without-call"))

    def _take_user(self) -> str | None:
        text = _BETWEEN.join(self._user) if self._user else None
        self._user.clear()
        return text

    def _close(self) -> None:
        opened = self._open
        if opened is None:
            return
        calls = tuple(_tool_call(call, opened.results.get(index)) for index, call in enumerate(opened.calls))
        unanswered = len(calls) - len(opened.results)
        if unanswered:
            at_step = Sentence("runs.import-step", number=len(self._steps))
            self.losses.add(at_step, Sentence("runs.import-unanswered", count=unanswered))
        text = _BETWEEN.join(text for text in opened.texts if text) or None
        usual = FinishReason.TOOL_CALLS if calls else FinishReason.STOP
        finish = opened.finish if opened.finish is not usual else None
        self._steps.append(ScenarioStep(opened.user, text, calls, total=opened.total, finish=finish))
        self._open = None


def _tool_call(call: RequestCall, result: Result | None) -> ToolCall:
    if result is None:
        return ToolCall(call.name, call.arguments, None)
    if result.is_error:
        return ToolCall(call.name, call.arguments, None, result.text)
    return ToolCall(call.name, call.arguments, result.text)

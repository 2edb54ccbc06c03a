"""The check of triggers for a live agent: a session as JSON in, and what is to be added out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from editor_app.library.files.reading import quoted, read_file
from editor_app.requests.parts import Provider
from editor_app.runs.loop.hook import check_session
from editor_app.runs.loop.models import RunPlan, RunTexts
from editor_app.runs.model.records import Firing
from editor_app.runs.model.scenario import (
    HINTS_EVERY,
    MAX_STEPS,
    Measures,
    RunSettings,
    Start,
    StepLimit,
    Todo,
    TriggerSet,
)
from editor_app.runs.model.session import (
    ASSISTANT,
    PROVIDERS,
    SYSTEM,
    USER,
    Deliver,
    FinishReason,
    HintPart,
    Part,
    Session,
    SessionMessage,
    SessionStep,
    StepPlace,
    StepStatus,
    Strategy,
    TextPart,
    ToolPart,
)
from editor_app.runs.reading.linked_files import MOST_TRIGGERS_BYTES
from editor_app.runs.reading.triggers_file import read_triggers
from editor_app.runs.sent.placement import wrapped
from editor_app.runs.triggers.built_in import BUILT_IN, TRIGGER_CATALOG, trigger_set
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.text import Sentence, Severity, decode, meant, nearest, together
from editor_app.variables.access import FileAccess
from editor_app.wire.problems import FORMAT, JsonObject
from editor_app.wire.sessions import session_document

_Word = TypeVar("_Word", bound=StrEnum)
_ROLES = (USER, ASSISTANT, SYSTEM)


class SessionError(ValueError):
    """A session that cannot be read; the message says where, and what is wanted."""


class GivenSession(NamedTuple):
    """A session with its settings, the figures of now, and the tokens of its context."""

    session: Session
    settings: RunSettings
    start: Start
    tokens: int | None


def read_session(document: object) -> GivenSession:
    """Read the session of a document; raises SessionError."""
    top = _Object(document, "")
    settings = RunSettings(
        strategy=top.word("strategy", Strategy, Strategy.HYBRID),
        max_steps=StepLimit(top.whole("maxSteps") or MAX_STEPS),
        deliver=top.word("deliver", Deliver, Deliver.USER),
        hints_every=top.whole("hintsEvery") or HINTS_EVERY,
        context_limit=top.whole("contextLimit"),
    )
    flags = _Object(top.get("flags", {}), "flags")
    session = Session(
        tuple(_messages(top.objects("messages"))),
        {name: flags.flag(name) for name in flags.value},
        top.text_or_none("error"),
    )
    todos = tuple(Todo(todo.text("content"), todo.text("status")) for todo in top.objects("todos"))
    start = Start(measures=Measures(top.share("cpu"), top.share("memory"), todos))
    return GivenSession(session, settings, start, top.whole("contextTokens"))


class _Object:
    """An object of a session and where it stands, read key by key."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, Mapping):
            raise SessionError(Sentence("wire.must-be", name=where or "session", wanted="object"))
        self.value: Mapping[str, Any] = value
        self.where = where

    def get(self, key: str, default: object) -> Any:  # noqa: ANN401  of JSON
        value = self.value.get(key)
        return default if value is None else value

    def text(self, key: str) -> str:
        return str(self._checked(key, isinstance(self.value.get(key), str), "text"))

    def text_or_none(self, key: str) -> str | None:
        return None if self.value.get(key) is None else self.text(key)

    def flag(self, key: str) -> bool:
        return bool(self._checked(key, isinstance(self.value.get(key), bool), "flag"))

    def whole(self, key: str) -> int | None:
        value = self.value.get(key)
        is_whole = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10**12
        return None if value is None else self._checked(key, is_whole, "whole")

    def share(self, key: str) -> Decimal | None:
        value = self.value.get(key)
        is_share = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        return None if value is None else Decimal(str(self._checked(key, is_share, "share")))

    def word(self, key: str, words: type[_Word], default: _Word) -> _Word:
        word = self.text_or_none(key)
        if word is None:
            return default
        if word not in tuple(words):
            near = meant(nearest(word, tuple(words)))
            raise SessionError(together((_not_one_of(self._path(key), tuple(words)), near)))
        return words(word)

    def objects(self, key: str) -> Sequence[_Object]:
        items = self._checked(key, isinstance(self.get(key, []), list | tuple), "list") or ()
        return [_Object(item, f"{self._path(key)}[{index}]") for index, item in enumerate(items)]

    def _checked(self, key: str, is_right: bool, wanted: str) -> Any:  # noqa: ANN401  of JSON
        if not is_right:
            raise SessionError(Sentence("wire.must-be", name=self._path(key), wanted=wanted))
        return self.value.get(key)

    def _path(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key


def _not_one_of(name: str, words: Sequence[str]) -> Sentence:
    return Sentence("wire.must-be-one-of", name=name, words=words)


def _messages(objects: Sequence[_Object]) -> Iterator[SessionMessage]:
    """Yield the messages; each stands before the step that comes next, or the one that it names."""
    number, first = 0, {}
    for index, message in enumerate(objects):
        id_ = message.text_or_none("id") or f"msg-{index}"
        role = message.text("role")
        if role not in _ROLES:
            raise SessionError(_not_one_of(f"{message.where}.role", _ROLES))
        first[id_] = number
        steps = tuple(
            _step(step, id_, index, number + index) for index, step in enumerate(message.objects("steps"))
        )
        place, request = None, number
        before = message.whole("beforeStep")
        if before is not None:
            place = StepPlace(message.text("messageId"), before)
            request = first.get(place.message, number) + before
        number += len(steps)
        text = "".join(part.text("content") for part in message.objects("content"))
        yield SessionMessage(
            id_,
            role,
            text if role != ASSISTANT else "",
            steps,
            message.text_or_none("tag"),
            message.text_or_none("trigger"),
            place,
            is_summary=message.value.get("isSummary") is True,
            is_sent=message.value.get("isSent") is not False,
            request=request,
            timestamp=message.whole("timestamp") or 0,
        )


def _step(step: _Object, message: str, index: int, number: int) -> SessionStep:
    usage = step.value.get("usage")
    finish = step.text_or_none("finishReason")
    return SessionStep(
        step.text_or_none("id") or f"{message}-step-{index}",
        index,
        number,
        step.word("status", StepStatus, StepStatus.COMPLETED),
        tuple(_part(part) for part in step.objects("parts")),
        None if usage is None else _Object(usage, f"{step.where}.usage").whole("total"),
        None if finish is None else step.word("finishReason", FinishReason, FinishReason.STOP),
    )


def _part(part: _Object) -> Part:
    sort = part.text("type")
    if sort == "text":
        return TextPart(part.text("content"))
    if sort == "tool":
        arguments = _Object(part.get("args", {}), f"{part.where}.args").value
        answer, error = part.text_or_none("result"), part.text_or_none("error")
        return ToolPart(part.text("toolId"), part.text("name"), arguments, answer, error)
    if sort == "system-hint":
        words = (part.text(key) for key in ("trigger", "tag", "content", "afterCall"))
        return HintPart(*words)
    raise SessionError(_not_one_of(f"{part.where}.type", ("text", "tool", "system-hint")))


@dataclass(frozen=True, slots=True)
class CheckedTriggers:
    """What is to be added before the next step of an agent.

    `messages` fired, and `entries` are what the next request has more than the last, with those, as the
    provider takes them. `hints` are shown to a person and never sent. `session` is handed in the next time,
    with the steps that were taken since.
    """

    messages: tuple[Firing, ...]
    hints: tuple[Firing, ...]
    entries: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]
    session: Mapping[str, Any]

    def to_json(self) -> JsonObject:
        """Return it as the HTTP API answers it."""
        return {
            "format": FORMAT,
            "messages": [_fired(firing) for firing in self.messages],
            "hints": [_fired(firing) for firing in self.hints],
            "entries": list(self.entries),
            "notes": list(self.notes),
            "session": dict(self.session),
        }


def check_triggers(
    session: Mapping[str, Any],
    triggers: TriggerSet | Path | str | None = None,
    *,
    provider: str = Provider.OPENAI,
    values: Mapping[str, str] | None = None,
) -> CheckedTriggers:
    """Check triggers before the next step of an agent, as `foreword run` does between steps.

    `session` is that of `run --json`: messages with their steps, flags, and the figures of now. `triggers` is
    a triggers file, None for the built-in ones; `values` are those of variables besides the figures. Raises
    SessionError, a ValueError, for what is no session, and for a triggers file with an error.
    """
    if provider not in PROVIDERS:
        raise SessionError(_not_one_of("provider", PROVIDERS))
    given = read_session(session)
    plan = RunPlan(
        replace(given.settings, provider=Provider(provider)),
        triggers if isinstance(triggers, TriggerSet) else triggers_of(triggers),
        start=given.start,
        texts=RunTexts(values=values or {}),
    )
    checked = check_session(plan, given.session, given.tokens)
    return CheckedTriggers(
        checked.fired,
        checked.hints,
        checked.entries,
        checked.notes,
        {**session, **session_document(checked.session)},
    )


def triggers_of(path: Path | str | None, access: FileAccess | None = None) -> TriggerSet:
    """Return the triggers of a file with the built-in ones; raises SessionError where it has an error.

    `access` says where its path may lead; a file that cannot be read raises FileError.
    """
    if path is None:
        return trigger_set()
    place = Path(path)
    source = decode(read_file(place, MOST_TRIGGERS_BYTES, access=access).data).text
    reading = read_triggers(source, syntax_of(place.name), TRIGGER_CATALOG, BUILT_IN)
    wrong = next((problem for problem in reading.diagnostics if problem.severity is Severity.ERROR), None)
    if wrong is not None:
        raise SessionError(
            Sentence("wire.triggers-with-error", name=quoted(place.name), reason=wrong.message)
        )
    return trigger_set(reading.entries)


def _fired(firing: Firing) -> JsonObject:
    return {
        "trigger": firing.trigger,
        "level": firing.level,
        "tag": firing.tag,
        "text": firing.text,
        "wrapped": wrapped(firing.tag, firing.text),
    }

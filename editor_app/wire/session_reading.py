"""Sessions of live agents read from JSON, as `run --json` writes them, with the figures of now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from editor_app.runs.model.scenario import HINTS_EVERY, MAX_STEPS, RunSettings, Start, StepLimit, Todo
from editor_app.runs.model.session import (
    ASSISTANT,
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
from editor_app.text import nearest

_Word = TypeVar("_Word", bound=StrEnum)
_ROLES = (USER, ASSISTANT, SYSTEM)


class SessionError(ValueError):
    """A session that cannot be read; the message says where, and what is wanted."""


class GivenSession(NamedTuple):
    """A session, the settings, and the figures of now; None where there are none."""

    session: Session
    settings: RunSettings
    start: Start
    todos: tuple[Todo, ...]
    tokens: int | None


def read_session(document: object) -> GivenSession:
    """Return a session with its figures; raises SessionError for what is none."""
    top = _Object(document, "the session")
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
    todos = tuple(Todo(one.text("content"), one.text("status")) for one in top.objects("todos"))
    start = Start(cpu=top.share("cpu"), memory=top.share("memory"))
    return GivenSession(session, settings, start, todos, top.whole("contextTokens"))


class _Object:
    """An object of a session and where it stands, read key by key."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, Mapping):
            raise SessionError(f"‘{where}’ must be an object.")
        self.value: Mapping[str, Any] = value
        self.where = where

    def get(self, key: str, default: object) -> Any:  # noqa: ANN401  of JSON
        found = self.value.get(key)
        return default if found is None else found

    def text(self, key: str) -> str:
        found = self.value.get(key)
        return str(self._of(key, found, isinstance(found, str), "text"))

    def text_or_none(self, key: str) -> str | None:
        return None if self.value.get(key) is None else self.text(key)

    def flag(self, key: str) -> bool:
        found = self.value.get(key)
        return bool(self._of(key, found, isinstance(found, bool), "true or false"))

    def whole(self, key: str) -> int | None:
        found = self.value.get(key)
        is_whole = isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= 10**12
        return None if found is None else self._of(key, found, is_whole, "a whole number")

    def share(self, key: str) -> Decimal | None:
        found = self.value.get(key)
        is_share = isinstance(found, int | float) and not isinstance(found, bool) and 0 <= found <= 1
        return None if found is None else Decimal(str(self._of(key, found, is_share, "a number from 0 to 1")))

    def word(self, key: str, words: type[_Word], default: _Word) -> _Word:
        found = self.text_or_none(key)
        if found is None:
            return default
        if found not in tuple(words):
            near = nearest(found, tuple(words))
            meant = f" Did you mean ‘{near[0]}’?" if near else ""
            raise SessionError(f"‘{self._path(key)}’ must be one of {', '.join(words)}.{meant}")
        return words(found)

    def objects(self, key: str) -> Sequence[_Object]:
        found = self.get(key, [])
        items = self._of(key, found, isinstance(found, list | tuple), "a list")
        return [_Object(one, f"{self._path(key)}[{at}]") for at, one in enumerate(items)]

    def _of(self, key: str, value: Any, is_right: bool, wanted: str) -> Any:  # noqa: ANN401  of JSON
        if not is_right:
            raise SessionError(f"‘{self._path(key)}’ must be {wanted}.")
        return value

    def _path(self, key: str) -> str:
        return key if self.where == "the session" else f"{self.where}.{key}"


def _messages(given: Sequence[_Object]) -> Iterator[SessionMessage]:
    """Yield the messages; each stands before the step that comes next, or the one that it names."""
    number, first = 0, {}
    for at, one in enumerate(given):
        id_ = one.text_or_none("id") or f"msg-{at}"
        role = one.text("role")
        if role not in _ROLES:
            raise SessionError(f"‘{one.where}.role’ must be one of {', '.join(_ROLES)}.")
        first[id_] = number
        steps = tuple(_step(step, id_, at, number + at) for at, step in enumerate(one.objects("steps")))
        place, request = None, number
        before = one.whole("beforeStep")
        if before is not None:
            place = StepPlace(one.text("messageId"), before)
            request = first.get(place.message, number) + before
        number += len(steps)
        text = "".join(part.text("content") for part in one.objects("content"))
        yield SessionMessage(
            id_,
            role,
            text if role != ASSISTANT else "",
            steps,
            one.text_or_none("tag"),
            one.text_or_none("trigger"),
            place,
            is_summary=one.value.get("isSummary") is True,
            is_sent=one.value.get("isSent") is not False,
            request=request,
            timestamp=one.whole("timestamp") or 0,
        )


def _step(step: _Object, message: str, index: int, number: int) -> SessionStep:
    usage = step.value.get("usage")
    finish = step.text_or_none("finishReason")
    return SessionStep(
        step.text_or_none("id") or f"{message}-step-{index}",
        index,
        number,
        step.word("status", StepStatus, StepStatus.COMPLETED),
        tuple(_part(one) for one in step.objects("parts")),
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
    raise SessionError(f"‘{part.where}.type’ must be one of text, tool, system-hint.")

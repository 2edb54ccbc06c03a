"""Model messages: what is sent of a session, before a provider gives it its form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from editor_app.runs.model.session import (
    ASSISTANT,
    USER,
    Session,
    SessionMessage,
    SessionStep,
    StepPlace,
    TextPart,
    ToolPart,
)


class ModelRole(StrEnum):
    """Who says a model message; TRIGGER is a message of ours, whose form is chosen when it is placed."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"
    TRIGGER = "trigger"


class ModelMessage(NamedTuple):
    """A message as it is sent, its text without the newlines at its two ends.

    An assistant's has its `calls`, those of a tool's are the answered ones. `tag` is that of a trigger's
    message. `request` is the number of the step whose request is the first to hold it, `source` the id of the
    message of the session that it is made from.
    """

    role: ModelRole
    text: str = ""
    calls: tuple[ToolPart, ...] = ()
    tag: str = ""
    request: int = 0
    source: str = ""


def build_model_messages(session: Session) -> tuple[ModelMessage, ...]:
    """Return what is sent of a session, in order: all that stands after the last compaction."""
    placed: defaultdict[StepPlace, list[SessionMessage]] = defaultdict(list)
    for message in session.messages:
        if message.place is not None and message.is_sent:
            placed[message.place].append(message)
    return tuple(_messages(session.messages, placed))


def _messages(
    messages: Iterable[SessionMessage], placed: defaultdict[StepPlace, list[SessionMessage]]
) -> Iterator[ModelMessage]:
    for message in messages:
        if not message.is_sent or message.place is not None:
            continue
        if message.role != ASSISTANT:
            yield sent_message(message)
            continue
        for step in message.steps:
            for between in placed.get(StepPlace(message.id, step.index), ()):
                yield sent_message(between)
            yield from sent_step(step, message.id)
        for between in placed.get(StepPlace(message.id, len(message.steps)), ()):
            yield sent_message(between)


def sent_message(message: SessionMessage) -> ModelMessage:
    """Return what is sent of a message without steps."""
    if message.tag is not None:
        role = ModelRole.TRIGGER
    else:
        role = ModelRole.USER if message.role == USER else ModelRole.SYSTEM
    return ModelMessage(role, message.text.strip("\n"), (), message.tag or "", message.request, message.id)


def sent_step(step: SessionStep, message: str) -> Iterator[ModelMessage]:
    """Yield what is sent of a step: its text and calls, then the answers; hints are not sent."""
    texts = [part.text for part in step.parts if isinstance(part, TextPart)]
    calls = step.calls
    request = step.number + 1
    if texts or calls:
        yield ModelMessage(ModelRole.ASSISTANT, "".join(texts).strip("\n"), calls, "", request, message)
    answered = tuple(call for call in calls if call.is_answered)
    if answered:
        yield ModelMessage(ModelRole.TOOL, "", answered, "", request, message)

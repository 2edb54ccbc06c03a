"""What is sent of a whole session, made anew from the session alone: what runs send piece by piece."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby

from editor_app.requests.parts import Provider, ToolMessage
from editor_app.runs.model.session import ASSISTANT, Deliver, Session, SessionMessage, StepPlace
from editor_app.runs.sent.placement import CLOSING, ModelMessage, placed_chunk, sent_message, sent_step

_type = re.compile(r'<system_message type="([A-Za-z0-9_-]{1,64})">\n').match


def type_of(text: str) -> str | None:
    """Return the type of a wrapped text; None of another."""
    found = _type(text)
    return found[1] if found and text.endswith("\n" + CLOSING) else None


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


def placed_messages(
    messages: Iterable[ModelMessage], provider: Provider, deliver: Deliver
) -> Iterator[ToolMessage]:
    """Yield messages as a provider takes them; each request's new ones are placed among themselves alone."""
    for _, new in groupby(messages, key=lambda message: message.request):
        yield from placed_chunk(tuple(new), provider, deliver)

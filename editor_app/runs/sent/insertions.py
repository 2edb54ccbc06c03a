"""Which texts of a request are messages of triggers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from editor_app.requests.parts import Request, RequestPart
from editor_app.requests.providers import Provider
from editor_app.runs.model.words import Deliver
from editor_app.runs.sent.model_messages import ModelMessage, ModelRole
from editor_app.runs.sent.placement import BLANK_LINE, delivered_text
from editor_app.runs.sent.request_log import RequestLog
from editor_app.text import Span


class Insertion(NamedTuple):
    """Messages of triggers that stand together in a request.

    `part` is the number of the request's part that they are in, `span` where in its text; `step` is that
    whose request was the first to hold them.
    """

    part: int
    span: Span
    step: int
    messages: tuple[ModelMessage, ...]


def insertions(
    log: RequestLog, step: int, request: Request, deliver: Deliver | None = None
) -> Iterator[Insertion]:
    """Return the messages of triggers in the request of a step, in order.

    `request` is the one that the log makes of that step, for any provider.
    """
    way = deliver or log.deliver
    return insertions_in(log.messages_at(step), request.parts, request.provider, way)


def insertions_in(
    messages: Sequence[ModelMessage], parts: Sequence[RequestPart], provider: Provider, deliver: Deliver
) -> Iterator[Insertion]:
    """Yield the messages of triggers among some, in order; `parts` has the texts that they became."""
    number = 0
    for group in _groups(messages):
        text = delivered_text(group, provider, deliver)
        number = next(at for at in range(number, len(parts)) if _holds(parts[at], text, deliver))
        end = len(parts[number].text)
        yield Insertion(number, Span(end - len(text), end), group[0].request, group)
        number += 1


def _holds(part: RequestPart, text: str, deliver: Deliver) -> bool:
    if part.role == "tool":
        return deliver is Deliver.TOOL_RESULT and part.text.endswith(text)
    return part.text in {text, BLANK_LINE + text}


def _groups(messages: Sequence[ModelMessage]) -> Iterator[tuple[ModelMessage, ...]]:
    for (role, _), group in groupby(messages, key=lambda one: (one.role, one.request)):
        if role is ModelRole.TRIGGER:
            yield tuple(group)

"""Placement: where and how a provider’s request holds the messages of triggers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from editor_app.requests.parts import RequestAnswer, RequestCall, ToolMessage
from editor_app.requests.providers import Provider
from editor_app.runs.model.session import ToolPart
from editor_app.runs.model.words import Deliver
from editor_app.runs.sent.model_messages import ModelMessage, ModelRole

BLANK_LINE = "\n\n"
OPENING = "<system_message"
CLOSING = "</system_message>"
_type = re.compile(r'<system_message type="([A-Za-z0-9_-]{1,64})">\n').match


def wrapped(tag: str, text: str) -> str:
    """Return a text in the tag that tells the model who speaks."""
    return f'{OPENING} type="{tag}">\n{text}\n{CLOSING}'


def type_of(text: str) -> str | None:
    """Return the type of a wrapped text; None of another."""
    found = _type(text)
    return found[1] if found and text.endswith("\n" + CLOSING) else None


def placed_messages(
    messages: Iterable[ModelMessage], provider: Provider, deliver: Deliver
) -> Iterator[ToolMessage]:
    """Yield messages as a provider takes them; each request's new ones are placed among themselves alone."""
    for _, new in groupby(messages, key=lambda one: one.request):
        yield from placed_chunk(tuple(new), provider, deliver)


def placed_chunk(
    messages: Sequence[ModelMessage], provider: Provider, deliver: Deliver
) -> tuple[ToolMessage, ...]:
    """Return the new messages of one request as a provider takes them."""
    if all(one.role is not ModelRole.TRIGGER for one in messages):
        return tuple(map(_plain, messages))
    out: list[ToolMessage] = []
    for is_ours, group in groupby(messages, key=lambda one: one.role is ModelRole.TRIGGER):
        if is_ours:
            _deliver(out, tuple(group), provider, deliver)
        else:
            out += map(_plain, group)
    return tuple(out)


def delivered_text(group: Iterable[ModelMessage], provider: Provider, deliver: Deliver) -> str:
    """Return messages of triggers that stand together as one text: wrapped, but for system messages."""
    is_plain = deliver is Deliver.SYSTEM and takes_system(provider)
    return BLANK_LINE.join(one.text if is_plain else wrapped(one.tag, one.text) for one in group)


def takes_system(provider: Provider) -> bool:
    """Whether a provider has system messages among the others."""
    return provider is not Provider.GOOGLE


def _plain(message: ModelMessage) -> ToolMessage:
    if message.role is ModelRole.TOOL:
        return ToolMessage("user", answers=tuple(map(_answer, message.calls)))
    calls = tuple(RequestCall(one.id, one.name, one.arguments) for one in message.calls)
    return ToolMessage(message.role.value, message.text, calls=calls)


def _answer(call: ToolPart) -> RequestAnswer:
    if call.error is not None:
        return RequestAnswer(call.id, call.name, call.error, is_error=True)
    return RequestAnswer(call.id, call.name, call.result or "")


def _deliver(
    out: list[ToolMessage], group: Sequence[ModelMessage], provider: Provider, deliver: Deliver
) -> None:
    """Add the messages of triggers that stand at one place."""
    text = delivered_text(group, provider, deliver)
    if deliver is Deliver.SYSTEM and takes_system(provider):
        out.append(ToolMessage("system", text))
        return
    last = out[-1] if out else None
    if last is not None and last.answers:
        if deliver is Deliver.TOOL_RESULT:
            *others, answer = last.answers
            joined = f"{answer.text}{BLANK_LINE}{text}" if answer.text else text
            out[-1] = last._replace(answers=(*others, answer._replace(text=joined)))
            return
        if provider is Provider.ANTHROPIC:
            out[-1] = last._replace(further=(*last.further, text))
            return
    elif last is not None and last.role == "user":
        out[-1] = last._replace(further=(*last.further, BLANK_LINE + text))
        return
    out.append(ToolMessage("user", text))

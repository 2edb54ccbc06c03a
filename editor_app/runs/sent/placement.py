"""What is sent of a session, and where a provider's request holds the messages of triggers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Any, NamedTuple

from editor_app.requests.building import message_entries
from editor_app.requests.parts import Provider, RequestAnswer, RequestCall, ToolMessage
from editor_app.requests.provider_rules import RULES
from editor_app.runs.model.session import (
    PROVIDERS,
    USER,
    Deliver,
    Level,
    SessionMessage,
    SessionStep,
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


BLANK_LINE = "\n\n"
OPENING = "<system_message"
CLOSING = "</system_message>"


def wrapped(tag: str, text: str) -> str:
    """Return a text in the tag that tells the model who speaks."""
    return f'{OPENING} type="{tag}">\n{text}\n{CLOSING}'


def placed_chunk(
    messages: Sequence[ModelMessage], provider: Provider, deliver: Deliver
) -> tuple[ToolMessage, ...]:
    """Return the new messages of one request as a provider takes them."""
    if all(message.role is not ModelRole.TRIGGER for message in messages):
        return tuple(map(_plain, messages))
    out: list[ToolMessage] = []
    for is_ours, group in groupby(messages, key=lambda message: message.role is ModelRole.TRIGGER):
        if is_ours:
            _deliver(out, tuple(group), provider, deliver)
        else:
            out += map(_plain, group)
    return tuple(out)


def delivered_text(group: Iterable[ModelMessage], provider: Provider, deliver: Deliver) -> str:
    """Return messages of triggers that stand together as one text: wrapped, but for system messages."""
    is_plain = deliver is Deliver.SYSTEM and takes_system(provider)
    return BLANK_LINE.join(
        message.text if is_plain else wrapped(message.tag, message.text) for message in group
    )


def takes_system(provider: Provider) -> bool:
    """Whether a provider has system messages among the others."""
    return "system" in RULES[provider].roles


def _plain(message: ModelMessage) -> ToolMessage:
    if message.role is ModelRole.TOOL:
        return ToolMessage("user", answers=tuple(map(_answer, message.calls)))
    calls = tuple(RequestCall(call.id, call.name, call.arguments) for call in message.calls)
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


_QUESTION = ModelMessage(ModelRole.USER, "…")
_CALL = ToolPart("call_0_0", "read_file", {}, "…")


def message_forms(
    tag: str, text: str, level: Level, deliver: Deliver = Deliver.USER
) -> Mapping[Provider, list[dict[str, Any]]]:
    """Return for each provider the entries of a conversation in which a message of a trigger stands.

    One of level MESSAGE follows a message of the user, others the result of a tool; both are ‘…’ here.
    """
    before = (
        (_QUESTION,)
        if level is Level.MESSAGE
        else (ModelMessage(ModelRole.ASSISTANT, calls=(_CALL,)), ModelMessage(ModelRole.TOOL, calls=(_CALL,)))
    )
    new = (*before, ModelMessage(ModelRole.TRIGGER, text, tag=tag))
    return {
        provider: [
            entry
            for message in placed_chunk(new, provider, deliver)
            for entry in message_entries(provider, message)
        ]
        for provider in PROVIDERS
    }

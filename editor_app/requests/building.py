"""Assembling a request: the system text and a chat’s messages, in a provider’s shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any, Final

from editor_app.requests.parts import (
    Body,
    CacheMarks,
    Messages,
    Place,
    Provider,
    Request,
    RequestMessage,
    RequestPart,
    SystemText,
    ToolMessage,
    facts_of,
    provider_named,
)
from editor_app.requests.shapes import anthropic, google, openai, openai_responses
from editor_app.requests.shapes.draft import Draft, DraftBlock, WrittenBody, conversation
from editor_app.text import Sentence, Span

_SHAPES: Final = {
    Provider.OPENAI: openai.write,
    Provider.OPENAI_RESPONSES: openai_responses.write,
    Provider.ANTHROPIC: anthropic.write,
    Provider.GOOGLE: google.write,
}
_MESSAGES: Final = {
    Provider.OPENAI: openai.write_message,
    Provider.OPENAI_RESPONSES: openai_responses.write_message,
    Provider.ANTHROPIC: anthropic.write_message,
    Provider.GOOGLE: google.write_message,
}


def build_request(
    provider: str,
    messages: Messages,
    *,
    system: str | SystemText = "",
    model: str | None = None,
    max_tokens: int | None = None,
    cache: str = CacheMarks.FIVE_MINUTES,
) -> Body:
    """Return the body of a request, of plain dicts and lists.

    `messages` are pairs of role and content, or have `role` and `content`. An unknown provider or cache
    raises ValueError.
    """
    made = assemble_request(
        provider, messages, system=system, model=model, max_tokens=max_tokens, cache=cache
    )
    return made.body


def assemble_request(
    provider: str,
    messages: Messages,
    *,
    system: str | SystemText = "",
    model: str | None = None,
    max_tokens: int | None = None,
    cache: str = CacheMarks.FIVE_MINUTES,
) -> Request:
    """Return a request with its parts.

    The system text goes exactly as it was made, each content without the newlines at its two ends. System
    messages that the chat begins with follow the system text; nothing is dropped, merged or reordered.
    """
    api, marks = provider_named(provider), _marks(cache)
    text = system if isinstance(system, SystemText) else SystemText(system)
    given_messages = [_message(message) for message in messages]
    leading = list(takewhile(lambda message: message.role == "system", given_messages))
    sent = [_sent(message) for message in given_messages]
    blocks = text.blocks
    draft = Draft(
        tuple(DraftBlock(span.of(text.text), is_marked) for span, is_marked in blocks),
        tuple(sent[: len(leading)]),
        tuple(sent[len(leading) :]),
        model,
        text.max_tokens if max_tokens is None else max_tokens,
        marks,
        takes_breakpoints=facts_of(api, model).takes_breakpoints is True,
    )
    written = _SHAPES[api](draft)
    return Request(api, written.body, _parts(api, text, given_messages, written), model, text, max_tokens)


def message_entries(provider: Provider, message: ToolMessage) -> list[dict[str, Any]]:
    """Return what a message becomes in the conversation of a body, wherever in it the message stands."""
    return _MESSAGES[provider](_sent(message)).entries


def continued(
    provider: Provider, messages: Iterable[ToolMessage], key: str, first: int, *, is_cached: bool
) -> tuple[list[dict[str, Any]], tuple[RequestPart, ...]]:
    """Return the entries and the parts of messages that stand behind others in a body.

    `key` is that of the conversation in the body, `first` how many entries stand before these.
    """
    group = list(messages)
    made = conversation(map(_sent, group), _MESSAGES[provider], key, first)
    texts = ((message.origin, *text) for message in group for text in _texts(message))
    parts = (
        RequestPart(role, span.of(text), place, span, origin, is_cached)
        for (origin, role, text, span), place in zip(texts, made.places, strict=True)
    )
    return made.entries, tuple(parts)


def _marks(cache: str) -> CacheMarks:
    if cache in tuple(CacheMarks):
        return CacheMarks(cache)
    raise ValueError(Sentence("requests.unknown-cache", name=str(cache)[:100], known=tuple(CacheMarks)))


def _message(message: tuple[str, str] | RequestMessage | ToolMessage | object) -> ToolMessage:
    if isinstance(message, ToolMessage):
        return message
    if isinstance(message, RequestMessage):
        return ToolMessage(*message)
    role, content = (
        message
        if isinstance(message, tuple)
        else (getattr(message, "role", None), getattr(message, "content", None))
    )
    if not isinstance(role, str) or not isinstance(content, str):
        raise TypeError(Sentence("requests.role-and-content"))
    return ToolMessage(role, content, getattr(message, "path", None))


def _sent(message: ToolMessage) -> ToolMessage:
    text = message.content.strip("\n")
    return message if text == message.content else message._replace(content=text)


def _parts(
    api: Provider, system: SystemText, messages: Iterable[ToolMessage], written: WrittenBody
) -> tuple[RequestPart, ...]:
    sources = [("system", system.text, block.span, system.origin) for block in system.blocks]
    for message in messages:
        sources += [(role, text, span, message.origin) for role, text, span in _texts(message)]
    cached = _cached(api, system, written)
    return tuple(
        RequestPart(role, span.of(text), place, span, origin, is_cached)
        for (role, text, span, origin), place, is_cached in zip(sources, written.places, cached, strict=True)
    )


def _texts(message: ToolMessage) -> Iterator[tuple[str, str, Span]]:
    """Yield the texts of a message in the order of its entries: who says it, and the span that is sent."""
    for answer in message.answers:
        yield "tool", answer.text, Span(0, len(answer.text))
    span = _span(message.content)
    if not message.answers and (span.length or not message.calls):
        yield message.role, message.content, span
    for text in message.further:
        yield message.role, text, Span(0, len(text))


def _span(content: str) -> Span:
    """Return the span of a content without the newlines at its two ends."""
    if "\n" not in {content[:1], content[-1:]}:
        return Span(0, len(content))
    start = len(content) - len(content.lstrip("\n"))
    return Span(start, max(len(content.rstrip("\n")), start))


def _cached(api: Provider, system: SystemText, written: WrittenBody) -> list[bool]:
    """Return for each part whether the next turn reads it from the cache.

    Anthropic caches up to the last mark. The others cache every prefix, which ends where a text that is made
    again every turn has its first value.
    """
    places: list[Place] = written.places
    if api is Provider.ANTHROPIC:
        last = -1 if written.last_mark is None else places.index(written.last_mark)
        return [number <= last for number in range(len(places))]
    blocks = system.blocks
    if not system.is_rebuilt or system.stable is None or not blocks:
        return [True] * len(places)
    stable = 1 if len(blocks) > 1 else 0
    return [number < stable for number in range(len(places))]

"""A body read for its checks, and whose shape it has: its texts, roles and cache marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from editor_app.requests.parts import Place, Provider, RequestPart, provider_named
from editor_app.requests.provider_rules import RULES
from editor_app.text import Sentence, Span

# Tuples: what stands in a body from elsewhere may have no hash.
_TEXT_TYPES = ("text", "input_text", "output_text")
_RESULT_ROLES = ("tool", "function")
_KEPT_SETTINGS = {
    "tools": "tools",
    "functions": "tools",
    "thinking": "thinking",
    "reasoning": "thinking",
    "cachedContent": Sentence("requests.cached-content"),
    "previous_response_id": Sentence("requests.earlier-response"),
    "conversation": Sentence("requests.stored-conversation"),
    "prompt": Sentence("requests.stored-prompt"),
}
_KEPT_PARTS = {
    "image": "images",
    "image_url": "images",
    "input_image": "images",
    "inlineData": "images",
    "inline_data": "images",
    "fileData": "files",
    "file_data": "files",
    "document": "files",
    "file": "files",
    "input_file": "files",
    "input_audio": "sound",
    "thinking": "thinking",
    "redacted_thinking": "thinking",
    "reasoning": "thinking",
    "thought": "thinking",
    "thoughtSignature": "thinking",
    "tool_use": Sentence("requests.tool-calls"),
    "tool_calls": Sentence("requests.tool-calls"),
    "function_call": Sentence("requests.tool-calls"),
    "functionCall": Sentence("requests.tool-calls"),
    "tool_result": Sentence("requests.tool-results"),
    "function_call_output": Sentence("requests.tool-results"),
    "functionResponse": Sentence("requests.tool-results"),
}


class TextAt(NamedTuple):
    """A text of a body, and its place."""

    text: str
    place: Place


class MarkAt(NamedTuple):
    """A cache mark: its place, the time it asks for, and how many texts stand before its end."""

    place: Place
    ttl: str
    texts_before: int


class Turn(NamedTuple):
    """An entry of the conversation. `role` is None where it has none, `has_role` whether it needs one."""

    role: str | None
    place: Place
    texts: tuple[TextAt, ...]
    has_other: bool
    needs_role: bool = True


class NotText(NamedTuple):
    """A value that should be something else: its place, and what it should be."""

    place: Place
    expected: str


@dataclass(slots=True)
class BodyView:
    """What the checks ask of a body.

    `texts` are those of `system` and then of `turns`, in the order in which the cache reads them.
    """

    provider: Provider
    body: Mapping[str, Any]
    model: str | None
    system: list[TextAt] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    texts: list[TextAt] = field(default_factory=list)
    marks: list[MarkAt] = field(default_factory=list)
    not_carried: dict[str, Place] = field(default_factory=dict)
    misplaced: list[NotText] = field(default_factory=list)

    @property
    def conversation(self) -> str:
        """The key of the list of messages."""
        return RULES[self.provider].conversation


def view_body(provider: Provider, body: object, model: str | None = None) -> BodyView:
    """Read a body; what has not the provider's shape is in `misplaced`, and passed over."""
    if not isinstance(body, Mapping):
        view = BodyView(provider, {}, model)
        view.misplaced.append(NotText((), Sentence("requests.an-object")))
        return view
    named = body.get("model")
    view = BodyView(provider, body, model or (named if isinstance(named, str) else None))
    for key, name in _KEPT_SETTINGS.items():
        if view.body.get(key):
            view.not_carried.setdefault(name, (key,))
    tools = view.body.get("tools")
    for number, tool in enumerate(tools if isinstance(tools, list) else ()):
        if isinstance(tool, Mapping):
            _read_mark(view, tool, ("tools", number))
    _read_system(view)
    _read_conversation(view)
    return view


def _read_system(view: BodyView) -> None:
    key = next((key for key in RULES[view.provider].system if view.body.get(key) is not None), None)
    if key is None:
        return
    content: object = view.body[key]
    place: Place = (key,)
    if view.provider is Provider.GOOGLE and isinstance(content, Mapping):
        content, place = content.get("parts"), (key, "parts")
    view.system, _ = _read_content(view, content, place)


def _read_conversation(view: BodyView) -> None:
    key = view.conversation
    entries = view.body.get(key)
    if view.provider is Provider.OPENAI_RESPONSES and isinstance(entries, str):
        view.texts.append(TextAt(entries, (key,)))
        view.turns.append(Turn("user", (key,), tuple(view.texts[-1:]), has_other=False))
        return
    if not isinstance(entries, list):
        if entries is not None:
            view.misplaced.append(NotText((key,), Sentence("requests.a-list")))
        return
    for number, entry in enumerate(entries):
        place: Place = (key, number)
        if isinstance(entry, Mapping):
            view.turns.append(_turn(view, entry, place))
        else:
            view.misplaced.append(NotText(place, Sentence("requests.object-with-role")))


def _turn(view: BodyView, entry: Mapping[str, Any], place: Place) -> Turn:
    inner = RULES[view.provider].content
    sort = entry.get("type", "message")
    if view.provider is Provider.OPENAI_RESPONSES and sort not in (None, "message"):
        _carry(view, str(sort), place)
        return Turn(None, place, (), has_other=True, needs_role=False)
    texts, has_other = _read_content(view, entry.get(inner), (*place, inner))
    for key in ("tool_calls", "function_call"):
        if entry.get(key):
            _carry(view, key, (*place, key))
            has_other = True
    role = entry.get("role")
    if role in _RESULT_ROLES:
        _carry(view, "tool_result", place)
        has_other = True
    needs_role = view.provider is not Provider.GOOGLE or role is not None
    known = role if isinstance(role, str) else None if needs_role else "user"
    return Turn(known, place, tuple(texts), has_other, needs_role)


def _read_content(view: BodyView, content: object, place: Place) -> tuple[list[TextAt], bool]:
    """Return the texts of a content, and whether something else is in it."""
    if isinstance(content, str):
        view.texts.append(TextAt(content, place))
        return view.texts[-1:], False
    if content is None:
        return [], False
    if not isinstance(content, list):
        view.misplaced.append(NotText(place, Sentence("requests.text-or-parts")))
        return [], True
    texts: list[TextAt] = []
    has_other = False
    for number, part in enumerate(content):
        at: Place = (*place, number)
        text = _text_of(view, part, at)
        if text is not None:
            view.texts.append(text)
            texts.append(text)
        else:
            has_other = True
        if isinstance(part, Mapping):
            _read_mark(view, part, at)
            inner = part.get("content")
            for index, nested in enumerate(inner if isinstance(inner, list) else ()):
                if isinstance(nested, Mapping):
                    _read_mark(view, nested, (*at, "content", index))
    return texts, has_other


def _text_of(view: BodyView, part: object, place: Place) -> TextAt | None:
    """Return the text of a part; None for another one, which is noted as not carried."""
    if isinstance(part, str) and view.provider is not Provider.GOOGLE:
        view.misplaced.append(NotText(place, Sentence("requests.object-with-type")))
        return None
    if not isinstance(part, Mapping):
        view.misplaced.append(NotText(place, Sentence("requests.an-object")))
        return None
    text = part.get("text")
    if view.provider is Provider.GOOGLE:
        if isinstance(text, str) and not part.get("thought"):
            return TextAt(text, (*place, "text"))
        _carry(view, next((key for key in part if key in _KEPT_PARTS), "part"), place)
        return None
    if part.get("type") in _TEXT_TYPES and isinstance(text, str):
        return TextAt(text, (*place, "text"))
    _carry(view, str(part.get("type", "part")), place)
    return None


def _carry(view: BodyView, kind: str, place: Place) -> None:
    view.not_carried.setdefault(
        _KEPT_PARTS.get(kind, Sentence("requests.parts-of-type", kind=kind[:40])), place
    )


def _read_mark(view: BodyView, holder: Mapping[str, Any], place: Place) -> None:
    key = RULES[view.provider].mark
    mark = holder.get(key)
    if isinstance(mark, Mapping):
        ttl = mark.get("ttl")
        view.marks.append(MarkAt((*place, key), ttl if isinstance(ttl, str) else "5m", len(view.texts)))


_OF_ANTHROPIC = ("system", "stop_sequences", "top_k", "thinking")
_PARTS_OF_ANTHROPIC = ("thinking", "tool_use", "tool_result", "image", "document")  # a type may have no hash


def shape_of(body: object) -> Provider:
    """Return the provider whose shape a body has; what fits several, or none, counts as OpenAI's."""
    if not isinstance(body, Mapping):
        return Provider.OPENAI
    if "contents" in body or "systemInstruction" in body or "system_instruction" in body:
        return Provider.GOOGLE
    if "input" in body or "instructions" in body:
        return Provider.OPENAI_RESPONSES
    if any(key in body for key in _OF_ANTHROPIC) or any(
        "cache_control" in part or part.get("type") in _PARTS_OF_ANTHROPIC for part in _content_parts(body)
    ):
        return Provider.ANTHROPIC
    model = body.get("model")
    return Provider.ANTHROPIC if isinstance(model, str) and "claude" in model.lower() else Provider.OPENAI


def body_parts(provider: str, body: object, origin: Path | None = None) -> tuple[RequestPart, ...]:
    """Return the texts of a body from elsewhere as parts, the system's first."""
    api = provider_named(provider)
    view = view_body(api, body)
    last = max((mark.texts_before for mark in view.marks), default=0)
    named = [("system", text) for text in view.system]
    named += [(turn.role or "", text) for turn in view.turns for text in turn.texts]
    return tuple(
        RequestPart(
            role,
            text.text,
            text.place,
            Span(0, len(text.text)),
            origin,
            is_cached=number < last or api is not Provider.ANTHROPIC,
        )
        for number, (role, text) in enumerate(named)
    )


def _content_parts(body: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    messages = body.get("messages")
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content") if isinstance(message, Mapping) else None
        yield from (
            (part for part in content if isinstance(part, Mapping)) if isinstance(content, list) else ()
        )

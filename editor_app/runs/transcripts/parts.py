"""The parts of a message of OpenAI or Anthropic: texts, calls of tools and their results."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from editor_app.requests.importing import ImportNote
from editor_app.requests.parts import RequestCall
from editor_app.runs.counting import is_shallow
from editor_app.runs.model.session import FinishReason, TextPart
from editor_app.runs.reading.scenario_settings import TOKENS
from editor_app.structured.json_reader import whole_characters
from editor_app.text import Sentence, line_end


class Notes:
    """The notes of an import; what is found very often is one note that counts it."""

    def __init__(self) -> None:
        """Begin with nothing to be told."""
        self._places: dict[str, list[str]] = {}
        self._counts: dict[str, int] = {}

    def add(self, place: str, fact: str) -> None:
        """Note that something was found at a place; `fact` is how the sentence goes on behind the place."""
        places = self._places.setdefault(fact, [])
        if len(places) < 3:
            places.append(place)
        self._counts[fact] = self._counts.get(fact, 0) + 1

    def all(self) -> tuple[ImportNote, ...]:
        """Return the notes in the order in which each was found first."""
        notes: list[ImportNote] = []
        for fact, places in self._places.items():
            others = self._counts[fact] - len(places)
            more = [Sentence("text.and-more", count=others)] if others else []
            said = Sentence("runs.import-note", places=[*places, *more], fact=fact)
            notes.append(ImportNote(places[0], said))
        return tuple(notes)


TOOL_ROLES: Final = frozenset(("tool", "function"))
_TEXT_TYPES: Final = frozenset(("text", "input_text", "output_text"))
_FINISHES: Final[Mapping[str, FinishReason]] = {
    "stop": FinishReason.STOP,
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "tool_use": FinishReason.TOOL_CALLS,
    "tool_calls": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
    "length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
    "content_filter": FinishReason.CONTENT_FILTER,
    "refusal": FinishReason.CONTENT_FILTER,
}
_is_ours = re.compile(r"\s*<system[_-](?:message|reminder)\b").match


class Result(NamedTuple):
    """The answer to a call, of the tool or of its failure."""

    id: str
    text: str
    is_error: bool = False


Part: TypeAlias = TextPart | RequestCall | Result


def role_of(message: Mapping[str, Any]) -> str:
    """Return the role of a message as it is told apart, "" where it has none."""
    role = message.get("role")
    return role.lower() if isinstance(role, str) else ""


def parts_of(place: str, message: Mapping[str, Any], notes: Notes) -> Iterator[Part]:
    """Yield the parts of a message in order; what a scenario has no place for is noted."""
    if role_of(message) in TOOL_ROLES:
        id_ = message.get("tool_call_id", message.get("name"))
        yield Result(str(id_ or ""), _joined(place, message.get("content"), notes))
        return
    yield from _content(place, message.get("content"), notes)
    for key in ("reasoning_content", "reasoning", "thinking", "refusal", "audio"):
        if message.get(key):
            notes.add(place, Sentence("runs.import-key-left-out", key=key))
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        yield from _openai_call(place, call, notes)
    if isinstance(message.get("function_call"), Mapping):
        yield from _openai_call(place, {"function": message["function_call"]}, notes)


def is_wrapped(text: str) -> bool:
    """Whether a text is a message that the program itself put there."""
    return _is_ours(text) is not None


def finish_of(message: FoundMessage, notes: Notes) -> FinishReason | None:
    """Return why the model ended, as far as the transcript says."""
    for key in ("stop_reason", "finish_reason"):
        reason = message.message.get(key, message.around.get(key))
        if isinstance(reason, str) and reason in _FINISHES:
            return _FINISHES[reason]
        if reason is not None:
            notes.add(message.place, Sentence("runs.import-unknown-value", key=key, value=str(reason)[:40]))
    return None


def total_of(message: FoundMessage, notes: Notes) -> int | None:
    """Return the tokens of the context that were reported: input, cached input and output."""
    usage = message.message.get("usage", message.around.get("usage"))
    total = _total(usage) if isinstance(usage, Mapping) else None
    if total is None and usage:
        notes.add(message.place, Sentence("runs.import-usage-left-out"))
    return total


def _total(usage: Mapping[str, Any]) -> int | None:
    whole = usage.get("total_tokens", usage.get("total"))
    if _is_count(whole):
        return int(whole)
    keys = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
    counts = [usage[key] for key in keys if _is_count(usage.get(key))]
    if not counts:
        counts = [usage[key] for key in ("prompt_tokens", "completion_tokens") if _is_count(usage.get(key))]
    total = sum(counts)
    return total if counts and _is_count(total) else None


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and TOKENS.holds(value)


def _content(place: str, content: object, notes: Notes) -> Iterator[Part]:
    if isinstance(content, str):
        yield TextPart(whole_characters(content))
        return
    if content is None:
        return
    if not isinstance(content, list):
        notes.add(place, Sentence("runs.import-content-left-out"))
        return
    for part in content:
        if isinstance(part, str):
            yield TextPart(whole_characters(part))
        elif isinstance(part, Mapping):
            yield from _part(place, part, notes)
        else:
            notes.add(place, Sentence("runs.import-part-not-mapping"))


def _part(place: str, part: Mapping[str, Any], notes: Notes) -> Iterator[Part]:
    sort = str(part.get("type", "text" if "text" in part else None))
    if sort in _TEXT_TYPES and isinstance(part.get("text"), str):
        yield TextPart(whole_characters(part["text"]))
    elif sort == "tool_use":
        arguments = part.get("input")
        yield RequestCall(
            str(part.get("id", "")), _name(part.get("name")), _arguments(place, arguments, notes)
        )
    elif sort == "tool_result":
        text = _joined(place, part.get("content"), notes)
        yield Result(str(part.get("tool_use_id", "")), text, part.get("is_error") is True)
    else:
        notes.add(place, Sentence("runs.import-part-left-out", sort=sort[:40]))


def _openai_call(place: str, call: object, notes: Notes) -> Iterator[RequestCall]:
    function = call.get("function") if isinstance(call, Mapping) else None
    if not isinstance(call, Mapping) or not isinstance(function, Mapping):
        notes.add(place, Sentence("runs.import-call-left-out"))
        return
    name = function.get("name")
    yield RequestCall(
        str(call.get("id", name)), _name(name), _arguments(place, function.get("arguments"), notes)
    )


def _name(name: object) -> str:
    whole = whole_characters(str(name)) if isinstance(name, str) else ""
    return whole if whole.strip() else "unnamed"


def _arguments(place: str, written: object, notes: Notes) -> Mapping[str, Any]:
    value = written
    if isinstance(written, str):
        try:
            value = json.loads(written) if written.strip() else {}
        except (ValueError, RecursionError):
            notes.add(place, Sentence("runs.import-arguments-not-json"))
            return {"arguments": whole_characters(written)}
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        notes.add(place, Sentence("runs.import-arguments-not-mapping"))
        value = {"arguments": value}
    if not is_shallow(value):
        notes.add(place, Sentence("runs.import-arguments-too-deep"))
        return {}
    return {whole_characters(str(key)): _whole(inner) for key, inner in value.items()}


def _whole(value: object) -> object:
    """Return data without halves of characters and numbers without end, which no file can hold."""
    if isinstance(value, str):
        return whole_characters(value)
    if isinstance(value, Mapping):
        return {whole_characters(str(key)): _whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    if isinstance(value, float) and value - value != 0:
        return str(value)
    return value


def _joined(place: str, content: object, notes: Notes) -> str:
    texts = [part.text for part in _content(place, content, notes) if isinstance(part, TextPart)]
    return "\n".join(texts)


MOST_MESSAGES: Final = 100_000
"""The most messages, or lines, of a transcript that are read."""

_LISTS: Final = ("messages", "input")


class FoundMessage(NamedTuple):
    """A message of a transcript as it stands, what stands around it, and its place as people write it."""

    place: str
    message: Mapping[str, Any]
    around: Mapping[str, Any]


def transcript_messages(source: str, notes: Notes) -> Iterator[FoundMessage]:
    """Yield the messages of a transcript in order; what is none is noted."""
    text = source.lstrip("\ufeff \t\r\n")
    if text.startswith("["):
        whole = _loaded(text)
    else:
        whole = _loaded(text) if text.startswith("{") and _is_one_value(text) else None
    if isinstance(whole, list):
        yield from _of_list("messages", whole, notes)
    elif isinstance(whole, Mapping) and any(isinstance(whole.get(key), list) for key in _LISTS):
        yield from _of_body(whole, notes)
    else:
        yield from _of_lines(source.removeprefix("\ufeff"), notes)


def _is_one_value(text: str) -> bool:
    """Whether a text that begins with a brace is one value over lines, and not one a line."""
    first = text.partition("\n")[0].rstrip()
    return not first.endswith("}") or "\n" not in text.rstrip() or _loaded(first) is None


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _of_body(body: Mapping[str, Any], notes: Notes) -> Iterator[FoundMessage]:
    system = body.get("system", body.get("instructions"))
    if system:
        yield FoundMessage("system", {"role": "system", "content": system}, {})
    for key in body:
        if key in _LISTS and isinstance(body[key], list):
            yield from _of_list(key, body[key], notes)
        elif key not in {"system", "instructions", "model", "max_tokens"}:
            notes.add(f"‘{str(key)[:40]}’", Sentence("runs.import-not-of-scenario"))


def _of_list(name: str, listed: list[Any], notes: Notes) -> Iterator[FoundMessage]:
    if len(listed) > MOST_MESSAGES:
        notes.add(f"{name}[{MOST_MESSAGES}]", _too_many(len(listed) - MOST_MESSAGES))
    for number, item in enumerate(listed[:MOST_MESSAGES]):
        yield from _message(f"{name}[{number}]", item, notes)


def _of_lines(source: str, notes: Notes) -> Iterator[FoundMessage]:
    start, number = 0, 0
    while start < len(source):
        end = line_end(source, start)
        number += 1
        line = source[start:end].strip()
        start = end + 1
        place = Sentence("runs.import-line", number=number)
        if number > MOST_MESSAGES:
            notes.add(place, _too_many(source.rstrip().count("\n", end) + 1))
            return
        if not line:
            continue
        value = _loaded(line)
        if value is None:
            notes.add(place, Sentence("runs.import-not-json"))
        else:
            yield from _message(place, value, notes)


def _too_many(left: int) -> str:
    return Sentence("runs.import-too-many", left=left, most=MOST_MESSAGES)


def _message(place: str, item: object, notes: Notes) -> Iterator[FoundMessage]:
    if isinstance(item, Mapping):
        inner = item.get("message")
        if isinstance(inner, Mapping) and ("role" in inner or "content" in inner):
            whole = inner if "role" in inner else {**inner, "role": item.get("type", item.get("role"))}
            yield FoundMessage(place, whole, item)
            return
        if "role" in item:
            yield FoundMessage(place, item, item)
            return
        sort = item.get("type")
        if isinstance(sort, str):
            notes.add(place, Sentence("runs.import-other-type", sort=sort[:40]))
            return
    notes.add(place, Sentence("runs.import-not-a-message"))

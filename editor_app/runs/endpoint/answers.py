"""The answer of a chat completion, put together from chunks of server-sent events."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from editor_app.runs.counting import MOST_LEVELS, is_shallow
from editor_app.runs.endpoint.addresses import EndpointError
from editor_app.runs.endpoint.keys import HiddenKey
from editor_app.runs.model.session import FinishReason, TextPart, ToolPart
from editor_app.text import Sentence

DONE: Final = "[DONE]"
_FINISHES = {
    "stop": FinishReason.STOP,
    "tool_calls": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
    "length": FinishReason.LENGTH,
    "content_filter": FinishReason.CONTENT_FILTER,
}
_MOST_TOKENS = 10**12
_MOST_CALLS = 64
_MOST_ARGUMENTS = 250_000
"""The most characters of the arguments of all calls of an answer."""

_MOST_TEXT = 2_000_000
_MOST_SHOWN = 200
_is_id = re.compile(r"[A-Za-z0-9_-]{1,64}").fullmatch
_not_of_a_name = re.compile(r"[^A-Za-z0-9_-]")


class Call(NamedTuple):
    """A call as it came: the part, unanswered, and the error to answer it with where it cannot be run."""

    part: ToolPart
    error: str | None = None


@dataclass(slots=True)
class _OpenCall:
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Answer:
    """What came of an answer so far; `usage` is the total of its tokens, input included.

    What it gives is without the key in `hidden`, whatever an endpoint sends back.
    """

    hidden: HiddenKey | None = None
    finish: FinishReason | None = None
    usage: int | None = None
    is_done: bool = False
    has_begun: bool = False
    _calls: dict[int, _OpenCall] = field(default_factory=dict)
    _text_size: int = 0
    _arguments_size: int = 0

    def take(self, data: str) -> Iterator[TextPart]:
        """Yield the text in a chunk and keep the rest of it; raises EndpointError for what is none."""
        if data.strip() == DONE:
            self.is_done = True
            return
        chunk = _chunk(data)
        self.has_begun = True
        error = chunk.get("error")
        if error:
            raise EndpointError(Sentence("runs.answer-ended-with", error=error_text(chunk)))
        self._take_usage(chunk.get("usage"))
        choices = chunk.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            return
        delta = choice.get("delta") or choice.get("message")
        if isinstance(delta, dict):
            text = delta.get("content") or delta.get("refusal")
            if isinstance(text, str) and text:
                self._text_size += len(text)
                if self._text_size > _MOST_TEXT:
                    raise EndpointError(Sentence("runs.answer-too-long", most=_MOST_TEXT))
                yield TextPart(_whole(text))
            self._take_calls(delta.get("tool_calls"))
        finish = choice.get("finish_reason")
        if isinstance(finish, str):
            self.finish = _FINISHES.get(finish, FinishReason.STOP)

    @property
    def finish_reason(self) -> FinishReason:
        """Why it ended: with calls that may be run, unless it was cut or filtered."""
        if self.finish in {FinishReason.LENGTH, FinishReason.CONTENT_FILTER}:
            return self.finish
        return FinishReason.TOOL_CALLS if self._calls else FinishReason.STOP

    def calls(self, number: int, taken: set[str]) -> Iterator[Call]:
        """Yield its calls in order, with ids that the run has not yet; those are added to `taken`."""
        for index, call in enumerate(self._calls[at] for at in sorted(self._calls)):
            own_id = self._without_key(call.id)
            id_ = own_id if _is_id(own_id) and own_id not in taken else f"call_{number}_{index}"
            while id_ in taken:
                id_ = f"{id_[:60]}_b"
            taken.add(id_)
            name = _not_of_a_name.sub("_", self._without_key(call.name))[:64] or "unnamed"
            spelled = "".join(call.arguments)
            arguments, error = _arguments(spelled, self.hidden), None
            spelled = self._without_key(spelled[: _MOST_SHOWN * 4])
            if arguments is None:
                error = _unfit(name, "are no JSON object", spelled)
            elif not is_shallow(arguments):
                arguments, error = None, _unfit(name, f"have more than {MOST_LEVELS} levels", spelled)
            yield Call(ToolPart(id_, name, arguments or {}), error)

    def whole_calls(self, number: int, taken: set[str]) -> Iterator[ToolPart]:
        """Yield those of its calls that came with all their arguments."""
        yield from (call.part for call in self.calls(number, taken) if call.error is None)

    def _without_key(self, text: str) -> str:
        return text if self.hidden is None else self.hidden.in_text(text)

    def _take_usage(self, usage: object) -> None:
        if not isinstance(usage, dict):
            return
        total = _tokens(usage.get("total_tokens"))
        sent, answered = _tokens(usage.get("prompt_tokens")), _tokens(usage.get("completion_tokens"))
        if total is None and sent is not None and answered is not None:
            total = sent + answered
        self.usage = self.usage if total is None else total

    def _take_calls(self, pieces: object) -> None:
        for position, piece in enumerate(pieces if isinstance(pieces, list) else ()):
            if not isinstance(piece, dict):
                continue
            at = self._index_of(piece, position)
            if at not in self._calls and len(self._calls) >= _MOST_CALLS:
                raise EndpointError(Sentence("runs.too-many-calls", most=_MOST_CALLS))
            call = self._calls.setdefault(at, _OpenCall())
            function = piece.get("function")
            if isinstance(piece.get("id"), str) and not call.id:
                call.id = piece["id"]
            if isinstance(function, dict):
                if isinstance(function.get("name"), str):
                    call.name = f"{call.name}{function['name']}"[:256]
                if isinstance(function.get("arguments"), str):
                    self._arguments_size += len(function["arguments"])
                    if self._arguments_size > _MOST_ARGUMENTS:
                        raise EndpointError(Sentence("runs.arguments-too-long", most=_MOST_ARGUMENTS))
                    call.arguments.append(function["arguments"])

    def _index_of(self, piece: Mapping[str, Any], position: int) -> int:
        """Return which call a piece belongs to; without an index another id begins the next one."""
        index = piece.get("index")
        if isinstance(index, int) and not isinstance(index, bool):
            return index
        last = max(self._calls, default=-1)
        id_ = piece.get("id")
        if not isinstance(id_, str) or not id_:
            return max(position, last)
        return next((at for at, call in self._calls.items() if call.id == id_), last + 1)


def error_text(body: object) -> str:
    """Return what the JSON of an error says, as one short line."""
    error = body.get("error", body) if isinstance(body, dict) else body
    message = error.get("message", error) if isinstance(error, dict) else error
    text = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
    return short_line(text)


def short_line(text: str) -> str:
    """Return a text of a server as one short line without characters that cannot be seen."""
    line = "".join(character if character.isprintable() else " " for character in text[: _MOST_SHOWN * 4])
    line = " ".join(line.split())
    return line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1] + "…"


def _chunk(data: str) -> Mapping[str, Any]:
    try:
        chunk = json.loads(data)
    except (ValueError, RecursionError):
        chunk = None
    if not isinstance(chunk, dict):
        raise EndpointError(Sentence("runs.answer-not-json", part=short_line(data)))
    return chunk


def _tokens(value: object) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS
    return value if isinstance(value, int) and is_count else None


def _arguments(spelled: str, hidden: HiddenKey | None) -> Mapping[str, Any] | None:
    """Return the arguments of a call without the key, None for what is no JSON object."""
    if not spelled.strip():
        return {}
    try:
        read = json.loads(spelled, parse_constant=_no_constant)
        json.dumps(read, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    if not isinstance(read, dict):
        return None
    return read if hidden is None else hidden.in_object(read)


def _no_constant(name: str) -> object:
    raise ValueError(name)


def _unfit(name: str, reason: str, spelled: str) -> str:
    return f"The arguments of ‘{name}’ {reason}: ‘{short_line(spelled)}’. Call it again with valid JSON."


def _whole(text: str) -> str:
    """Return a text without lone halves of characters, which no request could hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


MOST_EVENT = 1_000_000
"""The most bytes of an event, or of a document in place of a stream: it is read in one piece."""

_end_of_line = re.compile(rb"\r\n?|\n").search
_blank_lines = re.compile(rb"[\r\n]*+").match


class EventReader:
    """What was read of a stream so far and is not a whole event yet.

    Lines end with LF, CRLF or CR; comments and all fields but `data` are left out.
    """

    def __init__(self) -> None:
        """Begin before the first byte."""
        self._rest = bytearray()
        self._searched = 0
        self._data: list[str] = []
        self._size = 0
        self._is_first = True

    def take(self, piece: bytes) -> Iterator[str]:
        """Yield the data of each event that is whole with these bytes.

        Raises UnicodeDecodeError, and EndpointError for one that is too long.
        """
        self._rest += piece
        start = 0
        while (end := self._line_end(max(start, self._searched))) is not None:
            at, after = end
            line = bytes(self._rest[start:at])
            yield from self._line(line)
            rest = None if line else _blank_lines(self._rest, after)  # between events they say nothing
            start = after if rest is None else rest.end()
        self._searched = len(self._rest) - start
        del self._rest[:start]
        check_event_size(len(self._rest))
        if self._rest.endswith(b"\r"):  # the next byte tells whether the line ends with it
            self._searched -= 1

    def end(self) -> Iterator[str]:
        """Yield the data of a last event that no blank line follows."""
        if self._rest:
            yield from self._line(bytes(self._rest).rstrip(b"\r"))
            self._rest.clear()
        yield from self._line(b"")

    def _line_end(self, start: int) -> tuple[int, int] | None:
        """Return where a line ends and the next begins; None where that is not known yet."""
        end_of_line = _end_of_line(self._rest, start)
        is_known = end_of_line is not None and (
            end_of_line[0] != b"\r" or end_of_line.end() < len(self._rest)
        )
        return end_of_line.span() if end_of_line is not None and is_known else None

    def _line(self, line: bytes) -> Iterator[str]:
        if self._is_first:
            line, self._is_first = line.removeprefix(b"\xef\xbb\xbf"), False
        if not line:
            if self._data:
                yield "\n".join(self._data)
                self._data, self._size = [], 0
            return
        name, _, value = line.partition(b":")
        if name == b"data":
            self._size += len(value)
            check_event_size(self._size)
            self._data.append(value.removeprefix(b" ").decode("utf-8"))


def check_event_size(size: int) -> None:
    """Raise EndpointError for an event of so many bytes if it is too long."""
    if size > MOST_EVENT:
        raise EndpointError(Sentence("runs.piece-too-large", most=MOST_EVENT // 1_000_000))

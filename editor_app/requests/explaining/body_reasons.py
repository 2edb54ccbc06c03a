"""Why a character of a body’s text is there: what a text comes from, and what fields and marks are for."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from editor_app.requests.explaining.json_tokens import JsonToken, JsonTokens, TokenKind
from editor_app.requests.parts import PartPlaces, Place, Provider, Request, RequestPart, shown_place
from editor_app.requests.provider_rules import ALL_TEXT_KEYS, MARKS, RULES
from editor_app.requests.shapes.anthropic import DEFAULT_MAX_TOKENS
from editor_app.text import Span

_escape = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_escape_or_pair = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL
)


class Escapes:
    """The escapes of one string, each of which stands for one character."""

    def __init__(self, source: str, start: int, end: int, *, joins_pairs: bool) -> None:
        """Read the inside of a string, between its quotes.

        With `joins_pairs`, the escapes of two halves of a surrogate pair are one character, as JSON says.
        """
        self._start = start
        self._starts = array("q")
        self._ends = array("q")
        self._spared = array("q")  # characters by which the text is shorter, up to and with each escape
        spared = 0
        pattern = _escape_or_pair if joins_pairs else _escape
        for escape in pattern.finditer(source, start, end):
            spared += escape.end() - escape.start() - 1
            self._starts.append(escape.start())
            self._ends.append(escape.end())
            self._spared.append(spared)

    def character_at(self, offset: int) -> int:
        """Return the number of the character whose spelling contains an offset of the source."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return offset - self._start
        if offset < self._ends[index]:
            before = self._spared[index - 1] if index else 0
            return self._starts[index] - self._start - before
        return offset - self._start - self._spared[index]


@dataclass(frozen=True, slots=True)
class BodyReason:
    """Why a character stands in a body, and the place of the value it belongs to.

    A character of a part’s text has the `part` and, as `within`, its offset in the text the part was taken
    from. `span` is what the sentence is about, in the body’s text: the spelling of a text, a name, a mark.
    """

    sentence: str
    place: Place
    part: RequestPart | None
    within: int | None
    span: Span


class BodyReasons:
    """Says of each offset of a body’s text why the character is there."""

    def __init__(
        self, request: Request, text: str, *, is_assembled_here: bool, inside: tuple[str, int] | None = None
    ) -> None:
        """Read the text once; the escapes of a string are read when it is first asked about.

        `inside` are the key and the number of the entry that a text begins with, None for one that begins
        with its body.
        """
        self._text = text
        self._is_assembled_here = is_assembled_here
        self._tokens = JsonTokens(text, inside)
        self._fields = FieldReasons(request)
        self._system_parts = len(request.system.blocks)
        self._parts: dict[Place, list[tuple[int, RequestPart]]] = {}
        for number, part in enumerate(request.parts):
            self._parts.setdefault(part.place, []).append((number, part))
        self._escapes: dict[int, Escapes] = {}
        self._spans: dict[Place, Span] | None = None

    def at(self, offset: int) -> BodyReason | None:
        """Return why the character at an offset is there, None outside of the text."""
        token = self._tokens.at(offset)
        if token is None:
            return None
        part_place = self._in_part(token, offset) if token.kind is TokenKind.TEXT else None
        if part_place is not None:
            number, part, within = part_place
            is_system_text = number < self._system_parts
            sentence = _of_part(part, within, is_system_text=is_system_text)
            return BodyReason(sentence, token.place, part, within, token.span)
        return BodyReason(self._sentence(token), token.place, None, None, token.span)

    def span_of(self, part: RequestPart) -> Span | None:
        """Return the span of the value that holds a part's text, quotes included; None where it is not."""
        if self._spans is None:
            texts = self._tokens.texts()
            self._spans = {token.place: token.span for token in texts if token.place in self._parts}
        return self._spans.get(part.place)

    def _in_part(self, token: JsonToken, offset: int) -> tuple[int, RequestPart, int] | None:
        parts = self._parts.get(token.place)
        start, end = token.span
        end -= 1 if end - start > 1 and self._text[end - 1] == '"' else 0
        if parts is None or not start < offset < end:
            return None
        escapes = self._escapes.get(start)
        if escapes is None:
            joins = not self._is_assembled_here
            escapes = self._escapes[start] = Escapes(self._text, start + 1, end, joins_pairs=joins)
        at = escapes.character_at(offset)
        for number, part in parts:
            if at < len(part.text):
                return number, part, part.within.start + at
            at -= len(part.text)
        return None

    def _sentence(self, token: JsonToken) -> str:
        if not self._is_assembled_here:
            return FROM_ELSEWHERE
        if token.kind is TokenKind.SPACE:
            return "Space that makes the body readable; no API reads it."
        if token.kind is TokenKind.TEXT and token.place in self._parts:
            return self._fields.quotes
        return self._fields.sentence(token.place)


def explain_body(request: Request, text: str, *, is_assembled_here: bool = True) -> BodyReasons:
    """Return what says why each character of `text`, the text of a request’s body, is there.

    The text may be the beginning of the whole one. Of a body from elsewhere only the parts are known.
    """
    return BodyReasons(request, text, is_assembled_here=is_assembled_here)


def _of_part(part: RequestPart, within: int, *, is_system_text: bool) -> str:
    name = part.origin.name if part.origin is not None else ""
    if is_system_text:
        where = f"made from {name}" if name else "as it was given"
        return f"Character {within + 1:,} of the system text, {where}."
    return f"Character {within + 1:,} of {f'the content of {name}' if name else shown_place(part.place)}."


FROM_ELSEWHERE: Final = "As the body has it."
_APIS: Final = {
    Provider.OPENAI: "OpenAI’s Chat Completions API",
    Provider.OPENAI_RESPONSES: "OpenAI’s Responses API",
    Provider.ANTHROPIC: "Anthropic’s Messages API",
    Provider.GOOGLE: "Google’s generateContent",
}
_LIMITS: Final = {"max_tokens", "max_completion_tokens", "max_output_tokens", "generationConfig"}


class FieldReasons:
    """The sentences about one request; `quotes` is that about the quotation marks around its texts."""

    def __init__(self, request: Request) -> None:
        """Know where each part stands."""
        self._request = request
        self._api = _APIS[request.provider]
        self._shape = f"The shape of {self._api}."
        self._places = PartPlaces(request.parts)
        self._texts = {part.place: part for part in reversed(request.parts)}
        self.quotes = "Quotation mark of JSON around the text; it is not sent to the model."

    def sentence(self, place: Place) -> str:
        """Return why the value at a place is in the body, its name and the marks around it included."""
        if place and place[0] == "model":
            return "The model it is sent to, as given."
        if place and place[0] in _LIMITS:
            return self._limit()
        mark = next((at for at, step in enumerate(place) if step in MARKS), None)
        if mark is not None:
            return self._mark(place[:mark], place[-1])
        if place and place[-1] == "role":
            return self._role(place[:-1])
        if len(place) == 1 and place[0] in ALL_TEXT_KEYS:
            texts = "messages" if place[0] == RULES[self._request.provider].conversation else "system text"
            return f"The field in which {self._api} takes the {texts}."
        if place in self._texts:
            return f"{self._shape} This field holds {_text_of(self._texts[place])}."
        if place and place[-1] == "type":
            return f"{self._shape} Each part of a content names its type."
        return self._shape

    def _limit(self) -> str:
        request = self._request
        if request.given_limit is not None:
            return "The limit of the reply in tokens, as given."
        limit, origin = request.system.max_tokens, request.system.origin
        if limit is not None:
            source = origin.name if origin is not None else "the file of the system text"
            return f"The limit of the reply in tokens, from max_tokens in {source}."
        return f"The limit of the reply: {DEFAULT_MAX_TOKENS} tokens, since {self._api} needs a limit."

    def _role(self, place: Place) -> str:
        number = self._places.number_at(place)
        if number is None:
            return self._shape
        part = self._request.parts[number]
        if number < len(self._request.system.blocks):
            return f"{self._api} takes the system text as its first message, with this role."
        whose = f"The role of {_name(part)}"
        if part.role == "assistant" and self._request.provider is Provider.GOOGLE:
            return f"{whose}: Google’s word for assistant is model."
        return f"{whose}."

    def _mark(self, place: Place, key: str | int) -> str:
        system, number = self._request.system, self._places.number_at(place) or 0
        if number + 1 == len(system.blocks) and (system.stable is None or not system.is_rebuilt or number):
            ends = "the system text ends, all of which stays the same in this conversation"
        else:
            change = "the next turn" if system.is_rebuilt else "another conversation"
            ends = f"the stable prefix ends: {system.ended_by or 'a value'} can be another one in {change}"
        duration = " It is kept for an hour, as asked for." if key == "ttl" else ""
        return f"A mark for the provider’s cache. It stands where {ends}.{duration}"


def _text_of(part: RequestPart) -> str:
    return f"the text of {part.origin.name}" if part.origin is not None else "the text"


def _name(part: RequestPart) -> str:
    return part.origin.name if part.origin is not None else "the message"

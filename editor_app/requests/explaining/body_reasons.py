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
from editor_app.text import Sentence, Span

_escape = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)


class Escapes:
    """The escapes of one string, each of which stands for one character."""

    def __init__(self, source: str, start: int, end: int) -> None:
        """Read the inside of a string, between its quotes."""
        self._start = start
        self._starts = array("q")
        self._ends = array("q")
        self._spared = array("q")  # characters by which the text is shorter, up to and with each escape
        spared = 0
        for escape in _escape.finditer(source, start, end):
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

    def __init__(self, request: Request, text: str, *, inside: tuple[str, int] | None = None) -> None:
        """Read the text once; the escapes of a string are read when it is first asked about.

        The text may be the beginning of the whole one. `inside` are the key and the number of the entry that
        a text begins with, None for one that begins with its body.
        """
        self._text = text
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
            escapes = self._escapes[start] = Escapes(self._text, start + 1, end)
        at = escapes.character_at(offset)
        for number, part in parts:
            if at < len(part.text):
                return number, part, part.within.start + at
            at -= len(part.text)
        return None

    def _sentence(self, token: JsonToken) -> str:
        if token.kind is TokenKind.SPACE:
            return Sentence("requests.space-of-body")
        if token.kind is TokenKind.TEXT and token.place in self._parts:
            return self._fields.quotes
        return self._fields.sentence(token.place)


def _of_part(part: RequestPart, within: int, *, is_system_text: bool) -> str:
    name = part.origin.name if part.origin is not None else ""
    if is_system_text:
        if name:
            return Sentence("requests.character-made-from", number=within + 1, name=name)
        return Sentence("requests.character-as-given", number=within + 1)
    if name:
        return Sentence("requests.character-of-content", number=within + 1, name=name)
    return Sentence("requests.character-of", number=within + 1, name=shown_place(part.place))


_APIS: Final = {
    Provider.OPENAI: Sentence("requests.api-openai"),
    Provider.OPENAI_RESPONSES: Sentence("requests.api-responses"),
    Provider.ANTHROPIC: Sentence("requests.api-anthropic"),
    Provider.GOOGLE: Sentence("requests.api-google"),
}
_LIMITS: Final = {"max_tokens", "max_completion_tokens", "max_output_tokens", "generationConfig"}


class FieldReasons:
    """The sentences about one request; `quotes` is that about the quotation marks around its texts."""

    def __init__(self, request: Request) -> None:
        """Know where each part stands."""
        self._request = request
        self._api = _APIS[request.provider]
        self._shape = Sentence("requests.shape-of", api=self._api)
        self._places = PartPlaces(request.parts)
        self._texts = {part.place: part for part in reversed(request.parts)}
        self.quotes = Sentence("requests.quotation-mark")

    def sentence(self, place: Place) -> str:
        """Return why the value at a place is in the body, its name and the marks around it included."""
        if place and place[0] == "model":
            return Sentence("requests.model-as-given")
        if place and place[0] in _LIMITS:
            return self._limit()
        mark = next((at for at, step in enumerate(place) if step in MARKS), None)
        if mark is not None:
            return self._mark(place[:mark], place[-1])
        if place and place[-1] == "role":
            return self._role(place[:-1])
        if len(place) == 1 and place[0] in ALL_TEXT_KEYS:
            if place[0] == RULES[self._request.provider].conversation:
                return Sentence("requests.field-of-messages", api=self._api)
            return Sentence("requests.field-of-system", api=self._api)
        if place in self._texts:
            return Sentence("requests.shape-holds", shape=self._shape, text=_text_of(self._texts[place]))
        if place and place[-1] == "type":
            return Sentence("requests.shape-names-type", shape=self._shape)
        return self._shape

    def _limit(self) -> str:
        request = self._request
        if request.given_limit is not None:
            return Sentence("requests.limit-as-given")
        limit, origin = request.system.max_tokens, request.system.origin
        if limit is not None:
            source = origin.name if origin is not None else Sentence("requests.file-of-system-text")
            return Sentence("requests.limit-from", source=source)
        return Sentence("requests.limit-needed", api=self._api, tokens=DEFAULT_MAX_TOKENS)

    def _role(self, place: Place) -> str:
        number = self._places.number_at(place)
        if number is None:
            return self._shape
        part = self._request.parts[number]
        if number < len(self._request.system.blocks):
            return Sentence("requests.system-as-first", api=self._api)
        if part.role == "assistant" and self._request.provider is Provider.GOOGLE:
            return Sentence("requests.role-of-model", name=_name(part))
        return Sentence("requests.role-of", name=_name(part))

    def _mark(self, place: Place, key: str | int) -> str:
        system, number = self._request.system, self._places.number_at(place) or 0
        hour = Sentence("requests.kept-an-hour") if key == "ttl" else ""
        if number + 1 == len(system.blocks) and (system.stable is None or not system.is_rebuilt or number):
            return Sentence("requests.mark-at-system-end", hour=hour)
        tag = system.ended_by or Sentence("requests.a-value")
        rebuilt = "yes" if system.is_rebuilt else "no"
        return Sentence("requests.mark-at-change", rebuilt=rebuilt, tag=tag, hour=hour)


def _text_of(part: RequestPart) -> str:
    return (
        Sentence("requests.text-of", name=part.origin.name)
        if part.origin is not None
        else Sentence("requests.the-text")
    )


def _name(part: RequestPart) -> str:
    return part.origin.name if part.origin is not None else Sentence("requests.the-message")

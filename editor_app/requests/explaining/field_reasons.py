"""Why the fields and marks of a body that was assembled here are there, in sentences."""

from __future__ import annotations

from typing import Final

from editor_app.requests.parts import PartPlaces, Place, Provider, Request, RequestPart
from editor_app.requests.provider_rules import ALL_TEXT_KEYS, MARKS, RULES
from editor_app.requests.shapes.anthropic import DEFAULT_MAX_TOKENS

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

"""Providers and models, what a request is assembled from and consists of then, and findings in a body."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

from editor_app.library.paths import resource_path
from editor_app.text import Sentence, Severity, Span, meant, nearest


class Provider(StrEnum):
    """A provider's API, by the name that callers use."""

    OPENAI = "openai"
    OPENAI_RESPONSES = "openai-responses"
    ANTHROPIC = "anthropic"
    GOOGLE = "google"

    @property
    def maker(self) -> str:
        """The name of the company, for sentences and for facts about its models."""
        return "OpenAI" if self.is_openai else self.value.title()

    @property
    def is_openai(self) -> bool:
        """Whether it is one of the APIs of OpenAI."""
        return self in {Provider.OPENAI, Provider.OPENAI_RESPONSES}


def provider_named(name: str) -> Provider:
    """Return the provider of a name; an unknown one raises ValueError with a sentence."""
    if name in tuple(Provider):
        return Provider(name)
    near = meant(nearest(str(name), tuple(Provider)), Sentence("requests.known-are", known=tuple(Provider)))
    raise ValueError(Sentence("requests.unknown-provider", name=str(name)[:100], near=near))


Body: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[str | int, ...]
"""Where a value stands in a body: the keys and numbers that lead to it."""


class CacheMarks(StrEnum):
    """Which marks for the provider's cache are written, by the time they ask for."""

    FIVE_MINUTES = "5m"
    ONE_HOUR = "1h"
    OFF = "off"


class RequestCall(NamedTuple):
    """A call of a tool, as an assistant's message has it; `arguments` is JSON data."""

    id: str
    name: str
    arguments: Mapping[str, Any]


class RequestAnswer(NamedTuple):
    """What a tool answered to a call."""

    id: str
    name: str
    text: str
    is_error: bool = False


class RequestMessage(NamedTuple):
    """A message of a chat, and the file it comes from, None if from none."""

    role: str
    content: str
    origin: Path | None = None


class ToolMessage(NamedTuple):
    """A message of a run, which may have more than one text.

    An assistant's may have `calls`; an empty content beside them is not sent. One with `answers` has the
    results of tools in the place of a content. `further` are text parts of their own behind those.
    """

    role: str
    content: str = ""
    origin: Path | None = None
    calls: tuple[RequestCall, ...] = ()
    answers: tuple[RequestAnswer, ...] = ()
    further: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it is one text."""
        return not (self.calls or self.answers or self.further)

    @property
    def texts(self) -> tuple[str, ...]:
        """Its text parts, of which an empty one beside calls, and that of results, is not sent."""
        is_left_out = bool(self.answers) or (bool(self.calls) and not self.content)
        return self.further if is_left_out else (self.content, *self.further)


class MessageLike(Protocol):
    """What has a role and a content, such as a message read from a file, which has its `path` too."""

    @property
    def role(self) -> str | None:
        """The role."""

    @property
    def content(self) -> str:
        """The text."""


Messages: TypeAlias = Iterable[tuple[str, str] | RequestMessage | ToolMessage | MessageLike]


@dataclass(frozen=True, slots=True)
class SystemText:
    """The system text of a request, and how much of it stays the same.

    `stable` is where the stable prefix ends, None where all of it stays the same; `ended_by` is the tag that
    ends it. With `is_rebuilt` the text is made again every turn, else once for a conversation. `origin` is
    the file it was made from, `max_tokens` the limit of the reply that the file asks for, and
    `inserted` are the spans of its values, each with the tag that inserted it. `ended_at` is the span, in the
    file, of the tag that ends the stable prefix, None where it is not known.
    """

    text: str
    stable: int | None = None
    ended_by: str | None = None
    is_rebuilt: bool = False
    origin: Path | None = None
    max_tokens: int | None = None
    inserted: tuple[tuple[Span, str], ...] = ()
    ended_at: Span | None = None

    @property
    def blocks(self) -> tuple[SystemBlock, ...]:
        """The text in blocks, split where its stable prefix ends; none for an empty text."""
        if not self.text:
            return ()
        at = self.stable
        if at is None or not (self.text[:at].strip() and self.text[at:].strip()):
            starts_with_change = at is not None and self.is_rebuilt and not self.text[:at].strip()
            return (SystemBlock(Span(0, len(self.text)), not starts_with_change),)
        head, tail = Span(0, at), Span(at, len(self.text))
        return SystemBlock(head, is_marked=True), SystemBlock(tail, is_marked=not self.is_rebuilt)


class SystemBlock(NamedTuple):
    """A part of the system text by its span, and whether a cache mark stands at its end."""

    span: Span
    is_marked: bool


@dataclass(frozen=True, slots=True)
class RequestPart:
    """A text of a request: who says it, where it stands in the body, and where it comes from.

    `within` is its span in the text it was taken from: the system text, or a message's content. `is_cached`
    if the provider reads it from its cache at the next turn of the same conversation.
    """

    role: str
    text: str
    place: Place
    within: Span
    origin: Path | None
    is_cached: bool


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it is sent: its body, and the parts it consists of.

    `given_limit` is the limit of the reply that was given with the request, None where none was.
    """

    provider: Provider
    body: Body
    parts: tuple[RequestPart, ...]
    model: str | None
    system: SystemText
    given_limit: int | None = None


class PartPlaces:
    """The places of a request's parts, and of the entries that they stand in."""

    def __init__(self, parts: Sequence[RequestPart]) -> None:
        """Read the places; of several parts at one place it is the first's."""
        self._numbers: dict[Place, int] = {}
        for number, part in enumerate(parts):
            for length in range(2, len(part.place)):
                self._numbers.setdefault(part.place[:length], number)
            self._numbers.setdefault(part.place, number)

    def number_at(self, place: Place) -> int | None:
        """Return the number of the part that a place is in, or of the first in it; None for no part's."""
        ends = (place[:length] for length in range(len(place), 0, -1))
        return next((self._numbers[end] for end in ends if end in self._numbers), None)


def shown_place(place: Place) -> str:
    """Return a place as people write it: `messages[3].content`."""
    words = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in place]
    return "".join(words).removeprefix(".") or Sentence("requests.the-body")


class SetValue(NamedTuple):
    """Another value at a place."""

    place: Place
    value: object


class Remove(NamedTuple):
    """The value at a place goes away, with its key."""

    place: Place


class Add(NamedTuple):
    """A key with a value comes into the object at a place."""

    place: Place
    key: str
    value: object


class Repair(NamedTuple):
    """Changes of a body that make a finding go away, and what they do, in words."""

    title: str
    changes: tuple[SetValue | Remove | Add, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of a body at a place in it."""

    code: str
    severity: Severity
    place: Place
    message: str
    args: Mapping[str, str] = field(default_factory=dict)
    repair: Repair | None = None

    @property
    def is_of_no_model(self) -> bool:
        """Whether it says that no model is named."""
        return self.code == "missing-field" and self.args.get("field") == "model"

    @property
    def is_of_short_prefix(self) -> bool:
        """Whether it says that nothing is cached, as too little could be."""
        return self.code == "cache-too-short"


def by_model(known: bool | None) -> tuple[Severity, str]:
    """Return the severity of a rule that some models have, and what its sentence adds.

    It is an error for a model that is known to have it, a warning where `known` is None.
    """
    if known is None:
        return Severity.WARNING, Sentence("requests.depends-on-model")
    return Severity.ERROR, ""


_MINIMA = {
    Provider.OPENAI: (1024, 1024),
    Provider.OPENAI_RESPONSES: (1024, 1024),
    Provider.ANTHROPIC: (512, 4096),
    Provider.GOOGLE: (2048, 4096),
}
_claude = re.compile(r"claude[^:@]*")


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What is known of a model; None is not known.

    `cache_minimum` is the number of tokens of the shortest prefix that is cached; `continues_reply` says
    whether it takes an assistant's message at the end; `takes_system_messages` whether a system message may
    stand among the others; `takes_breakpoints` whether it reads marks in an OpenAI body.
    """

    cache_minimum: int | None = None
    continues_reply: bool | None = None
    takes_system_messages: bool | None = None
    takes_breakpoints: bool | None = None


@dataclass(frozen=True, slots=True)
class ModelTable:
    """The facts of all models that are known, and the day on which they were looked up.

    `names` are some models, each after its maker, for fields that offer them. `fields` are the names that
    each provider's body has at its top, besides those of its texts.
    """

    as_of: date
    rows: tuple[tuple[str, str, ModelFacts], ...]
    names: tuple[tuple[str, str], ...] = ()
    fields: Mapping[Provider, frozenset[str]] = field(default_factory=dict)

    def is_outdated(self, day: date) -> bool:
        """Whether the facts are over a year old on a day."""
        year_later = self.as_of.year + 1, self.as_of.month, self.as_of.day
        return (day.year, day.month, day.day) > year_later


@cache
def model_table() -> ModelTable:
    """Return the facts that ship."""
    table = tomllib.loads(resource_path("models.toml").read_text("utf-8"))
    rows = [
        (
            row["maker"],
            pattern,
            ModelFacts(**{fact.name: row[fact.name] for fact in fields(ModelFacts) if fact.name in row}),
        )
        for row in table["models"]
        for pattern in row["patterns"]
    ]
    names = [(row["maker"], name) for row in table["models"] for name in row.get("names", ())]
    of_bodies = {Provider(name): frozenset(keys) for name, keys in table["fields"].items()}
    return ModelTable(table["as_of"], tuple(rows), tuple(names), of_bodies)


def model_names(provider: Provider) -> tuple[str, ...]:
    """Return some models that take a provider's requests, the newest first."""
    return tuple(name for maker, name in model_table().names if maker == provider.maker)


@lru_cache(maxsize=64)
def facts_of(provider: Provider, model: str | None) -> ModelFacts:
    """Return what is known of a model; of none, and of an unknown one, nothing is."""
    if model is None:
        return ModelFacts()
    plain_name = model[:200].lower().rpartition("/")[2]
    match = _claude.search(plain_name)
    name = match[0].replace(".", "-") if match else plain_name
    for maker, pattern, facts in model_table().rows:
        if maker == provider.maker and fnmatchcase(name, pattern):
            return facts
    return ModelFacts()


def cache_minimum(provider: Provider, model: str | None) -> tuple[int, int]:
    """Return the tokens of the shortest prefix that is cached, at least and at most by the model."""
    known = facts_of(provider, model).cache_minimum
    return _MINIMA[provider] if known is None else (known, known)

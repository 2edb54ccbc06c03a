"""Facts about models: what they refuse, and from how many tokens on they cache a prefix."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from fnmatch import fnmatchcase
from functools import cache, lru_cache

from editor_app.library.paths import resource_path
from editor_app.requests.parts import Provider

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
    found = tomllib.loads(resource_path("models.toml").read_text("utf-8"))
    rows = [
        (
            row["maker"],
            pattern,
            ModelFacts(**{one.name: row[one.name] for one in fields(ModelFacts) if one.name in row}),
        )
        for row in found["models"]
        for pattern in row["patterns"]
    ]
    names = [(row["maker"], name) for row in found["models"] for name in row.get("names", ())]
    of_bodies = {Provider(name): frozenset(keys) for name, keys in found["fields"].items()}
    return ModelTable(found["as_of"], tuple(rows), tuple(names), of_bodies)


def model_names(provider: Provider) -> tuple[str, ...]:
    """Return some models that take a provider's requests, the newest first."""
    return tuple(name for maker, name in model_table().names if maker == provider.maker)


@lru_cache(maxsize=64)
def facts_of(provider: Provider, model: str | None) -> ModelFacts:
    """Return what is known of a model; of none, and of an unknown one, nothing is."""
    if model is None:
        return ModelFacts()
    name = _plain_name(model[:200].lower())
    for maker, pattern, facts in model_table().rows:
        if maker == provider.maker and fnmatchcase(name, pattern):
            return facts
    return ModelFacts()


def cache_minimum(provider: Provider, model: str | None) -> tuple[int, int]:
    """Return the tokens of the shortest prefix that is cached, at least and at most by the model."""
    known = facts_of(provider, model).cache_minimum
    return _MINIMA[provider] if known is None else (known, known)


def _plain_name(model: str) -> str:
    """Return a model's name without what hosts put around it: `us.anthropic.claude-opus-4.6@…`."""
    name = model.rpartition("/")[2]
    found = _claude.search(name)
    return found[0].replace(".", "-") if found else name

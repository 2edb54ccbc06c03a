"""Two bodies compared as a provider's cache reads them: tools, system, messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from editor_app.requests.body_view import TextAt, view_body
from editor_app.requests.parts import Place, Provider, Request, cache_minimum, provider_named
from editor_app.requests.provider_rules import MARKS, RULES
from editor_app.text import Sentence
from editor_app.text.edits import common_prefix
from editor_app.text.tokens import count_tokens

_NOT_COUNTED = frozenset(("role", "type", "id", "call_id", "tool_call_id", "tool_use_id"))


@dataclass(frozen=True, slots=True)
class BodyDifference:
    """The first place at which two bodies differ for the cache.

    `place` and `offset` are those of the new body, or of the old one where the new one ends there. About
    `tokens_before` tokens stand before it and stay cached; with a `not_cached`, which says why, none do.
    `old` and `new` are the texts there, None where a body has none. `changed_value` is the tag whose value
    stands there, if one does.
    """

    place: Place
    offset: int
    tokens_before: int
    old: str | None
    new: str | None
    changed_value: str | None = None
    not_cached: str = ""


def compare_bodies(
    provider: str, old: object, new: object, model: str | None = None
) -> BodyDifference | None:
    """Return the first difference of two bodies of a provider; None where the cache reads the same in both.

    Cache marks, limits and settings are not read by the cache.
    """
    api = provider_named(provider)
    before: list[TextAt] = []
    for old_text, new_text in zip_longest(_cached_texts(api, old), _cached_texts(api, new)):
        if old_text is not None and new_text is not None and old_text.text == new_text.text:
            before.append(old_text)
            continue
        changed = new_text or old_text
        assert changed is not None
        was, now = (None if text is None else text.text for text in (old_text, new_text))
        offset = common_prefix(was or "", now or "")
        cached = before[: _marked_end(old, before)] if api is Provider.ANTHROPIC else before
        tokens = sum(_tokens(text.place, text.text, model) for text in cached)
        if api is not Provider.ANTHROPIC:
            tokens += _tokens(changed.place, (now or "")[:offset], model)
        why = _why_not_cached(api, old, new, model, tokens)
        return BodyDifference(changed.place, offset, tokens, was, now, not_cached=why)
    return None


def goes_on_difference(
    provider: Provider, old: object, place: Place, tokens: int, model: str | None = None
) -> BodyDifference:
    """Return the difference of a body from one that it goes on from, behind all of it, at a place.

    `old` is that body, or its beginning with all cache marks; it has about so many `tokens`.
    """
    if provider is Provider.ANTHROPIC:
        before = list(_cached_texts(provider, old))
        cached = before[: _marked_end(old, before)]
        tokens = sum(_tokens(text.place, text.text, model) for text in cached)
    why = _why_not_cached(provider, old, old, model, tokens)
    return BodyDifference(place, 0, tokens, None, "", not_cached=why)


def compare_request(request: Request, old: object) -> BodyDifference | None:
    """Return the first difference of a request from an earlier body, with the value that changed."""
    difference = compare_bodies(request.provider, old, request.body, request.model)
    if difference is None or difference.new is None:
        return difference
    parts = [part for part in request.parts if part.place == difference.place]
    if not parts or parts[0].role != "system" or not request.system.inserted:
        return difference
    at = parts[0].within.start + difference.offset
    tag = next((tag for span, tag in request.system.inserted if span.start <= at <= span.end), None)
    return replace(difference, changed_value=tag)


def _tokens(place: Place, text: str, model: str | None) -> int:
    """Return how many tokens a text counts as part of a request; the names of roles and types count none."""
    return count_tokens(text, model).count if text and place[-1] not in _NOT_COUNTED else 0


def _marked_end(body: object, before: Sequence[TextAt]) -> int:
    """Return how many of the texts at a body's beginning stand before the end of its last mark among them."""
    holders = {mark.place[:-1] for mark in view_body(Provider.ANTHROPIC, body).marks}
    for at in range(len(before) - 1, -1, -1):
        place = before[at].place
        if any(place[:length] in holders for length in range(1, len(place))):
            return at + 1
    return 0


def _why_not_cached(api: Provider, old: object, new: object, model: str | None, tokens: int) -> str:
    """Return why a request reads nothing from the cache that another one filled, "" where it may."""
    models = [body.get("model") for body in (old, new) if isinstance(body, Mapping)]
    if len(set(map(str, models))) > 1 and None not in models:
        return Sentence("requests.models-differ")
    if api is Provider.ANTHROPIC and not tokens:
        return Sentence("requests.no-mark-before")
    least, _ = cache_minimum(api, model)
    if tokens < least:
        return Sentence("requests.tokens-before", tokens=tokens, least=least)
    return ""


def _cached_texts(provider: Provider, body: object) -> Iterator[TextAt]:
    if not isinstance(body, Mapping):
        return
    rules = RULES[provider]
    for region in ("tools", *rules.system[:1], rules.conversation):
        yield from _leaves(body.get(region), (region,))


def _leaves(value: object, place: Place) -> Iterator[TextAt]:
    """Yield what is written in a value, in order; a list of one text part is the same as that text."""
    waiting = [(value, place)]
    while waiting:
        value, place = waiting.pop()
        if isinstance(value, Mapping):
            inner = [
                (inner_value, (*place, str(key))) for key, inner_value in value.items() if key not in MARKS
            ]
            waiting += reversed([pair for pair in inner if not (pair[1][-1] == "type" and "text" in value)])
        elif isinstance(value, list):
            waiting += reversed([(item, (*place, number)) for number, item in enumerate(value)])
        elif value is not None:
            yield TextAt(value if isinstance(value, str) else str(value), place)

"""A prefix that is too short to be cached."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from editor_app.requests.body_view import BodyView
from editor_app.requests.parts import Finding, Provider, cache_minimum
from editor_app.text import Severity
from editor_app.text.tokens import count_tokens

_LONGEST_TOKEN = 64  # characters; a longer text than that times the minimum is long enough, uncounted


def check(view: BodyView) -> Iterator[Finding]:
    """Yield the finding that the prefix which could be cached is under the model's minimum.

    With Anthropic only what stands before a mark is cached, with the others any prefix. Tools count for the
    cache too and are not counted here: a body with tools has no such finding.
    """
    if view.body.get("tools") or not view.texts:
        return
    last = max((mark.texts_before for mark in view.marks), default=None)
    if view.provider is Provider.ANTHROPIC and last is None:
        return
    counted = len(view.texts) if last is None or view.provider is not Provider.ANTHROPIC else last
    least, most = cache_minimum(view.provider, view.model)
    tokens = _tokens(view, counted, most)
    if tokens >= most:
        return
    if tokens < least:
        needs = f"{least:,}" if least == most else f"{least:,} to {most:,}, depending on the model,"
        says = f"and {needs} are needed: nothing is cached, and the API does not say so."
    else:
        says = f"and models need {least:,} to {most:,}: whether it is cached depends on the model."
    message = f"The prefix to cache has about {tokens:,} token{'' if tokens == 1 else 's'}, {says}"
    yield Finding("cache-too-short", Severity.INFORMATION, (), message, {"tokens": str(tokens)})


def _tokens(view: BodyView, texts: int, enough: int) -> int:
    total = 0
    for text in islice(view.texts, texts):
        total += count_tokens(text.text[: enough * _LONGEST_TOKEN], view.model).count
        if total >= enough:
            break
    return total

"""Marks for the cache, and a prefix that is too short to be cached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from editor_app.requests.body_view import BodyView, MarkAt
from editor_app.requests.parts import (
    Finding,
    Provider,
    Remove,
    Repair,
    SetValue,
    cache_minimum,
    facts_of,
    shown_place,
)
from editor_app.text import Severity
from editor_app.text.tokens import count_tokens

_MOST_MARKS = 4
_SHORT, _LONG = "5m", "1h"
_LONGEST_TOKEN = 64  # characters; a longer text than that times the minimum is long enough, uncounted


def check_marks_of_anthropic(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for more marks than are read, and for each long one after a short one."""
    if view.provider is not Provider.ANTHROPIC:
        return
    if len(view.marks) > _MOST_MARKS:
        message = (
            f"There are {len(view.marks)} cache marks; Anthropic takes {_MOST_MARKS} in tools, system and "
            "messages together. Remove some."
        )
        yield _too_many(view.marks, _MOST_MARKS, Severity.ERROR, message)
    short = next((mark for mark in view.marks if mark.ttl == _SHORT), None)
    if short is None:
        return
    after = view.marks[view.marks.index(short) + 1 :]
    for mark in (mark for mark in after if mark.ttl == _LONG):
        message = (
            f"The cache mark at {shown_place(mark.place)} asks for 1h after one for 5m at "
            f"{shown_place(short.place)}: Anthropic refuses that. Put the longer ones first."
        )
        repair = Repair("Ask for 5m here", (SetValue((*mark.place, "ttl"), _SHORT),))
        yield Finding("cache-ttl-order", Severity.ERROR, mark.place, message, repair=repair)


def check_marks_of_openai(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for marks that the model does not read, and for more than it reads."""
    if not (view.provider.is_openai and view.marks):
        return
    takes = facts_of(view.provider, view.model).takes_breakpoints
    if not takes:
        who = f"{view.model} reads" if takes is False else "Models before gpt-5.6 read"
        depends = "" if takes is False else " It depends on the model."
        message = f"{who} no cache marks: they cache every prefix by themselves.{depends}"
        yield _too_many(view.marks, 0, Severity.WARNING, message)
    options = view.body.get("prompt_cache_options")
    is_explicit = isinstance(options, Mapping) and options.get("mode") == "explicit"
    most = _MOST_MARKS if is_explicit else _MOST_MARKS - 1
    if takes is not False and len(view.marks) > most:
        beside = "" if is_explicit else " beside the one that it sets itself"
        message = (
            f"There are {len(view.marks)} cache marks; OpenAI reads the last {most} of a request{beside}. "
            "Remove some."
        )
        yield _too_many(view.marks[::-1], most, Severity.WARNING, message)


def _too_many(marks: list[MarkAt], most: int, severity: Severity, message: str) -> Finding:
    beyond = marks[most:]
    repair = Repair("Remove the marks beyond them", tuple(Remove(mark.place) for mark in beyond))
    return Finding("cache-breakpoints", severity, beyond[0].place, message, repair=repair)


def check_length(view: BodyView) -> Iterator[Finding]:
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
    tokens = 0
    for text in islice(view.texts, counted):
        tokens += count_tokens(text.text[: most * _LONGEST_TOKEN], view.model).count
        if tokens >= most:
            return
    if tokens < least:
        needs = f"{least:,}" if least == most else f"{least:,} to {most:,}, depending on the model,"
        says = f"and {needs} are needed: nothing is cached, and the API does not say so."
    else:
        says = f"and models need {least:,} to {most:,}: whether it is cached depends on the model."
    message = f"The prefix to cache has about {tokens:,} token{'' if tokens == 1 else 's'}, {says}"
    yield Finding("cache-too-short", Severity.INFORMATION, (), message, {"tokens": str(tokens)})

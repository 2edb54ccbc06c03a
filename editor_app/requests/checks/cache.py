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
from editor_app.text import Sentence, Severity
from editor_app.text.tokens import count_tokens

_MOST_MARKS = 4
_SHORT, _LONG = "5m", "1h"
_LONGEST_TOKEN = 64  # characters; a longer text than that times the minimum is long enough, uncounted


def check_marks_of_anthropic(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for more marks than are read, and for each long one after a short one."""
    if view.provider is not Provider.ANTHROPIC:
        return
    if len(view.marks) > _MOST_MARKS:
        message = Sentence("requests.too-many-marks", count=len(view.marks), most=_MOST_MARKS)
        yield _too_many(view.marks, _MOST_MARKS, Severity.ERROR, message)
    short = next((mark for mark in view.marks if mark.ttl == _SHORT), None)
    if short is None:
        return
    after = view.marks[view.marks.index(short) + 1 :]
    for mark in (mark for mark in after if mark.ttl == _LONG):
        message = Sentence(
            "requests.mark-order", place=shown_place(mark.place), other=shown_place(short.place)
        )
        repair = Repair(Sentence("requests.ask-for-5m"), (SetValue((*mark.place, "ttl"), _SHORT),))
        yield Finding("cache-ttl-order", Severity.ERROR, mark.place, message, repair=repair)


def check_marks_of_openai(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for marks that the model does not read, and for more than it reads."""
    if not (view.provider.is_openai and view.marks):
        return
    takes = facts_of(view.provider, view.model).takes_breakpoints
    if not takes:
        message = Sentence("requests.old-reads-no-marks")
        if takes is False:
            message = Sentence("requests.reads-no-marks", model=view.model or "")
        yield _too_many(view.marks, 0, Severity.WARNING, message)
    options = view.body.get("prompt_cache_options")
    is_explicit = isinstance(options, Mapping) and options.get("mode") == "explicit"
    most = _MOST_MARKS if is_explicit else _MOST_MARKS - 1
    if takes is not False and len(view.marks) > most:
        count = len(view.marks)
        message = Sentence("requests.marks-read-beside", count=count, most=most)
        if is_explicit:
            message = Sentence("requests.marks-read-last", count=count, most=most)
        yield _too_many(view.marks[::-1], most, Severity.WARNING, message)


def _too_many(marks: list[MarkAt], most: int, severity: Severity, message: str) -> Finding:
    beyond = marks[most:]
    repair = Repair(Sentence("requests.remove-marks"), tuple(Remove(mark.place) for mark in beyond))
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
    if tokens >= least:
        message = Sentence("requests.prefix-depends", tokens=tokens, least=least, most=most)
    elif least == most:
        message = Sentence("requests.prefix-too-short", tokens=tokens, least=least)
    else:
        message = Sentence("requests.prefix-too-short-by-model", tokens=tokens, least=least, most=most)
    yield Finding("cache-too-short", Severity.INFORMATION, (), message, {"tokens": str(tokens)})

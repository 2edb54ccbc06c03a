"""The end of a step's request as text, and how it differs from the one before, from what is new alone."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from editor_app.requests.body_text import request_text
from editor_app.requests.building import continued
from editor_app.requests.comparing import BodyDifference, compare_bodies, goes_on_difference
from editor_app.requests.explaining.body_end import BodyEnd, EntriesText, body_end, entries_text
from editor_app.requests.parts import Provider, Request, RequestPart
from editor_app.runs.sent.placement import placed_chunk
from editor_app.runs.sent.request_log import CONVERSATION, RequestLog
from editor_app.text.tokens import estimated_tokens


class StepChange(NamedTuple):
    """How the request of a step differs from the one of the step before.

    `before` and `after` are the lines around what changed; `same` entries of the conversation that both have
    stand before them, and are left out.
    """

    difference: BodyDifference | None
    before: str
    after: str
    same: int


class _New(NamedTuple):
    """What is new in the request of a step: its entries as text, and its parts."""

    entries: EntriesText
    parts: tuple[RequestPart, ...]


def request_end(log: RequestLog, step: int, provider: Provider, most: int) -> BodyEnd | None:
    """Return about the last `most` characters of a request's text, what is new in the step in all of it.

    It begins where what was new in an earlier step begins. None where that would be most of the text.
    """
    first, start = _first(log, step, provider)
    found: list[_New] = []
    length = 0
    for number in range(step, start, -1):
        found.append(_new(log, number, provider, first))
        length += len(found[-1].entries.text)
        if length >= most and number > start + 1:
            break
    else:
        return None
    found.reverse()
    system = first.parts[: len(first.system.blocks)]
    parts = (*system, *(part for one in found for part in one.parts))
    if not any(one.entries.text for one in found):
        return None
    texts = [one.entries for one in found]
    return body_end(replace(first, parts=parts), CONVERSATION[provider], texts, first.body)


def step_change(log: RequestLog, step: int, provider: Provider) -> StepChange | None:
    """Return how the request of a step differs from the one before; None for the first step."""
    if step == 0:
        return None
    first, start = _first(log, step, provider)
    if step == start:
        return _compacted(log, step, provider, first)
    new = _new(log, step, provider, first)
    around = (
        _new(log, step - 1, provider, first).entries if step - 1 > start else _last_entry(first, provider)
    )
    place = (CONVERSATION[provider], new.entries.first)
    system = estimated_tokens(log.system.text)
    tokens = system + log.sums_between(start, step - 1).tokens
    difference = goes_on_difference(provider, first.body, place, tokens, first.model)
    before = around.text + ",\n"
    if not new.entries.text:
        return StepChange(None, before, before, around.first)
    return StepChange(difference, before, before + new.entries.text + ",\n", around.first)


def _compacted(log: RequestLog, step: int, provider: Provider, now: Request) -> StepChange:
    """Return how a request that begins anew differs from the last one before the compaction."""
    before, start = _first(log, step - 1, provider)
    difference = compare_bodies(provider, before.body, now.body, now.model)
    added = log.sums_between(start, step - 1).minus(log.sums_between(start, start)).entries(provider)
    left_out = f"    … {added:,} more entries\n" if added else ""
    return StepChange(difference, request_text(before.body) + left_out, request_text(now.body), 0)


def _first(log: RequestLog, step: int, provider: Provider) -> tuple[Request, int]:
    """Return the request that the one of a step grew from, and its step."""
    start = log.start_of(step)
    return log.request_at(start, provider), start


def _new(log: RequestLog, step: int, provider: Provider, first: Request) -> _New:
    key = CONVERSATION[provider]
    start = log.start_of(step)
    since = log.sums_between(start, step - 1).minus(log.sums_between(start, start))
    before = len(first.body[key]) + since.entries(provider)
    is_cached = first.parts[-1].is_cached if first.parts else True
    placed = placed_chunk(log.chunks[step], provider, log.deliver)
    entries, parts = continued(provider, placed, key, before, is_cached=is_cached)
    return _New(entries_text(key, entries, before), parts)


def _last_entry(first: Request, provider: Provider) -> EntriesText:
    key = CONVERSATION[provider]
    count = len(first.body[key])
    return entries_text(key, first.body[key][-1:], max(count - 1, 0))

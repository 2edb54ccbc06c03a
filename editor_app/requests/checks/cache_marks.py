"""How many cache marks there are, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from editor_app.requests.body_view import BodyView, MarkAt
from editor_app.requests.parts import Finding, Provider, Remove, Repair, SetValue, facts_of, shown_place
from editor_app.text import Severity

_MOST_MARKS = 4
_SHORT, _LONG = "5m", "1h"


def check(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for more marks than are read, and for each long one after a short one."""
    if view.provider is Provider.ANTHROPIC:
        yield from _of_anthropic(view)
    elif view.provider.is_openai and view.marks:
        yield from _of_openai(view)


def _of_anthropic(view: BodyView) -> Iterator[Finding]:
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
    for mark in (one for one in after if one.ttl == _LONG):
        message = (
            f"The cache mark at {shown_place(mark.place)} asks for 1h after one for 5m at "
            f"{shown_place(short.place)}: Anthropic refuses that. Put the longer ones first."
        )
        repair = Repair("Ask for 5m here", (SetValue((*mark.place, "ttl"), _SHORT),))
        yield Finding("cache-ttl-order", Severity.ERROR, mark.place, message, repair=repair)


def _of_openai(view: BodyView) -> Iterator[Finding]:
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

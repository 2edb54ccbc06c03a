"""What providers refuse in a request, or make of it, said before it is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from editor_app.requests.body_text import PlacedText, request_text
from editor_app.requests.body_view import BodyView, view_body
from editor_app.requests.checks import cache, fields, roles, texts
from editor_app.requests.parts import Finding, Request, provider_named, shown_place
from editor_app.text import MOST_PROBLEMS, Diagnostic, Sentence, Severity, Span, in_file_order, more_problems

CACHE_BROKEN = "cache-broken"
_CHECKS = (
    fields.check_shape,
    fields.check_count,
    texts.check_blank,
    roles.check_last,
    roles.check_order,
    roles.check_system_places,
    roles.check_roles,
    cache.check_marks_of_anthropic,
    cache.check_marks_of_openai,
    cache.check_length,
    texts.check_unicode,
)


def check_request(provider: str, body: object, model: str | None = None) -> tuple[Diagnostic, ...]:
    """Return what a provider refuses in a finished body, or makes of it; any value gives diagnostics.

    The spans and fixes are of `request_text(body)`, and `args["place"]` names the place. `model` is the one
    it is sent to where the body names none. An unknown provider raises ValueError.
    """
    findings = find_problems(provider, body, model)
    if not findings:
        return ()
    try:
        text = request_text(body)
    except (RecursionError, TypeError, ValueError):  # what no JSON holds has no places
        text = ""
    return placed(findings, text)


def check_text(provider: str, body: object, source: str, model: str | None = None) -> tuple[Diagnostic, ...]:
    """Return what `check_request` does, with spans and fixes of `source`, the text the body was read from."""
    return placed(find_problems(provider, body, model), source)


def check_assembled(request: Request) -> tuple[Finding, ...]:
    """Return the findings of a request that was assembled here, with what its system text breaks."""
    view = view_body(request.provider, request.body, request.model)
    return (*_findings(view, is_made_here=True), *_cache_broken(request))


def find_problems(provider: str, body: object, model: str | None = None) -> tuple[Finding, ...]:
    """Return the findings of a body from elsewhere, each with its place in it."""
    view = view_body(provider_named(provider), body, model)
    findings = [*_findings(view, is_made_here=False), *fields.check_known(view), *fields.check_kept(view)]
    if fields.has_other_shape(view):  # that says why no message is found
        findings = [finding for finding in findings if finding.code != "no-messages"]
    return tuple(findings)


def placed(findings: Iterable[Finding], source: str) -> tuple[Diagnostic, ...]:
    """Return findings as diagnostics of a body's text, in its order; very many of one code are counted."""
    text = PlacedText(source)
    by_id: dict[int, tuple[Diagnostic, Finding]] = {}
    listed: Counter[str] = Counter()
    counted: Counter[tuple[str, Severity]] = Counter()
    first_counted: Finding | None = None
    for finding in findings:
        listed[finding.code] += 1
        if listed[finding.code] > MOST_PROBLEMS:
            counted[finding.code, finding.severity] += 1
            first_counted = first_counted or finding
            continue
        diagnostic = _diagnostic(finding, text.span_of(finding.place))
        by_id[id(diagnostic)] = diagnostic, finding
    diagnostics = [diagnostic for diagnostic, _ in by_id.values()]
    if first_counted is not None:
        diagnostics.append(more_problems(text.span_of(first_counted.place), counted))
    ordered = in_file_order(diagnostics)
    return tuple(
        _with_fix(diagnostic, by_id[id(diagnostic)][1], text) if id(diagnostic) in by_id else diagnostic
        for diagnostic in ordered
    )


def _findings(view: BodyView, *, is_made_here: bool) -> Iterator[Finding]:
    if not view.body and view.misplaced:
        return fields.check_shape(view)
    needed = fields.check_needed(view, is_made_here=is_made_here)
    return chain(needed, *(check(view) for check in _CHECKS))


def _diagnostic(finding: Finding, span: Span) -> Diagnostic:
    args = {**finding.args, "place": shown_place(finding.place)}
    return Diagnostic(finding.code, finding.severity, span, finding.message, args)


def _with_fix(diagnostic: Diagnostic, finding: Finding, text: PlacedText) -> Diagnostic:
    fix = text.fix(finding.repair) if finding.repair is not None else None
    return diagnostic if fix is None else replace(diagnostic, fixes=(fix,))


def _cache_broken(request: Request) -> Iterator[Finding]:
    """Yield the finding that a value of each turn stands before the end of the system text."""
    system = request.system
    if not system.is_rebuilt or system.stable is None or system.stable >= len(system.text):
        return
    place = request.parts[len(system.blocks) - 1].place
    message = Sentence(
        "requests.cache-broken", tag=system.ended_by or Sentence("requests.a-value"), count=system.stable
    )
    yield Finding(CACHE_BROKEN, Severity.WARNING, place, message, {"tag": system.ended_by or ""})

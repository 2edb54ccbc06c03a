"""What a YAML reader's complaint means to the person who wrote the text, and how to repair it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import yaml

from editor_app.structured.spelling import quoted_scalar
from editor_app.text import (
    Diagnostic,
    Edit,
    Fix,
    Sentence,
    Severity,
    Span,
    apply_edits,
    line_at,
    line_end,
)

_MOST_REPAIRED = 65_536  # characters; each repair is tried out by reading the whole text again


def yaml_problem(text: str, error: yaml.MarkedYAMLError, offset: int) -> Diagnostic:
    """Return the one problem that keeps `text` from being read; it begins at `offset` of its file."""
    message = _sentence(text, error, problem_span(text, error))
    return Diagnostic("yaml-syntax", Severity.ERROR, problem_span(text, error).shifted(offset), message)


def problem_span(text: str, error: yaml.MarkedYAMLError) -> Span:
    """Return what the complaint is about: often what was opened, not where reading stopped."""
    at = _stopped_at(text, error)
    if error.context_mark is not None and _kind(error) in {
        "cannot-start",
        "no-colon",
        "no-quote",
        "no-bracket",
    }:
        at = min(error.context_mark.index, max(len(text) - 1, 0))
    if at >= len(text):
        at = len(text.rstrip()) - 1 if text.strip() else 0
    end = line_end(text, at)
    if "cannot-start" in _kind(error) or (text[at : at + 1] == "\t"):
        return Span(at, at + 1)
    return Span(at, max(at + len(text[at:end].rstrip()), min(at + 1, len(text))))


def end_of_what_is_too_deep(text: str, error: yaml.MarkedYAMLError) -> int | None:
    """Return up to where to read to be told of the first level that is too deep, if that is the complaint.

    Since PyYAML 6.0.4 the C reader looks a thousand characters ahead and gives up at a thousand levels,
    before it tells of the first.
    """
    return _stopped_at(text, error) if "maximum nesting depth" in (error.problem or "") else None


def with_fixes(
    source: str, span: Span, problem: Diagnostic, first_problem: Callable[[str], int | None]
) -> Diagnostic:
    """Add the repairs after which reading gets beyond the problem."""
    text = span.of(source)
    if len(text) > _MOST_REPAIRED:
        return problem
    at = problem.span.start - span.start
    fixes: list[Fix] = []
    for title, edit in _repairs(text, at):
        repaired = apply_edits(text, [edit])
        next_problem = first_problem(repaired)
        if next_problem is None or next_problem > line_end(repaired, edit.span.start):
            fixes.append(Fix(title, (Edit(edit.span.shifted(span.start), edit.text),)))
    return Diagnostic(
        problem.code, problem.severity, problem.span, problem.message, problem.args, tuple(fixes[:2])
    )


def _kind(error: yaml.MarkedYAMLError) -> str:
    """Return a short name for the complaint, the same for the C and the Python reader."""
    problem, context = error.problem or "", error.context or ""
    for part, kind in (
        ("cannot start any token", "cannot-start"),
        ("mapping values are not allowed", "colon"),
        ("sequence entries are not allowed", "dash"),
        ("could not find expected ':'", "no-colon"),
        ("unknown escape", "escape"),
        ("end of stream", "no-quote"),
        ("document start", "document"),
    ):
        if part in problem:
            return kind
    if "scanning an alias" in context or "scanning an anchor" in context or "tag" in context:
        return "cannot-start"
    if "flow sequence" in context or "flow mapping" in context:
        return "no-bracket"
    return "indent" if "block" in context else ""


def _stopped_at(text: str, error: yaml.MarkedYAMLError) -> int:
    return min(error.problem_mark.index, len(text)) if error.problem_mark is not None else 0


def _sentence(text: str, error: yaml.MarkedYAMLError, span: Span) -> str:
    at = _stopped_at(text, error)
    before = text[text.rfind("\n", 0, at) + 1 : at]
    character = text[span.start : span.start + 1]
    kind = _kind(error)
    if kind == "cannot-start" and character == "\t":
        kind = "tab"
    if kind == "colon" and ": " not in before:
        kind = "below-value" if before.startswith((" ", "-")) else "below-no-key"
    if kind == "indent" and before.strip(" -"):
        kind = "after-value"
    return Sentence(
        "structured.yaml-syntax", kind=kind, character=character, problem="" if kind else error.problem or ""
    )


def _repairs(text: str, at: int) -> Iterator[tuple[str, Edit]]:
    line = line_at(text, at)
    if text[at : at + 1] == "\t":
        end = at + len(text[at:]) - len(text[at:].lstrip("\t"))
        yield Sentence("structured.tab-to-spaces"), Edit(Span(at, end), "  " * (end - at))
    if text[at : at + 1] in {"'", '"'}:
        yield Sentence("structured.close-quote-at-line-end"), Edit(Span(line.end, line.end), text[at])
    if not text[at : at + 1].isprintable() and text[at : at + 1] not in {"\t", "\n"}:
        yield Sentence("structured.remove-character"), Edit(Span(at, at + 1), "")
    shown = line.of(text)
    colon = shown.find(": ")
    comment = shown.find(" #", colon)
    written = shown[colon + 1 : None if comment < 0 else comment] if colon >= 0 else ""
    value = written.strip()
    if value:
        start = line.start + colon + 1 + len(written) - len(written.lstrip())
        yield (
            Sentence("structured.put-value-in-quotes"),
            Edit(Span(start, start + len(value)), quoted_scalar(_unquoted(value))),
        )
    if text[at : at + 1] in {"[", "{"}:
        yield (
            Sentence("structured.close-bracket-at-line-end"),
            Edit(Span(line.end, line.end), "]" if text[at] == "[" else "}"),
        )


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return value

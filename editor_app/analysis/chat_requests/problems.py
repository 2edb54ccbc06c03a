"""The problems of a chat's request as its author reads them: by the messages' numbers, at places in files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from editor_app.analysis.chat_requests.fixes import (
    ChatFix,
    EditMessage,
    RequestMessages,
    SourceOf,
    chat_fix,
)
from editor_app.requests.checking import CACHE_BROKEN
from editor_app.requests.findings import Finding
from editor_app.requests.parts import Request
from editor_app.requests.providers import Provider
from editor_app.text import MOST_PROBLEMS, Diagnostic, Fix, Severity, Span, more_problems
from editor_app.text.message_parts import split_message

_START: Final = Span(0, 0)
_MOST_OF_ROLE: Final = 40
_SENTENCES: Final[Mapping[str, str]] = {
    "blank-content": "{number} is {what}: {says}. Write something, or delete it.",
    "consecutive-roles": "{before} and {number} are both from {role}: {says}.",
    "final-assistant": "{number} is the assistant’s and last: {says}",
    "first-not-user": "{number} is the first message and the assistant’s: some models and hosts refuse that.",
    "not-unicode": "{number} has half of a character, which no API takes.",
    "system-not-first": "{number} is a system message after others; {takes}",
    "system-placement": "{number} is a system message that {why}: {model} refuses it there.",
    "trailing-whitespace": "{number} is the assistant’s and ends in whitespace: Anthropic refuses it.",
    "unknown-role": "{number} has the role ‘{role}’, which is none; {says}",
}
_OF_SYSTEM_TEXT: Final[Mapping[str, str]] = {
    "blank-content": "it is {what}: {says}. Write something, or send none.",
    "not-unicode": "it has half of a character, which no API takes.",
}


@dataclass(frozen=True, slots=True)
class RequestProblem:
    """A problem of a chat's request, and the fix of its files, if there is one.

    `path` is the file of the message, or the one that the system text is made from; None for what is in no
    file. `number` is that of the message, "" for what is in none. The diagnostic has spans of that file's
    text, and the fix too where it is edits of it. `finding` is what it says in the chat's words.
    """

    path: Path | None
    number: str
    diagnostic: Diagnostic
    fix: ChatFix | None = None
    finding: Finding | None = None


def request_problems(
    request: Request, findings: Iterable[Finding], source_of: SourceOf
) -> tuple[RequestProblem, ...]:
    """Return the findings of a chat's request in its order, each in a sentence with the message's number.

    `source_of` returns the text of a message file, one being edited too. Of very many of one code the first
    are listed and the others counted.
    """
    messages = RequestMessages(request)
    listed: Counter[str] = Counter()
    counted: Counter[tuple[str, Severity]] = Counter()
    placed: list[tuple[int, RequestProblem]] = []
    for finding in findings:
        listed[finding.code] += 1
        if listed[finding.code] > MOST_PROBLEMS:
            counted[finding.code, finding.severity] += 1
            continue
        index = messages.index_at(finding.place)
        if index is None:
            placed.append((len(messages.parts), _outside_messages(request, finding, messages, source_of)))
        else:
            placed.append((index, _of_message(finding, messages, index, source_of)))
    placed.sort(key=lambda one: (one[0], one[1].diagnostic.severity.rank))
    more = (RequestProblem(None, "", more_problems(_START, counted)),) if counted else ()
    return (*(problem for _, problem in placed), *more)


def content_span(source: str) -> Span:
    """Return the span of a message's content in its file's text, without the newlines at its two ends."""
    span = split_message(source).content
    content = span.of(source)
    start = span.start + len(content) - len(content.lstrip("\n"))
    return Span(start, max(start, span.start + len(content.rstrip("\n"))))


def message_number(path: Path | None, index: int) -> str:
    """Return the number of a message as its author knows it: that of its file, else its place from 1."""
    stem = path.stem if path is not None else ""
    return str(int(stem)) if stem.isascii() and stem.isdigit() else str(index + 1)


def _of_message(
    finding: Finding, messages: RequestMessages, index: int, source_of: SourceOf
) -> RequestProblem:
    path = messages.parts[index].origin
    number = message_number(path, index)
    span = content_span(source_of(path)) if path is not None else _START
    before = messages.parts[index - 1].origin if index else None
    role = messages.parts[index].role[:_MOST_OF_ROLE]
    words = {**finding.args, "number": number, "before": message_number(before, index - 1), "role": role}
    sentence = _SENTENCES.get(finding.code)
    message = sentence.format_map(words) if sentence is not None else finding.message
    fix = chat_fix(finding, messages, source_of)
    diagnostic = Diagnostic(finding.code, finding.severity, span, message, words, _edits_of(fix))
    return RequestProblem(path, number, diagnostic, fix, finding)


def _outside_messages(
    request: Request, finding: Finding, messages: RequestMessages, source_of: SourceOf
) -> RequestProblem:
    """Return the problem of the system text, or of the request as a whole."""
    is_marked = request.provider is Provider.ANTHROPIC  # the others cache a prefix that ends anywhere
    is_of_system = messages.is_of_system(finding.place) or (finding.code == "cache-too-short" and is_marked)
    path, span, message = None, _START, finding.message
    if is_of_system and request.system.blocks:
        path = request.system.origin
        sentence = _OF_SYSTEM_TEXT.get(finding.code)
        says = sentence.format_map(finding.args) if sentence is not None else _small(finding.message)
        message = f"System message: {says}"
        if finding.code == CACHE_BROKEN and request.system.ended_at is not None:
            span = request.system.ended_at
    diagnostic = Diagnostic(finding.code, finding.severity, span, message, finding.args)
    return RequestProblem(path, "", diagnostic, chat_fix(finding, messages, source_of), finding)


def _edits_of(fix: ChatFix | None) -> tuple[Fix, ...]:
    """Return a chat's fix as one of the message's own file, where it is edits of that."""
    if fix is None or not isinstance(fix.change, EditMessage):
        return ()
    return (Fix(fix.title, fix.change.edits),)


def _small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]

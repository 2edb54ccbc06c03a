"""The problems of a chat's request as its author reads them, at places in files, with their fixes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from editor_app.chats.header_table import ROLES
from editor_app.chats.reading import content_edits, read_text, role_edits
from editor_app.requests.checking import CACHE_BROKEN
from editor_app.requests.parts import Finding, PartPlaces, Place, Provider, Request, RequestPart, SetValue
from editor_app.text import MOST_PROBLEMS, Diagnostic, Edit, Fix, Sentence, Severity, Span, more_problems
from editor_app.text.message_parts import split_message

SourceOf: TypeAlias = Callable[[Path], str]
"""Returns the engine text of a message file."""


class EditMessage(NamedTuple):
    """Edits of the text of a message file, which is `source` before them."""

    path: Path
    edits: tuple[Edit, ...]
    source: str = ""


class DeleteMessage(NamedTuple):
    """A message file goes away, whose text is `source`."""

    path: Path
    source: str = ""


class InsertMessage(NamedTuple):
    """A new message that is the one number `place` of the chat, from 0; its text is still to be written."""

    place: int
    role: str


ChatChange: TypeAlias = EditMessage | DeleteMessage | InsertMessage


@dataclass(frozen=True, slots=True)
class ChatFix:
    """A change of a chat that makes a problem of its request go away, and what it does, in words.

    After an `InsertMessage` the problem is gone as soon as the new message has a text.
    """

    title: str
    change: ChatChange


class RequestMessages:
    """The messages of a request, and which of them a place in its body belongs to."""

    def __init__(self, request: Request) -> None:
        """Read the places of the request's parts."""
        self._before = len(request.system.blocks)
        self.parts = request.parts[self._before :]
        self._places = PartPlaces(request.parts)

    def index_at(self, place: Place) -> int | None:
        """Return which message a place belongs to, from 0; None for one of none, such as the system text."""
        number = self._places.number_at(place)
        return number - self._before if number is not None and number >= self._before else None

    def is_of_system(self, place: Place) -> bool:
        """Whether a place belongs to the system text."""
        number = self._places.number_at(place)
        return number is not None and number < self._before


def chat_fix(finding: Finding, messages: RequestMessages, source_of: SourceOf) -> ChatFix | None:
    """Return what mends a finding of a chat's request in its files; None where no edit of them does."""
    if finding.code in _AT_THE_END:
        return ChatFix(Sentence("analysis.add-user-message"), InsertMessage(len(messages.parts), "user"))
    index = messages.index_at(finding.place)
    if index is None:
        return None
    part = messages.parts[index]
    match finding.code:
        case "system-not-first" | "system-placement":
            return _to_role(Sentence("analysis.make-user-message"), "user", part, source_of)
        case "unknown-role":
            changes = finding.repair.changes if finding.repair is not None else ()
            values = (change.value for change in changes if isinstance(change, SetValue))
            meant = str(next(values, ""))
            role = _NAMES_IN_BODIES.get(meant, meant)
            return (
                _to_role(Sentence("chats.change-to-role", role=role), role, part, source_of)
                if role in ROLES
                else None
            )
        case "blank-content" if part.origin is not None and len(messages.parts) > 1:
            # a chat without messages is refused, too
            return ChatFix(
                Sentence("analysis.delete-message"), DeleteMessage(part.origin, source_of(part.origin))
            )
        case "consecutive-roles":
            role = "assistant" if finding.args.get("role") == "user" else "user"
            return ChatFix(Sentence("analysis.add-between", role=role), InsertMessage(index, role))
        case "first-not-user":
            return ChatFix(Sentence("analysis.add-user-before"), InsertMessage(index, "user"))
        case "trailing-whitespace":
            return _rewritten(Sentence("requests.remove-whitespace"), _without_end, part, source_of)
        case "not-unicode":
            return _rewritten(Sentence("text.remove-it"), partial(_half.sub, ""), part, source_of)
    return None


def fix_title(finding: Finding, messages: RequestMessages, fix: ChatFix | None) -> str:
    """Return the words of a chat's fix, else those of a repair of what is in no message; "" without any."""
    if fix is not None:
        return fix.title
    is_of_message = messages.index_at(finding.place) is not None
    return finding.repair.title if finding.repair is not None and not is_of_message else ""


_AT_THE_END: Final = frozenset(("no-messages", "final-assistant"))
_NAMES_IN_BODIES: Final = {"model": "assistant", "developer": "system"}
_half: Final = re.compile("[\ud800-\udfff]")


def _to_role(title: str, role: str, part: RequestPart, source_of: SourceOf) -> ChatFix | None:
    if part.origin is None:
        return None
    source = source_of(part.origin)
    edits = role_edits(read_text(source), role)
    return ChatFix(title, EditMessage(part.origin, edits, source)) if edits else None


def _rewritten(
    title: str, rewrite: Callable[[str], str], part: RequestPart, source_of: SourceOf
) -> ChatFix | None:
    """Return the fix that gives a message another content, where that differs."""
    if part.origin is None:
        return None
    text = read_text(source_of(part.origin))
    edits = content_edits(text, rewrite(text.content))
    return ChatFix(title, EditMessage(part.origin, edits, text.source)) if edits else None


def _without_end(content: str) -> str:
    """Return a content without the whitespace at the end of what is sent; newlines behind that stay."""
    sent = content.rstrip("\n")
    return f"{sent.rstrip()}{content[len(sent) :]}"


_START: Final = Span(0, 0)
_MOST_OF_ROLE: Final = 40


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
    are listed and the others counted. That no model is named yet is none: no file can mend it.
    """
    messages = RequestMessages(request)
    listed: Counter[str] = Counter()
    counted: Counter[tuple[str, Severity]] = Counter()
    placed: list[tuple[int, RequestProblem]] = []
    for finding in findings:
        if finding.is_of_no_model:
            continue
        listed[finding.code] += 1
        if listed[finding.code] > MOST_PROBLEMS:
            counted[finding.code, finding.severity] += 1
            continue
        index = messages.index_at(finding.place)
        if index is None:
            placed.append((len(messages.parts), _outside_messages(request, finding, messages, source_of)))
        else:
            placed.append((index, _of_message(finding, messages, index, source_of)))
    placed.sort(key=lambda pair: (pair[0], pair[1].diagnostic.severity.rank))
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
    message = Sentence("analysis.of-message", code=finding.code, message=finding.message, **words)
    fix = chat_fix(finding, messages, source_of)
    edits = (Fix(fix.title, fix.change.edits),) if fix and isinstance(fix.change, EditMessage) else ()
    diagnostic = Diagnostic(finding.code, finding.severity, span, message, words, edits)
    return RequestProblem(path, number, diagnostic, fix, finding)


def _outside_messages(
    request: Request, finding: Finding, messages: RequestMessages, source_of: SourceOf
) -> RequestProblem:
    """Return the problem of the system text, or of the request as a whole."""
    is_marked = request.provider is Provider.ANTHROPIC  # the others cache a prefix that ends anywhere
    is_of_system = messages.is_of_system(finding.place) or (finding.is_of_short_prefix and is_marked)
    path, span, message = None, _START, finding.message
    if is_of_system and request.system.blocks:
        path = request.system.origin
        message = Sentence(
            "analysis.of-system-text", code=finding.code, message=finding.message, **finding.args
        )
        if finding.code == CACHE_BROKEN and request.system.ended_at is not None:
            span = request.system.ended_at
    diagnostic = Diagnostic(finding.code, finding.severity, span, message, finding.args)
    return RequestProblem(path, "", diagnostic, chat_fix(finding, messages, source_of), finding)

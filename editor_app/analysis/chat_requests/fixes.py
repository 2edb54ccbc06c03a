"""Fixes of the problems of a chat's request: changes of its message files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from editor_app.chats.checks import ROLES
from editor_app.chats.edits import content_edits, role_edits
from editor_app.chats.reading import MessageText, read_text
from editor_app.requests.findings import Finding, SetValue
from editor_app.requests.parts import PartPlaces, Place, Request, RequestPart
from editor_app.text import Edit

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
        found = self._places.number_at(place)
        return found - self._before if found is not None and found >= self._before else None

    def is_of_system(self, place: Place) -> bool:
        """Whether a place belongs to the system text."""
        found = self._places.number_at(place)
        return found is not None and found < self._before


def chat_fix(finding: Finding, messages: RequestMessages, source_of: SourceOf) -> ChatFix | None:
    """Return what mends a finding of a chat's request in its files; None where no edit of them does."""
    if finding.code in _AT_THE_END:
        return ChatFix("Add a user message", InsertMessage(len(messages.parts), "user"))
    make = _MAKERS.get(finding.code)
    index = messages.index_at(finding.place)
    return make(finding, messages, index, source_of) if make is not None and index is not None else None


def fix_title(finding: Finding, messages: RequestMessages, fix: ChatFix | None) -> str:
    """Return the words of a chat's fix, else those of a repair of what is in no message; "" without any."""
    if fix is not None:
        return fix.title
    is_of_message = messages.index_at(finding.place) is not None
    return finding.repair.title if finding.repair is not None and not is_of_message else ""


_Maker: TypeAlias = Callable[[Finding, RequestMessages, int, SourceOf], ChatFix | None]
_AT_THE_END: Final = frozenset(("no-messages", "final-assistant"))
_NAMES_IN_BODIES: Final = {"model": "assistant", "developer": "system"}
_half: Final = re.compile("[\ud800-\udfff]")


def _to_role(title: str, role: str, part: RequestPart, source_of: SourceOf) -> ChatFix | None:
    if part.origin is None:
        return None
    source = source_of(part.origin)
    edits = role_edits(read_text(source), role)
    return ChatFix(title, EditMessage(part.origin, edits, source)) if edits else None


def _to_user(_finding: Finding, messages: RequestMessages, index: int, source_of: SourceOf) -> ChatFix | None:
    return _to_role("Make it a user message", "user", messages.parts[index], source_of)


def _to_known_role(
    finding: Finding, messages: RequestMessages, index: int, source_of: SourceOf
) -> ChatFix | None:
    changes = finding.repair.changes if finding.repair is not None else ()
    values = (change.value for change in changes if isinstance(change, SetValue))
    meant = str(next(values, ""))
    role = _NAMES_IN_BODIES.get(meant, meant)
    if role not in ROLES:
        return None
    return _to_role(f"Change it to {role}", role, messages.parts[index], source_of)


def _to_delete(
    _finding: Finding, messages: RequestMessages, index: int, source_of: SourceOf
) -> ChatFix | None:
    origin = messages.parts[index].origin
    if origin is None or len(messages.parts) == 1:
        return None  # a chat without messages is refused, too
    return ChatFix("Delete this message", DeleteMessage(origin, source_of(origin)))


def _user_before(
    _finding: Finding, _messages: RequestMessages, index: int, _source_of: SourceOf
) -> ChatFix | None:
    return ChatFix("Add a user message before it", InsertMessage(index, "user"))


def _answer_between(
    finding: Finding, _messages: RequestMessages, index: int, _source_of: SourceOf
) -> ChatFix | None:
    if finding.args.get("role") == "user":
        return ChatFix("Add an assistant message between them", InsertMessage(index, "assistant"))
    return ChatFix("Add a user message between them", InsertMessage(index, "user"))


def _rewritten(
    title: str,
    rewrite: Callable[[str], str],
    _finding: Finding,
    messages: RequestMessages,
    index: int,
    source_of: SourceOf,
) -> ChatFix | None:
    """Return the fix that gives a message another content, where that differs."""
    origin = messages.parts[index].origin
    if origin is None:
        return None
    text: MessageText = read_text(source_of(origin))
    edits = content_edits(text, rewrite(text.content))
    return ChatFix(title, EditMessage(origin, edits, text.source)) if edits else None


def _without_end(content: str) -> str:
    """Return a content without the whitespace at the end of what is sent; newlines behind that stay."""
    sent = content.rstrip("\n")
    return f"{sent.rstrip()}{content[len(sent) :]}"


def _without_halves(content: str) -> str:
    return _half.sub("", content)


_MAKERS: Final[Mapping[str, _Maker]] = {
    "system-not-first": _to_user,
    "system-placement": _to_user,
    "unknown-role": _to_known_role,
    "blank-content": _to_delete,
    "consecutive-roles": _answer_between,
    "first-not-user": _user_before,
    "trailing-whitespace": partial(_rewritten, "Remove the whitespace at its end", _without_end),
    "not-unicode": partial(_rewritten, "Remove it", _without_halves),
}

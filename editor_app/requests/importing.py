"""A chat from a body of another program, and what message files cannot hold of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from editor_app.requests.body_view import BodyView, TextAt, Turn, shape_of, view_body
from editor_app.requests.credentials import find_credentials
from editor_app.requests.parts import Place, Provider, RequestMessage, shown_place
from editor_app.requests.provider_rules import ALL_TEXT_KEYS
from editor_app.structured.json_reader import whole_characters
from editor_app.text import to_engine_text

_ROLES = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "model": "assistant",
    "ai": "assistant",
    "system": "system",
    "developer": "system",
}
_BETWEEN_TEXTS = "\n\n"


class ImportNote(NamedTuple):
    """Something that is to be known of an import: the first place, as people write it, and a sentence."""

    place: str
    message: str


@dataclass(frozen=True, slots=True)
class ImportedChat:
    """The messages of a body, what they cannot hold of it, and where it seems to hold keys.

    `provider` is the one whose shape the body has.
    """

    provider: Provider
    messages: tuple[RequestMessage, ...]
    losses: tuple[ImportNote, ...]
    warnings: tuple[ImportNote, ...]


def import_chat(body: object) -> ImportedChat:
    """Return the chat of a body in any of the four shapes, or of a bare list of messages; anything gives one.

    The system text comes first, as messages of the system. What is no text is left out, and noted.
    """
    whole = body
    if isinstance(body, list):
        has_contents = any(isinstance(message, Mapping) and "parts" in message for message in body)
        whole = {"contents" if has_contents else "messages": body}
    provider = shape_of(whole)
    view = view_body(provider, whole)
    without = _left_out(view)
    losses: list[ImportNote] = list(_general_losses(view, without))
    made: list[tuple[RequestMessage, Sequence[TextAt]]] = [
        (_message("system", text.text, text.place, losses), [text]) for text in view.system
    ]
    for turn in view.turns:
        message = _message_of(turn, without, losses)
        if message is not None:
            made.append((message, turn.texts))
    numbers = {text.place: number for number, (_, texts) in enumerate(made, 1) for text in texts}
    warnings = [
        _warning(credential.place, credential.kind, numbers) for credential in find_credentials(whole)
    ]
    return ImportedChat(provider, tuple(message for message, _ in made), tuple(losses), tuple(warnings))


def _left_out(view: BodyView) -> dict[Place, str]:
    """Return the places of the turns that become no message, each with why."""
    return {turn.place: why for turn in view.turns if (why := _why_left_out(turn))}


def _why_left_out(turn: Turn) -> str:
    if (turn.role or "").lower() not in _ROLES:
        return f"has the role ‘{(turn.role or '')[:40]}’" if turn.needs_role else ""
    return "has no text" if not turn.texts and turn.has_other else ""


def _general_losses(view: BodyView, without: dict[Place, str]) -> Iterator[ImportNote]:
    """Yield what message files cannot hold; a turn in `without` that it tells of is taken out of there."""
    for place, expected in view.misplaced:
        name = shown_place(place)
        yield ImportNote(name, f"{name} should be {expected}, and is left out.")
    for name, place in view.not_carried.items():
        shown, also = shown_place(place), ""
        turn = place[:2]
        why = without.pop(turn, "")
        if why:
            also = f"; {'it' if turn == place else shown_place(turn)} {why}, and is left out"
        yield ImportNote(shown, f"{shown}: message files hold no {_bare(name)}{also}.")
    if view.marks:
        count = len(view.marks)
        marks = "The cache mark is" if count == 1 else f"The {count} cache marks are"
        yield ImportNote(shown_place(view.marks[0].place), f"{marks} not kept; a request gets its own.")
    settings = [f"‘{key[:40]}’" for key in view.body if key not in ALL_TEXT_KEYS and key != "tools"]
    if settings:
        are = "is no part of a chat" if len(settings) == 1 else "are no part of a chat"
        yield ImportNote("The body", f"{', '.join(settings[:20])} {are}; name them with the request.")


def _bare(name: str) -> str:
    return name.removeprefix("a ").removeprefix("an ")


def _message_of(turn: Turn, without: Mapping[Place, str], losses: list[ImportNote]) -> RequestMessage | None:
    """Return a turn as a message; None for one that has no text, or no role that messages have."""
    place = shown_place(turn.place)
    role = _ROLES.get((turn.role or "").lower())
    if role is None or _why_left_out(turn):
        if turn.place in without:
            losses.append(ImportNote(place, f"{place} {without[turn.place]}, and is left out."))
        return None
    if turn.role == "developer":
        losses.append(ImportNote(place, f"{place} has the role ‘developer’, and gets the role ‘system’."))
    if len(turn.texts) > 1:
        message = f"The {len(turn.texts)} texts of {place} are joined with an empty line between them."
        losses.append(ImportNote(place, message))
    return _message(role, _BETWEEN_TEXTS.join(text.text for text in turn.texts), turn.place, losses)


def _message(role: str, text: str, place: Place, losses: list[ImportNote]) -> RequestMessage:
    name = shown_place(place)
    whole = whole_characters(text)
    if whole != text:
        losses.append(ImportNote(name, f"{name} has half of a character, which becomes U+FFFD."))
    content = to_engine_text(whole)
    if content != whole:
        losses.append(ImportNote(name, f"The line ends of {name} become line feeds."))
    if content != content.strip("\n"):
        losses.append(ImportNote(name, f"The newlines at the ends of {name} are not sent."))
    return RequestMessage(role, content)


def _warning(place: Place, kind: str, numbers: Mapping[Place, int]) -> ImportNote:
    name = shown_place(place)
    number = numbers.get(place)
    where = f"; it is in message {number} now" if number is not None else ", and is not in the chat"
    return ImportNote(name, f"{name} seems to hold {kind}{where}. Take it out before you share this.")

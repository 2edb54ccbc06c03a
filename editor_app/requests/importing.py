"""A chat from a body of another program, what message files cannot hold of it, and where it may hold keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from editor_app.requests.body_view import BodyView, TextAt, Turn, shape_of, view_body
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


_W = r"[A-Za-z0-9_-]"
# what it is, texts of which one is in each that has it, as these are found far sooner, and how it looks
_KINDS = (
    ("a key of Anthropic", ("sk-ant-",), rf"\bsk-ant-{_W}{{16}}"),
    ("a key of OpenAI", ("sk-",), rf"\bsk-(?!ant-){_W}{{20}}"),
    ("a key of Google", ("AIza",), rf"\bAIza{_W}{{30}}"),
    ("a key of Amazon", ("AKIA", "ASIA"), r"\b(?:AKIA|ASIA)[A-Z0-9]{16}"),
    (
        "a token of GitHub",
        ("gho_", "ghp_", "ghs_", "ghu_", "ghr_", "github_pat_"),
        r"\b(?:gh[opsur]_[A-Za-z0-9]{20}|github_pat_[A-Za-z0-9_]{20})",
    ),
    ("a token of GitLab", ("glpat-",), rf"\bglpat-{_W}{{16}}"),
    ("a token of Slack", ("xox",), r"\bxox[abeprs]-[A-Za-z0-9-]{10}"),
    ("a token of Hugging Face", ("hf_",), r"\bhf_[A-Za-z0-9]{20}"),
    ("a token", ("eyJ", "earer "), rf"\beyJ{_W}{{10}}|[Bb]earer {_W}{{20}}"),
    ("a private key", ("-----BEGIN ",), r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----"),
)
_patterns = [(kind, texts, re.compile(pattern)) for kind, texts, pattern in _KINDS]
_SECRET_NAMES = {
    *("apikey", "authorization", "accesstoken", "authtoken", "token", "password", "secret", "clientsecret"),
    *("xapikey", "xgoogapikey", "bearer"),
}
_LEAST = 8  # characters of what stands under such a name
_SHORTEST = 14  # characters of what a pattern finds


class Credential(NamedTuple):
    """What a text may hold: its place in the body, and what it looks like; never the text itself."""

    place: Place
    kind: str


def find_credentials(body: object) -> Iterator[Credential]:
    """Yield each text of a body that looks as if it held a key or a token, in order."""
    waiting: list[tuple[object, Place]] = [(body, ())]
    while waiting:
        value, place = waiting.pop()
        if isinstance(value, Mapping):
            waiting += reversed([(inner, (*place, str(key))) for key, inner in value.items()])
        elif isinstance(value, list):
            waiting += reversed([(inner, (*place, number)) for number, inner in enumerate(value)])
        elif isinstance(value, str) and (kind := _looks_like(value, place)):
            yield Credential(place, kind)


def _looks_like(text: str, place: Place) -> str | None:
    name = str(place[-1]).lower().replace("_", "").replace("-", "") if place else ""
    if name in _SECRET_NAMES and len(text) >= _LEAST:
        return "a key or a token"
    if len(text) < _SHORTEST:
        return None
    for kind, texts, pattern in _patterns:
        if any(beginning in text for beginning in texts) and pattern.search(text):
            return kind
    return None

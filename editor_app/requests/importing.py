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
from editor_app.text import Sentence, to_engine_text

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


def _left_out(view: BodyView) -> dict[Place, dict[str, str]]:
    """Return the places of the turns that become no message, each with why."""
    return {turn.place: why for turn in view.turns if (why := _why_left_out(turn))}


def _why_left_out(turn: Turn) -> dict[str, str]:
    """Return what a sentence says of a turn that becomes no message, as its parameters."""
    role = (turn.role or "").lower()
    lacks = "text" if role in _ROLES and not turn.texts and turn.has_other else ""
    if role not in _ROLES and turn.needs_role:
        lacks = "role"
    return {"why": lacks, "role": (turn.role or "")[:40]} if lacks else {}


def _general_losses(view: BodyView, without: dict[Place, dict[str, str]]) -> Iterator[ImportNote]:
    """Yield what message files cannot hold; a turn in `without` that it tells of is taken out of there."""
    for place, expected in view.misplaced:
        name = shown_place(place)
        yield ImportNote(name, Sentence("requests.left-out-wrong", name=name, expected=expected))
    for name, place in view.not_carried.items():
        shown = shown_place(place)
        message = Sentence("requests.not-in-files", shown=shown, name=_bare(name))
        turn = place[:2]
        why = without.pop(turn, None)
        if why:
            left_out = Sentence("requests.it") if turn == place else shown_place(turn)
            message = Sentence(
                "requests.not-in-files-left-out", shown=shown, name=_bare(name), turn=left_out, **why
            )
        yield ImportNote(shown, message)
    if view.marks:
        message = Sentence("requests.marks-not-kept", count=len(view.marks))
        yield ImportNote(shown_place(view.marks[0].place), message)
    settings = [f"‘{key[:40]}’" for key in view.body if key not in ALL_TEXT_KEYS and key != "tools"]
    if settings:
        message = Sentence("requests.not-of-chat", count=len(settings), names=settings[:20])
        yield ImportNote(Sentence("requests.the-body"), message)


def _bare(name: str) -> str:
    return name.removeprefix("a ").removeprefix("an ")


def _message_of(
    turn: Turn, without: Mapping[Place, dict[str, str]], losses: list[ImportNote]
) -> RequestMessage | None:
    """Return a turn as a message; None for one that has no text, or no role that messages have."""
    place = shown_place(turn.place)
    role = _ROLES.get((turn.role or "").lower())
    if role is None or _why_left_out(turn):
        if turn.place in without:
            message = Sentence("requests.left-out", place=place, **without[turn.place])
            losses.append(ImportNote(place, message))
        return None
    if turn.role == "developer":
        losses.append(ImportNote(place, Sentence("requests.developer-becomes-system", place=place)))
    if len(turn.texts) > 1:
        message = Sentence("requests.texts-joined", place=place, count=len(turn.texts))
        losses.append(ImportNote(place, message))
    return _message(role, _BETWEEN_TEXTS.join(text.text for text in turn.texts), turn.place, losses)


def _message(role: str, text: str, place: Place, losses: list[ImportNote]) -> RequestMessage:
    name = shown_place(place)
    whole = whole_characters(text)
    if whole != text:
        losses.append(ImportNote(name, Sentence("requests.half-becomes", name=name)))
    content = to_engine_text(whole)
    if content != whole:
        losses.append(ImportNote(name, Sentence("requests.line-ends-become", name=name)))
    if content != content.strip("\n"):
        losses.append(ImportNote(name, Sentence("requests.newlines-not-sent", name=name)))
    return RequestMessage(role, content)


def _warning(place: Place, kind: str, numbers: Mapping[Place, int]) -> ImportNote:
    name = shown_place(place)
    number = numbers.get(place)
    message = Sentence("requests.seems-to-hold", name=name, kind=kind)
    if number is not None:
        message = Sentence("requests.seems-to-hold-in", name=name, kind=kind, number=number)
    return ImportNote(name, message)


_W = r"[A-Za-z0-9_-]"
# what it is, texts of which one is in each that has it, as these are found far sooner, and how it looks
_KINDS = (
    (Sentence("requests.key-of-anthropic"), ("sk-ant-",), rf"\bsk-ant-{_W}{{16}}"),
    (Sentence("requests.key-of-openai"), ("sk-",), rf"\bsk-(?!ant-){_W}{{20}}"),
    (Sentence("requests.key-of-google"), ("AIza",), rf"\bAIza{_W}{{30}}"),
    (Sentence("requests.key-of-amazon"), ("AKIA", "ASIA"), r"\b(?:AKIA|ASIA)[A-Z0-9]{16}"),
    (
        Sentence("requests.token-of-github"),
        ("gho_", "ghp_", "ghs_", "ghu_", "ghr_", "github_pat_"),
        r"\b(?:gh[opsur]_[A-Za-z0-9]{20}|github_pat_[A-Za-z0-9_]{20})",
    ),
    (Sentence("requests.token-of-gitlab"), ("glpat-",), rf"\bglpat-{_W}{{16}}"),
    (Sentence("requests.token-of-slack"), ("xox",), r"\bxox[abeprs]-[A-Za-z0-9-]{10}"),
    (Sentence("requests.token-of-hugging-face"), ("hf_",), r"\bhf_[A-Za-z0-9]{20}"),
    (Sentence("requests.a-token"), ("eyJ", "earer "), rf"\beyJ{_W}{{10}}|[Bb]earer {_W}{{20}}"),
    (Sentence("requests.private-key"), ("-----BEGIN ",), r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----"),
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
        return Sentence("requests.key-or-token")
    if len(text) < _SHORTEST:
        return None
    for kind, texts, pattern in _patterns:
        if any(beginning in text for beginning in texts) and pattern.search(text):
            return kind
    return None

"""The text of a body: written, read, and edited at places of the body."""

from __future__ import annotations

import json
from itertools import chain, count
from typing import NamedTuple, NoReturn
from urllib.parse import quote as quote_in_url

from editor_app.requests.parts import Add, Place, Provider, Remove, Repair, SetValue, provider_named
from editor_app.structured.budget import MOST_CHARACTERS
from editor_app.structured.nodes import MappingNode, Node, SequenceNode
from editor_app.structured.reading import read_json
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span
from editor_app.text.readable_json import readable_json, shown_json

_BEGINNINGS = "{[\"'/"  # what JSON begins with, and what is meant as JSON
_ORDER = ("model", "max_tokens", "role")


def request_text(body: object) -> str:
    """Return the text of a body as it is shown, printed and sent, a newline at its end."""
    return readable_json(body, indent=2) + "\n"


def beginning_of_request_text(body: object, most: int) -> tuple[str, bool]:
    """Return the first `most` characters of a body's text, and whether that is all of it."""
    chunks: list[str] = []
    length = 0
    for chunk in json.JSONEncoder(ensure_ascii=False, indent=2).iterencode(body):
        chunks.append(chunk[: most + 1 - length])
        length += len(chunks[-1])
        if length > most:
            return shown_json("".join(chunks)[:most]), False
    return shown_json("".join(chunks)) + "\n", True


def read_body(source: str) -> tuple[object, tuple[Diagnostic, ...]]:
    """Return the body that a text holds; with problems, which say why it cannot be read, it is None."""
    try:
        return json.loads(source, parse_constant=_no_number), ()
    except (ValueError, RecursionError) as error:
        if len(source) > MOST_CHARACTERS:  # the reader with positions does not look at it
            span, sentence = Span(0, 0), Sentence("requests.body-too-deep")
            if isinstance(error, ValueError):
                sentence = Sentence("requests.body-not-json")
            if isinstance(error, json.JSONDecodeError):
                span, sentence = Span(error.pos, error.pos), Sentence("requests.not-json-from-here")
            return None, (Diagnostic("not-json", Severity.ERROR, span, sentence),)
        if source.strip() and source.lstrip()[0] not in _BEGINNINGS:
            message = Sentence("requests.not-json-beginning")
            return None, (Diagnostic("not-json", Severity.ERROR, Span(0, 0), message),)
        problems = [problem for problem in read_json(source)[1] if problem.severity is Severity.ERROR]
        if problems:
            return None, tuple(problems)
        message = Sentence("requests.body-not-json")
        if isinstance(error, RecursionError):
            message = Sentence("requests.body-too-deep")
        if not source.strip():
            message = Sentence("requests.body-empty")
        return None, (Diagnostic("not-json", Severity.ERROR, Span(0, 0), message),)


class PlacedText:
    """A body's text with the spans of its values; they are empty where it is too large for that."""

    def __init__(self, source: str) -> None:
        """Read the text."""
        self.source = source
        self._root = read_json(source)[0]

    def span_of(self, place: Place) -> Span:
        """Return the span of the value at a place, else of what is around it; that of the body is empty."""
        node, span = self._root, Span(0, 0)
        for step in place:
            node = None if node is None else _child(node, step)
            if node is None:
                break
            span = node.span
        return span

    def fix(self, repair: Repair) -> Fix | None:
        """Return a repair as edits of the text; None where it cannot be written."""
        edits: list[Edit] = []
        for change in repair.changes:
            change_edits = self._edits(change)
            if not change_edits:
                return None
            edits += change_edits
        return Fix(repair.title, tuple(edits))

    def _edits(self, change: SetValue | Remove | Add) -> tuple[Edit, ...]:
        from editor_app.structured.editing.repairs import add_entry, remove_entry, remove_item

        node = self._at(change.place)
        if node is None:
            return ()
        if isinstance(change, SetValue):
            return (Edit(node.span, readable_json(change.value, indent=None)),)
        if isinstance(change, Add):
            if not isinstance(node, MappingNode):
                return ()
            written = readable_json(change.value, indent=None)
            return (add_entry(self.source, node, f'"{change.key}"', written, _ORDER),)
        around, step = self._at(change.place[:-1]), change.place[-1]
        if isinstance(around, SequenceNode) and isinstance(step, int):
            return remove_item(self.source, around, step)
        if isinstance(around, MappingNode):
            index = next(at for at, (key, _) in enumerate(around.entries) if key.value == step)
            return remove_entry(self.source, around, index)
        return ()

    def _at(self, place: Place) -> Node | None:
        node = self._root
        for step in place:
            node = None if node is None else _child(node, step)
        return node


def _child(node: Node, step: str | int) -> Node | None:
    if isinstance(node, SequenceNode) and isinstance(step, int):
        return node.items[step] if step < len(node.items) else None
    if isinstance(node, MappingNode):
        return next((value for key, value in reversed(node.entries) if key.value == step), None)
    return None


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"JSON has no {constant}.")


class _Endpoint(NamedTuple):
    url: str
    headers: tuple[str, ...]


_ENDPOINTS = {
    Provider.OPENAI: _Endpoint(
        "https://api.openai.com/v1/chat/completions", ("Authorization: Bearer $OPENAI_API_KEY",)
    ),
    Provider.OPENAI_RESPONSES: _Endpoint(
        "https://api.openai.com/v1/responses", ("Authorization: Bearer $OPENAI_API_KEY",)
    ),
    Provider.ANTHROPIC: _Endpoint(
        "https://api.anthropic.com/v1/messages",
        ("x-api-key: $ANTHROPIC_API_KEY", "anthropic-version: 2023-06-01"),
    ),
    Provider.GOOGLE: _Endpoint(
        "https://generativelanguage.googleapis.com/v1beta/models/{model}:generateContent",
        ("x-goog-api-key: $GEMINI_API_KEY",),
    ),
}
_NO_MODEL = "MODEL"


def curl_line(provider: str, body: object, model: str | None = None) -> str:
    """Return the command that sends a body, which it gets on standard input exactly as `request_text` has it.

    Google's URL names the model; without one it has MODEL in its place.
    """
    url, headers = _ENDPOINTS[provider_named(provider)]
    name = (model or _NO_MODEL).rpartition("models/")[2]
    text = request_text(body)
    words = [
        "curl",
        f"'{url.format(model=quote_in_url(name, safe='-._~'))}'",
        *(f'-H "{header}"' for header in ("Content-Type: application/json", *headers)),
        "--data-binary @-",
    ]
    delimiters = chain(["BODY"], (f"BODY_{number}" for number in count(1)))
    delimiter = next(name for name in delimiters if name not in text)
    return f"{' '.join(words)} <<'{delimiter}'\n{text}{delimiter}\n"

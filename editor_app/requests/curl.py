"""A request as a line for a POSIX shell, with the key only as a variable of the environment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple
from urllib.parse import quote as quote_in_url

from editor_app.requests.body_text import request_text
from editor_app.requests.parts import Provider, provider_named


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
    delimiter = next(name for name in _delimiters() if name not in text)
    return f"{' '.join(words)} <<'{delimiter}'\n{text}{delimiter}\n"


def _delimiters() -> Iterator[str]:
    yield "BODY"
    yield from (f"BODY_{number}" for number in count(1))

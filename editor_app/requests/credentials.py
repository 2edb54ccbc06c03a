"""Where a body holds what looks like a key or a token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from editor_app.requests.parts import Place

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

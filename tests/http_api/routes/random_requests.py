"""Requests at random: real ones, and the same with something damaged; a seed gives the same ones again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

_NAMES = ("a", "b%2Fc", "%F0%9F%99%82", "..", "e%CC%81", "x" * 512)
_NOISE = (
    "",
    "\x00",
    "%00",
    "%",
    "/",
    "..",
    "\u202e",
    "🙂",
    "\ud800",
    "[if a:b]",
    "[file:/etc/passwd]",
    "9" * 400,
)
_METHODS = ("GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "PATCH", "get", "PROPFIND")
_PATHS = (
    "/",
    "/conversations/",
    "/prompts/%2e%2e/%2e%2e/etc/passwd",
    "/system-prompt?token=abc",
    "/%ff",
    "//",
)
_HEADERS = ("if-match", "if-none-match", "content-type", "content-length", "authorization", "host", "origin")
_VALUES = ("", "*", '"x"', 'W/"x"', "text/plain", "-1", "1e3", "1000000000000", "null", "é", "a" * 5000)
_WEIGHTS = (3, 1, 1, 3, 1, 1, 1, 1, 1, 3, 4, 4, 4, 4, 4)  # what takes the most time comes less often


@dataclass(frozen=True)
class Sent:
    """A request as it is sent."""

    method: str
    path: bytes
    body: bytes
    headers: Mapping[str, str]


def real_request(random: Random, library: Path) -> Sent:
    """Return one that a program would send."""
    name = random.choice(_NAMES)
    cwd = random.choice((str(library), str(library / "gone"), str(library.parent), "/", "here"))
    asked = {"cwd": cwd, "model": random.choice(("m", None)), "values": {"user:plan": "pro"}}
    text = random.choice(("Hello [user:plan]", "[file:note.md]", "[if system:os]x[endif]", ""))
    requests = (
        ("GET", "/system-prompt", None),
        ("PUT", "/system-prompt", {"template": text}),
        ("GET", "/system-prompt/variables", None),
        ("GET", "/health", None),
        ("HEAD", "/openapi.json", None),
        ("GET", "/prompts", None),
        ("GET", "/prompts/hello", None),
        ("POST", "/prompts/hello/render", {"values": random.choice(({"who": "Ada"}, {}))}),
        ("POST", "/prompts/system-prompt.tmpl/render", {"cwd": cwd}),
        ("GET", f"/conversations?limit={random.randint(0, 120)}", None),
        ("GET", f"/conversations/{name}", None),
        ("DELETE", f"/conversations/{name}", None),
        ("POST", f"/conversations/{name}/construct", {**asked, "once": random.random() < 0.8}),
        ("POST", f"/conversations/{name}/preview", {**asked, "template": text}),
        ("POST", f"/conversations/{name}/compact", {"instructions": text}),
    )
    method, path, document = random.choices(requests, _WEIGHTS)[0]
    body = b"" if document is None else json.dumps(document).encode()
    return Sent(method, path.encode(), body, {"content-type": "application/json"} if body else {})


def damaged(random: Random, sent: Sent) -> Sent:
    """Return a request with something damaged in it."""
    for _ in range(random.randint(1, 3)):
        sent = random.choice((_other_method, _other_path, _other_header, _bytes_changed, _values_changed))(
            random, sent
        )
    return sent


def _other_method(random: Random, sent: Sent) -> Sent:
    return replace(sent, method=random.choice(_METHODS))


def _other_path(random: Random, sent: Sent) -> Sent:
    if random.random() < 0.2:
        return replace(sent, path=random.choice(_PATHS).encode())
    return replace(sent, path=b"/" + _changed(random, sent.path[1:]).replace(b" ", b""))


def _other_header(random: Random, sent: Sent) -> Sent:
    return replace(sent, headers={**sent.headers, random.choice(_HEADERS): random.choice(_VALUES)})


def _bytes_changed(random: Random, sent: Sent) -> Sent:
    return replace(sent, body=_changed(random, sent.body))


def _values_changed(random: Random, sent: Sent) -> Sent:
    """Change a value of the body, so that it is JSON all the same."""
    try:
        document = json.loads(sent.body)
        names = list(document)
    except (ValueError, TypeError):
        return sent
    if not names or not isinstance(document, dict):
        return sent
    value = random.choice((*_NOISE, 5, None, True, [], {}, {"a": "b"}, {"user:plan": "\x00"}, [[[]]]))
    document[random.choice((*names, "cwd", "template", "values", "odd"))] = value
    return replace(sent, body=json.dumps(document).encode())


def _changed(random: Random, data: bytes) -> bytes:
    at = random.randint(0, len(data))
    more = random.choice((bytes([random.randrange(256)]), random.choice(_NOISE).encode("utf-8", "replace")))
    how = random.randrange(4)
    if how == 0:
        return data[:at] + more + data[at:]
    if how == 1:
        return data[:at] + more + data[at + 1 :]
    if how == 2:
        return data[:at]
    return data[:at] + data[at // 2 :]

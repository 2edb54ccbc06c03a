"""The errors of the API: for each code its status, and in a short sentence why a request gets it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from editor_app.text import Sentence


class Error(NamedTuple):
    """The status of an answer that is an error, and in a sentence why a request gets it."""

    status: int
    why: str


ERRORS: Final[Mapping[str, Error]] = {
    "bad-cwd": Error(400, Sentence("http-api.error-bad-cwd")),
    "bad-json": Error(400, Sentence("http-api.error-bad-json")),
    "bad-path": Error(400, Sentence("http-api.error-bad-path")),
    "bad-query": Error(400, Sentence("http-api.error-bad-query")),
    "bad-request": Error(400, Sentence("http-api.error-bad-request")),
    "bad-session": Error(400, Sentence("http-api.error-bad-session")),
    "bad-template": Error(400, Sentence("http-api.error-bad-template")),
    "cut-short": Error(400, Sentence("http-api.error-cut-short")),
    "malformed": Error(400, Sentence("http-api.error-malformed")),
    "missing-key": Error(400, Sentence("http-api.error-missing-key")),
    "needs-cwd": Error(400, Sentence("http-api.error-needs-cwd")),
    "unknown-key": Error(400, Sentence("http-api.error-unknown-key")),
    "wrong-type": Error(400, Sentence("http-api.error-wrong-type")),
    "token": Error(401, Sentence("http-api.error-token")),
    "cross-site": Error(403, Sentence("http-api.error-cross-site")),
    "not-allowed": Error(403, Sentence("http-api.error-not-allowed")),
    "origin": Error(403, Sentence("http-api.error-origin")),
    "outside-workspaces": Error(403, Sentence("http-api.error-outside-workspaces")),
    "never-constructed": Error(404, Sentence("http-api.error-never-constructed")),
    "no-case": Error(404, Sentence("http-api.error-no-case")),
    "no-such-path": Error(404, Sentence("http-api.error-no-such-path")),
    "not-found": Error(404, Sentence("http-api.error-not-found")),
    "method-not-allowed": Error(405, Sentence("http-api.error-method-not-allowed")),
    "late-body": Error(408, Sentence("http-api.error-late-body")),
    "late-headers": Error(408, Sentence("http-api.error-late-headers")),
    "unsaved-elsewhere": Error(409, Sentence("http-api.error-unsaved-elsewhere")),
    "changed": Error(412, Sentence("http-api.error-changed")),
    "too-large": Error(413, Sentence("http-api.error-too-large")),
    "unsupported-media-type": Error(415, Sentence("http-api.error-unsupported-media-type")),
    "host": Error(421, Sentence("http-api.error-host")),
    "text": Error(422, Sentence("http-api.error-text")),
    "unreadable-file": Error(422, Sentence("http-api.error-unreadable-file")),
    "unusable-cases": Error(422, Sentence("http-api.error-unusable-cases")),
    "unusable-prompt": Error(422, Sentence("http-api.error-unusable-prompt")),
    "unusable-template": Error(422, Sentence("http-api.error-unusable-template")),
    "unusable-triggers": Error(422, Sentence("http-api.error-unusable-triggers")),
    "long-headers": Error(431, Sentence("http-api.error-long-headers")),
    "fault": Error(500, Sentence("http-api.error-fault")),
    "busy-store": Error(503, Sentence("http-api.error-busy-store")),
    "connections": Error(503, Sentence("http-api.error-connections")),
    "conversation": Error(503, Sentence("http-api.error-conversation")),
    "ending": Error(503, Sentence("http-api.error-ending")),
    "file": Error(503, Sentence("http-api.error-file")),
    "library-gone": Error(503, Sentence("http-api.error-library-gone")),
    "library-still-there": Error(503, Sentence("http-api.error-library-still-there")),
    "newer-store": Error(503, Sentence("http-api.error-newer-store")),
    "no-library": Error(503, Sentence("http-api.error-no-library")),
    "no-service": Error(503, Sentence("http-api.error-no-service")),
    "store": Error(503, Sentence("http-api.error-store")),
}
_WITHOUT_ANSWER: Final = {
    "disconnected": Sentence("http-api.error-gone"),
    "gone": Sentence("http-api.error-gone"),
    "silent": Sentence("http-api.error-silent"),
}


def refusal_in_words(code: str) -> str:
    """Return why a request was refused in a short sentence; a code that is not known stays as it is."""
    error = ERRORS.get(code)
    return error.why if error is not None else _WITHOUT_ANSWER.get(code, code)

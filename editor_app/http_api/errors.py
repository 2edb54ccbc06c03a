"""The errors of the API: for each code its status, and in a short sentence why a request gets it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Error(NamedTuple):
    """The status of an answer that is an error, and in a sentence why a request gets it."""

    status: int
    why: str


ERRORS: Final[Mapping[str, Error]] = {
    "bad-cwd": Error(400, "The working folder cannot be used."),
    "bad-json": Error(400, "The body is not valid JSON."),
    "bad-path": Error(400, "The path of the address cannot be read."),
    "bad-query": Error(400, "A parameter of the address cannot be read."),
    "bad-request": Error(400, "A value of the request cannot be used."),
    "bad-session": Error(400, "The state of the run cannot be read."),
    "bad-template": Error(400, "The template that was sent cannot be used."),
    "cut-short": Error(400, "The request ended before it was whole."),
    "malformed": Error(400, "That was no valid HTTP request."),
    "missing-key": Error(400, "A key is missing in the body."),
    "needs-cwd": Error(400, "No working folder was given."),
    "unknown-key": Error(400, "The body has a key that is not known."),
    "wrong-type": Error(400, "A value in the body has the wrong type."),
    "token": Error(401, "The token is missing or wrong."),
    "cross-site": Error(403, "A page of another site asked."),
    "not-allowed": Error(403, "A link leads to a file that is not allowed."),
    "origin": Error(403, "A page in a browser asked."),
    "outside-workspaces": Error(403, "The folder lies outside of what is served."),
    "never-constructed": Error(404, "That conversation was never constructed."),
    "no-case": Error(404, "There is no case of that name."),
    "no-such-path": Error(404, "There is no such address."),
    "not-found": Error(404, "There is no such prompt or text."),
    "method-not-allowed": Error(405, "The address does not know this method."),
    "late-body": Error(408, "The body came too late."),
    "late-headers": Error(408, "The headers came too late."),
    "unsaved-elsewhere": Error(409, "A window has unsaved changes of it."),
    "changed": Error(412, "The template has changed since the program read it."),
    "too-large": Error(413, "The body is larger than 1 MB."),
    "unsupported-media-type": Error(415, "The body is not sent as JSON."),
    "host": Error(421, "Another address was asked for than the server has."),
    "text": Error(422, "The text cannot be stored."),
    "unreadable-file": Error(422, "The file cannot be read."),
    "unusable-cases": Error(422, "The saved cases have errors."),
    "unusable-prompt": Error(422, "The prompt has errors."),
    "unusable-template": Error(422, "The template has errors."),
    "unusable-triggers": Error(422, "The triggers have errors."),
    "long-headers": Error(431, "The headers are too long."),
    "fault": Error(500, "Foreword had a fault."),
    "busy-store": Error(503, "The store of conversations was busy."),
    "connections": Error(503, "Too many connections at once."),
    "conversation": Error(503, "The conversation cannot be read or changed."),
    "ending": Error(503, "The server was being stopped."),
    "file": Error(503, "A file of the library cannot be read or written."),
    "library-gone": Error(503, "The folder of the library is gone."),
    "library-still-there": Error(503, "The other library is still there."),
    "newer-store": Error(503, "A newer Foreword has written the store."),
    "no-library": Error(503, "The folder holds no prompt, template or system message."),
    "no-service": Error(503, "The server serves no library."),
    "store": Error(503, "The store of conversations cannot be read or written."),
}
_WITHOUT_ANSWER: Final = {
    "disconnected": "The program left before it had its answer.",
    "gone": "The program left before it had its answer.",
    "silent": "Nothing was sent in time.",
}


def refusal_in_words(code: str) -> str:
    """Return why a request was refused in a short sentence; a code that is not known stays as it is."""
    error = ERRORS.get(code)
    return error.why if error is not None else _WITHOUT_ANSWER.get(code, code)

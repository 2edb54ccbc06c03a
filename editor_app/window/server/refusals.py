"""Why a request was refused, in words; the log that programs read has a short code for each."""

from __future__ import annotations

from typing import Final

_SENTENCES: Final = {
    "bad-cwd": "The working folder cannot be used.",
    "bad-json": "The body is not valid JSON.",
    "bad-path": "The path of the address cannot be read.",
    "bad-query": "A parameter of the address cannot be read.",
    "bad-request": "A value of the request cannot be used.",
    "bad-session": "The state of the run cannot be read.",
    "bad-template": "The template that was sent cannot be used.",
    "busy-store": "The store of conversations was busy.",
    "changed": "The template has changed since the program read it.",
    "connections": "Too many connections at once.",
    "conversation": "The conversation cannot be read or changed.",
    "cross-site": "A page of another site asked.",
    "cut-short": "The request ended before it was whole.",
    "disconnected": "The program left before it had its answer.",
    "ending": "The server was being stopped.",
    "file": "A file of the library cannot be read or written.",
    "gone": "The program left before it had its answer.",
    "host": "Another address was asked for than the server has.",
    "late-body": "The body came too late.",
    "late-headers": "The headers came too late.",
    "library-gone": "The folder of the library is gone.",
    "library-still-there": "The other library is still there.",
    "long-headers": "The headers are too long.",
    "malformed": "That was no valid HTTP request.",
    "method-not-allowed": "The address does not know this method.",
    "missing-key": "A key is missing in the body.",
    "needs-cwd": "No working folder was given.",
    "never-constructed": "That conversation was never constructed.",
    "newer-store": "A newer Foreword has written the store.",
    "no-case": "There is no case of that name.",
    "no-service": "The server serves no library.",
    "no-library": "The folder holds no prompt, template or system message.",
    "no-such-path": "There is no such address.",
    "not-allowed": "A link leads to a file that is not allowed.",
    "not-found": "There is no such prompt or text.",
    "origin": "A page in a browser asked.",
    "outside-workspaces": "The folder lies outside of what is served.",
    "silent": "Nothing was sent in time.",
    "store": "The store of conversations cannot be read or written.",
    "text": "The text cannot be stored.",
    "token": "The token is missing or wrong.",
    "too-large": "The body is larger than 1 MB.",
    "unknown-key": "The body has a key that is not known.",
    "unreadable-file": "The file cannot be read.",
    "unsaved-elsewhere": "A window has unsaved changes of it.",
    "unsupported-media-type": "The body is not sent as JSON.",
    "unusable-cases": "The saved cases have errors.",
    "unusable-prompt": "The prompt has errors.",
    "unusable-template": "The template has errors.",
    "unusable-triggers": "The triggers have errors.",
    "wrong-type": "A value in the body has the wrong type.",
}


def refusal_in_words(code: str) -> str:
    """Return why a request was refused in a short sentence; a code that is not known stays as it is."""
    return _SENTENCES.get(code, code)

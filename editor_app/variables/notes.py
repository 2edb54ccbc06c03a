"""Why a variable has no value, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Cause(StrEnum):
    """The kinds of reasons why a variable is blank."""

    NOT_GIVEN = "not-given"
    NOT_DECLARED = "not-declared"
    EMPTY = "empty"
    NO_SUCH_FILE = "no-such-file"
    NOT_A_FILE = "not-a-file"
    NOT_TEXT = "not-text"
    TOO_LARGE = "too-large"
    UNREADABLE = "unreadable"
    NEEDS_GRANT = "needs-grant"
    NOT_TRUSTED = "not-trusted"
    GIT_FAILED = "git-failed"
    TIMED_OUT = "timed-out"
    FAILED = "failed"
    UNKNOWN_TYPE = "unknown-type"
    UNKNOWN_NAME = "unknown-name"


FAILED_CAUSES = frozenset(
    {
        *(Cause.NO_SUCH_FILE, Cause.NOT_A_FILE, Cause.NOT_TEXT, Cause.TOO_LARGE, Cause.UNREADABLE),
        *(Cause.NEEDS_GRANT, Cause.NOT_TRUSTED, Cause.GIT_FAILED, Cause.TIMED_OUT, Cause.FAILED),
    }
)
"""The causes where a value was looked up and the lookup failed."""

LACKING_CAUSES = frozenset({Cause.NOT_TRUSTED, Cause.NEEDS_GRANT})
"""The causes that the user can remove: by trust, or by allowing a file."""

UNKNOWN_EXISTENCE = FAILED_CAUSES - {Cause.NO_SUCH_FILE, Cause.NOT_A_FILE, Cause.GIT_FAILED}
"""The failures that leave open whether a value exists, so that a condition on it may be decided wrongly."""


def short_name(name: str, most: int = 60) -> str:
    """Return a name short enough for a sentence."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


@dataclass(frozen=True, slots=True)
class Note:
    """Why a variable does not exist: the kind of reason, and one sentence about it.

    `path` is the file that would have to be allowed: with NEEDS_GRANT, and with NOT_TRUSTED where trust alone
    would not do.
    """

    cause: Cause
    sentence: str
    path: Path | None = None

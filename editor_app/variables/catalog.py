"""The variables that a kind of file can use, and why one has no value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from editor_app.text import Sentence

LITERAL = "literal"  # `[literal:…]` is syntax, not a variable: in no catalog, never resolved


class Volatility(StrEnum):
    """How long a value stays the same; the first lasts longest."""

    CONSTANT = "constant"
    CONVERSATION = "conversation"
    DAY = "day"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """One variable, or with `dynamic` all names of one type.

    `example` shows what a value looks like (with `dynamic`, what a name looks
    like), `sample` is a value to try a template with, `supplied_by` says who
    gives the value when Foreword does not.
    """

    type: str
    name: str
    description: str
    volatility: Volatility
    dynamic: bool = False
    example: str = ""
    sample: str | None = None
    supplied_by: str | None = None

    @property
    def key(self) -> str:
        """The variable as a tag names it: `type:name`."""
        return f"{self.type}:{self.name}"


Catalog: TypeAlias = tuple[CatalogEntry, ...]


def _entry(key: str, description: str, volatility: Volatility, example: str) -> CatalogEntry:
    kind, _, name = key.partition(":")
    return CatalogEntry(kind, name, description, volatility, example=example)


TEMPLATE_CATALOG: Catalog = (
    _entry("system:time", Sentence("variables.now"), Volatility.TURN, "2025-01-31T14:02:05.123Z"),
    _entry("system:date", Sentence("variables.today"), Volatility.DAY, "2025-01-31"),
    _entry("system:os", Sentence("variables.operating-system"), Volatility.CONSTANT, "linux"),
    _entry("system:hostname", Sentence("variables.machine"), Volatility.CONSTANT, "atlas"),
    _entry("prompt:cwd", Sentence("variables.working-folder"), Volatility.CONVERSATION, "/home/ada/atlas"),
    _entry("prompt:model", Sentence("variables.model"), Volatility.CONVERSATION, "sonnet"),
    _entry("prompt:conversation_id", Sentence("variables.conversation"), Volatility.CONVERSATION, "conv-1"),
    _entry("git:branch", Sentence("variables.git-branch"), Volatility.TURN, "main"),
    _entry(
        "git:status",
        Sentence("variables.git-status"),
        Volatility.TURN,
        " M README.md",
    ),
    CatalogEntry(
        "file",
        "<path>",
        Sentence("variables.file-text"),
        Volatility.TURN,
        dynamic=True,
        example="AGENTS.md",
    ),
)


def entry_for(key: str, catalog: Catalog) -> CatalogEntry | None:
    """Return the entry for `type:name`: the variable's own or that of its dynamic type; None without one."""
    kind = key.partition(":")[0]
    for entry in catalog:
        if entry.key == key or (entry.dynamic and entry.type == kind):
            return entry
    return None


def types_of(catalog: Catalog) -> Mapping[str, None]:
    """Return the types in a catalog, each once, in its order."""
    return dict.fromkeys(entry.type for entry in catalog)


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

"""The two dialects, and what a tag can be."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Dialect(StrEnum):
    """How tags are spelled: `{{name}}` or `[type:name]`. A file's kind decides, never its text."""

    BRACES = "braces"
    BRACKETS = "brackets"


class TagKind(StrEnum):
    """What a tag does."""

    INSERT = "insert"
    IF = "if"
    ELSE = "else"
    END = "end"
    COMMENT = "comment"
    LITERAL = "literal"


class Token(NamedTuple):
    """What the spelling of one piece between texts says, wherever it stands.

    `kind` is None for a piece that is text after all. `name_at` is where
    `name` starts in the piece. `word` is what a closer says it closes, `text`
    what a literal renders. `unclosed` marks a comment that its line does not close.
    """

    kind: TagKind | None
    name: str = ""
    name_at: int = 0
    negated: bool = False
    word: str = ""
    text: str = ""
    unclosed: bool = False


TEXT = Token(None)

"""The two dialects, the kinds of tags, and the tokens of their spellings."""

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
    """What the spelling of a piece means, wherever in the source it is.

    `kind` is None for a piece that is text after all. `name_at` is where `name`
    starts in the piece, `text` what a literal renders. `letter` is what it does to
    the tree: "i" and "u" open a condition, the second a negated one, "e" divides it,
    "x" and "y" (`/unless`) close it, "c" is a comment, "?" one that its line does not
    close, "" nothing. Before `decide_lone_tags`, "~" is a tag cut before its last brace, and
    a capital letter a tag that may turn out to be alone on its line.
    """

    kind: TagKind | None
    letter: str = ""
    name: str = ""
    name_at: int = 0
    negated: bool = False
    text: str = ""

    @property
    def word(self) -> str:
        """The word of an opener or closer: "if" or "unless"."""
        return "unless" if self.letter in ("u", "y", "U", "Y") else "if"


TEXT = Token(None)

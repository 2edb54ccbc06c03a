"""The rows of the messages panel as values."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.chats.checks import ROLES
from editor_app.window.kit.rows.row_style import Counts
from editor_app.window.kit.words.plain_text import one_line

NO_ROLE: Final = "no role"
NOT_SENT: Final = "not sent"
NO_TEXT: Final = "no text"
_ESTIMATE: Final = "≈ "
_USER, _ASSISTANT = ROLES[0], ROLES[1]


class MessageRow(NamedTuple):
    """A message of the chat.

    `number` is that of its file. `role` is as it is written, None where there is none. `words` are the first
    of its text, `text` is all of it, which the filter searches. `tokens` is a number as it is shown, such as
    "≈ 268". `problems` are sentences about what `counts` counts.
    """

    path: Path
    number: str
    role: str | None
    words: str
    tokens: str
    counts: Counts = Counts()
    is_unsaved: bool = False
    is_sent: bool = True
    text: str = ""
    problems: tuple[str, ...] = ()

    @property
    def role_in_words(self) -> str:
        """The role as it is written, or that there is none."""
        return self.role or NO_ROLE

    @property
    def has_known_role(self) -> bool:
        """Whether the role is one that a message can have."""
        return self.role in ROLES

    @property
    def tooltip(self) -> str:
        """The whole row as a tooltip of a few lines."""
        about = ", ".join(
            word for word in (self.role_in_words, *self._facts(), self.counts.in_words()) if word
        )
        lines = (f"{self.number}  {one_line(about)}", self.words or NO_TEXT, *self.problems)
        return "\n".join(lines)

    def in_words(self) -> str:
        """Return the row as a screen reader says it."""
        role = (
            self.role_in_words
            if self.has_known_role or self.role is None
            else f"‘{self.role}’, no known role"
        )
        words = (
            f"message {self.number}",
            role,
            *self._facts(),
            self.counts.in_words(),
            self.words or NO_TEXT,
        )
        return one_line(", ".join(word for word in words if word))

    def _facts(self) -> tuple[str, ...]:
        tokens = self.tokens.removeprefix(_ESTIMATE)
        return (
            f"{tokens} token{'' if tokens == '1' else 's'}" if tokens else "",
            "" if self.is_sent else NOT_SENT,
            "unsaved" if self.is_unsaved else "",
        )


def matching_messages(rows: Sequence[MessageRow], words: str) -> tuple[MessageRow, ...]:
    """Return the rows that have every one of `words` in their role or text."""
    wanted = words.casefold().split()
    return tuple(row for row in rows if _has_all(row, wanted)) if wanted else tuple(rows)


def following_role(row: MessageRow | None) -> str:
    """Return the role that a message after this one usually has; None is before the first."""
    return _ASSISTANT if row is not None and row.role == _USER else _USER


def roles_from(first: str) -> tuple[str, ...]:
    """Return all roles, one of them first."""
    return (first, *(role for role in ROLES if role != first))


def place_of_gap(index: int, gap: int) -> int | None:
    """Return the place that the row at `index` has once it is moved between others; None where it stays.

    `gap` is the number of rows above the line it is dropped on.
    """
    return None if gap in (index, index + 1) else gap if gap < index else gap - 1


def _has_all(row: MessageRow, wanted: Sequence[str]) -> bool:
    role, text = row.role_in_words.casefold(), (row.text or row.words).casefold()
    return all(word in role or word in text for word in wanted)

"""What the panels of a chat show of its messages, as values."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.chats.chat import Message
from editor_app.chats.header_table import ROLES
from editor_app.chats.reading import MessageText
from editor_app.text import Diagnostic, Sentence, Severity, listed
from editor_app.text.message_parts import message_number
from editor_app.text.tokens import TokenCount, count_or_estimate
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.plain_text import counted_tokens, one_line, tokens_in_words

MOST_WORDS: Final = 200
"""So many characters of a message's text are its first words."""

NO_ROLE: Final = Sentence("window-chat.no-role")
UNSAVED: Final = Sentence("window-chat.unsaved")
NO_TEXT: Final = Sentence("window-chat.no-text")
_USER, _ASSISTANT = ROLES[0], ROLES[1]
_MOST_PROBLEMS: Final = 5


class MessageRow(NamedTuple):
    """A message of the chat: what its file says, its problems, and how many tokens it has."""

    path: Path
    message: Message | MessageText
    diagnostics: Sequence[Diagnostic] = ()
    is_unsaved: bool = False
    tokens: TokenCount | None = None

    @property
    def tokens_in_words(self) -> str:
        """The number of tokens as its row shows it, such as "≈ 268"."""
        tokens = self.tokens
        return tokens_in_words(tokens.count, is_estimate=tokens.is_estimate) if tokens is not None else ""

    @property
    def number(self) -> str:
        """The number of the file, or its name where that is no number."""
        number = message_number(self.path.name)
        return self.path.stem if number is None else str(number)

    @property
    def role(self) -> str | None:
        """The role as it is written, None where there is none."""
        return self.message.role

    @property
    def text(self) -> str:
        """All of its text, which the filter searches."""
        return self.message.content

    @property
    def words(self) -> str:
        """The first words of its text."""
        return first_words(self.message.content)

    @property
    def counts(self) -> Counts:
        """How many problems of each severity it has."""
        return Counts(*map([problem.severity for problem in self.diagnostics].count, Severity))

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
        about = Sentence("window-chat.row-tooltip", number=self.number, facts=self._facts(self.role_in_words))
        worst_first = sorted(self.diagnostics, key=lambda problem: problem.severity.rank)
        problems = (problem.message for problem in worst_first[:_MOST_PROBLEMS])
        return "\n".join((one_line(about), self.words or NO_TEXT, *problems))

    def in_words(self) -> str:
        """Return the row as a screen reader says it."""
        role = self.role_in_words
        if self.role is not None and not self.has_known_role:
            role = Sentence("window-chat.unknown-role", role=self.role)
        facts = listed((self._facts(role), self.words or NO_TEXT))
        return one_line(Sentence("window-chat.row", number=self.number, facts=facts))

    def matches(self, words: str) -> bool:
        """Whether every one of `words` is in the role or in the text."""
        text = f"{self.role_in_words}\n{self.text}".casefold()
        return all(word in text for word in words.casefold().split())

    def _facts(self, role: str) -> str:
        tokens = self.tokens
        count = counted_tokens(tokens.count, is_estimate=False) if tokens is not None else ""
        return listed((role, count, UNSAVED if self.is_unsaved else "", self.counts.in_words()))


def tokens_of(message: Message | MessageText, model: str | None = None) -> TokenCount:
    """Return how many tokens a message's text is for a model."""
    return count_or_estimate(message.content.strip("\n"), model)


def first_words(content: str) -> str:
    """Return the first line of a text that is not blank, shortened."""
    start = content.lstrip()[: MOST_WORDS + 1].partition("\n")[0].rstrip()
    return start if len(start) <= MOST_WORDS else f"{start[: MOST_WORDS - 1].rstrip()}…"


def following_role(row: MessageRow | None) -> str:
    """Return the role that a message after this one usually has; None is before the first."""
    return _ASSISTANT if row is not None and row.role == _USER else _USER


def place_of_gap(index: int, gap: int) -> int | None:
    """Return the place that the row at `index` has once it is moved between others; None where it stays.

    `gap` is the number of rows above the line it is dropped on.
    """
    return None if gap in (index, index + 1) else gap if gap < index else gap - 1

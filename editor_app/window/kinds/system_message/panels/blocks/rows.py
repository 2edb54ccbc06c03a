"""The rows of the blocks panel as values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from editor_app.system_messages.model.entities import BlockPath, path_label
from editor_app.system_messages.resolution.outcome import BlockState
from editor_app.window.kit.rows.row_style import Counts
from editor_app.window.kit.words.plain_text import one_line

TONES: Final = {
    "wins": "accent",
    "outranked": "neutral",
    "open": "neutral",
    "out": "neutral",
    "muted": "neutral",
}
"""The badges and their tones."""

_STATES: Final = {
    BlockState.ACTIVE: "sent",
    BlockState.OPEN: "sent, left open",
    BlockState.INACTIVE: "not sent",
}


class BlockRow(NamedTuple):
    """A block of the system message and its outcome.

    `number` is its index among all blocks. `badge` is one of `TONES` or "". `rank` is its rank in a contest
    that priorities decide, such as "2nd". `sentences` say why it is sent or not and how its contest ended.
    `text` is its content.
    """

    number: int
    path: BlockPath
    id: str
    type: str
    priority: str = ""
    state: BlockState = BlockState.ACTIVE
    badge: str = ""
    rank: str = ""
    sentences: tuple[str, ...] = ()
    counts: Counts = Counts()
    muted: bool = False
    children: int = 0
    text: str = ""

    @property
    def depth(self) -> int:
        """How many blocks contain this one: 0 at the top level."""
        return len(self.path) - 1

    @property
    def name(self) -> str:
        """The block's id, or its path where it has none."""
        return self.id or path_label(self.path)

    @property
    def is_in(self) -> bool:
        """Whether the block is sent."""
        return self.state is not BlockState.INACTIVE

    @property
    def tooltip(self) -> str:
        """The whole row as a tooltip of a few lines."""
        about = [
            self.type,
            f"priority {self.priority}" if self.priority else "",
            self.rank,
            self.counts.in_words(),
        ]
        lines = (self.name, ", ".join(word for word in about if word), *self.sentences)
        return "\n".join(line for line in lines if line)

    def in_words(self) -> str:
        """Return the row as a screen reader says it."""
        words = (
            self.name,
            self.type,
            f"priority {self.priority}" if self.priority else "no priority",
            "muted" if self.muted else _STATES[self.state],
            self.badge if self.badge in {"wins", "outranked"} else "",
            f"{self.rank} of its type" if self.rank else "",
            self.counts.in_words(),
        )
        return one_line(", ".join(word for word in words if word))


def matching_blocks(rows: Sequence[BlockRow], words: str) -> tuple[BlockRow, ...]:
    """Return the rows that have every one of `words` in id, type or text, and the rows that contain them."""
    wanted = words.casefold().split()
    kept: set[BlockPath] = set()
    for row in rows:
        if _has_all(row, wanted):
            kept.update(row.path[:length] for length in range(len(row.path), 0, -1))
    return tuple(row for row in rows if row.path in kept)


def muted_in_words(rows: Iterable[BlockRow]) -> str:
    """Return the sentence about the muted blocks, "" if there are none."""
    number = sum(row.muted for row in rows)
    return f"{number} muted, in this view only" if number else ""


def _has_all(row: BlockRow, wanted: Iterable[str]) -> bool:
    text = f"{row.id}\n{row.type}\n{row.text}".casefold()
    return all(word in text for word in wanted)

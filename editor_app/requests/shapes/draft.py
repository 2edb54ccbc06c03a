"""What the four shapes are written from, and what they give."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from editor_app.requests.parts import Body, CacheMarks, Place, ToolMessage


class DraftBlock(NamedTuple):
    """A block of the system text, and whether it is marked."""

    text: str
    is_marked: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """A request before it has a shape.

    `leading` are the system messages that the chat begins with, `takes_breakpoints` says whether the model
    reads marks in an OpenAI body.
    """

    system: tuple[DraftBlock, ...]
    leading: tuple[ToolMessage, ...]
    messages: tuple[ToolMessage, ...]
    model: str | None
    max_tokens: int | None
    cache: CacheMarks
    takes_breakpoints: bool = False

    @property
    def system_text(self) -> str:
        """The whole system text, as it was made."""
        return "".join(block.text for block in self.system)


class WrittenBody(NamedTuple):
    """A body, and the places of its texts: of system blocks, leading system messages and messages, in order.

    `last_mark` is the place of the last text with a cache mark, None where the body has none.
    """

    body: Body
    places: list[Place]
    last_mark: Place | None = None


class Entries(NamedTuple):
    """The entries of a conversation that a message becomes, and the places of its texts within them.

    The texts are those of the message's answers, then its `texts`.
    """

    entries: list[dict[str, Any]]
    places: list[Place]


WriteMessage: TypeAlias = Callable[[ToolMessage], Entries]


def plain_entry(message: ToolMessage) -> Entries:
    """Return a message of one text as three of the four shapes write it."""
    return Entries([{"role": message.role, "content": message.content}], [(0, "content")])


def conversation(
    messages: Iterable[ToolMessage], write_message: WriteMessage, key: str, first: int = 0
) -> Entries:
    """Return the entries of messages in a row, and the places of their texts in the body.

    `key` is that of the list of entries, `first` how many entries stand before these.
    """
    entries: list[dict[str, Any]] = []
    places: list[Place] = []
    for message in messages:
        made = write_message(message)
        start = first + len(entries)
        places += [(key, start + int(place[0]), *place[1:]) for place in made.places]
        entries += made.entries
    return Entries(entries, places)

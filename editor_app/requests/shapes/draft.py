"""What the four shapes are written from, and what they give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from editor_app.requests.parts import Body, CacheMarks, Place


class DraftBlock(NamedTuple):
    """A block of the system text, and whether it is marked."""

    text: str
    is_marked: bool


class DraftMessage(NamedTuple):
    """A message as it is sent."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A request before it has a shape.

    `leading` are the system messages that the chat begins with, `takes_breakpoints` says whether the model
    reads marks in an OpenAI body.
    """

    system: tuple[DraftBlock, ...]
    leading: tuple[DraftMessage, ...]
    messages: tuple[DraftMessage, ...]
    model: str | None
    max_tokens: int | None
    cache: CacheMarks
    takes_breakpoints: bool = False

    @property
    def system_text(self) -> str:
        """The whole system text, as it was made."""
        return "".join(block.text for block in self.system)


class Written(NamedTuple):
    """A body, and the places of its texts: of system blocks, leading system messages and messages, in order.

    `last_mark` is the place of the last text with a cache mark, None where the body has none.
    """

    body: Body
    places: list[Place]
    last_mark: Place | None = None


def role_messages(messages: tuple[DraftMessage, ...]) -> list[dict[str, Any]]:
    """Return messages as three of the four shapes write them."""
    return [{"role": role, "content": text} for role, text in messages]

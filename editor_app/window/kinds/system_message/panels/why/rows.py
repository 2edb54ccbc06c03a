"""What the panel shows: sentences, cut where something stands strong or leads to another block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class WhyPart(NamedTuple):
    """A part of a sentence; `block` is the index of the block that it leads to."""

    text: str
    strong: bool = False
    block: int | None = None


@dataclass(frozen=True, slots=True)
class WhyRow:
    """A sentence with its icon, in the colour of a role; the kind in words is for those who see no icon."""

    icon: str
    role: str
    kind: str
    parts: tuple[WhyPart, ...]

    @property
    def text(self) -> str:
        """The whole sentence."""
        return "".join(part.text for part in self.parts)

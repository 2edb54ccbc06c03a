"""The rows of the Why panel as values: sentences in parts, some of them strong or links to other blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class WhyPart(NamedTuple):
    """A part of a sentence; `block` is the index of the block it links to, None without a link."""

    text: str
    strong: bool = False
    block: int | None = None


@dataclass(frozen=True, slots=True)
class WhyRow:
    """A sentence with its icon and the icon's colour role; `kind` names the icon for screen readers."""

    icon: str
    role: str
    kind: str
    parts: tuple[WhyPart, ...]

    @property
    def text(self) -> str:
        """The whole sentence as plain text."""
        return "".join(part.text for part in self.parts)

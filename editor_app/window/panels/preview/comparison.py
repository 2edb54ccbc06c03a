"""What the text can be compared with, as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comparison:
    """Something to compare with: "the default", "the last save", "case ‘b’".

    `text` makes what the model would get then, None if it would get nothing; it is asked only when shown.
    """

    label: str
    text: Callable[[], str | None]

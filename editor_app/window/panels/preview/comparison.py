"""The texts that the preview can be compared with, as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comparison:
    """A text to compare with, such as "the default", "the last save", "case ‘b’".

    `text` returns what the model would get then, None if nothing; it is called only when the comparison is
    shown.
    """

    label: str
    text: Callable[[], str | None]

"""What can be written at a place of a text, as data."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.text.spans import Span


class Completion(NamedTuple):
    """A text that can stand in place of `span`, which is what was typed of it; `detail` says what it is.

    With `is_open`, any other text could stand there as well.
    """

    text: str
    span: Span
    detail: str = ""
    is_open: bool = False

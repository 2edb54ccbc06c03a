"""Which way a line of text runs: that of its first letter that stands in no tag."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextLayout

_TAG: Final = re.compile(r"\{\{[^{}]*\}\}|\[[^\[\]]*\]")
_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_MOST_LOOKED_AT: Final = 2_000  # characters; a line that long has had a letter


def runs_right_to_left(line: str) -> bool:
    """Whether a line runs from right to left; a tag says nothing of the text round it."""
    if line.isascii() or _RIGHT_TO_LEFT.search(line) is None:
        return False
    text = _TAG.sub("", line[:_MOST_LOOKED_AT])
    return next((bool(_RIGHT_TO_LEFT.match(sign)) for sign in text if sign.isalpha()), True)


def align_by_direction(layout: QTextLayout, line: str, *, has_edge: bool = True) -> bool:
    """Let a line of text run its own way, from that edge where there is one.

    Return whether that is another way than Qt's; what is laid out already has to be laid out again then.
    """
    if not runs_right_to_left(line):
        return False
    option = layout.textOption()
    option.setTextDirection(Qt.LayoutDirection.RightToLeft)
    if has_edge:
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
    layout.setTextOption(option)
    return True

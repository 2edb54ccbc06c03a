"""The sizes, fonts and colours of the conversation, those of the code editor among them."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QTextCharFormat, QTextOption

from editor_app.window.editor.painting.code_font import zoomed_code
from editor_app.window.editor.painting.gutter import gutter_width
from editor_app.window.editor.painting.role_formats import code_format
from editor_app.window.style.row_style import RowStyle
from editor_app.window.style.theme import Theme

TEXT_LEFT = 2
"""The distance of the text from the gutter, as in the code editor."""


class ConversationLook:
    """How messages look in a theme, at a zoom, in a view of a width."""

    def __init__(self, theme: Theme, zoom: int, width: int) -> None:
        """Take the fonts once: messages are laid out and painted often."""
        self.theme = theme
        self.zoom = zoom
        self.width = width
        self.rows = RowStyle(theme)
        self.code = zoomed_code(theme, zoom)
        self.metrics = QFontMetricsF(self.code.font)
        self.heading = theme.px(32)
        self.padding = theme.px(8)
        self.below = theme.px(16)
        self.right = theme.px(16)
        self.option = QTextOption(Qt.AlignmentFlag.AlignLeading)
        self.option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.option.setTabStopDistance(4 * QFontMetrics(self.code.font).horizontalAdvance(" "))
        self._formats: dict[str, QTextCharFormat] = {}

    @cached_property
    def numbers_right(self) -> int:
        """Where the numbers of messages end: above the line numbers of a short message."""
        return self.text_left(1) - self.theme.px(30) - TEXT_LEFT

    def text_left(self, lines: int) -> int:
        """Return where the text of a message of so many lines begins."""
        return gutter_width(self.theme, self.metrics, lines) + TEXT_LEFT

    def text_width(self, lines: int) -> int:
        """Return the width at which the text of a message of so many lines is broken."""
        return max(self.width - self.text_left(lines) - self.right, 40)

    def columns(self, lines: int) -> int:
        """Return how many characters fit into a row of such a message."""
        return max(1, int(self.text_width(lines) / max(self.metrics.horizontalAdvance("0"), 1.0)))

    def format(self, role: str) -> QTextCharFormat:
        """Return the format of a role of the text."""
        made = self._formats.get(role)
        if made is None:
            made = self._formats[role] = code_format(role, self.theme)
        return made

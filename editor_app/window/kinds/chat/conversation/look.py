"""The sizes, fonts and colours of the conversation, those of the code editor among them."""

from __future__ import annotations

from functools import cache, partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QTextOption

from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.painting.chips import Chips
from editor_app.window.text.painting.code_font import code_format, zoomed_code
from editor_app.window.text.painting.gutter import gutter_width

TEXT_LEFT = 2
"""The distance of the text from the gutter, as in the code editor."""
_RIGHT_OF_NUMBERS = 30  # in the gutter
_LEAST_WIDTH = 40


class ConversationLook:
    """How messages look in a theme, at a zoom, in a view of a width."""

    def __init__(self, zoom: int, width: int, lines: int = 1) -> None:
        """Take the fonts once, and make room for the numbers of the message with the most lines."""
        theme = self.theme = current_theme()
        self.zoom = zoom
        self.width = width
        self.rows = row_style()
        self.code = zoomed_code(theme, zoom)
        self.metrics = QFontMetricsF(self.code.font)
        self.heading = theme.px(32)
        self.padding = theme.px(8)
        self.below = theme.px(16)
        self.right = theme.px(16)
        self.option = QTextOption(Qt.AlignmentFlag.AlignLeading)
        self.option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.option.setTabStopDistance(4 * QFontMetrics(self.code.font).horizontalAdvance(" "))
        self.lines = lines
        self.text_left = gutter_width(theme, self.metrics, lines) + TEXT_LEFT
        self.numbers_right = self.text_left - theme.px(_RIGHT_OF_NUMBERS) - TEXT_LEFT
        self.text_width = max(width - self.text_left - self.right, _LEAST_WIDTH)
        self.columns = max(1, int(self.text_width / max(self.metrics.horizontalAdvance("0"), 1.0)))
        self.chips = Chips(theme, self.code.font)
        self.format = cache(partial(code_format, theme=theme))
        """Returns the format of a role of the text."""

    def has_room_for(self, lines: int) -> bool:
        """Whether the gutter is wide enough for the numbers of so many lines, and not too wide."""
        return gutter_width(self.theme, self.metrics, lines) + TEXT_LEFT == self.text_left

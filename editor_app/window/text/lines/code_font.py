"""The font of the code editor at a zoom, and the height of its lines."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QFont, QFontMetricsF

from editor_app.window.kit.theme.theme import SMALLEST, Theme

LARGEST = 40


class CodeFont(NamedTuple):
    """A font with the height of its lines."""

    font: QFont
    line_height: int

    @property
    def lift(self) -> float:
        """How many pixels below the top of a line its text begins."""
        return lift_of(self.line_height, self.font)


def zoomed_code(theme: Theme, zoom: int) -> CodeFont:
    """Return the theme's code font, `zoom` pixels larger than usual."""
    font = theme.font("code")
    natural = font.pixelSize()
    font.setPixelSize(min(max(natural + zoom, SMALLEST), LARGEST))
    return CodeFont(font, round(theme.line_height("code") * font.pixelSize() / natural))


def lift_of(line_height: int, font: QFont) -> float:
    """Return how many pixels below the top of a line the text of `font` begins, in the middle of it."""
    return float(max(1, (line_height - round(QFontMetricsF(font).height())) // 2))

"""The font of code at a zoom, and the text formats of colour roles."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtGui import QFont, QFontMetricsF, QTextCharFormat

from editor_app.window.kit.theme.theme import SMALLEST, Theme

LARGEST: Final = 40


class CodeFont(NamedTuple):
    """A font with the height of its lines, and how many pixels below the top of one its text begins."""

    font: QFont
    line_height: int
    lift: float


def zoomed_code(theme: Theme, zoom: int) -> CodeFont:
    """Return the theme's code font, `zoom` pixels larger than usual."""
    font = theme.font("code")
    natural = font.pixelSize()
    font.setPixelSize(min(max(natural + zoom, SMALLEST), LARGEST))
    height = round(theme.line_height("code") * font.pixelSize() / natural)
    return CodeFont(font, height, float(max(1, (height - round(QFontMetricsF(font).height())) // 2)))


def code_format(role: str, theme: Theme) -> QTextCharFormat:
    """Return the format of a role: a colour of the theme, or bold or italic type."""
    result = QTextCharFormat()
    if role == "strong":
        result.setFontWeight(QFont.Weight.Bold)
    elif role == "emphasis":
        result.setFontItalic(True)
    else:
        result.setForeground(theme.color(role))
    return result

"""The text formats of colour roles."""

from __future__ import annotations

from PySide6.QtGui import QFont, QTextCharFormat

from editor_app.window.kit.theme.theme import Theme


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

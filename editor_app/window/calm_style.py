"""Fusion, with the letters that Alt reaches underlined only while Alt is held."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle, QStyleHintReturn, QStyleOption, QWidget


class CalmStyle(QProxyStyle):
    """The same base on every platform; a style sheet changes it fully."""

    def __init__(self) -> None:
        """Stand on Fusion."""
        super().__init__("Fusion")
        self.underlines = False

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        answer: QStyleHintReturn | None = None,
    ) -> int:
        """Return Fusion's habits but for the underlines."""
        if hint == QStyle.StyleHint.SH_UnderlineShortcut:
            return int(self.underlines)
        return super().styleHint(hint, option, widget, answer)


def calm_style(app: QApplication) -> CalmStyle:
    """Return the application's style, put on it the first time."""
    style = app.findChild(CalmStyle)
    if style is None:
        style = CalmStyle()
        app.setStyle(style)
    return style

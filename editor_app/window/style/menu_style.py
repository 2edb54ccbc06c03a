"""Menus in which the letters that Alt reaches are underlined only while Alt is held.

These are the menu bar, the menus made with `round_menu`, and those of fields, by `show_standard_menu`.
The menu that Qt makes for a label whose text can be selected is left as it is. No button has such a letter.
"""

from __future__ import annotations

from typing import Final, cast

from PySide6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)

STYLE: Final = "Fusion"  # the same base on every platform; a style sheet changes it fully


class MenuStyle(QProxyStyle):
    """The style of menus alone: Qt asks a style thousands of things for each window, in Python here."""

    def __init__(self) -> None:
        """Begin without underlines."""
        super().__init__(STYLE)
        self.underlines = False

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        answer: QStyleHintReturn | None = None,
    ) -> int:
        """Return the base's habits but for the underlines."""
        if hint == QStyle.StyleHint.SH_UnderlineShortcut:
            return int(self.underlines)
        return super().styleHint(hint, option, widget, answer)


def menu_style() -> MenuStyle:
    """Return the style of all menus; the first time the application gets its own."""
    app = cast("QApplication", QApplication.instance())
    style = app.findChild(MenuStyle)
    if style is None:
        app.setStyle(STYLE)
        style = MenuStyle()
        style.setParent(app)
    return style

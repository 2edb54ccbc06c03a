"""Menus whose mnemonics are underlined only while Alt is held.

These are the menu bar, the menus made with `round_menu`, and those of fields, by `show_standard_menu`. The
menu that Qt makes for a label with selectable text is not changed. No button has a mnemonic.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import (
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)

from editor_app.window.kit.application import application

STYLE: Final = "Fusion"  # the same base style on every platform; the style sheet replaces its look


class MenuStyle(QProxyStyle):
    """The style of menus only: Qt calls a style thousands of times a window, and this one is in Python."""

    def __init__(self) -> None:
        """Start without underlines."""
        super().__init__(STYLE)
        self.underlines = False

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        answer: QStyleHintReturn | None = None,
    ) -> int:
        """Return the base style's hint, except for the underlines."""
        if hint == QStyle.StyleHint.SH_UnderlineShortcut:
            return int(self.underlines)
        return super().styleHint(hint, option, widget, answer)


def menu_style() -> MenuStyle:
    """Return the style of all menus; the first call sets the application's style too."""
    app = application()
    style = app.findChild(MenuStyle)
    if style is None:
        app.setStyle(STYLE)
        style = MenuStyle()
        style.setParent(app)
    return style

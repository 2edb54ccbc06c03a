"""A button of the bar: a variable's name in the tags' colour; its value is in the tooltip."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QToolButton, QWidget

from editor_app.text import Sentence, listed
from editor_app.window.kit.focus.panel_keys import MENU_KEYS, PanelKey
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import plain_tooltip, repolish
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.variables.button_specs import CONDITIONS, ButtonKind, ButtonSpec

VARIABLES_MENU: Final = PanelKey(
    Sentence("window-variables.variables"), Sentence("window-variables.open-menu"), MENU_KEYS
)
KEYS: Final = (VARIABLES_MENU,)

_ICONS: Final = {ButtonKind.DECLARE: "plus", ButtonKind.FILE: "file-plus-2"}
_LOOKS: Final = {ButtonKind.INSERT: "pill", **dict.fromkeys(CONDITIONS, "condition")}


class Pill(QToolButton):
    """A variable button; right click and Alt+Down ask for its menu."""

    menu_requested = Signal()

    def __init__(self, spec: ButtonSpec, parent: QWidget) -> None:
        """Show `spec`."""
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.show_spec(spec)

    def show_spec(self, spec: ButtonSpec) -> None:
        """Show another `spec`."""
        self.spec = spec
        self.setText(spec.text.replace("&", "&&"))
        name = spec.key if spec.kind is ButtonKind.INSERT and spec.key != spec.text else ""
        absent = "" if spec.exists else Sentence("window-variables.does-not-exist")
        about = spec.tooltip or spec.value or absent
        self.setToolTip(plain_tooltip("\n".join(filter(None, (name, about)))))
        words: str = spec.text.rstrip("….")
        if spec.kind is ButtonKind.INSERT:
            insert = Sentence("window-variables.insert-one", name=spec.key or spec.text)
            words = listed((insert, one_line(spec.value) or absent))
        self.setAccessibleName(words)
        self.setAccessibleDescription(one_line(spec.tooltip))
        look = _LOOKS.get(spec.kind, "framed") if spec.exists else "absent"
        if look != self.property("look"):
            self.setProperty("look", look)
            repolish(self)
        if spec.kind in _ICONS:
            with_icon(self, _ICONS[spec.kind], size=14)
        self.show_words(shown=True)

    def show_words(self, *, shown: bool) -> None:
        """Show the words of a button that has an icon, or only the icon."""
        styles = Qt.ToolButtonStyle
        has_icon = self.spec.kind in _ICONS
        beside = styles.ToolButtonTextBesideIcon if shown else styles.ToolButtonIconOnly
        self.setToolButtonStyle(beside if has_icon else styles.ToolButtonTextOnly)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the menu on Alt+Down and the menu key, click on Enter."""
        if VARIABLES_MENU.is_pressed(event) or event.key() == Qt.Key.Key_Menu:
            self.menu_requested.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, _event: QContextMenuEvent) -> None:
        """Open the menu."""
        self.menu_requested.emit()

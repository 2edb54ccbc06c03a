"""The button for the header of the page of a run, with the menu of what can be done with the run."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.theme.current import on_theme
from editor_app.window.kit.theme.icons import icon, icon_size


class PageTools(QWidget):
    """A button with a menu; `menu_requested` has the empty menu, to be filled before it is shown."""

    menu_requested = Signal(QMenu)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the button."""
        super().__init__(parent)
        self.more = QToolButton(self)
        self.more.setProperty("look", "icon")
        self.more.setAccessibleName("More about the run")
        self.more.setToolTip("More")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.more)
        self.menu = round_menu(QMenu(self.more))
        self.menu.aboutToShow.connect(self._fill)
        self.more.setMenu(self.menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        on_theme(self, self._restyle)

    def _restyle(self) -> None:
        self.more.setIcon(icon("ellipsis", "soft"))
        self.more.setIconSize(icon_size())

    def _fill(self) -> None:
        self.menu.clear()
        self.menu_requested.emit(self.menu)

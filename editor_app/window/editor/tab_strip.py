"""The row of the tabs: the tab bar, a button for the list of all tabs, and the switch of views."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from editor_app.window.editor.stand_in import ViewTitle
from editor_app.window.editor.tab_bar import DocumentTabBar
from editor_app.window.style.icons import icon, icon_size
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.segmented import SegmentedSwitch

_ROOM_FOR_TABS = 200


class TabStrip(QWidget):
    """The tab bar, then a button for the list of all tabs if they do not fit, then the switch of views."""

    view_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Begin without tabs."""
        super().__init__(parent)
        self.bar = DocumentTabBar(theme, self)
        self.list_button = QToolButton(self)
        self.list_button.setProperty("look", "icon")
        self.list_button.setAccessibleName("All open files")
        self.list_button.setToolTip("All open files")
        self.list_button.hide()
        self.bar.overflow_changed.connect(self.list_button.setVisible)
        self._switches: dict[tuple[ViewTitle, ...], SegmentedSwitch] = {}
        self.views: SegmentedSwitch | None = None
        self.row = QHBoxLayout(self)
        self.row.setSpacing(0)
        self.row.addWidget(self.bar, 1)
        self.row.addWidget(self.list_button)
        self.apply_theme(theme)

    def show_views(self, views: tuple[ViewTitle, ...], current: str) -> None:
        """Offer the views of the document in front, of which `current` is shown; none for ()."""
        for offered, switch in self._switches.items():
            switch.setVisible(offered == views)
        if views:
            self.views = self._switches.get(views) or self._make_switch(views)
            self.views.choose(current)
        self._fit()

    def _make_switch(self, views: tuple[ViewTitle, ...]) -> SegmentedSwitch:
        switch = SegmentedSwitch("View", views, self._theme, self)
        switch.chosen.connect(self.view_chosen)
        self._switches[views] = switch
        self.row.addWidget(switch)
        switch.show()
        return switch

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for the tabs."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        views = self.views
        if views is not None:
            views.fold(self.width() < views.full_width + self._theme.px(_ROOM_FOR_TABS))
        is_offered = views is not None and views.isVisibleTo(self)
        self.row.setContentsMargins(0, 0, self._theme.px(8) if is_offered else 0, 0)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of `theme`."""
        self._theme = theme
        self.bar.apply_theme(theme)
        for switch in self._switches.values():
            switch.apply_theme(theme)
        self.list_button.setIcon(icon("chevron-down", theme, "soft"))
        self.list_button.setIconSize(icon_size(theme))
        self.setFixedHeight(self.bar.height())
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the strip where there are no tabs."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("bg"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("line"))
        painter.end()

"""The row of the tabs: the tab bar, a button for the list of all tabs, and the switch of views.

And which documents share a tab, and what stands under the text of the one in front.
"""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QToolButton, QWidget

from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import row
from editor_app.window.kit.theme.current import current_theme, on_theme, sized
from editor_app.window.kit.theme.icons import paint_dot, with_icon
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.stand_in import ViewTitle
from editor_app.window.text.tab_bar import HEIGHT, DocumentTabBar

_ROOM_FOR_TABS = 200
_DOT = 6


class TabStrip(Ground):
    """The tab bar, then a button for the list of all tabs if they do not fit, then the switch of views."""

    view_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        """Begin without tabs."""
        super().__init__(parent, ground="bg", line_below=True)
        self.bar = DocumentTabBar(self)
        self.list_button = _AllFilesButton(self)
        self.list_button.hide()
        self.bar.overflow_changed.connect(self.list_button.setVisible)
        self.bar.currentChanged.connect(self.show_unsaved)
        self._switches: dict[tuple[ViewTitle, ...], SegmentedSwitch] = {}
        self.views: SegmentedSwitch | None = None
        self.row = row(sized(self, height=HEIGHT), (self.bar, 1), self.list_button)
        on_theme(self, self._fit)

    def show_unsaved(self, _index: int = 0) -> None:
        """Let the button of all tabs have the dot where an unsaved one is scrolled away."""
        self.list_button.show_dot(shown=self.bar.has_unsaved_out_of_sight)

    def show_views(self, views: tuple[ViewTitle, ...], current: str) -> None:
        """Offer the views of the document in front, of which `current` is shown; none for ()."""
        for offered, switch in self._switches.items():
            switch.setVisible(offered == views)
        if views:
            self.views = self._switches.get(views) or self._make_switch(views)
            self.views.choose(current)
        self._fit()

    def _make_switch(self, views: tuple[ViewTitle, ...]) -> SegmentedSwitch:
        switch = SegmentedSwitch("View", views, self)
        switch.chosen.connect(self.view_chosen)
        self._switches[views] = switch
        self.row.addWidget(switch)
        switch.show()
        return switch

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for the tabs."""
        super().resizeEvent(event)
        self._fit()
        self.show_unsaved()

    def _fit(self) -> None:
        views = self.views
        if views is not None:
            views.fold(self.width() < views.full_width + current_theme().px(_ROOM_FOR_TABS))
        is_offered = views is not None and views.isVisibleTo(self)
        self.row.setContentsMargins(0, 0, current_theme().px(8) if is_offered else 0, 0)


class _AllFilesButton(QToolButton):
    """The button of the list of all tabs, with a dot while an unsaved one is out of sight."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("look", "icon")
        with_icon(self, "chevron-down", "soft")
        self._has_dot = True
        self.show_dot(shown=False)

    def show_dot(self, *, shown: bool) -> None:
        """Show the dot, or not."""
        if shown != self._has_dot:
            self._has_dot = shown
            words = "All open files, unsaved ones among them" if shown else "All open files"
            self.setAccessibleName(words)
            self.setToolTip(words)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dot over the corner of the icon."""
        super().paintEvent(event)
        if self._has_dot:
            painter = QPainter(self)
            side = current_theme().px(_DOT)
            paint_dot(painter, QPointF(self.width() - side, side), current_theme(), _DOT)
            painter.end()


class TabGroups:
    """The documents of each tab, which is known by its key.

    Documents of one group share a tab; a document without a group has a tab of its own. Of each tab, one
    document is in front.
    """

    def __init__(self) -> None:
        """Begin without tabs."""
        self._tabs: dict[EditorDocument, int] = {}
        self._groups: dict[EditorDocument, Hashable] = {}
        self._members: dict[int, list[EditorDocument]] = {}
        self._front: dict[int | None, EditorDocument] = {}

    def tab_of_group(self, group: Hashable | None) -> int | None:
        """Return the tab that the documents of a group share; None where there is none yet."""
        if group is None:
            return None
        return next((self._tabs[one] for one, other in self._groups.items() if other == group), None)

    def add(self, document: EditorDocument, tab: int, group: Hashable | None) -> None:
        """Add a document to a tab; the first one there is in front."""
        self._tabs[document] = tab
        if group is not None:
            self._groups[document] = group
        self._members.setdefault(tab, []).append(document)
        self._front.setdefault(tab, document)

    def remove(self, document: EditorDocument) -> int | None:
        """Remove a document; return its tab if that has no other, else None.

        Where it was in front, the one beside it is in front then.
        """
        tab = self._tabs.pop(document)
        self._groups.pop(document, None)
        members = self._members[tab]
        place = members.index(document)
        members.remove(document)
        if not members:
            del self._members[tab], self._front[tab]
            return tab
        if self._front[tab] is document:
            self._front[tab] = members[min(place, len(members) - 1)]
        return None

    def bring_to_front(self, document: EditorDocument) -> None:
        """Let a document be the one in front in its tab."""
        self._front[self._tabs[document]] = document

    def tab(self, document: EditorDocument) -> int:
        """Return the tab of a document."""
        return self._tabs[document]

    def group(self, document: EditorDocument) -> Hashable | None:
        """Return the group of a document, None if it is in none."""
        return self._groups.get(document)

    def front(self, tab: int | None) -> EditorDocument | None:
        """Return the document in front in a tab, None where there is no such tab."""
        return self._front.get(tab)

    def members(self, tab: int) -> tuple[EditorDocument, ...]:
        """Return the documents of a tab, the one in front first."""
        front = self._front[tab]
        return (front, *(one for one in self._members[tab] if one is not front))


class TextSplitter(QSplitter):
    """The text, and under it at most one widget; the user drags the line between them.

    `height_dragged` has the new height of the widget in pixels.
    """

    height_dragged = Signal(int)

    def __init__(self, text: QWidget, parent: QWidget | None = None) -> None:
        """Show only `text`."""
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.addWidget(text)
        self.setStretchFactor(0, 1)
        self.splitterMoved.connect(lambda *_: self.height_dragged.emit(self.sizes()[-1]))

    def set_height_under(self, height: int) -> None:
        """Give the widget under the text a height in pixels, as far as there is room."""
        total = sum(self.sizes()) or height * 4
        self.setSizes([max(1, total - height), height])

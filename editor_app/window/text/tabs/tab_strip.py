"""The row of the tabs: the tab bar, a button for the list of all tabs, the switch of views, and an action.

And what stands under the text of the document in front.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QRubberBand, QSplitter, QToolButton, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.card.popups import pop_up
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.theme.current import current_theme, on_theme, sized
from editor_app.window.kit.theme.icons import paint_dot, with_icon
from editor_app.window.kit.words.labels import ElidedLabel, menu_words
from editor_app.window.kit.work.connections import connect
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.open_documents import ViewTitle
from editor_app.window.text.tabs.tab_bar import HEIGHT, DocumentTabBar

_ROOM_FOR_TABS = 200
_DOT = 6


class TabStrip(Ground):
    """The tab bar, a button for the list of all tabs where needed, the switch of views, and an action."""

    view_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        """Begin without tabs."""
        super().__init__(parent, ground="bg", line_below=True)
        self.bar = DocumentTabBar(self)
        self.list_button = _AllFilesButton(self)
        self.list_button.hide()
        connect(
            (self.list_button.clicked, self._open_list),
            (self.bar.overflow_changed, self._show_list_button),
            (self.bar.currentChanged, self.show_unsaved),
        )
        self._switches: dict[tuple[ViewTitle, ...], SegmentedSwitch] = {}
        self.views: SegmentedSwitch | None = None
        self.row = row(sized(self, height=HEIGHT), (self.bar, 1), self.list_button, margins=(0, 0, 4, 0))
        on_theme(self, self._fit)

    def offer(self, action: QAction, icon: str) -> None:
        """Offer an action by a button at the right end, while it is possible."""
        button = icon_button(icon, action.toolTip(), self, action.trigger)
        self.row.addWidget(button)

        def follow() -> None:
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            words = Sentence("window-text.with-keys", name=action.toolTip(), keys=keys)
            button.setToolTip(words if keys else action.toolTip())
            button.setVisible(action.isEnabled())

        action.changed.connect(follow)
        follow()

    def show_unsaved(self, _index: int = 0) -> None:
        """Let the button of all tabs have the dot where an unsaved one is scrolled away."""
        self.list_button.show_dot(shown=self.bar.has_unsaved_out_of_sight)

    def show_views(self, views: tuple[ViewTitle, ...], current: str) -> None:
        """Offer the views of the document in front, of which `current` is shown; none for ()."""
        for offered, switch in self._switches.items():
            switch.setVisible(offered == views)
        if views and views not in self._switches:
            switch = self._switches[views] = SegmentedSwitch(Sentence("window-text.view"), views, self)
            switch.chosen.connect(self.view_chosen)
            self.row.insertWidget(self.row.indexOf(self.list_button) + 1, switch)
            switch.show()
        if views:
            self.views = self._switches[views]
            self.views.choose(current)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for the tabs."""
        super().resizeEvent(event)
        self._fit()
        self.show_unsaved()

    def _show_list_button(self, is_shown: bool) -> None:
        self.bar.room_beside = self.list_button.sizeHint().width() if is_shown else 0
        self.list_button.setVisible(is_shown)

    def _open_list(self) -> None:
        entries: list[MenuEntry] = []
        for index in range(self.bar.count()):
            words = menu_words(self.bar.tabText(index)) + ("  ●" if self.bar.is_unsaved(index) else "")
            is_checked = index == self.bar.currentIndex()
            entries.append(MenuEntry(words, partial(self.bar.setCurrentIndex, index), is_checked=is_checked))
        button = self.list_button
        pop_up(menu_of(self, *entries), button.mapToGlobal(QPoint(0, button.height())))

    def _fit(self) -> None:
        views = self.views
        if views is not None:
            views.fold(self.width() < views.full_width + current_theme().px(_ROOM_FOR_TABS))


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
            words = Sentence("window-text.all-files-unsaved") if shown else Sentence("window-text.all-files")
            self.setAccessibleName(words)
            self.setToolTip(words)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dot over the corner of the icon."""
        super().paintEvent(event)
        if self._has_dot:
            with QPainter(self) as painter:
                side = current_theme().px(_DOT)
                paint_dot(painter, QPointF(self.width() - side, side), current_theme(), _DOT)


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


class SecondPane(Ground):
    """Shows one editor at a time, and is hidden without one."""

    close_clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Begin without an editor."""
        super().__init__(parent, ground="paper")
        self.editor: CodeEditor | None = None
        self.name = ElidedLabel("")
        close = icon_button("x", Sentence("window-text.close-beside"), None, self.close_clicked.emit)
        head = Ground(self, ground="bg", line_below=True)
        row(head, (self.name, 1), close, margins=(12, 2, 4, 2))
        self._column = column(self, head)
        self.hide()

    def show_editor(self, editor: CodeEditor, name: str) -> None:
        """Show an editor under the name of its file; half the room is for it."""
        self.editor = editor
        self.name.setText(name)
        self._column.addWidget(editor, 1)
        self.show()
        splitter = self.parentWidget()
        if isinstance(splitter, QSplitter):
            half = splitter.width() // 2
            splitter.setSizes([half, half])

    def clear(self) -> None:
        """Show no editor, and give the room back."""
        self.hide()
        if self.editor is not None:
            self._column.removeWidget(self.editor)
            self.editor = None


class BesideDrag(QRubberBand):
    """Marks where a tab over it would be shown beside; `dropped` has the index of a tab left there.

    That is the second text, or the right half of the only one. The tab that was in front before the drag
    is in front again then.
    """

    dropped = Signal(int)

    def __init__(self, bar: DocumentTabBar, text: QWidget, second: QWidget, over: QWidget) -> None:
        """Follow the tabs that are dragged out of a bar; both texts are in `over`."""
        super().__init__(QRubberBand.Shape.Rectangle, over)
        self._bar, self._text, self._second, self._over = bar, text, second, over
        bar.dragged.connect(self._follow)
        bar.drag_ended.connect(self._end)

    def _follow(self, place: QPoint) -> None:
        text = self._second if self._second.isVisible() else self._text
        room = QRect(text.mapTo(self._over, QPoint()), text.size())
        if text is self._text:
            room.setLeft(room.center().x())
        self.setGeometry(room)
        self.setVisible(room.contains(self._over.mapFromGlobal(place)))

    def _end(self, before: int) -> None:
        if self.isVisible():
            self.hide()
            dragged = self._bar.tabData(self._bar.currentIndex())
            self._bar.setCurrentIndex(self._bar.index_of(before))
            self.dropped.emit(self._bar.index_of(dragged))

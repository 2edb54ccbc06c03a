"""A list or tree of frozen rows, with the keys, twisties, links and menus that all panels share.

    FILES = RowType(content_of, key=attrgetter("path"), depth=attrgetter("depth"))

    class FilesPanel(QWidget):
        def __init__(self) -> None:
            super().__init__()
            self.tree = RowTree(FILES, "Files", self)
            self.tree.chosen.connect(lambda file: self.opened.emit(file.path))  # a click, or Enter
            self.tree.menu_for = self.menu_for
            self.tree.add_key("Del", self.delete)

        def show_files(self, files: tuple[File, ...], wanted: str) -> None:
            self.tree.show_rows(matching(files, wanted), unfold_all=bool(wanted))

        def menu_for(self, file: File | None) -> QMenu | None:  # None: below all rows, and for no menu
            return menu_of(self, MenuEntry("Delete", self.delete, "Del")) if file is not None else None

What is current, selected, folded and at the top stays so by the keys of rows when rows are shown anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Generic

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QFrame,
    QMenu,
    QScrollBar,
    QTreeView,
    QWidget,
)

from editor_app.window.kit.card.popups import pop_up
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, WidgetKeys, is_key
from editor_app.window.kit.rows.content import RowPainting, paint_row, twisty_left
from editor_app.window.kit.rows.delegate import RowDelegate
from editor_app.window.kit.rows.models import (
    Index,
    R,
    RowListModel,
    RowModel,
    RowTreeModel,
    RowType,
    distinct_keys,
    rows_with,
)
from editor_app.window.kit.rows.row_style import INDENT, row_style
from editor_app.window.kit.work.connections import connect


class RowTree(QTreeView, Generic[R]):
    """A tree or list without header and frame.

    `chosen` has the row of a click and of Enter; `entered_row` that of Enter and of a double click, which
    both mean to continue there. `click_ended` is emitted on a double click whose first click was on another
    widget in the tree's place: it means to continue as well, but not with the row under the pointer.
    `row_changed` has the row that became current, unless it did because of what was shown. `link_chosen` has
    the link that was clicked.

    `menu_for` gives the menu of a row, or of the place below all rows. `find_link` gives the link of a row at
    a point, of the row's rectangle in the viewport and the point. `fold_key` is what a row is known by as
    folded, by default its key; `starts_folded` says which of the rows that nobody has folded or unfolded are.
    """

    hides_rows = True
    """Whether a filter may hide rows; not where others count on their numbers."""
    chosen = Signal(object)
    entered_row = Signal(object)
    row_changed = Signal(object)
    link_chosen = Signal(object)
    click_ended = Signal()

    def __init__(self, type_: RowType[R], name: str, parent: QWidget | None = None) -> None:
        """Create an empty tree of a type of rows with an accessible name."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setIndentation(0)  # the delegate indents, so that a row's background spans the whole width
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformRowHeights(isinstance(type_.height, int))
        self._scroll_bar = OverlayScrollBar(self)
        self.setAttribute(Qt.WidgetAttribute.WA_MacShowFocusRect, on=False)
        self.keys = WidgetKeys(self)
        self.menu_for: Callable[[R | None], QMenu | None] | None = None
        self.find_link: Callable[[R, QRect, QPoint], object | None] | None = None
        self.fold_key: Callable[[R], Hashable] = type_.key or (lambda row: row)
        self.starts_folded: Callable[[R], bool] = lambda _row: False
        self.find_here: Callable[[], None] | None = None
        """Takes the keys for a filter that the panel has, None where it has none."""
        self.hovered_link: object | None = None
        self._type = type_
        self._folds: dict[Hashable, bool] = {}
        self._fold_keys_of_rows: Sequence[Hashable] = ()  # found when they are asked for
        self._given: Sequence[R] = ()
        self._words: list[str] = []
        self._is_showing = self._unfolds_all = False
        self._was_pressed = False  # whether the mouse was pressed since the tree was shown
        self._row_model: RowModel[R] = (RowListModel if type_.depth is None else RowTreeModel)(type_, self)
        self.setModel(self._row_model)
        self.setItemDelegate(RowDelegate(self, self.paint_row, self.row_size))
        connect(
            (self.selectionModel().currentChanged, self._tell_row),
            (self.expanded, partial(self._remember, is_folded=False)),
            (self.collapsed, partial(self._remember, is_folded=True)),
        )

    @property
    def rows(self) -> Sequence[R]:
        """The rows shown, folded ones too."""
        return self._row_model.rows

    @property
    def current_row(self) -> R | None:
        """The row that keys and menus act on, None if there is none."""
        return self._row_model.row_at(self.currentIndex())

    @property
    def selected_rows(self) -> list[R]:
        """The selected rows, from the top."""
        numbers = sorted(map(self._row_model.number_of, self.selectedIndexes()))
        return [self._row_model.rows[number] for number in numbers]

    def add_key(self, keys: str, act: Callable[[], object]) -> None:
        """Call `act` on `keys` while the tree has the focus, even where a menu has the same shortcut."""
        self.keys.add(keys, act)

    def row_at(self, index: Index) -> R | None:
        """Return the row at `index`, None outside of them."""
        return self._row_model.row_at(index)

    def index_of(self, key: Hashable) -> QModelIndex:
        """Return the index of the row with this key, an invalid one without it."""
        return self._row_model.index_of(key)

    def show_rows(
        self, rows: Sequence[R], *, unfold_all: bool = False, else_current: Hashable = None
    ) -> bool:
        """Show other rows; return whether any is new, went, or has another place.

        With `unfold_all` none is folded, as long as these are shown, and what was is kept for later. Where no
        row is current, the one with the key `else_current` becomes so.
        """
        self._given = rows
        if self._words:
            rows, unfold_all = rows_with(rows, self._words, self._type), True
        is_fold_kept, self._unfolds_all = unfold_all == self._unfolds_all, unfold_all
        if rows == self.rows and is_fold_kept:
            return False
        self._fold_keys_of_rows = ()
        if is_fold_kept and self._row_model.show_in_place(rows):
            return False
        current, keys = else_current, [else_current]
        if self.currentIndex().isValid():
            current = self._row_model.key_of(self.currentIndex())
            keys = [self._row_model.key_of(index) for index in self.selectedIndexes()]
        top = (
            self.indexAt(QPoint(0, 0)) if self.isVisible() else QModelIndex()
        )  # a hidden list is not laid out
        anchor, offset = self._row_model.key_of(top), self.visualRect(top).top()
        scrolled = self.verticalScrollBar().value()
        self._is_showing = True
        self.setUpdatesEnabled(False)
        try:
            was_reset = self._row_model.show(rows)
            if was_reset or not is_fold_kept:
                self._fold_again()
                flags, choose = QItemSelectionModel.SelectionFlag, self.selectionModel()
                choose.setCurrentIndex(self.index_of(current), flags.NoUpdate)
                for index in map(self.index_of, keys):
                    choose.select(index, flags.Select)
                self._scroll_back(anchor, offset, scrolled)
        finally:
            self.setUpdatesEnabled(True)
            self._is_showing = False
        return was_reset

    def show_only(self, words: str) -> None:
        """Show only the rows that have all these words, and those that they are in; "" shows all again."""
        self._words = words.casefold().split()
        self.show_rows(self._given)
        self.scrollToTop()

    def set_room_above(self, height: int) -> None:
        """Leave room above the rows, in pixels."""
        self.header().setFixedHeight(height)  # margins of the viewport are Qt's own here
        self.setHeaderHidden(not height)
        self._scroll_bar.place()

    def show_current(self, key: Hashable, *, reveal: bool = False) -> None:
        """Make the row with this key current, or none, and with `reveal` scroll to it."""
        self.show_index(self.index_of(key), reveal=reveal)

    def show_index(self, index: QModelIndex, *, reveal: bool = False) -> None:
        """Make the row at `index` current, or none, and with `reveal` scroll to it."""
        if index != self.currentIndex():
            self._is_showing = True
            self.setCurrentIndex(index)
            self._is_showing = False
        if reveal and index.isValid():
            self.scrollTo(index)

    def toggle(self, index: Index) -> None:
        """Fold or unfold a row."""
        self.setExpanded(index, not self.isExpanded(index))

    def set_all_folded(self, *, is_folded: bool) -> None:
        """Fold all rows, or unfold them, and those too that are shown later."""
        (self.collapseAll if is_folded else self.expandAll)()
        self._folds = dict.fromkeys(self._fold_keys(), is_folded)

    def twisty_rect(self, index: Index) -> QRect:
        """Return the clickable rectangle of the row's twisty."""
        rect, style = self.visualRect(index), row_style()
        left = twisty_left(style, self._row_model.depth_of(index), rect.width())
        return QRect(left, rect.top(), style.px(INDENT + 2), rect.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the scroll bar at the right edge; rows as high as their words are laid out again."""
        super().resizeEvent(event)
        self._scroll_bar.place()
        if not isinstance(self._type.height, int) and event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come to the current row, or else the first."""
        super().focusInEvent(event)
        select_on_focus(self, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows; without any, the focus is seen at the edge."""
        super().paintEvent(event)
        if self.hasFocus() and not self.rows:
            with QPainter(self.viewport()) as painter:
                painter.setPen(row_style().theme.color("acc"))
                painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))

    def showEvent(self, event: QShowEvent) -> None:
        """Ignore the rest of a click that began before the tree was shown."""
        super().showEvent(event)
        self._was_pressed = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Underline the link under the pointer; the mouse is tracked where rows have links."""
        if self.find_link is not None:
            link = self.link_at(event.position().toPoint())
            if link != self.hovered_link:
                self.hovered_link = link
                shapes = Qt.CursorShape
                self.viewport().setCursor(shapes.ArrowCursor if link is None else shapes.PointingHandCursor)
                self.viewport().update()
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold on a press on the twisty; elsewhere the release chooses the row."""
        self._was_pressed = True
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._folds_at(index, event):
            self.setCurrentIndex(index)
            self.toggle(index)
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the link under the pointer, or the row that was pressed and released."""
        if not self._was_pressed:
            event.accept()
            return
        place = event.position().toPoint()
        index, pressed = self.indexAt(place), self.currentIndex()
        is_click = event.button() == Qt.MouseButton.LeftButton and index.isValid() and index == pressed
        link = self.link_at(place) if is_click else None
        if link is not None:
            self.link_chosen.emit(link)
            return
        super().mouseReleaseEvent(event)
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if is_click and is_plain and not self._folds_at(index, event):
            self.chosen.emit(self.row_at(index))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Emit `entered_row` for the row under the pointer, if both clicks were on it."""
        if not self._was_pressed:
            event.accept()
            self.click_ended.emit()
            return
        super().mouseDoubleClickEvent(event)
        row = self.row_at(self.indexAt(event.position().toPoint()))
        if row is not None and not self._type.is_heading(row):
            self.entered_row.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter; fold a row that cannot be chosen."""
        row = self.current_row
        if not is_key(event, CHOOSE_KEYS) or row is None:
            super().keyPressEvent(event)
            return
        if self._type.is_heading(row):
            self.toggle(self.currentIndex())
        else:
            self.chosen.emit(row)
            self.entered_row.emit(row)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of the row under the pointer; from the keyboard the current row’s, in view."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if by_key:
            self.scrollTo(index)
        place = self.visualRect(index).bottomLeft() if by_key else event.pos()
        menu = self.menu_for(self.row_at(index)) if self.menu_for is not None else None
        if menu is not None:
            pop_up(menu, self.viewport().mapToGlobal(place))

    def link_at(self, place: QPoint) -> object | None:
        """Return the link at a point of the viewport."""
        index = self.indexAt(place)
        row = self.row_at(index)
        return (
            None
            if row is None or self.find_link is None
            else self.find_link(row, self.visualRect(index), place)
        )

    def paint_row(self, at: RowPainting, index: Index) -> None:
        """Paint the row at `index`, as a delegate asks for it."""
        row = self.row_at(index)
        if row is None:
            return
        if self._type.depth is not None:
            is_open = self.isExpanded(index) if self._row_model.rowCount(index) else None
            at = at._replace(depth=self._row_model.depth_of(index), is_open=is_open)
        if self._type.paint is not None:
            self._type.paint(at, row)
        else:
            paint_row(at, self._type.content(row))

    def row_size(self, index: Index) -> QSize:
        """Return the size of the row at `index` in pixels; each is as wide as there is room."""
        row, height = self.row_at(index), self._type.height
        if isinstance(height, int):
            return QSize(0, row_style().px(height))
        return QSize() if row is None else QSize(0, height(row, self.viewport().width()))

    def _folds_at(self, index: QModelIndex, event: QMouseEvent) -> bool:
        row = self.row_at(index)
        if row is None or not self._row_model.rowCount(index):
            return False
        return self._type.is_heading(row) or self.twisty_rect(index).contains(event.position().toPoint())

    def _tell_row(self, index: QModelIndex) -> None:
        row = self.row_at(index)
        if row is not None and not self._is_showing:
            self.row_changed.emit(row)

    def _remember(self, index: QModelIndex, *, is_folded: bool) -> None:
        if not self._is_showing and not self._unfolds_all:
            self._folds[self._fold_keys()[self._row_model.number_of(index)]] = is_folded

    def _fold_keys(self) -> Sequence[Hashable]:
        """Return for each row what it is known by as folded."""
        if len(self._fold_keys_of_rows) != len(self.rows):
            self._fold_keys_of_rows = distinct_keys(map(self.fold_key, self.rows))
        return self._fold_keys_of_rows

    def _fold_again(self) -> None:
        keys = self._fold_keys() if self._folds else ()
        for number in self._row_model.numbers_above_others:
            is_folded = self.starts_folded(self.rows[number])
            if keys:
                is_folded = self._folds.get(keys[number], is_folded)
            self.setExpanded(self._row_model.index_at(number), self._unfolds_all or not is_folded)

    def _scroll_back(self, anchor: Hashable, offset: int, scrolled: int) -> None:
        """Scroll so that the row that was at the top is there again, else to the same height."""
        bar, index = self.verticalScrollBar(), self.index_of(anchor)
        if self.isVisible():
            self.executeDelayedItemsLayout()  # else the scroll bar has no range yet
        bar.setValue(scrolled)
        if self.isVisible() and index.isValid() and scrolled > 0:
            bar.setValue(bar.value() + self.visualRect(index).top() - offset)


def select_on_focus(view: QAbstractItemView, event: QFocusEvent) -> None:
    """Select the current row when the focus comes by keyboard, or else the first, so that it is seen."""
    index = view.currentIndex() if view.currentIndex().isValid() else view.indexAt(QPoint(0, 0))
    by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
    if index.isValid() and not by_mouse and not view.selectionModel().hasSelection():
        view.setCurrentIndex(index)
        view.selectionModel().select(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)


class OverlayScrollBar(QScrollBar):
    """A scroll bar over the rows' empty right edge, so that rows are as wide with it as without."""

    def __init__(self, tree: QAbstractScrollArea) -> None:
        """Stand at the right edge of `tree`."""
        super().__init__(Qt.Orientation.Vertical, tree)
        self._tree = tree
        self._real = tree.verticalScrollBar()
        connect(
            (self._real.rangeChanged, self._take_range),
            (self._real.valueChanged, self.setValue),
            (self.valueChanged, self._real.setValue),
        )
        self.hide()

    def place(self) -> None:
        """Move to the tree's right edge."""
        width = self.sizeHint().width()
        self.setGeometry(self._tree.width() - width, 0, width, self._tree.height())

    def _take_range(self, least: int, most: int) -> None:
        self.setRange(least, most)
        self.setPageStep(self._tree.viewport().height())  # the real one has its own a moment later
        self.setSingleStep(self._real.singleStep())
        self.setValue(self._real.value())
        self.setVisible(most > least)
        self.place()

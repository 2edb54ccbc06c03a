"""A tree whose rows are painted by a delegate, with the keys and twisties that all panels share."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QScrollBar,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from editor_app.window.kit.focus.keys import OwnKeys
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, is_key
from editor_app.window.kit.rows.row_style import INDENT, TWISTY_LEFT, RowStyle, row_style
from editor_app.window.kit.theme.current import on_theme

Index = QModelIndex | QPersistentModelIndex

HEADING_ROLE = Qt.ItemDataRole.UserRole + 1
"""The data role that is True for a heading, a row that only groups others."""


class RowTree(QTreeView):
    """A tree or list without header and frame.

    `chosen` is emitted on a click on a row and on Enter; `entered_row` on Enter and on a double click, which
    both mean to continue there. `click_ended` is emitted on a double click whose first click was on another
    widget in the tree's place: it means to continue as well, but not with the row under the pointer.
    `menu_requested` has the index that a menu is for, which is invalid outside of the rows, and the menu's
    place on the screen.
    """

    chosen = Signal(QModelIndex)
    entered_row = Signal(QModelIndex)
    click_ended = Signal()
    menu_requested = Signal(QModelIndex, QPoint)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Create an empty tree with an accessible name."""
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
        self._scroll_bar = _OverlayScrollBar(self)
        self.setAttribute(Qt.WidgetAttribute.WA_MacShowFocusRect, on=False)
        self.keys = OwnKeys(self)
        self._was_pressed = False  # whether the mouse was pressed since the tree was shown
        on_theme(self, self._restyle)

    def add_key(self, keys: str, act: Callable[[], object]) -> None:
        """Call `act` on `keys` while the tree has the focus, even where a menu has the same shortcut."""
        self.keys.add(keys, act)

    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()

    def twisty_rect(self, index: Index) -> QRect:
        """Return the clickable rectangle of the row's twisty."""
        rect = self.visualRect(index)
        left = twisty_left(row_style(), depth_of(index), rect.width())
        return QRect(left, rect.top(), row_style().px(INDENT + 2), rect.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the scroll bar at the right edge."""
        super().resizeEvent(event)
        self._scroll_bar.place()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come to the current row, or else the first."""
        super().focusInEvent(event)
        come_to_row(self, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows; without any, the focus is seen at the edge."""
        super().paintEvent(event)
        if self.hasFocus() and not self.model().rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(row_style().theme.color("acc"))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
            painter.end()

    def showEvent(self, event: QShowEvent) -> None:
        """Ignore the rest of a click that began before the tree was shown."""
        super().showEvent(event)
        self._was_pressed = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold on a press on the twisty; elsewhere the release chooses the row."""
        self._was_pressed = True
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._folds_at(index, event):
            self.setCurrentIndex(index)
            self.setExpanded(index, not self.isExpanded(index))
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the row that was pressed and released."""
        if not self._was_pressed:
            event.accept()
            return
        index = self.indexAt(event.position().toPoint())
        pressed = self.currentIndex()
        super().mouseReleaseEvent(event)
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        left = event.button() == Qt.MouseButton.LeftButton
        if left and plain and index.isValid() and index == pressed and not self._folds_at(index, event):
            self.chosen.emit(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Emit `entered_row` for the row under the pointer, if both clicks were on it."""
        if not self._was_pressed:
            event.accept()
            self.click_ended.emit()
            return
        super().mouseDoubleClickEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not self.is_heading(index):
            self.entered_row.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter; fold a row that cannot be chosen."""
        index = self.currentIndex()
        if is_key(event, CHOOSE_KEYS) and index.isValid():
            if self.is_heading(index):
                self.setExpanded(index, not self.isExpanded(index))
            else:
                self.chosen.emit(index)
                self.entered_row.emit(index)
            event.accept()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the row under the pointer; from the keyboard the current row’s, in view."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if by_key:
            self.scrollTo(index)
        place = self.visualRect(index).bottomLeft() if by_key else event.pos()
        self.menu_requested.emit(index, self.viewport().mapToGlobal(place))

    def is_heading(self, index: Index) -> bool:
        """Whether the row is a heading, which a click or Enter folds."""
        return bool(index.data(HEADING_ROLE))

    def _folds_at(self, index: QModelIndex, event: QMouseEvent) -> bool:
        if not index.isValid() or not self.model().rowCount(index):
            return False
        return self.is_heading(index) or self.twisty_rect(index).contains(event.position().toPoint())


class _OverlayScrollBar(QScrollBar):
    """A scroll bar over the rows' empty right edge, so that rows are as wide with it as without."""

    def __init__(self, tree: QTreeView) -> None:
        super().__init__(Qt.Orientation.Vertical, tree)
        self._real = tree.verticalScrollBar()
        self._real.rangeChanged.connect(self._take_range)
        self._real.valueChanged.connect(self.setValue)
        self.valueChanged.connect(self._real.setValue)
        self.hide()

    def place(self) -> None:
        """Move to the tree's right edge."""
        tree = self.parentWidget()
        width = self.sizeHint().width()
        if tree is not None:
            self.setGeometry(tree.width() - width, 0, width, tree.height())

    def _take_range(self, least: int, most: int) -> None:
        self.setRange(least, most)
        self.setPageStep(self._real.pageStep())
        self.setSingleStep(self._real.singleStep())
        self.setValue(self._real.value())
        self.setVisible(most > least)
        self.place()


def come_to_row(view: QAbstractItemView, event: QFocusEvent) -> None:
    """Select the current row when the focus comes by keyboard, or else the first, so that it is seen."""
    index = view.currentIndex() if view.currentIndex().isValid() else view.indexAt(QPoint(0, 0))
    by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
    if index.isValid() and not by_mouse and not view.selectionModel().hasSelection():
        view.setCurrentIndex(index)
        view.selectionModel().select(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)


def drag_row(tree: RowTree, index: QModelIndex, data: QMimeData, actions: Qt.DropAction) -> None:
    """Drag a row, with a pale picture beside the pointer, so that the place to drop remains visible."""
    drag = QDrag(tree)
    drag.setMimeData(data)
    drag.setPixmap(_paled(tree.viewport().grab(tree.visualRect(index))))
    drag.setHotSpot(QPoint(-12, -12))
    drag.exec(actions, Qt.DropAction.MoveAction)


def _paled(picture: QPixmap) -> QPixmap:
    pale = QPixmap(picture.size())
    pale.setDevicePixelRatio(picture.devicePixelRatio())
    pale.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pale)
    painter.setOpacity(0.6)
    painter.drawPixmap(0, 0, picture)
    painter.end()
    return pale


class RowDelegate(QStyledItemDelegate):
    """Paints a row in the tree's style; subclasses override `paint_row`."""

    def __init__(self, tree: RowTree) -> None:
        """Paint for `tree`."""
        super().__init__(tree)
        self.tree = tree

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the whole row."""
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        self.paint_row(painter, option.rect, index, selected=selected, focused=self.tree.hasFocus())
        painter.restore()

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        """Paint everything between the row's edges."""
        raise NotImplementedError

    def twisty(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint the chevron of a row that has rows below it."""
        style = row_style()
        left = twisty_left(style, depth_of(index), rect.width())
        name = "chevron-down" if self.tree.isExpanded(index) else "chevron-right"
        style.icon(painter, rect, left, name, "soft", 14)


def depth_of(index: Index) -> int:
    """Return how many parents `index` has in the tree."""
    depth = 0
    above = index.parent()
    while above.isValid():
        depth += 1
        above = above.parent()
    return depth


def indent(style: RowStyle, depth: int, width: int) -> int:
    """Return the indentation of a row of `depth`, in pixels; at most half of the row's `width`."""
    return min(style.px(INDENT * depth), width // 2)


def twisty_left(style: RowStyle, depth: int, width: int) -> int:
    """Return the x at which the twisty of a row begins."""
    return style.px(TWISTY_LEFT) + indent(style, depth, width)

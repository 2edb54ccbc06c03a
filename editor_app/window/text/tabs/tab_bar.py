"""The tab bar of the open documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QTabBar, QToolTip, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.layouts import longest_that_fit
from editor_app.window.kit.theme.current import current_theme, fonted, sized
from editor_app.window.kit.theme.icons import paint_box, paint_dot, paint_icon
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.text.open_documents import TabSort

HEIGHT = 34
_SIDE = 12
_GAP = 8
_ICON = 16
_WIDEST = 300
_LEAST = 150  # a narrower tab would not tell names apart: others are scrolled away for it
_LEAST_NAME = 48  # some letters and the ellipsis, in a bar with no more room


class DocumentTabBar(QTabBar):
    """Draws its tabs itself; each has at its right the unsaved dot or the close cross.

    Room for the cross is kept in every tab, so that none moves when another comes to the front. Pinned tabs
    are the first ones, with the icon and, where not all tabs fit, a few letters; they stay at the left where
    the others are scrolled. The name of the preview tab is in italics.
    """

    close_clicked = Signal(int)
    picked = Signal()  # the tab in front, by the mouse
    keep_requested = Signal(int)  # by a double click, or by moving the tab
    empty_double_clicked = Signal()
    overflow_changed = Signal(bool)
    menu_requested = Signal(int, QPoint)
    dragged = Signal(QPoint)  # the place on the screen
    drag_ended = Signal(int)  # the key of the tab that was in front before

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without tabs."""
        super().__init__(parent)
        self._icons: dict[int, str] = {}
        self._unsaved: set[int] = set()
        self._sorts: dict[int, TabSort] = {}
        self._indexes: dict[int, int] = {}
        self._pointer = QPoint(-1, -1)
        self._pressed_close = -1
        self._before_drag: int | None = None  # the key of the tab that was in front before a press
        self._next_key = 0
        self._widest = 0  # to which the longest tabs are shortened
        self._are_pinned_short = False
        self.room_beside = 0  # of what is beside the bar only while not all tabs fit
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUsesScrollButtons(True)
        self.setMouseTracking(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setAccessibleName(Sentence("window-text.open-files"))
        self.setStyleSheet("QTabBar::scroller { width: 0px; }")
        sized(fonted(self, "body"), height=HEIGHT)
        self.tabMoved.connect(self.show_current)
        self.currentChanged.connect(self.show_current)

    def add(self, title: str, icon: str, tooltip: str) -> int:
        """Add a tab at the end and return its key, which stays when tabs move."""
        key = self._next_key
        self._next_key += 1
        index = self.addTab(title)
        self.setTabData(index, key)
        self._icons[key] = icon
        self.setTabToolTip(index, tooltip)
        self._name(index)
        return key

    def remove(self, key: int) -> None:
        """Remove a tab."""
        self._icons.pop(key, None)
        self._unsaved.discard(key)
        self._sorts.pop(key, None)
        self.removeTab(self.index_of(key))

    def index_of(self, key: int) -> int:
        """Return the current index of a tab, -1 if it was removed."""
        if self.tabData(self._indexes.get(key, -1)) != key:  # tabs were added, moved or removed since
            self._indexes = {self.tabData(index): index for index in range(self.count())}
        return self._indexes.get(key, -1)

    def icon_of(self, key: int) -> str:
        """Return the name of a tab's icon."""
        return self._icons[key]

    def set_title(self, key: int, title: str, tooltip: str) -> None:
        """Change a tab's name."""
        index = self.index_of(key)
        if (title, tooltip) == (self.tabText(index), self.tabToolTip(index)):
            return  # with each file that is opened, all titles are set again
        self.setTabText(index, title)
        self.setTabToolTip(index, tooltip)
        self._name(index)
        self.fit()

    def set_icon(self, key: int, icon: str) -> None:
        """Change a tab's icon."""
        if icon != self._icons[key]:
            self._icons[key] = icon
            self.update()

    def sort_of(self, key: int) -> TabSort:
        """Return how a tab is kept."""
        return self._sorts.get(key, TabSort.KEPT)

    def set_sort(self, key: int, sort: TabSort) -> None:
        """Change how a tab is kept; one that is pinned, or no longer, goes behind the pinned ones."""
        before, index = self.sort_of(key), self.index_of(key)
        if sort is before:
            return
        pinned = sum(self.is_pinned(at) for at in range(self.count()))
        self._sorts[key] = sort
        if sort is TabSort.PINNED:
            self.moveTab(index, pinned)
        elif before is TabSort.PINNED:
            self.moveTab(index, pinned - 1)
        self._name(self.index_of(key))
        self._measure()
        self.fit()

    def is_pinned(self, index: int) -> bool:
        """Whether the tab at an index is pinned."""
        return self.sort_of(self.tabData(index)) is TabSort.PINNED

    def is_unsaved(self, index: int) -> bool:
        """Whether the tab at an index has the dot."""
        return self.tabData(index) in self._unsaved

    @property
    def has_unsaved_out_of_sight(self) -> bool:
        """Whether a tab that is scrolled away has the dot."""
        unsaved = (index for index in range(self.count()) if self.is_unsaved(index))
        return any(self.seen_rect(index).isEmpty() for index in unsaved)

    def set_unsaved(self, key: int, *, unsaved: bool) -> None:
        """Show a dot in place of the cross, or the cross again."""
        if unsaved == (key in self._unsaved):
            return  # with each file that changes, all tabs are told again
        (self._unsaved.add if unsaved else self._unsaved.discard)(key)
        self._name(self.index_of(key))
        self.update()

    def tabSizeHint(self, index: int) -> QSize:
        """Return the size for icon, name and cross; the longest are shortened evenly, so that all fit."""
        return QSize(min(self._whole_width(index), self._widest), current_theme().px(HEIGHT))

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Never squeeze a tab: those that do not fit are in the list of all tabs."""
        return self.tabSizeHint(index)

    def minimumSizeHint(self) -> QSize:
        """Let the bar be as narrow as one tab with a part of its name."""
        return QSize(self._room_beside_name + current_theme().px(_LEAST_NAME), current_theme().px(HEIGHT))

    def _whole_width(self, index: int) -> int:
        words, px = (
            QFontMetrics(self._font_of(index)).horizontalAdvance(self.tabText(index)),
            current_theme().px,
        )
        if self.is_pinned(index):
            shown = min(words, px(_LEAST_NAME)) if self._are_pinned_short else words
            return min(px(_ICON) + 2 * px(_SIDE) + px(_GAP) + shown, px(_WIDEST))
        return min(self._room_beside_name + words, px(_WIDEST))

    def _font_of(self, index: int) -> QFont:
        font = self.font()
        font.setItalic(self.sort_of(self.tabData(index)) is TabSort.PREVIEW)
        return font

    def _measure(self) -> None:
        for _ in range(2):  # the second time Qt fills the room that it left at the end when the tabs shrank
            self.setTabText(0, self.tabText(0))  # makes the bar measure its tabs again

    @property
    def _room_beside_name(self) -> int:
        px = current_theme().px
        return 2 * px(_SIDE) + 2 * px(_ICON) + 2 * px(_GAP)

    def seen_rect(self, index: int) -> QRect:
        """Return where a tab is seen whole; empty if it is cut at an end of the bar."""
        stuck = dict(self._stuck())
        if index in stuck:
            return stuck[index]
        whole = self.tabRect(index)
        seen = whole.intersected(self.rect().adjusted(_end_of(stuck), 0, 0, 0))
        return seen if seen.width() >= whole.width() - 1 else QRect()  # tabs overlap by 1

    def _stuck(self) -> Iterator[tuple[int, QRect]]:
        """Yield the pinned tabs with their places, where they stay while the others are scrolled."""
        left = 0
        for index in range(self.count() if self.tabRect(0).left() < 0 else 0):
            if not self.is_pinned(index):
                return
            yield index, QRect(QPoint(left, 0), self.tabRect(index).size())
            left += self.tabRect(index).width()

    def tabAt(self, place: QPoint) -> int:
        """Return the tab at a point, one that stays there before one that is scrolled behind it."""
        stuck = (index for index, rect in self._stuck() if rect.contains(place))
        return next(stuck, super().tabAt(place))

    def show_current(self) -> None:
        """Scroll to the current tab, which tabs that moved or that stay may have put out of sight."""
        index = self.currentIndex()
        if index < 0 or not self.seen_rect(index).isEmpty():
            return
        with QSignalBlocker(self):
            first, left = index - 1, self.tabRect(index).left() - _end_of(dict(self._stuck()))
            while first > 0 and self.tabRect(first).left() > left:
                first -= 1
            self.setCurrentIndex(first if index else index + 1)  # Qt scrolls to one that becomes current
            self.setCurrentIndex(index)
        self.update()

    def fit(self) -> None:
        """Shorten the longest tabs until all fit, or as many as can; announce whether some do not."""
        room, least = self.width() + self.room_beside, current_theme().px(_LEAST)
        were_short, self._are_pinned_short = self._are_pinned_short, False
        widths = [self._whole_width(index) for index in range(self.count())]
        if sum(widths) > room:
            self._are_pinned_short = True
            widths = [self._whole_width(index) for index in range(self.count())]
        widest = longest_that_fit(widths, room)
        if widest < min(least, max(widths, default=0)):
            room = self.width()
            widest = max(room // max(1, room // least), self.minimumSizeHint().width())
        if (widest, self._are_pinned_short) != (self._widest, were_short):
            self._widest = widest
            self._measure()
            self.show_current()
        self.overflow_changed.emit(sum(min(width, widest) for width in widths) > room)

    def tabInserted(self, index: int) -> None:
        """Check whether all tabs still fit; with one, the bar can have the focus."""
        super().tabInserted(index)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.fit()

    def tabRemoved(self, index: int) -> None:
        """Check whether all tabs fit again; without any, there is nothing to focus."""
        super().tabRemoved(index)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if self.count() else Qt.FocusPolicy.NoFocus)
        self.fit()

    def event(self, event: QEvent) -> bool:
        """Show a tab's tooltip as plain text, never as markup."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = self.tabAt(event.pos())
            QToolTip.showText(event.globalPos(), plain_tooltip(self.tabToolTip(index)), self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Check whether all tabs fit."""
        super().resizeEvent(event)
        self.fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the bar and its tabs."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), current_theme().color("bg"))
            painter.fillRect(0, self.height() - 1, self.width(), 1, current_theme().color("line"))
            stuck = dict(self._stuck())
            for index in range(self.count()):
                rect = self.tabRect(index).intersected(self.rect().adjusted(_end_of(stuck), 0, 0, 0))
                if index not in stuck and not rect.isEmpty():
                    self._paint_tab(painter, index, rect)
            for index, rect in stuck.items():
                painter.fillRect(rect.adjusted(0, 0, 0, -1), current_theme().color("bg"))
                self._paint_tab(painter, index, rect)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Bring a tab to the front and announce that, unless the press is on its cross."""
        place = event.position().toPoint()
        self._pressed_close = self._close_at(place) if event.button() == Qt.MouseButton.LeftButton else -1
        if self._pressed_close < 0 and self.tabAt(place) >= 0:
            before = self.tabData(self.currentIndex())
            self._before_drag = before if event.button() == Qt.MouseButton.LeftButton else None
            if self.tabAt(place) in dict(self._stuck()):
                self.setCurrentIndex(self.tabAt(place))
            else:
                super().mousePressEvent(event)
            if event.button() == Qt.MouseButton.LeftButton:
                self.picked.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Announce a double click, on a tab or where there is none."""
        index = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index < 0:
            self.empty_double_clicked.emit()
        else:
            if event.button() == Qt.MouseButton.LeftButton:
                self.keep_requested.emit(index)
            super().mouseDoubleClickEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the cross under the pointer; move a dragged tab."""
        self._pointer = event.position().toPoint()
        super().mouseMoveEvent(event)
        current, target = self.currentIndex(), self.tabAt(self._pointer)
        is_drag = bool(event.buttons() & Qt.MouseButton.LeftButton) and self._before_drag is not None
        if is_drag:
            self.dragged.emit(event.globalPosition().toPoint())
        among_its_own = target not in {-1, current} and self.is_pinned(current) == self.is_pinned(target)
        is_past_middle = self._pointer.x() > self.tabRect(target).center().x()
        if is_drag and among_its_own and is_past_middle == (target > current):
            self.moveTab(current, target)
            self.keep_requested.emit(target)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Close on the cross, or with the middle button anywhere; no pinned tab."""
        place = event.position().toPoint()
        pressed, self._pressed_close = self._pressed_close, -1
        before, self._before_drag = self._before_drag, None
        under = self.tabAt(place)
        if event.button() == Qt.MouseButton.MiddleButton and under >= 0 and not self.is_pinned(under):
            self.close_clicked.emit(under)
        elif pressed >= 0:
            if pressed == self._close_at(place):
                self.close_clicked.emit(pressed)
        else:
            super().mouseReleaseEvent(event)
            if before is not None:
                self.drag_ended.emit(before)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the tab under the pointer, or by key for that of the one in front."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.tabAt(event.pos())
        if index >= 0:
            place = self.tabRect(index).bottomLeft() if by_key else event.pos()
            self.menu_requested.emit(index, self.mapToGlobal(place))

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the pointer."""
        self._pointer = QPoint(-1, -1)
        self.update()
        super().leaveEvent(event)

    def _paint_tab(self, painter: QPainter, index: int, rect: QRect) -> None:
        theme, px = current_theme(), current_theme().px
        is_current = index == self.currentIndex()
        if is_current:
            painter.fillRect(rect, theme.color("paper"))
            painter.fillRect(rect.left(), rect.top(), rect.width(), 2, theme.color("acc"))
        painter.fillRect(rect.right(), rect.top(), 1, rect.height(), theme.color("line"))
        if rect.width() < px(_ICON) + 2 * px(_SIDE):
            return  # what is seen of a tab that is scrolled away
        icon = QRect(rect.left() + px(_SIDE), 0, px(_ICON), px(_ICON))
        icon.moveTop(rect.top() + (rect.height() - icon.height()) // 2)
        close = self._close_rect(rect)
        words = QRect(icon.right() + 1 + px(_GAP), rect.top(), 0, rect.height())
        is_pinned = self.is_pinned(index)
        words.setRight(rect.right() - px(_SIDE) if is_pinned else close.left() - px(_GAP) + 2)
        hovered = rect.contains(self._pointer)
        painter.setFont(font := self._font_of(index))
        painter.setPen(theme.color("ink" if is_current or hovered else "soft"))
        paint_icon(painter, icon, self._icons.get(self.tabData(index), "file"), theme, "soft")
        elided = Qt.TextElideMode.ElideRight if is_pinned else self.elideMode()
        text = QFontMetrics(font).elidedText(self.tabText(index), elided, words.width())
        flags = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine)
        painter.drawText(words, flags, text)
        around = close.adjusted(-2, -2, 2, 2)
        is_over = around.contains(self._pointer) and not is_pinned
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.tabData(index) in self._unsaved and not is_over:
            paint_dot(painter, QRectF(icon).topRight() if is_pinned else QRectF(close).center(), theme)
        elif (is_current or hovered) and not is_pinned:
            if is_over:
                paint_box(painter, around, "nsel")
            paint_icon(painter, close, "x", theme, "ink" if is_over else "soft")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        if is_current and self.hasFocus():
            painter.setPen(theme.color("acc"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 3, -3, -2))

    def _close_rect(self, rect: QRect) -> QRect:
        side = current_theme().px(_ICON)
        left = rect.right() - current_theme().px(_SIDE) - side + 2
        return QRect(left, rect.top() + (rect.height() - side) // 2 + 1, side, side)

    def _close_at(self, place: QPoint) -> int:
        index = self.tabAt(place)
        if index < 0 or self.is_pinned(index):
            return -1
        return index if self._close_rect(self.tabRect(index)).adjusted(-2, -2, 2, 2).contains(place) else -1

    def _name(self, index: int) -> None:
        if index >= 0:
            is_unsaved = "unsaved" if self.tabData(index) in self._unsaved else "saved"
            sort = self.sort_of(self.tabData(index))
            name = Sentence("window-text.tab", name=self.tabText(index), sort=sort, state=is_unsaved)
            self.setAccessibleTabName(index, name)


def _end_of(stuck: Mapping[int, QRect]) -> int:
    return max((rect.right() + 1 for rect in stuck.values()), default=0)

"""The tab bar of a dock: titles are whole, and tabs without room are hidden, to be offered in a menu."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QTabBar

from editor_app.window.kit.card.ground import BAR_HEIGHT
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import fonted
from editor_app.window.kit.words.counts import Counts

_TAB_GAP = 20
_TIGHT_GAP = 12
_COUNTS_GAP = 8


class DockTabs(QTabBar):
    """Tabs as words: the active one bold with a line under it, problem counts beside their title."""

    clicked = Signal()  # on the active tab, which the press has made the active one

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(
            drawBase=False,
            expanding=False,
            usesScrollButtons=False,
            elideMode=Qt.TextElideMode.ElideNone,
        )
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._counts: dict[int, Counts] = {}
        self._is_tight = False  # with smaller gaps, and only the worst counts
        self.hidden: tuple[int, ...] = ()
        """The tabs that are hidden for want of room, to be offered in a menu."""
        fonted(self, "small strong")  # makes the bar measure its tabs again

    def set_counts(self, index: int, counts: Counts) -> bool:
        """Show problem counts beside the title of a tab; return whether they are others than before."""
        if self._counts.get(index, Counts()) == counts:
            return False
        self._counts[index] = counts
        self.setTabToolTip(index, counts.in_words())
        self._measure()
        return True

    def counts_in_words(self, index: int) -> str:
        """Return the problem counts of a tab in words, "" for none."""
        return self._counts.get(index, Counts()).in_words()

    def tabInserted(self, index: int) -> None:
        """Make the tabs focusable as soon as there are several."""
        super().tabInserted(index)
        self.setTabToolTip(index, self.counts_in_words(index))
        self._set_focus_policy()

    def tabRemoved(self, index: int) -> None:
        """Remove the counts of a removed tab."""
        super().tabRemoved(index)
        self._counts.clear()
        self._set_focus_policy()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell of a click on the active tab."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        if event.button() == Qt.MouseButton.LeftButton and self.tabAt(place) == self.currentIndex() >= 0:
            self.clicked.emit()

    def tabSizeHint(self, index: int) -> QSize:
        """Return the size of the title, its counts, and the gap to the next tab if there is one."""
        is_last = index == max(
            self._shown, default=0
        )  # with a gap, Qt would scroll the first tab away for it
        return QSize(self._content_width(index) + (0 if is_last else self._gap), row_style().px(BAR_HEIGHT))

    @property
    def words_width(self) -> int:
        """The width of the titles with their counts, up to the end of the last, in pixels."""
        return self._width_of(self._shown)

    def fit(self, width: int, menu: int) -> None:
        """Fit the tabs into `width` pixels: with smaller gaps and counts, then with some hidden.

        A button of `menu` pixels offers these. The active one is shown, and of the others the first that fit.
        """
        before, every = (self._is_tight, self.hidden), range(self.count())
        self._is_tight = False
        self._is_tight = self._width_of(every) > width
        shown = list(every)
        if self._width_of(every) > width:
            shown = [self.currentIndex()]
            for index in (index for index in every if index != self.currentIndex()):
                if self._width_of([*shown, index]) > width - menu:
                    break
                shown.append(index)
        self.hidden = tuple(index for index in every if index not in shown)
        if (self._is_tight, self.hidden) != before or any(
            self.isTabVisible(index) is (index in self.hidden) for index in every
        ):
            for index in every:
                self.setTabVisible(index, index not in self.hidden)
            self._measure()

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Return the full size: Qt must not squeeze a title."""
        return self.tabSizeHint(index)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw titles, counts, the active tab's line and the focus ring."""
        with QPainter(self) as painter:
            style = row_style()
            for index in self._shown:
                rect = self.tabRect(index)
                active = index == self.currentIndex()
                width = self._content_width(index)
                place = QRect(rect.left(), rect.top(), width, rect.height() - 1)
                font = "small strong" if active else "small"
                role, whole = "ink" if active else "soft", Qt.TextElideMode.ElideNone
                style.text(painter, place, self.tabText(index), role, font, elide=whole)
                style.counts(painter, place, self._counts_of(index))
                if active:
                    painter.fillRect(rect.left(), rect.bottom() - 1, width, 2, style.theme.color("acc"))
                if active and self.hasFocus():
                    painter.setPen(QPen(style.theme.color("acc"), 1))
                    painter.drawRoundedRect(place.adjusted(-4, 5, 3, -6), 4, 4)

    @property
    def _shown(self) -> list[int]:
        return [index for index in range(self.count()) if index not in self.hidden]

    @property
    def _gap(self) -> int:
        return row_style().px(_TIGHT_GAP if self._is_tight else _TAB_GAP)

    def _width_of(self, indexes: Sequence[int]) -> int:
        return sum(map(self._content_width, indexes)) + max(0, len(indexes) - 1) * self._gap

    def _content_width(self, index: int) -> int:
        word = row_style().metrics["small strong"].horizontalAdvance(self.tabText(index))
        counts = row_style().counts_width(self._counts_of(index))
        return word + (row_style().px(_COUNTS_GAP) + counts if counts else 0)

    def _counts_of(self, index: int) -> Counts:
        counts = self._counts.get(index, Counts())
        return counts.worst() if self._is_tight else counts

    def _measure(self) -> None:
        for index in range(self.count()):
            self.setTabText(index, self.tabText(index))  # makes the bar measure its tabs again
        self.updateGeometry()
        self.update()

    def _set_focus_policy(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if self.count() > 1 else Qt.FocusPolicy.NoFocus)

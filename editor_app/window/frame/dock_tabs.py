"""The tab bar of a dock: titles are elided before a tab is cut off, and hidden before two look alike."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QTabBar

from editor_app.text import Sentence
from editor_app.window.kit.card.ground import BAR_HEIGHT
from editor_app.window.kit.layouts import longest_that_fit
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import fonted
from editor_app.window.kit.words.counts import Counts

_TAB_GAP = 20
_TIGHT_GAP = 12
_COUNTS_GAP = 8
_LEAST_WORD = 24  # pixels: two or three letters and the ellipsis


class _TabFit(NamedTuple):
    """How the tabs are drawn in the width there is.

    `longest` is the most that a title takes, in pixels; the `hidden` tabs are not drawn.
    """

    gap: int = _TAB_GAP
    only_worst: bool = False
    longest: int | None = None
    hidden: frozenset[int] = frozenset()


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
        self._fitting = _TabFit()
        fonted(self, "small strong")  # makes the bar measure its tabs again

    def set_counts(self, index: int, counts: Counts) -> bool:
        """Show problem counts beside the title of a tab; return whether they are others than before."""
        if self._counts.get(index, Counts()) == counts:
            return False
        self._counts[index] = counts
        self._explain(index)
        self.setTabText(index, self.tabText(index))
        self.updateGeometry()
        self.update()
        return True

    def counts_in_words(self, index: int) -> str:
        """Return the problem counts of a tab in words, "" for none."""
        return self._counts.get(index, Counts()).in_words()

    def tabInserted(self, index: int) -> None:
        """Make the tabs focusable as soon as there are several."""
        super().tabInserted(index)
        self._explain(index)
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
            self._shown_in(self._fitting), default=0
        )  # with a gap behind it, Qt would scroll the first tab away for it
        gap = 0 if is_last else row_style().px(self._fitting.gap)
        return QSize(self._content_width(index, self._fitting) + gap, row_style().px(BAR_HEIGHT))

    @property
    def words_width(self) -> int:
        """The width of the titles with their counts, up to the end of the last, in pixels."""
        return self._width_in(self._fitting)

    @property
    def hidden(self) -> tuple[int, ...]:
        """The tabs that are hidden for want of room, to be offered in a menu."""
        return tuple(sorted(self._fitting.hidden))

    def fit(self, width: int, menu: int = 0) -> None:
        """Fit the tabs into `width` pixels: smaller gaps, then only the worst counts, then elided titles.

        Where two titles would look alike, tabs are hidden instead; a button of `menu` pixels offers them.
        """
        fitting = self._fitting_in(width)
        if self._has_twins(fitting):
            fitting = self._folded(width - menu)
        is_to_show = [index not in fitting.hidden for index in range(self.count())]
        if fitting != self._fitting or any(
            self.isTabVisible(index) is not shown for index, shown in enumerate(is_to_show)
        ):
            self._fitting = fitting
            for index, shown in enumerate(is_to_show):
                self.setTabVisible(index, shown)
                self._explain(index)
                self.setTabText(index, self.tabText(index))  # makes the bar measure its tabs again
            self.updateGeometry()

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Return the full size: Qt must not squeeze a title."""
        return self.tabSizeHint(index)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw titles, counts, the active tab's line and the focus ring."""
        with QPainter(self) as painter:
            style = row_style()
            for index in range(self.count()):
                if index in self._fitting.hidden:
                    continue
                rect = self.tabRect(index)
                active = index == self.currentIndex()
                width = self._content_width(index, self._fitting)
                place = QRect(rect.left(), rect.top(), width, rect.height() - 1)
                word = QRect(place)
                word.setWidth(
                    self._word_width(index, self._fitting) + 1
                )  # a glyph may be wider than its advance
                font = "small strong" if active else "small"
                right = Qt.TextElideMode.ElideRight
                style.text(painter, word, self.tabText(index), "ink" if active else "soft", font, elide=right)
                style.counts(painter, place, self._counts_in(index, self._fitting))
                if active:
                    painter.fillRect(rect.left(), rect.bottom() - 1, width, 2, style.theme.color("acc"))
                if active and self.hasFocus():
                    painter.setPen(QPen(style.theme.color("acc"), 1))
                    painter.drawRoundedRect(place.adjusted(-4, 5, 3, -6), 4, 4)

    def _fitting_in(self, width: int) -> _TabFit:
        for fitting in (_TabFit(), _TabFit(_TIGHT_GAP), _TabFit(_TIGHT_GAP, only_worst=True)):
            if self._width_in(fitting) <= width:
                return fitting
        words = [self._word_width(index, fitting) for index in range(self.count())]
        room = width - self._width_in(fitting) + sum(words)
        return fitting._replace(longest=max(row_style().px(_LEAST_WORD), longest_that_fit(words, room)))

    def _width_in(self, fitting: _TabFit) -> int:
        shown = self._shown_in(fitting)
        contents = sum(self._content_width(index, fitting) for index in shown)
        return contents + max(0, len(shown) - 1) * row_style().px(fitting.gap)

    def _shown_in(self, fitting: _TabFit) -> list[int]:
        return [index for index in range(self.count()) if index not in fitting.hidden]

    def _has_twins(self, fitting: _TabFit) -> bool:
        """Whether elided titles look alike."""
        if fitting.longest is None:
            return False
        metrics, right = row_style().metrics["small"], Qt.TextElideMode.ElideRight
        words = [
            metrics.elidedText(self.tabText(index), right, fitting.longest) for index in range(self.count())
        ]
        return len(set(words)) < len(words)

    def _folded(self, width: int) -> _TabFit:
        """Return the fitting that shows the active tab and as many before the others as fit, all whole."""
        every = frozenset(range(self.count()))
        shown = frozenset({self.currentIndex()}) & every
        fitting = _TabFit(_TIGHT_GAP, only_worst=True, hidden=every - shown)
        for index in sorted(every - shown):
            more = fitting._replace(hidden=fitting.hidden - {index})
            if self._width_in(more) > width:
                break
            fitting = more
        return fitting

    def _content_width(self, index: int, fitting: _TabFit) -> int:
        counts = row_style().counts_width(self._counts_in(index, fitting))
        return self._word_width(index, fitting) + (row_style().px(_COUNTS_GAP) + counts if counts else 0)

    def _word_width(self, index: int, fitting: _TabFit) -> int:
        word = row_style().metrics["small strong"].horizontalAdvance(self.tabText(index))
        return word if fitting.longest is None else min(word, fitting.longest)

    def _counts_in(self, index: int, fitting: _TabFit) -> Counts:
        counts = self._counts.get(index, Counts())
        return counts.worst() if fitting.only_worst else counts

    def _explain(self, index: int) -> None:
        """Set a tooltip with the counts, and with the title where it is elided."""
        counts = self.counts_in_words(index)
        is_shortened = self._word_width(index, self._fitting) < self._word_width(index, _TabFit())
        title = self.tabText(index)
        self.setTabToolTip(index, title_with_counts(title, counts) if is_shortened else counts)

    def _set_focus_policy(self) -> None:
        several = self.count() > 1
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if several else Qt.FocusPolicy.NoFocus)


def title_with_counts(title: str, counts: str) -> str:
    """Return a title, with the problem counts of its page if it has any."""
    return Sentence("window-frame.title-with-counts", title=title, counts=counts) if counts else title

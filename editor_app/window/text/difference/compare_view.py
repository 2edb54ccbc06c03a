"""The view of the difference between two texts: inline, or in two columns where there is room.

    compared = CompareView(self)
    column(self, compared.switch, (compared, 1))
    compared.compare(before, after, ("the last save", "the text here"))
    compared.say("Nothing to compare with", "Save the file first.")  # in place of a difference

Lines that belong together show their changed words. Equal lines are folded, opened by a click or Enter, and
copied whole. Texts of any size are compared in a bounded number of steps, long ones in an event of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import permutations
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollBar, QStackedWidget, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.difference.difference_rows import (
    MOST_ROWS,
    Difference,
    ReasonedRun,
    Row,
    RowKind,
    as_it_is,
    column_rows,
    inline_rows,
    lines_opened,
    reasoned_rows,
)
from editor_app.window.text.difference.rows_pane import RowsPane

COLUMNS_FROM: Final = 560  # what a page of 840 pixels leaves beside a list
_ROWS_AT_ONCE: Final = 300
_COMPARED_AT_ONCE: Final = 200_000  # characters
_NOTHING: Final = Difference((), ())

_NAMES = Sentence("window-text.text-before"), Sentence("window-text.text-after")


class CompareView(QWidget):
    """Shows what changed from one text to another; `switch` stands wherever the owner places it.

    A sentence stands in its place where there is nothing to compare. At the foot are the numbers of added and
    removed lines, and a note of the owner's.
    """

    compared = Signal()

    def __init__(self, parent: QWidget | None = None, *, has_foot: bool = True) -> None:
        """Start empty; without a foot, the owner may place `added`, `removed` and `remark` elsewhere."""
        super().__init__(parent)
        self._reasoned: Sequence[ReasonedRun] = ()
        self._texts: tuple[str, str] | None = None
        self._difference: Difference | None = _NOTHING  # None while long texts are compared
        self._is_one_text = False
        self._opened: dict[int, int] = {}
        self._wanted = "inline"
        self._own_remark = ""
        self._most = _ROWS_AT_ONCE
        self._later = single_shot(self, 0, self._go_on)
        self.switch = SegmentedSwitch(
            Sentence("window-text.difference-view"),
            (("inline", Sentence("window-text.inline")), ("columns", Sentence("window-text.two-columns"))),
        )
        self.inline = RowsPane(Sentence("window-text.difference"), self)
        self._names: tuple[str, str] = _NAMES
        self._nothing = EmptyPlace(ground="paper", parent=self)
        self._pages = QStackedWidget(self)
        self.added, self.removed = PlainLabel("", "added"), PlainLabel("", "removed")
        self.remark, self._note = ElidedLabel("", "soft"), PlainLabel("", "soft")
        words = (self.added, self.removed, (self.remark, 1), self._note)
        self._foot = Bar(*words, height=28, sides=(12, 12), spacing=8, line_above=True)
        column(self, (self._pages, 1), self._foot)
        self._foot.setVisible(has_foot)
        for page in (self._nothing, self.inline):
            self._pages.addWidget(page)
        self._take_folds(self.inline)
        self.switch.chosen.connect(self.choose_view)
        self.say("", "")
        on_theme(self, self._show)

    @cached_property
    def columns(self) -> DifferenceColumns:
        """The two columns, which are made when they are first needed: most windows never show them."""
        columns = DifferenceColumns(self)
        self._pages.addWidget(columns)
        self._take_folds(columns.left)
        self._take_folds(columns.right)
        return columns

    @property
    def counts(self) -> tuple[int, int]:
        """How many lines were added and how many removed."""
        difference = self._difference or _NOTHING
        return difference.added, difference.removed

    @property
    def view(self) -> str:
        """The view that is shown: "inline" or "columns"."""
        return "columns" if isinstance(self._pages.currentWidget(), DifferenceColumns) else "inline"

    def compare(
        self,
        before: str,
        after: str,
        names: tuple[str, str] = _NAMES,
        reasoned: Sequence[ReasonedRun] = (),
    ) -> None:
        """Show the changes between two texts that are called `names`; what was unfolded in them stays so.

        `reasoned` are the changes where somebody else found them, with the reasons that stand before each.
        """
        self.inline.setAccessibleName(Sentence("window-text.difference-of", before=names[0], after=names[1]))
        self._names = names
        if self._texts != (before, after) or self._is_one_text or self._reasoned != reasoned:
            if self._texts is None or self._texts[0] != before:
                self._opened.clear()
                self._most = _ROWS_AT_ONCE
            self._reasoned = reasoned
            self._take((before, after), None)
            if len(before) + len(after) > _COMPARED_AT_ONCE:
                self._later.start()
            else:
                self._difference = reasoned_rows(before, after, reasoned)
        self._show()

    def show_text(self, text: str, name: str) -> None:
        """Show one text as it is, where there is no other to compare it with."""
        self.inline.setAccessibleName(Sentence("window-text.text-of", name=name))
        self._take((text, text), as_it_is(text), is_one_text=True)
        self._most = _ROWS_AT_ONCE
        self._show()

    def say(self, title: str, sentence: str) -> None:
        """Show a title and a sentence in place of a difference."""
        self._take(None, _NOTHING)
        self._opened.clear()
        self._nothing.say(title, sentence)
        self._show()

    def set_note(self, sentence: str) -> None:
        """Show a sentence at the right of the foot, where it has room beside the rest."""
        self._note.setText(sentence)
        self._show_note()

    def set_remark(self, sentence: str) -> None:
        """Show a sentence after the counts, unless something has to be said of the difference there."""
        self._own_remark = sentence
        self._show_counts()

    def choose_view(self, key: str) -> None:
        """Show the difference "inline", or in "columns" as soon as there is room."""
        self._wanted = key
        self._show()

    def focus_text(self) -> None:
        """Focus the difference."""
        place = self.columns.left if self.view == "columns" else self._pages.currentWidget()
        if place is not None:
            place.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Go over to one column where two have no room, and back."""
        super().resizeEvent(event)
        self._show()

    def _take_folds(self, pane: RowsPane) -> None:
        pane.fold_opened.connect(self._open_fold)
        pane.folded_lines = lambda row: (self._difference or _NOTHING).folded_lines(row)  # noqa: PLW0108  of then

    @property
    def _has_room(self) -> bool:
        return self.width() >= current_theme().px(COLUMNS_FROM)

    def _take(
        self, texts: tuple[str, str] | None, difference: Difference | None, *, is_one_text: bool = False
    ) -> None:
        self._texts, self._difference, self._is_one_text = texts, difference, is_one_text
        self._later.stop()

    def _go_on(self) -> None:
        """Compare long texts, and show the difference in another event: each may take a while."""
        if self._difference is None and self._texts is not None:
            self._difference = reasoned_rows(*self._texts, self._reasoned)
            self._later.start()
        else:
            self._show()

    def _show(self) -> None:
        self.switch.enable(
            "columns",
            enabled=self._has_room,
            why_not=Sentence("window-text.columns-need-room"),
        )
        in_columns = self._wanted == "columns" and self._has_room and not self._is_one_text
        self.switch.choose("columns" if in_columns else "inline")
        difference = self._difference or _NOTHING
        is_equal = self._texts is not None and not difference.changes and not self._is_one_text
        if self._difference is None:
            self._nothing.say(Sentence("window-text.comparing"), "")
        elif is_equal:
            self._nothing.say(Sentence("window-text.no-difference"), Sentence("window-text.same-texts"))
        if self._texts is None or is_equal:
            self._pages.setCurrentWidget(self._nothing)
        elif in_columns:
            self._pages.setCurrentWidget(self.columns)
            self.columns.name(*self._names)
            self.columns.show_rows(*column_rows(difference, self._opened, self._most))
        else:
            self._pages.setCurrentWidget(self.inline)
            self.inline.show_rows(inline_rows(difference, self._opened, self._most))
        self._show_counts()

    def _show_counts(self) -> None:
        added, removed = self.counts
        difference = self._difference or _NOTHING
        is_shown = bool(difference.changes)
        for label, shown, name in (
            (self.added, f"+{added}", Sentence("window-text.lines-added", count=added)),
            (self.removed, f"−{removed}", Sentence("window-text.lines-removed", count=removed)),
        ):
            label.setText(shown if is_shown else "")
            label.setAccessibleName(name if is_shown else "")
            label.setVisible(is_shown)
        self.remark.setText(difference.remark or self._own_remark)
        self._show_note()
        self.compared.emit()

    def _show_note(self) -> None:
        """Show the note only where nothing else of the foot is cut for it."""
        row = self._foot.row
        labels = [label for label in (self.added, self.removed) if not label.isHidden()]
        margins = row.contentsMargins()
        needed = margins.left() + margins.right() + len(labels) * row.spacing() + row.spacing()
        needed += sum(label.sizeHint().width() for label in (*labels, self.remark, self._note))
        self._note.setVisible(needed <= self.width())

    def _open_fold(self, row: Row) -> None:
        if row.kind is RowKind.MORE:
            self._most = min(self._most + _ROWS_AT_ONCE, MOST_ROWS)
        else:
            self._opened[row.place] = lines_opened(row)
            self._most = min(self._most + lines_opened(row), MOST_ROWS)
        self._show()


class DifferenceColumns(QWidget):
    """The text before at the left, the text after at the right; a shorter row is filled up to the other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._rows: tuple[Sequence[Row], Sequence[Row]] = ((), ())
        self.left = RowsPane(Sentence("window-text.before"), self)
        self.right = RowsPane(Sentence("window-text.after"), self)
        between = QFrame(self)
        between.setProperty("look", "line")
        between.setFixedWidth(1)
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        self._later = single_shot(self, 0, self._fill)
        row(self, (self.left, 1), between, (self.right, 1), self._bar)
        bars = (self.left.verticalScrollBar(), self.right.verticalScrollBar(), self._bar)
        for pane in (self.left, self.right):
            pane.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll_together(bars)
        self.right.verticalScrollBar().rangeChanged.connect(self._follow_range)
        self._bar.hide()
        on_theme(self, self._later.start)

    def name(self, before: str, after: str) -> None:
        """Give the columns their accessible names."""
        self.left.setAccessibleName(Sentence("window-text.difference-in", name=before))
        self.right.setAccessibleName(Sentence("window-text.difference-in", name=after))

    def show_rows(self, left: Sequence[Row], right: Sequence[Row]) -> None:
        """Show these rows, as many at the left as at the right."""
        self._rows = left, right
        self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill up the rows anew at another width."""
        super().resizeEvent(event)
        self._later.start()

    def _fill(self) -> None:
        show_beside((self.left, self.right), list(zip(*self._rows, strict=True)))

    def _follow_range(self, least: int, most: int) -> None:
        real = self.right.verticalScrollBar()
        self._bar.setRange(least, most)
        self._bar.setPageStep(real.pageStep())
        self._bar.setSingleStep(real.singleStep())
        self._bar.setVisible(most > least)


def show_beside(panes: Sequence[RowsPane], rows: Sequence[tuple[Row, ...]]) -> None:
    """Show rows that belong beside each other, each filled up to the highest of them."""
    pads: list[list[int]] = []
    for beside in rows:
        kinds = {row.kind for row in beside}
        are_equal = len(kinds) == 1 and not kinds & {RowKind.REMOVED, RowKind.ADDED}
        lines = [0 if are_equal else pane.lines_needed(row) for pane, row in zip(panes, beside, strict=True)]
        pads.append([max(lines) - number for number in lines])
    for index, pane in enumerate(panes):
        pane.show_rows([beside[index] for beside in rows], [pad[index] for pad in pads])


def scroll_together(bars: Sequence[QScrollBar]) -> None:
    """Let each scroll bar follow the others."""
    for bar, other in permutations(bars, 2):
        bar.valueChanged.connect(other.setValue)

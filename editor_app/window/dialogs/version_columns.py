"""Versions of a text in columns: wrapped lines side by side, with the changed words marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from editor_app.text import Span
from editor_app.text.matching import Steps, changed_runs
from editor_app.window.kit.layouts import add, column, row
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import PlainLabel
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.difference.compare_view import scroll_together, show_beside
from editor_app.window.text.difference.difference_rows import Row, RowKind, changed_words
from editor_app.window.text.difference.rows_pane import RowsPane

MOST_LINES: Final = 5_000
_STEPS: Final = 400_000
_COLUMN: Final = (200, 120)
_CONTEXT: Final = 3
_WORD_STEPS: Final = 30_000

Lines: TypeAlias = tuple[str | None, ...]
"""One row: the base's line, then those of the others; None where a version has no line."""

Columns = tuple[Row, ...]
"""The rows that stand beside each other, one of each column."""


class VersionColumns(QWidget):
    """Shows texts beside each other, the first of which is the one that the others came from.

    Equal lines far from a change are folded; all columns scroll together.
    """

    def __init__(self, versions: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """Show versions, pairs of a title and a text."""
        theme = current_theme()
        super().__init__(parent)
        steps, lines = Steps(_WORD_STEPS), rows_of(*(text for _title, text in versions))
        self._rows = tuple(_compared(beside, steps) for beside in lines)
        self._opened: set[int] = set()
        self.panes: list[RowsPane] = []
        columns = row(self, spacing=8)
        for title, _text in versions:
            pane = RowsPane(title, self)
            pane.setProperty("look", "field")
            pane.setTabChangesFocus(True)
            pane.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
            pane.setMinimumSize(theme.px(_COLUMN[0]), theme.px(_COLUMN[1]))
            pane.fold_opened.connect(self._open_fold)
            pane.folded_lines = self._lines_of
            self.panes.append(pane)
            add(columns, (column(None, PlainLabel(title, "soft", self), (pane, 1), spacing=4), 1))
        scroll_together([pane.verticalScrollBar() for pane in self.panes])
        self._later = single_shot(self, 0, self._fill)
        self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill up the rows anew at another width."""
        super().resizeEvent(event)
        self._later.start()

    def _open_fold(self, row: Row) -> None:
        self._opened.add(row.place)
        self._fill()

    def _lines_of(self, row: Row) -> tuple[str, ...]:
        return tuple(columns[0].text for columns in self._rows[row.place : row.place + row.lines])

    def _fill(self) -> None:
        show_beside(self.panes, folded_rows(self._rows, self._opened))


def _compared(lines: Lines, steps: Steps) -> Columns:
    """Return the rows to show for lines beside each other, with the words that differ from the first."""
    base, *others = lines
    gone: set[Span] = set()
    rows: list[Row] = []
    for line in others:
        if line is None:
            rows.append(Row(RowKind.GAP, lines=0))
        elif line == base:
            rows.append(Row(RowKind.SAME, line))
        elif base is None:
            rows.append(Row(RowKind.ADDED, line, (Span(0, len(line)),) if line else ()))
        else:
            old, new = changed_words(base, line, steps)
            gone.update(old)
            rows.append(Row(RowKind.ADDED, line, new))
    if base is None:
        return Row(RowKind.GAP, lines=0), *rows
    differs = any(line != base for line in others)
    return Row(RowKind.REMOVED if differs else RowKind.SAME, base, _joined(gone)), *rows


def _joined(spans: set[Span]) -> tuple[Span, ...]:
    """Return the same places as spans that do not overlap, in order."""
    joined: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return tuple(joined)


def folded_rows(rows: Sequence[Columns], opened: set[int]) -> list[Columns]:
    """Return the rows with a fold in place of equal ones far from a change, unless opened by its place."""
    changed = [
        index for index, columns in enumerate(rows) if any(row.kind is not RowKind.SAME for row in columns)
    ]
    if not changed:
        return list(rows)
    shown: list[Columns] = []
    done = 0
    for start, end in zip([-_CONTEXT - 1, *changed], [*changed, len(rows) + _CONTEXT], strict=True):
        first, last = start + _CONTEXT + 1, end - _CONTEXT
        if last - first > 1 and first not in opened:
            shown += rows[done:first]
            shown.append((Row(RowKind.FOLDED, place=first, lines=last - first),) * len(rows[0]))
            done = last
    return [*shown, *rows[done:]]


def rows_of(base: str, *others: str) -> tuple[Lines, ...]:
    """Return the rows of a base text and of other versions of it."""
    lines = base.split("\n")[:MOST_LINES]
    sides = [_AlignedVersion(lines, other.split("\n")[:MOST_LINES]) for other in others]
    rows: list[Lines] = []
    for index in range(len(lines) + 1):
        rows += [(None, *extra) for extra in zip_longest(*(side.before[index] for side in sides))]
        if index < len(lines):
            rows.append((lines[index], *(side.beside[index] for side in sides)))
    return tuple(rows)


class _AlignedVersion:
    """Another version: its line beside each line of the base, and its lines before each of them."""

    def __init__(self, base: Sequence[str], other: Sequence[str]) -> None:
        self.beside: list[str | None] = [None] * len(base)
        self.before: list[list[str]] = [[] for _ in range(len(base) + 1)]
        for start, end, first, last in _blocks(base, other):
            shared = min(end - start, last - first)
            self.beside[start : start + shared] = other[first : first + shared]
            self.before[end] += other[first + shared : last]


def _blocks(base: Sequence[str], other: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Return which lines of the other version stand for which of the base: equal ones, and changed ones."""
    start = first = 0
    for run in changed_runs(base, other, Steps(_STEPS)):
        yield start, run.start, first, run.new_start
        yield run
        start, first = run.end, run.new_end
    yield start, len(base), first, len(other)

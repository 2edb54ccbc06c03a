"""The list of problems: its rows have columns of their own, and a link to the first fix."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence, Severity
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.kit.rows.content import RowContent, RowPainting
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.plain_text import one_line, segments

_GAP: Final = 12
_ROW, _HIGH_ROW = 26, 44
_MOST_MEASURED: Final = 300  # rows whose links are measured, to align them


class ProblemList(RowTree[ProblemRow]):
    """Shows icon, file, sentence, code, line and column, and the first fix as a link; a link is its row.

    Where the problems of another file begin there is a line above, and its name is in a stronger colour. The
    link is whole. A sentence that does not fit takes the room of the code, then that which the links of
    other rows need, then that of line and column, before it is elided. Narrow rows have a second line.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create an empty list."""
        super().__init__(
            RowType(_content, problem_key, height=self._height, paint=self._paint),
            Sentence("window-problems.problems"),
            parent,
        )
        self._measured: tuple[object, ...] = ()
        self._widths = 0, 0, 0
        self.setMouseTracking(True)
        self.setUniformRowHeights(True)
        self.find_link = lambda row, rect, place: row if self.fix_rect(rect, row).contains(place) else None

    @property
    def is_narrow(self) -> bool:
        """Whether a row is too narrow for one line, and has two."""
        return self.viewport().width() < row_style().px(440)

    def fix_rect(self, rect: QRect, row: ProblemRow) -> QRect:
        """Return the rectangle of the fix of a row that has `rect`, empty if it shows none."""
        return self.columns(rect, row)[-1] if row.fix_title else QRect()

    def _height(self, _row: ProblemRow, _width: int) -> int:
        return row_style().px(_HIGH_ROW if self.is_narrow else _ROW)

    def _paint(self, at: RowPainting, row: ProblemRow) -> None:
        at.background()
        style, painter, rect = at.style, at.painter, at.rect
        file, sentence, code, place, fix = self.columns(rect, row)
        style.icon(painter, sentence, rect.left() + style.px(SIDE), *SEVERITY_ICONS[row.severity], 14)
        is_first = at.number == 0 or self.rows[at.number - 1].place.file != row.place.file
        if is_first and at.number > 0 and not file.isEmpty():
            painter.fillRect(rect.left(), rect.top(), rect.width(), 1, style.theme.color("line"))
        role, elide = "ink" if is_first else "soft", Qt.TextElideMode.ElideLeft
        style.text(painter, file, one_line(row.place.file), role, "small", elide=elide)
        style.sentence(painter, sentence, segments(row.message))
        if not code.isEmpty():
            style.text(painter, code, one_line(row.code), "soft", "small")
        if not place.isEmpty():
            style.text(painter, place, row.place.shown, "soft", "number", right=True)
        if not fix.isEmpty():
            words = one_line(row.fix_title)
            width = style.text(painter, fix, words, "acc", elide=Qt.TextElideMode.ElideRight)
            if self.hovered_link == row:
                style.underline(painter, fix, width)

    def columns(self, rect: QRect, row: ProblemRow) -> tuple[QRect, QRect, QRect, QRect, QRect]:
        """Return the rectangles of file, sentence, code, place and fix; what is not shown has none."""
        style, px = row_style(), row_style().px
        gap = px(_GAP)
        widest_file, place, links = self._measure()
        start, end = rect.left() + px(SIDE + 14 + 10), rect.right() + 1 - px(SIDE)
        top, height = rect.top(), rect.height()
        own = self._link_width(row)
        if is_narrow := self.is_narrow:
            top, height = top + px(3), height // 2 - px(3)
        file = QRect(start, top, 0, height)
        if widest_file:
            file.setWidth(min(max((end - start) * 30 // 100, px(90)), widest_file))
            start = file.right() + 1 + gap
        if is_narrow:
            lower = rect.top() + rect.height() // 2
            second = QRect(file.left(), lower, place, height)
            link = QRect(second.right() + 1 + gap, lower, own, height)
            link.setRight(min(link.right(), end - 1))
            return file, QRect(start, top, max(0, end - start), height), QRect(), second, link
        code = min(max(rect.width() * 20 // 100, px(110)), px(180)) if rect.width() >= px(700) else 0
        needed = style.sentence_width(segments(row.message))
        own = min(own, max(0, end - start - px(120)))
        tries = (links, place, code), (links, place, 0), (own, place, 0), (own, 0, 0)
        fitting = (widths for widths in tries if self._ends(end, *widths)[-1] - start >= needed)
        link_room, place, code = next(fitting, tries[-1])
        place_end, code_end, sentence_end = self._ends(end, link_room, place, code)
        return (
            file,
            QRect(start, top, max(0, sentence_end - start), height),
            QRect(code_end - code, top, code, height),
            QRect(place_end - place, top, place, height),
            QRect(end - link_room, top, own, height),
        )

    def _ends(self, end: int, link: int, place: int, code: int) -> tuple[int, int, int]:
        """Return where place, code and sentence end, left of columns of these widths; 0 for one not shown."""
        px = row_style().px
        place_end = end - (link + px(8) if link else 0)
        code_end = place_end - (place + px(_GAP) if place else 0)
        return place_end, code_end, code_end - (code + px(_GAP) if code else 0)

    def _link_width(self, row: ProblemRow) -> int:
        metrics = row_style().metrics["body"]
        return metrics.horizontalAdvance(one_line(row.fix_title)) + 1 if row.fix_title else 0

    def _measure(self) -> tuple[int, int, int]:
        """Return the widths of the widest file, place and link, in pixels, cached for the same rows."""
        rows, style = self.rows[:_MOST_MEASURED], row_style()
        if self._measured != (rows, style):
            self._measured = rows, style
            small, numbers = style.metrics["small"], style.metrics["number"]
            files = (small.horizontalAdvance(one_line(row.place.file)) + 1 for row in rows if row.place.file)
            self._widths = (
                min(max(files, default=0), style.px(220)),
                max((numbers.horizontalAdvance(row.place.shown) + 2 for row in rows), default=0),
                max(map(self._link_width, rows), default=0),
            )
        return self._widths


def problem_key(row: ProblemRow) -> tuple[object, ...]:
    """Return what a problem is known by, wherever in its file it stands after an edit."""
    return row.place.path, row.place.part, row.code, row.message


def _content(row: ProblemRow) -> RowContent:
    lines = [row.message, Sentence("window-problems.code-at", code=row.code, place=row.place.in_file)]
    if row.fix_title:
        lines.append(Sentence("window-problems.fix", title=row.fix_title))
    return RowContent(row.message, "\n".join(lines), row.in_words)


class ProblemScope(Enum):
    """Whose problems are listed: the current file's, or the whole library's."""

    FILE = auto()
    LIBRARY = auto()


class Sorting(Enum):
    """What the problems are sorted by."""

    PLACE = auto()
    SEVERITY = auto()
    CODE = auto()


def shown_rows(
    rows: Iterable[ProblemRow], words: str, severities: Collection[Severity], sorting: Sorting
) -> tuple[ProblemRow, ...]:
    """Return the rows of these severities that contain each of `words`, sorted.

    Rows of one file stay together; sorted by severity, the files with the worst problems come first.
    """
    wanted = words.casefold().split()
    matching = [row for row in rows if row.severity in severities and _has_all(row, wanted)]
    worst: dict[str, int] = {}
    for row in matching if sorting is Sorting.SEVERITY else ():
        worst[row.place.file] = min(row.severity.rank, worst.get(row.place.file, row.severity.rank))

    def key(row: ProblemRow) -> tuple[object, ...]:
        place, rank = row.place, row.severity.rank
        first = {Sorting.PLACE: place.order, Sorting.SEVERITY: rank, Sorting.CODE: row.code}[sorting]
        return (worst.get(place.file, 0), place.file, first, place.line, place.column, rank)

    return tuple(sorted(matching, key=key))


def counts_of(rows: Iterable[ProblemRow]) -> Counts:
    """Return how many rows there are of each severity."""
    numbers = dict.fromkeys(Severity, 0)
    for row in rows:
        numbers[row.severity] += 1
    return Counts(*numbers.values())


def _has_all(row: ProblemRow, wanted: list[str]) -> bool:
    text = f"{row.message} {row.code} {row.place.file} {row.fix_title}".casefold()
    return all(word in text for word in wanted)

"""The list of problems: its rows have columns of their own, and a link to the first fix."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence, Severity
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.kit.rows.content import (
    Icon,
    RowContent,
    RowPainting,
    RowSentence,
    Words,
    paint_content,
    paint_row,
)
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import SIDE, RowStyle, row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.plain_text import one_line, segments

_RIGHT: Final = Qt.TextElideMode.ElideRight
_ROW, _HIGH_ROW = 26, 44
_MOST_MEASURED: Final = 300  # rows whose places and links are aligned
_GAP: Final = 8  # before a link
_FILE_ROOM: Final = 160
_TEXT_LEFT: Final = SIDE + 24


class _Widest(NamedTuple):
    """The widest link and place of rows, measured once for these rows in this style."""

    rows: Sequence[ProblemRow] = ()
    style: RowStyle | None = None
    link: str = ""
    place: str = ""


class ProblemList(RowTree[ProblemRow]):
    """Shows icon, file, sentence, code, line and column, and the first fix as a link; a link is its row.

    Where the problems of another file begin there is a line above. A sentence that does not fit takes the
    room of the code, then that which the links of other rows need, then that of line and column, before it
    is elided; a link that leaves a sentence less than half of the room is elided first. Narrow rows have a
    second line.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create an empty list."""
        super().__init__(
            RowType(self._content, _key, height=self._height, paint=self._paint),
            Sentence("window-problems.problems"),
            parent,
        )
        self.setMouseTracking(True)
        self.setUniformRowHeights(True)
        self.find_link = lambda row, rect, place: row if self.fix_rect(rect, row).contains(place) else None
        self._widest = _Widest()

    @property
    def is_narrow(self) -> bool:
        """Whether a row is too narrow for one line, and has two."""
        return self.viewport().width() < row_style().px(440)

    def fix_rect(self, rect: QRect, row: ProblemRow) -> QRect:
        """Return the rectangle of the fix of a row that has `rect`, empty if it shows none."""
        if not row.fix_title:
            return QRect()
        px, metrics = row_style().px, row_style().metrics
        width = metrics["body"].horizontalAdvance(one_line(row.fix_title)) + 1
        if not self.is_narrow:
            lead = 24 + (_FILE_ROOM + 8 if row.place.file else 0)
            width = min(width, _link_room(row, row_style(), rect.width() - px(2 * SIDE + lead)))
            return QRect(rect.right() + 1 - px(SIDE) - width, rect.top(), width, rect.height())
        left = rect.left() + px(_TEXT_LEFT + 12) + metrics["number"].horizontalAdvance(row.place.shown)
        half = rect.height() // 2
        return QRect(left, rect.top() + half, min(width, rect.right() - left), half)

    def trail(self, row: ProblemRow, style: RowStyle, room: int) -> tuple[Words, ...]:
        """Return what stands behind the sentence in so much room for both, in pixels, the rightmost first."""
        if self._widest.rows is not self.rows or self._widest.style is not style:
            self._widest = _widest_of(self.rows, style)
        link_room = _link_room(row, style, room)
        fix = style.metrics["body"].elidedText(one_line(row.fix_title), _RIGHT, link_room)
        own = Words(fix, "acc", elide=_RIGHT, gap=_GAP) if fix else Words("", gap=0)
        aligned = own._replace(as_wide_as=self._widest.link)
        place = Words(row.place.shown, "soft", "number", as_wide_as=self._widest.place, gap=12)
        code = Words(one_line(row.code), "soft", "small", room=110, gap=12)
        needed = style.sentence_width(segments(row.message))
        for parts in ((aligned, place, code), (aligned, place), (own, place)):
            if needed + sum(style.px(part.gap) + _width(part, style) for part in parts) <= room:
                return parts
        return (own,)

    def _content(self, row: ProblemRow) -> RowContent:
        lines = [row.message, Sentence("window-problems.code-at", code=row.code, place=row.place.in_file)]
        if row.fix_title:
            lines.append(Sentence("window-problems.fix", title=row.fix_title))
        lead: tuple[Icon | Words, ...] = (Icon(*SEVERITY_ICONS[row.severity], 14, 10),)
        if row.place.file:
            room = 90 if self.is_narrow else _FILE_ROOM
            lead += (Words(one_line(row.place.file), "soft", "small", Qt.TextElideMode.ElideLeft, room),)
        trail = partial(self.trail, row)
        return RowContent(
            row.message, "\n".join(lines), row.in_words, RowSentence(row.message), None, lead, trail
        )

    def _height(self, _row: ProblemRow, _width: int) -> int:
        return row_style().px(_HIGH_ROW if self.is_narrow else _ROW)

    def _paint(self, at: RowPainting, row: ProblemRow) -> None:
        content, px = self._content(row), at.style.px
        if self.is_narrow:
            at.background()
            half = at.rect.height() // 2
            upper, lower = at.rect.adjusted(0, px(3), 0, -half), at.rect.adjusted(0, half, 0, -px(3))
            place, fix = (
                Words(row.place.shown, "soft", "number", gap=12),
                Words(row.fix_title, "acc", elide=_RIGHT),
            )
            second = RowContent("", main=fix, lead=(place,))
            paint_content(
                at._replace(rect=upper), replace(content, trail=()), px(SIDE), px(SIDE), on_tint=False
            )
            paint_content(at._replace(rect=lower), second, px(_TEXT_LEFT), px(SIDE), on_tint=False)
        else:
            paint_row(at, content)
        if at.number > 0 and self.rows[at.number - 1].place.file != row.place.file:
            at.painter.fillRect(
                at.rect.left(), at.rect.top(), at.rect.width(), 1, at.style.theme.color("line")
            )


def _key(row: ProblemRow) -> tuple[object, ...]:
    """Return what a problem is known by, wherever in its file it stands after an edit."""
    return row.place.path, row.place.part, row.code, row.message


def _widest_of(rows: Sequence[ProblemRow], style: RowStyle) -> _Widest:
    links = {one_line(row.fix_title) for row in rows[:_MOST_MEASURED]}
    places = {row.place.shown for row in rows[:_MOST_MEASURED]}
    link = max(links, key=style.metrics["body"].horizontalAdvance, default="")
    return _Widest(rows, style, link, max(places, key=style.metrics["number"].horizontalAdvance, default=""))


def _link_room(row: ProblemRow, style: RowStyle, room: int) -> int:
    """Return how wide a link may be, in pixels: what its sentence leaves, and half of the room at least."""
    return max(room - style.sentence_width(segments(row.message)) - style.px(_GAP), room // 2)


def _width(part: Words, style: RowStyle) -> int:
    return max(part.width(style), style.metrics[part.font].horizontalAdvance(part.text))


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
    return Counts(*map([row.severity for row in rows].count, Severity))


def _has_all(row: ProblemRow, wanted: list[str]) -> bool:
    text = f"{row.message} {row.code} {row.place.file} {row.fix_title}".casefold()
    return all(word in text for word in wanted)

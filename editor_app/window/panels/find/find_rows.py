"""The rows of the hits in a library: files with check boxes, and below each its hits in their lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from editor_app.finding.files import FileHits, HitLine, file_edits, hit_lines
from editor_app.finding.queries import Query
from editor_app.text import Sentence, Span
from editor_app.window.kit.rows.content import Icon, RowContent, RowPainting, Words, label_left
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.icons import paint_box, paint_icon
from editor_app.window.kit.words.plain_text import one_line

_BOX: Final = 14
_STATES: Final = {
    True: Sentence("window-find.is-replaced"),
    None: Sentence("window-find.is-partly-replaced"),
    False: Sentence("window-find.is-left"),
}


class FoundFile(NamedTuple):
    """A file with hits: its name, icon and a note; `why_not` says why it cannot be changed.

    `problem` is a sentence on why its hits cannot be replaced by what was typed.
    """

    hits: FileHits
    name: str
    icon: str
    note: str = ""
    why_not: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class FindRow:
    """A file, or with a `line` one of its hits; `new` is what it is replaced by, None while nothing is.

    `is_in` says whether it is replaced, None for a file of which some hits are.
    """

    file: FoundFile
    span: Span | None = None
    line: HitLine | None = None
    new: str | None = None
    is_in: bool | None = True
    has_box: bool = False

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self.file.hits.path


def rows_of(
    files: Sequence[FoundFile],
    query: Query,
    replacement: str | None,
    left_out: Collection[tuple[Path, Span]],
) -> Iterator[FindRow]:
    """Yield the rows of files with hits; with a replacement, each has a check box and the notes on that.

    The hits that are left out are known by their paths and places.
    """
    for found in files:
        file = found if replacement is not None else found._replace(note="", why_not="")
        spans, path = file.hits.spans, file.hits.path
        news: dict[Span, str] = {}
        if replacement is not None and not file.why_not:
            replaced = file_edits(file.hits, query, replacement)
            news, file = dict(replaced.edits), file._replace(problem=replaced.problem)
        are_in = [span in news and (path, span) not in left_out for span in spans]
        has_box = bool(news)
        yield FindRow(file, is_in=True if all(are_in) else None if any(are_in) else False, has_box=has_box)
        for span, line, is_in in zip(spans, hit_lines(file.hits), are_in, strict=True):
            yield FindRow(file, span, line, news.get(span) if is_in else None, is_in, has_box)


def box_at(row: FindRow, rect: QRect, place: QPoint) -> FindRow | None:
    """Return the row whose check box is at a point of its rectangle."""
    left = label_left(row_style(), int(row.span is not None), rect.width())
    inside = left <= place.x() < left + row_style().px(_BOX + 8)
    return row if row.has_box and inside else None


class _Box(NamedTuple):
    """A check box: checked, not, or for some."""

    is_in: bool | None
    gap: int = 8

    def paint(self, at: RowPainting, place: QRect, *, is_last: bool, on_tint: bool) -> int:  # noqa: ARG002  as all parts
        """Paint it at the left."""
        px, theme = at.style.px, at.style.theme
        side = px(_BOX)
        box = QRect(place.left(), place.top() + (place.height() - side) // 2, side, side)
        paint_box(
            at.painter, box, "paper" if self.is_in is False else "acc", "edge" if self.is_in is False else ""
        )
        if self.is_in is not False:
            mark = "minus" if self.is_in is None else "check"
            paint_icon(at.painter, box.adjusted(1, 1, -1, -1), mark, theme, "onacc")
        at.painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        return side


class _HitWords(NamedTuple):
    """A hit in its line: in a box, or struck through with what replaces it."""

    line: HitLine
    new: str | None
    gap: int = 0

    def paint(self, at: RowPainting, place: QRect, *, is_last: bool, on_tint: bool) -> int:  # noqa: ARG002  as all parts
        """Paint them at the left, the end elided."""
        metrics, most = at.style.metrics["code"], place.width() * 2 // 5
        before = metrics.elidedText(one_line(self.line.before), Qt.TextElideMode.ElideLeft, most)
        left = self._words(at, place, place.left(), before)
        left = self._words(at, place, left, self.line.hit, "acc" if self.new is None else "err")
        if self.new:
            left = self._words(at, place, left + 3, self.new, "ok")
        return self._words(at, place, left, self.line.behind) - place.left()

    def _words(self, at: RowPainting, place: QRect, left: int, words: str, role: str = "ink") -> int:
        """Paint words from `left` on, a hit in a box, an old one struck through; return where they end."""
        style, metrics = at.style, at.style.metrics["code"]
        text = metrics.elidedText(one_line(words), Qt.TextElideMode.ElideRight, max(place.right() - left, 0))
        width = metrics.horizontalAdvance(text)
        room = QRect(left, place.top(), width, place.height())
        if role != "ink" and width:
            at.painter.fillRect(room.adjusted(0, 3, 0, -3), style.theme.color(f"{role}bg"))
        if role == "acc":
            at.painter.setPen(style.theme.color("acc"))
            at.painter.drawRect(QRectF(room).adjusted(0.5, 3.5, -0.5, -3.5))
        font = QFont(style.fonts["code"])
        font.setStrikeOut(role == "err")
        font.setUnderline(role == "ok")
        at.painter.setFont(font)
        at.painter.setPen(style.theme.color("ink" if role == "acc" else role))
        at.painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine), text)
        return left + width


def _content(row: FindRow) -> RowContent:
    file, line = row.file, row.line
    box = (_Box(row.is_in),) if row.has_box else ()
    state = _STATES[row.is_in] if row.has_box else ""
    if line is None:
        count = Sentence("text.matches", count=len(file.hits.spans))
        note = file.why_not or file.note
        return RowContent(
            file.name,
            tooltip=str(row.path),
            spoken=_spoken(file.name, count, state, note),
            main=Words(file.name, font="strong"),
            lead=(*box, Icon(file.icon, "soft")),
            trail=tuple(Words(words, "soft", "small") for words in (count, note) if words),
        )
    words = f"{line.before}{line.hit}{line.behind}"
    spoken = Sentence("window-find.hit", line=line.number, text=words, hit=line.hit)
    if row.new is not None:
        spoken = Sentence("window-find.hit-becomes", line=line.number, text=words, hit=line.hit, new=row.new)
    return RowContent(
        words,
        tooltip=words,
        spoken=_spoken(state, spoken),
        main=_HitWords(line, row.new),
        lead=(*box, Words(str(line.number), "faint", "number", room=26, is_right=True)),
    )


def _spoken(*parts: str) -> str:
    return Sentence("window-find.parts", parts=[part for part in parts if part])


FIND_ROWS: Final = RowType(
    _content,
    key=attrgetter("path", "span"),
    depth=lambda row: int(row.span is not None),
    height=26,
)

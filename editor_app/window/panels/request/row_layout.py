"""Where the words of a row of the request stand, for its height, its painting and clicks on its links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import QRect, Qt

from editor_app.requests.structure import (
    InsertedText,
    PartGroup,
    PartRow,
    PrefixEnd,
    StructureFinding,
    StructureHead,
)
from editor_app.text import Sentence
from editor_app.window.kit.rows.row_style import RowStyle
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import BREAK
from editor_app.window.kit.words.plain_text import number_in_words, one_line
from editor_app.window.panels.request.request_view import BlockedPart, RequestView
from editor_app.window.panels.request.words import about, group_name, inserted_by, inserted_words

NO_ROLE: Final = Sentence("window-request.no-role")
EMPTY_TEXT: Final = Sentence("window-request.empty-text")
WRAPPED: Final = int(Qt.TextFlag.TextWordWrap)
SIDE: Final = 12
_LINE: Final = 18
_EDGE: Final = 6
_TEXT: Final = 88  # where texts begin, behind the roles
_LONG_WORD: Final = re.compile(r"\S{24,}")
_MOST_FINDINGS: Final = 2  # of a closed group
_MOST_LINES: Final = 40  # of what triggers added
_MOST_INSERTED: Final = 8_000  # characters of it
_MOST_WORDS: Final = 240  # characters of a part that a row shows


class MoreParts(NamedTuple):
    """The rest of a request with very many parts, which is not listed."""

    parts: int

    @property
    def words(self) -> Sentence:
        """How many parts there are, and what has them."""
        return Sentence("window-request.more-parts", count=self.parts)


class GeneralFinding(NamedTuple):
    """A finding about no part of the request."""

    general: StructureFinding


ListRow: TypeAlias = (
    StructureHead | PartRow | PartGroup | PrefixEnd | BlockedPart | MoreParts | GeneralFinding
)


class Piece(NamedTuple):
    """A line of words behind an icon, if it has one: elided, or with `wraps` as many lines as it takes.

    It begins `left` in pixels of the design; `link` is the finding that a click on it fixes.
    """

    text: str
    role: str = "ink"
    font: str = "body"
    icon: tuple[str, str] = ("", "")
    left: int = _TEXT
    wraps: bool = False
    link: StructureFinding | None = None
    rect: QRect = QRect()

    def breakable(self, style: RowStyle, room: int) -> str:
        """Return the words with places at which those that are wider than a line may be broken."""
        metrics = style.metrics[self.font]
        size = max(1, 100 * room // metrics.horizontalAdvance("W" * 100))  # an advance is rounded

        def broken(word: re.Match[str]) -> str:
            if len(word[0]) <= size or metrics.horizontalAdvance(word[0]) <= room:
                return word[0]
            return BREAK.join(word[0][at : at + size] for at in range(0, len(word[0]), size))

        return _LONG_WORD.sub(broken, self.text)


class RowLayout(NamedTuple):
    """The pieces of a row, its height, and whether a line stands below it."""

    pieces: tuple[Piece, ...]
    height: int
    has_line: bool = True


def lay_out(row: ListRow, view: RequestView, style: RowStyle, width: int) -> RowLayout:
    """Return the layout of a row of a width: what stands beside its first line, and its lines."""
    px, pieces = style.px, []
    has_line = not isinstance(row, StructureHead | PrefixEnd)
    top = edge = px(_EDGE if has_line else 4)
    right = end = max(width - px(SIDE), px(SIDE) + 1)
    label, tokens = beside(row)
    if label is not None:
        pieces.append(label._replace(rect=QRect(px(SIDE), top, px(_TEXT - SIDE - 6), px(_LINE))))
    if tokens:
        left = right - px(7) * len(tokens) - px(6)  # measuring takes longer than all else
        pieces.append(Piece(tokens, "soft", "number", rect=QRect(left, top, right - left, px(_LINE))))
        end = left - px(8)
    for line in lines_of(row, view):
        left = px(line.left) + (px(20) if line.icon[0] else 0)
        metrics, room, height = style.metrics[line.font], max(end - left, 1), px(_LINE)
        if line.wraps:
            words = line.breakable(style, room)
            height += _wrapped_height(style, line.font, words, room) - metrics.lineSpacing()
        if line.link is not None:
            room = min(room, metrics.horizontalAdvance(line.text) + 2)
        pieces.append(line._replace(rect=QRect(left, top, room, height)))
        top, end = top + height, right
    return RowLayout(tuple(pieces), top + edge, has_line)


@lru_cache(maxsize=5_000)  # findings of a request are often about each of its messages
def _wrapped_height(style: RowStyle, font: str, words: str, room: int) -> int:
    return style.metrics[font].boundingRect(QRect(0, 0, room, 1), WRAPPED, words).height()


def height_of(row: ListRow, view: RequestView, style: RowStyle, width: int) -> int:
    """Return the height of a row; most have one line, which need not be laid out for that."""
    if isinstance(row, PartRow) and not (view.is_system_text(row) or row.inserted or row.findings):
        return 2 * style.px(_EDGE) + style.px(_LINE)
    return lay_out(row, view, style, width).height


def beside(row: ListRow) -> tuple[Piece | None, str]:
    """Return what stands at the left and at the right of a row's first line."""
    if isinstance(row, PartRow):
        role = None if row.continues else Piece(one_line(row.role), font="strong")
        return role, about(row.tokens)
    if isinstance(row, PartGroup):
        return Piece(number_in_words(row.parts), font="strong"), about(row.tokens)
    if isinstance(row, BlockedPart):
        return Piece(one_line(row.role) or NO_ROLE, "soft" if row.reason else "ink", "strong"), ""
    return None, ""


def lines_of(row: ListRow, view: RequestView) -> Iterator[Piece]:
    """Yield the lines of a row."""
    if isinstance(row, StructureHead):
        yield Piece(one_line(row.name), "soft", "code", left=SIDE)
    elif isinstance(row, PrefixEnd):
        yield Piece(one_line(row.words), "warn" if row.tag else "soft", "small", left=SIDE + 18)
    elif isinstance(row, PartRow):
        yield from _lines_of_part(row, view)
        yield from _findings(row.findings, _TEXT)
    elif isinstance(row, PartGroup):
        left, arrow = _TEXT + 12 * row.depth, "chevron-down" if row.is_open else "chevron-right"
        yield Piece(group_name(row), icon=(arrow, "soft"), left=left, wraps=True)
        if row.insertions:
            yield Piece(inserted_words(row), "soft", left=left + 20, wraps=True)
        yield from _findings(row.findings[:_MOST_FINDINGS], left + 20)
        if more := len(row.findings[_MOST_FINDINGS:]):
            yield Piece(Sentence("window-request.more-problems", count=more), "soft", left=left + 20)
    elif isinstance(row, BlockedPart):
        yield Piece(_first_words(row.words), "soft" if row.reason else "ink")
        if row.reason:
            yield Piece(one_line(row.reason), icon=("circle-alert", "err"), wraps=True)
    elif isinstance(row, GeneralFinding):
        yield from _findings((row.general,), SIDE)
    else:
        yield Piece(row.words, "soft", left=SIDE)


def _lines_of_part(row: PartRow, view: RequestView) -> Iterator[Piece]:
    if row.inserted is not None:
        yield from _inserted(row, row.inserted)
        return
    if not view.is_system_text(row):
        yield Piece(_first_words(row.words), "ink" if row.words.strip() else "soft")
        return
    if row.number == 0 and row.part.origin is not None:
        name = one_line(row.part.origin.stem)
        note = Sentence("window-request.name-and-note", name=name, note=one_line(view.system_note))
        yield Piece(note if view.system_note else name, "acc")
    yield Piece(_first_words(row.words), "soft")
    if row.is_cached or row.is_marked:
        words = Sentence("window-request.stable-prefix")
        if row.is_marked:
            mark = "prompt_cache_breakpoint" if view.provider.is_openai else "cache_control"
            words = Sentence("window-request.stable-prefix-marked", mark=mark)
        yield Piece(words, "acc", "small", ("snowflake", "acc"), wraps=True)


def _inserted(row: PartRow, inserted: InsertedText) -> Iterator[Piece]:
    """Yield what stood there before, who added something, and all lines of that."""
    text, span = row.part.text, inserted.span
    if text[: span.start].strip():
        yield Piece(_first_words(text[: span.start]))
    yield Piece(inserted_by(inserted), "acc", icon=("message-square-text", "acc"), wraps=True)
    lines = text[span.start : span.end].strip("\n")[:_MOST_INSERTED].split("\n")
    for line in lines[:_MOST_LINES]:
        yield Piece(one_line(line, _MOST_INSERTED), font="code", wraps=True)
    if len(lines) > _MOST_LINES or span.length > _MOST_INSERTED:
        yield Piece(Sentence("window-request.rest-is-under-raw"), "soft", "small")


def _findings(findings: tuple[StructureFinding, ...], left: int) -> Iterator[Piece]:
    """Yield the sentence of each finding, and what its link does."""
    for row in findings:
        icon = SEVERITY_ICONS[row.finding.severity]
        yield Piece(one_line(row.finding.message), icon=icon, left=left, wraps=True)
        if row.fix:
            yield Piece(one_line(row.fix), "acc", left=left + 20, wraps=True, link=row)


def _first_words(text: str) -> str:
    return " ".join(one_line(text.strip()[:_MOST_WORDS]).split()) or EMPTY_TEXT

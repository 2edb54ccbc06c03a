"""Where the words of a row of the request stand, for its height, its painting and clicks on its links."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics

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
from editor_app.window.kit.words.plain_text import number_in_words, one_line
from editor_app.window.panels.request.request_view import BlockedPart, RequestView
from editor_app.window.panels.request.words import (
    about,
    group_name,
    inserted_by,
    inserted_words,
)

NO_ROLE: Final = Sentence("window-request.no-role")
EMPTY_TEXT: Final = Sentence("window-request.empty-text")
SIDE: Final = 12
_LINE: Final = 18
_EDGE: Final = 6
_AFTER_ICON: Final = 20
_MOST_FINDINGS: Final = 2  # of a closed group
_MOST_LINES: Final = 40  # of what triggers added
_MOST_INSERTED: Final = 8_000  # characters of it
_ROUNDED: Final = 8  # the widths of a line's words, each rounded, may be that much less than its own
_MOST_WORDS: Final = 240  # characters of a part that a row shows
_MOST_KEPT: Final = 20_000  # widths of words


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
    """A line of words, or an icon, at a place in a row; `link` is the finding that a click on it fixes."""

    rect: QRect
    text: str
    role: str = "ink"
    font: str = "body"
    icon: str = ""
    is_right: bool = False
    link: StructureFinding | None = None


class RowLayout(NamedTuple):
    """The pieces of a row, its height, and whether a line stands below it."""

    pieces: tuple[Piece, ...]
    height: int
    has_line: bool = True


def lay_out(row: ListRow, view: RequestView, style: RowStyle, wrap: WordWrap, width: int) -> RowLayout:
    """Return the layout of a row of a width; `wrap` breaks sentences in the font of the body."""
    builder = _Builder(style, wrap, width)
    if isinstance(row, StructureHead):
        return builder.head(row.name)
    if isinstance(row, PrefixEnd):
        return builder.prefix_end(row)
    if isinstance(row, PartRow):
        return builder.part(row, view)
    if isinstance(row, PartGroup):
        return builder.group(row)
    if isinstance(row, BlockedPart):
        return builder.blocked(row)
    if isinstance(row, GeneralFinding):
        return builder.general(row.general)
    return builder.more(row.words)


def height_of(row: ListRow, view: RequestView, style: RowStyle, wrap: WordWrap, width: int) -> int:
    """Return the height of a row; that of a message costs no more than its findings' words."""
    if not isinstance(row, PartRow) or view.is_system_text(row) or row.inserted is not None:
        return lay_out(row, view, style, wrap, width).height
    lines = 1
    right = max(width - style.px(SIDE), style.px(SIDE) + 1)
    room = right - _text_left(style, width) - style.px(_AFTER_ICON)
    for finding in row.findings:
        lines += len(wrap.lines(one_line(finding.finding.message), room))
        lines += len(wrap.lines(one_line(finding.fix), room)) if finding.fix else 0
    return style.px(_EDGE) + lines * style.px(_LINE) + style.px(_EDGE)


def _text_left(style: RowStyle, width: int) -> int:
    return style.px(80 if width < style.px(340) else 88)


class WordWrap:
    """Breaks sentences into lines in one font, and remembers how wide words are: those of findings recur."""

    def __init__(self, metrics: QFontMetrics) -> None:
        """Measure with `metrics`."""
        self._metrics = metrics
        self._space = metrics.horizontalAdvance(" ")
        self._width: Callable[[str], int] = lru_cache(maxsize=_MOST_KEPT)(metrics.horizontalAdvance)

    def lines(self, text: str, width: int) -> list[str]:
        """Return a sentence in lines; a word that is wider than a line is broken."""
        lines: list[str] = []
        line, used = "", 0
        for word in text.split(" "):
            needed = self._width(word)
            if line and used + self._space + needed <= width:
                line, used = f"{line} {word}", used + self._space + needed
                continue
            if line:
                lines.append(line)
            line, used = word, needed
            while used > width and len(line) > 1:
                end = self._fitting(line, width)
                lines.append(line[:end])
                line = line[end:]
                used = self._width(line)
        return [*lines, line]

    def beginning(self, text: str, width: int, most: int) -> list[str]:
        """Return the first lines of a text, the last of `most` elided if there are more."""
        lines = self.lines(text, width)
        if len(lines) <= most:
            return lines
        rest = " ".join(lines[most - 1 :])
        return [*lines[: most - 1], self._metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width)]

    def _fitting(self, word: str, width: int) -> int:
        """Return how many characters of a word fit, at least one."""
        least, most = 1, len(word)
        while least < most:
            middle = (least + most + 1) // 2
            if self._metrics.horizontalAdvance(word[:middle]) <= width:
                least = middle
            else:
                most = middle - 1
        return least


class _Builder:
    """Places the lines of one row from the top."""

    def __init__(self, style: RowStyle, wrap: WordWrap, width: int) -> None:
        px = style.px
        self._style = style
        self._words = wrap
        self._left = px(SIDE)
        self._right = max(width - px(SIDE), px(SIDE) + 1)
        self._text = _text_left(style, width)
        self._line = px(_LINE)
        self._top = px(_EDGE)
        self._pieces: list[Piece] = []

    def head(self, name: str) -> RowLayout:
        self._top += self._style.px(2)
        self._add(self._left, self._right, one_line(name), "soft", "code")
        return RowLayout(tuple(self._pieces), self._top + self._style.px(4), has_line=False)

    def prefix_end(self, row: PrefixEnd) -> RowLayout:
        self._top = self._style.px(4)
        metrics = self._style.metrics["small"]
        left = self._left + self._style.px(18)
        end = min(left + metrics.horizontalAdvance(row.words) + 1, self._right)
        self._add(left, end, one_line(row.words), "warn" if row.tag else "soft", "small")
        return RowLayout(tuple(self._pieces), self._top + self._style.px(4), has_line=False)

    def part(self, row: PartRow, view: RequestView) -> RowLayout:
        end = self._tokens(about(row.tokens))
        if not row.continues:
            role = one_line(row.role)
            self._add(self._left, self._text - self._style.px(6), role, font="strong", steps=False)
        if view.is_system_text(row):
            self._system(row, view, end)
        elif row.inserted is not None:
            self._inserted(row, row.inserted, end)
        else:
            self._add(self._text, end, _first_words(row.words), "ink" if row.words.strip() else "soft")
        for finding in row.findings:
            self._finding(finding, self._text)
        return self._done()

    def group(self, row: PartGroup) -> RowLayout:
        end = self._tokens(about(row.tokens))
        indent = min(row.depth * self._style.px(12), max(0, (end - self._text) // 2))
        self._add(
            self._left, self._text - self._style.px(6), number_in_words(row.parts), font="strong", steps=False
        )
        left = self._text + indent
        self._icon("chevron-down" if row.is_open else "chevron-right", "soft", left)
        left += self._style.px(_AFTER_ICON)
        metrics = self._style.metrics["body"]
        names = (group_name(row), group_name(row, is_short=True))
        fitting = (name for name in names if metrics.horizontalAdvance(name) <= end - left)
        self._wrap(next(fitting, names[-1]), left, end)
        if row.insertions:
            self._wrap(inserted_words(row), left, self._right, "soft")
        for finding in row.findings[:_MOST_FINDINGS]:
            self._finding(finding, left)
        if len(row.findings) > _MOST_FINDINGS:
            more = len(row.findings) - _MOST_FINDINGS
            self._wrap(Sentence("window-request.more-problems", count=more), left, self._right, "soft")
        return self._done()

    def blocked(self, row: BlockedPart) -> RowLayout:
        role = "soft" if row.reason else "ink"
        name = one_line(row.role) or NO_ROLE
        self._add(self._left, self._text - self._style.px(6), name, role, "strong", steps=False)
        self._add(self._text, self._right, _first_words(row.words), "soft" if row.reason else "ink")
        if row.reason:
            self._sentence("circle-alert", "err", row.reason, self._text)
        return self._done()

    def general(self, finding: StructureFinding) -> RowLayout:
        self._finding(finding, self._left)
        return self._done()

    def more(self, words: str) -> RowLayout:
        self._add(self._left, self._right, words, "soft")
        return self._done()

    def _system(self, row: PartRow, view: RequestView, end: int) -> None:
        """Place the name of the system text, the first two lines of it, and what the cache keeps of it."""
        if row.number == 0 and row.part.origin is not None:
            name = one_line(row.part.origin.stem)
            at = self._add(self._text, end, name, "acc", steps=False)
            if view.system_note:
                note = Sentence("window-request.note-behind", note=one_line(view.system_note))
                self._add(at, end, note, "soft", steps=False)
            self._top += self._line
        self._wrap(_first_words(row.words), self._text, end, "soft", most=2)
        if row.is_cached:
            self._icon("snowflake", "acc", self._text)
            metrics, left = self._style.metrics["small"], self._text + self._style.px(_AFTER_ICON)
            mark = "prompt_cache_breakpoint" if view.provider.is_openai else "cache_control"
            words = Sentence("window-request.stable-prefix")
            longer = Sentence("window-request.stable-prefix-marked", mark=mark)
            if row.is_marked and metrics.horizontalAdvance(longer) <= self._right - left:
                words = longer
            self._add(left, self._right, words, "acc", "small")

    def _inserted(self, row: PartRow, inserted: InsertedText, end: int) -> None:
        """Place what stood there before, who added something, and all lines of that."""
        text, span = row.part.text, inserted.span
        before = text[: span.start].strip()
        if before:
            self._add(self._text, end, _first_words(before))
        self._icon("message-square-text", "acc", self._text)
        self._wrap(inserted_by(inserted), self._text + self._style.px(_AFTER_ICON), end, "acc")
        lines = text[span.start : span.end].strip("\n")[:_MOST_INSERTED].split("\n")
        wrap = WordWrap(self._style.metrics["code"])
        room = max(1, self._right - self._text - self._style.px(_ROUNDED))
        shown = [part for line in lines for part in wrap.lines(one_line(line), room)]
        for line in shown[:_MOST_LINES]:
            self._add(self._text, self._right, line, font="code")
        if len(shown) > _MOST_LINES or span.end - span.start > _MOST_INSERTED:
            self._add(self._text, self._right, Sentence("window-request.rest-is-under-raw"), "soft", "small")

    def _finding(self, finding: StructureFinding, left: int) -> None:
        name, role = SEVERITY_ICONS[finding.finding.severity]
        self._sentence(name, role, finding.finding.message, left)
        if finding.fix:
            place = left + self._style.px(_AFTER_ICON)
            self._wrap(one_line(finding.fix), place, self._right, "acc", link=finding)

    def _sentence(self, icon: str, role: str, sentence: str, left: int) -> None:
        self._icon(icon, role, left)
        self._wrap(one_line(sentence), left + self._style.px(_AFTER_ICON), self._right)

    def _tokens(self, words: str) -> int:
        """Place the tokens at the right of the first line; return where the words before them end."""
        width = self._style.metrics["number"].horizontalAdvance(words) + 2
        rect = QRect(self._right - width, self._top, width, self._line)
        self._pieces.append(Piece(rect, words, "soft", "number", is_right=True))
        return self._right - width - self._style.px(8)

    def _wrap(
        self,
        text: str,
        left: int,
        right: int,
        role: str = "ink",
        *,
        link: StructureFinding | None = None,
        most: int = 0,
    ) -> None:
        width = right - left
        lines = self._words.beginning(text, width, most) if most else self._words.lines(text, width)
        for line in lines:
            self._add(left, right, line, role, link=link)

    def _add(
        self,
        left: int,
        right: int,
        text: str,
        role: str = "ink",
        font: str = "body",
        *,
        steps: bool = True,
        link: StructureFinding | None = None,
    ) -> int:
        """Place a line of words; return where it ends."""
        metrics = self._style.metrics[font]
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(right - left, 0))
        width = min(metrics.horizontalAdvance(shown) + 1, max(right - left, 0))
        rect = QRect(left, self._top, width, self._line)
        self._pieces.append(Piece(rect, shown, role, font, link=link))
        if steps:
            self._top += self._line
        return left + width

    def _icon(self, name: str, role: str, left: int) -> None:
        rect = QRect(left, self._top, self._style.px(14), self._line)
        self._pieces.append(Piece(rect, "", role, icon=name))

    def _done(self) -> RowLayout:
        return RowLayout(tuple(self._pieces), self._top + self._style.px(_EDGE))


def _first_words(text: str) -> str:
    words = " ".join(one_line(text.strip()[:_MOST_WORDS]).split())
    return words or EMPTY_TEXT

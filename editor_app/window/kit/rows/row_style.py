"""The painting of rows of lists and trees: background, icon, name, counts, badge, focus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen

from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import DOT, SEVERITY_ICONS, paint_box, paint_dot, paint_icon
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.plain_text import SentencePart

SIDE: Final = 12
TWISTY_LEFT: Final = 4
INDENT: Final = 16

_COUNT_GAP: Final = 6
_DOT_GAP: Final = 8

_BADGES: Final = {"accent": ("acc", "accbg"), "warn": ("warn", "warnbg"), "neutral": ("soft", "nsel")}
_FLAGS: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)


def faded(*, selected: bool) -> str:
    """Return the colour role of text about what is not sent, which is also readable on a selected row."""
    return "soft" if selected else "faint"


class RowStyle:
    """The fonts and lengths of rows in one theme."""

    def __init__(self, theme: Theme) -> None:
        """Create the fonts once, since rows are painted often."""
        self.theme = theme
        self.fonts = {
            "body": theme.font("body"),
            "strong": theme.font("body strong"),
            "small": theme.font("small"),
            "small strong": theme.font("small strong"),
            "number": theme.font("small number"),
            "code": theme.font("code small"),
        }
        self.px = theme.px
        self.metrics = {name: QFontMetrics(font) for name, font in self.fonts.items()}

    def background(
        self, painter: QPainter, rect: QRect, *, selected: bool, focused: bool, marked: bool = False
    ) -> None:
        """Fill a row that is selected, or `marked` as the current document; ring it if it has the focus.

        A bar at its left marks the row by shape too, since the tints are pale.
        """
        theme = self.theme
        if marked or (selected and focused):
            painter.fillRect(rect, theme.color("sel"))
        elif selected:
            painter.fillRect(rect, theme.color("nsel"))
        if marked or selected:
            bar = "acc" if marked or focused else "edge"
            painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), theme.color(bar))
        if selected and focused:
            painter.setPen(QPen(theme.color("acc"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def icon(self, painter: QPainter, rect: QRect, left: int, name: str, role: str, size: int = 16) -> int:
        """Paint an icon at `left`, centred in the row; return its right edge."""
        side = self.px(size)
        place = QRect(left, rect.top() + (rect.height() - side + 1) // 2, side, side)
        paint_icon(painter, place, name, self.theme, role)
        return left + side

    def text(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        role: str = "ink",
        font: str = "body",
        *,
        right: bool = False,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    ) -> int:
        """Paint a line of text into `rect`, elided; return the width it took."""
        metrics = self.metrics[font]
        shown = metrics.elidedText(text, elide, rect.width())
        painter.setFont(self.fonts[font])
        painter.setPen(self.theme.color(role))
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(rect, _FLAGS | int(side), shown)
        return metrics.horizontalAdvance(shown)

    def underline(self, painter: QPainter, rect: QRect, width: int, font: str = "body") -> None:
        """Underline a line of text that was painted at the left of `rect`, in its colour."""
        metrics = self.metrics[font]
        baseline = rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) // 2 + 2
        painter.drawLine(rect.left(), baseline, rect.left() + width, baseline)

    def dot_width(self) -> int:
        """Return the room that the dot of unsaved text takes behind a name, in pixels."""
        return self.px(_DOT_GAP + DOT)

    def dot(self, painter: QPainter, rect: QRect, left: int) -> int:
        """Paint the dot of unsaved text behind a name that ends at `left`; return its right edge."""
        middle = QPointF(left + self.px(_DOT_GAP) + self.px(DOT) / 2, QRectF(rect).center().y())
        paint_dot(painter, middle, self.theme)
        return left + self.dot_width()

    def sentence_width(self, parts: Iterable[SentencePart]) -> int:
        """Return the width of a sentence with its bold names, in pixels."""
        return sum(self._part_width(part) for part in parts)

    def sentence(
        self,
        painter: QPainter,
        rect: QRect,
        parts: Sequence[SentencePart],
        role: str = "ink",
        strong_role: str = "",
    ) -> int:
        """Paint a sentence with its bold names, elided at the end; return the width it took."""
        left, end = rect.left(), rect.right() + 1
        if self.sentence_width(parts) > rect.width():
            end -= self.metrics["body"].horizontalAdvance("…")
        for part in parts:
            width = self._part_width(part)
            cut = left + width > end
            text = f"{part.text}…" if cut else part.text
            place = QRect(left, rect.top(), rect.right() + 1 - left if cut else width + 1, rect.height())
            mode = Qt.TextElideMode.ElideRight if cut else Qt.TextElideMode.ElideNone
            font, colour = ("strong", strong_role or role) if part.strong else ("body", role)
            left += self.text(painter, place, text, colour, font, elide=mode)
            if cut:
                break
        return left - rect.left()

    def badge_width(self, text: str) -> int:
        """Return the width of a badge, in pixels."""
        return self.metrics["small"].horizontalAdvance(text) + self.px(12)

    def badge(self, painter: QPainter, rect: QRect, text: str, tone: str, *, filled: bool) -> None:
        """Paint a badge that ends at the right of `rect`."""
        ink, fill = _BADGES[tone]
        width = self.badge_width(text)
        height = self.px(18)
        place = QRect(rect.right() + 1 - width, rect.top() + (rect.height() - height) // 2, width, height)
        if filled:
            paint_box(painter, place, fill)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        inside = place.adjusted(self.px(6), 0, 0, 0)
        self.text(painter, inside, text, ink, "small", elide=Qt.TextElideMode.ElideNone)

    def counts_width(self, counts: Counts, *, numbers: bool = True) -> int:
        """Return the width of the counts, in pixels."""
        shown = counts.shown()
        widths = [self.px(14) + (self._number_room(number) if numbers else 0) for _, number in shown]
        return sum(widths) + self.px(_COUNT_GAP) * max(0, len(widths) - 1)

    def counts(self, painter: QPainter, rect: QRect, counts: Counts, *, numbers: bool = True) -> int:
        """Paint severity icons and numbers that end at the right of `rect`; return their left edge."""
        start = left = rect.right() + 1 - self.counts_width(counts, numbers=numbers)
        for severity, number in counts.shown():
            name, role = SEVERITY_ICONS[severity]
            right = self.icon(painter, rect, left, name, role, 14)
            if numbers:
                place = QRect(right + self.px(3), rect.top(), self._number_room(number), rect.height())
                self.text(painter, place, str(number), role, "small", elide=Qt.TextElideMode.ElideNone)
                right += self._number_room(number)
            left = right + self.px(_COUNT_GAP)
        return start

    def _part_width(self, part: SentencePart) -> int:
        return self.metrics["strong" if part.strong else "body"].horizontalAdvance(part.text)

    def _number_room(self, number: int) -> int:
        return self.px(3) + self.metrics["small"].horizontalAdvance(str(number))


def row_style() -> RowStyle:
    """Return the fonts and lengths of rows in the application's theme."""
    return _style_of(current_theme())


_style_of = lru_cache(maxsize=2)(RowStyle)

"""What a row of a list shows and says, as data, and the painting of that.

    def content_of(file: File) -> RowContent:
        return RowContent(
            file.name,
            tooltip=str(file.path),
            spoken=f"{file.name}, {file.size} bytes",
            lead=(Icon("file-text", "soft"),),
            trail=(Words(str(file.size), "soft", "number"), Badge("new", "accent")),
        )

The words of a row stand between what leads and what trails, the rightmost first. Every
length is in pixels of the design. Texts may have any characters: they are painted as one line. An icon is the
name of a file in `resources/icons` without its ending, a role one of `kit/theme/theme.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple, Protocol, TypeAlias

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from editor_app.window.kit.rows.row_style import INDENT, SIDE, TWISTY_LEFT, RowStyle, faded
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.plain_text import LONGEST, SentencePart, one_line, segments

LABEL_LEFT: Final = 24
"""Where the content of a row of a tree begins, in pixels of the design."""

FADED: Final = "faded"
"""The role of words about what is not sent, which are readable in a selected row, too."""


class RowPainting(NamedTuple):
    """A row, or a cell, that is painted now: where, and in which state.

    `number` is that of the row among those with the same parent. A row of a list has no `depth`; `is_open` is
    None for a row without others below it.
    """

    painter: QPainter
    style: RowStyle
    rect: QRect
    is_selected: bool
    has_focus: bool
    number: int = 0
    depth: int | None = None
    is_open: bool | None = None

    def background(self, *, is_marked: bool = False) -> None:
        """Fill the row as its state asks for; `is_marked` is that of what is in front."""
        self.style.background(
            self.painter, self.rect, selected=self.is_selected, focused=self.has_focus, marked=is_marked
        )

    def tint(self) -> None:
        """Fill the row with the tint of a block, with a bar at its left."""
        theme, rect = self.style.theme, self.rect
        self.painter.fillRect(rect, theme.color("blkbg"))
        self.painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), theme.color("acc"))

    def between(self, left: int, right: int) -> QRect:
        """Return the part of the row from an x to another, in pixels."""
        return QRect(left, self.rect.top(), max(0, right - left), self.rect.height())


class Part(Protocol):
    """Something before or behind the words, `gap` away from what is next to it."""

    @property
    def gap(self) -> int:
        """The room between it and what is next to it."""

    def paint(self, at: RowPainting, place: QRect, *, is_last: bool, on_tint: bool) -> int:
        """Paint it at the left of `place`, or at its right if it `is_last`; return the pixels it takes."""


class Icon(NamedTuple):
    """An icon in the colour of a role."""

    name: str
    role: str = "ink"
    size: int = 16
    gap: int = 6

    def paint(self, at: RowPainting, place: QRect, *, is_last: bool, on_tint: bool) -> int:  # noqa: ARG002  as all parts
        """Paint it in the middle of the height."""
        side = at.style.px(self.size)
        left = place.right() + 1 - side if is_last else place.left()
        at.style.icon(at.painter, place, left, self.name, self.role, self.size)
        return side


class Words(NamedTuple):
    """Words in a font of rows; they take the `room`, and that of the words `as_wide_as`, at least."""

    text: str
    role: str = "ink"
    font: str = "body"
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle
    room: int = 0
    as_wide_as: str = ""
    is_right: bool = False
    gap: int = 8

    def paint(self, at: RowPainting, place: QRect, *, is_last: bool, on_tint: bool) -> int:
        """Paint them, elided; before the words of the row, they have no more than their room."""
        style = at.style
        room = self.width(style)
        if room and not is_last:  # Qt elides words that fit exactly
            place = QRect(place.left(), place.top(), room + 2 * (not self.is_right), place.height())
        right = is_last or self.is_right
        role = faded(selected=on_tint) if self.role == FADED else self.role
        words = one_line(self.text)
        taken = style.text(at.painter, place, words, role, self.font, right=right, elide=self.elide)
        return max(taken, room)

    def width(self, style: RowStyle) -> int:
        """Return the least room that they take, in pixels."""
        return max(style.px(self.room), style.metrics[self.font].horizontalAdvance(self.as_wide_as))


class RowSentence(NamedTuple):
    """A sentence whose ‘quoted’ names are bold, elided at its end."""

    text: str

    def paint(self, at: RowPainting, place: QRect, *, is_last: bool, on_tint: bool) -> int:  # noqa: ARG002  as all parts
        """Paint it at the left."""
        return at.style.sentence(at.painter, place, segments(self.text))


class Marked(NamedTuple):
    """Words with the letters at some positions in bold and in the accent colour, elided at their end."""

    text: str
    positions: tuple[int, ...]
    role: str = "ink"
    gap: int = 8
    is_right: bool = False

    def paint(self, at: RowPainting, place: QRect, *, is_last: bool, on_tint: bool) -> int:  # noqa: ARG002  as all parts
        """Paint them at the left."""
        marked = frozenset(self.positions)
        runs = groupby(enumerate(self.text[:LONGEST]), key=lambda letter: letter[0] in marked)
        parts = [
            SentencePart(one_line("".join(letter for _, letter in letters)), strong)
            for strong, letters in runs
        ]
        return at.style.sentence(at.painter, place, parts, self.role, "acc")


class KeyCap(NamedTuple):
    """The name of a key, in a frame."""

    keys: str
    gap: int = 8

    def paint(self, at: RowPainting, place: QRect, *, is_last: bool, on_tint: bool) -> int:  # noqa: ARG002  as all parts
        """Paint it at the right."""
        painter, style, px = at.painter, at.style, at.style.px
        width, height = style.badge_width(self.keys), px(18)
        box = QRect(place.right() + 1 - width, place.top() + (place.height() - height) // 2, width, height)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setPen(style.theme.color("edge"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setRenderHint(painter.RenderHint.Antialiasing, on=False)
        style.text(painter, box.adjusted(px(6), 0, 0, 0), self.keys, "soft", "small")
        return width


class Badge(NamedTuple):
    """A word in a tone: "accent", "warn" or "neutral"."""

    text: str
    tone: str
    gap: int = 4

    def paint(self, at: RowPainting, place: QRect, *, is_last: bool, on_tint: bool) -> int:
        """Paint it, without its own ground in a row that has one."""
        width = at.style.badge_width(self.text)
        if not is_last:
            place = QRect(place.left(), place.top(), width, place.height())
        at.style.badge(at.painter, place, self.text, self.tone, filled=not on_tint)
        return width


class ProblemCounts(NamedTuple):
    """How many problems of each severity there are, by icons, with `has_numbers` beside numbers."""

    counts: Counts
    has_numbers: bool = True
    gap: int = 4

    def paint(self, at: RowPainting, place: QRect, *, is_last: bool, on_tint: bool) -> int:  # noqa: ARG002  as all parts
        """Paint them at the right."""
        return place.right() + 1 - at.style.counts(at.painter, place, self.counts, numbers=self.has_numbers)


class WhereWide(NamedTuple):
    """A part that only rows of at least a `width` have."""

    part: Part
    width: int


class Dot(NamedTuple):
    """The dot of unsaved text."""


Trail: TypeAlias = tuple[Part | WhereWide, ...]


@dataclass(frozen=True, slots=True)
class RowContent:
    """What a row shows and says: its words, for a tooltip, for screen readers (by default the words).

    The last two may be functions, which painting a row need not call.

    `main` is how the words are painted where not as they are. Behind them is the dot of unsaved text, or a
    `detail` where there is room.
    A `trail` that depends on the room for it and the words, in pixels, is a function of the style and that.
    What is in front `is_marked`.
    """

    words: str
    tooltip: str | Callable[[], str] = ""
    spoken: str | Callable[[], str] = ""
    main: Part | RowSentence | None = None
    detail: Words | Marked | Dot | None = None
    lead: Trail = ()
    trail: Trail | Callable[[RowStyle, int], Trail] = ()
    is_marked: bool = False


def paint_row(at: RowPainting, content: RowContent) -> None:
    """Paint a row of a list or tree: its ground, the twisty, and what its content is."""
    style, width = at.style, at.rect.width()
    at.background(is_marked=content.is_marked)
    if at.is_open is not None:
        name = "chevron-down" if at.is_open else "chevron-right"
        style.icon(at.painter, at.rect, twisty_left(style, at.depth or 0, width), name, "soft", 14)
    left = style.px(SIDE) if at.depth is None else label_left(style, at.depth, width)
    paint_content(at, content, left, style.px(SIDE), on_tint=at.is_selected or content.is_marked)


def paint_content(at: RowPainting, content: RowContent, left: int, side: int, *, on_tint: bool) -> None:
    """Paint a content from `left` to `side` before the right edge, in pixels; `on_tint` has a ground."""
    style, right = at.style, at.rect.right() + 1 - side

    def paint(part: Part | WhereWide, *, is_last: bool) -> int:
        if isinstance(part, WhereWide):
            return paint(part.part, is_last=is_last) if at.rect.width() >= style.px(part.width) else 0
        taken = part.paint(at, at.between(left, right), is_last=is_last, on_tint=on_tint)
        return taken + style.px(part.gap)

    for part in content.lead:
        left += paint(part, is_last=False)
    trail, detail = content.trail, content.detail
    dot = style.dot_width() if isinstance(detail, Dot) else 0
    for part in trail(style, max(0, right - left - dot)) if callable(trail) else trail:
        right -= paint(part, is_last=True)
    words = at.between(left, right - dot)
    if words.width() > 0:
        left += (content.main or Words(content.words)).paint(at, words, is_last=False, on_tint=on_tint)
    if isinstance(detail, Dot):
        style.dot(at.painter, at.rect, left)
    elif detail is not None and right - left - style.px(detail.gap) > style.px(24):
        left += style.px(detail.gap)
        detail.paint(at, at.between(left, right), is_last=detail.is_right, on_tint=on_tint)


def indent(style: RowStyle, depth: int, width: int) -> int:
    """Return the indentation of a row of `depth`, in pixels; at most half of the row's `width`."""
    return min(style.px(INDENT * depth), width // 2)


def twisty_left(style: RowStyle, depth: int, width: int) -> int:
    """Return the x at which the twisty of a row begins, in pixels."""
    return style.px(TWISTY_LEFT) + indent(style, depth, width)


def label_left(style: RowStyle, depth: int, width: int) -> int:
    """Return the x at which the content of a row of a tree begins, behind its twisty, in pixels."""
    return style.px(LABEL_LEFT) + indent(style, depth, width)

"""The look of values, tags, blank values and rows about what was left out: their painting and formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTextCharFormat, QTextLayout

from editor_app.template.source_map import Piece, Why
from editor_app.window.kit.positions import QtPosition, format_range, positions_in
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.panels.preview.text.marks import LeftOutRow, ShownPiece
from editor_app.window.panels.preview.text.text_pane import SIGN, TextPane
from editor_app.window.text.laid_lines import VisibleLine
from editor_app.window.text.lines.line_direction import isolate, runs_right_to_left, tags_in
from editor_app.window.text.painting.picture import Picture

_SOLID: Final[Sequence[float]] = ()
_DOTTED: Final[Sequence[float]] = (1, 2)
_DASHED: Final[Sequence[float]] = (3, 2)
_TINTS: Final = {
    Why.VALUE: ("tagbg", "acc", _SOLID),
    Why.DEFAULT: ("tagbg", "acc", _DOTTED),
    Why.UNKNOWN: ("warnbg", "warn", _DASHED),
}
_ONE_LINE: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)


class RowPlace(NamedTuple):
    """A row about what was left out at an offset, and its rectangle in the viewport, beside a line."""

    rect: QRect
    row: LeftOutRow
    offset: int
    line: VisibleLine


def row_places(pane: TextPane, lines: Sequence[VisibleLine]) -> Iterator[RowPlace]:
    """Yield the rows above and below some lines."""
    height, margin = pane.even.line_height, round(pane.document().documentMargin())
    width = pane.viewport().width() - 2 * margin
    marks = pane.marks
    for line in lines if marks is not None else ():
        above, below = line.y, line.top + line.height
        for offset, row in marks.rows(line.start, line.end) if marks is not None else ():
            yield RowPlace(
                QRect(margin, round(below if row.below else above), width, height), row, offset, line
            )
            if row.below:
                below += height
            else:
                above += height


def paint_tints(picture: Picture, pane: TextPane, hovered: Piece | None) -> None:
    """Paint the tints of values and of tags left as written."""
    painter, lines, theme = picture.painter, picture.lines, pane.theme
    pieces = pane.marks.pieces(lines[0].start, lines[-1].end) if pane.marks is not None and lines else ()
    for start, end, piece in pieces:
        for line in lines if piece.why in _TINTS else ():
            for rect in pane.rects(line, start, end) if start < line.end and end > line.start else ():
                ground, edge, dashes = _TINTS[piece.why]
                inset = round((rect.height() - theme.px(17)) / 2)
                box = rect.adjusted(0, inset, 0, -inset)
                if piece is hovered:
                    painter.fillRect(box, theme.color("sel" if edge == "acc" else ground))
                    painter.setPen(QPen(theme.color(edge), 1))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, -0.5))
                else:
                    painter.fillRect(box, theme.color(ground))
                    bottom = box.bottom() - 0.5
                    _paint_line(painter, box.left(), box.right(), bottom, theme.color(edge), dashes)


def paint_rows_and_signs(picture: Picture, pane: TextPane) -> None:
    """Paint the rows between the lines, and the signs of blank values."""
    painter, theme, height = picture.painter, pane.theme, pane.even.line_height
    for rect, row, offset, line in row_places(pane, picture.lines):
        _paint_row(painter, theme, rect, row)
        if row.below and row.mark is None:
            tick = pane.place_of_tick(line, offset)
            pen = QPen(theme.color(row.role), 1)
            pen.setDashPattern([2, 2])
            painter.setPen(pen)
            painter.drawLine(QLineF(tick.x() - 0.5, tick.y() + 3, tick.x() - 0.5, tick.y() + height - 3))
    marks, lines = pane.marks, picture.lines
    if marks is None or not lines or not marks.signs(lines[0].start, lines[-1].end):
        return
    for line in lines:
        for offset, _ in marks.signs(line.start, line.end):
            _paint_sign(painter, theme, pane, line, offset)


def _paint_line(
    painter: QPainter, x1: float, x2: float, y: float, color: QColor, dashes: Sequence[float]
) -> None:
    pen = QPen(color, 1)
    if dashes:
        pen.setDashPattern(dashes)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLine(QLineF(x1, y, x2, y))


def _paint_row(painter: QPainter, theme: Theme, place: QRect, row: LeftOutRow) -> None:
    """Paint the words of a row between two dashed lines, the one behind them up to the edge."""
    middle, lead, px = place.center().y() + 0.5, theme.px(12), theme.px
    _paint_line(painter, place.left(), place.left() + lead, middle, theme.color(row.role), _DASHED)
    painter.setFont(theme.font("small"))
    painter.setPen(theme.color("warn" if row.role == "warn" else "soft"))
    words_place = place.adjusted(lead + px(6), 0, 0, 0)
    words = painter.fontMetrics().elidedText(row.words, Qt.TextElideMode.ElideRight, words_place.width())
    painter.drawText(words_place, _ONE_LINE, words)
    behind = words_place.left() + painter.fontMetrics().horizontalAdvance(words) + px(6)
    if behind < place.right():
        color = theme.color("warn" if row.role == "warn" else "line")
        _paint_line(painter, behind, place.right(), middle, color, _DASHED)


def _paint_sign(painter: QPainter, theme: Theme, pane: TextPane, line: VisibleLine, offset: int) -> None:
    """Paint the sign of a blank value; behind it the name of one that nobody may read."""
    px, height = theme.px, pane.even.line_height
    side, gap, label = px(12), pane.place_of_gap(line, offset), pane.sign_label(line.block, offset)
    if label:
        end = pane.viewport().width() - pane.document().documentMargin()
        width, inset = min(pane.sign_width(line.block, offset), end - gap.x()), round((height - px(17)) / 2)
        whole = QRectF(gap.x(), gap.y(), width, height)
        box = whole.adjusted(0, inset, -px(2), -inset)
        painter.fillRect(box, theme.color("warnbg"))
        _paint_line(painter, box.left(), box.right(), box.bottom() - 0.5, theme.color("warn"), _DASHED)
        painter.setFont(theme.font("code small"))
        painter.setPen(theme.color("warn"))
        place = whole.adjusted(px(SIGN + 4), 0, -px(5), 0)
        elide = Qt.TextElideMode.ElideMiddle
        words = painter.fontMetrics().elidedText(label, elide, round(place.width()) + 1)
        painter.drawText(place, _ONE_LINE, words)
    left, top = round(gap.x() + (px(SIGN) - side) / 2), round(gap.y() + (height - side) / 2)
    paint_icon(painter, QRect(left, top, side, side), "circle-slash-2", theme, "warn" if label else "soft")


_WRITTEN: Final = frozenset({Why.UNKNOWN, Why.LITERAL})


def format_visible(pane: TextPane) -> None:
    """Set the formats of the visible blocks of `pane`; others are formatted when they become visible."""
    lines, marks = pane.visible_blocks(), pane.marks
    code = _code(pane.theme)
    pieces: list[ShownPiece] = []
    if marks is not None and lines:
        pieces = [
            piece for piece in marks.pieces(lines[0].start, lines[-1].end) if piece.piece.why in _WRITTEN
        ]
    for visible in lines:
        wanted = list(_formats(pane, visible, pieces, code))
        layout = visible.block.layout()
        if layout.formats() != wanted:
            layout.setFormats(wanted)
            pane.document().markContentsDirty(visible.block.position(), visible.block.length())


def _formats(
    pane: TextPane, visible: VisibleLine, pieces: Sequence[ShownPiece], code: QTextCharFormat
) -> Iterator[QTextLayout.FormatRange]:
    """Yield the formats of a line: of `pieces` written as in the source, of gaps, tags and placeholders."""
    text = visible.block.text()
    isolated = None
    if not text.isascii() and runs_right_to_left(text):
        isolated = QTextCharFormat()
        isolate(isolated)
    for start, end, piece in pieces:
        look = code if piece.why is Why.UNKNOWN else isolated
        if look is not None and start < visible.end and end > visible.start:
            yield format_range(pane.place(visible, start), pane.place(visible, end), look)
    widths: dict[QtPosition | None, int] = {}
    for at, _ in pane.marks.signs(visible.start, visible.end) if pane.marks is not None else ():
        widths[pane.place_with_gap(visible, at)] = pane.sign_width(visible.block, at)
    for gap, width in widths.items():
        if gap is not None:
            spaced = QTextCharFormat()
            spaced.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
            spaced.setFontLetterSpacing(width)
            yield format_range(gap, gap + 1, spaced)
    if isolated is not None:  # tags left as written stay in one piece, too
        places = positions_in(text, list(chain.from_iterable(tags_in(text))))
        for first, last in zip(places[::2], places[1::2], strict=True):
            yield format_range(first, last, isolated)
    if pane.contents.bridge.has_placeholders:
        yield from pane.chips.formats(text, pane.contents.bridge.placeholders_in(text))


def _code(theme: Theme) -> QTextCharFormat:
    code = QTextCharFormat()
    code.setFontFamilies(list(theme.mono_families))
    code.setFontFixedPitch(True)
    isolate(code)
    return code

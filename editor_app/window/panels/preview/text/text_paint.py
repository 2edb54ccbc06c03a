"""The painting of values, tags, blank values and rows about what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor_app.template.source_map import Piece, Why
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.panels.preview.text.marks import LeftOutRow
from editor_app.window.panels.preview.text.text_pane import SIGN, TextPane
from editor_app.window.text.laid_lines import VisibleLine

_TINTS: Final = {
    Why.VALUE: ("tagbg", "acc", Qt.PenStyle.SolidLine),
    Why.DEFAULT: ("tagbg", "acc", Qt.PenStyle.DotLine),
    Why.UNKNOWN: ("warnbg", "warn", Qt.PenStyle.DashLine),
}


def paint_below(painter: QPainter, pane: TextPane, hovered: Piece | None) -> None:
    """Paint what is below the text: the tints of values and of tags left as written."""
    lines, marks, theme = pane.visible_blocks(), pane.marks, pane.theme
    if marks is None or not lines:
        return
    for start, end, piece in marks.pieces(lines[0].start, lines[-1].end):
        if piece.why not in _TINTS:
            continue
        for visible in lines:
            if start < visible.end and end > visible.start:
                for rect in pane.rects(visible, start, end):
                    _paint_tint(painter, rect, piece, theme, hovered=piece is hovered)


def paint_above(painter: QPainter, pane: TextPane) -> list[tuple[QRect, LeftOutRow]]:
    """Paint what is between and above the text; return the rectangles of the rows about what was left out."""
    lines, marks, theme = pane.visible_blocks(), pane.marks, pane.theme
    places: list[tuple[QRect, LeftOutRow]] = []
    if not lines:
        return places
    whole = lines[0].start, lines[-1].end
    has_rows = marks is not None and bool(marks.rows(*whole))
    has_signs = marks is not None and bool(marks.signs(*whole))
    for visible in lines:
        if marks is not None and has_rows:
            places += _paint_rows(painter, pane, visible, marks.rows(visible.start, visible.end), theme)
        if marks is not None and has_signs:
            for offset, _ in marks.signs(visible.start, visible.end):
                _paint_sign(painter, pane, visible, offset, theme)
        if pane.contents.bridge.has_placeholders:
            seen = pane.seen(visible, 0, pane.viewport().height())
            at = QPointF(pane.contentOffset().x(), visible.y)
            pane.chips.paint(painter, at, visible.block.layout(), seen)
    return places


def _paint_tint(painter: QPainter, rect: QRectF, piece: Piece, theme: Theme, *, hovered: bool) -> None:
    ground, edge, style = _TINTS[piece.why]
    inset = (rect.height() - theme.px(17)) / 2
    box = rect.adjusted(0, round(inset), 0, -round(inset))
    if hovered:
        painter.fillRect(box, theme.color("sel" if edge == "acc" else ground))
        painter.setPen(QPen(theme.color(edge), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, -0.5))
        return
    painter.fillRect(box, theme.color(ground))
    _paint_line(painter, box.left(), box.right(), box.bottom() - 0.5, theme.color(edge), style)


def _paint_line(painter: QPainter, x1: float, x2: float, y: float, color: QColor, style: Qt.PenStyle) -> None:
    pen = QPen(color, 1)
    if style == Qt.PenStyle.DashLine:
        pen.setDashPattern([3, 2])
    elif style == Qt.PenStyle.DotLine:
        pen.setDashPattern([1, 2])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLine(QLineF(x1, y, x2, y))


def _paint_rows(
    painter: QPainter,
    pane: TextPane,
    visible: VisibleLine,
    rows: Sequence[tuple[int, LeftOutRow]],
    theme: Theme,
) -> list[tuple[QRect, LeftOutRow]]:
    places: list[tuple[QRect, LeftOutRow]] = []
    height = pane.even.line_height
    above, below = visible.y, visible.top + visible.height
    margin = round(pane.document().documentMargin())
    for offset, row in rows:
        top = below if row.below else above
        place = QRect(margin, round(top), pane.viewport().width() - 2 * margin, height)
        role = row.role
        _paint_row(painter, place, row.words, theme, role)
        places.append((place, row))
        if row.below and row.mark is None:
            tick = pane.place_of_tick(visible, offset)
            pen = QPen(theme.color(role), 1)
            pen.setDashPattern([2, 2])
            painter.setPen(pen)
            painter.drawLine(QLineF(tick.x() - 0.5, tick.y() + 3, tick.x() - 0.5, tick.y() + height - 3))
        if row.below:
            below += height
        else:
            above += height
    return places


def _paint_row(painter: QPainter, place: QRect, words: str, theme: Theme, role: str) -> None:
    px = theme.px
    middle = place.center().y() + 0.5
    lead = px(12)
    _paint_line(painter, place.left(), place.left() + lead, middle, theme.color(role), Qt.PenStyle.DashLine)
    painter.setFont(theme.font("small"))
    painter.setPen(theme.color("warn" if role == "warn" else "soft"))
    room = place.adjusted(lead + px(6), 0, 0, 0)
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)
    rest = room.left() + painter.fontMetrics().horizontalAdvance(shown) + px(6)
    if rest < place.right():
        rule = theme.color("warn" if role == "warn" else "line")
        _paint_line(painter, rest, place.right(), middle, rule, Qt.PenStyle.DashLine)


def _paint_sign(painter: QPainter, pane: TextPane, visible: VisibleLine, offset: int, theme: Theme) -> None:
    px = theme.px
    side, height = px(12), pane.even.line_height
    gap = pane.place_of_gap(visible, offset)
    left = round(gap.x() + (px(SIGN) - side) / 2)
    place = QRect(left, round(gap.y() + (height - side) / 2), side, side)
    label = pane.sign_label(visible.block, offset)
    if label:
        end = pane.viewport().width() - pane.document().documentMargin()
        width = min(pane.sign_width(visible.block, offset), end - gap.x())
        _paint_unread(painter, QRectF(gap.x(), gap.y(), width, height), label, theme)
    paint_icon(painter, place, "circle-slash-2", theme, "warn" if label else "soft")


def _paint_unread(painter: QPainter, whole: QRectF, label: str, theme: Theme) -> None:
    """Paint the name of a value that nobody may read, behind the place of its sign."""
    px = theme.px
    inset = round((whole.height() - px(17)) / 2)
    box = whole.adjusted(0, inset, -px(2), -inset)
    painter.fillRect(box, theme.color("warnbg"))
    bottom = box.bottom() - 0.5
    _paint_line(painter, box.left(), box.right(), bottom, theme.color("warn"), Qt.PenStyle.DashLine)
    painter.setFont(theme.font("code small"))
    painter.setPen(theme.color("warn"))
    room = whole.adjusted(px(SIGN + 4), 0, -px(5), 0)
    shown = painter.fontMetrics().elidedText(label, Qt.TextElideMode.ElideMiddle, round(room.width()) + 1)
    painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)

"""The lists of triggers and of expectations on the page of a run."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget

from editor_app.window.kinds.scenario.page.rows import ExpectationRow, TriggerRow
from editor_app.window.kit.rows.content import FADED, Badge, Icon, RowContent, RowPainting, Words
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import SIDE, RowStyle, row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.words.plain_text import one_line

_LINE: Final = 18
_PAD: Final = 4
_TEXT: Final = SIDE + 16 + 6
_WRAP: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


def trigger_list(parent: QWidget) -> RowTree[TriggerRow]:
    """Return a list of triggers; the box before each is a link to what switches it."""
    triggers = RowTree(RowType(_trigger_content, key=attrgetter("name")), "Triggers", parent)
    triggers.find_link = lambda row, _rect, place: row if place.x() < row_style().px(_TEXT) else None
    return triggers


def expectation_list() -> RowTree[ExpectationRow]:
    """Return a list of expectations, as high as their sentences."""
    type_ = RowType(
        _expectation_content, key=attrgetter("name"), height=_expectation_height, paint=_paint_expectation
    )
    return RowTree(type_, "Expectations")


def _trigger_content(row: TriggerRow) -> RowContent:
    icon = Icon("square-check-big", "acc", 14, 8) if row.is_enabled else Icon("circle-slash-2", "soft", 14, 8)
    words = row.steps if row.is_enabled else "off"
    steps = Words(words, "soft", "small") if row.step is None else Badge(words, "neutral", gap=8)
    main = None if row.is_enabled else Words(row.id, FADED)
    return RowContent(row.name, row.spoken, row.spoken, main, lead=(icon,), trail=(steps,))


def _expectation_content(row: ExpectationRow) -> RowContent:
    return RowContent(row.name, row.spoken, row.spoken)


def _expectation_height(row: ExpectationRow, width: int) -> int:
    style = row_style()
    text, message = _heights(row, style, width)
    return text + message + (style.px(_LINE) if row.link else 0) + 2 * style.px(_PAD)


def _paint_expectation(at: RowPainting, row: ExpectationRow) -> None:
    at.background()
    style, painter, rect = at.style, at.painter, at.rect
    theme = style.theme
    text, message = _heights(row, style, rect.width())
    top = rect.top() + style.px(_PAD)
    name, role = ("circle-check", "ok") if row.held else ("circle-alert", "err")
    if not row.is_checked:
        name, role = "circle-dashed", "soft"
    line = QRect(rect.left(), top, rect.width(), style.px(_LINE))
    style.icon(painter, line, style.px(SIDE), name, role, 14)
    left, width = style.px(_TEXT), _room(style, rect.width())
    painter.setFont(style.fonts["body"])
    painter.setPen(theme.color("ink"))
    painter.drawText(QRect(left, top, width, text), _WRAP, one_line(row.text))
    painter.setPen(theme.color("soft"))
    painter.drawText(QRect(left, top + text, width, message), _WRAP, one_line(row.message))
    if row.link:
        place = QRect(left, top + text + message, width, style.px(_LINE))
        style.text(painter, place, row.link, "acc")


def _heights(row: ExpectationRow, style: RowStyle, width: int) -> tuple[int, int]:
    """Return the heights of an expectation and of what happened instead."""
    box = QRect(0, 0, _room(style, width), 10_000)
    metrics = style.metrics["body"]
    message = metrics.boundingRect(box, _WRAP, one_line(row.message)).height() if row.message else 0
    return max(style.px(_LINE), metrics.boundingRect(box, _WRAP, one_line(row.text)).height()), message


def _room(style: RowStyle, width: int) -> int:
    return max(style.px(60), width - style.px(_TEXT) - style.px(SIDE))

"""The labels of characters that are invisible, or would end or turn a line, in painted messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QTextLayout

from editor_app.window.kinds.chat.conversation.look import ConversationLook
from editor_app.window.kit.positions import format_range, positions_in, utf16_length
from editor_app.window.text.document.placeholders import Placeholders, label_of
from editor_app.window.text.lines.line_direction import edges_of
from editor_app.window.text.painting.highlighter import chip_format, chip_width


class ShownLine(NamedTuple):
    """A line as Qt lays it out, with the formats that give each placeholder the width of its label."""

    text: str
    formats: Sequence[QTextLayout.FormatRange]


def shown_with_chips(line: str, look: ConversationLook) -> ShownLine:
    """Return a line with placeholders; plain where it has more different ones than can be shown."""
    placeholders = Placeholders()
    try:
        text = placeholders.shown(line)
    except OverflowError:
        return ShownLine(line, ())
    if not placeholders.exact:
        return ShownLine(text, ())
    places = placeholders.places(text)
    starts = positions_in(text, [at for at, _ in places])
    formats = []
    for start, (at, character) in zip(starts, places, strict=True):
        chip = chip_format(text[at], character, look.code.font, look.theme)
        chip.setProperty(look.CHIP, character)
        formats.append(format_range(start, start + utf16_length(text[at]), chip))
    return ShownLine(text, formats)


def paint_chips(painter: QPainter, at: QPointF, layout: QTextLayout, look: ConversationLook) -> None:
    """Draw the labels of a line that is drawn with its layout at a point."""
    for item in layout.formats():
        character = item.format.stringProperty(look.CHIP)
        row = layout.lineForTextPosition(item.start) if character else None
        if row is not None and row.isValid():
            left = at.x() + edges_of(row, item.start).left + 1
            width = chip_width(character, look.theme) - 2
            look.chips.draw(
                painter, label_of(character), QRectF(left, at.y() + row.y() + 1, width, row.height() - 2)
            )

"""Breaking lines so that a wide gap behind a space, in which something is drawn, has its room.

To Qt such a gap is a wide space, which at the end of a line may hang out of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, cast

from PySide6.QtGui import QFontMetricsF, QTextLayout, QTextLine

from editor_app.window.kit.positions import QtPosition

_SPACES: Final = (b" \0", b"\t\0")


class WideGaps(NamedTuple):
    """The gaps of a block: their widths by the place, in Qt's units, of the character each is behind."""

    widths: Mapping[QtPosition, float]
    text: str


def break_before_gaps(layout: QTextLayout, gaps: WideGaps, metrics: QFontMetricsF) -> bool:
    """Lay a text out again where a gap hangs out of its line; return whether one did.

    Such a line ends before its last word, which goes to the next line with the gap, if it fits in there.
    """
    units = gaps.text.encode("utf-16-le", "surrogatepass")
    lines = (layout.lineAt(index) for index in range(layout.lineCount()))
    if not any(_width_before(line, gaps.widths, units, metrics) for line in lines):
        return False
    width = max(layout.lineAt(index).width() for index in range(layout.lineCount()))
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        shorter = _width_before(line, gaps.widths, units, metrics)
        if shorter:
            line.setLineWidth(shorter)
    layout.endLayout()
    return True


def _width_before(
    line: QTextLine, widths: Mapping[QtPosition, float], units: bytes, metrics: QFontMetricsF
) -> float:
    """Return the width of a line up to its last word, if that has a gap behind it without room; else 0."""
    start, last = line.textStart(), line.textStart() + line.textLength() - 1
    if last not in widths or not _is_space(units, last):
        return 0.0
    end = last
    while end > start and _is_space(units, end - 1):
        end -= 1
    word = end
    while word > start and not _is_space(units, word - 1):
        word -= 1
    if word == start:
        return 0.0
    begin, x = _x(line, start), _x(line, last)
    gap = metrics.horizontalAdvance(" ") + widths[last]
    behind = _joined(units, last + 1, metrics)
    for needed in (gap + behind, gap):
        if x - begin + needed > line.width() and x - _x(line, word) + needed <= line.width():
            return _x(line, word) - begin
    return 0.0


def _joined(units: bytes, place: QtPosition, metrics: QFontMetricsF) -> float:
    """Return the width of what follows a gap without a space between."""
    begin = end = 2 * cast("int", place)  # into UTF-16, not a Python string
    while end < len(units) and units[end : end + 2] not in _SPACES:
        end += 2
    return metrics.horizontalAdvance(units[begin:end].decode("utf-16-le", "replace"))


def _is_space(units: bytes, place: QtPosition) -> bool:
    at = 2 * cast("int", place)  # into UTF-16, not a Python string
    return units[at : at + 2] in _SPACES


def _x(line: QTextLine, place: QtPosition) -> float:
    return cast("tuple[float, int]", line.cursorToX(place))[0]

"""The lines under problems: wavy for an error, dashed for a warning, dotted for information."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QPolygonF

from editor_app.text import Severity
from editor_app.window.kit.positions import QtPosition
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.laid_lines import VisibleLine
from editor_app.window.text.painting.marks import Mark
from editor_app.window.text.painting.picture import Picture

_TILE_HEIGHT = 4
_PERIODS = {Severity.ERROR: 6, Severity.WARNING: 10, Severity.INFORMATION: 4}
_PERIODS_A_TILE = 12
_DASH, _DOT = 6, 2
_ROLES = {Severity.ERROR: "err", Severity.WARNING: "warn", Severity.INFORMATION: "key"}
_LEAST_WIDTH = 7.0


class Squiggles:
    """Draws the lines under problems, tiled from small pixmaps.

    Antialiased paths for a whole screen take longer than its text.
    """

    def __init__(self) -> None:
        """Draw in the colours of the theme of now."""
        self._tiles: dict[tuple[Severity, str, float], QPixmap] = {}

    def paint(
        self, picture: Picture, line: VisibleLine, marks: Sequence[tuple[Mark, QtPosition, QtPosition]]
    ) -> None:
        """Draw the line under each mark between its positions in a block; the worst last, on top.

        On selected text all are in its colour; they differ in shape anyway.
        """
        painter, places = picture.painter, list[tuple[Severity, float, float, int]]()
        for mark, start, end in sorted(marks, key=lambda item: -item[0].problem.severity.rank):
            for row, left, right in picture.text.row_extents(
                line.block, start, end, has_right_to_left=line.has_right_to_left
            ):
                x, behind = picture.left + left, picture.left + max(right, left + _LEAST_WIDTH)
                bottom = round(line.y + row.y() + row.height()) + 1
                places.append((mark.problem.severity, x, behind, bottom))
        for severity, x, behind, bottom in places:
            self._draw(painter, severity, _ROLES[severity], x, behind, bottom)
        selected = picture.selected.get(line.block.blockNumber())
        if selected is not None:
            painter.save()
            painter.setClipRegion(selected)
            for severity, x, behind, bottom in places:
                self._draw(painter, severity, "ontextsel", x, behind, bottom)
            painter.restore()

    def _draw(
        self, painter: QPainter, severity: Severity, role: str, left: float, right: float, bottom: int
    ) -> None:
        """Draw a line from `left` to `right` whose lowest point is at `bottom`."""
        key = severity, role, painter.device().devicePixelRatio()
        tile = self._tiles.get(key)
        if tile is None:
            tile = self._tiles[key] = _tile(*key)
        x = round(left)
        painter.drawTiledPixmap(x, bottom - _TILE_HEIGHT, round(right) - x, _TILE_HEIGHT, tile)


def _tile(severity: Severity, role: str, ratio: float) -> QPixmap:
    period = _PERIODS[severity]
    width, color = period * _PERIODS_A_TILE, current_theme().color(role)
    tile = QPixmap(round(width * ratio), round(_TILE_HEIGHT * ratio))
    tile.setDevicePixelRatio(ratio)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if severity is Severity.ERROR:
        half, heights = period // 2, (_TILE_HEIGHT - 0.7, _TILE_HEIGHT - 3.0)
        painter.setPen(QPen(color, 1.1))
        xs = range(-half, width + 2 * half, half)
        painter.drawPolyline(QPolygonF([QPointF(x, heights[x // half % 2]) for x in xs]))
    else:
        dash = _DASH if severity is Severity.WARNING else _DOT
        for start in range(0, width, period):
            painter.fillRect(QRectF(start, _TILE_HEIGHT - 2, dash, 2), color)
    painter.end()
    return tile

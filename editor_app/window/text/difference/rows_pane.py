"""A read-only pane with the rows of a difference, in which folded lines can be opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QTextBlock,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QWidget

from editor_app.text import Span
from editor_app.window.kit.positions import QT_START, QtPosition, format_range, positions_in
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.text.difference.difference_rows import Row, RowKind
from editor_app.window.text.difference.shown_row import ROW_BREAK, ShownRow, exact_part, shown_row
from editor_app.window.text.document.text_bridge import TextBridge
from editor_app.window.text.lines.even_lines import BlockSpacing
from editor_app.window.text.lines.line_direction import isolate, runs_right_to_left, tags_in
from editor_app.window.text.painting.picture import Picture
from editor_app.window.text.reading_pane import ReadingPane

_SIDE: Final = 10
_REASON: Final = 26
_GROUNDS: Final = {RowKind.ADDED: "okbg", RowKind.REMOVED: "errbg"}
_INKS: Final = {RowKind.ADDED: "ok", RowKind.REMOVED: "err"}
_OPENED: Final = frozenset({RowKind.FOLDED, RowKind.MORE})
_OPENING_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class RowsPane(ReadingPane):
    """Shows rows with their signs; what is copied is the exact text, without signs and with folded lines."""

    fold_opened = Signal(object)
    rows: Sequence[Row] = ()
    """The rows shown; asked for while the pane is made, as is the width of a sign."""
    _sign = 0

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Start empty; `name` is the accessible name."""
        super().__init__("code small", parent, spacing=self._spacing_of)
        self._shown: list[ShownRow] = []
        self._pads: Sequence[int] = ()
        self.folded_lines: Callable[[Row], Sequence[str]] = lambda _row: ()
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._widest = 0.0
        on_theme(self, self._take_sizes)

    def show_rows(self, rows: Sequence[Row], pads: Sequence[int] = ()) -> None:
        """Show these rows, each followed by so many empty lines of `pads`; the scroll position stays."""
        if list(rows) == list(self.rows) and list(pads) == list(self._pads):
            return
        scrolled = self.verticalScrollBar().value()
        self.rows, self._pads = rows, pads
        self._shown = [shown_row(row) for row in rows]
        extra = pads or [0] * len(rows)
        texts = [shown.text + ROW_BREAK * number for shown, number in zip(self._shown, extra, strict=True)]
        self.contents.text = "\n".join(texts)
        self.contents.bridge = TextBridge(self.contents.text)
        self.setPlainText(self.contents.text)
        self.setAccessibleDescription(
            " ".join(f"{reason.sentence}." for row in rows for reason in row.reasons)
        )
        self._format_rows()
        self.verticalScrollBar().setValue(scrolled)

    def lines_needed(self, row: Row) -> int:
        """Return how many lines a row's text takes at the width of the pane."""
        width = max(self.viewport().width() - 2.0 * self.document().documentMargin(), 1.0)
        text = shown_row(row).text
        if text.isascii() and "\t" not in text and len(text) * self._widest <= width:
            return 1
        layout = QTextLayout(text, self.font())
        option = self.document().defaultTextOption()
        option.setWrapMode(self.wordWrapMode())
        layout.setTextOption(option)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
        layout.endLayout()
        return max(layout.lineCount(), 1)

    def _take_sizes(self) -> None:
        super()._take_sizes()
        theme, font = self.theme, self.font()
        self._sign = QFontMetrics(font).horizontalAdvance("  ")
        self._widest = QFontMetricsF(font).maxWidth()
        self._looks = _looks(theme)
        self.document().setDocumentMargin(theme.px(_SIDE) + self._sign)  # Qt draws no text beyond the margin
        self._format_rows()

    # Events -------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the folded lines at the caret with Enter or the space bar."""
        row = self._row_of(self.textCursor().block())
        if event.key() in _OPENING_KEYS and row is not None and row.kind in _OPENED:
            self.fold_opened.emit(row)
            event.accept()
            return
        super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show that a click opens folded lines."""
        super().mouseMoveEvent(event)
        is_over = self._fold_at(event) is not None
        shape = Qt.CursorShape.PointingHandCursor if is_over else Qt.CursorShape.IBeamCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the folded lines that were clicked, unless text was selected."""
        super().mouseReleaseEvent(event)
        row = self._fold_at(event)
        is_click = event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection()
        if row is not None and is_click:
            self.fold_opened.emit(row)

    def selected_text(self) -> str:
        """Return the exact text that is selected, with the folded lines in it and without signs and gaps."""
        cursor = self.textCursor()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        if start == end:
            return ""
        parts: list[str] = []
        block, last = self.document().findBlock(start), self.document().findBlock(end)
        while block.isValid():
            row = self._row_of(block)
            first, behind = start - block.position(), end - block.position()
            if row is None or row.kind in {RowKind.GAP, RowKind.MORE}:
                pass
            elif row.kind is RowKind.FOLDED:
                parts += self.folded_lines(row)
            else:
                parts.append(exact_part(row, first, behind))
            if block == last:
                break
            block = block.next()
        return "\n".join(parts)

    # Painting -----------------------------------------------------------------------------------------------

    def paint_below(self, picture: Picture) -> None:
        """Draw why lines changed, a line for each reason above the first; then the grounds of the rows."""
        painter, style, width = picture.painter, row_style(), self.viewport().width()
        theme, px = current_theme(), current_theme().px
        for line in picture.lines:
            row = self._row_of(line.block)
            if row is None:
                continue
            top, height, side = round(line.y - self._lift_of(line.block)), px(_REASON), px(_SIDE)
            for reason in row.reasons:
                rect = QRect(side, top, width - 2 * side, height)
                left = style.icon(painter, rect, side, reason.icon, "soft", 14) + px(6)
                place = QRect(left, top, max(width - side - left, 0), height)
                place.setLeft(left + style.text(painter, place, reason.subject, "ink", "small strong"))
                style.text(painter, place, reason.words, "soft", "small", elide=Qt.TextElideMode.ElideRight)
                top += height
            ground = QRectF(0, line.top, width, line.height)
            if row.kind is RowKind.GAP:
                painter.fillRect(ground, QBrush(theme.color("line"), Qt.BrushStyle.BDiagPattern))
            elif row.kind in _GROUNDS:
                painter.fillRect(ground, theme.color(_GROUNDS[row.kind]))

    def paint_above(self, picture: Picture) -> None:
        """Draw a line under the words that were added."""
        color, thick = current_theme().color(_INKS[RowKind.ADDED]), current_theme().px(2)
        for line in picture.lines:
            row = self._row_of(line.block)
            shown = self._shown[line.block.blockNumber()] if row is not None else None
            if shown is None or row is None or row.kind is not RowKind.ADDED:
                continue
            for start, end in _positions(shown.text, shown.changed):
                for drawn, left, right in self.row_extents(
                    line.block, start, end, has_right_to_left=line.has_right_to_left
                ):
                    top = line.y + drawn.y() + drawn.height() - thick
                    picture.painter.fillRect(QRectF(picture.left + left, top, right - left, thick), color)

    # Formats ------------------------------------------------------------------------------------------------

    def _format_rows(self) -> None:
        """Set colours, lines through removed words, and the tags that stay in one piece."""
        block = self.document().begin()
        is_changed = False
        for row, shown in zip(self.rows, self._shown, strict=True):
            formats = self._formats(row, shown)
            if formats or block.layout().formats():
                block.layout().setFormats(formats)
                is_changed = True
            block = block.next()
        if is_changed:
            self.document().markContentsDirty(QT_START, self.document().characterCount() - 1)

    def _formats(self, row: Row, shown: ShownRow) -> list[QTextLayout.FormatRange]:
        looks, formats = self._looks, list[QTextLayout.FormatRange]()
        if row.kind in _INKS:
            formats.append(format_range(QT_START, QtPosition(1), looks[f"{row.kind} sign"]))
        if runs_right_to_left(row.text):
            tags = [Span(start, end) for start, end in tags_in(shown.text)]
            formats += _ranges(shown.text, tags, looks["tag"])
        formats += _ranges(shown.text, shown.named, looks["count" if row.kind in _OPENED else "name"])
        if row.kind in _INKS:
            formats += _ranges(shown.text, shown.changed, looks[f"{row.kind} words"])
        return formats

    def _spacing_of(self, block: QTextBlock) -> BlockSpacing:
        """Let the sign of a row stand left of its lines, and its reasons above them."""
        row = self._row_of(block)
        reasons = len(row.reasons) * current_theme().px(_REASON) if row is not None else 0
        indent = 0 if runs_right_to_left(block.text()) else -self._sign
        return BlockSpacing(indent=indent, lead=reasons - self._lift_of(block))

    def _lift_of(self, block: QTextBlock) -> int:
        """Return how far the first row is lifted: Qt's margin is above it, too, and has room for a sign."""
        return self._sign if block.blockNumber() == 0 else 0

    def _row_of(self, block: QTextBlock) -> Row | None:
        number = block.blockNumber()
        return self.rows[number] if 0 <= number < len(self.rows) else None

    def _fold_at(self, event: QMouseEvent) -> Row | None:
        place = event.position().toPoint()
        cursor = self.cursorForPosition(place)
        row = self._row_of(cursor.block())
        is_on_row = abs(self.cursorRect(cursor).center().y() - place.y()) <= self.even.line_height
        return row if row is not None and row.kind in _OPENED and is_on_row else None


def _looks(theme: Theme) -> dict[str, QTextCharFormat]:
    """Return the formats of the parts of rows."""
    roles = {"name": "warn", "count": "soft"}
    for kind, ink in _INKS.items():
        roles[f"{kind} sign"] = roles[f"{kind} words"] = ink
    looks: dict[str, QTextCharFormat] = {"tag": QTextCharFormat()}
    isolate(looks["tag"])
    for name, role in roles.items():
        looks[name] = QTextCharFormat()
        looks[name].setForeground(theme.color(role))
    looks[f"{RowKind.REMOVED} words"].setFontStrikeOut(True)
    return looks


def _ranges(text: str, spans: Sequence[Span], look: QTextCharFormat) -> list[QTextLayout.FormatRange]:
    return [format_range(start, end, look) for start, end in _positions(text, spans)]


def _positions(text: str, spans: Sequence[Span]) -> list[tuple[QtPosition, QtPosition]]:
    places = positions_in(text, [place for span in spans for place in span])
    return list(zip(places[::2], places[1::2], strict=True))

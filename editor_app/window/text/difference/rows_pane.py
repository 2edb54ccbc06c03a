"""A read-only pane with the rows of a difference, in which folded lines can be opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

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

from editor_app.text import Sentence, Span
from editor_app.window.kit.positions import QT_START, QtPosition, Utf16Index, format_range, positions_in
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.text.difference.difference_rows import Row, RowKind
from editor_app.window.text.document.placeholders import label_of, placeholder_places
from editor_app.window.text.document.text_bridge import TextBridge
from editor_app.window.text.lines.even_lines import BlockSpacing
from editor_app.window.text.lines.line_direction import isolate, runs_right_to_left, tags_in
from editor_app.window.text.painting.picture import Picture
from editor_app.window.text.reading_pane import ReadingPane

MOST_SHOWN: Final = 2_000
_BEFORE_CHANGE: Final = 200
ROW_BREAK: Final = "\u2028"
"""Begins a further row of a block: as many follow a line as the line beside it needs more."""
_SIGNS: Final = {RowKind.REMOVED: "- ", RowKind.ADDED: "+ ", RowKind.GAP: ""}


class Piece(NamedTuple):
    """A part of a line: its exact text, and what is shown of it, which may be a name or a count."""

    exact: str
    shown: str

    @property
    def is_plain(self) -> bool:
        """Whether the text is shown as it is."""
        return self.exact == self.shown


class ShownRow(NamedTuple):
    """A row's text in Qt, which begins with its sign; the spans are of its changed words, and of names."""

    text: str
    changed: tuple[Span, ...] = ()
    named: tuple[Span, ...] = ()


def sign_of(row: Row) -> str:
    """Return the sign and the blank that a row begins with."""
    return _SIGNS.get(row.kind, "  ")


def shown_row(row: Row) -> ShownRow:
    """Return what Qt gets for a row."""
    sign = sign_of(row)
    if row.kind in {RowKind.FOLDED, RowKind.MORE}:
        words = sign + words_of(row)
        return ShownRow(words, named=(Span(0, len(words)),))
    places: dict[int, int] = {place: 0 for span in row.changed for place in span}
    texts, named = [sign], []
    exact, shown = 0, len(sign)
    for piece in pieces_of(row):
        if not piece.is_plain:
            named.append(Span(shown, shown + len(piece.shown)))
        for place in places:
            if exact <= place <= exact + len(piece.exact):
                into = place - exact if piece.is_plain or place == exact else len(piece.shown)
                places[place] = shown + into
        texts.append(piece.shown)
        exact += len(piece.exact)
        shown += len(piece.shown)
    spans = (Span(places[start] or len(sign), places[end] or shown) for start, end in row.changed)
    return ShownRow("".join(texts), tuple(spans), tuple(named))


def words_of(row: Row) -> str:
    """Return what a row says that stands for several lines."""
    if row.kind is RowKind.MORE:
        return Sentence("window-text.more-lines", count=row.lines)
    return Sentence("window-text.same-lines", count=row.lines)


def exact_part(row: Row, start: QtPosition, end: QtPosition) -> str:
    """Return the exact text of what is shown between two positions in a row with its sign."""
    index = Utf16Index(shown_row(row).text)
    first, last = index.offset_at(start), index.offset_at(end)
    parts: list[str] = []
    at = len(sign_of(row))
    for piece in pieces_of(row):
        behind = at + len(piece.shown)
        if first < behind and last > at:
            parts.append(piece.exact[max(first - at, 0) : last - at] if piece.is_plain else piece.exact)
        at = behind
    return "".join(parts)


def pieces_of(row: Row) -> Iterator[Piece]:
    """Yield the parts of a line in order; together their exact texts are the line."""
    text = row.text
    first, last = _window(row)
    if first:
        yield Piece(text[:first], f"{_characters(first)} … ")
    at = first
    for place in placeholder_places(text[first:last]):
        character = text[first + place]
        if first + place > at:
            yield Piece(text[at : first + place], text[at : first + place])
        yield Piece(character, f"⟨{label_of(character)}⟩")
        at = first + place + 1
    if at < last:
        yield Piece(text[at:last], text[at:last])
    if last < len(text):
        yield Piece(text[last:], f" … {_characters(len(text) - last)}")


def _window(row: Row) -> tuple[int, int]:
    """Return which part of a line is shown: of a long one, the part around its first changed words."""
    length = len(row.text)
    if length <= MOST_SHOWN:
        return 0, length
    changed = row.changed[0].start if row.changed else 0
    first = changed - _BEFORE_CHANGE if changed > MOST_SHOWN - _BEFORE_CHANGE else 0
    return first, min(first + MOST_SHOWN, length)


def _characters(number: int) -> str:
    return Sentence("window-text.more-characters", count=number)


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
                place.setLeft(left + style.text(painter, place, f"{reason.subject} ", "ink", "small strong"))
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

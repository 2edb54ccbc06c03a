"""The character formats that marks need in the layout of a block: fonts and gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from PySide6.QtGui import QFont, QTextCharFormat, QTextLayout

from editor_app.template.source_map import Why
from editor_app.window.kit.positions import QtPosition, format_range, positions_in
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.panels.preview.text.marks import ShownPiece
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.text.laid_lines import VisibleLine
from editor_app.window.text.lines.line_direction import isolate, runs_right_to_left, tags_in

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
            yield format_range(gap, gap + 1, _spaced(width))
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


def _spaced(width: float) -> QTextCharFormat:
    spaced = QTextCharFormat()
    spaced.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
    spaced.setFontLetterSpacing(width)
    return spaced

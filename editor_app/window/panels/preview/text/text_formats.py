"""The character formats that marks need in the layout of a block: fonts and gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QTextCharFormat, QTextLayout

from editor_app.template.source_map import Why
from editor_app.window.kit.positions import QT_START, QtPosition, format_range, positions_in
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.panels.preview.text.marks import ShownPiece
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.text.document.placeholders import label_of
from editor_app.window.text.lines.line_direction import isolate, runs_right_to_left, tags_in
from editor_app.window.text.surface import VisibleLine

_WRITTEN: Final = frozenset({Why.UNKNOWN, Why.LITERAL})


class Placeholder(NamedTuple):
    """A placeholder in a block: its position, the character Qt has there, its label or "" (soft break)."""

    place: QtPosition
    glyph: str
    label: str


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


def placeholders_in(pane: TextPane, text: str) -> list[Placeholder]:
    """Return the placeholders in the text that a block of `pane` has in Qt, in order."""
    found = pane.contents.bridge.placeholders_in(text)
    places = positions_in(text, [column for column, _ in found])
    return [
        Placeholder(place, text[column], label_of(character) if character else "")
        for place, (column, character) in zip(places, found, strict=True)
    ]


def label_width(label: str, theme: Theme) -> int:
    """Return the width of a placeholder's label, in pixels."""
    return QFontMetrics(theme.font("code small")).horizontalAdvance(label) + theme.px(8)


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
        yield from _hidden_placeholders(pane, text)


def _hidden_placeholders(pane: TextPane, text: str) -> Iterator[QTextLayout.FormatRange]:
    """Yield formats with the width of the labels; equal neighbours share one, which Qt lays out as one."""
    metrics = QFontMetrics(pane.font())
    formats: dict[Placeholder, QTextCharFormat] = {}
    last: QTextLayout.FormatRange | None = None
    for placeholder in placeholders_in(pane, text):
        look = placeholder._replace(place=QT_START)
        hidden = formats.get(look)
        if hidden is None:
            label, glyph = look.label, metrics.horizontalAdvance(look.glyph)
            hidden = formats[look] = _spaced(label_width(label, pane.theme) - glyph if label else 0)
            hidden.setForeground(Qt.GlobalColor.transparent)
        if last is not None and last.start + last.length == placeholder.place and last.format == hidden:
            last.length += QtPosition(1)
            continue
        if last is not None:
            yield last
        last = format_range(placeholder.place, placeholder.place + 1, hidden)
    if last is not None:
        yield last


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

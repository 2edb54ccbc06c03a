"""The fonts and gaps that the marks of a block need in its layout."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QTextCharFormat, QTextLayout

from editor_app.template import Why
from editor_app.window.editor.stand_ins import SOFT_BREAK, label_of
from editor_app.window.panels.preview.text_pane import SIGN, TextPane, VisibleBlock
from editor_app.window.theme import Theme


def format_visible(pane: TextPane) -> None:
    """Give the visible blocks of `pane` the formats their marks need; others wait until they are seen."""
    if pane.marks is None and not pane.shown.stand_ins:
        return
    for visible in list(pane.visible_blocks()):
        wanted = list(_formats(pane, visible))
        layout = visible.block.layout()
        if layout.formats() != wanted:
            layout.setFormats(wanted)
            pane.document().markContentsDirty(visible.block.position(), visible.block.length())


def stand_ins_in(text: str, exact: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Return where Qt's text of a block has stand-ins, and the label that shows for each."""
    place = 0
    for character in text:
        if "\ue000" <= character <= "\uf8ff":
            if character == SOFT_BREAK:
                yield place, ""
            elif exact.get(character, character) != character:
                yield place, label_of(exact[character])
        place += 1 if character < "\U00010000" else 2


def label_width(label: str, theme: Theme) -> int:
    """Return the room a stand-in's label takes."""
    return QFontMetrics(theme.font("code small")).horizontalAdvance(label) + theme.px(8)


def _formats(pane: TextPane, visible: VisibleBlock) -> Iterator[QTextLayout.FormatRange]:
    if pane.marks is not None:
        for start, end, piece in pane.marks.pieces(visible.start, visible.end):
            if piece.why is Why.UNKNOWN:
                place = pane.place(visible, start)
                yield _range(place, pane.place(visible, end) - place, _code(pane.theme))
        for offset in dict.fromkeys(offset for offset, _ in pane.marks.signs(visible.start + 1, visible.end)):
            yield _range(pane.place(visible, offset) - 1, 1, _spaced(pane.theme.px(SIGN)))
    if pane.shown.stand_ins:
        metrics = QFontMetrics(pane.font())
        text = visible.block.text()
        for place, label in stand_ins_in(text, pane.shown.stand_ins):
            width = label_width(label, pane.theme) if label else 0
            hidden = _spaced(width - metrics.horizontalAdvance(text[place]) if label else 0)
            hidden.setForeground(Qt.GlobalColor.transparent)
            yield _range(place, 1, hidden)


def _range(start: int, length: int, text_format: QTextCharFormat) -> QTextLayout.FormatRange:
    result = QTextLayout.FormatRange()
    result.start, result.length = start, length
    result.format = text_format
    return result


def _code(theme: Theme) -> QTextCharFormat:
    code = QTextCharFormat()
    code.setFontFamilies(list(theme.mono_families))
    code.setFontFixedPitch(True)
    return code


def _spaced(width: float) -> QTextCharFormat:
    spaced = QTextCharFormat()
    spaced.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
    spaced.setFontLetterSpacing(width)
    return spaced

"""The theme's sizes and margins for a Markdown document, in place of Qt's, which are for web pages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, groupby
from typing import Final, NamedTuple

from PySide6.QtGui import (
    QBrush,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrame,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)

from editor_app.highlighting.code import code_colours
from editor_app.highlighting.line_colours import fence_language
from editor_app.text import Sentence
from editor_app.window.kit.positions import QtPosition, positions_in
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.text.painting.code_font import code_format

_IMAGE: Final = "\ufffc"  # what stands for an image in Qt’s documents
_LINE: Final = 20
_SIDE: Final = 16
_TOP: Final = 10
_GAP: Final = 8
_INDENT: Final = 18


class CodeFence(NamedTuple):
    """A fence of code: the language it names, and its lines in the document."""

    language: str
    lines: list[QTextBlock]


def style_markdown(
    document: QTextDocument, theme: Theme, last_words: str = "", *, wraps_code: bool = False
) -> None:
    """Format `document`, made by Qt from Markdown, and append `last_words`.

    Lines of code are wrapped only with `wraps_code`. Images become their descriptions, since none is loaded.
    """
    document.setIndentWidth(theme.px(_INDENT))
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    _name_pictures(document, theme)
    _frame(document.rootFrame(), theme)
    code = QTextCharFormat()
    code.setFontFamilies(list(theme.mono_families))
    for block in _blocks(document):
        for position, length, now in list(_fragments(block)):
            if now.fontFixedPitch() or _is_code(block):
                _select(cursor, position, position + length)
                cursor.mergeCharFormat(code)
        _format_block(block, theme, wraps_code=wraps_code)
    if last_words:
        soft = QTextCharFormat()
        soft.setForeground(theme.color("soft"))
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertBlock(QTextBlockFormat(), soft)
        cursor.insertText(last_words)
    cursor.endEditBlock()


def fences_of(document: QTextDocument) -> list[CodeFence]:
    """Return the fences of a document that name a language, in order."""
    of_languages = groupby(_blocks(document), key=_language)
    return [CodeFence(language, list(lines)) for language, lines in of_languages if language]


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def colour_fence(fence: CodeFence, theme: Theme) -> int:
    """Colour a fence as in the editor; return how many characters it has. The document is as it was found."""
    language, lines = fence
    texts = [line.text() for line in lines]
    starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
    for start, end, role in code_colours(language, "\n".join(texts)):
        at = start
        while at < end:  # a token may span several lines
            number = bisect_right(starts, at) - 1
            first, last = at - starts[number], min(end - starts[number], len(texts[number]))
            if first < last:
                begin, behind = positions_in(texts[number], [first, last])
                cursor, block = QTextCursor(lines[number]), lines[number].position()
                _select(cursor, block + begin, block + behind)
                cursor.mergeCharFormat(code_format(role, theme))
            at = starts[number + 1]
    return starts[-1]


def _frame(root: QTextFrame, theme: Theme) -> None:
    frame = root.frameFormat()
    frame.setMargin(theme.px(_SIDE))
    frame.setTopMargin(theme.px(_TOP))
    root.setFrameFormat(frame)
    for child in root.childFrames():
        if isinstance(child, QTextTable):
            table = child.format()
            table.setBorder(1)
            table.setBorderCollapse(True)
            table.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            table.setBorderBrush(QBrush(theme.color("line")))
            table.setCellPadding(theme.px(4))
            table.setCellSpacing(0)
            table.setTopMargin(theme.px(_GAP) // 2)
            table.setBottomMargin(theme.px(_GAP))
            table.setWidth(QTextLength())
            child.setFormat(table)
            _head(child)


def _head(table: QTextTable) -> None:
    """Make the first row bold, and remove the empty block that Qt puts before a table's first word."""
    strong = QTextCharFormat()
    strong.setFontWeight(QFont.Weight.DemiBold)
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        cursor = cell.firstCursorPosition()
        if not cursor.block().text() and cell.lastCursorPosition() != cursor:
            cursor.deleteChar()
        cursor.setPosition(cell.lastCursorPosition().position(), QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(strong)


def _format_block(block: QTextBlock, theme: Theme, *, wraps_code: bool) -> None:
    cursor = QTextCursor(block)
    if cursor.currentTable() is not None:
        return
    now = block.blockFormat()
    properties = QTextBlockFormat.Property
    level = now.headingLevel()
    new = QTextBlockFormat(now)
    px = theme.px
    in_code = _is_code(block)
    quoted = int(now.property(properties.BlockQuoteLevel) or 0)
    new.setTopMargin(px(_GAP) if level and block.blockNumber() else 0)
    if in_code:
        new.setBackground(theme.color("panel"))
        new.setLeftMargin(0)
        if wraps_code:
            new.setNonBreakableLines(False)
        new.setBottomMargin(0 if _goes_on(block) else px(_GAP))
    else:
        new.setLineHeight(px(_LINE), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        new.setBottomMargin(px(2) if block.textList() is not None else px(4) if level else px(_GAP))
        new.setLeftMargin(quoted * px(_SIDE))
    cursor.setBlockFormat(new)
    if quoted:
        soft = QTextCharFormat()
        soft.setForeground(theme.color("soft"))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(soft)
    if level:
        for position, length, look in list(_fragments(block)):
            heading = QTextCharFormat(look)
            heading.clearProperty(QTextCharFormat.Property.FontSizeAdjustment)
            heading.setProperty(QTextCharFormat.Property.FontPixelSize, px(15 if level == 1 else 13))
            heading.setFontWeight(QFont.Weight.DemiBold)
            _select(cursor, position, position + length)
            cursor.setCharFormat(heading)


def _select(cursor: QTextCursor, start: QtPosition, end: QtPosition) -> None:
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)


def _language(block: QTextBlock) -> str:
    written = block.blockFormat().property(QTextBlockFormat.Property.BlockCodeLanguage)
    return fence_language(written) if isinstance(written, str) else ""


def _is_code(block: QTextBlock) -> bool:
    properties, look = QTextBlockFormat.Property, block.blockFormat()
    return look.hasProperty(properties.BlockCodeFence) or look.hasProperty(properties.BlockCodeLanguage)


def _goes_on(block: QTextBlock) -> bool:
    """Whether the next line is of the same fence, as far as Qt tells: it keeps only the language."""
    return _is_code(block.next()) and _language(block.next()) == _language(block)


def _name_pictures(document: QTextDocument, theme: Theme) -> None:
    """Replace each image by its description."""
    plain = QTextCharFormat()
    plain.setForeground(theme.color("soft"))
    cursor = document.find(_IMAGE)
    while not cursor.isNull():
        if cursor.charFormat().isImageFormat():
            picture = cursor.charFormat().toImageFormat()
            alt = str(picture.property(QTextCharFormat.Property.ImageAltText) or "")
            cursor.insertText(Sentence("window-preview.picture", name=alt or picture.name()), plain)
        cursor = document.find(_IMAGE, cursor)


def _fragments(block: QTextBlock) -> Iterator[tuple[QtPosition, QtPosition, QTextCharFormat]]:
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        if fragment.isValid():
            yield fragment.position(), fragment.length(), fragment.charFormat()
        iterator += 1

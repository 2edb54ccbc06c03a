"""Colours of the visible lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextBlock, QTextCharFormat, QTextLayout

from editor_app.highlighting.line_colours import Colour
from editor_app.library import Kind
from editor_app.template import Tag, TagKind, Template
from editor_app.text import Edit
from editor_app.window.editor.document.document import EditorDocument
from editor_app.window.editor.document.edits_since import EditsSince
from editor_app.window.editor.document.placeholders import SOFT_BREAK, label_of
from editor_app.window.editor.document.positions import QT_START, QtPosition, positions_in, utf16_length
from editor_app.window.editor.painting.fence_colours import FenceColours
from editor_app.window.editor.painting.marks import ProblemMarks
from editor_app.window.editor.painting.regions import Regions
from editor_app.window.editor.painting.role_formats import code_format
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.lines.line_direction import isolate, runs_right_to_left

_TAG_ROLES = {
    TagKind.INSERT: "tag",
    TagKind.IF: "cond",
    TagKind.ELSE: "cond",
    TagKind.END: "cond",
    TagKind.COMMENT: "comment tag",
    TagKind.LITERAL: "literal tag",
}
_NEARLY_TAG = "nearly a tag"
_NEARLY_TAGS = frozenset(  # problems whose span reads as a tag, and is none
    (
        "foreign-tag",
        "malformed-tag",
        "stray-close",
        "stray-else",
        "unclosed-comment",
        "unclosed-condition",
    )
)
_COLOURS = {"comment tag": "faint", "literal tag": "str"}
_WITH_GROUND = {"tag": "tagbg", "cond": "condbg"}
_ISOLATED = frozenset(_TAG_ROLES.values()) | {_NEARLY_TAG}
_FACES = frozenset({"strong", "emphasis"})
_PLACEHOLDER = "stand-in:"
_HIDDEN = "hidden"
_ENDLESS = float("inf")


class Highlighter:
    """Gives blocks their formats, only those asked for and only where they changed.

    What a block has is asked of its layout: Qt gives a block that it joins with the next one the next one's
    user state, and the layout of the first.
    """

    def __init__(
        self,
        document: EditorDocument,
        marks: ProblemMarks,
        theme: Theme,
        font: QFont,
        code_waits: Callable[[], object],
    ) -> None:
        """Colour nothing yet; `marks` know what is nearly a tag.

        `code_waits` is called where fenced code waits for a pause; `read_code` then reads it.
        """
        self._code = FenceColours(code_waits)
        self._document = document
        self._marks = marks
        self._since = EditsSince()
        self._template: Template | None = None
        self._kind: Kind | None = None
        self._regions: Regions | None = None
        self._given: dict[int, float] = {}  # blocks that have their formats, and how wide names are in them
        self._given_at = -1, -1
        self._revision = 0
        self.set_look(theme, font)

    def set_look(self, theme: Theme, font: QFont) -> None:
        """Take colours and the font; all blocks are coloured again when asked for."""
        self._revision += 1
        self._theme = theme
        self._font = font
        self._chip_widths: dict[str, float] = {}
        self._formats: dict[str, QTextCharFormat] = {}

    def show_tags(self, template: Template | None, kind: Kind) -> None:
        """Colour the tags of this template, which is of the text of now."""
        self._revision += 1
        self._template = template
        self._kind = kind
        self._regions = None
        self._since.clear()

    def follow(self, edit: Edit) -> None:
        """Note an edit of the text."""
        self._revision += 1
        self._since.add(edit)
        self._regions = None

    def read_code(self) -> None:
        """Read code that waited when it is asked for next."""
        self._revision += 1
        self._code.after_pause()
        self._regions = None

    def colour(self, first: QTextBlock, rows: int, width: float = _ENDLESS) -> None:
        """Give the blocks that fill `rows` of a width, from `first` on, the formats they should have.

        All rows but one of `first` may be scrolled out of sight: it counts as one.
        """
        document, text = self._document, self._document.text
        revision = self._revision, document.text_document.revision()
        if revision != self._given_at:
            self._given_at, self._given = revision, {}
        if self._regions is None:
            self._regions = Regions(text, self._kind, self._code.colours)
        blocks: list[tuple[QTextBlock, int, str]] = []
        block = first
        while block.isValid() and rows > 0:
            number = block.blockNumber()
            if number not in self._given:  # a tab that comes to the front asks several times
                shown = block.text()
                blocks.append((block, document.bridge.offset(block.position()), shown))
                self._given[number] = self._room_of_names(shown)
            rows -= 1 if block == first else max(1, int(self._given[number] / width))
            block = block.next()
        if not blocks:
            return
        tags = self._tags(blocks[0][1], blocks[-1][1] + len(blocks[-1][2]) + 1)
        changed: list[QTextBlock] = []
        for block, at, shown in blocks:
            colours = list(self._regions.colours(at, text[at : at + len(shown)]))
            tags = _add_tags(colours, tags, at, at + len(shown))
            if runs_right_to_left(shown):
                _add_tags(colours, self._nearly_tags(at, at + len(shown)), at, at + len(shown))
            if document.bridge.has_placeholders or shown.endswith(SOFT_BREAK):
                self._add_placeholders(colours, shown)
            if self._give(block, colours, shown):
                changed.append(block)
        if changed:  # at once: each time the text view looks at all that is in sight
            begin, last = changed[0].position(), changed[-1]
            document.text_document.markContentsDirty(begin, last.position() + last.length() - begin)

    def forget(self, block: QTextBlock) -> None:
        """Give a block its formats again when asked for: it has lost them, which is no change for Qt."""
        self._given.pop(block.blockNumber(), None)

    def composing(self, block: QTextBlock, base: list[QTextLayout.FormatRange]) -> None:
        """Keep the colours `base` while a word is composed in the block: Qt left only the word's own."""
        self.forget(block)
        layout = block.layout()
        at, length = layout.preeditAreaPosition(), utf16_length(layout.preeditAreaText())
        moved: list[QTextLayout.FormatRange] = []
        for item in base:
            start, end = item.start, item.start + item.length
            start += length if start >= at else QT_START
            end += length if end > at else QT_START
            moved.append(format_range(start, end, item.format))
        layout.setFormats(moved + layout.formats())
        self._document.text_document.markContentsDirty(block.position(), block.length())

    def _room_of_names(self, shown: str) -> float:
        """Return how wide the names of characters in a block are: a few blocks of them may fill the view."""
        if not self._document.bridge.has_placeholders:
            return 0.0
        names = 0.0
        for _, character in self._document.bridge.placeholders_in(shown):
            if character and character not in self._chip_widths:
                self._chip_widths[character] = chip_width(character, self._theme)
            names += self._chip_widths[character] if character else 0
        return names

    def _tags(self, start: int, end: int) -> Sequence[Colour]:
        if self._template is None:
            return ()
        since = self._since
        tags: Iterable[Tag] = self._template.tags_between(since.then(start), since.then(end) + 1)
        colours = []
        for tag in tags:
            span = since.span_now(tag.span)
            if (
                span.length == tag.span.length
            ):  # else it is being typed in, and is what it is when known again
                colours.append(Colour(span.start, span.end, _TAG_ROLES[tag.kind]))
        return colours

    def _nearly_tags(self, start: int, end: int) -> list[Colour]:
        """Return what is to be read as one like a tag, though it is none."""
        marks = [mark for mark in self._marks.between(start, end) if mark.problem.code in _NEARLY_TAGS]
        return [Colour(*mark.span, _NEARLY_TAG) for mark in marks if mark.span.length]

    def _add_placeholders(self, colours: list[Colour], shown: str) -> None:
        for at, character in self._document.bridge.placeholders_in(shown):
            role = f"{_PLACEHOLDER}{shown[at]}{character}" if character else _HIDDEN
            if colours and colours[-1].end == at and colours[-1].role == role:
                colours[-1] = colours[-1]._replace(end=at + 1)
            else:
                colours.append(Colour(at, at + 1, role))

    def _give(self, block: QTextBlock, colours: list[Colour], shown: str) -> bool:
        """Give a block its formats; return whether they are others than before."""
        columns = sorted({column for start, end, _ in colours for column in (start, end)})
        place = dict(zip(columns, positions_in(shown, columns), strict=True))
        wanted = [format_range(place[start], place[end], self._format(role)) for start, end, role in colours]
        layout = block.layout()
        if layout.formats() == wanted:
            return False
        layout.setFormats(wanted)
        return True

    def _format(self, role: str) -> QTextCharFormat:
        made = self._formats.get(role)
        if made is None:
            made = self._formats[role] = self._make_format(role)
        return made

    def _make_format(self, role: str) -> QTextCharFormat:
        if role in _FACES:
            return code_format(role, self._theme)
        result = QTextCharFormat()
        if role == _HIDDEN:
            result.setForeground(QColor(0, 0, 0, 0))
        elif role.startswith(_PLACEHOLDER):
            result.setForeground(QColor(0, 0, 0, 0))
            glyph = QFontMetricsF(self._font).horizontalAdvance(
                role[-2]
            )  # the stand-in; then what it stands for
            result.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
            result.setFontLetterSpacing(chip_width(role[-1], self._theme) - glyph)
        elif role != _NEARLY_TAG:
            result.setForeground(self._theme.color(_COLOURS.get(role, role)))
            if role in _WITH_GROUND:
                result.setBackground(self._theme.color(_WITH_GROUND[role]))
        if role in _ISOLATED:
            isolate(result)
        return result


def chip_width(character: str, theme: Theme) -> float:
    """Return how much room the name of a character that a stand-in stands for takes."""
    return QFontMetricsF(theme.font("code small")).horizontalAdvance(label_of(character)) * 0.84 + theme.px(8)


def _add_tags(colours: list[Colour], tags: Sequence[Colour], start: int, end: int) -> Sequence[Colour]:
    """Add the part of `tags` that lies in a line; return those that go on behind it."""
    for index, (tag_start, tag_end, role) in enumerate(tags):
        if tag_start >= end:
            return tags[index:]
        if tag_end > start:
            colours.append(Colour(max(tag_start, start) - start, min(tag_end, end) - start, role))
        if tag_end > end:
            return tags[index:]
    return ()


def format_range(start: QtPosition, end: QtPosition, char_format: QTextCharFormat) -> QTextLayout.FormatRange:
    """Return a format and the part of a block that has it."""
    result = QTextLayout.FormatRange()
    result.start = start
    result.length = end - start
    result.format = char_format
    return result

"""The highlighter: gives the visible blocks the formats of syntax, tags and placeholders.

Its regions are the parts of the text by language: YAML, TOML, JSON, Markdown, fenced code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextLayout

from editor_app.analysis.analysis import Analysis, row_of
from editor_app.analysis.editing.tag_places import TagPlaces
from editor_app.highlighting.line_colours import (
    Colour,
    json_colours,
    toml_colours,
    yaml_colours,
)
from editor_app.highlighting.markdown_lines import MarkdownLines
from editor_app.library.kinds import Kind
from editor_app.template.dialect import TagKind
from editor_app.text import Edit, Span, line_start
from editor_app.text.frontmatter import FrontmatterFormat, split_frontmatter
from editor_app.window.kit.positions import QT_START, QtPosition, format_range, positions_in, utf16_length
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.document.placeholders import SOFT_BREAK, label_of
from editor_app.window.text.lines.line_direction import isolate, runs_right_to_left
from editor_app.window.text.painting.chips import Chips
from editor_app.window.text.painting.code_font import code_format
from editor_app.window.text.painting.fence_colours import FenceColours
from editor_app.window.text.painting.marks import EditsSince, ProblemMarks

_TAG_ROLES = {
    TagKind.INSERT: "tag",
    TagKind.IF: "cond",
    TagKind.ELSE: "cond",
    TagKind.END: "cond",
    TagKind.COMMENT: "comment tag",
    TagKind.LITERAL: "literal tag",
}
_NEARLY_TAG = "nearly a tag"
_NEARLY_TAGS = frozenset(  # problems whose span looks like a tag, and is none
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
_ENDLESS = float("inf")
_DATA_SUFFIXES = frozenset((".yaml", ".yml", ".json", ".jsonl"))
_MOST_MADE = 1_000  # lines whose formats are kept: most lines of a view are those of before


class Highlighter:
    """Gives blocks their formats, only those asked for and only where they changed.

    A block's formats are read from its layout, not kept in its user state: when Qt joins two blocks, the
    result has the layout of the first, but the user state of the second.
    """

    def __init__(
        self,
        document: EditorDocument,
        marks: ProblemMarks,
        chips: Chips,
        code_waits: Callable[[], object],
    ) -> None:
        """Colour nothing yet; `marks` has the problems of what is nearly a tag.

        `code_waits` is called where fenced code waits for a pause in typing, after which `read_code` is due.
        """
        self._code = FenceColours(code_waits)
        self._document = document
        self._marks = marks
        self._since = EditsSince()
        self._tag_places: TagPlaces | None = None
        self._kind: Kind | None = None
        self.suffix_of_file: Callable[[], str] = str
        self._regions: Regions | None = None
        self._given: dict[
            int, float
        ] = {}  # numbers of blocks that have their formats, and their labels' width
        self._given_at = -1, -1
        self._revision = 0
        self.set_look(chips)

    def set_look(self, chips: Chips) -> None:
        """Take the theme's colours; every block is coloured again when next asked for."""
        self._revision += 1
        self._chips = chips
        self._formats: dict[str, QTextCharFormat] = {}
        self._made: dict[
            tuple[str, tuple[Colour, ...], tuple[tuple[int, str], ...]], list[QTextLayout.FormatRange]
        ] = {}

    def show_tags(self, analysis: Analysis) -> None:
        """Colour the tags of a template or of the contents of blocks, as read in the current text."""
        self._revision += 1
        self._tag_places, self._kind = TagPlaces(analysis), analysis.kind
        self._regions = None
        self._since.clear()

    def follow(self, edit: Edit) -> None:
        """Note an edit of the text."""
        self._revision += 1
        self._since.append(edit)
        self._regions = None

    def read_code(self) -> None:
        """Let fenced code that waited be read when it is next coloured."""
        self._revision += 1
        self._code.after_pause()
        self._regions = None

    def colour(self, first: QTextBlock, rows: int, width: float = _ENDLESS) -> None:
        """Give the blocks that fill `rows` rows of a width, from `first` on, their formats.

        `first` counts as one row: all its others may be scrolled out of sight.
        """
        document, text = self._document, self._document.text
        revision = self._revision, document.text_document.revision()
        if revision != self._given_at:
            self._given_at, self._given = revision, {}
        if self._regions is None:
            self._regions = Regions(text, self._kind, self._code.colours, self.suffix_of_file())
        blocks: list[tuple[QTextBlock, int, str]] = []
        has_placeholders = document.bridge.has_placeholders
        block, at = first, document.bridge.offset(first.position())
        while block.isValid() and rows > 0:
            number, shown = block.blockNumber(), block.text()
            if number not in self._given:  # a tab that comes to the front asks several times
                blocks.append((block, at, shown))
                self._given[number] = self._width_of_labels(shown) if has_placeholders else 0.0
            rows -= 1 if block == first else max(1, int(self._given[number] / width))
            at += len(shown) - 1 if shown.endswith(SOFT_BREAK) else len(shown) + 1
            block = block.next()
            if block.isValid() and not block.isVisible():
                block = document.layout.visible_from(block)
                at = document.bridge.offset(block.position())
        if not blocks:
            return
        tags = self._tags(blocks[0][1], blocks[-1][1] + len(blocks[-1][2]) + 1)
        changed: list[QTextBlock] = []
        for block, at, shown in blocks:
            end = at + len(shown)
            colours = list(self._regions.colours(at, text[at:end]))
            if tags and tags[0].start < end:
                tags = _add_tags(colours, tags, at, end)
            if not shown.isascii() and runs_right_to_left(shown):
                marks = (mark for mark in self._marks.between(at, end) if mark.span.length)
                nearly = [
                    Colour(*mark.span, _NEARLY_TAG) for mark in marks if mark.problem.code in _NEARLY_TAGS
                ]
                _add_tags(colours, nearly, at, end)  # what looks like a tag is isolated like one
            is_formatted = bool(colours) or not shown.isascii() or bool(block.layout().formats())
            if is_formatted and self._give(block, colours, shown):
                changed.append(block)
        if changed:  # once for all: each time, the text view checks all visible blocks
            begin, last = changed[0].position(), changed[-1]
            document.text_document.markContentsDirty(begin, last.position() + last.length() - begin)

    def forget(self, block: QTextBlock) -> None:
        """Give a block its formats again when next asked for: it lost them without a change of revision."""
        self._given.pop(block.blockNumber(), None)

    def composing(self, block: QTextBlock, base: list[QTextLayout.FormatRange]) -> None:
        """Restore the formats `base` while a word is composed in the block: Qt keeps only the word's own."""
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

    def _width_of_labels(self, shown: str) -> float:
        """Return the width of the labels of placeholders in a block: a few such blocks may fill the view."""
        placeholders = self._document.bridge.placeholders_in(shown)
        return sum(self._chips.width(label_of(character)) for _, character in placeholders if character)

    def _tags(self, start: int, end: int) -> Sequence[Colour]:
        if self._tag_places is None:
            return ()
        since = self._since
        colours = []
        for found, kind in self._tag_places.between(since.then(start), since.then(end) + 1):
            span = since.span_now(found)
            if span.length == found.length:  # else it was edited since, and waits for the next analysis
                colours.append(Colour(span.start, span.end, _TAG_ROLES[kind]))
        return colours

    def _give(self, block: QTextBlock, colours: list[Colour], shown: str) -> bool:
        """Give a block its formats; return whether they changed."""
        placeholders = () if shown.isascii() else tuple(self._document.bridge.placeholders_in(shown))
        line = shown, tuple(colours), placeholders
        wanted = self._made.get(line)
        if wanted is None:
            if len(self._made) > _MOST_MADE:
                self._made.clear()
            chips = self._chips.formats(shown, placeholders)
            wanted = self._made[line] = coloured(shown, colours, self._format) + chips
        layout = block.layout()
        if layout.formats() == wanted:
            return False
        layout.setFormats(wanted)
        return True

    def _format(self, role: str) -> QTextCharFormat:
        look = self._formats.get(role)
        if look is None:
            theme = current_theme()
            look = QTextCharFormat() if role == _NEARLY_TAG else code_format(_COLOURS.get(role, role), theme)
            if role in _WITH_GROUND:
                look.setBackground(theme.color(_WITH_GROUND[role]))
            if role in _ISOLATED:
                isolate(look)
            self._formats[role] = look
        return look


def coloured(
    shown: str, colours: Sequence[Colour], look: Callable[[str], QTextCharFormat]
) -> list[QTextLayout.FormatRange]:
    """Return the formats of a block with the text `shown` for its colours; `look` is the format of a role."""
    if shown.isascii():
        return [format_range(QtPosition(start), QtPosition(end), look(role)) for start, end, role in colours]
    columns = sorted({column for start, end, _ in colours for column in (start, end)})
    place = dict(zip(columns, positions_in(shown, columns), strict=True))
    return [format_range(place[start], place[end], look(role)) for start, end, role in colours]


def _add_tags(colours: list[Colour], tags: Sequence[Colour], start: int, end: int) -> Sequence[Colour]:
    """Add the parts of `tags` in [start, end) to `colours`; return the tags that go on behind it."""
    for index, (tag_start, tag_end, role) in enumerate(tags):
        if tag_start >= end:
            return tags[index:]
        if tag_end > start:
            colours.append(Colour(max(tag_start, start) - start, min(tag_end, end) - start, role))
        if tag_end > end:
            return tags[index:]
    return ()


_block_scalar = re.compile(r"[ \t:-][|>][-+\d]{0,2}[ \t]*\n")
_toml_quotes = re.compile("\"{3}|'{3}")
_indent = re.compile(r"[ ]*")


class Regions:
    """The parts of one text by language, found when first asked for."""

    def __init__(
        self,
        text: str,
        kind: Kind | None,
        code_colours: Callable[[int, str, str], Sequence[Colour]],
        suffix: str = "",
    ) -> None:
        """Take `text` as that of a file of `kind`, None for an unknown one, whose name ends with `suffix`.

        `code_colours` returns the colours of a fence's code by its index, language and code.
        """
        self._text = text
        row = row_of(kind) if kind is not None else None
        self._is_markdown = row is not None and row.form.is_markdown
        is_toml = suffix == ".toml" and not self._is_markdown
        is_named_data = suffix in _DATA_SUFFIXES and not self._is_markdown
        self._is_data = is_named_data or (row is not None and row.form.is_data)
        self._is_json = self._is_data and text[:200].lstrip()[:1] in {"{", "["}
        frontmatter = split_frontmatter(text) if row is not None and row.form.has_frontmatter else None
        self._yaml = Span(0, len(text)) if self._is_data else Span(0, 0)
        self._toml = Span(0, len(text) if is_toml else 0)
        self._mark_lines = Span(0, 0), Span(0, 0)
        if frontmatter is not None:
            self._mark_lines = frontmatter.opening, frontmatter.closing
            if frontmatter.format is FrontmatterFormat.TOML:
                self._toml = frontmatter.metadata
            else:
                self._yaml = frontmatter.metadata
        self._markdown = MarkdownLines(text, code_colours, self._mark_lines[1].end)

    def colours(self, start: int, line: str) -> tuple[Colour, ...]:
        """Return the colours of the line that begins at `start`."""
        if self._is_json:
            return json_colours(line)
        if self._yaml.start <= start < self._yaml.end:
            if _within(self._block_scalars, start):
                return (Colour(0, len(line), "str"),)
            return yaml_colours(line)
        if self._toml.contains(start):
            in_string = _within(self._toml_strings, start)
            return (Colour(0, len(line), "str"),) if in_string else toml_colours(line)
        if not self._is_markdown:
            return ()
        opening, closing = self._mark_lines
        if start < closing.end and (opening.contains(start) or closing.contains(start)):
            return (Colour(0, len(line), "faint"),)
        return self._markdown.colours(start, line)

    @cached_property
    def _toml_strings(self) -> list[Span]:
        """Return the spans of strings over several lines, without their first lines."""
        strings: list[Span] = []
        at = self._toml.start
        while (match := _toml_quotes.search(self._text, at, self._toml.end)) is not None:
            closing = self._text.find(match[0], match.end(), self._toml.end)
            at = self._toml.end if closing < 0 else closing + len(match[0])
            newline = self._text.find("\n", match.end(), at)
            if newline >= 0:
                strings.append(Span(newline + 1, at))
        return strings

    @cached_property
    def _block_scalars(self) -> list[Span]:
        """Return the spans of the lines that belong to `|` and `>` scalars."""
        scalars: list[Span] = []
        at = self._yaml.start
        while (match := _block_scalar.search(self._text, at, self._yaml.end)) is not None:
            depth = _depth(self._text, line_start(self._text, match.start()))
            end = at = match.end()
            while at < self._yaml.end:
                newline = self._text.find("\n", at, self._yaml.end)
                line_end = self._yaml.end if newline < 0 else newline
                if self._text[at:line_end].strip() and _depth(self._text, at) <= depth:
                    break
                end = at = line_end + 1
            if end > match.end():
                scalars.append(Span(match.end(), end))
            at = max(end, match.end())
        return scalars


def _within(spans: list[Span], offset: int) -> bool:
    at = bisect_right(spans, (offset, len(spans) and spans[-1].end)) - 1
    return at >= 0 and spans[at].contains(offset)


def _depth(text: str, line: int) -> int:
    match = _indent.match(text, line)
    return match.end() - match.start() if match else 0

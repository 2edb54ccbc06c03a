"""The parts of the preview that only system messages have, and what they show as values.

These are the views, the order and style of the blocks, the count of tokens, and the request.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from heapq import merge
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from editor_app.analysis.assembled_text import AssembledText
from editor_app.analysis.kinds.system_message import content_of
from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.source_map import Role
from editor_app.system_messages.assembly.styles import Order, SystemMessageStyle
from editor_app.text import Sentence, Span, difference
from editor_app.text.tokens import TokenCount
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.sentence_bar import SentenceBar
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import row
from editor_app.window.kit.rows.menus import Entry, MenuEntry, menu_button
from editor_app.window.kit.words.labels import ElidedLabel
from editor_app.window.kit.words.plain_text import counted_tokens, tokens_in_words
from editor_app.window.panels.preview.look import PreviewLook
from editor_app.window.panels.preview.stable_prefix import (
    StabilityButton,
    StabilityRow,
    break_card,
    break_marks,
    stability_row,
)
from editor_app.window.panels.preview.text.marks import TextMark
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.panels.preview.views import DIFFERENCE, TEXT
from editor_app.window.panels.preview.why import GO
from editor_app.window.text.laid_lines import VisibleLine
from editor_app.window.text.painting.picture import Picture


class BlockSegment(NamedTuple):
    """A block that is sent, by its index: the span of its own content in the text, and its tokens."""

    block: int
    name: str
    output: Span
    tokens: int


@dataclass(frozen=True, slots=True)
class MessageLook:
    """What the preview shows of an assembled system message; `note` is a sentence above the text, or ""."""

    segments: tuple[BlockSegment, ...]
    selected: int | None
    marks: tuple[TextMark, ...]
    tokens: TokenCount
    stability: tuple[StabilityRow, ...]
    ways: AssemblyOptions
    note: str

    def part_at(self, offset: int) -> int | None:
        """Return the index of the block at an offset of the text, None if there is none."""
        return next((segment.block for segment in self.segments if segment.output.touches(offset)), None)

    def place_of(self, part: int) -> Span | None:
        """Return the span of the block at an index in the text, None if it is not there."""
        return next((segment.output for segment in self.segments if segment.block == part), None)

    def card_of(self, mark: TextMark) -> Card:
        """Return the card about a mark: a block left out or one that loses, or where the cache ends."""
        link = (
            Sentence("window-system_message.go-to-block")
            if mark.part is not None
            else Sentence("window-system_message.go-there")
        )
        if mark.role == "warn":
            return break_card(mark, link)
        return Card("layers", "soft", "", mark.words, "", (), ((GO, link),), mark.sentence)

    def paint(self, picture: Picture, pane: TextPane) -> None:
        """Paint the background and the bar of the selected block."""
        chosen = self.place_of(self.selected) if self.selected is not None else None
        if chosen is None or not chosen.length:
            return
        for visible in picture.lines:
            if chosen.start <= visible.end and not chosen.end < visible.start:
                _paint_chosen(picture.painter, pane, visible, chosen)


def _paint_chosen(painter: QPainter, pane: TextPane, visible: VisibleLine, chosen: Span) -> None:
    if chosen.end == visible.start and visible.end > visible.start:
        return  # the block ends before this line
    theme = pane.theme
    top = round(visible.top if chosen.start >= visible.start else visible.y)
    height = round(visible.bottom if chosen.end > visible.end else visible.top + visible.height) - top
    painter.fillRect(0, top, pane.viewport().width(), height, theme.color("blkbg"))
    painter.fillRect(0, top, theme.px(2), height, theme.color("acc"))


_OF_A_KEY = 2  # characters that one key changes at most: fewer than there are between two blocks
_MOVED_AT_A_KEY = 150  # blocks; those after them are not visible, and are updated after a pause


def message_look(result: AssembledText, selected: int | None) -> MessageLook:
    """Return the look of an assembled system message with the block at index `selected` selected."""
    total, breaks = len(result.text), break_marks(result.stability, result.text)
    marks = merge(_left_out(result), _outranked(result), breaks, key=lambda mark: mark.offset)
    blocks, tokens = result.assembly.blocks, result.block_tokens
    segments = (
        BlockSegment(part.index, blocks[part.index].name, part.output, tokens[part.index])
        for part in result.assembly.parts
    )
    return MessageLook(
        tuple(segments),
        selected,
        tuple(marks),
        result.tokens,
        tuple(
            stability_row(
                stable,
                total,
                result.tokens_before(stable.characters),
            )
            for stable in result.stability
        ),
        result.options,
        _note(result),
    )


def moved_look(look: MessageLook, before: str, after: str) -> MessageLook:
    """Return the look of the text `before` with its offsets moved to where they are in `after`."""
    edit = difference(before, after)
    if edit is None:
        return look

    def place(offset: int) -> int:
        if offset <= edit.span.start:
            return offset
        return offset + edit.growth if offset >= edit.span.end else edit.span.start

    first = bisect_right(look.segments, edit.span.start, key=lambda segment: segment.output.end)
    behind = bisect_left(look.segments, edit.span.end, first, key=lambda segment: segment.output.start)
    touched = (
        segment._replace(output=Span(place(segment.output.start), place(segment.output.end)))
        for segment in look.segments[first:behind]
    )
    last = behind + _MOVED_AT_A_KEY if abs(edit.growth) <= _OF_A_KEY else len(look.segments)
    moved = [
        BlockSegment(block, name, Span(start + edit.growth, end + edit.growth), tokens)
        for block, name, (start, end), tokens in look.segments[behind:last]
    ]
    return replace(
        look,
        segments=(*look.segments[:first], *touched, *moved, *look.segments[last:]),
        marks=tuple(replace(mark, offset=place(mark.offset)) for mark in look.marks),
        stability=tuple(
            row if row.output is None else replace(row, output=place(row.output)) for row in look.stability
        ),
    )


def _left_out(result: AssembledText) -> Iterator[TextMark]:
    for left in result.left_out_blocks:
        name = result.assembly.blocks[left.index].name
        if left.role is Role.OUT:
            words = Sentence("window-system_message.block-not-sent", name=name, reason=left.reason)
            sentence = result.outcome.block_outcomes[left.index].sentence
        else:
            words = Sentence("window-system_message.block-left-out", name=name, reason=left.reason)
            sentence = Sentence("window-system_message.is-left-out", name=name, reason=left.reason)
        yield TextMark(left.output, words, sentence, "faint", left.index)


def _outranked(result: AssembledText) -> Iterator[TextMark]:
    for part in result.assembly.parts:
        loss = result.outcome.outranked.get(part.index)
        if loss is not None:
            name = result.assembly.blocks[part.index].name
            words = Sentence("window-system_message.loses-still-sent", name=name)
            about = Sentence("window-system_message.model-sees-both", why=loss.sentence)
            yield TextMark(part.output.start, words, about, "faint", part.index)


def _note(result: AssembledText) -> str:
    reading = content_of(result.analysis)
    if reading is not None and reading.has_errors:
        if result.text:
            return Sentence("window-system_message.errors-and-rest")
        return Sentence("window-system_message.errors")
    if result.options.drop_outranked:
        return Sentence("window-system_message.without-losing-note")
    return ""


REQUEST: Final = "request"
VIEWS: Final = (
    (TEXT, Sentence("window-system_message.text")),
    (REQUEST, Sentence("window-system_message.request")),
    (DIFFERENCE, Sentence("window-system_message.difference")),
)
"""The views of a system message in the preview: pairs of a key and a word."""
_ORDERS: Final[Mapping[Order, tuple[str, str]]] = {
    Order.FILE: (Sentence("window-system_message.file-order"), Sentence("window-system_message.as-in-file")),
    Order.PRECEDENCE: (
        Sentence("window-system_message.by-precedence"),
        Sentence("window-system_message.winner-first"),
    ),
    Order.MODEL: (
        Sentence("window-system_message.by-priority-model"),
        Sentence("window-system_message.by-type"),
    ),
}
_STYLES: Final[Mapping[SystemMessageStyle, str]] = {
    SystemMessageStyle.PLAIN: Sentence("window-system_message.plain-text"),
    SystemMessageStyle.MARKDOWN: Sentence("window-system_message.with-headings"),
    SystemMessageStyle.XML: Sentence("window-system_message.in-tags"),
}


class SystemMessagePreview(QObject):
    """The parts of the preview for system messages; the preview panel places them.

    Only a system message has a `look`: without one they are hidden. `order` is the menu of orders and styles,
    `strip` a note above the text, `link` says at its foot what the selected block costs and what is cached.
    """

    output_requested = Signal(int)
    block_chosen = Signal(int)
    options_chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.look: MessageLook | None = None
        """The look of the system message that is shown, None for another file."""
        self.switch = SegmentedSwitch(Sentence("window-system_message.view"), VIEWS, parent)
        self.switch.hide()
        self.order = menu_button(self._entries)
        self.order.setParent(parent)
        self.tools: tuple[QWidget, ...] = (self.order,)
        self.strip = SentenceBar()
        self._words = ElidedLabel("", "soft")
        self.stability = StabilityButton()
        self.stability.output_requested.connect(self.output_requested)
        self.link = QWidget(parent)
        row(self.link, (self._words, 1), self.stability, spacing=8)
        self.request = TextPane(parent)
        self.request.setAccessibleName(Sentence("window-system_message.request"))
        self.request.hide()
        self.show_look(None)

    def show_look(self, look: PreviewLook | None) -> None:
        """Show the order, token counts and blocks of a message; None hides them, but not the view switch."""
        self.look = look if isinstance(look, MessageLook) else None
        for part in (self.link, self.order):
            part.setVisible(self.look is not None)
        self.strip.say(self.look.note if self.look is not None else "")
        if self.look is None:
            return
        self.order.setText(_ORDERS[self.look.ways.order][0])
        self.order.setAccessibleName(
            Sentence("window-system_message.order-and-style", order=self.order.text())
        )
        self._words.setText(_in_words(self.look))
        self.stability.show_rows(self.look.stability)

    def page(self, view: str, text: str) -> QWidget | None:
        """Return the request that would send `text`, for the request view; None for other views."""
        if view != REQUEST:
            return None
        import json

        from editor_app.system_messages.assembly.assembly import request_message

        self.request.show_exactly(json.dumps(request_message(text), ensure_ascii=False, indent=2))
        return self.request

    def choose(self, part: int) -> None:
        """Select a block by its index."""
        self.block_chosen.emit(part)

    def _entries(self) -> Iterator[Entry]:
        """Yield the entries of the menu of orders and styles."""
        assert self.look is not None
        ways = self.look.ways
        for order, (_, words) in _ORDERS.items():
            yield self._entry(words, replace(ways, order=order), is_checked=order is ways.order)
        yield None
        for style, words in _STYLES.items():
            yield self._entry(words, replace(ways, style=style), is_checked=style is ways.style)
        yield None
        dropping, drops = replace(ways, drop_outranked=not ways.drop_outranked), ways.drop_outranked
        yield self._entry(Sentence("window-system_message.without-losing"), dropping, is_checked=drops)

    def _entry(self, words: str, options: AssemblyOptions, *, is_checked: bool) -> MenuEntry:
        return MenuEntry(words, partial(self.options_chosen.emit, options), is_checked=is_checked)


def _in_words(look: MessageLook) -> str:
    """Return the tokens of the text, and those of the selected block."""
    count, is_estimate = look.tokens.count, look.tokens.is_estimate
    tokens = counted_tokens(count, is_estimate=is_estimate)
    chosen = next((block for block in look.segments if block.block == look.selected), None)
    if chosen is None:
        return tokens
    of_block, name = tokens_in_words(chosen.tokens, is_estimate=is_estimate), chosen.name
    return Sentence("window-system_message.cost-and-block", tokens=tokens, name=name, block=of_block)

"""The parts of the preview that only system messages have, and what they show as values.

These are the views, the order of the blocks, the count of tokens, and the request.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import merge
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QBrush, QPainter
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from editor_app.analysis.assembled_text import AssembledText
from editor_app.analysis.kinds.system_message import content_of
from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.source_map import Role
from editor_app.system_messages.assembly.styles import Order
from editor_app.text import Span, difference
from editor_app.text.tokens import TokenCount
from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.card.sentence_bar import SentenceBar
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.segment_bar import Segment, SegmentBar
from editor_app.window.kit.theme.current import spaced
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel
from editor_app.window.kit.words.plain_text import counted
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
from editor_app.window.panels.preview.views import DIFFERENCE, MARKDOWN, TEXT
from editor_app.window.panels.preview.why import GO
from editor_app.window.text.laid_lines import VisibleLine
from editor_app.window.text.painting.picture import Picture


class RulerSegment(NamedTuple):
    """A block that is sent: the span of its own content in the text, and its tokens.

    `block` is its index, `role` the colour role of its type's group; `is_outranked` blocks are hatched.
    """

    block: int
    name: str
    role: str
    output: Span
    tokens: int
    is_outranked: bool = False


@dataclass(frozen=True, slots=True)
class MessageLook:
    """What the preview shows of an assembled system message; `note` is a sentence above the text, or ""."""

    segments: tuple[RulerSegment, ...]
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
        """Return the card about a mark: a block left out or outranked, or the place where the cache ends."""
        link = "Go to the block" if mark.part is not None else "Go there"
        if mark.role == "warn":
            return break_card(mark, link)
        return Card("layers", "soft", "", mark.words, "", (), ((GO, link),), mark.sentence)

    def paint(self, picture: Picture, pane: TextPane) -> None:
        """Paint a bar for each block, the selected one's background, and hatching on outranked blocks."""
        for visible in picture.lines:
            first = bisect_right(self.segments, visible.start, key=lambda segment: segment.output.start) - 1
            for segment in self.segments[max(first, 0) :]:
                if segment.output.start > visible.end:
                    break
                if segment.output.end >= visible.start and segment.output.length:
                    chosen = segment.block == self.selected
                    _paint_segment(picture.painter, pane, visible, segment, chosen=chosen)


def _paint_segment(
    painter: QPainter, pane: TextPane, visible: VisibleLine, segment: RulerSegment, *, chosen: bool
) -> None:
    theme = pane.theme
    if segment.output.end == visible.start and visible.end > visible.start:
        return  # the segment ends before this line
    begins, goes_on = segment.output.start >= visible.start, segment.output.end > visible.end
    top = round(visible.top if begins else visible.y)
    height = round(visible.bottom if goes_on else visible.top + visible.height) - top
    place = QRect(0, top, pane.viewport().width(), height)
    if chosen:
        painter.fillRect(place, theme.color("blkbg"))
    painter.fillRect(
        place.left(), place.top(), theme.px(2), height, theme.color("acc" if chosen else segment.role)
    )
    if segment.is_outranked:
        hatching = QBrush(theme.color("line"), Qt.BrushStyle.BDiagPattern)
        for rect in pane.rects(visible, segment.output.start, segment.output.end):
            painter.fillRect(rect, hatching)


_OF_A_KEY = 2  # characters that one key changes at most: fewer than there are between two blocks
_MOVED_AT_A_KEY = 150  # blocks; those after them are not visible, and are updated after a pause
_ABOUT_OUT = {Role.OUT: "out", Role.BLANK: "left out", Role.DROPPED: "dropped"}


def message_look(result: AssembledText, selected: int | None) -> MessageLook:
    """Return the look of an assembled system message with the block at index `selected` selected."""
    total, breaks = len(result.text), break_marks(result.stability, result.text)
    marks = merge(_left_out(result), _outranked(result), breaks, key=lambda mark: mark.offset)
    blocks, outranked, tokens = result.assembly.blocks, result.outcome.outranked, result.block_tokens
    segments = (
        RulerSegment(
            part.index,
            blocks[part.index].name,
            look_of_type(blocks[part.index].type).role,
            part.output,
            tokens[part.index],
            part.index in outranked,
        )
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
                f"{round(100 * stable.characters / total) if total else 100} %",
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
        RulerSegment(block, name, role, Span(start + edit.growth, end + edit.growth), tokens, outranked)
        for block, name, role, (start, end), tokens, outranked in look.segments[behind:last]
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
        words = f"{name} {_ABOUT_OUT[left.role]}: {left.reason}"
        block_outcome = result.outcome.block_outcomes[left.index]
        sentence = block_outcome.sentence if left.role is Role.OUT else f"{words}."
        yield TextMark(left.output, words, sentence, "faint", left.index)


def _outranked(result: AssembledText) -> Iterator[TextMark]:
    for part in result.assembly.parts:
        loss = result.outcome.outranked.get(part.index)
        if loss is not None:
            words = f"{result.assembly.blocks[part.index].name} is outranked, still sent"
            about = f"{loss.sentence} The model sees both."
            yield TextMark(part.output.start, words, about, "faint", part.index)


def _note(result: AssembledText) -> str:
    reading = content_of(result.analysis)
    if reading is not None and reading.has_errors:
        sentence = "The file has errors, so callers get no system message."
        return f"{sentence} This is what can be read of it." if result.text else sentence
    if result.options.drop_outranked:
        return "Without what is outranked, to look at. What is copied and exported always has it."
    return ""


XML: Final = "xml"
REQUEST: Final = "request"
VIEWS: Final = (
    (TEXT, "Text"),
    (MARKDOWN, "Markdown"),
    (XML, "XML"),
    (REQUEST, "Request"),
    (DIFFERENCE, "Difference"),
)
"""The views of a system message in the preview: pairs of a key and a word."""
_STYLES: Final = {TEXT: "plain", MARKDOWN: "markdown", XML: "xml"}
_VIEW_OF: Final = {style: view for view, style in _STYLES.items()}
_ORDERS: Final = {
    Order.FILE: ("File order", "As in the file"),
    Order.PRECEDENCE: ("By precedence", "By precedence, the winner first"),
    Order.MODEL: ("By priority model", "By type, as the priority model says"),
}


class SystemMessagePreview(QObject):
    """The parts of the preview for system messages; the preview panel places them.

    Only a system message has a `look`: without one they are hidden. `tools` are the menu of orders and the
    count of tokens.
    """

    output_requested = Signal(int)
    block_chosen = Signal(int)
    order_chosen = Signal(str)
    style_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.look: MessageLook | None = None
        """The look of the system message that is shown, None for another file."""
        self.switch = SegmentedSwitch("View", VIEWS, parent)
        self.switch.hide()
        self.order = QToolButton(parent, popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.order.setProperty("look", "menu")
        menu = round_menu(QMenu(self.order))
        group = QActionGroup(menu)
        self._orders = {}
        for key, (_, words) in _ORDERS.items():
            action = self._orders[key] = QAction(words, group, checkable=True)
            action.triggered.connect(lambda _checked=False, key=key: self.order_chosen.emit(key))
        menu.addActions(group.actions())
        menu.addSeparator()
        self.drop = menu.addAction("Drop outranked text, to look at")
        self.drop.setCheckable(True)
        self.order.setMenu(menu)
        # In line with the icons of the buttons below.
        self._tokens = spaced(PlainLabel("", "soft", parent), margins=(0, 0, 4, 0))
        self.tools: tuple[QWidget, ...] = (self.order, self._tokens)
        self.strip = MessageStrip(parent)
        self.strip.stability.output_requested.connect(self.output_requested)
        self.strip.block_chosen.connect(self.block_chosen)
        self.link = link_button(
            "Go to what breaks the cache", parent, lambda: self.output_requested.emit(self._break_output)
        )
        self.request = TextPane(parent)
        self.request.setAccessibleName("Request")
        self.request.hide()
        self.show_look(None)

    def show_look(self, look: PreviewLook | None) -> None:
        """Show the order, token counts and blocks of a message; None hides them, but not the view switch."""
        self.look = look if isinstance(look, MessageLook) else None
        self.strip.show_look(self.look)
        self.link.setVisible(self._break_output is not None)
        self.order.setVisible(self.look is not None)
        self._tokens.setVisible(self.look is not None)
        if self.look is None:
            return
        self.order.setText(_ORDERS[self.look.ways.order][0])
        self.order.setAccessibleName(f"Order of the blocks: {self.order.text()}")
        self._orders[self.look.ways.order].setChecked(True)
        self.drop.setChecked(self.look.ways.drop_outranked)
        self._tokens.setText(_tokens(self.look))
        if self.switch.current in _STYLES:
            self.switch.choose(_VIEW_OF[self.look.ways.style])

    def page(self, view: str, text: str) -> QWidget | None:
        """Return the request that would send `text`, for the request view; None for other views."""
        if view != REQUEST:
            return None
        import json

        from editor_app.system_messages.assembly.assembly import request_message

        self.request.show_exactly(json.dumps(request_message(text), ensure_ascii=False, indent=2))
        return self.request

    def ask_for(self, view: str) -> None:
        """Ask for the assembly style that a view needs, unless the message has it already."""
        style = _STYLES.get(view)
        if self.look is not None and style is not None and style != self.look.ways.style:
            self.style_chosen.emit(style)

    def choose(self, part: int) -> None:
        """Select a block by its index."""
        self.block_chosen.emit(part)

    @property
    def _break_output(self) -> int | None:
        """The offset of the first character that can change from turn to turn, None if none can."""
        look = self.look
        return look.stability[0].output if look is not None and look.stability else None


class MessageStrip(QWidget):
    """The bar of tokens, the tokens of the selected block, how much of the text is stable, and a note below.

    `block_chosen` has the index of a block. Hidden where no system message is shown.
    """

    block_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._blocks: tuple[RulerSegment, ...] = ()
        self.bar = SegmentBar("Tokens of each block", self)
        self.bar.chosen.connect(lambda index: self.block_chosen.emit(self._blocks[index].block))
        self._words = ElidedLabel("", "soft", parent=self)
        self.stability = StabilityButton(self)
        self.note = SentenceBar()
        ruler = QWidget(self)
        words = row(None, (self._words, 1), self.stability)
        column(ruler, row(None, self.bar, margins=(0, 0, 4, 0)), words, margins=(12, 8, 8, 4))
        column(self, ruler, Separator(), self.note)
        self.hide()

    def show_look(self, look: MessageLook | None) -> None:
        """Show the tokens of a system message's blocks and its note; None hides the strip."""
        self.setVisible(look is not None)
        if look is None:
            return
        self._blocks = look.segments
        segments = (
            Segment(block.tokens, block.role, block.block == look.selected, block.is_outranked)
            for block in look.segments
        )
        self.bar.show_segments(segments, lambda index: _sentence(self._blocks[index]))
        chosen = next((block for block in look.segments if block.block == look.selected), None)
        self.bar.setAccessibleDescription(_sentence(chosen) if chosen is not None else "")
        self._words.setText(_in_words(look, chosen))
        self.stability.show_rows(look.stability)
        self.note.say(look.note)


def _tokens(look: MessageLook) -> str:
    return f"{'≈ ' if look.tokens.is_estimate else ''}{counted(look.tokens.count, 'token')}"


def _in_words(look: MessageLook, chosen: RulerSegment | None) -> str:
    if chosen is None:
        return f"{counted(len(look.segments), 'block')}, {_tokens(look)}"
    about = "≈ " if look.tokens.is_estimate else ""
    return f"{chosen.name}: {about}{chosen.tokens:,} of {_tokens(look)}".replace(",", "\u2009")


def _sentence(segment: RulerSegment) -> str:
    size = f"{counted(segment.tokens, 'token')}, {counted(segment.output.length, 'character')}"
    return f"{segment.name}: {size}{', outranked' if segment.is_outranked else ''}"

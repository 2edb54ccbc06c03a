"""The parts of the preview that only system messages have: views, order, token counts and the request."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from editor_app.system_messages.assembly.styles import Order
from editor_app.window.kinds.system_message.preview.look import MessageLook, RulerSegment
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
from editor_app.window.panels.preview.stable_prefix import StabilityButton
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.panels.preview.views import DIFFERENCE, MARKDOWN, TEXT

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


class SystemMessagePreview(QObject):
    """The parts of the preview for system messages; the preview panel places them.

    Only a system message has a `look`: without one they are hidden.
    """

    output_requested = Signal(int)
    block_chosen = Signal(int)
    style_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.look: MessageLook | None = None
        """The look of the system message that is shown, None for another file."""
        self.switch = SegmentedSwitch("View", VIEWS, parent)
        self.switch.hide()
        self.order = MessageTools(parent)
        self.tools = self.order.widgets
        self.strip = MessageStrip(parent)
        self.strip.stability.output_requested.connect(self.output_requested)
        self.strip.block_chosen.connect(self.block_chosen)
        self.link = link_button(
            "Go to what breaks the cache", parent, lambda: self.output_requested.emit(self._break_output)
        )
        self.link.hide()
        self.request = TextPane(parent)
        self.request.setAccessibleName("Request")
        self.request.hide()

    def show_look(self, look: PreviewLook | None) -> None:
        """Show the order, token counts and blocks of a message; None hides them, but not the view switch."""
        self.look = look if isinstance(look, MessageLook) else None
        self.order.show_look(self.look)
        self.strip.show_look(self.look)
        self.link.setVisible(self._break_output is not None)
        if self.look is not None and self.switch.current in _STYLES:
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


_ORDERS: Final = {
    Order.FILE: ("File order", "As in the file"),
    Order.PRECEDENCE: ("By precedence", "By precedence, the winner first"),
    Order.MODEL: ("By priority model", "By type, as the priority model says"),
}


class MessageTools(QObject):
    """The menu of orders and the count of tokens; hidden where no system message is shown."""

    order_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        """Start with the order of the file."""
        super().__init__(parent)
        self.button = QToolButton(parent)
        self.button.setProperty("look", "menu")
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = round_menu(QMenu(self.button))
        group = QActionGroup(menu)
        self._actions = {}
        for key, (_, words) in _ORDERS.items():
            action = menu.addAction(words)
            action.setCheckable(True)
            action.triggered.connect(lambda _checked=False, key=key: self.order_chosen.emit(key))
            group.addAction(action)
            self._actions[key] = action
        menu.addSeparator()
        self.drop = menu.addAction("Drop outranked text, to look at")
        self.drop.setCheckable(True)
        self.button.setMenu(menu)
        # In line with the icons of the buttons below.
        self._tokens = spaced(PlainLabel("", "soft", parent), margins=(0, 0, 4, 0))
        self.widgets: tuple[QWidget, ...] = (self.button, self._tokens)
        self.show_look(None)

    def show_look(self, look: MessageLook | None) -> None:
        """Show the order and the token count of a system message; None hides them."""
        self.button.setVisible(look is not None)
        self._tokens.setVisible(look is not None)
        if look is not None:
            self.button.setText(_ORDERS[look.ways.order][0])
            self.button.setAccessibleName(f"Order of the blocks: {self.button.text()}")
            self._actions[look.ways.order].setChecked(True)
            self.drop.setChecked(look.ways.drop_outranked)
            self._tokens.setText(_tokens(look))

"""The parts of the preview that only system messages have: views, order, token counts and the request."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from editor_app.window.kinds.system_message.preview.look import MessageLook
from editor_app.window.kinds.system_message.preview.message_strip import MessageStrip
from editor_app.window.kinds.system_message.preview.message_tools import MessageTools
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.panels.preview.look import PreviewLook
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
        self._look: MessageLook | None = None
        self.switch = SegmentedSwitch("View", VIEWS, parent)
        self.switch.hide()
        self.order = MessageTools(parent)
        self.tools = self.order.widgets
        self.strip = MessageStrip(parent)
        self.strip.ruler.output_requested.connect(self.output_requested)
        self.strip.ruler.block_chosen.connect(self.block_chosen)
        self.link = link_button("Go to what breaks the cache", parent, self._show_break)
        self.link.hide()
        self.request = TextPane(parent)
        self.request.setAccessibleName("Request")
        self.request.hide()

    @property
    def look(self) -> MessageLook | None:
        """The look of the system message that is shown, None for another file."""
        return self._look

    def show_look(self, look: PreviewLook | None) -> None:
        """Show the order, token counts and blocks of a message; None hides them, but not the view switch."""
        self._look = look if isinstance(look, MessageLook) else None
        self.order.show_look(self._look)
        self.strip.show_look(self._look)
        self.link.setVisible(self._break_output is not None)
        if self._look is not None and self.switch.current in _STYLES:
            self.switch.choose(_VIEW_OF[self._look.ways.style])

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
        if self._look is not None and style is not None and style != self._look.ways.style:
            self.style_chosen.emit(style)

    def choose(self, part: int) -> None:
        """Select a block by its index."""
        self.block_chosen.emit(part)

    @property
    def _break_output(self) -> int | None:
        """The offset of the first character that can change from turn to turn, None if none can."""
        look = self._look
        return look.stability[0].output if look is not None and look.stability else None

    def _show_break(self) -> None:
        if self._break_output is not None:
            self.output_requested.emit(self._break_output)

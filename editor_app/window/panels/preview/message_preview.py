"""What the preview has for a system message only: its views, order and cost, its blocks, and the request."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from editor_app.window.panels.preview.message_look import MessageLook
from editor_app.window.panels.preview.message_strip import MessageStrip
from editor_app.window.panels.preview.message_tools import MessageTools
from editor_app.window.panels.preview.text_pane import TextPane
from editor_app.window.panels.preview.views import MARKDOWN, MESSAGE_VIEWS, TEXT, XML
from editor_app.window.theme import Theme
from editor_app.window.widgets.hover_card import link_button
from editor_app.window.widgets.sections import Bar
from editor_app.window.widgets.segmented import SegmentedSwitch

_STYLES: Final = {TEXT: "plain", MARKDOWN: "markdown", XML: "xml"}
_VIEW_OF: Final = {style: view for view, style in _STYLES.items()}


class MessagePreview(QObject):
    """The parts of the preview that a message has besides; who made it places them.

    Only a message has a `look`: without one they are hidden.
    """

    output_requested = Signal(int)
    style_chosen = Signal(str)

    def __init__(self, theme: Theme, panel: QWidget) -> None:
        """Start hidden."""
        super().__init__(panel)
        self._look: MessageLook | None = None
        self.switch = SegmentedSwitch("View", MESSAGE_VIEWS, theme, panel)
        self.switch.hide()
        self.tools = MessageTools(theme)
        self.strip = MessageStrip(theme, panel)
        self.strip.output_requested.connect(self.output_requested)
        self.request = TextPane(theme, panel)

    @property
    def look(self) -> MessageLook | None:
        """How the message looks that is shown, None for what is no message."""
        return self._look

    def add_link(self, footer: Bar) -> None:
        """Put the link to what breaks the cache at the end of `footer`."""
        self._link = link_button("Go to what breaks the cache", footer, self._show_break)
        self._link.hide()
        footer.row.addWidget(self._link)

    def show_look(self, look: MessageLook | None) -> None:
        """Show the order, cost and blocks of a message, or nothing; who placed the switch shows that."""
        self._look = look
        self.tools.show_look(look)
        self.strip.show_look(look)
        self._link.setVisible(self._break_output is not None)
        if look is not None and self.switch.current in _STYLES:
            self.switch.choose(_VIEW_OF[look.style])

    def show_request(self, text: str) -> None:
        """Show the request that sends `text`."""
        import json

        from editor_app.system_messages import request_message

        self.request.show_exactly(json.dumps(request_message(text), ensure_ascii=False, indent=2))

    def ask_style(self, view: str) -> None:
        """Ask for the style that `view` shows, unless the message has it already."""
        style = _STYLES.get(view)
        if self._look is not None and style is not None and style != self._look.style:
            self.style_chosen.emit(style)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of `theme`."""
        self.switch.apply_theme(theme)
        self.tools.apply_theme(theme)
        self.strip.apply_theme(theme)
        self.request.take_sizes(theme)

    @property
    def _break_output(self) -> int | None:
        """The first place of the text that can change from turn to turn."""
        look = self._look
        return look.stability[0].output if look is not None and look.stability else None

    def _show_break(self) -> None:
        if self._break_output is not None:
            self.output_requested.emit(self._break_output)

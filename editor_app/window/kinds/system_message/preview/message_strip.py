"""The strip above the text of a system message: the ruler of its blocks, and a note."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from editor_app.window.kinds.system_message.preview.look import MessageLook
from editor_app.window.kinds.system_message.preview.ruler import BlockRuler
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.card.sentence_bar import SentenceBar
from editor_app.window.kit.layouts import column


class MessageStrip(QWidget):
    """The ruler over a note; hidden where no system message is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.ruler = BlockRuler(self)
        self.note = SentenceBar()
        column(self, self.ruler, Separator(), self.note)
        self.hide()

    def show_look(self, look: MessageLook | None) -> None:
        """Show the tokens of a system message's blocks and its note; None hides the strip."""
        self.setVisible(look is not None)
        if look is not None:
            self.ruler.show_look(look)
            self.note.say(look.note)

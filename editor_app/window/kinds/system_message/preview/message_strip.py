"""The strip above the text of a system message: the ruler of its blocks, and a note."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor_app.window.kinds.system_message.preview.look import MessageLook
from editor_app.window.kinds.system_message.preview.ruler import BlockRuler
from editor_app.window.kit.card.ground import Bar, Separator
from editor_app.window.kit.words.labels import ElidedLabel


class MessageStrip(QWidget):
    """The ruler over a note; hidden where no system message is shown."""

    block_chosen = Signal(int)
    output_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.ruler = BlockRuler(self)
        self.ruler.block_chosen.connect(self.block_chosen)
        self.ruler.output_requested.connect(self.output_requested)
        self._line = Separator(self)
        self._note = Bar(parent=self, height=30, line_below=True)
        self._words = ElidedLabel("", "small", parent=self._note)
        self._note.row.addWidget(self._words, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.ruler, self._line, self._note):
            column.addWidget(part)
        self.hide()

    def show_look(self, look: MessageLook | None) -> None:
        """Show the tokens of a system message's blocks and its note; None hides the strip."""
        self.setVisible(look is not None)
        if look is not None:
            self.ruler.show_look(look)
            self._note.setVisible(bool(look.note))
            self._words.setText(look.note)

"""A pane to read: lines of equal height, which are broken at its edge.

    class Pane(ReadingPane):
        def __init__(self, parent: QWidget) -> None:
            super().__init__("code small", parent)
            on_theme(self, self._take_sizes)

Subclasses that measure more override `_take_sizes`. Qt gives each line the height of its own fonts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock, QTextDocument, QTextOption
from PySide6.QtWidgets import QFrame, QWidget

from editor_app.window.kit.form.fields import TextField
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.text.lines.even_lines import BlockRoom, EvenLines, WideGaps

LINE: Final = 20


class ReadingPane(TextField):
    """A read-only text in one of the theme's fonts."""

    def __init__(
        self,
        font: str,
        parent: QWidget | None = None,
        *,
        room: Callable[[QTextBlock], BlockRoom] | None = None,
        gaps: Callable[[QTextBlock], WideGaps | None] | None = None,
    ) -> None:
        """Start empty, in the font of that name; `room` and `gaps` are those of `EvenLines`."""
        super().__init__(parent)
        self._font_name, self._zoom = font, 0
        document = QTextDocument(self)
        self.even = EvenLines(document, room, gaps)
        document.setDocumentLayout(self.even)
        self.setDocument(document)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    @property
    def theme(self) -> Theme:
        """The theme at the pane's zoom."""
        return current_theme().zoomed(self._zoom)

    def set_zoom(self, zoom: int) -> None:
        """Make the text `zoom` pixels larger than usual; 0 is the usual size."""
        self._zoom = zoom
        self._take_sizes()

    def _take_sizes(self) -> None:
        font = self.theme.font(self._font_name)
        self.setFont(font)
        self.document().setDefaultFont(font)
        self.even.line_height = self.theme.px(LINE)

"""A pane to read: lines of equal height, which are broken at its edge.

    class Pane(ReadingPane):
        def __init__(self, parent: QWidget) -> None:
            super().__init__("code small", parent)
            on_theme(self, self._take_sizes)

What is shown exactly is given to `contents.show`; a pane that fills its document itself overrides
`selected_text`. Subclasses that measure more override `_take_sizes`. Qt gives each line the height of its own
fonts, and draws tags in right-to-left lines in the order of the words beside them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QTextBlock, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QWidget

from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.text.document.shown_text import ShownText
from editor_app.window.text.lines.even_lines import BlockRoom, EvenLines, Gaps
from editor_app.window.text.surface import TextSurface

LINE: Final = 20


class ReadingPane(TextSurface):
    """A read-only text in one of the theme's fonts."""

    contents: ShownText

    def __init__(
        self,
        font: str,
        parent: QWidget | None = None,
        *,
        room: Callable[[QTextBlock], BlockRoom] | None = None,
        gaps: Callable[[QTextBlock], Gaps] | None = None,
    ) -> None:
        """Start empty, in the font of that name; `room` and `gaps` are those of `EvenLines`."""
        document = QTextDocument()
        even = EvenLines(document, room, gaps)
        document.setDocumentLayout(even)
        super().__init__(ShownText(document), even, parent)
        self._font_name, self._zoom = font, 0
        document.setParent(self)
        self.begin(document)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    @property
    def theme(self) -> Theme:
        """The theme at the pane's zoom."""
        return current_theme().zoomed(self._zoom)

    def set_zoom(self, zoom: int) -> None:
        """Make the text `zoom` pixels larger than usual; 0 is the usual size."""
        self._zoom = zoom
        self._take_sizes()

    def _take_sizes(self) -> None:
        theme = self.theme
        font = theme.font(self._font_name)
        self.even.line_height = theme.px(LINE)
        self.setFont(font)
        self.document().setDefaultFont(font)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text; in right-to-left lines, tags are drawn as they are written, unlike Qt does."""
        left, rest = self.contentOffset().x(), QRegion(event.rect())
        found = [
            (part, line.block.position(), QPointF(left, line.y))
            for line in self.visible_blocks()
            for part in self.parts_of(line.block, *self.seen(line, 0, self.viewport().height()))
        ]
        if not found:
            super().paintEvent(event)
            return
        for part, _, at in found:
            rest -= part.pixels(at)
        for rect in rest:  # type: ignore[attr-defined]  # the stubs know of no loop over a region
            super().paintEvent(QPaintEvent(rect))
        painter = QPainter(self.viewport())
        painter.setPen(self.palette().text().color())
        context, selected, look = self.getPaintContext(), None, QTextCharFormat()
        for part, start, at in found:
            painter.setClipRect(part.pixels(at))
            for selection in context.selections:
                cursor, look = selection.cursor, selection.format
                selected = cursor.selectionStart() - start, cursor.selectionEnd() - start
            part.draw(painter, at, selected, look)
            caret = context.cursorPosition - start
            if part.start <= caret < part.end:
                room = part.room.translated(at)
                room.setLeft(at.x() + part.x_of(caret))
                room.setWidth(self.cursorWidth())
                painter.fillRect(room, self.palette().text())
        painter.end()

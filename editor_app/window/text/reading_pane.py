"""A pane to read: lines of equal height, which are broken at its edge.

    class Pane(ReadingPane):
        def __init__(self, parent: QWidget) -> None:
            super().__init__("code small", parent)
            on_theme(self, self._take_sizes)

What is shown exactly is given to `contents.show`; a pane that fills its document itself overrides
`selected_text`. Subclasses that measure more override `_take_sizes`. Qt gives each line the height of its own
fonts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock, QTextDocument
from PySide6.QtWidgets import QWidget

from editor_app.window.kit.theme.current import current_theme, set_font
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.text.document.shown_text import ShownText
from editor_app.window.text.lines.even_lines import BlockSpacing, EvenLines, Gaps
from editor_app.window.text.painting.chips import Chips
from editor_app.window.text.surface import TextSurface

LINE: Final = 20


class ReadingPane(TextSurface):
    """A read-only text in one of the theme's fonts."""

    contents: ShownText
    clips_tags = True

    def __init__(
        self,
        font: str,
        parent: QWidget | None = None,
        *,
        spacing: Callable[[QTextBlock], BlockSpacing] | None = None,
        gaps: Callable[[QTextBlock], Gaps] | None = None,
    ) -> None:
        """Start empty, in the font of that name; `spacing` and `gaps` are those of `EvenLines`."""
        document = QTextDocument()
        even = EvenLines(document, spacing, gaps)
        document.setDocumentLayout(even)
        super().__init__(ShownText(document), even, parent)
        self._font_name, self._zoom = font, 0
        document.setParent(self)
        self.begin(document)
        document.contentsChanged.connect(self._forget_click)
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
        set_font(self, font)
        self.document().setDefaultFont(font)
        self.chips = Chips(theme, font, is_quiet=True)

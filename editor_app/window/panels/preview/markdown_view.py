"""The text as rendered Markdown: nothing is loaded, and HTML in it is shown as text."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QPoint, QUrl
from PySide6.QtGui import QContextMenuEvent, QResizeEvent, QShowEvent, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from editor_app.highlighting.code import MOST_CHARACTERS as MOST_CODE_AT_ONCE
from editor_app.text import Sentence
from editor_app.window.kit.card.popups import show_standard_menu
from editor_app.window.kit.theme.current import current_theme, on_theme, set_font
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.preview.markdown_style import CodeFence, colour_fence, fences_of, style_markdown

_MOST_CHARACTERS: Final = 60_000
_MOST_LINES: Final = 2_000
_MOST_CELLS: Final = 3_000
_MOST_BRACKETS: Final = 5_000
_LONG_WORD: Final = re.compile(r"\S{1000}")
_PAUSE_MS: Final = 250


class MarkdownView(QTextBrowser):
    """Renders a text as Markdown, after a pause and only while it is visible."""

    def __init__(self, parent: QWidget | None = None, *, wraps_code: bool = False) -> None:
        """Start empty; without `wraps_code`, long lines of code are scrolled to."""
        super().__init__(parent)
        self._wraps_code = wraps_code
        self._zoom = 0
        self._text = ""
        self._shown: str | None = None
        self._uncoloured: list[CodeFence] = []
        self._code_later = single_shot(self, 0, self._colour_visible)
        self.verticalScrollBar().valueChanged.connect(self._colour_visible)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("look", "pane")
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName(Sentence("window-preview.result-as-markdown"))
        self._timer = single_shot(self, _PAUSE_MS, self.catch_up)
        on_theme(self, self._take_sizes)

    def show_text(self, text: str) -> None:
        """Show `text` after a pause, once the view is visible."""
        self._text = text
        if self.isVisible() and text != self._shown:
            self._timer.start()

    def set_zoom(self, zoom: int) -> None:
        """Make the text `zoom` pixels larger than usual; 0 is the usual size."""
        self._zoom = zoom
        self._take_sizes()

    @property
    def _theme(self) -> Theme:
        return current_theme().zoomed(self._zoom)

    def _take_sizes(self) -> None:
        font = self._theme.font("body")
        set_font(self, font)
        self.document().setDefaultFont(font)
        self._shown = None
        if self.isVisible():
            self.catch_up()

    def catch_up(self) -> None:
        """Render the current text now; of a very long one the beginning."""
        self._timer.stop()
        if self._shown == self._text:
            return
        self._shown = self._text
        self._code_later.stop()
        scrolled = self.verticalScrollBar().value()
        part = _beginning(self._text)
        self._fill(_LONG_WORD.sub(lambda match: match[0] + "\n", part.replace("\0", "\ufffd")))
        rest = len(self._text) - len(part)
        last_words = Sentence("window-preview.rest-in-text", count=rest) if rest else ""
        style_markdown(self.document(), self._theme, last_words, wraps_code=self._wraps_code)
        self._uncoloured = fences_of(self.document())
        self.verticalScrollBar().setValue(scrolled)
        self._colour_visible()

    def _colour_visible(self) -> None:
        """Colour the visible fences: as much as fits into a short step, the others in later events."""
        layout = self.document().documentLayout()
        top = self.verticalScrollBar().value()
        bottom = top + self.viewport().height()
        room = MOST_CODE_AT_ONCE
        for fence in list(self._uncoloured):
            if layout.blockBoundingRect(fence.lines[0]).top() > bottom:
                return
            if layout.blockBoundingRect(fence.lines[-1]).bottom() < top:
                continue
            if room <= 0:
                self._code_later.start()
                return
            self._uncoloured.remove(fence)
            room -= colour_fence(fence, self._theme)

    def _fill(self, part: str) -> None:
        if part.count("[") > _MOST_BRACKETS:
            self.document().setPlainText(part)  # finding links takes time quadratic in their number
            return
        features = QTextDocument.MarkdownFeature
        has_tables = part.count("|") <= _MOST_CELLS
        dialect = features.MarkdownDialectGitHub if has_tables else features.MarkdownDialectCommonMark
        self.document().setMarkdown(part, dialect | features.MarkdownNoHTML)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's own context menu, styled like the other menus."""
        scrolled = QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        show_standard_menu(self.createStandardContextMenu(event.pos() + scrolled), event)

    def loadResource(self, _kind: int, _name: QUrl | str) -> None:
        """Load nothing, from any address."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Colour the fences that come into view."""
        super().resizeEvent(event)
        self._code_later.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Render the text, if that was put off while the view was hidden."""
        super().showEvent(event)
        self.catch_up()


def _beginning(text: str) -> str:
    """Return the beginning of `text`, in whole lines, that Qt renders without a noticeable wait."""
    lines = text[:_MOST_CHARACTERS].split("\n")
    if len(text) > _MOST_CHARACTERS and len(lines) > 1:
        lines.pop()
    return "\n".join(lines[:_MOST_LINES])

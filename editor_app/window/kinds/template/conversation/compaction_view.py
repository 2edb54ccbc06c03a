"""The three parts of a compaction: what is stored, what is built again, and what is sent."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.analysis.model_text import ModelText
from editor_app.conversations.results import Compaction
from editor_app.text import Sentence
from editor_app.window.kinds.template.conversation_rows import token_words
from editor_app.window.kinds.template.conversations import CompactionParts
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import BAR_HEIGHT
from editor_app.window.kit.form.fold_button import FoldButton
from editor_app.window.kit.layouts import column, stacked
from editor_app.window.kit.rows.content import Icon, RowContent, RowPainting, Words, paint_content
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme, sized, spaced
from editor_app.window.kit.words.labels import PlainLabel
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.panels.preview.text.text_view import PreviewText
from editor_app.window.text.painting.picture import Picture

_BAR: Final = 2
_MOST_MEASURED: Final = 400  # blocks; what has more takes all the room there is
_MOST_HEIGHT: Final = 16_777_215


class PromptPane(TextPane):
    """A read-only text; with `is_marked` on the ground of a block in front, with a bar at its left."""

    def __init__(self, name: str, parent: QWidget, *, is_marked: bool = False) -> None:
        """Start empty; `name` is the accessible name."""
        super().__init__(parent)
        self._is_marked = is_marked
        self.setAccessibleName(name)

    def paint_below(self, picture: Picture) -> None:
        """Draw the ground and the bar."""
        if self._is_marked:
            ground = self.viewport().rect()
            picture.painter.fillRect(ground, self.theme.color("blkbg"))
            ground.setWidth(self.theme.px(_BAR))
            picture.painter.fillRect(ground, self.theme.color("acc"))


def _text_height(pane: TextPane) -> int:
    """Return how high the text of a pane is, in pixels."""
    document = pane.document()
    if document.blockCount() > _MOST_MEASURED or not pane.contents.is_filled:
        return _MOST_HEIGHT
    block, height = document.begin(), 0.0
    while block.isValid():
        height += pane.blockBoundingRect(block).height()
        block = block.next()
    return round(height) + pane.theme.px(16)


_ROOM: Final = 1_000
_SIDE: Final = 16


class CompactionView(QWidget):
    """Shows the parts one below another, each with its tokens; the first is folded at the start."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a compaction."""
        super().__init__(parent)
        self.compaction: Compaction | None = None
        """What is shown, None if there is none."""
        self.stored = _Part(Sentence("window-template.stored"), self, is_first=True)
        self.rebuilt = _Part(Sentence("window-template.rebuilt"), self)
        self.sent = _Part(Sentence("window-template.sent"), self)
        self._stored_text = PromptPane(Sentence("window-template.what-is-stored"), self.stored)
        self.rebuilt_text = PreviewText(self.rebuilt)
        self.rebuilt_text.setAccessibleName(Sentence("window-template.what-is-built-again"))
        self._prompt_line = spaced(_DashedWords("", "soft", self.sent), margins=(28, 4, 0, 8))
        self._instructions = PromptPane(
            Sentence("window-template.the-instructions"), self.sent, is_marked=True
        )
        self._nothing = EmptyPlace(ground="paper", parent=self)
        self._fit_later = single_shot(self, 0, self._fit)
        column(self.stored.body, self._stored_text)
        column(self.rebuilt.body, self.rebuilt_text)
        column(self.sent.body, self._prompt_line, self._instructions, margins=(6, 4, _SIDE, 8))
        whole, parts = QWidget(), (self.stored, self.rebuilt, self.sent)
        column(whole, *((part, _ROOM) for part in parts), ...)
        self._pages = stacked(self, self._nothing, whole)
        column(self, self._pages)
        for part in parts:
            part.head.toggled.connect(self._fit_later.start)
        for pane in (self._stored_text, self.rebuilt_text, self._instructions):
            pane.contents.filled.connect(self._fit_later.start)
        self.stored.head.setChecked(False)
        self.say(Sentence("window-template.reading"), "")
        on_theme(self, self._fit_later.start)

    def show_parts(self, parts: CompactionParts, built_when: str, rebuilt: ModelText | None) -> None:
        """Show the parts; `rebuilt` has the marks of the second, where the template in front gives it."""
        compaction = self.compaction = parts.compaction
        text = compaction.rebuilt.text
        sent = Sentence(
            "window-template.sent-of",
            prompt="yes" if text else "no",
            instructions="yes" if compaction.instructions else "no",
        )
        self.stored.head.say(
            Sentence("window-template.stored-when", when=built_when), token_words(parts.stored)
        )
        self.rebuilt.head.say(
            Sentence("window-template.from-template-and-values"), token_words(parts.rebuilt)
        )
        self.sent.head.say(sent, token_words(parts.sent))
        self._stored_text.show_exactly(compaction.before or "")
        if rebuilt is not None and rebuilt.text == text:
            self.rebuilt_text.show_text(rebuilt, "", {})
        else:
            self.rebuilt_text.clear_text()
            self.rebuilt_text.show_exactly(text)
        self._prompt_line.setText(
            Sentence("window-template.rebuilt-prompt", tokens=token_words(parts.rebuilt))
            if text
            else Sentence("window-template.no-prompt")
        )
        self._instructions.show_exactly(compaction.instructions)
        self._instructions.setVisible(bool(compaction.instructions))
        self._pages.setCurrentIndex(1)
        self._fit_later.start()

    def focus_first(self) -> None:
        """Focus the title of the first part, or what stands in place of the parts."""
        (self._nothing if self.compaction is None else self.stored.head).setFocus()

    def say(self, title: str, sentence: str) -> None:
        """Show a title and a sentence in place of the parts."""
        self.compaction = None
        self._nothing.say(title, sentence)
        self._pages.setCurrentWidget(self._nothing)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give each part the room that its text takes at this width."""
        super().resizeEvent(event)
        self._fit_later.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Give each part the room of its text."""
        super().showEvent(event)
        if self.compaction is not None:
            self.rebuilt_text.catch_up()
        self._fit_later.start()

    def _fit(self) -> None:
        """Let no part take more room than its text needs; parts that need more share what there is."""
        panes: tuple[tuple[_Part, TextPane, int], ...] = (
            (self.stored, self._stored_text, 0),
            (self.rebuilt, self.rebuilt_text, 0),
            (self.sent, self._instructions, self._prompt_line.sizeHint().height() + current_theme().px(12)),
        )
        for part, pane, besides in panes:
            pane.setMaximumHeight(_text_height(pane))
            part.limit(besides + (0 if pane.isHidden() else pane.maximumHeight()))


class _Part(QWidget):
    """A foldable part: its title, what it is, its tokens, and its text below."""

    def __init__(self, title: str, parent: QWidget, *, is_first: bool = False) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self._most = 0
        self.head = _PartHead(title, self, has_line=not is_first)
        self.body = QWidget(self)
        column(self, self.head, (self.body, 1))
        self.head.toggled.connect(self._fold)

    def _fold(self, is_open: bool) -> None:
        self.body.setVisible(is_open)
        self.limit(self._most)

    def limit(self, most: int) -> None:
        """Be at most as high as the title and `most` pixels of text."""
        self._most = most
        head, text = self.head.height(), most if self.head.isChecked() else 0
        self.setMaximumHeight(head + text)
        self.setMinimumHeight(head + min(text, 3 * head))


class _PartHead(FoldButton):
    """The title of a part, what it is in soft, and its tokens at the right."""

    def __init__(self, title: str, parent: QWidget, *, has_line: bool) -> None:
        super().__init__(parent)
        self._words = (title, "", "")
        self._has_line = has_line  # above it; the first part is below a bar that has one
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        sized(self, height=BAR_HEIGHT)

    def say(self, words: str, tokens: str) -> None:
        """Show what the part is, and its tokens."""
        title = self._words[0]
        self._words = title, words, tokens
        self.setAccessibleName(Sentence("window-template.part", title=title, words=words, tokens=tokens))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the chevron and the words."""
        style, side, (title, words, tokens) = row_style(), row_style().px(12), self._words
        fold = Icon("chevron-down" if self.isChecked() else "chevron-right", "soft", 14, gap=8)
        main = Words(words, "soft", "small", Qt.TextElideMode.ElideRight)
        lead, trail = (fold, Words(title, "ink", "small strong")), (Words(tokens, "soft", "small"),)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), style.theme.color("panel"))
            if self._has_line:
                painter.fillRect(0, 0, self.width(), 1, style.theme.color("line"))
            at = RowPainting(painter, style, self.rect(), is_selected=False, has_focus=False)
            paint_content(at, RowContent("", main=main, lead=lead, trail=trail), side, side, on_tint=False)
            if self.hasFocus():
                painter.setPen(QPen(style.theme.color("acc"), 2))
                painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


class _DashedWords(PlainLabel):
    """Words between dashes, as the preview shows what is not there in full."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words, and dashes at both sides of them."""
        super().paintEvent(event)
        theme, words = current_theme(), self.contentsRect()
        middle, gap = words.center().y(), theme.px(5)
        right = words.left() + self.fontMetrics().horizontalAdvance(self.text())
        with QPainter(self) as painter:
            painter.setPen(QPen(theme.color("soft"), 1, Qt.PenStyle.DashLine))
            painter.drawLine(theme.px(10), middle, words.left() - gap, middle)
            painter.drawLine(right + gap, middle, self.width(), middle)

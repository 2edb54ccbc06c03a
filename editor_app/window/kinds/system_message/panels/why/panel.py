"""The Why panel: sentences about the selected block."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStackedLayout, QWidget

from editor_app.window.kinds.system_message.panels.why.rows import WhyPart, WhyRow
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.focus.tab_order import first_stop
from editor_app.window.kit.layouts import column, scrolled
from editor_app.window.kit.theme.current import current_theme, fonted, on_theme, spaced
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.words.labels import ReadableLabel
from editor_app.window.kit.words.plain_text import one_line

_NOTHING = ("No block is chosen", "Choose a block to read why it is sent or not, and whom it wins over.")
_ICON = 14


class WhyPanel(QWidget):
    """Shows why the selected block is sent or not; the names of other blocks are links."""

    block_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a block."""
        super().__init__(parent)
        self.setAccessibleName("Why")
        self.rows: tuple[WhyRow, ...] = ()
        self._sentences: list[_Sentence] = []
        self._empty = EmptyPlace(*_NOTHING, ground="panel", parent=self)
        self._page = _Page()
        self._column = column(self._page, ..., margins=(12, 8, 16, 8), spacing=6)
        self._area = scrolled(self._page, self)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._area)

    def show_why(self, rows: Sequence[WhyRow]) -> None:
        """Show the sentences about a block, one a row."""
        rows = tuple(rows)
        self._pages.setCurrentWidget(self._area)
        if rows == self.rows:
            return
        self.rows = rows
        while len(self._sentences) > len(rows):
            sentence = self._sentences.pop()
            self._column.removeWidget(sentence)
            sentence.hide()
            sentence.deleteLater()
        while len(self._sentences) < len(rows):
            sentence = _Sentence(self._page)
            sentence.linkActivated.connect(lambda address: self.block_requested.emit(int(address)))
            self._column.insertWidget(len(self._sentences), sentence)
            self._sentences.append(sentence)
        for sentence, row in zip(self._sentences, rows, strict=True):
            sentence.show_row(row)
            sentence.show()

    def take_focus(self) -> None:
        """Focus the first sentence, from which Tab goes to the others."""
        sentence = first_stop(self)
        if sentence is not None:
            sentence.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_nothing(self, title: str = _NOTHING[0], sentence: str = _NOTHING[1]) -> None:
        """Show that there is no block, and what to do."""
        self._empty.say(title, sentence)
        self._pages.setCurrentWidget(self._empty)


class _Page(Ground):
    """The ground of the sentences."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)  # the minimum of the layout would be its height at the smallest width


class _Sentence(ReadableLabel):
    """A sentence with line breaks, its icon beside the first line."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._row: WhyRow | None = None
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        flags = Qt.TextInteractionFlag
        links = flags.LinksAccessibleByMouse | flags.LinksAccessibleByKeyboard
        self.setTextInteractionFlags(self.textInteractionFlags() | links)
        spaced(fonted(self, "body"), margins=(24, 0, 0, 0))
        on_theme(self, self._show_again)

    def show_row(self, row: WhyRow) -> None:
        self._row = row
        markup = "".join(self._markup(part) for part in row.parts)
        words = "".join(one_line(part.text) for part in row.parts)
        self.say(words, f'<p style="line-height: 18px">{markup}</p>', about=row.kind)
        self.update()

    def _show_again(self) -> None:
        """Show the row again: its links have a colour of the theme."""
        if self._row is not None:
            self.show_row(self._row)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._row is None:
            return
        painter = QPainter(self)
        side = current_theme().px(_ICON)
        top = (current_theme().line_height("body") - side) // 2 + 1
        place = QRect(current_theme().px(3), top, side, side)
        paint_icon(painter, place, self._row.icon, current_theme(), self._row.role)
        painter.end()

    def _markup(self, part: WhyPart) -> str:
        text = html.escape(one_line(part.text))
        if part.strong:
            text = f'<span style="font-weight: 600">{text}</span>'
        if part.block is not None:
            color = current_theme().color("acc").name()
            text = f'<a href="{part.block}" style="color: {color}; text-decoration: none">{text}</a>'
        return text

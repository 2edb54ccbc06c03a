"""The Why panel: sentences about the selected block."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.analysis.assembled_text import LeftOutBlock
from editor_app.system_messages.assembly.source_map import Role
from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.resolution.emphasis import Part
from editor_app.system_messages.resolution.outcome import Outcome
from editor_app.system_messages.resolution.why import why_sentences
from editor_app.text import Sentence
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.focus.tab_order import first_stop
from editor_app.window.kit.layouts import column, scrolled, stacked
from editor_app.window.kit.theme.current import current_theme, fonted, on_theme, spaced
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.words.labels import ReadableLabel
from editor_app.window.kit.words.plain_text import one_line


@dataclass(frozen=True, slots=True)
class WhyRow:
    """A sentence with its icon and the icon's colour role."""

    icon: str
    role: str
    parts: tuple[Part, ...]


_LOOKS: Mapping[str, tuple[str, str]] = {
    "in": ("circle-check", "ok"),
    "open": ("circle-dashed", "soft"),
    "out": ("circle-slash-2", "soft"),
    "wins": ("circle-check", "ok"),
    "yields": ("arrow-down", "soft"),
    "apart": ("split", "soft"),
    "tied": ("info", "key"),
}


def why_rows(
    blocks: Sequence[Block], outcome: Outcome, index: int, left_out: Iterable[LeftOutBlock] = ()
) -> tuple[WhyRow, ...]:
    """Return the sentences about the block at `index` among all `blocks`.

    `left_out` are the blocks that are sent and yet not part of the assembled text, with the reasons.
    """
    sentences = why_sentences(tuple(blocks), outcome, index)
    rows = tuple(WhyRow(*_LOOKS[sentence.kind], _parts(sentence.parts, index)) for sentence in sentences)
    reasons = (block.reason for block in left_out if block.index == index and block.role is not Role.OUT)
    reason = next(reasons, None)
    if reason is None:
        return rows
    left = Part(Sentence("window-system_message.left-out-because", reason=reason))
    return (*rows, WhyRow(*_LOOKS["out"], (left,)))


def _parts(parts: Iterable[Part], index: int) -> tuple[Part, ...]:
    """Return the parts of a sentence about a block without links to that itself."""
    return tuple(part._replace(block=None) if part.block == index else part for part in parts)


_NONE_CHOSEN = (
    Sentence("window-system_message.no-block-is-chosen"),
    Sentence("window-system_message.choose-a-block"),
)
_NO_BLOCKS = (
    Sentence("window-system_message.nothing-to-explain"),
    Sentence("window-system_message.why-to-come"),
)


class WhyPanel(QWidget):
    """Shows why the selected block is sent or not; the names of other blocks are links."""

    block_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a block."""
        super().__init__(parent, accessibleName=Sentence("window-system_message.why"))
        self.rows: tuple[WhyRow, ...] = ()
        self._sentences: list[_Sentence] = []
        self._empty = EmptyPlace(*_NONE_CHOSEN, ground="panel", parent=self)
        self._page = _Page()
        self._column = column(self._page, ..., margins=(12, 8, 16, 8), spacing=6)
        self._area = scrolled(self._page, self)
        self._pages = stacked(self, self._empty, self._area)
        column(self, self._pages)

    def show_why(self, rows: Sequence[WhyRow]) -> None:
        """Show the sentences about a block, one a row."""
        rows = tuple(rows)
        self._pages.setCurrentWidget(self._area)
        if rows == self.rows:
            return
        self.rows = rows
        while len(self._sentences) < len(rows):
            sentence = _Sentence(self._page)
            sentence.linkActivated.connect(lambda address: self.block_requested.emit(int(address)))
            self._column.insertWidget(len(self._sentences), sentence)
            self._sentences.append(sentence)
        for sentence, row in zip_longest(self._sentences, rows):
            sentence.setVisible(row is not None)
            if row is not None:
                sentence.show_row(row)

    def take_focus(self) -> None:
        """Focus the first sentence, from which Tab goes to the others."""
        sentence = first_stop(self)
        if sentence is not None:
            sentence.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_nothing(self, *, has_blocks: bool = False) -> None:
        """Show that no block is chosen, and what to do where there are some."""
        self._empty.say(*(_NONE_CHOSEN if has_blocks else _NO_BLOCKS))
        self._pages.setCurrentWidget(self._empty)


class _Page(Ground):
    """The ground of the sentences."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)  # the minimum of the layout would be its height at the smallest width


class _Sentence(ReadableLabel):
    """A sentence with line breaks, its icon beside the first line."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._row = WhyRow("", "", ())
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        flags = Qt.TextInteractionFlag
        links = flags.LinksAccessibleByMouse | flags.LinksAccessibleByKeyboard
        self.setTextInteractionFlags(self.textInteractionFlags() | links)
        spaced(fonted(self, "body"), margins=(24, 0, 0, 0))
        on_theme(self, lambda: self.show_row(self._row))  # its links have a colour of the theme

    def show_row(self, row: WhyRow) -> None:
        self._row = row
        markup = "".join(self._markup(part) for part in row.parts)
        words = "".join(one_line(part.text) for part in row.parts)
        self.say(words, f'<p style="line-height: {current_theme().line_height("body")}px">{markup}</p>')
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, side, line = current_theme(), current_theme().px(14), current_theme().line_height("body")
        above = self.heightForWidth(self.width()) % line // 2  # what Qt leaves free above the first line
        place = QRect(theme.px(3), above + (line - side) // 2, side, side)
        with QPainter(self) as painter:
            paint_icon(painter, place, self._row.icon, theme, self._row.role)

    def _markup(self, part: Part) -> str:
        text = html.escape(one_line(part.text))
        if part.strong:
            text = f'<span style="font-weight: 600">{text}</span>'
        if part.block is not None:
            color = current_theme().color("acc").name()
            text = f'<a href="{part.block}" style="color: {color}; text-decoration: none">{text}</a>'
        return text

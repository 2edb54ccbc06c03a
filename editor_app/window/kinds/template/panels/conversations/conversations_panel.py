"""The list of conversations: which there are, from what they were built, and what each would get now.

Its rows have columns that give way to one another, with heads above them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QPushButton, QWidget

from editor_app.conversations.results import ElsewhereLibrary
from editor_app.text import Sentence
from editor_app.window.kinds.template.actions import CONVERSATIONS_ALL, CONVERSATIONS_DELETE
from editor_app.window.kinds.template.conversation_rows import ConversationRow, gone_in_words
from editor_app.window.kinds.template.conversations import is_left_over
from editor_app.window.kit.card.controls import Sign, link_button, set_link_words
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Bar, Ground
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.form.choice import ElidedComboBox
from editor_app.window.kit.layouts import column, row, stacked
from editor_app.window.kit.rows.content import RowContent, RowPainting
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import SIDE, RowStyle, row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import on_theme, spaced
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, ReadableLabel, menu_words
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.connections import connect

HEADS: Final = (
    Sentence("window-template.conversation"),
    Sentence("window-template.built"),
    Sentence("window-template.from"),
    Sentence("window-template.tokens"),
    Sentence("window-template.now-it-would-get"),
)
ROW: Final = 26
_GAP: Final = 16
_ICON: Final = 22
_SPARE: Final = 3  # Qt elides words that fit exactly
_LEAST: Final = 32  # a number that has less room is left out
_BUILT, _ORIGIN, _TOKENS, _NOW = 1, 2, 3, 4
_GIVES_WAY: Final = (_ORIGIN, _TOKENS, _BUILT, 0, _NOW)  # in this order
_FONTS: Final = ("code", "body", "body", "number", "body")


class ConversationList(RowTree[ConversationRow]):
    """Shows id, time, template, tokens, and what the conversation would get now, below `heads`."""

    def __init__(self, parent: QWidget) -> None:
        """Start empty."""
        type_ = RowType(_content, key=attrgetter("name"), paint=self._paint)
        super().__init__(type_, Sentence("window-template.conversations"), parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._measured_with: tuple[object, ...] = ()
        self._widths: tuple[int, ...] = ()

    def places(self, style: RowStyle, width: int) -> list[QRect]:
        """Return where the columns are in a row as wide as this; columns without room are empty."""
        measured_with = self.rows, style
        if self._measured_with != measured_with:
            self._widths, self._measured_with = self._measured(style), measured_with
        side, gap = style.px(SIDE), style.px(_GAP)
        room = width - 2 * side
        first = min(self._widths[0], max(room // 2, style.px(_LEAST)))  # an id may have 512 bytes
        first = max(min(first, room - gap - self._widths[_NOW]), style.px(_LEAST))
        taken = fitted((first, *self._widths[1:]), room, gap, style.px(_LEAST))
        left, places = side, []
        for size in taken:
            places.append(QRect(left, 0, size, 0))
            left += size + (gap if size else 0)
        return places

    def _measured(self, style: RowStyle) -> tuple[int, ...]:
        """Return how wide each column would like to be."""
        column_widths = []
        for number, (head, font) in enumerate(zip(HEADS, _FONTS, strict=True)):
            words = {one_line(row.columns[number]) for row in self.rows}
            metrics = style.metrics[font]
            widest = max(map(metrics.horizontalAdvance, words), default=0)
            icon = style.px(_ICON) if number == _NOW else 0
            words_of_head = style.metrics["small"].horizontalAdvance(head)
            column_widths.append(max(widest + icon, words_of_head) + style.px(_SPARE))
        return tuple(column_widths)

    def _paint(self, at: RowPainting, row: ConversationRow) -> None:
        at.background()
        style, rect = at.style, at.rect
        for number, place in enumerate(self.places(style, rect.width())):
            if place.width() <= 0:
                continue
            cell = QRect(rect.left() + place.left(), rect.top(), place.width(), rect.height())
            if number == _NOW and row.now.icon:
                style.icon(at.painter, cell, cell.left(), row.now.icon, row.now.role)
                cell.setLeft(cell.left() + style.px(_ICON))
            font = _FONTS[number]
            style.text(
                at.painter,
                cell,
                words_that_fit(row, number, cell.width(), style.metrics[font].horizontalAdvance),
                "ink" if number in {0, _NOW} else "soft",
                font,
                right=number == _TOKENS,
                elide=Qt.TextElideMode.ElideMiddle if number == 0 else Qt.TextElideMode.ElideRight,
            )


class ColumnHeads(Ground):
    """The heads of the columns, which stand above the list as far as it has any."""

    def __init__(self, tree: ConversationList, parent: QWidget) -> None:
        """Stand above `tree`."""
        super().__init__(parent, line_below=True)
        self._tree = tree
        on_theme(self, lambda: self.setFixedHeight(row_style().px(ROW) + 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words and the line below."""
        super().paintEvent(event)
        style = row_style()
        with QPainter(self) as painter:
            for number, place in enumerate(self._tree.places(style, self._tree.viewport().width())):
                if place.width() > 0:
                    cell = QRect(place.left(), 0, place.width(), self.height() - 1)
                    style.text(painter, cell, HEADS[number], "soft", "small", right=number == _TOKENS)


def _content(row: ConversationRow) -> RowContent:
    return RowContent(row.name, "\n".join(filter(None, (row.about, row.in_words, row.where))), row.in_words)


def words_that_fit(row: ConversationRow, number: int, room: int, measure: Callable[[str], int]) -> str:
    """Return the words of a column; a time without room is shorter: cut, it would tell little."""
    words = one_line(row.columns[number])
    is_short = number == _BUILT and bool(row.built.shortly) and measure(words) > room
    return row.built.shortly if is_short else words


def fitted(wanted: Sequence[int], room: int, gap: int, least: int) -> list[int]:
    """Return how wide columns are: template, tokens and time give way in this order, then the id.

    What is left over is given to the column of the template. Tokens are left out, never cut.
    """
    widths = list(wanted)

    def spare() -> int:
        return room - sum(widths) - gap * max(sum(map(bool, widths)) - 1, 0)

    for number in _GIVES_WAY:
        left = widths[number] + min(spare(), 0)
        is_cut = number in {0, _NOW} or (left >= least and number != _TOKENS)
        if left < widths[number]:
            widths[number] = max(left, 0) if is_cut else 0
    if widths[_ORIGIN]:
        widths[_ORIGIN] += max(spare(), 0)
    return widths


_FOOT: Final = 28


class ConversationsPanel(QWidget):
    """Lists conversations; announces which is chosen, shown, taken over, and which are to be deleted.

    While it is hidden it asks for nothing.
    """

    wanted = Signal()  # it is shown, and may show something old
    row_chosen = Signal(str)
    row_clicked = Signal()
    shown_requested = Signal(str)  # Enter: show it at the right
    delete_requested = Signal(object)  # the names of one or more
    more_requested = Signal()
    library_requested = Signal(object)  # a library that is gone, whose conversations are to come or go

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self._gone: Sequence[ElsewhereLibrary] = ()
        self.tree = ConversationList(self)
        self.tree.menu_for = self._menu_for
        self.heads = ColumnHeads(self.tree, self)
        self.header_tools = QWidget()
        self.scope_box = ElidedComboBox()
        self.build_button = QPushButton(
            f" {Sentence('window-template.build-dots')}"
        )  # the blank keeps the icon apart
        with_icon(self.build_button, "snowflake")
        self.gone_words = ElidedLabel("", "small", Qt.TextElideMode.ElideMiddle)
        self.take_over_link = link_button("", None, self._request_library)
        gone = Sign("folder", size=16), (self.gone_words, 1), self.take_over_link
        self.gone_bar = Bar(*gone, parent=self, line_above=True)
        self.notices = spaced(ReadableLabel("", "soft", self), margins=(12, 4, 12, 4))
        self.number = PlainLabel("", "soft")
        self.more_link = link_button(Sentence("window-template.show-more"), None, self.more_requested.emit)
        foot = (self.number, self.more_link, ..., PlainLabel(Sentence("window-template.hints"), "soft"))
        self._foot = Bar(*foot, parent=self, height=_FOOT, line_above=True)
        for bar in (self.gone_bar, self._foot):
            spaced(bar.row, margins=(12, 1, 12, 0), spacing=8)
        self._nothing = EmptyPlace(ground="paper", parent=self)
        self._body = QWidget(self)
        self._pages = stacked(self, self._nothing, self._body)
        self.setAccessibleName(Sentence("window-template.conversations"))
        self.scope_box.setProperty("look", "flat")
        self.scope_box.setAccessibleName(Sentence("window-template.which-conversations"))
        self.scope_box.addItems([Sentence("window-template.this-template"), Sentence("window-template.all")])
        self.build_button.setAccessibleName(Sentence("window-template.build"))
        for part in (self.gone_bar, self.notices, self.more_link):
            part.hide()
        column(self._body, self.heads, (self.tree, 1))
        column(self, self.notices, (self._pages, 1), self.gone_bar, self._foot)
        row(self.header_tools, self.scope_box, self.build_button, spacing=8)
        connect(
            (self.tree.row_changed, lambda row: self.row_chosen.emit(row.name)),
            (self.tree.chosen, lambda row: self.row_chosen.emit(row.name)),
            (self.tree.chosen, lambda _row: self.row_clicked.emit()),
            (self.tree.entered_row, lambda row: self.shown_requested.emit(row.name)),
        )
        self.tree.add_key(CONVERSATIONS_DELETE.keys, self._request_deletion)
        self.tree.add_key(CONVERSATIONS_ALL.keys, self.tree.selectAll)
        self.show_nothing(Sentence("window-template.reading"), "")

    @property
    def chosen(self) -> str:
        """The chosen conversation, "" if none is."""
        row = self.tree.current_row
        return row.name if row is not None else ""

    @property
    def selected(self) -> tuple[str, ...]:
        """The conversations that are selected, from the top; the chosen one where none is."""
        names = tuple(row.name for row in self.tree.selected_rows)
        return names or tuple(filter(None, (self.chosen,)))

    def show_rows(self, rows: Sequence[ConversationRow], number: str, *, has_more: bool = False) -> None:
        """Show these rows; what is chosen and selected stays so where it is among them."""
        had_focus = self._nothing.hasFocus()
        self.tree.show_rows(tuple(rows))
        self.number.setText(number)
        self.more_link.setVisible(has_more)
        self._pages.setCurrentWidget(self._body)
        self._foot.show()
        self.setFocusProxy(self.tree)
        if had_focus:
            self.tree.setFocus()
        self.heads.update()

    def show_nothing(self, title: str, sentence: str) -> None:
        """Show a title and a sentence in place of a list."""
        had_focus = self.tree.hasFocus()
        self.tree.show_rows(())
        self._nothing.say(title, sentence)
        self._pages.setCurrentWidget(self._nothing)
        self._foot.hide()
        self.setFocusProxy(self._nothing)
        if had_focus:
            self._nothing.setFocus()

    def show_gone(self, libraries: Sequence[ElsewhereLibrary]) -> None:
        """Show the first of the libraries that are gone, whose conversations can be taken over or deleted."""
        self._gone = libraries
        self.gone_bar.setVisible(bool(libraries))
        if libraries:
            words = gone_in_words(libraries[0], more=len(libraries) - 1)
            take_over, delete = (
                Sentence("window-template.take-over"),
                Sentence("window-template.delete-those"),
            )
            set_link_words(self.take_over_link, delete if is_left_over(libraries[0]) else take_over)
            self.gone_words.setText(words)
            self.gone_words.set_about(words)

    def show_notices(self, sentences: Sequence[str]) -> None:
        """Show sentences about the database."""
        self.notices.say("\n".join(sentences))
        self.notices.setVisible(bool(sentences))

    def choose(self, name: str) -> None:
        """Choose a conversation, if it is listed."""
        index = self.tree.index_of(name)
        if index.isValid():
            self.tree.setCurrentIndex(index)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what is to be shown."""
        super().showEvent(event)
        self.wanted.emit()

    def _menu_for(self, _row: ConversationRow | None) -> QMenu | None:
        """Return what can be done with the chosen conversation."""
        name, selected = self.chosen, self.selected
        if not name:
            return None
        show = MenuEntry(Sentence("window-template.show-it"), partial(self.shown_requested.emit, name))
        words = Sentence("window-template.delete-entry", count=len(selected))
        delete = MenuEntry(words, partial(self.delete_requested.emit, selected))
        return menu_of(self, *([show] if len(selected) == 1 else []), delete)

    def _request_library(self) -> None:
        """Ask for what is done with a library that is gone; of several, one is chosen."""
        if len(self._gone) == 1:
            self.library_requested.emit(self._gone[0])
            return
        sentences = ((gone_in_words(library), library) for library in self._gone)
        entries = (
            MenuEntry(menu_words(words, 96), partial(self.library_requested.emit, library))
            for words, library in sentences
        )
        pop_up(menu_of(self, *entries), below(self.take_over_link))

    def _request_deletion(self) -> None:
        if self.selected:
            self.delete_requested.emit(self.selected)

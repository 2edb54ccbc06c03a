"""The list of conversations: which there are, from what they were built, and what each would get now."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from editor_app.window.kinds.template.actions import CONVERSATIONS_ALL, CONVERSATIONS_DELETE
from editor_app.window.kinds.template.panels.conversations.model import (
    HEADS,
    LIBRARY_HEADS,
    ColumnHeads,
    ConversationsDelegate,
    ConversationsModel,
)
from editor_app.window.kinds.template.rows import ConversationRow
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.form.elided_fields import ElidedComboBox
from editor_app.window.kit.rows.row_tree import RowTree
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size, pixmap
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, ReadableLabel

_FOOT: Final = 28
_SPARE: Final = 2  # the advance of a whole sentence may be more than that of its parts


class Scope(StrEnum):
    """Which conversations are listed."""

    TEMPLATE = "This template"
    LIBRARY = "All"
    ELSEWHERE = "Elsewhere"


class ConversationsPanel(QWidget):
    """Lists conversations; announces which is chosen, shown, taken over, and which are to be deleted.

    While it is hidden it asks for nothing.
    """

    wanted = Signal()  # it is shown, and may show something old
    scope_chosen = Signal(object)
    row_chosen = Signal(str)
    row_clicked = Signal()
    shown_requested = Signal(str)  # Enter: show it at the right
    delete_requested = Signal(object)  # the names of one or more
    take_over_requested = Signal(object)
    delete_left_over_requested = Signal(object)
    build_requested = Signal()
    more_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._gone: Path | None = None
        self._is_left_over = False
        self._model = ConversationsModel(self)
        self.tree = RowTree("Conversations", self)
        self.heads = ColumnHeads(self.tree, self._model, self)
        self.header_tools = QWidget()
        self.scope_box = ElidedComboBox()
        self.build_button = QPushButton(" Build and freeze…")  # the blank keeps the icon apart
        self.gone_bar = Bar(parent=self, line_above=True)
        self._gone_icon = PlainLabel("", "", self.gone_bar)
        self.gone_words = _PathLabel(self.gone_bar)
        self.take_over_link = QPushButton("Take over", self.gone_bar)
        self.notices = ReadableLabel("", "soft", self)
        self._foot = Bar(parent=self, height=_FOOT, line_above=True)
        self.number = PlainLabel("", "soft", self._foot)
        self.more_link = QPushButton("Show more", self._foot)
        self._hints = PlainLabel("Enter shows it     Del deletes it…", "soft", self._foot)
        self._nothing = EmptyPlace(ground="paper", parent=self)
        self._pages = QStackedWidget(self)
        self._body = QWidget(self)
        self._build()
        self._connect()
        on_theme(self, self._restyle)
        self.show_nothing("Reading…", "")

    @property
    def scope(self) -> Scope:
        """Which conversations are listed."""
        return list(Scope)[max(self.scope_box.currentIndex(), 0)]

    @property
    def rows(self) -> tuple[ConversationRow, ...]:
        """The rows shown."""
        return self._model.rows if self._pages.currentWidget() is self._body else ()

    @property
    def sentence(self) -> str:
        """What stands in place of a list, "" where there is one."""
        return "" if self._pages.currentWidget() is self._body else self._nothing.sentence

    @property
    def chosen(self) -> str:
        """The chosen conversation, "" if none is."""
        row = self._model.row_at(self.tree.currentIndex())
        return row.name if row is not None and row.library is None else ""

    @property
    def selected(self) -> tuple[str, ...]:
        """The conversations that are selected, from the top; the chosen one where none is."""
        indexes = sorted(self.tree.selectionModel().selectedRows(), key=lambda index: index.row())
        rows = filter(None, map(self._model.row_at, indexes))
        names = tuple(row.name for row in rows if row.library is None)
        return names or tuple(filter(None, (self.chosen,)))

    def show_rows(self, rows: Sequence[ConversationRow], number: str, *, has_more: bool = False) -> None:
        """Show these rows; what is chosen and selected stays so where it is among them."""
        chosen, selected, had_focus = self.chosen, self.selected, self._nothing.hasFocus()
        self._model.show(rows, LIBRARY_HEADS if self.scope is Scope.ELSEWHERE else HEADS)
        self.number.setText(number)
        self.more_link.setVisible(has_more)
        self._hints.setVisible(self.scope is not Scope.ELSEWHERE)
        self._pages.setCurrentWidget(self._body)
        self._foot.show()
        self.setFocusProxy(self.tree)
        if had_focus:
            self.tree.setFocus()
        if chosen and not self.tree.currentIndex().isValid():
            self.choose(chosen)
            self._select(selected)
        self.heads.update()

    def show_nothing(self, title: str, sentence: str) -> None:
        """Show a title and a sentence in place of a list."""
        had_focus = self.tree.hasFocus()
        self._model.show((), HEADS)
        self._nothing.say(title, sentence)
        self._pages.setCurrentWidget(self._nothing)
        self._foot.hide()
        self.setFocusProxy(self._nothing)
        if had_focus:
            self._nothing.setFocus()

    def show_gone(
        self,
        library: Path | None,
        sentence: tuple[str, str, str] = ("", "", ""),
        *,
        is_left_over: bool = False,
    ) -> None:
        """Show a library that is gone, whose conversations can be taken over; None shows none.

        The `sentence` is what stands before its path, the path, and what stands behind it.

        Those that are `left_over`, because this library has their ids too, can be deleted only.
        """
        self._gone, self._is_left_over = library, is_left_over
        self.take_over_link.setText("Delete those…" if is_left_over else "Take over")
        self.gone_words.say(*sentence)
        self.gone_bar.setVisible(library is not None)

    def show_notices(self, sentences: Sequence[str]) -> None:
        """Show sentences about the database."""
        self.notices.say("\n".join(sentences))
        self.notices.setVisible(bool(sentences))

    def choose(self, name: str) -> None:
        """Choose a conversation, if it is listed."""
        index = self._model.index_of(name)
        if index.isValid():
            flag = QItemSelectionModel.SelectionFlag
            self.tree.selectionModel().setCurrentIndex(index, flag.ClearAndSelect)

    def _restyle(self) -> None:
        theme = current_theme()
        self.build_button.setIcon(icon("snowflake", "ink"))
        self.build_button.setIconSize(icon_size())
        self._gone_icon.setPixmap(pixmap("folder", "soft", theme.px(16), self.devicePixelRatioF()))
        side = theme.px(12)
        self.notices.setContentsMargins(side, theme.px(4), side, theme.px(4))
        for bar in (self.gone_bar, self._foot):
            margins = bar.row.contentsMargins()
            bar.row.setContentsMargins(margins.left(), margins.top(), side, margins.bottom())
        self.gone_bar.row.setSpacing(theme.px(8))
        self._foot.row.setSpacing(theme.px(8))

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what is to be shown."""
        super().showEvent(event)
        self.wanted.emit()

    def _show_menu(self, _index: QModelIndex, place: QPoint) -> None:
        """Show what can be done with the chosen conversation."""
        name, selected = self.chosen, self.selected
        if not name:
            return
        menu = round_menu(QMenu(self))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if len(selected) == 1:
            menu.addAction("Show it", lambda: self.shown_requested.emit(name))
        many = f" {len(selected)} conversations" if len(selected) > 1 else ""
        menu.addAction(f"Delete{many}…", lambda: self.delete_requested.emit(selected))
        menu.popup(place)

    def _build(self) -> None:
        self.setAccessibleName("Conversations")
        self.tree.setModel(self._model)
        self.tree.setItemDelegate(ConversationsDelegate(self.tree))
        self.tree.setUniformRowHeights(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.scope_box.setProperty("look", "flat")
        self.scope_box.setAccessibleName("Which conversations")
        self.scope_box.addItems([scope.value for scope in Scope])
        self.build_button.setAccessibleName("Build and freeze")
        for link in (self.take_over_link, self.more_link):
            link.setProperty("look", "link")
        for bar, widgets in (
            (self.gone_bar, (self._gone_icon, self.gone_words, self.take_over_link)),
            (self._foot, (self.number, self.more_link, self._hints)),
        ):
            for widget in widgets:
                bar.row.addWidget(widget, int(widget is self.gone_words))
        self._foot.row.insertStretch(2, 1)
        for part in (self.gone_bar, self.notices, self.more_link):
            part.hide()
        column = _column(self._body)
        column.addWidget(self.heads)
        column.addWidget(self.tree, 1)
        for page in (self._nothing, self._body):
            self._pages.addWidget(page)
        column = _column(self)
        column.addWidget(self.notices)
        column.addWidget(self._pages, 1)
        column.addWidget(self.gone_bar)
        column.addWidget(self._foot)
        row = QHBoxLayout(self.header_tools)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.scope_box)
        row.addWidget(self.build_button)

    def _connect(self) -> None:
        self.tree.selectionModel().currentChanged.connect(self._take_row)
        self.tree.chosen.connect(self._take_click)
        self.tree.menu_requested.connect(self._show_menu)
        self.tree.entered_row.connect(self._enter)
        self.tree.add_key(CONVERSATIONS_DELETE.keys, self._ask_to_delete)
        self.tree.add_key(CONVERSATIONS_ALL.keys, self.tree.selectAll)
        self.scope_box.currentIndexChanged.connect(lambda _index: self.scope_chosen.emit(self.scope))
        self.build_button.clicked.connect(self.build_requested.emit)
        self.take_over_link.clicked.connect(self._follow_link)
        self.more_link.clicked.connect(self.more_requested.emit)

    def _take_row(self, index: QModelIndex) -> None:
        row = self._model.row_at(index)
        if row is not None and row.library is None:
            self.row_chosen.emit(row.name)

    def _take_click(self, index: QModelIndex) -> None:
        self._take_row(index)
        if self.chosen:
            self.row_clicked.emit()

    def _enter(self, index: QModelIndex) -> None:
        row = self._model.row_at(index)
        if row is None:
            return
        if row.library is None:
            self.shown_requested.emit(row.name)
        elif row.can_take_over:
            self.take_over_requested.emit(row.library)
        elif row.is_left_over:
            self.delete_left_over_requested.emit(row.library)

    def _follow_link(self) -> None:
        (self.delete_left_over_requested if self._is_left_over else self.take_over_requested).emit(self._gone)

    def _ask_to_delete(self) -> None:
        if self.selected:
            self.delete_requested.emit(self.selected)

    def _select(self, names: Sequence[str]) -> None:
        """Select these conversations beside the chosen one, as far as they are listed."""
        selection = self.tree.selectionModel()
        for index in map(self._model.index_of, names):
            if index.isValid():
                selection.select(index, QItemSelectionModel.SelectionFlag.Select)


class _PathLabel(ElidedLabel):
    """A sentence with a path in it; where there is no room, the path is elided in its middle."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", "small", Qt.TextElideMode.ElideRight, parent)
        self._before = self._path = self._behind = ""

    def say(self, before: str, path: str, behind: str) -> None:
        self._before, self._path, self._behind = before, path, behind
        self.setText(before + path + behind)
        self.set_about(self.text())

    def lines(self) -> list[str]:
        metrics = self.fontMetrics()
        room = self.width() - metrics.horizontalAdvance(self._before + self._behind) - _SPARE
        least = metrics.horizontalAdvance("…/m") * 2
        path = metrics.elidedText(self._path, Qt.TextElideMode.ElideMiddle, max(room, least))
        return [self._before + path + self._behind]


def _column(widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column

"""The open documents, one tab each, and the editor of the one in front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMenu,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor_app.window.editor.code_editor import CodeEditor
from editor_app.window.editor.document.document import EditorDocument
from editor_app.window.editor.stand_in import StandIn
from editor_app.window.editor.tab_bar import DocumentTabBar
from editor_app.window.editor.text_splitter import TextSplitter
from editor_app.window.style.icons import icon, icon_size
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.empty_place import EmptyPlace
from editor_app.window.widgets.popups import round_menu
from editor_app.window.widgets.sections import EmptyState
from editor_app.window.widgets.segmented import SegmentedSwitch
from editor_app.window.widgets.words import menu_words

PART: Final = "part"
SOURCE: Final = "source"
_ROOM_FOR_TABS = 200


class EditorTabs(QWidget):
    """The tabs of the open documents, and below them the bars and the editor of the document in front.

    A document can have a page, which is shown in place of its text. It can have a second editor, which shows
    a part of it in place of its source; a switch right of the tabs chooses between "part" and "source".
    `view_chosen` tells that choice, `room_changed` the height below the tabs in pixels. A source editor
    can be lent; `returned` tells its borrower that the loan has ended.
    """

    current_changed = Signal(object)
    close_requested = Signal(object)
    history_requested = Signal(object)
    view_chosen = Signal(object, str)
    new_requested = Signal()  # by a double click where there is no tab
    room_changed = Signal(int)
    returned = Signal(object)  # the document whose tab came to the front, or is being closed

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Begin with no document open."""
        super().__init__(parent)
        self._theme = theme
        self._editors: dict[int, CodeEditor] = {}
        self._alternatives: dict[int, StandIn] = {}
        self._showing_alternative: set[int] = set()
        self._pages: dict[int, EmptyPlace] = {}
        self._missing: set[int] = set()
        self._lent: set[int] = set()
        self.opens_behind = False
        """Whether new tabs leave the one in front there, as long as there is one."""
        self._zoom = 0
        self._wraps = True
        self._tab_moves_focus = False
        self._shown: EditorDocument | None = None
        self.strip = _Strip(theme, self)
        self.bar = self.strip.bar
        self._bars = QWidget(self)
        self._bars_column = QVBoxLayout(self._bars)
        self._bars_column.setContentsMargins(0, 0, 0, 0)
        self._bars_column.setSpacing(0)
        self._bars.hide()
        self._stack = QStackedWidget(self)
        self.texts = TextSplitter(self._stack, self)
        self._empty: QWidget = EmptyState(
            "Nothing open", "Choose a file in the library to read and edit it here.", theme
        )
        self._stack.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.strip, self._bars):
            column.addWidget(widget)
        column.addWidget(self.texts, 1)
        self.bar.currentChanged.connect(self._show_current)
        self.bar.close_clicked.connect(self._ask_close)
        self.bar.menu_requested.connect(self._open_menu)
        self.bar.empty_double_clicked.connect(self.new_requested)
        self.strip.list_button.clicked.connect(self._open_list)
        self.strip.view_chosen.connect(self._choose_view)

    def set_bars(self, bars: Sequence[QWidget]) -> None:
        """Put `bars` between the tabs and the text, from top to bottom; hidden without a document."""
        for bar in bars:
            self._bars_column.addWidget(bar)

    def insert_bar(self, index: int, bar: QWidget) -> None:
        """Insert a bar among those of `set_bars`."""
        self._bars_column.insertWidget(index, bar)

    def set_empty(self, widget: QWidget) -> None:
        """Show `widget` while nothing is open."""
        self._stack.removeWidget(self._empty)
        self._empty.deleteLater()
        self._empty = widget
        self._stack.insertWidget(0, widget)
        self._show_current()

    def add(
        self,
        document: EditorDocument,
        title: str,
        tooltip: str,
        icon_name: str,
        *,
        alternative: StandIn | None = None,
        begins_in_source: bool = False,
        page: EmptyPlace | None = None,
    ) -> CodeEditor:
        """Open a document in a new tab, bring it to the front, and return its editor.

        It is shown with its second editor or page at once. With `begins_in_source` the second editor
        is shown only when it is chosen.
        """
        editor = CodeEditor(document, self._theme, self._stack)
        editor.setAccessibleName(f"Text of {title}")
        self._take(editor)
        with QSignalBlocker(self.bar):
            try:
                key = self.bar.add(title, icon_name, tooltip)
            except BaseException:
                self._let_go(editor)
                raise
            self._editors[key] = editor
            if alternative is not None:
                self._add_alternative(key, alternative)
            if begins_in_source:
                self._showing_alternative.discard(key)
            if page is not None:
                self._add_page(key, page)
            document.modified_changed.connect(self._follow_modified)
            self._follow_modified()
            if not self.opens_behind:
                self.bar.setCurrentIndex(self.bar.index_of(key))
        self.bar.check_overflow()
        self._show_current()
        return editor

    def remove(self, document: EditorDocument) -> None:
        """Close a document's tab; the document itself is its owner's."""
        key = self._key_of(document)
        if key is None:
            return
        editor = self._editors.pop(key)
        alternative = self._alternatives.pop(key, None)
        page = self._pages.pop(key, None)
        self._showing_alternative.discard(key)
        self._missing.discard(key)
        with QSignalBlocker(self.bar):
            self.bar.remove(key)
        self.bar.check_overflow()
        self._show_current()
        if key in self._lent:
            self._lent.discard(key)
            self.returned.emit(document)
        document.modified_changed.disconnect(self._follow_modified)
        self._let_go(editor)
        if alternative is not None:
            self._let_go(alternative.editor)
        if page is not None:
            self._drop_page(page)

    def set_page(self, document: EditorDocument, page: EmptyPlace | None) -> None:
        """Show a page in place of a document's text, or its text again."""
        key = self._key_of(document)
        if key is None or (page is None and key not in self._pages):
            return
        old = self._pages.pop(key, None)
        if page is not None:
            self._add_page(key, page)
        self._show_current()
        if old is not None:
            self._drop_page(old)

    def set_alternative(self, document: EditorDocument, alternative: StandIn | None) -> None:
        """Give an open document a second editor, which is shown from now on, or take it away."""
        key = self._key_of(document)
        if key is None:
            return
        old = self._alternatives.pop(key, None)
        self._showing_alternative.discard(key)
        if alternative is not None:
            self._add_alternative(key, alternative)
        self._show_current()
        if old is not None:
            self._let_go(old.editor)

    def show_alternative(self, document: EditorDocument, *, shown: bool) -> None:
        """Show a document's second editor in place of its own, or its own again."""
        key = self._key_of(document)
        if key in self._alternatives and shown != (key in self._showing_alternative):
            (self._showing_alternative.add if shown else self._showing_alternative.discard)(key)
            self._show_current()

    def shows_alternative(self, document: EditorDocument) -> bool:
        """Whether a document's second editor is the one it shows."""
        return self._key_of(document) in self._showing_alternative

    def lend(self, document: EditorDocument) -> CodeEditor | None:
        """Return the source editor of a document to be shown elsewhere, until `give_back` or `returned`.

        None for one that is in front, or lent already.
        """
        key = self._key_of(document)
        if key is None or key in self._lent or self._editors[key] is self.current_editor:
            return None
        self._lent.add(key)
        self._stack.removeWidget(self._editors[key])
        return self._editors[key]

    def give_back(self, document: EditorDocument) -> None:
        """Take back the editor of a document that was lent."""
        key = self._key_of(document)
        if key is not None and key in self._lent:
            self._lent.discard(key)
            self._stack.addWidget(self._editors[key])

    def editor_of(self, document: EditorDocument) -> CodeEditor | None:
        """Return the source editor of an open document, None if it is not open."""
        key = self._key_of(document)
        return self._editors[key] if key is not None else None

    @property
    def current_editor(self) -> CodeEditor | None:
        """The editor in front, source or second editor; None without a document."""
        key = self._current_key
        return self._alternatives[key].editor if key in self._showing_alternative else self._editors.get(key)

    @property
    def current_page(self) -> EmptyPlace | None:
        """The page that is shown in place of the text in front, or None."""
        return self._pages.get(self._current_key)

    @property
    def documents(self) -> tuple[EditorDocument, ...]:
        """The open documents in the order of their tabs."""
        return tuple(self._editors[self.bar.tabData(index)].contents for index in range(self.bar.count()))

    def show_document(self, document: EditorDocument) -> None:
        """Bring a document's tab to the front."""
        key = self._key_of(document)
        if key is not None:
            self.bar.setCurrentIndex(self.bar.index_of(key))

    def move_tab(self, document: EditorDocument, index: int) -> None:
        """Move a document's tab to another place in the order of tabs."""
        key = self._key_of(document)
        if key is not None:
            self.bar.moveTab(self.bar.index_of(key), index)

    def step(self, steps: int) -> None:
        """Go `steps` tabs to the right, from the last on to the first."""
        if self.bar.count():
            self.bar.setCurrentIndex((self.bar.currentIndex() + steps) % self.bar.count())

    def set_title(self, document: EditorDocument, title: str, tooltip: str) -> None:
        """Change a tab's title and tooltip."""
        key = self._key_of(document)
        if key is not None:
            self.bar.set_title(key, title, tooltip)
            self._editors[key].setAccessibleName(f"Text of {title}")

    def set_missing(self, document: EditorDocument, missing: bool) -> None:
        """Mark a tab as unsaved whatever its text, because its file is not on disk; or end that."""
        key = self._key_of(document)
        if key is not None:
            (self._missing.add if missing else self._missing.discard)(key)
            self._follow_modified()

    def zoom(self, steps: int) -> None:
        """Make the text of all editors larger by `steps` pixels."""
        editor = self.current_editor
        if editor is not None:
            editor.zoom(steps)

    def set_zoom(self, zoom: int) -> None:
        """Make the text of all editors `zoom` pixels larger than usual."""
        self._zoom = zoom
        for editor in self._all_editors():
            editor.set_zoom(zoom)

    @property
    def theme(self) -> Theme:
        """The theme of all editors."""
        return self._theme

    @property
    def text_zoom(self) -> int:
        """By how many pixels the text is larger than usual."""
        return self._zoom

    @property
    def wraps(self) -> bool:
        """Whether long lines are broken at the right edge."""
        return self._wraps

    def set_word_wrap(self, wraps: bool) -> None:
        """Break long lines at the right edge in all editors, or scroll."""
        self._wraps = wraps
        for editor in self._all_editors():
            editor.set_word_wrap(wraps)

    def set_tab_moves_focus(self, moves: bool) -> None:
        """Let Tab leave the editors instead of indenting."""
        self._tab_moves_focus = moves
        for editor in self._all_editors():
            editor.set_tab_moves_focus(moves)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of `theme`."""
        self._theme = theme
        self.strip.apply_theme(theme)
        if isinstance(self._empty, EmptyState):
            self._empty.apply_theme(theme)
        for page in self._pages.values():
            page.apply_theme(theme)
        for editor in self._all_editors():
            editor.apply_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Announce a new height below the tabs."""
        super().resizeEvent(event)
        if event.size().height() != event.oldSize().height():
            self.room_changed.emit(self.room)

    @property
    def room(self) -> int:
        """The height below the tabs in pixels."""
        return self.height() - self.strip.height()

    @property
    def _current_key(self) -> int:
        key = self.bar.tabData(self.bar.currentIndex())
        return key if isinstance(key, int) else -1

    def _all_editors(self) -> Iterator[CodeEditor]:
        yield from self._editors.values()
        yield from (alternative.editor for alternative in self._alternatives.values())

    def _take(self, editor: CodeEditor) -> None:
        editor.set_zoom(self._zoom)
        editor.set_word_wrap(self._wraps)
        editor.set_tab_moves_focus(self._tab_moves_focus)
        editor.zoom_changed.connect(self.set_zoom)
        self._stack.addWidget(editor)

    def _add_alternative(self, key: int, alternative: StandIn) -> None:
        alternative.editor.apply_theme(self._theme)
        self._take(alternative.editor)
        self._alternatives[key] = alternative
        self._showing_alternative.add(key)

    def _add_page(self, key: int, page: EmptyPlace) -> None:
        self._pages[key] = page
        self._stack.addWidget(page)

    def _let_go(self, editor: CodeEditor) -> None:
        self._stack.removeWidget(editor)
        editor.let_go()
        editor.deleteLater()

    def _drop_page(self, page: EmptyPlace) -> None:
        self._stack.removeWidget(page)
        page.deleteLater()

    def _key_of(self, document: object) -> int | None:
        return next((key for key, editor in self._editors.items() if editor.contents is document), None)

    def _show_current(self, _index: int = 0) -> None:
        editor = self.current_editor
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        key = self._current_key
        shown = self.current_page or editor or self._empty
        own = self._editors.get(key)
        ends_loan = key in self._lent and shown is own
        if ends_loan:
            self._lent.discard(key)
            self._stack.addWidget(shown)
        self._stack.setCurrentWidget(shown)
        self._bars.setVisible(editor is not None)
        if had_focus and not self.bar.hasFocus():
            shown.setFocus()
        alternative = self._alternatives.get(key)
        self.strip.show_views(
            alternative.title if alternative is not None else "",
            PART if key in self._showing_alternative else SOURCE,
        )
        document = own.contents if own is not None else None
        if document is not self._shown:
            self._shown = document
            self.current_changed.emit(document)
        if ends_loan:
            self.returned.emit(document)

    def _choose_view(self, view: str) -> None:
        document = self._shown
        if document is not None:
            self.show_alternative(document, shown=view == PART)
            self.view_chosen.emit(document, view)

    def _follow_modified(self, _modified: bool = False) -> None:
        for key, editor in self._editors.items():
            self.bar.set_unsaved(key, unsaved=editor.contents.is_modified or key in self._missing)

    def _ask_close(self, index: int) -> None:
        self.close_requested.emit(self._editors[self.bar.tabData(index)].contents)

    def menu_for(self, index: int) -> QMenu:
        """Return the menu of a tab."""
        document = self._editors[self.bar.tabData(index)].contents
        menu = round_menu(QMenu(self))
        menu.addAction("Close").triggered.connect(lambda: self.close_requested.emit(document))
        menu.addSeparator()
        menu.addAction("History…").triggered.connect(lambda: self.history_requested.emit(document))
        return menu

    def _open_menu(self, index: int, place: QPoint) -> None:
        menu = self.menu_for(index)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _open_list(self) -> None:
        menu = round_menu(QMenu(self))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for index in range(self.bar.count()):
            action = menu.addAction(menu_words(self.bar.tabText(index)))
            action.setCheckable(True)
            action.setChecked(index == self.bar.currentIndex())
            action.triggered.connect(lambda _checked=False, index=index: self.bar.setCurrentIndex(index))
        button = self.strip.list_button
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))


class _Strip(QWidget):
    """The tab bar, then a button for the list of all tabs if they do not fit, then the switch of views."""

    view_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.bar = DocumentTabBar(theme, self)
        self.list_button = QToolButton(self)
        self.list_button.setProperty("look", "icon")
        self.list_button.setAccessibleName("All open files")
        self.list_button.setToolTip("All open files")
        self.list_button.hide()
        self.bar.overflow_changed.connect(self.list_button.setVisible)
        self._switches: dict[str, SegmentedSwitch] = {}
        self.views: SegmentedSwitch | None = None
        self.row = QHBoxLayout(self)
        self.row.setSpacing(0)
        self.row.addWidget(self.bar, 1)
        self.row.addWidget(self.list_button)
        self.apply_theme(theme)

    def show_views(self, part: str, current: str) -> None:
        """Offer the views of the document in front: its part, titled `part`, and the source; none for ""."""
        for title, switch in self._switches.items():
            switch.setVisible(title == part)
        if part:
            self.views = self._switches.get(part) or self._make_switch(part)
            self.views.choose(current)
        self._fit()

    def _make_switch(self, part: str) -> SegmentedSwitch:
        switch = SegmentedSwitch("View", ((PART, part), (SOURCE, "Source")), self._theme, self)
        switch.chosen.connect(self.view_chosen)
        self._switches[part] = switch
        self.row.addWidget(switch)
        switch.show()
        return switch

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for the tabs."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        views = self.views
        if views is not None:
            views.fold(self.width() < views.full_width + self._theme.px(_ROOM_FOR_TABS))
        is_offered = views is not None and views.isVisibleTo(self)
        self.row.setContentsMargins(0, 0, self._theme.px(8) if is_offered else 0, 0)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of `theme`."""
        self._theme = theme
        self.bar.apply_theme(theme)
        for switch in self._switches.values():
            switch.apply_theme(theme)
        self.list_button.setIcon(icon("chevron-down", theme, "soft"))
        self.list_button.setIconSize(icon_size(theme))
        self.setFixedHeight(self.bar.height())
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the strip where there are no tabs."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("bg"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("line"))
        painter.end()

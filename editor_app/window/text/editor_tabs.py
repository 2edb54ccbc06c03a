"""The open documents, one tab each, and the editor of the one in front."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.layouts import column, stacked
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.like_editors import LikeEditors
from editor_app.window.text.open_documents import SOURCE, EditorSurface, OpenDocument, StandIn, Tab, TabSort
from editor_app.window.text.tabs.tab_strip import BesideDrag, SecondPane, TabStrip, TextSplitter


class EditorTabs(LikeEditors):
    """The tabs of the open documents, and below them the bars and the editor of the document in front.

    Documents of one group share a tab, which shows one of them. A document can have a page, which is shown in
    place of its text. It can have a second editor, which shows a part of it in place of its source; a switch
    right of the tabs chooses between "part", "source" and the view of its surface. A tab has one view
    for all its documents.
    `view_chosen` tells that choice, `room_changed` the height below the tabs in pixels. A source editor
    can be lent; `returned` tells its borrower that the loan has ended.
    """

    current_changed = Signal(object)
    close_requested = Signal(object)  # the documents, each of which stands for its tab
    history_requested = Signal(object)
    beside_requested = Signal(object)
    view_chosen = Signal(object, str)
    room_changed = Signal(int)
    copied = Signal(str)
    returned = Signal(object)  # the document whose tab came to the front, or is being closed

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin with no document open."""
        super().__init__(parent)
        self._open: dict[EditorDocument | None, OpenDocument] = {}
        self._tabs: dict[int, Tab] = {}  # by the key that the bar gave it
        self._surface: EditorSurface | None = None  # what has the editor in front now
        self._on_surface: CodeEditor | None = None
        self.opens_behind = False
        """Whether new tabs leave the one in front there, as long as there is one."""
        self._shown: EditorDocument | None = None
        self.strip = TabStrip(self)
        self.bar = self.strip.bar
        self._bars = QWidget(self)
        self._bars_column = column(self._bars)
        self._bars.hide()
        self._empty: QWidget = EmptyPlace(
            Sentence("window-text.nothing-open"), Sentence("window-text.choose-file"), ground="paper"
        )
        self._stack = stacked(self, self._empty)
        self.first = self._stack
        sides = QSplitter(self)
        sides.setHandleWidth(1)
        sides.setChildrenCollapsible(False)
        sides.addWidget(self._stack)
        self.second = SecondPane(sides)
        self.texts = TextSplitter(sides, self)
        column(self, self.strip, self._bars, (self.texts, 1))
        self.bar.currentChanged.connect(self._show_current)
        self.bar.close_clicked.connect(lambda index: self.close_requested.emit((self.document_at(index),)))
        self.bar.keep_requested.connect(lambda index: self.keep(self.document_at(index)))
        self.bar.picked.connect(lambda: (self.current_place or self._empty).setFocus())  # noqa: PLW0108  of then
        self.strip.view_chosen.connect(self._choose_view)
        drag = BesideDrag(self.bar, self._stack, self.second, self)
        drag.dropped.connect(lambda index: self.beside_requested.emit(self.document_at(index)))

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
        group: Hashable | None = None,
    ) -> CodeEditor:
        """Open a document in the tab of its group or a new one, bring it to the front; return its editor.

        It is shown with its second editor or page at once. With `begins_in_source` the second editor
        is shown only when it is chosen. In a tab that is there already, the view stays.
        """
        editor = CodeEditor(document, self._stack)
        editor.setAccessibleName(Sentence("window-text.text-of", name=title))
        self._take(editor)
        document.edited.connect(partial(self.keep, document))
        with QSignalBlocker(self.bar):
            tab = self._tab_of_group(group)
            if tab is None:
                try:
                    tab = self._add_tab(title, icon_name, tooltip)
                except BaseException:
                    self._let_go(editor)
                    raise
                tab.view = SOURCE if begins_in_source else None
            opened = self._open[document] = OpenDocument(document, editor, tab, group)
            tab.members.append(opened)
            self._give(opened, alternative, page)
            if not self.opens_behind:
                tab.front = opened
                self.bar.setCurrentIndex(self.bar.index_of(tab.key))
        self.bar.fit()
        self._show_current()
        return editor

    def remove(self, document: EditorDocument) -> None:
        """Take a document out of its tab, and close a tab without documents; the document is its owner's."""
        opened = self._open.pop(document, None)
        if opened is None:
            return
        self._remove_from_tab(opened)
        self._show_current()
        if opened.is_lent:
            self.returned.emit(document)
        self._let_go(opened.editor)
        self._drop(opened.alternative, opened.page)

    def set_group(self, document: EditorDocument, group: Hashable | None) -> None:
        """Let a document share the tab of another group, or have a tab of its own."""
        opened = self._open.get(document)
        if opened is None or group == opened.group:
            return
        before, was_current = opened.tab, document is self.current_document
        index = self.bar.index_of(before.key)
        tab = self._tab_of_group(group)
        with QSignalBlocker(self.bar):
            if tab is None:
                icon = self.bar.icon_of(before.key)
                tab = self._add_tab(self.bar.tabText(index), icon, self.bar.tabToolTip(index))
                self.bar.moveTab(self.bar.index_of(tab.key), index + 1)
            if opened.alternative is not None:
                tab.view = tab.view or before.view
            self._remove_from_tab(opened)
            opened.tab, opened.group = tab, group
            tab.members.append(opened)
            if was_current:
                tab.front = opened
                self.bar.setCurrentIndex(self.bar.index_of(tab.key))
        self._show_current()

    def set_page(self, document: EditorDocument, page: EmptyPlace | None) -> None:
        """Show a page in place of a document's text, or its text again."""
        opened = self._open.get(document)
        if opened is not None:
            old, opened.page = opened.page, None
            self._give(opened, None, page)
            self._show_current()
            self._drop(None, old)

    def set_alternative(self, document: EditorDocument, alternative: StandIn | None) -> None:
        """Give an open document a second editor, which is shown from now on, or take it away."""
        opened = self._open.get(document)
        if opened is not None:
            old, opened.alternative = opened.alternative, None
            if len(opened.tab.members) == 1:
                opened.tab.view = None
            self._give(opened, alternative, None)
            self._show_current()
            self._drop(old, None)

    def shows_alternative(self, document: EditorDocument) -> bool:
        """Whether a document's second editor is the one it shows, by itself or on its surface."""
        return self.view_of(document) != SOURCE

    def show_view(self, document: EditorDocument, view: str) -> None:
        """Show a view of a document, and of those that share its tab; one that it has not changes nothing."""
        opened = self._open.get(document)
        if opened is not None and view in dict(opened.views):
            opened.tab.view = view
            self._show_current()

    def view_of(self, document: EditorDocument | None) -> str:
        """Return the view that a document shows: "part", "source" or that of its surface."""
        opened = self._open.get(document)
        return SOURCE if opened is None else opened.view

    def lend(self, document: EditorDocument) -> CodeEditor | None:
        """Return the source editor of a document to be shown elsewhere, until `give_back` or `returned`.

        None for one that is in front, or lent already.
        """
        opened = self._open.get(document)
        if opened is None or opened.is_lent or opened.editor is self.current_editor:
            return None
        opened.is_lent = True
        self._stack.removeWidget(opened.editor)
        return opened.editor

    def give_back(self, document: EditorDocument) -> None:
        """Take back the editor of a document that was lent."""
        opened = self._open.get(document)
        if opened is not None and opened.is_lent:
            opened.is_lent = False
            self._stack.addWidget(opened.editor)

    def editor_of(self, document: EditorDocument) -> CodeEditor | None:
        """Return the source editor of an open document, None if it is not open."""
        opened = self._open.get(document)
        return None if opened is None else opened.editor

    @property
    def current_editor(self) -> CodeEditor | None:
        """The editor in front, source or second editor; None without a document.

        Where a view without an editor is in front, it is the source editor behind that.
        """
        return None if self._current is None else self._current.editor_in_front

    @property
    def current_place(self) -> QWidget | None:
        """What takes the focus in front: a page, a view without an editor, or the editor."""
        if self._surface is not None and self._on_surface is None:
            return self._surface.widget
        return self.current_page or self.current_editor

    @property
    def current_page(self) -> EmptyPlace | None:
        """The page that is shown in place of the text in front, or None."""
        return None if self._current is None else self._current.page

    @property
    def documents(self) -> tuple[EditorDocument, ...]:
        """The open documents in the order of their tabs; of each tab, the one in front first."""
        tabs = (self._tabs[self.bar.tabData(index)] for index in range(self.bar.count()))
        return tuple(document for tab in tabs for document in tab.documents)

    @property
    def current_document(self) -> EditorDocument | None:
        """The document in front, None where none is open."""
        return None if self._current is None else self._current.document

    def documents_in_tab_of(self, document: EditorDocument) -> tuple[EditorDocument, ...]:
        """Return the documents that share the tab of one, itself included; the one in front first."""
        opened = self._open.get(document)
        return () if opened is None else opened.tab.documents

    def show_document(self, document: EditorDocument) -> None:
        """Bring a document to the front in its tab, and the tab to the front."""
        opened = self._open.get(document)
        if opened is not None:
            opened.tab.front = opened
            self.bar.setCurrentIndex(self.bar.index_of(opened.tab.key))
            self._show_current()

    def move_tab_behind(self, document: EditorDocument, others: Sequence[EditorDocument]) -> None:
        """Move a document's tab to the left until it is right behind those of `others`, or the first."""
        opened = self._open.get(document)
        if opened is not None:
            keys = (self._open[other].tab.key for other in others if other in self._open)
            last = max(map(self.bar.index_of, keys), default=-1)
            index = self.bar.index_of(opened.tab.key)
            if index > last + 1:
                self.bar.moveTab(index, last + 1)

    def step(self, steps: int) -> None:
        """Go `steps` tabs to the right, from the last on to the first."""
        if self.bar.count():
            self.bar.setCurrentIndex((self.bar.currentIndex() + steps) % self.bar.count())

    def go_to_tab(self, number: int) -> None:
        """Bring a tab to the front by its number from 1; a tab that is not there changes nothing."""
        if number <= self.bar.count():
            self.bar.setCurrentIndex(number - 1)

    def set_title(self, document: EditorDocument, title: str, tooltip: str) -> None:
        """Change the title and tooltip of a document's tab."""
        opened = self._open.get(document)
        if opened is not None:
            self.bar.set_title(opened.tab.key, title, tooltip)
            opened.editor.setAccessibleName(Sentence("window-text.text-of", name=title))

    def set_icon(self, document: EditorDocument, icon_name: str) -> None:
        """Change the icon of a document's tab."""
        opened = self._open.get(document)
        if opened is not None:
            self.bar.set_icon(opened.tab.key, icon_name)

    def show_unsaved(self, documents: Iterable[EditorDocument]) -> None:
        """Show the dot of unsaved text on the tabs of these documents, and on no other."""
        dotted = {self._open[document].tab.key for document in documents if document in self._open}
        for key in self._tabs:
            self.bar.set_unsaved(key, unsaved=key in dotted)
        self.strip.show_unsaved()

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
    def _current(self) -> OpenDocument | None:
        tab = self._tabs.get(self.bar.tabData(self.bar.currentIndex()))
        return None if tab is None else tab.front

    def editors(self) -> Iterator[CodeEditor]:
        """Go through all editors, source and second ones."""
        for opened in self._open.values():
            yield opened.editor
            if opened.alternative is not None and opened.alternative.editor is not None:
                yield opened.alternative.editor
        if self.second.editor is not None:
            yield self.second.editor

    def _tab_of_group(self, group: Hashable | None) -> Tab | None:
        grouped = (opened for opened in self._open.values() if opened.group is not None)
        return next((opened.tab for opened in grouped if opened.group == group), None)

    def _add_tab(self, title: str, icon_name: str, tooltip: str) -> Tab:
        key = self.bar.add(title, icon_name, tooltip)
        return self._tabs.setdefault(key, Tab(key))

    def _remove_from_tab(self, opened: OpenDocument) -> None:
        tab = opened.tab
        tab.remove(opened)
        if not tab.members:
            del self._tabs[tab.key]
            with QSignalBlocker(self.bar):
                self.bar.remove(tab.key)
            self.bar.fit()

    def _take(self, editor: CodeEditor) -> None:
        self.make_alike(editor)
        editor.copied.connect(self.copied)
        self._stack.addWidget(editor)

    def _give(self, opened: OpenDocument, alternative: StandIn | None, page: EmptyPlace | None) -> None:
        """Give a document what is to be shown in place of its text; None changes nothing."""
        if alternative is not None:
            opened.alternative = alternative
            if alternative.editor is not None:
                self._take(alternative.editor)
            if alternative.surface is not None and self._stack.indexOf(alternative.surface.widget) < 0:
                self._stack.addWidget(alternative.surface.widget)
        if page is not None:
            opened.page = page
            self._stack.addWidget(page)

    def _drop(self, alternative: StandIn | None, page: EmptyPlace | None) -> None:
        if alternative is not None and alternative.editor is not None:
            self._let_go(alternative.editor)
        if page is not None:
            self._stack.removeWidget(page)
            page.deleteLater()

    def _let_go(self, editor: CodeEditor) -> None:
        self._stack.removeWidget(editor)
        editor.let_go()
        editor.deleteLater()

    def _show_current(self, _index: int = 0) -> None:
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        opened = self._current
        surface = None if opened is None else opened.surface_in_front
        editor = None if opened is None or surface is None else opened.second_editor
        if surface is not self._surface or editor is not self._on_surface:  # the one before comes back
            if self._surface is not None and self._on_surface is not None:
                self._surface.release()
                self._stack.addWidget(self._on_surface)
            self._surface, self._on_surface = surface, editor
            if surface is not None and editor is not None:
                self._stack.removeWidget(editor)
                surface.take(editor)
        place = self.current_place or self._empty
        ends_loan = opened is not None and opened.is_lent and place is opened.editor
        if opened is not None and ends_loan:
            opened.is_lent = False
            self._stack.addWidget(place)
        before, document = self._stack.currentWidget(), self.current_document
        self._stack.setCurrentWidget(place if surface is None else surface.widget)
        self._bars.setVisible(opened is not None)
        is_same = document is self._shown and self._stack.currentWidget() is before
        if had_focus and not self.bar.hasFocus() and not (is_same and focus and focus.isVisible()):
            place.setFocus()
        self.strip.show_views(() if opened is None else opened.views, self.view_of(document))
        if document is not self._shown:
            self._shown = document
            self.current_changed.emit(document)
        if ends_loan:
            self.returned.emit(document)

    def _choose_view(self, view: str) -> None:
        if self._shown is not None:
            self.show_view(self._shown, view)
            self.view_chosen.emit(self._shown, view)

    def document_at(self, index: int) -> EditorDocument:
        """Return the document in front of the tab at an index of the bar."""
        return self._tabs[self.bar.tabData(index)].documents[0]

    def sort_of(self, document: EditorDocument) -> TabSort:
        """Return how the tab of an open document is kept."""
        return self.bar.sort_of(self._open[document].tab.key)

    def set_sort(self, document: EditorDocument, sort: TabSort) -> None:
        """Change how the tab of an open document is kept."""
        self.bar.set_sort(self._open[document].tab.key, sort)

    def keep(self, document: EditorDocument, _edit: object = None) -> None:
        """Let the tab of a document stay when the next file is previewed."""
        if document in self._open and self.sort_of(document) is TabSort.PREVIEW:
            self.set_sort(document, TabSort.KEPT)

    @property
    def previewed(self) -> EditorDocument | None:
        """The document in front of the preview tab, None without one."""
        sorts = ((document, self.sort_of(document)) for document in self.documents)
        return next((document for document, sort in sorts if sort is TabSort.PREVIEW), None)

"""The open documents, one tab each, and the editor of the one in front."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.popups import pop_up
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.layouts import column, stacked
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import menu_words
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.stand_in import SOURCE, EditorSurface, StandIn
from editor_app.window.text.tab_strip import TabGroups, TabStrip, TextSplitter


class EditorTabs(QWidget):
    """The tabs of the open documents, and below them the bars and the editor of the document in front.

    Documents of one group share a tab, which shows one of them. A document can have a page, which is shown in
    place of its text. It can have a second editor, which shows a part of it in place of its source; a switch
    right of the tabs chooses between "part", "source" and the view of its surface. A tab has one view
    for all its documents.
    `view_chosen` tells that choice, `room_changed` the height below the tabs in pixels. A source editor
    can be lent; `returned` tells its borrower that the loan has ended.
    """

    current_changed = Signal(object)
    close_requested = Signal(object)
    history_requested = Signal(object)
    view_chosen = Signal(object, str)
    room_changed = Signal(int)
    zoom_changed = Signal(int)
    returned = Signal(object)  # the document whose tab came to the front, or is being closed

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin with no document open."""
        super().__init__(parent)
        self._editors: dict[EditorDocument | None, CodeEditor] = {}
        self._alternatives: dict[EditorDocument | None, StandIn] = {}
        self._groups = TabGroups()
        self._views: dict[int, str] = {}  # by tab, where its documents have second editors
        self._surface: EditorSurface | None = None  # what has the editor in front now
        self._on_surface: CodeEditor | None = None
        self._pages: dict[EditorDocument | None, EmptyPlace] = {}
        self._lent: set[EditorDocument | None] = set()
        self.opens_behind = False
        """Whether new tabs leave the one in front there, as long as there is one."""
        self.text_zoom = 0
        """By how many pixels the text is larger than usual."""
        self.wraps = True
        """Whether long lines are broken at the right edge."""
        self.tab_moves_focus = False
        self._shown: EditorDocument | None = None
        self.strip = TabStrip(self)
        self.bar = self.strip.bar
        self._bars = QWidget(self)
        self._bars_column = column(self._bars)
        self._bars.hide()
        self._empty: QWidget = EmptyPlace(
            "Nothing open", "Choose a file in the library to read and edit it here.", ground="paper"
        )
        self._stack = stacked(self, self._empty)
        self.texts = TextSplitter(self._stack, self)
        column(self, self.strip, self._bars, (self.texts, 1))
        self.bar.currentChanged.connect(self._show_current)
        self.bar.close_clicked.connect(lambda at: self.close_requested.emit(self._front_document(at)))
        self.bar.menu_requested.connect(lambda at, place: pop_up(self.menu_for(at), place))
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
        group: Hashable | None = None,
    ) -> CodeEditor:
        """Open a document in the tab of its group or a new one, bring it to the front; return its editor.

        It is shown with its second editor or page at once. With `begins_in_source` the second editor
        is shown only when it is chosen. In a tab that is there already, the view stays.
        """
        editor = CodeEditor(document, self._stack)
        editor.setAccessibleName(f"Text of {title}")
        self._take(editor)
        with QSignalBlocker(self.bar):
            tab = self._groups.tab_of_group(group)
            is_new = tab is None
            if tab is None:
                try:
                    tab = self.bar.add(title, icon_name, tooltip)
                except BaseException:
                    self._let_go(editor)
                    raise
            self._editors[document] = editor
            self._groups.add(document, tab, group)
            if alternative is not None:
                self._add_alternative(document, alternative)
            if begins_in_source and is_new:
                self._views[tab] = SOURCE
            if page is not None:
                self._add_page(document, page)
            if not self.opens_behind:
                self._groups.bring_to_front(document)
                self.bar.setCurrentIndex(self.bar.index_of(tab))
        self.bar.fit()
        self._show_current()
        return editor

    def remove(self, document: EditorDocument) -> None:
        """Take a document out of its tab, and close a tab without documents; the document is its owner's."""
        editor = self._editors.pop(document, None)
        if editor is None:
            return
        alternative = self._alternatives.pop(document, None)
        page = self._pages.pop(document, None)
        self._remove_from_tab(document)
        self._show_current()
        if document in self._lent:
            self._lent.discard(document)
            self.returned.emit(document)
        self._let_go(editor)
        if alternative is not None and alternative.editor is not None:
            self._let_go(alternative.editor)
        if page is not None:
            self._drop_page(page)

    def set_group(self, document: EditorDocument, group: Hashable | None) -> None:
        """Let a document share the tab of another group, or have a tab of its own."""
        if document not in self._editors or group == self._groups.group(document):
            return
        before = self._groups.tab(document)
        index, view = self.bar.index_of(before), self._views.get(before)
        was_current = document is self.current_document
        title = self.bar.tabText(index), self.bar.icon_of(before), self.bar.tabToolTip(index)
        tab = self._groups.tab_of_group(group)
        with QSignalBlocker(self.bar):
            if tab is None:
                tab = self.bar.add(*title)
                self.bar.moveTab(self.bar.index_of(tab), index + 1)
            if view is not None and document in self._alternatives:
                self._views.setdefault(tab, view)
            self._remove_from_tab(document)
            self._groups.add(document, tab, group)
            if was_current:
                self._groups.bring_to_front(document)
                self.bar.setCurrentIndex(self.bar.index_of(tab))
        self._show_current()

    def set_page(self, document: EditorDocument, page: EmptyPlace | None) -> None:
        """Show a page in place of a document's text, or its text again."""
        if document not in self._editors or (page is None and document not in self._pages):
            return
        old = self._pages.pop(document, None)
        if page is not None:
            self._add_page(document, page)
        self._show_current()
        if old is not None:
            self._drop_page(old)

    def set_alternative(self, document: EditorDocument, alternative: StandIn | None) -> None:
        """Give an open document a second editor, which is shown from now on, or take it away."""
        if document not in self._editors:
            return
        old = self._alternatives.pop(document, None)
        tab = self._groups.tab(document)
        if len(self._groups.members(tab)) == 1:
            self._views.pop(tab, None)
        if alternative is not None:
            self._add_alternative(document, alternative)
        self._show_current()
        if old is not None and old.editor is not None:
            self._let_go(old.editor)

    def show_alternative(self, document: EditorDocument, *, shown: bool) -> None:
        """Show a document's second editor in place of its own, or its own again."""
        alternative = self._alternatives.get(document)
        if alternative is not None and shown != self.shows_alternative(document):
            self.show_view(document, alternative.views[0].name if shown else SOURCE)

    def shows_alternative(self, document: EditorDocument) -> bool:
        """Whether a document's second editor is the one it shows, by itself or on its surface."""
        return self.view_of(document) != SOURCE

    def show_view(self, document: EditorDocument, view: str) -> None:
        """Show a view of a document, and of those that share its tab; one that it has not changes nothing."""
        alternative = self._alternatives.get(document)
        if alternative is not None and view in dict(alternative.views):
            self._views[self._groups.tab(document)] = view
            self._show_current()

    def view_of(self, document: EditorDocument | None) -> str:
        """Return the view that a document shows: "part", "source" or that of its surface."""
        alternative = self._alternatives.get(document)
        if document is None or alternative is None:
            return SOURCE
        return self._views.get(self._groups.tab(document), alternative.views[0].name)

    def lend(self, document: EditorDocument) -> CodeEditor | None:
        """Return the source editor of a document to be shown elsewhere, until `give_back` or `returned`.

        None for one that is in front, or lent already.
        """
        editor = self._editors.get(document)
        if editor is None or document in self._lent or editor is self.current_editor:
            return None
        self._lent.add(document)
        self._stack.removeWidget(editor)
        return editor

    def give_back(self, document: EditorDocument) -> None:
        """Take back the editor of a document that was lent."""
        if document in self._lent:
            self._lent.discard(document)
            self._stack.addWidget(self._editors[document])

    def editor_of(self, document: EditorDocument) -> CodeEditor | None:
        """Return the source editor of an open document, None if it is not open."""
        return self._editors.get(document)

    @property
    def current_editor(self) -> CodeEditor | None:
        """The editor in front, source or second editor; None without a document.

        Where a view without an editor is in front, it is the source editor behind that.
        """
        document = self.current_document
        second = None if self.view_of(document) == SOURCE else self._alternatives[document].editor
        return self._editors.get(document) if second is None else second

    @property
    def current_place(self) -> QWidget | None:
        """What takes the focus in front: a page, a view without an editor, or the editor."""
        if self._surface is not None and self._on_surface is None:
            return self._surface.widget
        return self.current_page or self.current_editor

    @property
    def current_page(self) -> EmptyPlace | None:
        """The page that is shown in place of the text in front, or None."""
        return self._pages.get(self.current_document)

    @property
    def documents(self) -> tuple[EditorDocument, ...]:
        """The open documents in the order of their tabs; of each tab, the one in front first."""
        tabs = (self.bar.tabData(index) for index in range(self.bar.count()))
        return tuple(document for tab in tabs for document in self._groups.members(tab))

    @property
    def current_document(self) -> EditorDocument | None:
        """The document in front, None where none is open."""
        return self._groups.front(self.bar.tabData(self.bar.currentIndex()))

    def documents_in_tab_of(self, document: EditorDocument) -> tuple[EditorDocument, ...]:
        """Return the documents that share the tab of one, itself included; the one in front first."""
        return self._groups.members(self._groups.tab(document)) if document in self._editors else ()

    def show_document(self, document: EditorDocument) -> None:
        """Bring a document to the front in its tab, and the tab to the front."""
        if document in self._editors:
            self._groups.bring_to_front(document)
            self.bar.setCurrentIndex(self.bar.index_of(self._groups.tab(document)))
            self._show_current()

    def move_tab_behind(self, document: EditorDocument, others: Sequence[EditorDocument]) -> None:
        """Move a document's tab to the left until it is right behind those of `others`, or the first."""
        if document not in self._editors:
            return
        open_ones = (one for one in others if one in self._editors)
        last = max((self.bar.index_of(self._groups.tab(one)) for one in open_ones), default=-1)
        index = self.bar.index_of(self._groups.tab(document))
        if index > last + 1:
            self.bar.moveTab(index, last + 1)

    def step(self, steps: int) -> None:
        """Go `steps` tabs to the right, from the last on to the first."""
        if self.bar.count():
            self.bar.setCurrentIndex((self.bar.currentIndex() + steps) % self.bar.count())

    def set_title(self, document: EditorDocument, title: str, tooltip: str) -> None:
        """Change the title and tooltip of a document's tab."""
        if document in self._editors:
            self.bar.set_title(self._groups.tab(document), title, tooltip)
            self._editors[document].setAccessibleName(f"Text of {title}")

    def set_icon(self, document: EditorDocument, icon_name: str) -> None:
        """Change the icon of a document's tab."""
        if document in self._editors:
            self.bar.set_icon(self._groups.tab(document), icon_name)

    def show_unsaved(self, documents: Iterable[EditorDocument]) -> None:
        """Show the dot of unsaved text on the tabs of these documents, and on no other."""
        dotted = {self._groups.tab(document) for document in documents if document in self._editors}
        for tab in map(self.bar.tabData, range(self.bar.count())):
            self.bar.set_unsaved(tab, unsaved=tab in dotted)
        self.strip.show_unsaved()

    def zoom(self, steps: int) -> None:
        """Make the text of all editors larger by `steps` pixels."""
        editor = self.current_editor
        if editor is not None:
            editor.zoom(steps)

    def set_zoom(self, zoom: int) -> None:
        """Make the text of all editors `zoom` pixels larger than usual."""
        if zoom == self.text_zoom:
            return
        announce(self, f"Text size: {current_theme().font('code').pixelSize() + zoom} pixels.")
        self.text_zoom = zoom
        for editor in self._all_editors():
            editor.set_zoom(zoom)
        self.zoom_changed.emit(zoom)

    def set_word_wrap(self, wraps: bool) -> None:
        """Break long lines at the right edge in all editors, or scroll."""
        self.wraps = wraps
        for editor in self._all_editors():
            editor.set_word_wrap(wraps)

    def set_tab_moves_focus(self, moves: bool) -> None:
        """Let Tab leave the editors instead of indenting."""
        self.tab_moves_focus = moves
        for editor in self._all_editors():
            editor.setTabChangesFocus(moves)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Announce a new height below the tabs."""
        super().resizeEvent(event)
        if event.size().height() != event.oldSize().height():
            self.room_changed.emit(self.room)

    @property
    def room(self) -> int:
        """The height below the tabs in pixels."""
        return self.height() - self.strip.height()

    def _all_editors(self) -> Iterator[CodeEditor]:
        yield from self._editors.values()
        seconds = (alternative.editor for alternative in self._alternatives.values())
        yield from (editor for editor in seconds if editor is not None)

    def _take(self, editor: CodeEditor) -> None:
        editor.set_zoom(self.text_zoom)
        editor.set_word_wrap(self.wraps)
        editor.setTabChangesFocus(self.tab_moves_focus)
        editor.zoom_changed.connect(self.set_zoom)
        self._stack.addWidget(editor)

    def _add_alternative(self, document: EditorDocument, alternative: StandIn) -> None:
        if alternative.editor is not None:
            self._take(alternative.editor)
        self._alternatives[document] = alternative
        if alternative.surface is not None and self._stack.indexOf(alternative.surface.widget) < 0:
            self._stack.addWidget(alternative.surface.widget)

    def _remove_from_tab(self, document: EditorDocument) -> None:
        tab = self._groups.remove(document)
        if tab is not None:
            self._views.pop(tab, None)
            with QSignalBlocker(self.bar):
                self.bar.remove(tab)
            self.bar.fit()

    def _add_page(self, document: EditorDocument, page: EmptyPlace) -> None:
        self._pages[document] = page
        self._stack.addWidget(page)

    def _let_go(self, editor: CodeEditor) -> None:
        self._stack.removeWidget(editor)
        editor.let_go()
        editor.deleteLater()

    def _drop_page(self, page: EmptyPlace) -> None:
        self._stack.removeWidget(page)
        page.deleteLater()

    def _show_current(self, _index: int = 0) -> None:
        editor = self.current_editor
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        document = self.current_document
        surface = self._put_on_surface(document, editor)
        has_no_editor = surface is not None and self._on_surface is None
        shown: QWidget = (
            surface.widget
            if surface is not None and has_no_editor
            else self.current_page or editor or self._empty
        )
        ends_loan = document in self._lent and shown is self._editors.get(document)
        if ends_loan:
            self._lent.discard(document)
            self._stack.addWidget(shown)
        self._stack.setCurrentWidget(shown if surface is None else surface.widget)
        self._bars.setVisible(editor is not None)
        if had_focus and not self.bar.hasFocus():
            shown.setFocus()
        alternative = self._alternatives.get(document)
        self.strip.show_views(alternative.views if alternative is not None else (), self.view_of(document))
        if document is not self._shown:
            self._shown = document
            self.current_changed.emit(document)
        if ends_loan:
            self.returned.emit(document)

    def _put_on_surface(
        self, document: EditorDocument | None, editor: CodeEditor | None
    ) -> EditorSurface | None:
        """Place the editor in front on its surface, if that is the view, and take back the one before.

        Returns the surface that is shown, None for a view without one.
        """
        alternative = self._alternatives.get(document)
        surface = alternative.surface if alternative is not None and document not in self._pages else None
        if surface is not None and self.view_of(document) != surface.name:
            surface = None
        if surface is not None and alternative is not None and alternative.editor is None:
            editor = None
        if surface is self._surface and (surface is None or editor is self._on_surface):
            return surface
        if self._surface is not None and self._on_surface is not None:
            self._surface.release()
            self._stack.addWidget(self._on_surface)
        self._surface, self._on_surface = surface, editor if surface is not None else None
        if surface is not None and editor is not None:
            self._stack.removeWidget(editor)
            surface.take(editor)
        return surface

    def _choose_view(self, view: str) -> None:
        document = self._shown
        if document is not None:
            self.show_view(document, view)
            self.view_chosen.emit(document, view)

    def _front_document(self, index: int) -> EditorDocument:
        document = self._groups.front(self.bar.tabData(index))
        assert document is not None
        return document

    def menu_for(self, index: int) -> QMenu:
        """Return the menu of a tab."""
        document = self._front_document(index)
        close = MenuEntry("Close", partial(self.close_requested.emit, document))
        return menu_of(
            self, close, None, MenuEntry("History…", partial(self.history_requested.emit, document))
        )

    def _open_list(self) -> None:
        button = self.strip.list_button
        place = button.mapToGlobal(QPoint(0, button.height()))
        pop_up(menu_of(self, *map(self._entry, range(self.bar.count()))), place)

    def _entry(self, index: int) -> MenuEntry:
        words = menu_words(self.bar.tabText(index)) + ("  ●" if self.bar.is_unsaved(index) else "")
        is_checked = index == self.bar.currentIndex()
        return MenuEntry(words, partial(self.bar.setCurrentIndex, index), is_checked=is_checked)

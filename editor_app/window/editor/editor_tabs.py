"""The open documents, one tab each, and the editor of the one in front."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
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
from editor_app.window.editor.document import EditorDocument
from editor_app.window.editor.tab_bar import DocumentTabBar
from editor_app.window.icons import icon, icon_size
from editor_app.window.popups import round_menu
from editor_app.window.theme import Theme
from editor_app.window.widgets.sections import EmptyState
from editor_app.window.widgets.words import menu_words, plain_tooltip


class EditorTabs(QWidget):
    """A strip of tabs over the bars that belong to the document in front, over its text."""

    current_changed = Signal(object)
    close_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Have nothing open."""
        super().__init__(parent)
        self._theme = theme
        self._editors: dict[int, CodeEditor] = {}
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
        self._empty: QWidget = EmptyState(
            "Nothing open", "Choose a file in the library to read and edit it here.", theme
        )
        self._stack.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.strip, self._bars, self._stack):
            column.addWidget(widget)
        self.bar.currentChanged.connect(self._show_current)
        self.bar.close_clicked.connect(self._ask_close)
        self.strip.list_button.clicked.connect(self._open_list)
        for keys, steps in (("Ctrl+Tab", 1), ("Ctrl+PgDown", 1), ("Ctrl+Shift+Tab", -1), ("Ctrl+PgUp", -1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda steps=steps: self.step(steps))

    def set_bars(self, bars: Sequence[QWidget]) -> None:
        """Put these between the tabs and the text, from top to bottom; they hide with the last tab."""
        for bar in bars:
            self._bars_column.addWidget(bar)

    def set_empty(self, widget: QWidget) -> None:
        """Show `widget` while nothing is open."""
        self._stack.removeWidget(self._empty)
        self._empty.deleteLater()
        self._empty = widget
        self._stack.insertWidget(0, widget)
        self._show_current()

    def add(self, document: EditorDocument, title: str, tooltip: str, icon_name: str) -> CodeEditor:
        """Open a document in a tab of its own, in front, and return its editor."""
        editor = CodeEditor(document, self._theme, self._stack)
        editor.setAccessibleName(f"Text of {title}")
        editor.set_zoom(self._zoom)
        editor.set_word_wrap(self._wraps)
        editor.set_tab_moves_focus(self._tab_moves_focus)
        editor.zoom_changed.connect(self.set_zoom)
        self._stack.addWidget(editor)
        self.bar.blockSignals(True)  # noqa: FBT003  Qt's signature
        key = self.bar.add(title, icon_name, plain_tooltip(tooltip))
        self._editors[key] = editor
        self.bar.set_unsaved(key, unsaved=document.is_modified)
        document.modified_changed.connect(self._follow_modified)
        self.bar.setCurrentIndex(self.bar.index_of(key))
        self.bar.blockSignals(False)  # noqa: FBT003  Qt's signature
        self.bar.check_overflow()
        self._show_current()
        return editor

    def remove(self, document: EditorDocument) -> None:
        """Close a document's tab; the document itself is its owner's."""
        key = self._key_of(document)
        if key is None:
            return
        editor = self._editors.pop(key)
        self.bar.blockSignals(True)  # noqa: FBT003  Qt's signature
        self.bar.remove(key)
        self.bar.blockSignals(False)  # noqa: FBT003  Qt's signature
        self.bar.check_overflow()
        self._show_current()
        self._stack.removeWidget(editor)
        document.modified_changed.disconnect(self._follow_modified)
        editor.let_go()
        editor.deleteLater()

    def editor_of(self, document: EditorDocument) -> CodeEditor | None:
        """Return the editor of an open document."""
        key = self._key_of(document)
        return self._editors[key] if key is not None else None

    @property
    def current_editor(self) -> CodeEditor | None:
        """The editor in front."""
        return self._editors.get(self.bar.tabData(self.bar.currentIndex())) if self._editors else None

    @property
    def documents(self) -> tuple[EditorDocument, ...]:
        """The open documents in the order of their tabs."""
        return tuple(self._editors[self.bar.tabData(index)].contents for index in range(self.bar.count()))

    def show_document(self, document: EditorDocument) -> None:
        """Bring a document's tab to the front."""
        key = self._key_of(document)
        if key is not None:
            self.bar.setCurrentIndex(self.bar.index_of(key))

    def step(self, steps: int) -> None:
        """Go `steps` tabs to the right, round the end."""
        if self.bar.count():
            self.bar.setCurrentIndex((self.bar.currentIndex() + steps) % self.bar.count())

    def set_title(self, document: EditorDocument, title: str, tooltip: str) -> None:
        """Change what a tab is called."""
        key = self._key_of(document)
        if key is not None:
            self.bar.set_title(key, title, plain_tooltip(tooltip))
            self._editors[key].setAccessibleName(f"Text of {title}")

    def zoom(self, steps: int) -> None:
        """Make the text of all editors larger by `steps` pixels."""
        editor = self.current_editor
        if editor is not None:
            editor.zoom(steps)

    def set_zoom(self, zoom: int) -> None:
        """Make the text of all editors `zoom` pixels larger than usual."""
        self._zoom = zoom
        for editor in self._editors.values():
            editor.set_zoom(zoom)

    def set_word_wrap(self, wraps: bool) -> None:
        """Break long lines at the right edge in all editors, or scroll."""
        self._wraps = wraps
        for editor in self._editors.values():
            editor.set_word_wrap(wraps)

    def set_tab_moves_focus(self, moves: bool) -> None:
        """Let Tab leave the editors instead of indenting."""
        self._tab_moves_focus = moves
        for editor in self._editors.values():
            editor.set_tab_moves_focus(moves)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of `theme`."""
        self._theme = theme
        self.strip.apply_theme(theme)
        if isinstance(self._empty, EmptyState):
            self._empty.apply_theme(theme)
        for editor in self._editors.values():
            editor.apply_theme(theme)

    def _key_of(self, document: object) -> int | None:
        return next((key for key, editor in self._editors.items() if editor.contents is document), None)

    def _show_current(self, _index: int = 0) -> None:
        editor = self.current_editor
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self._stack.setCurrentWidget(editor if editor is not None else self._empty)
        self._bars.setVisible(editor is not None)
        if editor is not None and had_focus and not self.bar.hasFocus():
            editor.setFocus()
        document = editor.contents if editor is not None else None
        if document is not self._shown:
            self._shown = document
            self.current_changed.emit(document)

    def _follow_modified(self, _modified: bool) -> None:
        for key, editor in self._editors.items():
            self.bar.set_unsaved(key, unsaved=editor.contents.is_modified)

    def _ask_close(self, index: int) -> None:
        self.close_requested.emit(self._editors[self.bar.tabData(index)].contents)

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
    """The tabs, and at the right the list of all of them when they do not find room."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.bar = DocumentTabBar(theme, self)
        self.list_button = QToolButton(self)
        self.list_button.setProperty("look", "icon")
        self.list_button.setAccessibleName("All open files")
        self.list_button.setToolTip("All open files")
        self.list_button.hide()
        self.bar.overflow_changed.connect(self.list_button.setVisible)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(0)
        self.row.addWidget(self.bar, 1)
        self.row.addWidget(self.list_button)
        self.apply_theme(theme)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of `theme`."""
        self._theme = theme
        self.bar.apply_theme(theme)
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

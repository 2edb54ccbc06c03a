"""Commands that find and replace where the focus is: in a text by the find bar, in a list by its filter."""

from __future__ import annotations

from itertools import takewhile

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTextBrowser, QWidget

from editor_app.window.commands.finding.library import LibraryFinding
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.frame.notices import User
from editor_app.window.kit.focus.panel_focus import is_inside
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.focus.tab_order import with_parents
from editor_app.window.kit.form.filtered import FilterOver
from editor_app.window.kit.form.text_fields import SearchField
from editor_app.window.kit.rows.table import RowTable
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.panels.preview.views import TEXT
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.finding.find_bar import FindBar
from editor_app.window.text.finding.find_fields import Searched
from editor_app.window.text.finding.parts import SearchedParts
from editor_app.window.text.surface import TextSurface

_BELOW_THE_NOTICES = 1
_PLACES = (TextSurface, SearchField, RowTree, RowTable)


class FindCommands(WindowCommands):
    """Finds in the editor in front, or in the panel that has the focus."""

    def __init__(self, documents: Documents, shown: WindowView, user: User) -> None:
        """Put the find bar over the editors."""
        super().__init__(documents, shown, user)
        self.searched = Searched()
        self.library = LibraryFinding(documents, shown, user, searched=self.searched)
        self.bar = FindBar(self.searched, shown.tabs)
        self.bar.parts = self._parts
        self.bar.part_requested.connect(self._bring_part)
        shown.tabs.insert_bar(_BELOW_THE_NOTICES, self.bar)
        shown.current.editor_changed.connect(self._follow_editor)
        keep_key(shown.tabs, "Esc", self._close)  # what the text has no use for

    def find(self, *, replaces: bool = False) -> None:
        """Find where the focus is: in the panel's text or list, else in the editor in front."""
        place = None if replaces else self._place_of_focus()
        text = self._text_with_focus() if replaces else place
        if replaces and isinstance(text, TextSurface) and text.isReadOnly():
            text = self._current.editor
        if isinstance(text, TextSurface) and text is not self._current.editor:
            self._bar_over(text).open_for(text, replaces=replaces)
        elif isinstance(place, RowTree) and place.find_here is not None:
            place.find_here()
        elif isinstance(place, RowTree | RowTable):
            FilterOver.of(place).find_here()
        elif isinstance(place, SearchField):
            place.find_here()
        elif (editor := self._current.editor) is not None and editor.isVisible():
            self.bar.open_for(editor, replaces=replaces)

    def step(self, *, backwards: bool = False) -> None:
        """Go to the next hit or the one before, of what was looked for last."""
        text = self._text_with_focus() or self._current.editor
        if text is None:
            return
        bar = self.bar if text is self._current.editor else self._bar_over(text)
        if self.searched.query.pattern:
            bar.step_in(text, backwards=backwards)
        else:
            bar.open_for(text)

    def _text_with_focus(self) -> TextSurface | None:
        """Return the text that has the focus, or whose find bar has it."""
        around = with_parents(QApplication.focusWidget())
        return next((widget for widget in around if isinstance(widget, TextSurface)), None)

    def _place_of_focus(self) -> QWidget | None:
        """Return the text or list to find in: what has the focus, else the nearest one beside it."""
        widget, tabs, preview = QApplication.focusWidget(), self._tabs, self._shown.panels.preview
        if isinstance(widget, QTextBrowser) and preview.isAncestorOf(widget):
            preview.choose_view(TEXT)  # what is laid out as Markdown is found in as it is sent
            return preview.text
        for around in takewhile(lambda outer: not is_inside(tabs, outer), with_parents(widget)):
            for place in (around, *around.findChildren(QWidget)):
                if isinstance(place, _PLACES) and place.isVisible():
                    return place
        return None

    def _bar_over(self, text: TextSurface) -> FindBar:
        directly = Qt.FindChildOption.FindDirectChildrenOnly
        return text.findChild(FindBar, options=directly) or FindBar(self.searched, over=text)

    def _parts(self) -> SearchedParts:
        """Return what is searched as one with the text in front."""
        found_in = self._shown.current.perspective.found_in
        return found_in.parts() if found_in is not None else SearchedParts()

    def _bring_part(self, place: int) -> None:
        found_in = self._shown.current.perspective.found_in
        if found_in is not None:
            found_in.bring_part(place)
            self.bar.show_surface(self._shown.current.editor)

    def _close(self) -> None:
        if not self.bar.isHidden():
            self.bar.close_bar()

    def _follow_editor(self, editor: CodeEditor | None) -> None:
        if not self.bar.isHidden():
            self.bar.show_surface(editor)

"""The text beside the one in front: another file, or another place of the same one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from editor_app.text import Sentence
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kit.application import application
from editor_app.window.kit.focus.panel_focus import is_inside
from editor_app.window.perspectives.whole_link import WholeLink
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.editor_tabs import EditorTabs


class SecondText(QObject):
    """Shows an open file beside the tab in front, and tells which of the two texts is written in.

    `made` has the file and its second editor. `focus_moved` tells that the focus went from one text to the
    other; in a panel it stays with the one before.
    """

    made = Signal(object, object)
    focus_moved = Signal()

    def __init__(self, files: OpenFiles, tabs: EditorTabs, parent: QObject | None = None) -> None:
        """Begin with one text."""
        super().__init__(parent)
        self._tabs, self._pane = tabs, tabs.second
        self.file: OpenFile | None = None
        self.has_focus = False
        """Whether the second text had the focus last."""
        self._link: WholeLink | None = None
        self._pane.close_clicked.connect(self.close)
        files.closed.connect(self._follow_close)
        files.renamed.connect(self._follow_rename)
        application().focusChanged.connect(self._follow_focus)

    @property
    def editor(self) -> CodeEditor | None:
        """The second editor, None without one."""
        return self._pane.editor

    def show(self, file: OpenFile) -> CodeEditor:
        """Show an open file beside, in place of any other, with the caret where the first editor has it."""
        if file is self.file and self.editor is not None:
            return self.editor
        self.close()
        self.file = file
        self._link = link = WholeLink(file, self)
        editor = CodeEditor(link.document, self._pane)
        editor.setAccessibleName(Sentence("window-perspectives.text-beside", name=file.path.name))
        self._tabs.make_alike(editor)
        editor.copied.connect(self._tabs.copied)
        self._pane.show_editor(editor, file.path.name)
        link.analysed.connect(editor.show_analysis)
        link.refresh()
        first = self._tabs.editor_of(file.document)
        if first is not None and link.document.takes_edits:
            editor.select_span(first.selected_span())
        self.made.emit(file, editor)
        return editor

    def close(self) -> None:
        """Show one text only, which gets the focus if the second one had it."""
        editor, link, had_focus = self.editor, self._link, self.has_focus
        if editor is None or link is None:
            return
        self.file, self._link, self.has_focus = None, None, False
        place = self._tabs.current_place
        if had_focus and place is not None:
            place.setFocus()
        self._pane.clear()
        link.end()
        if had_focus:
            self.focus_moved.emit()
        editor.let_go()
        editor.deleteLater()
        link.deleteLater()

    def _follow_close(self, file: OpenFile) -> None:
        if file is self.file:
            self.close()

    def _follow_rename(self, file: OpenFile) -> None:
        if file is self.file:
            self._pane.name.setText(file.path.name)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self.editor is None or now is None or isinstance(now, (QMenu, QMenuBar)):
            return
        is_second = is_inside(now, self._pane)
        if is_second != self.has_focus and (is_second or is_inside(now, self._tabs.first)):
            self.has_focus = is_second
            self.focus_moved.emit()

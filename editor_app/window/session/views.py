"""How each tab is shown, taken for the session's state and brought back: carets, scrolls, values."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from editor_app.system_messages.situations.situation import EMPTY_SITUATION, Situation
from editor_app.text import Span
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.kit.positions import cursor_over
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.session.journaling import Journaling
from editor_app.window.session.state import LinesInSight, SessionState, TabLook, TabState, TabTrial
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.open_documents import SOURCE


class TabViews(QObject):
    """Reads from tabs how they are shown, and shows restored ones so.

    A tab is scrolled when it first comes to the front: before that it has no size.
    """

    def __init__(self, documents: Documents, shown: WindowView, parent: QObject | None = None) -> None:
        """Use the tabs of these files."""
        super().__init__(parent)
        self._files, self._cases = documents.files, documents.cases
        self._tabs, self._perspective_of = shown.tabs, shown.perspective_of
        self._second = shown.second
        self._first_lines: WeakKeyDictionary[CodeEditor, int] = WeakKeyDictionary()
        self._soon = single_shot(self, 0, self._scroll_front)
        shown.tabs.current_changed.connect(lambda _document: self._soon.start())

    def state(self, journaling: Journaling, preview: str) -> SessionState:
        """Return how all tabs are shown now; `preview` is the view of the preview."""
        files = {file.document: file for file in self._files.files}
        shown = [files[document] for document in self._tabs.documents if document in files]
        front = self._tabs.current_document
        return SessionState(
            tuple(self._tab(file, journaling.number_of(file)) for file in shown),
            next((index for index, file in enumerate(shown) if file.document is front), 0),
            self._tabs.text_zoom,
            preview,
        )

    def of(self, file: OpenFile) -> TabState:
        """Return how the tab of a file that is on the disk is shown now."""
        return self._tab(file, 0)

    def _tab(self, file: OpenFile, number: int) -> TabState:
        editor, second = self._tabs.editor_of(file.document), self._second.editor
        values = file.values.items() if file.is_untitled else ()
        has_situation = bool(file.situations) or file.situation != EMPTY_SITUATION
        bridge = file.document.bridge
        cursor, caret = (editor.textCursor(), editor.cursor_offset()) if editor else (QTextCursor(), 0)
        return TabState(
            path=None if file.is_untitled else str(file.path),
            number=number if file.is_untitled else None,
            caret=caret,
            anchor=caret if file.document.is_filling else bridge.offset(cursor.anchor()),
            lines=LinesInSight(self._first_line(editor), editor.folding.lines if editor is not None else ()),
            look=TabLook(
                not self._tabs.shows_alternative(file.document),
                self._tabs.sort_of(file.document),
                (second.cursor_offset(), self._first_line(second))
                if second is not None and file is self._second.file
                else (),
            ),
            tried=TabTrial(
                file.case_name,
                {name: value for name, value in values if value is not None},
                _without_mutings(file.situation) if has_situation else None,
                file.situation_name if has_situation else None,
            ),
            of_kind=self._perspective_of(file).kept_state(file),
        )

    def _first_line(self, editor: CodeEditor | None) -> int:
        if editor is None:
            return 0
        waiting = self._first_lines.get(editor)
        return editor.firstVisibleBlock().blockNumber() if waiting is None else waiting

    def restore(self, file: OpenFile, tab: TabState) -> None:
        """Show an open file as a tab was shown."""
        tried = tab.tried
        if file.is_untitled:
            file.set_values(tried.values, None)
        else:
            self._cases.when_read(file, partial(self._choose_case, file, tried.case))
        if tried.situation is not None and tried.situation != _without_mutings(file.situation):
            known = {situation.name for situation in file.situations}
            name = tried.situation_name if tried.situation_name in known else None
            file.set_situation(tried.situation, name)
        if self._tabs.shows_alternative(file.document) and tab.look.in_source:
            self._tabs.show_view(file.document, SOURCE)
        self._tabs.set_sort(file.document, tab.look.sort)
        if tab.of_kind:
            self._perspective_of(file).restore_state(file, tab.of_kind)
        editor = self._tabs.editor_of(file.document)
        if editor is None:
            return
        if file.document.takes_edits:  # else only a part of the text is there
            ends = (
                file.document.bridge.position(min(end, len(file.text))) for end in (tab.anchor, tab.caret)
            )
            editor.setTextCursor(cursor_over(editor.document(), *ends))
        elif file.document.is_filling:
            editor.select_span(Span(*sorted((tab.anchor, tab.caret))))
        editor.folding.lines = tab.lines.folds
        self._first_lines[editor] = tab.lines.first
        if tab.look.beside:
            caret, first = (*tab.look.beside, 0)[:2]
            second = self._second.show(file)
            second.select_span(Span(caret, caret))
            self._first_lines[second] = first
        self._soon.start()

    def _choose_case(self, file: OpenFile, name: str | None) -> None:
        case = next((case for case in file.cases if case.name == name), None)
        is_there = case is not None or name is None
        if is_there and name != file.case_name and not self._cases.is_edited(file):
            file.set_values(case.values if case is not None else {}, name)

    def _scroll_front(self) -> None:
        for editor in self._tabs.editors():
            if editor in self._first_lines and editor.isVisible() and editor.contents.takes_edits:
                block = editor.document().findBlockByNumber(self._first_lines.pop(editor))
                editor.verticalScrollBar().setValue(block.firstLineNumber() if block.isValid() else 0)


def _without_mutings(situation: Situation) -> Situation:
    return replace(situation, muted=frozenset())

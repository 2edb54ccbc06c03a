"""Going from message to message: bringing one to the front, and which of them stay open."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from editor_app.chats.chat import ChatProblem, message_names
from editor_app.chats.reading import read_text
from editor_app.library.files.file_changes import FileChange, FileCreation
from editor_app.text import Span
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.titles import tab_folder
from editor_app.window.kinds.chat.conversation.conversation_view import ConversationView
from editor_app.window.kinds.chat.current_chat import CurrentChat
from editor_app.window.kinds.chat.message_view import MessageView
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.perspectives.window_services import WindowServices
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.finding.parts import SearchedParts
from editor_app.window.text.open_documents import PART, SOURCE

CONVERSATION: Final = "conversation"
"""The view of a message among all messages of its chat."""


class MessageNavigation(QObject):
    """Brings messages to the front, and closes those again that were opened and not touched."""

    def __init__(
        self,
        services: WindowServices,
        current: CurrentChat,
        conversation: ConversationView,
        parent: QObject | None = None,
    ) -> None:
        """Use these parts."""
        super().__init__(parent)
        self._documents, self._shown = services.documents, services.shown
        self.views: dict[OpenFile, MessageView] = {}
        """The view of each open message."""
        self._current = current
        self._conversation = conversation
        self._chosen: set[OpenFile] = set()  # the open messages that were brought to the front by themselves
        self._carets: dict[Path, tuple[str, int]] = {}  # of messages that closed themselves, with their texts
        self._left: Path | None = None  # the last message of a chat's tab, while it is being closed
        self._forget_left = single_shot(self, 0, self._forget_closed)
        self.untouched = single_shot(self, 0, self._close_untouched)  # closes what was only looked at

    def note_closed(self, file: OpenFile) -> None:
        """Note that a message is closed, whose view is gone."""
        self._chosen.discard(file)
        chat = tab_folder(file)
        if chat is not None and all(tab_folder(other) != chat for other in self.views):
            self._left = file.path
            self._forget_left.start()

    def parts(self) -> SearchedParts:
        """Return the contents of all messages, with the place of the one in front; of a file only that."""
        view, messages = self.view, self._current.chat.messages
        place = self._current.chat.index_of(view.file.path) if view is not None else None
        if view is None or place is None or self._shown.current.editor is not view.editor:
            return SearchedParts()
        return SearchedParts([row.text for row in messages], place)

    def bring_part(self, place: int) -> None:
        """Bring the message at a place to the front."""
        self.show_message(self._current.chat.messages[place].path)

    def show_message(self, path: Path) -> None:
        """Bring a message to the front; the focus stays where it is."""
        focus = QApplication.focusWidget()
        file = self.bring(path)
        if file is None:
            return
        view = self.views.get(file)
        text, caret = self._carets.pop(path, ("", 0))
        if view is not None and view.link.document.text == text and view.editor.cursor_offset() == 0:
            view.editor.select_span(Span(caret, caret))
        if self._current.shows_conversation:
            self._conversation.scroll_to(path)
        if focus is not None and focus is not QApplication.focusWidget() and focus.isVisible():
            focus.setFocus()

    def write_at(self, path: Path, span: Span | None) -> None:
        """Bring a message to the front and focus its text, at a span of the file if one is given.

        Without one, a caret that is at the start of the file is put behind the header.
        """
        file, editor = self.bring(path, span), self._shown.tabs.current_editor
        if file is None or editor is None:
            return
        is_source = self._shown.tabs.view_of(file.document) == SOURCE
        if span is None and is_source and editor.cursor_offset() == 0:
            start = read_text(file.text).parts.content.start
            editor.go_to(Span(start, start))
        editor.setFocus()

    def write_content(self, path: Path, span: Span) -> None:
        """Bring a message to the front and go to a span of its content."""
        file = self.bring(path)
        view = self.views.get(file) if file is not None else None
        if file is None or view is None:
            return
        if self._shown.tabs.view_of(file.document) == SOURCE:
            self.show_view(PART)
        view.editor.go_to(span)
        view.editor.setFocus()
        if self._current.shows_conversation:
            self._conversation.show_caret()

    # The views of a message: by itself, among the others, its file ----------------------------------------

    @property
    def view(self) -> MessageView | None:
        """The view of the message in front, None where another kind of file is."""
        file = self._shown.current.file
        return self.views.get(file) if file is not None else None

    def show_view(self, view: str) -> None:
        """Show the message in front in one of its views."""
        file = self._shown.current.file
        if file is not None:
            self._shown.tabs.show_view(file.document, view)
            self.follow_view()

    def switch_view(self) -> None:
        """Show the next of the three views."""
        file, views = self._shown.current.file, (PART, CONVERSATION, SOURCE)
        if file is not None:
            index = views.index(self._shown.tabs.view_of(file.document))
            self.show_view(views[(index + 1) % len(views)])

    def follow_view(self) -> None:
        """Go on in the view that has come to the front, at the same place."""
        view, tabs = self.view, self._shown.tabs
        if view is None:
            return
        source = tabs.editor_of(view.file.document)
        came_from_source = self._shown.current.editor is source
        shown = tabs.view_of(view.file.document)
        self._current.shows_conversation = shown == CONVERSATION
        self._shown.current.show_editor(tabs.current_editor)
        if shown == SOURCE and source is not None and not came_from_source:
            source.go_to(Span(view.source_offset, view.source_offset))
        elif shown != SOURCE and came_from_source and source is not None:
            offset = source.cursor_offset()
            view.go_to(Span(offset, offset))
        if shown == CONVERSATION:
            self._current.show_conversation(view.file)
            self._conversation.scroll_to(view.file.path)
        if tabs.current_editor is not None:
            tabs.current_editor.setFocus()

    def lend_editor(self, editor: CodeEditor) -> None:
        """Put the editor of a message among all messages of its chat."""
        file = next((file for file, view in self.views.items() if view.editor is editor), None)
        if file is None:
            return
        self._current.shows_conversation = True
        self._current.chat.show(file)
        if self._conversation.stack.index_of(file.path) is None:
            self._current.show_conversation(file)
        self._conversation.set_zoom(self._shown.tabs.text_zoom)
        self._conversation.take_editor(editor, file.path)

    # Which messages are open ------------------------------------------------------------------------------

    def bring(self, path: Path, span: Span | None = None) -> OpenFile | None:
        """Bring a file to the front, at a span of it if one is given; return None if it cannot be opened."""
        file = self._documents.files.open(path)
        if file is not None:
            self._chosen.add(file)
            self._shown.tabs.show_document(file.document)
            if span is not None:
                self._shown.current.go_to(span)
        return file

    def is_chosen(self, file: OpenFile) -> bool:
        """Whether somebody went to the message in front, which else is only where its chat was opened."""
        editor = self._shown.tabs.current_editor
        return file in self._chosen or (editor is not None and editor.cursor_offset() > 0)

    def go_to_neighbour(self, path: Path, step: int, at_end: bool) -> None:
        """Bring the message `step` places behind one to the front, and focus its text at its end or start."""
        messages, index = self._current.chat.messages, self._current.chat.index_of(path)
        if index is None or not 0 <= index + step < len(messages):
            return
        neighbour = messages[index + step].path
        file = self._documents.files.open(neighbour)
        view = self.views.get(file) if file is not None else None
        if view is not None:
            offset = len(view.link.document.text) if at_end else 0
            self.write_content(neighbour, Span(offset, offset))

    def follow_undo(self, taken_back: FileChange) -> None:
        """Show the message that undoing brought back, or the one before that in front, which it took away."""
        front, left, self._left = self._shown.current.file, self._left, None
        chat = tab_folder(front) if front is not None else None
        created = [step.path for step in taken_back.steps if isinstance(step, FileCreation)]
        brought_back = [path for path in created if path.parent == chat]
        if brought_back:
            self.show_message(brought_back[-1])
            return
        names = message_names(left.parent) if left is not None else ()
        if left is not None and names and not isinstance(names, ChatProblem):
            before = [name for name in names if int(Path(name).stem) < int(left.stem)]
            self.show_message(left.with_name(before[-1] if before else names[0]))

    def _close_untouched(self) -> None:
        """Close messages that were only looked at, now that another one is in front."""
        files, tabs = self._documents.files, self._shown.tabs
        shown = {tabs.documents_in_tab_of(file.document)[0] for file in self.views if self._has_tab(file)}
        for file in list(self.views):
            document = file.document
            is_touched = document.text_document.isUndoAvailable() or document.text_document.isRedoAvailable()
            if document in shown or not self._has_tab(file) or is_touched or file.is_unsaved:
                continue
            if not (file.is_stale or file.trouble or file.is_restoring) and tab_folder(file) is not None:
                editor = self.views[file].editor
                self._carets[file.path] = editor.contents.text, editor.cursor_offset()
                files.close(file)

    def _has_tab(self, file: OpenFile) -> bool:
        return bool(self._shown.tabs.documents_in_tab_of(file.document))

    def _forget_closed(self) -> None:
        self._left = None

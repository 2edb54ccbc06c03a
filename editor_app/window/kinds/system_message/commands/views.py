"""Commands that select a block, and switch between its content and the source."""

from __future__ import annotations

from collections.abc import Callable

from editor_app.system_messages.edits.values import Through
from editor_app.system_messages.model.entities import BlockPath
from editor_app.text import Span
from editor_app.window.kinds.system_message.message_view import ContentRemedy, SystemMessageView
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.editor_tabs import EditorTabs

_THROUGH = {ContentRemedy.EDIT_ANCHOR: Through.ANCHOR, ContentRemedy.DETACH: Through.DETACH}


class ViewCommands:
    """Navigation in the current system message; no command here changes the file."""

    def __init__(
        self,
        *,
        front: Callable[[], SystemMessageView | None],
        tabs: EditorTabs,
        follow_editor: Callable[[CodeEditor | None], None],
        show_status: Callable[[], None],
    ) -> None:
        """Use these parts; `follow_editor` tells the window which editor has come to the front."""
        self._front = front
        self._tabs = tabs
        self._follow_editor = follow_editor
        self._show_status = show_status

    @property
    def view(self) -> SystemMessageView | None:
        """The view of the current file, None if that is not a system message."""
        return self._front()

    def choose(self, path: BlockPath | None) -> None:
        """Select a block; None selects none."""
        if self.view is not None:
            self.view.choose(path)

    def choose_index(self, index: int) -> None:
        """Select a block by its index."""
        if self.view is not None:
            self.view.choose_index(index)

    def write_content(self, path: BlockPath) -> None:
        """Select a block and focus its content."""
        view = self.view
        if view is not None:
            view.choose(path)
            self.show_blocks()
            view.editor.setFocus()

    def begin_content(self) -> None:
        """Focus the content with its placeholder sentence selected, so that typing replaces it."""
        view = self.view
        if view is not None:
            self.show_blocks()
            view.editor.selectAll()
            view.editor.setFocus()

    def choose_remedy(self, remedy: object) -> bool:
        """Edit content from an anchor, at the anchor or detached here; return False for any other link."""
        through = next((one for name, one in _THROUGH.items() if name is remedy), None)
        view = self.view
        if view is None or through is None:
            return False
        view.link.choose(through)
        self._show_status()
        view.editor.setFocus()
        return True

    def show_blocks(self, *, shown: bool = True) -> None:
        """Bring the content of the selected block to the front, or the source."""
        view = self.view
        if view is not None:
            self._tabs.show_alternative(view.file.document, shown=shown)
            self._follow_editor(self._tabs.current_editor)

    def switch_view(self) -> None:
        """Switch between the content of a block and its place in the source."""
        view = self.view
        if view is not None:
            self.show_blocks(shown=not self._tabs.shows_alternative(view.file.document))
            self.go_on_in_view()

    def go_on_in_view(self) -> None:
        """Move the caret of the editor that has come to the front to where that of the other is."""
        view = self.view
        if view is None:
            return
        tabs, document = self._tabs, view.file.document
        source = tabs.editor_of(document)
        if source is None:
            return
        self._follow_editor(tabs.current_editor)
        if tabs.shows_alternative(document):
            offset = source.cursor_offset()
            view.go_to(Span(offset, offset))
            view.editor.setFocus()
            return
        place = view.source_offset
        if place is not None:
            source.go_to(Span(place, place))
        source.setFocus()

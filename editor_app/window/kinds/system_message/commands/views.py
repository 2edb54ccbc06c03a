"""Which block of a system message is chosen, and whether its content or the source is in front."""

from __future__ import annotations

from collections.abc import Callable

from editor_app.system_messages import BlockPath
from editor_app.system_messages.edits import Through
from editor_app.text import Span
from editor_app.window.editor.code_editor import CodeEditor
from editor_app.window.editor.editor_tabs import EditorTabs
from editor_app.window.kinds.system_message.message_view import ContentRemedy, SystemMessageView

_THROUGH = {ContentRemedy.EDIT_ANCHOR: Through.ANCHOR, ContentRemedy.DETACH: Through.DETACH}


class ViewCommands:
    """Goes about in the message in front; nothing here changes it."""

    def __init__(
        self,
        *,
        front: Callable[[], SystemMessageView | None],
        tabs: EditorTabs,
        follow_editor: Callable[[CodeEditor | None], None],
        show_status: Callable[[], None],
    ) -> None:
        """Take what to act on: `follow_editor` tells the window which editor has come to the front."""
        self._front = front
        self._tabs = tabs
        self._follow_editor = follow_editor
        self._show_status = show_status

    @property
    def view(self) -> SystemMessageView | None:
        """How the message in front is looked at, None for what is no message."""
        return self._front()

    def choose(self, path: BlockPath | None) -> None:
        """Choose a block."""
        if self.view is not None:
            self.view.choose(path)

    def choose_index(self, index: int) -> None:
        """Choose a block that a panel names by its index."""
        if self.view is not None:
            self.view.choose_index(index)

    def write_content(self, path: BlockPath) -> None:
        """Choose a block and go on writing in its content."""
        view = self.view
        if view is not None:
            view.choose(path)
            self.show_blocks()
            view.editor.setFocus()

    def begin_content(self) -> None:
        """Let what is typed next replace the sentence that holds the place of the content."""
        view = self.view
        if view is not None:
            self.show_blocks()
            view.editor.selectAll()
            view.editor.setFocus()

    def choose_remedy(self, remedy: object) -> bool:
        """Let a content that stands elsewhere be edited, there or here; say False for any other remedy."""
        through = next((one for name, one in _THROUGH.items() if name is remedy), None)
        view = self.view
        if view is None or through is None:
            return False
        view.link.choose(through)
        self._show_status()
        view.editor.setFocus()
        return True

    def show_blocks(self, *, shown: bool = True) -> None:
        """Show blocks, or the source."""
        view = self.view
        if view is not None:
            self._tabs.show_alternative(view.file.document, shown=shown)
            self._follow_editor(self._tabs.current_editor)

    def switch_view(self) -> None:
        """Go from the content of a block to its source, or back."""
        view = self.view
        if view is not None:
            self.show_blocks(shown=not self._tabs.shows_alternative(view.file.document))
            self.go_on_in_view()

    def go_on_in_view(self) -> None:
        """Put the caret of the view that has come to the front where that of the other stands."""
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

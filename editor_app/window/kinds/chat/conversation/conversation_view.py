"""All messages of a chat, one under the other; one is in a live editor, the others are painted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from editor_app.chats.chat import Message
from editor_app.text import Sentence, listed
from editor_app.window.kinds.chat.conversation.editor_keys import EditorKeys
from editor_app.window.kinds.chat.conversation.pointing import ClickableMessages
from editor_app.window.kinds.chat.message_rows import UNSAVED, MessageRow
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.theme.current import on_theme
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.connections import connect
from editor_app.window.text.code_editor import CodeEditor

_NAME: Final = Sentence("window-chat.conversation")


class ConversationView(ClickableMessages):
    """The messages of a chat, to read and edit in place.

    Layout and painting are in `MessageSurface`, the mouse is in `ClickableMessages`. The owner lends the
    editor of the message in front with `take_editor`. A click in another message asks for its editor by
    `place_requested`, with the offset in its content for the caret.
    """

    neighbour_requested = Signal(object, int, bool)
    """The path of the live message; -1 up, 1 down; whether the caret goes to the end of the neighbour."""
    zoom_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without messages."""
        super().__init__(parent)
        self._renamed_to: Path | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_NAME)
        self._keys = EditorKeys(self)
        self.empty = EmptyPlace(
            Sentence("window-chat.no-messages"),
            Sentence("window-chat.chat-is-empty"),
            Sentence("window-chat.new-message"),
            parent=self.viewport(),
        )
        connect(
            (self._hosted.scrolled_or_resized, self._follow_editor),
            (self._hosted.lost, self._forget_editor),
            (self._hosted.caret_used, self.show_caret),
            (
                self._keys.left,
                lambda step, at_end: self.neighbour_requested.emit(self.stack.live_path, step, at_end),
            ),
            (self._keys.paged, self._turn_page),
            (self.empty.chosen, lambda: self.new_requested.emit(0)),
        )
        on_theme(self, self._take_look)

    # What is shown ------------------------------------------------------------------------------------------

    def show_messages(self, items: Sequence[MessageRow], current: Path | None) -> None:
        """Show these messages, `current` as the one in front; a live editor of none of them is given back."""
        anchor = self._anchor()
        live_path, follows = self.stack.live_path, False
        if self._is_renamed_in(items):
            follows = self._has_caret_in(self.viewport().height())
            live_path, self._renamed_to = self._renamed_to, None
        if live_path not in {item.path for item in items}:
            self.release_editor()
            live_path = None
        self.stack.show(items, live_path)
        self._fit_gutter(max((text.lines for text in self.stack.texts), default=1))
        self._take_live_height(self.live_index)
        self._set_current(current)
        self._describe()
        self.empty.setVisible(not items)
        self._restore(anchor)
        if follows and live_path is not None:
            self.scroll_to(live_path)
            self.show_caret()
        self.measuring.start()

    def take_editor(self, editor: CodeEditor, path: Path) -> None:
        """Put the editor of a message in its place; it stays the owner's, and `release_editor` gives it back.

        An editor that was live before is given back first, and its message painted with the editor's text.
        """
        index = self.stack.index_of(path)
        if index is None:
            return
        has_focus = self.hasFocus()
        if self._hosted.editor is not editor:
            self.release_editor()
            editor.set_zoom(self._zoom)
            self._hosted.take(editor, self.stack.look.lines)
            self._keys.watch(editor)
            editor.zoom_changed.connect(self.set_zoom)
            self.setFocusProxy(editor)
            if has_focus:
                editor.setFocus()
        self._renamed_to = None
        self._set_current(path)
        self._follow_growths(self._take_live_height(index))

    def expect_rename(self, path: Path) -> None:
        """Expect the live message under a new path; its editor stays live once the messages have it there."""
        if self.live_index is not None:
            self._renamed_to = path

    def release_editor(self) -> None:
        """Give the live editor back, hidden, to the widget it was in; paint its message with its text."""
        index = self.live_index
        if self._hosted.editor is None:
            return
        self._renamed_to = None
        self.setFocusProxy(None)  # type: ignore[arg-type]  # the stubs do not know that None ends it
        self._keys.leave()
        returned = self._hosted.give_back()
        growths = self.stack.set_live(None)
        if returned is not None:
            returned.zoom_changed.disconnect(self.set_zoom)
            if index is not None:
                item = self.stack.items[index]
                written = Message(item.role, returned.contents.text)
                growths.append(self.stack.update(item._replace(message=written)))
        self._follow_growths(growths)
        self.measuring.start()

    def set_zoom(self, zoom: int) -> None:
        """Make the text `zoom` pixels larger than usual, also in the live editor."""
        if zoom == self._zoom:
            return
        self._zoom = zoom
        if self._hosted.editor is not None:
            self._hosted.editor.set_zoom(zoom)
        self._take_look()
        self.zoom_changed.emit(zoom)

    # Places -------------------------------------------------------------------------------------------------

    def show_caret(self) -> None:
        """Scroll as little as shows the row of the live editor's caret, with a row beyond it."""
        if self.live_index is None:
            return
        top, line, room = self.caret_top(), self.stack.look.code.line_height, self.viewport().height()
        margin = line if room >= 3 * line else 0
        if top + line + margin > room:
            self._scroll(self.offset + top + line + margin - room)
        elif top < margin:
            self._scroll(self.offset + top - margin)

    # Qt's events --------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break lines at the new width; what is at the top stays there, or the caret where it is in view."""
        super().resizeEvent(event)
        self.empty.setGeometry(self.viewport().rect())
        had_caret = self._has_caret_in(event.oldSize().height())
        if self.viewport().width() != self.stack.look.width:
            self._take_look()
        else:
            self._settle()
        if had_caret:
            self.show_caret()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, or zoom with Ctrl."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if self._hosted.editor is not None:
                self._hosted.editor.wheelEvent(event)
            event.accept()
        else:
            super().wheelEvent(event)

    # Inside -------------------------------------------------------------------------------------------------

    def _follow_editor(self, by: int) -> None:
        """Take the height of the live editor's text; scroll by what the editor scrolled by itself."""
        index, editor = self.live_index, self._hosted.editor
        if index is None or editor is None:
            return
        if editor.blockCount() > self.stack.look.lines:
            self._fit_gutter(editor.blockCount())
        is_in_view = self.stack.top(index + 1) > self.offset
        is_in_view &= self.stack.text_top(index) < self.offset + self.viewport().height()
        growths = self._take_live_height(index)
        if is_in_view:
            self._scroll(self.offset + by)
        else:
            self._follow_growths(growths)

    def _forget_editor(self) -> None:
        """Paint the message whose editor was deleted."""
        self._renamed_to = None
        self._keys.leave()
        self._follow_growths(self.stack.set_live(None))

    def _turn_page(self, step: int) -> None:
        """Move the caret by nearly the height of the view, over as many messages as are there."""
        index = self.live_index
        if index is None:
            return
        height, room = self.stack.look.code.line_height, self.viewport().height()
        by = step * max(room - 2 * height, height)
        x, y = self._hosted.caret_x(), self.offset + self.caret_top() + height // 2 + by
        y = min(max(y, 0), self.stack.total - 1)
        self._scroll(self.offset + by)
        target = self.stack.at(y)
        y = min(max(y, self.stack.rows_top(target)), self.stack.top(target + 1) - self.stack.look.below - 1)
        if target == index:
            self._hosted.put_caret(x, y - self.stack.text_top(index))
        else:
            self._ask_for_place(target, self.offset_at(target, QPoint(x, y - self.offset)))

    def _has_caret_in(self, height: int) -> bool:
        return self.live_index is not None and 0 <= self.caret_top() < height

    def _is_renamed_in(self, items: Sequence[MessageRow]) -> bool:
        """Whether these messages have the live one under its new path; they may be from before the rename."""
        editor = self._hosted.editor
        if self._renamed_to is None or editor is None:
            return False
        text = editor.contents.text
        fitting = {item.path for item in items if item.text == text}
        return self._renamed_to in fitting or self.stack.live_path not in fitting

    def _set_current(self, path: Path | None) -> None:
        if path != self.current:
            self.current = path
            self._describe()
            announce(self, self.accessibleDescription())
            self.viewport().update()

    def _describe(self) -> None:
        index = self.stack.index_of(self.current)
        words = ""
        if index is not None:
            row, count = self.stack.items[index], len(self.stack.items)
            unsaved = UNSAVED if row.is_unsaved else ""
            facts = listed((one_line(row.role_in_words), row.counts.in_words(), unsaved))
            words = Sentence(
                "window-chat.described",
                number=row.number,
                place=index + 1,
                count=count,
                facts=facts,
            )
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)

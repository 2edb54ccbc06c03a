"""An owner that lends editors to a conversation, as a perspective does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from editor_app.chats.chat import Message
from editor_app.text import Diagnostic, Severity, Span
from editor_app.window.kinds.chat.conversation.conversation_view import ConversationView
from editor_app.window.kinds.chat.message_rows import MessageRow
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import EditorDocument

FOLDER = Path("/library/chats/refund")
ROLES = ("user", "assistant")


def items_of(texts: Sequence[str]) -> list[MessageRow]:
    return [
        MessageRow(FOLDER / f"{number}.md", Message(ROLES[(number - 1) % 2], text))
        for number, text in enumerate(texts, 1)
    ]


def problems(*counts: int) -> tuple[Diagnostic, ...]:
    """Return so many errors, warnings and pieces of information."""
    return tuple(
        Diagnostic("some", severity, Span(0, 0), f"{severity.value.capitalize()}.")
        for severity, count in zip(Severity, counts, strict=False)
        for _ in range(count)
    )


class Owner:
    """Lends the editor of a message when the conversation asks for it."""

    def __init__(self, view: ConversationView, theme: Theme) -> None:
        self.view = view
        self.theme = theme
        self.home = QWidget()
        self.items: list[MessageRow] = []
        self.editors: dict[Path, CodeEditor] = {}
        view.place_requested.connect(self.bring)
        view.neighbour_requested.connect(self.go_beside)

    def show(self, *texts: str, live: int | None = None) -> None:
        """Show messages from their beginning, with new editors, whatever was shown before."""
        self.view.show_messages([], None)
        while self.editors:
            self.editors.popitem()[1].deleteLater()
        self.items = items_of(texts)
        self.view.show_messages(self.items, self.items[live].path if live is not None else None)
        if live is not None:
            self.lend(live)

    def editor_of(self, index: int) -> CodeEditor:
        item = self.items[index]
        if item.path not in self.editors:
            document = EditorDocument(item.text)
            editor = self.editors[item.path] = CodeEditor(document, self.home)
            document.setParent(editor)
        return self.editors[item.path]

    def lend(self, index: int) -> CodeEditor:
        editor = self.editor_of(index)
        self.view.take_editor(editor, self.items[index].path)
        editor.setFocus()
        return editor

    def bring(self, path: Path, offset: int) -> None:
        index = next(at for at, item in enumerate(self.items) if item.path == path)
        self.lend(index).go_to(Span(offset, offset))

    def go_beside(self, path: Path, step: int, at_end: bool) -> None:
        index = next(at for at, item in enumerate(self.items) if item.path == path) + step
        text = self.editor_of(index).contents.text
        self.bring(self.items[index].path, len(text) if at_end else 0)

    @property
    def live(self) -> CodeEditor:
        editor = self.view.live_editor
        assert editor is not None
        return editor

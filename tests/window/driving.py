"""What tests do and see in a window besides what the door of scripts has."""

from __future__ import annotations

from editor_app.window.driver import WindowDriver


class DrivenWindow(WindowDriver):
    """A whole window; its text can be gone to, and the sentences around it read."""

    def go_to(self, words: str, after: int = 0) -> None:
        """Focus the current text with the caret before `words`, plus `after` characters."""
        editor, place = self.editor, self.text.index(words) + after
        cursor = editor.textCursor()
        cursor.setPosition(editor.contents.bridge.position(place))
        editor.setTextCursor(cursor)
        editor.setFocus()

    @property
    def bar(self) -> str:
        """The sentence of the bar above the text, "" if there is none."""
        bar = self.panels.bar
        return bar.words.text() if bar.isVisible() else ""

    @property
    def status(self) -> str:
        """The sentence of the status bar."""
        return self.window.status.sentence.text()

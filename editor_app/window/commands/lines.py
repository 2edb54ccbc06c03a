"""Commands on the lines, selections and matching tags of the text that is being written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from editor_app.text import Sentence, Span
from editor_app.text.editing.selection_edits import SelectionEdits
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import MOST_AT_ONCE, MOST_LINES_AT_ONCE

EditsOf = Callable[[str, Sequence[Span]], SelectionEdits]
"""The edits of the lines of selections."""


class LineCommands(WindowCommands):
    """Changes lines at all carets as one undo step, adds carets, and goes to matching tags."""

    def change(self, edits_of: EditsOf) -> None:
        """Make the edits of all selections, unless they are too many for one step."""
        self.with_text(
            lambda _, editor: self._make(editor, edits_of(editor.contents.text, editor.selections))
        )

    def toggle_comment(self, file: OpenFile, editor: CodeEditor) -> None:
        """Make the selected lines comments, or text again."""
        from editor_app.analysis.editing.comments import comments_toggled

        file.catch_up()
        is_whole = editor.contents.text == file.text
        result = comments_toggled(file.analysis, file.text, editor.selections) if is_whole else None
        if result is None:
            self._notifier.say_of_file(Sentence("window-commands.no-comments-here"))
        else:
            self._make(editor, result)

    def do(self, act: Callable[[CodeEditor], str | None]) -> None:
        """Do something in the text that is being written, and say the sentence that it returns, if any."""
        edited = self._current.edited_file
        sentence = None if edited is None else act(edited.editor)
        if sentence:
            self._notifier.say_of_file(sentence)

    def _make(self, editor: CodeEditor, result: SelectionEdits) -> None:
        if len(result.edits) > MOST_LINES_AT_ONCE:
            self._notifier.say_of_file(
                Sentence("window-commands.too-many-changes", count=len(result.edits), most=MOST_LINES_AT_ONCE)
            )
        elif sum(len(edit.text) for edit in result.edits) > MOST_AT_ONCE:
            self._notifier.say_of_file(Sentence("window-commands.too-much-text", most=MOST_AT_ONCE))
        else:
            editor.change(result)
            editor.setFocus()


def go_to_matching_tag(editor: CodeEditor) -> str:
    """Go to the next tag of the condition at the caret; return a sentence why not."""
    from editor_app.analysis.editing.matching_tags import matching_tag

    tag = None if editor.analysis is None else matching_tag(editor.analysis, editor.cursor_offset())
    if tag is None:
        return Sentence("window-commands.not-in-a-condition")
    editor.go_to(tag)
    return ""

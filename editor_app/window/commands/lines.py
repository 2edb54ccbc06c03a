"""Commands on the lines, selections and matching tags of the text that is being written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from editor_app.text import Span
from editor_app.text.editing.selection_edits import SelectionEdits
from editor_app.window.perspectives.current_file import CurrentFile
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import MOST_AT_ONCE, MOST_LINES_AT_ONCE
from editor_app.window.text.folding import Folding

EditsOf = Callable[[str, Sequence[Span]], SelectionEdits]
"""The edits of the lines of selections."""


class LineCommands:
    """Changes lines at all carets as one undo step, adds carets, and goes to matching tags."""

    def __init__(self, *, current: CurrentFile, say: Callable[[str], object]) -> None:
        """Act on the text that is being written; `say` shows a sentence about it."""
        self._current, self._say = current, say

    def change(self, edits_of: EditsOf) -> None:
        """Make the edits of all selections, unless they are too many for one step."""
        edited = self._current.edited_file
        if edited is not None:
            self._make(edited.editor, edits_of(edited.editor.contents.text, edited.editor.selections))

    def toggle_comment(self) -> None:
        """Make the selected lines comments, or text again."""
        from editor_app.analysis.editing.comments import comments_toggled

        edited = self._current.edited_file
        if edited is None:
            return
        file, editor = edited
        file.catch_up()
        is_whole = editor.contents.text == file.text
        result = comments_toggled(file.analysis, file.text, editor.selections) if is_whole else None
        if result is None:
            self._say("There are no comments in such a text.")
        else:
            self._make(editor, result)

    def add(self, add: Callable[[CodeEditor], str]) -> None:
        """Add carets, or say why not."""
        edited = self._current.edited_file
        why_not = "" if edited is None else add(edited.editor)
        if why_not:
            self._say(why_not)

    def go_to_matching(self) -> None:
        """Go to the next tag of the condition at the caret."""
        from editor_app.analysis.editing.matching_tags import matching_tag

        edited = self._current.edited_file
        if edited is None:
            return
        analysis = edited.editor.analysis
        tag = None if analysis is None else matching_tag(analysis, edited.editor.cursor_offset())
        if tag is None:
            self._say("The caret is in no condition.")
        else:
            edited.editor.go_to(tag)

    def fold(self, fold: Callable[[Folding], object]) -> None:
        """Fold lines of the text that is being written, or show them."""
        edited = self._current.edited_file
        if edited is not None:
            fold(edited.editor.folding)

    def toggle_fold(self) -> None:
        """Fold the lines below the caret's, or around it, or show them."""
        edited = self._current.edited_file
        if edited is not None:
            edited.editor.folding.toggle(edited.editor.cursor_offset())

    def _make(self, editor: CodeEditor, result: SelectionEdits) -> None:
        if len(result.edits) > MOST_LINES_AT_ONCE:
            self._say(
                f"These are {len(result.edits):,} changes; at most {MOST_LINES_AT_ONCE:,} are made at once."
            )
        elif sum(len(edit.text) for edit in result.edits) > MOST_AT_ONCE:
            self._say(f"That is too much text for one step: at most {MOST_AT_ONCE:,} characters.")
        else:
            editor.change(result)
            editor.setFocus()

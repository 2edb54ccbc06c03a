"""Which edits of one text are one undo step of another, in which they are made."""

from __future__ import annotations

from typing import Final

from editor_app.text import Edit
from editor_app.window.text.document.document import EditorDocument

_LONGEST_KEY: Final = 2  # characters that one key types at most


class StepJoining:
    """Tells whether an edit continues the typing or deleting before it, and joins its undo step in `file`."""

    def __init__(self, file: EditorDocument) -> None:
        """Start without an edit."""
        self._file = file
        self._last: Edit | None = None
        self._revision = -1

    def joins(self, edit: Edit) -> bool:
        """Whether an edit joins the undo step of the last one that was noted."""
        last = self._last
        if last is None or self._revision != self._file.revision or not self._file.is_modified:
            return False
        if not edit.text and not last.text:
            return last.span.start in {edit.span.start, edit.span.end}
        if edit.span.length or not last.text or len(edit.text) > _LONGEST_KEY:
            return False
        begins_word = last.text[-1].isspace() and not edit.text[0].isspace()
        goes_on = edit.span.start == last.span.start + len(last.text) and "\n" not in last.text + edit.text
        return goes_on and not begins_word

    def note(self, edit: Edit) -> None:
        """Note an edit that was made in the file just now."""
        self._last, self._revision = edit, self._file.revision

    def forget(self) -> None:
        """Let the next edit begin a step of its own."""
        self._last = None

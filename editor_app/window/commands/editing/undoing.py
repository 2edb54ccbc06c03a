"""The Undo and Redo commands, with an announcement of changes that are not visible."""

from __future__ import annotations

from collections.abc import Callable

from editor_app.text import Edit
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.kit.focus.announcing import is_somebody_listening
from editor_app.window.perspectives.current_file import CurrentFile


class UndoCommands:
    """Undo and redo in the text that is being written."""

    def __init__(self, *, current: CurrentFile, announce: Callable[[str], None]) -> None:
        """Use these parts; `announce` lets a screen reader say a sentence."""
        self._current = current
        self._announce = announce

    def step(self, *, undoes: bool) -> None:
        """Undo or redo a step of the kind, or else of the text.

        Where it changed the text is announced, unless the caret is there.
        """
        current = self._current
        steps, parts = current.perspective.steps, current.perspective.parts
        if steps is not None and steps.step(undoes=undoes):
            return
        edited = current.edited_file
        if edited is None:
            return
        file, editor = edited
        is_beside = file is not current.file
        before, edits = file.text, list[Edit]()
        noting = file.document.edited.connect(edits.append)
        try:
            editor.undo() if undoes else editor.redo()
        finally:
            file.document.edited.disconnect(noting)
        if not edits or not is_somebody_listening():  # finding the block may take long in a large text
            return
        edit = edits[-1]
        first, last = _line(file, edit.span.start), _line(file, edit.span.start + len(edit.text))
        caret = editor.cursor_offset() if is_beside else current.caret_offset
        if not (editor.hasFocus() and first <= _line(file, caret) <= last):
            file.catch_up()
            step = "" if is_beside or parts is None else parts.step_in_words(before, undoes=undoes)
            step = step or self._where(file, edit)
            self._announce(f"{'Undone' if undoes else 'Redone'}{step}.")

    def _where(self, file: OpenFile, edit: Edit) -> str:
        """Return the place of an edit in words: the named part of the file it is in, or else its line."""
        middle = edit.span.start + len(edit.text) // 2  # a restored part begins before its first word
        parts = self._current.perspective.parts if file is self._current.file else None
        part = parts.part_around(middle) if parts is not None else None
        return f" in ‘{part.name}’" if part is not None else f" in line {_line(file, edit.span.start)}"


def _line(file: OpenFile, place: int) -> int:
    return file.text.count("\n", 0, place) + 1

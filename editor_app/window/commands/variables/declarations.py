"""Commands on the library's own list of variables, `variables.yaml`."""

from __future__ import annotations

from collections.abc import Callable

from editor_app.text import Fix, Span
from editor_app.variables.declarations import VARIABLES_NAME
from editor_app.variables.declaring import EMPTY_LIST, TO_DESCRIBE, declare_variable_edits
from editor_app.window.commands.files import FileCommands
from editor_app.window.documents.declarable import DeclareFix
from editor_app.window.documents.documents import Documents
from editor_app.window.perspectives.current_file import CurrentFile


class DeclarationCommands:
    """Opens the list, which is made if there is none, and declares variables in it."""

    def __init__(
        self,
        *,
        files: FileCommands,
        documents: Documents,
        current: CurrentFile,
        say: Callable[[str], None],
    ) -> None:
        """Use these parts; `say` shows a sentence."""
        self._path = documents.library.library.root / VARIABLES_NAME
        self._files = files
        self._documents = documents
        self._current = current
        self._say = say

    def open_list(self) -> bool:
        """Open the list; return False if that fails."""
        if not self._path.exists():
            if not self._documents.work.create(self._path, EMPTY_LIST):
                return False
            self._documents.library.refresh()
        return self._files.open(self._path) is not None

    def apply(self, fix: Fix) -> bool:
        """Declare the variable of a fix that asks for it; return False for any other fix."""
        if not isinstance(fix, DeclareFix):
            return False
        if self.open_list():
            self._declare(fix.key)
        return True

    def _declare(self, key: str) -> None:
        """Add a variable to the open list, with its description selected, to be typed over."""
        file, editor = self._current.file, self._current.editor
        if file is None or editor is None:
            return
        edits = declare_variable_edits(file.text, key)
        if not edits or file.document.read_only_because is not None:
            why = file.document.read_only_because or f"{VARIABLES_NAME} has problems; mend them first."
            self._say(f"‘{key}’ was not declared: {why}")
            return
        file.document.apply_edits(edits)
        start = file.text.rfind(TO_DESCRIBE)
        editor.select_span(Span(start, start + len(TO_DESCRIBE)))
        editor.setFocus()
        self._say(f"Describe ‘{key}’ and save: then templates have it.")

"""Commands on the values that a prompt is tried with: the form, and the cases they are saved as."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor_app.library.files.reading import FileError, read_file
from editor_app.text import decode
from editor_app.window.documents.case_values import CaseValues
from editor_app.window.frame.notifier import Notifier
from editor_app.window.perspectives.surroundings import Shown


class ValueCommands:
    """Tries the current file with other values, and saves them as cases."""

    def __init__(
        self,
        *,
        cases: CaseValues,
        shown: Shown,
        choose_file: Callable[[], Path | None],
        notifier: Notifier,
    ) -> None:
        """Use these parts; `choose_file` asks for the file to load a value from."""
        self._cases = cases
        self._shown, self._current, self._panel = shown, shown.current, shown.panels.values
        self._choose_file = choose_file
        self._notifier = notifier

    def load_value(self, name: str) -> None:
        """Ask for a file and use its text as the value of `name`."""
        path = self._choose_file()
        if path is None:
            return
        try:
            decoded = decode(read_file(path).data)
        except FileError as error:
            self._notifier.say(error.sentence)
            return
        if decoded.bad_byte is not None:
            self._notifier.say(f"‘{path.name}’ is not UTF-8, so it can’t be a value.")
        else:
            self._panel.give(name, decoded.text)

    def save_case(self, name: str) -> None:
        """Save the current values as a case."""
        if self._current.file is not None:
            self._cases.save(self._current.file, name)

    def choose_case(self, name: str | None) -> None:
        """Try the current file with another case; None for no values."""
        if self._current.file is not None:
            self._cases.choose(self._current.file, name)

    def type_values(self, values: dict[str, str | None]) -> None:
        """Try the current file with the values in the form."""
        if self._current.file is not None:
            self._cases.type(self._current.file, values)

    def edit_value(self, name: str) -> None:
        """Focus the field of a value; without a field, go to its tag and the tag's fixes."""
        if self._panel.has_value(name):
            self._shown.window.show_right("values")
            self._panel.focus_value(name)
        else:
            self._go_to_tag(name)

    def _go_to_tag(self, name: str) -> None:
        """Go to the first tag of a name without a field, open its fixes, and say why there is no field."""
        current = self._current
        template = current.file.analysis.template if current.file is not None else None
        uses = template.uses.get(name, ()) if template is not None else ()
        if uses:
            current.go_to(uses[0])
        if uses and current.editor is not None:
            current.editor.setFocus()
            current.editor.show_fixes()
        self._notifier.say_of_file(f"‘{name}’ is not declared, so there is no value of it to edit.")

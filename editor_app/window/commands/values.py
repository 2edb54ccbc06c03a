"""Commands on what a text is tried with: values and cases, and folder, model, conversation and time."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from editor_app.library.files.reading import FileError, read_file
from editor_app.text import Sentence, decode
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.values.case_values import CaseValues
from editor_app.window.frame.notices import User
from editor_app.window.perspectives.window_services import WindowView


class ValueCommands(WindowCommands):
    """Tries the current file with other values, saves them as cases, and resolves variables again."""

    def __init__(
        self, documents: Documents, shown: WindowView, user: User, *, keep_folder: Callable[[Path], object]
    ) -> None:
        """Use the parts of a window; `keep_folder` keeps the folder that was chosen for the next start."""
        super().__init__(documents, shown, user)
        self._resolver, self._panel, self._keep_folder = documents.resolver, shown.panels.values, keep_folder

    def load_value(self, name: str) -> None:
        """Ask for a file and use its text as the value of `name`."""
        path = self._dialogs.choose_file(
            Sentence("window-commands.load-a-value"), self._documents.library.library.root
        )
        if path is None:
            return
        try:
            decoded = decode(read_file(path).data)
        except FileError as error:
            self._notifier.say(error.sentence)
            return
        if decoded.bad_byte is not None:
            self._notifier.say(Sentence("window-commands.value-not-utf-8", name=path.name))
        else:
            self._panel.give(name, decoded.text)

    def change_current(self, change: Callable[[CaseValues, OpenFile, Any], object], argument: object) -> None:
        """Let what one of the methods of `CaseValues` does with a file be done with the current one."""
        if self._current.file is not None:
            change(self._cases, self._current.file, argument)

    def show_cases(self) -> None:
        """Open the cases of the current file at the one it is tried with; without any, offer to save one."""
        file = self._current.file
        if file is None:
            return
        path = self._cases.file_of(file)
        if not os.path.lexists(path):
            save = (Sentence("window-commands.save-as-case-link"), self._panel.save_case)
            self._notifier.say(Sentence("window-commands.no-cases-yet", name=file.path.name), save)
            return
        cases = self._documents.files.open(path)
        if cases is not None:
            self._tabs.show_document(cases.document)
            if file.case_name is not None:
                self._shown.perspective_of(cases).restore_state(cases, {"case": file.case_name})
            self.focus_text()

    def edit_value(self, name: str) -> None:
        """Focus the field of a value; without a field, go to its tag and the tag's fixes."""
        if self._panel.has_value(name):
            self._shown.window.show_right("values")
            self._panel.focus_value(name)
            return
        current = self._current
        template = current.file.analysis.template if current.file is not None else None
        uses = template.uses.get(name, ()) if template is not None else ()
        if uses:
            current.go_to(uses[0])
        if uses and current.editor is not None:
            current.editor.setFocus()
            current.editor.show_fixes()
        self._notifier.say_of_file(Sentence("window-commands.not-declared", name=name))

    def refresh_values(self) -> None:
        """Resolve the variables of the current template and read its cases again."""
        file = self._current.file
        if file is not None:
            self._cases.read(file)
            self._resolver.refresh(file)
            file.set_values(file.values, file.case_name)

    def choose_folder(self) -> None:
        """Ask for another folder to resolve the templates in."""
        context = self._resolver.context
        folder = self._dialogs.choose_folder(Sentence("window-commands.as-if-in"), context.folder)
        if folder is not None:
            self._keep_folder(folder)
            self._resolver.change(replace(context, folder=folder))

    def choose_model(self, model: str | None) -> None:
        """Resolve the templates for another model; None for none."""
        self._resolver.change(replace(self._resolver.context, model=model or None))

    def choose_conversation(self, conversation: str | None) -> None:
        """Resolve the templates for another conversation; None for none."""
        self._resolver.change(replace(self._resolver.context, conversation_id=conversation or None))

    def choose_clock(self, clock: datetime | None) -> None:
        """Resolve the templates at a fixed time; None for the current time."""
        context = self._resolver.context
        if clock != context.clock:
            self._resolver.change(replace(context, clock=clock))
        else:
            self.refresh_values()

"""Commands that change the circumstances of templates: folder, model, conversation and time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from editor_app.window.documents.documents import Documents
from editor_app.window.kit.dialogs.question import Dialogs
from editor_app.window.perspectives.current_file import CurrentFile


class CircumstanceCommands:
    """Changes the circumstances that templates are tried in, and resolves their values again."""

    def __init__(
        self,
        *,
        documents: Documents,
        current: CurrentFile,
        dialogs: Dialogs,
        keep_folder: Callable[[Path], object],
    ) -> None:
        """Use these parts; `keep_folder` remembers the folder that the user chose for the next start."""
        self._cases, self._resolving = documents.cases, documents.resolving
        self._current = current
        self._dialogs = dialogs
        self._keep_folder = keep_folder

    def refresh_values(self) -> None:
        """Resolve the variables of the current template and read its cases again."""
        file = self._current.file
        if file is not None:
            self._cases.read(file)
            self._resolving.refresh(file)
            file.set_values(file.values, file.case_name)

    def choose_folder(self) -> None:
        """Ask for another folder to resolve the templates in."""
        now = self._resolving.circumstances
        folder = self._dialogs.choose_folder("As if in", now.folder)
        if folder is not None:
            self._keep_folder(folder)
            self._resolving.change(replace(now, folder=folder))

    def choose_model(self, model: str | None) -> None:
        """Resolve the templates for another model; None for none."""
        self._resolving.change(replace(self._resolving.circumstances, model=model or None))

    def choose_conversation(self, conversation: str | None) -> None:
        """Resolve the templates for another conversation; None for none."""
        now = self._resolving.circumstances
        self._resolving.change(replace(now, conversation_id=conversation or None))

    def choose_clock(self, clock: datetime | None) -> None:
        """Resolve the templates at a fixed time; None for the current time."""
        now = self._resolving.circumstances
        if clock != now.clock:
            self._resolving.change(replace(now, clock=clock))
        else:
            self.refresh_values()

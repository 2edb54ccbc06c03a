"""What a template is tried in: the folder, the model, the conversation and the time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from editor_app.window.current_file import CurrentFile
from editor_app.window.dialogs import Dialogs
from editor_app.window.documents.case_values import CaseValues
from editor_app.window.documents.resolving import Resolving


class CircumstanceCommands:
    """Tries templates in other circumstances, and finds their values again."""

    def __init__(
        self, *, current: CurrentFile, cases: CaseValues, resolving: Resolving, dialogs: Dialogs
    ) -> None:
        """Take the file in front, its cases, who resolves variables, and what asks."""
        self._current = current
        self._cases = cases
        self._resolving = resolving
        self._dialogs = dialogs

    def refresh_values(self) -> None:
        """Resolve the variables of the current template, and read its cases, again."""
        file = self._current.file
        if file is not None:
            self._cases.read(file)
            self._resolving.refresh(file)
            file.set_values(file.values, file.case_name)

    def choose_folder(self) -> None:
        """Ask for another folder to try the templates in."""
        now = self._resolving.circumstances
        folder = self._dialogs.choose_folder("As if in", now.folder)
        if folder is not None:
            self._resolving.change(replace(now, folder=folder))

    def choose_model(self, model: str | None) -> None:
        """Try the templates as for another model."""
        self._resolving.change(replace(self._resolving.circumstances, model=model or None))

    def choose_conversation(self, conversation: str | None) -> None:
        """Try the templates as in another conversation."""
        now = self._resolving.circumstances
        self._resolving.change(replace(now, conversation_id=conversation or None))

    def choose_clock(self, clock: datetime | None) -> None:
        """Try the templates at another time, or now."""
        now = self._resolving.circumstances
        if clock != now.clock:
            self._resolving.change(replace(now, clock=clock))
        else:
            self.refresh_values()

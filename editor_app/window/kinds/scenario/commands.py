"""Changes of a scenario and of its triggers: each is one undo step of the file that it is in."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from editor_app.library import quoted
from editor_app.runs.reading.changes import set_setting, set_trigger_key
from editor_app.system_messages import syntax_of
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.editor.editor_tabs import EditorTabs
from editor_app.window.frame.notifier import Notifier
from editor_app.window.kinds.scenario.playing.current_run import CurrentRun


class RunCommands:
    """Writes settings into the scenario in front, and limits into its triggers file."""

    def __init__(self, run: CurrentRun, files: OpenFiles, tabs: EditorTabs, notifier: Notifier) -> None:
        """Use these parts."""
        self._run = run
        self._files = files
        self._tabs = tabs
        self._notifier = notifier
        self.last_changed: OpenFile | None = None
        """The triggers file that was changed last, from the view of a run."""

    def change_setting(self, key: str, value: str | int | None) -> None:
        """Write a setting into the scenario."""
        file = self._run.file
        if file is None:
            return
        edits = set_setting(file.text, syntax_of(file.path.name), key, value)
        if edits and self._can_write(file):
            file.document.apply_edits(edits)
        elif value is not None:
            self._notifier.say(f"{quoted(file.path.name)} has no place for ‘{key}’; change it under Source.")

    def change_limit(self, trigger: str, at: Decimal) -> None:
        """Write when a trigger fires into the triggers file."""
        self._change_trigger(trigger, "at", at, f"‘{trigger}’ fires at {at:f} now")

    def switch(self, trigger: str, is_on: bool) -> None:
        """Switch a trigger on or off in the triggers file."""
        self._change_trigger(trigger, "enabled", is_on, f"‘{trigger}’ is switched {'on' if is_on else 'off'}")

    def _change_trigger(self, trigger: str, key: str, value: Decimal | bool, done: str) -> None:
        inputs = self._run.inputs
        path = inputs.triggers_path if inputs is not None else None
        if path is None:
            self._notifier.say(
                "There is no triggers file to keep it in. Put a ‘triggers.yaml’ with ‘format: 1’ beside the"
                " scenario."
            )
            self._run.refresh()
            return
        file = self._open_behind(path)
        edits = () if file is None else set_trigger_key(file.text, syntax_of(path.name), trigger, key, value)
        if file is None or not edits or not self._can_write(file):
            self._run.refresh()
            return
        file.document.apply_edits(edits)
        self.last_changed = file
        self._notifier.say_with_undo(f"{done}, in {quoted(path.name)}.", self._undoing(file))
        self._run.refresh()

    def _open_behind(self, path: Path) -> OpenFile | None:
        found = self._files.find(path)
        if found is not None:
            return found
        before, self._tabs.opens_behind = self._tabs.opens_behind, True
        try:
            return self._files.open(path)
        finally:
            self._tabs.opens_behind = before

    def _can_write(self, file: OpenFile) -> bool:
        why_not = file.document.read_only_because
        if why_not is not None:
            self._notifier.say(why_not)
        return why_not is None

    def _undoing(self, file: OpenFile) -> Callable[[], None]:
        def undo() -> None:
            file.document.text_document.undo()
            self._run.refresh()

        return undo

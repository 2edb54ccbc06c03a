"""One window for the tests of a module: after each of them it is what it was at first."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent

from editor_app.library import sample_dir
from editor_app.window.app import Workbench
from editor_app.window.documents.resolving import Circumstances
from editor_app.window.panels.problems import ListedProblems

SIZE = (1440, 900)
_WISHES = {"answers", "world", "size", "checked", "folder", "trusted"}
_HELD_OPEN = ("journals", "locks", "window.ini")


class KeptWindow:
    """The folders of the tests of a module, and the window on them once one of the tests opened it."""

    def __init__(self, folder: Path) -> None:
        """Keep the library, state and settings below a folder."""
        self.folder = folder
        self.root = folder / "atlas" / "prompts"
        self.bench: Any = None
        self.is_in_use = False
        self._lay_out()

    def can_be(self, root: Path, wishes: Collection[str]) -> bool:
        """Return whether the window is free, and can be what a test wishes."""
        return root == self.root and not self.is_in_use and _WISHES.issuperset(wishes)

    def begin(
        self,
        names: Sequence[str],
        *,
        answers: tuple[Any, ...] = (),
        world: Any = None,
        size: tuple[int, int] = SIZE,
        checked: bool = True,
        folder: Path | None = None,
        trusted: bool = True,
    ) -> None:
        """Show the library as it is now, and files of it, or else the first."""
        bench, workbench = self.bench, self.bench.workbench
        bench.dialogs.answers[:] = answers
        if world is not None:
            bench.world.become(world)
        bench.window.resize(*size)
        self._decide_trust(workbench, folder or self.root.parent, trusted=trusted)
        workbench.library.refresh()
        paths = [self.root / name for name in names] or [workbench.library.first_path()]
        for path in paths:
            workbench.commands.files.open(path)
        if checked:
            workbench.library.finish_checking()
        bench.come_to_front()

    def put_away(self) -> None:
        """Close all files, forget what was done, and bring the library back."""
        self.is_in_use = False
        if self.bench is not None and self.bench.is_closed:
            self.bench = None
        if self.bench is not None:
            self._clear(self.bench.workbench)
            self.bench.dialogs.questions.clear()
            self.bench.world.become(type(self.bench.world)())
        self._lay_out()

    def close(self) -> None:
        if self.bench is not None:
            self.bench.close()

    def _clear(self, workbench: Workbench) -> None:
        window, panels = workbench.window, workbench.panels
        for file in tuple(workbench.files.files):
            workbench.files.close(file)
        workbench.cases.write_now()
        workbench.resolving.wait()
        window.notices.dismiss()
        for action_id, is_checked in (("word_wrap", True), ("full_page", False), ("tab_moves_focus", False)):
            if workbench.actions.action(action_id).isChecked() != is_checked:
                workbench.actions.action(action_id).trigger()
        panels.library.filter.clear()
        panels.problems.set_scope(ListedProblems.FILE)
        workbench.tabs.set_zoom(0)
        workbench.perspectives._surroundings.keys._given.clear()
        workbench.settings.clear()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def _decide_trust(self, workbench: Workbench, folder: Path, *, trusted: bool) -> None:
        """Forget what was decided in the window, and trust a folder or not."""
        trust = workbench.trust
        for decided in (trust._decided, trust._allowed, trust._said, trust._were_trusted):
            decided.clear()
        trust.is_bar_closed = False
        trust.read_again()
        workbench.resolving.change(Circumstances(folder, conversation_id="c-0042"))
        if trusted:
            trust.trust_here(folder)
        else:
            trust.check_disk()
            trust.changed.emit()

    def _lay_out(self) -> None:
        """Make the library what the sample is, with nothing around it."""
        state = self.folder / "state"
        for folder in (self.folder, self.root.parent, self.root, state):
            folder.mkdir(exist_ok=True)
            for path in folder.iterdir():
                if path not in (self.root.parent, self.root, state) and not self._is_held(path):
                    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        shutil.copytree(sample_dir(), self.root, dirs_exist_ok=True)

    def _is_held(self, path: Path) -> bool:
        return self.bench is not None and path.parent.name == "state" and path.name in _HELD_OPEN

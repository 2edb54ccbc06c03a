"""One window for the tests of a module: after each of them it is what it was at first."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent

from editor_app.library.files.reading import mark_at
from editor_app.library.paths import sample_dir
from editor_app.requests.parts import Provider
from editor_app.window.app import Workbench
from editor_app.window.documents.resolving import ResolveContext
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.panels.problems.problem_list import ProblemScope
from editor_app.window.panels.request.request_view import STRUCTURE

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
        self._sample: dict[Path, object] = {}  # the mark of each of its files as it was laid out
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
        bench = self.bench
        if bench is None or bench.is_closed:
            self.bench = None
            self._lay_out()
            return
        try:
            self._clear(bench.workbench)
            bench.dialogs.questions.clear()
            bench.world.become(type(bench.world)())
        except BaseException:
            bench.close()  # the next test opens another
            self.bench = None
            raise
        finally:
            self._lay_out()

    def close(self) -> None:
        if self.bench is not None:
            self.bench.close()

    def _clear(self, workbench: Workbench) -> None:
        window, panels = workbench.window, workbench.panels
        window.setUpdatesEnabled(False)
        window.resize(*SIZE)
        in_front = workbench.current.file
        for file in sorted(workbench.files.files, key=lambda file: file is in_front):
            workbench.files.close(file)  # those behind first: none of them comes to the front for it
        workbench.cases.write_now()
        self.bench.resolve()
        window.notices.dismiss()
        for action_id, is_checked in (("word_wrap", True), ("full_page", False), ("tab_moves_focus", False)):
            if workbench.actions.action(action_id).isChecked() != is_checked:
                workbench.actions.action(action_id).trigger()
        panels.library.filter.clear()
        panels.problems.set_scope(ProblemScope.FILE)
        workbench.tabs.set_zoom(0)
        workbench.perspectives._services.endpoints.keys._given.clear()
        workbench.settings.clear()
        _put_back_docks(window)
        self._forget_in_kinds(workbench)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def _forget_in_kinds(self, workbench: Workbench) -> None:
        """Forget what the perspectives that are loaded remember beyond their files."""
        self.bench.resolve()
        of_packages = workbench.perspectives._by_package
        loaded: dict[str, Any] = {name.rpartition(".")[2]: made for name, made in of_packages.items()}
        if "scenario" in loaded:
            loaded["scenario"].request.choose_view(STRUCTURE)
            loaded["scenario"].view.as_table.setChecked(False)
        if "chat" in loaded:
            current, panels = loaded["chat"].current, loaded["chat"].panels
            current._settings.clear()
            current._shown_key, current.provider = None, Provider.OPENAI
            panels.request.bar.has_last_copy = False
            loaded["chat"].commands._done.clear()
            panels.request.choose_view(STRUCTURE)
        if "template" in loaded:
            self._forget_conversations(loaded["template"])

    def _forget_conversations(self, template: Any) -> None:
        """Forget the conversations, which each test keeps in a home of its own."""
        from editor_app.window.kinds.template.conversation.conversation_panel import View
        from editor_app.window.kinds.template.conversations import LIBRARY_INSTRUCTIONS, Listing

        conversations, listed, shown = template.conversations, template.listed, template.shown
        conversations._access._service = None
        conversations.listing = Listing()
        conversations.forget_results()
        listed.scope_box.setCurrentIndex(0)
        listed.show_nothing("", "")
        listed.show_gone(None)
        listed.show_notices(())
        template.page.show_nothing("", "")
        template.page.choose_view(View.DIFFERENCE)
        shown._instructions, shown._number, shown.choose_next = LIBRARY_INSTRUCTIONS, None, ""
        template.instructions.fold()

    def _decide_trust(self, workbench: Workbench, folder: Path, *, trusted: bool) -> None:
        """Forget what was decided in the window, and trust a folder or not."""
        trust = workbench.trust
        for decided in (trust._decided, trust._allowed, trust._told, trust._were_trusted):
            decided.clear()
        trust.is_bar_closed = False
        trust.read_again()
        workbench.resolver.change(ResolveContext(folder, conversation_id="c-0042"))
        if trusted:
            trust.trust_here(folder)
        else:
            trust.check_disk()
            trust.changed.emit()

    def _lay_out(self) -> None:
        """Make the library what the sample is, with nothing around it; a file that nobody wrote stays."""
        state = self.folder / "state"
        for folder in (self.root, state):
            folder.mkdir(parents=True, exist_ok=True)
        for folder in (self.folder, self.root.parent, state):
            for path in folder.iterdir():
                if path not in (self.root.parent, self.root, state) and not self._is_held(path):
                    _remove(path)
        kept = {path for path, mark in self._sample.items() if path.exists() and _mark_of(path) == mark}
        for folder, folders, files in os.walk(self.root):
            for path in map(Path(folder).joinpath, (*folders, *files)):
                if path not in kept:
                    _remove(path)
            folders[:] = [name for name in folders if Path(folder, name) in kept]
        for source, name in _sample():
            path = self.root / name
            if path in kept:
                continue
            if source.is_dir():
                path.mkdir(parents=True)
            else:
                shutil.copy2(source, path)
            self._sample[path] = _mark_of(path)

    def _is_held(self, path: Path) -> bool:
        return self.bench is not None and path.parent.name == "state" and path.name in _HELD_OPEN


@cache
def _sample() -> list[tuple[Path, Path]]:
    """Return the folders and files of the sample, with their paths in it, each after its folder."""
    sample = sample_dir()
    return [(path, path.relative_to(sample)) for path in sorted(sample.rglob("*"))]


def _put_back_docks(window: MainWindow) -> None:
    """Bring the first pages to the front, and open and size the docks as the settings say."""
    window._asked_for_problems = window._asked_for_outline = False
    for dock in (window.left_dock, window.bottom_dock, window.right_dock):
        dock._away.clear()
        dock.tabs.setCurrentIndex(0)
    window._apply_open()
    window._apply_sizes()


def _mark_of(path: Path) -> object:
    """Return what another file at a path, or a write of it, changes; a folder stays the same."""
    return "folder" if path.is_dir() and not path.is_symlink() else mark_at(path)


def _remove(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()

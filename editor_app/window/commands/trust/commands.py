"""Commands about trust: the popup, and what it and the links beside blank variables do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget

from editor_app.library.files.reading import NotAllowed
from editor_app.library.folders import Library
from editor_app.text import Fix
from editor_app.variables.access import FileAccess, Refusal, end_of
from editor_app.window.commands.trust.popup import AllowedFile, TrustPopup, room_above
from editor_app.window.documents.trust.fixes import TRUST_WORDS, AllowFix, TrustFix, allow_fix
from editor_app.window.documents.trust.words import home_relative, path_from
from editor_app.window.documents.trust.workspace_trust import WorkspaceTrust
from editor_app.window.frame.notifier import Notifier


class TrustCommands:
    """Gives and takes back trust in the folder that the current file's variables are resolved in."""

    def __init__(
        self,
        *,
        trust: WorkspaceTrust,
        folder: Callable[[], Path],
        library: Library,
        open_file: Callable[[Path], object],
        anchors: Callable[[], tuple[QWidget, QWidget]],
        notifier: Notifier,
    ) -> None:
        """Use these parts.

        `folder` returns the folder in question; `library` is the one whose links may lead out;
        `open_file` opens a file that was allowed. `anchors` returns the bar above the text and the mark in
        the status bar, beside which the popup is shown.
        """
        self._trust = trust
        self._folder = folder
        self._library = library
        self._open_file = open_file
        self._anchors = anchors
        self._notifier = notifier

    def ask_at_bar(self) -> TrustPopup:
        """Open the popup below the bar above the text."""
        bar, mark = self._anchors()
        return self._ask(self._folder(), bar if bar.isVisible() else mark, at_right=bar.isVisible())

    def ask(self) -> TrustPopup:
        """Open the popup beside the mark in the status bar."""
        return self._ask(self._folder(), self._anchors()[1], at_right=False)

    def offer_end(self, error: NotAllowed) -> None:
        """Say where a path leads, and offer to let it lead there; the file is opened then."""
        end, sentence = error.refusal.end, f"{error.reason}."
        if error.refusal.lacks_trust:
            mark = self._anchors()[1]
            ask = partial(self._ask, self._library.workspace, mark, at_right=False)
            self._notifier.say_with_link(sentence, TRUST_WORDS, ask)
            return

        def allow() -> None:
            self._allow(self._library.workspace, end)
            self._open_file(error.path)

        self._notifier.say_with_link(sentence, allow_fix(end).title, allow)

    def offer_file(self, path: Path) -> None:
        """Offer to allow a file that was just chosen, where it is not read without that; ask nothing."""
        folder = self._folder()
        here = self._trust.of(folder)
        end = end_of(path, FileAccess(folder, self._library.root, here.is_trusted, here.allowed_files))
        if not isinstance(end, Refusal) or end.lacks_trust:
            return
        why = "may hold secrets" if end.is_secret else "lies outside the folder"
        fix = allow_fix(end.end)
        self._notifier.say_with_link(
            f"‘{path.name}’ {why} and is not allowed yet.", fix.title, lambda: self.apply(fix)
        )

    def apply(self, fix: Fix) -> bool:
        """Do what a fix about trust stands for; return False for any other."""
        if isinstance(fix, TrustFix):
            self.ask_at_bar()
            return True
        if isinstance(fix, AllowFix):
            self._allow(self._folder(), fix.path)
            return True
        return False

    def _allow(self, folder: Path, path: Path) -> None:
        """Allow a file, and say so with its whole path and a way back."""
        said = self._trust.allow(folder, path)
        self._notifier.say_with_undo(
            said, lambda: self._trust.disallow(folder, path), until=(self._trust.changed,)
        )

    def _ask(self, folder: Path, anchor: QWidget, *, at_right: bool) -> TrustPopup:
        here = self._trust.of(folder)
        workspace = here.workspace
        popup = TrustPopup(
            workspace.name or str(workspace),
            home_relative(workspace),
            anchor,
            is_trusted=here.is_trusted,
            allowed=self._allowed(folder),
        )
        popup.trust_chosen.connect(lambda: self._give(folder))
        popup.take_back_chosen.connect(lambda: self._take_back(folder))
        popup.disallow_chosen.connect(lambda path: self._disallow(folder, path))
        popup.show_beside(anchor, room_above(self._anchors()[1]), at_right=at_right)
        return popup

    def _allowed(self, folder: Path) -> list[AllowedFile]:
        here, for_session = self._trust.of(folder), self._trust.session_files(folder)
        return [
            AllowedFile(path, path_from(here.workspace, path), for_session=path in for_session)
            for path in sorted(here.allowed_files)
        ]

    def _give(self, folder: Path) -> None:
        self._trust.trust(folder)
        self._notifier.announce(f"{folder.name} is trusted.")

    def _take_back(self, folder: Path) -> None:
        self._trust.take_back(folder)
        self._notifier.announce(f"{folder.name} is restricted.")

    def _disallow(self, folder: Path, path: Path) -> None:
        self._trust.disallow(folder, path)
        self._notifier.announce(f"{path_from(folder, path)} is read no longer.")
        if self._trust.of(folder).allowed_files:
            self.ask()

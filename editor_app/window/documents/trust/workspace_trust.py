"""Which folders are trusted in this window, and which files outside of them it may read.

The folder for variables that the user chose by hand is kept per library between starts.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal

from editor_app.clock import Clock
from editor_app.library.files.reading import FileError
from editor_app.library.folders import Library
from editor_app.library.paths import is_folder
from editor_app.library.trust.trust import (
    Trust,
    allow_file,
    disallow_file,
    distrust_workspace,
    is_part_of,
    read_trust,
    trust_mark,
    trust_workspace,
)
from editor_app.text import Sentence
from editor_app.variables.secrets import may_hold_secrets
from editor_app.window.documents.trust.words import home_relative


class WorkspaceTrust(QObject):
    """The trust that is kept on the disk, and what was given or taken back for this window only.

    `told` has a sentence where the disk could not keep what was chosen, or what it kept cannot be believed.
    `is_bar_closed` is whether the user closed the bar about it.
    """

    changed = Signal()
    told = Signal(str)

    def __init__(self, state_dir: Path, clock: Clock, parent: QObject | None = None) -> None:
        """Read nothing yet: the trust in a folder is read when it is first asked for."""
        super().__init__(parent)
        self.is_bar_closed = False
        self._state_dir = state_dir
        self._clock = clock
        self._known: dict[Path, Trust] = {}
        self._decided: dict[Path, bool] = {}  # by folder without links, what holds in this window only
        self._allowed: dict[Path, frozenset[Path]] = {}
        self._told: set[str] = set()
        self._were_trusted: set[Path] = set()
        self._mark = trust_mark(state_dir)

    def of(self, folder: Path) -> Trust:
        """Return the trust in a folder; the disk is read for the first question only."""
        known = self._known.get(folder)
        if known is None:
            known = self._known[folder] = self._read(folder)
        return known

    def decided_here(self, folder: Path) -> bool | None:
        """Return whether a folder is trusted in this window only; None where what the disk says holds."""
        return self._decided_for(self.of(folder).workspace)

    def read_again(self) -> None:
        """Read the disk for the next question: another window or the command line may have changed it."""
        self._known.clear()

    def check_disk(self) -> None:
        """Read trust again if another window or the command line changed it."""
        if trust_mark(self._state_dir) != self._mark:
            self._tell()

    def close_bar(self) -> None:
        """Close the bar about trust for as long as the window is open."""
        self.is_bar_closed = True

    def session_files(self, folder: Path) -> frozenset[Path]:
        """Return the files that are allowed in this window only."""
        return self._allowed.get(self.of(folder).workspace, frozenset())

    def trust(self, folder: Path) -> None:
        """Trust a folder, and remember that; files allowed in this window before stay allowed in it only."""
        now = self._clock()
        is_kept = self._keep(lambda: trust_workspace(self._state_dir, folder, now=now), "trusted")
        self._decide(folder, is_trusted=True, is_kept=is_kept)
        self._tell()

    def trust_here(self, folder: Path) -> None:
        """Trust a folder in this window only."""
        self._decide(folder, is_trusted=True, is_kept=False)
        self._tell()

    def take_back(self, folder: Path) -> None:
        """Trust a folder no longer, and allow none of the files that were allowed there.

        Where the trust comes from a folder above, it is taken back there.
        """
        workspace = self.of(folder).workspace
        above = (parent for parent in workspace.parents if is_part_of(workspace, parent))
        giver = [workspace, *(parent for parent in above if self.of(parent).is_trusted)][-1]
        is_kept = self._keep(lambda: distrust_workspace(self._state_dir, folder), "restricted")
        for trusted in [part for part, is_trusted in self._decided.items() if is_trusted]:
            if is_part_of(trusted, giver):
                del self._decided[trusted]
        self._decide(giver, is_trusted=False, is_kept=is_kept)
        for part in [part for part in self._allowed if is_part_of(part, giver)]:
            del self._allowed[part]
        self._tell()

    def allow(self, folder: Path, path: Path) -> str:
        """Allow a file that lies outside of a folder, or may hold secrets, to be read there.

        One that may hold secrets is allowed in this window only, and so is any file of a folder that is not
        trusted: nothing is remembered about that. One outside of the library is read once the folder is
        trusted. Returns a sentence about what holds now.
        """
        trust = self.of(folder)
        self._allowed[trust.workspace] = self.session_files(folder) | {path}
        shown = f"‘{home_relative(path)}’"
        if may_hold_secrets(path):
            sentence: str = Sentence("window-documents.read-for-session", file=shown)
        elif not trust.is_trusted:
            sentence = Sentence("window-documents.allowed-for-session", file=shown)
        else:
            sentence = Sentence("window-documents.read-from-now-on", file=shown)
            try:
                allow_file(self._state_dir, folder, path, now=self._clock())
                self._allowed[trust.workspace] -= {path}
            except FileError as error:
                sentence = _not_kept(error, "read")
        self._tell()
        return sentence

    def disallow(self, folder: Path, path: Path) -> None:
        """Allow a file no longer."""
        trust = self.of(folder)
        self._allowed[trust.workspace] = self.session_files(folder) - {path}
        if path in trust.allowed_files:
            self._keep(lambda: disallow_file(self._state_dir, folder, path), "not-read")
        self._tell()

    def _read(self, folder: Path) -> Trust:
        trust, sentences = read_trust(self._state_dir, folder)
        for sentence in sentences:
            if sentence not in self._told:
                self._told.add(sentence)
                self.told.emit(sentence)
        decided = self._decided_for(trust.workspace)
        if decided is not None:
            allowed = trust.allowed_files if decided else frozenset[Path]()
            trust = replace(trust, is_trusted=decided, allowed_files=allowed)
        if trust.is_trusted:
            self._were_trusted.add(trust.workspace)
        elif trust.workspace in self._were_trusted:  # taken back elsewhere, and with it what was allowed here
            self._were_trusted.discard(trust.workspace)
            self._allowed.pop(trust.workspace, None)
        for_session = self._allowed.get(trust.workspace)
        return replace(trust, allowed_files=trust.allowed_files | for_session) if for_session else trust

    def _decided_for(self, workspace: Path) -> bool | None:
        """Return what was decided here about a folder, or the nearest one above in its repository."""
        above = [folder for folder in self._decided if is_part_of(workspace, folder)]
        return self._decided[max(above, key=lambda folder: len(folder.parts))] if above else None

    def _decide(self, folder: Path, *, is_trusted: bool, is_kept: bool) -> None:
        """Let this window differ from what the disk says, where the disk did not take it."""
        workspace = self.of(folder).workspace
        if is_kept:
            self._decided.pop(workspace, None)
        if not is_kept or self._decided_for(workspace) not in {None, is_trusted}:
            self._decided[workspace] = is_trusted

    def _keep(self, act: Callable[[], None], what_holds: str) -> bool:
        """Change what the disk keeps; return False, and say what holds meanwhile, where that fails."""
        try:
            act()
        except FileError as error:
            self.told.emit(_not_kept(error, what_holds))
            return False
        return True

    def _tell(self) -> None:
        self._mark = trust_mark(self._state_dir)
        self.read_again()
        self.changed.emit()


def _not_kept(error: FileError, what_holds: str) -> str:
    return Sentence("window-documents.holds-here-only", error=error.sentence, what=what_holds)


def chosen_folder(settings: QSettings, library: Library) -> Path | None:
    """Return the folder that the user chose for a library's variables, None without one that is there."""
    name = settings.value(_key(library), "")
    folder = Path(name) if isinstance(name, str) and name and "\0" not in name else None
    return folder if folder is not None and folder.is_absolute() and is_folder(folder) else None


def keep_chosen_folder(settings: QSettings, library: Library, folder: Path) -> None:
    """Remember a folder for the next start; the library's own workspace needs no remembering."""
    if folder == library.workspace:
        settings.remove(_key(library))
    else:
        settings.setValue(_key(library), str(folder.absolute()))


def _key(library: Library) -> str:
    return f"workspace/{sha256(os.fsencode(os.path.realpath(library.root))).hexdigest()[:16]}"

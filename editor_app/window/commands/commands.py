"""All commands of a window, each made with the parts that it uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication

from editor_app.library.files.reading import FileError, shown
from editor_app.library.settings.recent import read_recent
from editor_app.text import Fix, Sentence
from editor_app.window.commands.chat_imports import ChatImporting
from editor_app.window.commands.editing import EditingCommands
from editor_app.window.commands.files import FileCommands
from editor_app.window.commands.finding.commands import FindCommands
from editor_app.window.commands.going.palette import PaletteCommands
from editor_app.window.commands.going.places import Places
from editor_app.window.commands.library import LibraryCommands
from editor_app.window.commands.lines import LineCommands
from editor_app.window.commands.manual.commands import ManualCommands
from editor_app.window.commands.preview import PreviewCommands
from editor_app.window.commands.problems import ProblemCommands, RemedyCommands
from editor_app.window.commands.reports import ReportCommands
from editor_app.window.commands.settings.commands import SettingsCommands
from editor_app.window.commands.trust.commands import TrustCommands
from editor_app.window.commands.values import ValueCommands
from editor_app.window.commands.variables.buttons import VariableCommands
from editor_app.window.commands.variables.pastes import PasteCommands
from editor_app.window.commands.versions import VersionCommands
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import Remedy
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.trust.workspace_trust import keep_chosen_folder
from editor_app.window.frame.notices import User
from editor_app.window.panels.history.versions import Versions
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.server.commands import ServerCommands
from editor_app.window.text.code_editor import CodeEditor


@dataclass(frozen=True, slots=True)
class ProgramCommands:
    """The commands that are about the program, and no file; `reopen_tab` opens the last closed one."""

    settings: SettingsCommands
    reports: ReportCommands
    manual: ManualCommands
    server: ServerCommands
    open_library: Callable[[Path], object]
    library_closed: Callable[[], object]
    quit_others: Callable[[], object]
    reopen_tab: Callable[[], object]


class Commands(WindowCommands):
    """All commands, by subject."""

    def __init__(
        self,
        documents: Documents,
        shown: WindowView,
        user: User,
        *,
        program: ProgramCommands,
        versions: Versions,
        settings: QSettings,
    ) -> None:
        """Make the commands of one window; `settings` remember what was chosen."""
        super().__init__(documents, shown, user)
        self.program, self.shown = program, shown
        parts = documents, shown, user
        files = self.files = FileCommands(*parts)
        self.versions = VersionCommands(*parts, files=files, versions=versions)
        self.library = LibraryCommands(*parts, files=files, versions=self.versions)
        self.trust = TrustCommands(*parts)
        self.variables = VariableCommands(*parts, files=files, offer_file=self.trust.offer_file)
        self.problems = ProblemCommands(*parts, files=files, apply_other=self._apply_other)
        others: dict[Remedy, Callable[[], object]] = {
            Remedy.MAKE_MY_COPY: self.library.customize,
            Remedy.TRUST: self.trust.ask_at_bar,
        }
        self.remedies = RemedyCommands(*parts, files=files, versions=self.versions, others=others)
        self.finding = FindCommands(*parts)
        self.editing = EditingCommands(*parts)
        self.lines = LineCommands(*parts)
        keep_folder = partial(keep_chosen_folder, settings, documents.library.library)
        self.values = ValueCommands(*parts, keep_folder=keep_folder)
        self.pastes = PasteCommands(*parts, ask_trust=self.trust.ask_at_bar)
        self.places = Places(documents.files, shown, open_file=files.open)
        self.palette = PaletteCommands(*parts, files=files, places=self.places, settings=settings)
        self.preview = PreviewCommands(*parts, open_file=files.open)
        self.chat_imports = ChatImporting(
            library=lambda: documents.library.library,
            write=documents.work.import_chat,
            dialogs=user.dialogs,
            say=user.notifier.say,
            clipboard=lambda: QGuiApplication.clipboard().text(),
            show=files.open,
        )

    def _apply_other(self, fix: Fix) -> bool:
        return self.trust.apply(fix) or self.variables.apply(fix)

    def begin_editing(self, file: OpenFile, editor: CodeEditor) -> None:
        """Let the source editor of a file complete what is typed, and rename what is named."""
        editor.completing.complete = partial(self.editing.offers_at, file)
        editor.name_at = partial(self.editing.name_at, file)
        editor.rename_requested.connect(self.editing.rename)

    def undo(self) -> None:
        """Undo the last file operation where the library has the focus, else a step of the text."""
        if self._shown.window.is_in_library:
            self.library.undo_last()
        else:
            self.editing.step(undoes=True)

    def ask_library(self) -> None:
        """Ask for a folder, and open it as a library in a window of its own."""
        library = self._library.library
        root = self._dialogs.choose_folder(Sentence("window-commands.open-folder-title"), library.root)
        if root is not None:
            self.program.open_library(root)

    def close_library(self) -> None:
        """Close the window, unless the user keeps it, and show the start page."""
        if self.shown.window.window().close():
            self.program.library_closed()

    def quit(self) -> None:
        """Close the window, unless the user keeps it, and those of other libraries."""
        if self.shown.window.window().close():
            self.program.quit_others()

    def show_recent(self) -> None:
        """Show the folders that were open before, as a list to choose from; each opens in its own window."""
        files, root = self._open_files, self._library.library.root
        try:
            folders = [one.path for one in read_recent(files.state_dir).folders if one.path != root]
        except FileError as error:
            self._notifier.say(error.sentence)
            return
        if not folders:
            self._notifier.say(Sentence("window-commands.no-recent-folders"))
            return
        open_ = self.program.open_library
        opened = {shown(path).replace("&", "&&"): partial(open_, path) for path in folders}
        heading = Sentence("window-commands.recent-folders")
        entries = {heading: None, **opened, Sentence("window-commands.open-library"): self.ask_library}
        self.shown.panels.library.show_list(heading, entries, next(iter(opened)))

    def let_tab_move_focus(self) -> None:
        """Let Tab move the focus, or indent again, and say so."""
        moves = not self.shown.tabs.tab_moves_focus
        self.program.settings.file.set("tab_moves_focus", moves)
        self._notifier.say(
            Sentence("window-commands.tab-moves-now")
            if moves
            else Sentence("window-commands.tab-indents-again")
        )

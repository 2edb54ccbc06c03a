"""What the commands act on."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.window.announcing import announce
from editor_app.window.current_file import CurrentFile, Panels
from editor_app.window.dialogs import Dialogs
from editor_app.window.documents.case_values import CaseValues
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.resolving import Resolving
from editor_app.window.editor.editor_tabs import EditorTabs
from editor_app.window.main_window import MainWindow


@dataclass(frozen=True, slots=True, weakref_slot=True)  # Qt connects to `say` by weak reference
class Session:
    """Everything the commands act on."""

    files: OpenFiles
    library: LibraryState
    cases: CaseValues
    work: FileWork
    resolving: Resolving
    current: CurrentFile
    tabs: EditorTabs
    panels: Panels
    window: MainWindow
    dialogs: Dialogs

    def say(self, sentence: str) -> None:
        """Say something that happened, for everybody to see and to hear."""
        self.window.notices.show_notice(sentence)

    def say_of_file(self, sentence: str) -> None:
        """Say something that happened in the file in front, as long as that is there."""
        self.window.notices.show_notice(sentence, is_of_file=True)

    def announce(self, sentence: str) -> None:
        """Let a screen reader say what the window shows in another place than the focus."""
        announce(self.window, sentence)

"""The parts of a window by what they are for; commands and perspectives take the groups that they use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.endpoint.endpoints import Endpoints
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.frame.notices import User
from editor_app.window.perspectives.current_file import CurrentFile
from editor_app.window.perspectives.panels import Panels
from editor_app.window.perspectives.perspective import Perspective
from editor_app.window.perspectives.second_text import SecondText
from editor_app.window.perspectives.tab_files import TabFiles
from editor_app.window.text.editor_tabs import EditorTabs


@dataclass(frozen=True, slots=True)
class WindowView:
    """Where the open files are shown."""

    window: MainWindow
    panels: Panels
    tabs: EditorTabs
    tab_files: TabFiles
    current: CurrentFile
    perspective_of: Callable[[OpenFile | None], Perspective]
    second: SecondText


@dataclass(frozen=True, slots=True)
class WindowServices:
    """What a window offers to its perspectives.

    `import_chat` makes a chat of the body of a request in a file; None asks for the file. `warn_of_file` says
    what saving a file could not keep, with a link to what local history has of it.
    """

    documents: Documents
    shown: WindowView
    user: User
    endpoints: Endpoints
    import_chat: Callable[[Path | None], object]
    warn_of_file: Callable[[str, Path | None], object]


class KindPerspective(Perspective):
    """The perspective of a kind that has parts of its own, with what the window offers to it."""

    def __init__(self, services: WindowServices, parent: QObject | None = None) -> None:
        """Start with what the window offers."""
        super().__init__(parent)
        self._documents = services.documents
        self._shown = services.shown
        self._user = services.user

"""The start page, the list of what can be made, and the row under the pointer, for screenshots."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent

from editor_app.analysis.library_facts.new_files import NewPlace
from editor_app.library.kinds import Kind
from editor_app.library.settings.recent import RecentFolder, note_opened
from editor_app.window.app import Workbench
from editor_app.window.kit.rows.row_buttons import RowButtons
from editor_app.window.startup.pictures import NOON
from editor_app.window.startup.start_page import StartPage, StartWindow
from pictures.taking import show_prompt

_RECENT = (("atlas", 0), ("northwind-agents", 1), ("support-prompts", 2), ("evals", 6), ("old-laptop", 40))


def start(workbench: Workbench) -> Iterator[None]:
    """Show the start page in place of the window, with recent folders, one of which is gone."""
    home = Path.home()
    for name, _days in _RECENT[:-1]:
        (home / name).mkdir(exist_ok=True)
    page = StartPage()
    window = StartWindow(page, workbench.settings)
    window.setParent(workbench.window, Qt.WindowType.Window)  # is deleted with it
    folders = [RecentFolder(home / name, NOON - timedelta(days=days)) for name, days in _RECENT]
    page.show_folders(folders, NOON)
    window.setGeometry(workbench.window.geometry())
    window.show()
    page.setFocus()
    yield
    page.list.setFocus()
    yield


def new(workbench: Workbench) -> Iterator[None]:
    """Show what can be made."""
    yield from show_prompt(workbench)
    workbench.commands.library.choose_new()
    yield


def recent(workbench: Workbench) -> Iterator[None]:
    """Show the folder that was open before."""
    yield from show_prompt(workbench)
    note_opened(workbench.files.state_dir, Path.home() / "support-prompts", NOON)
    workbench.commands.show_recent()
    yield


def from_text(workbench: Workbench) -> Iterator[None]:
    """Show the system message that was made of a prompt."""
    yield from show_prompt(workbench)
    file, library = workbench.files.files[0], workbench.library.library
    workbench.work.make(NewPlace(Kind.SYSTEM_MESSAGE, library), "pages", file.text[file.analysis.sent_from :])
    yield


def hovered(workbench: Workbench) -> Iterator[None]:
    """Show the buttons of the row under the pointer."""
    yield from show_prompt(workbench)
    panel = workbench.panels.library
    key = panel.key_of(workbench.library.library.root / "system-messages" / "support-desk.json")
    for buttons in panel.tree.viewport().findChildren(RowButtons):
        buttons.point_at(panel.tree.visualRect(panel.tree.index_of(key)).center())
    yield


def heading(workbench: Workbench) -> Iterator[None]:
    """Show the menu of a heading."""
    yield from show_prompt(workbench)
    tree = workbench.panels.library.tree
    place = tree.visualRect(tree.model().index(1, 0)).center()
    on_screen = tree.viewport().mapToGlobal(place)
    tree.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, on_screen))
    yield

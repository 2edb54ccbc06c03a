"""The settings: searched, a page with changes, nothing found."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.window.app import Workbench
from editor_app.window.commands.settings.dialog import SettingsPages, SettingsQuestion
from editor_app.window.kit.dialogs.dialog import QuestionDialog
from pictures.taking import show_prompt


def searched(workbench: Workbench) -> Iterator[None]:
    """Show what "wrap" finds."""
    yield from show_prompt(workbench)
    _opened(workbench).search.setText("wrap")
    yield


def look(workbench: Workbench) -> Iterator[None]:
    """Show the page about the look, with a setting that was changed."""
    yield from show_prompt(workbench)
    workbench.settings_file.set("interface_font", "Inter")
    _opened(workbench, "Look")
    yield


def nothing(workbench: Workbench) -> Iterator[None]:
    """Show that nothing matches."""
    yield from show_prompt(workbench)
    _opened(workbench).search.setText("xylophone")
    yield


def _opened(workbench: Workbench, page: str = "") -> SettingsPages:
    """Open the dialog as it is asked for, without waiting for an answer."""
    question = SettingsQuestion(workbench.settings_file, workbench.commands.files.open, page)
    dialog = QuestionDialog(question.question(), workbench.window)
    dialog.show()
    window = workbench.window
    dialog.move(window.mapToGlobal(window.rect().center()) - dialog.rect().center())
    pages = dialog.body
    assert isinstance(pages, SettingsPages)
    return pages

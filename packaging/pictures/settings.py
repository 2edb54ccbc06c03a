"""The settings: searched, a page with changes, nothing found."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.window.app import Workbench
from editor_app.window.commands.settings.dialog import SHORTCUTS, SettingsPages
from editor_app.window.kit.dialogs.dialog import QuestionDialog
from pictures.taking import show_prompt


def searched(workbench: Workbench) -> Iterator[None]:
    """Show what "font size" finds."""
    yield from show_prompt(workbench)
    _opened(workbench).search.setText("font size")
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


def shortcuts(workbench: Workbench) -> Iterator[None]:
    """Show all shortcuts, one of them changed, and a conflict."""
    yield from show_prompt(workbench)
    file = workbench.shortcuts_file
    file.set(lambda shortcuts: shortcuts.with_keys("replace", ("Ctrl+R",)))
    pages = _opened(workbench, SHORTCUTS)
    page = pages.shortcuts
    page.list.show_index(page.list.model().index(12, 0), reveal=True)
    chosen = page.list.current_row
    assert chosen is not None
    page.list.entered_row.emit(chosen)
    assert page.popup is not None
    page.popup.field.setText("Ctrl+Shift+F")
    page.popup.field.key_pressed.emit("Ctrl+Shift+F")
    yield


def found_by_keys(workbench: Workbench) -> Iterator[None]:
    """Show what some keys do."""
    yield from show_prompt(workbench)
    _opened(workbench, SHORTCUTS).search.setText("Ctrl+Shift")
    yield


def _opened(workbench: Workbench, page: str = "") -> SettingsPages:
    """Open the dialog as it is asked for, without waiting for an answer."""
    dialog = QuestionDialog(workbench.commands.program.settings.question(page).question(), workbench.window)
    dialog.show()
    window = workbench.window
    dialog.move(window.mapToGlobal(window.rect().center()) - dialog.rect().center())
    pages = dialog.body
    assert isinstance(pages, SettingsPages)
    return pages

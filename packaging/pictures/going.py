"""The palette over a prompt: found by a few letters, used lately, symbols, a line, nothing."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.window.app import Workbench
from pictures.taking import show_prompt


def found(workbench: Workbench) -> Iterator[None]:
    """Show what "for" finds."""
    return _typed(workbench, "for")


def recent(workbench: Workbench) -> Iterator[None]:
    """Show what was used lately."""
    yield from show_prompt(workbench)
    for name in ("system-prompt.tmpl", "system-messages/coding-assistant.yaml", "page-analysis.md"):
        workbench.commands.files.open(workbench.library.library.root / name)
        yield
    workbench.commands.palette.open()
    yield


def symbols(workbench: Workbench) -> Iterator[None]:
    """Show the symbols of the prompt."""
    return _typed(workbench, "@")


def line(workbench: Workbench) -> Iterator[None]:
    """Show a line of the prompt."""
    return _typed(workbench, ":21:5")


def nothing(workbench: Workbench) -> Iterator[None]:
    """Show that nothing matches."""
    return _typed(workbench, "xylophone")


def _typed(workbench: Workbench, typed: str) -> Iterator[None]:
    yield from show_prompt(workbench)
    workbench.commands.palette.open(typed)
    yield

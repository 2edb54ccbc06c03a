"""The actions that find and replace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor_app.window.kit.actions import Action, Entries
from editor_app.window.perspectives.perspective import FileCondition

if TYPE_CHECKING:
    from editor_app.window.commands.commands import Commands

FIND_ACTIONS: Entries[Commands] = (
    Action("find", "F&ind…", ("Ctrl+F",), icon="search", act=lambda commands: commands.finding.find()),
    Action(
        "replace",
        "Rep&lace…",
        ("Ctrl+H",),
        FileCondition.DOCUMENT,
        "replace",
        act=lambda commands: commands.finding.find(replaces=True),
    ),
    Action(
        "find_in_library",
        "Find in li&brary…",
        ("Ctrl+Shift+F",),
        FileCondition.LIBRARY,
        act=lambda commands: commands.finding.library.open(),
    ),
    Action(
        "replace_in_library",
        "Replace in librar&y…",
        ("Ctrl+Shift+H",),
        FileCondition.LIBRARY,
        act=lambda commands: commands.finding.library.open(replaces=True),
    ),
)
"""Those of the menu Edit."""
FIND_OTHERS: Entries[Commands] = (
    Action(
        "next_library_hit",
        "Next match in the library",
        ("F4",),
        FileCondition.LIBRARY,
        act=lambda commands: commands.finding.library.step(),
    ),
    Action(
        "previous_library_hit",
        "Previous match in the library",
        ("Shift+F4",),
        FileCondition.LIBRARY,
        act=lambda commands: commands.finding.library.step(backwards=True),
    ),
    Action(
        "find_next",
        "Next match",
        ("F3",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.finding.step(),
    ),
    Action(
        "find_previous",
        "Previous match",
        ("Shift+F3",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.finding.step(backwards=True),
    ),
)

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
)
"""Those of the menu Edit."""
FIND_OTHERS: Entries[Commands] = (
    Action(
        "find_next", "Next hit", ("F3",), FileCondition.DOCUMENT, act=lambda commands: commands.finding.step()
    ),
    Action(
        "find_previous",
        "Previous hit",
        ("Shift+F3",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.finding.step(backwards=True),
    ),
)

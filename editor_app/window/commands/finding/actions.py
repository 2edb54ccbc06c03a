"""The actions that find and replace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor_app.text import Sentence
from editor_app.window.commands.action import action
from editor_app.window.kit.actions import Entries
from editor_app.window.perspectives.perspective import FileCondition

if TYPE_CHECKING:
    from editor_app.window.commands.commands import Commands

FIND_ACTIONS: Entries[Commands] = (
    action(Sentence("window-commands.find"), lambda c: c.finding.find(), "Ctrl+F", icon="search"),
    action(
        Sentence("window-commands.replace"),
        lambda c: c.finding.find(replaces=True),
        "Ctrl+H",
        when=FileCondition.DOCUMENT,
        icon="replace",
    ),
    action(
        Sentence("window-commands.find-in-library"),
        lambda c: c.finding.library.open(),
        "Ctrl+Shift+F",
        when=FileCondition.LIBRARY,
    ),
    action(
        Sentence("window-commands.replace-in-library"),
        lambda c: c.finding.library.open(replaces=True),
        "Ctrl+Shift+H",
        when=FileCondition.LIBRARY,
    ),
)
"""Those of the menu Edit."""
FIND_OTHERS: Entries[Commands] = (
    action(
        Sentence("window-commands.next-library-hit"),
        lambda c: c.finding.library.step(),
        "F4",
        when=FileCondition.LIBRARY,
    ),
    action(
        Sentence("window-commands.previous-library-hit"),
        lambda c: c.finding.library.step(backwards=True),
        "Shift+F4",
        when=FileCondition.LIBRARY,
    ),
    action(
        Sentence("window-commands.find-next"), lambda c: c.finding.step(), "F3", when=FileCondition.DOCUMENT
    ),
    action(
        Sentence("window-commands.find-previous"),
        lambda c: c.finding.step(backwards=True),
        "Shift+F3",
        when=FileCondition.DOCUMENT,
    ),
)

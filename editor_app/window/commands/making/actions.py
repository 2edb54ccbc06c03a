"""The actions that make files: the list of all kinds, and each kind by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor_app.library.kinds import kinds_to_make, new_label
from editor_app.text import Sentence
from editor_app.window.commands.action import action
from editor_app.window.kit.actions import Action, Entries
from editor_app.window.perspectives.perspective import FileCondition

if TYPE_CHECKING:
    from editor_app.window.commands.commands import Commands

NEW_ACTIONS: Entries[Commands] = (
    action(
        Sentence("window-commands.new"),
        lambda c: c.library.choose_new(),
        "Ctrl+N",
        when=FileCondition.LIBRARY,
        icon="file-plus-2",
    ),
)
"""What the menu File begins with."""
NEW_OTHERS: Entries[Commands] = (
    *(
        Action(
            f"new_{kind.value.replace('-', '_')}",
            Sentence("window-commands.new-kind-action", kind=new_label(kind)),
            when=FileCondition.LIBRARY,
            icon=kind.listing.icon,
            act=lambda commands, kind=kind: commands.library.new(kind),  # type: ignore[misc]  # of the loop
        )
        for kind in kinds_to_make()
    ),
    action(
        Sentence("window-commands.new-untitled"), lambda c: c.files.new_untitled(), "Ctrl+T", icon="file-text"
    ),
)
"""Those that only the palette and the list of shortcuts have."""

"""The actions that make files: the list of all kinds, and each kind by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor_app.library.kinds import kinds_to_make, new_label
from editor_app.window.kit.actions import Action, Entries
from editor_app.window.perspectives.perspective import FileCondition

if TYPE_CHECKING:
    from editor_app.window.commands.commands import Commands

NEW_ACTIONS: Entries[Commands] = (
    Action(
        "new",
        "&New…",
        ("Ctrl+N",),
        FileCondition.LIBRARY,
        "file-plus-2",
        act=lambda commands: commands.library.choose_new(),
    ),
)
"""What the menu File begins with."""
NEW_OTHERS: Entries[Commands] = (
    *(
        Action(
            f"new_{kind.value.replace('-', '_')}",
            f"New {new_label(kind)}…",
            when=FileCondition.LIBRARY,
            icon=kind.listing.icon,
            act=lambda commands, kind=kind: commands.library.new(kind),  # type: ignore[misc]  # of the loop
        )
        for kind in kinds_to_make()
    ),
    Action(
        "new_untitled",
        "New &untitled file",
        ("Ctrl+T",),
        icon="file-text",
        act=lambda commands: commands.files.new_untitled(),
    ),
)
"""Those that only the palette and the list of shortcuts have."""

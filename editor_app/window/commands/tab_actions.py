"""The actions on tabs, and on the file of the one in front; they are in no menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor_app.window.kit.actions import Action, Entries
from editor_app.window.perspectives.perspective import FileCondition
from editor_app.window.text.tabs.tab_menu import TabsClosed

if TYPE_CHECKING:
    from editor_app.window.commands.commands import Commands

FILE_IN_FRONT_ACTIONS: Entries[Commands] = (
    Action(
        "rename_file",
        "Rename the file…",
        when=FileCondition.DOCUMENT,
        act=lambda commands: commands.library.with_row_in_front(commands.library.rename_row),
    ),
    Action(
        "duplicate_file",
        "Duplicate the file",
        when=FileCondition.DOCUMENT,
        act=lambda commands: commands.library.with_row_in_front(commands.library.duplicate_row),
    ),
    Action(
        "delete_file",
        "Delete the file",
        when=FileCondition.DOCUMENT,
        act=lambda commands: commands.library.with_row_in_front(commands.library.delete_row),
    ),
)


def _closing(action_id: str, text: str, which: TabsClosed) -> Action[Commands]:
    return Action(
        action_id,
        text,
        when=FileCondition.DOCUMENT,
        act=lambda commands: commands.files.close_together(which),
    )


_TAB_OTHERS: Entries[Commands] = (
    _closing("close_others", "Close other tabs", TabsClosed.OTHERS),
    _closing("close_to_the_right", "Close tabs to the right", TabsClosed.TO_THE_RIGHT),
    _closing("close_saved", "Close saved tabs", TabsClosed.SAVED),
    _closing("close_all", "Close all tabs", TabsClosed.ALL),
    Action(
        "pin_tab",
        "Pin or unpin the tab",
        when=FileCondition.DOCUMENT,
        act=lambda commands: commands.files.pin_current(),
    ),
)


def _tab_action(number: int) -> Action[Commands]:
    return Action(
        f"tab_{number}",
        f"Go to tab {number}",
        (f"Ctrl+{number}",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.files.go_to_tab(number),
    )


TAB_ACTIONS: Entries[Commands] = (*map(_tab_action, range(1, 10)), *_TAB_OTHERS)

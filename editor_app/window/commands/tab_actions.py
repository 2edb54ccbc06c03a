"""The actions on tabs, and on the file of the one in front; they are in no menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor_app.text import Sentence
from editor_app.window.commands.action import action
from editor_app.window.kit.actions import Action, Entries
from editor_app.window.perspectives.perspective import FileCondition
from editor_app.window.text.tabs.tab_menu import TabsClosed

if TYPE_CHECKING:
    from editor_app.window.commands.commands import Commands

FILE_IN_FRONT_ACTIONS: Entries[Commands] = (
    action(
        Sentence("window-commands.rename-file"),
        lambda c: c.library.with_row_in_front(c.library.rename_row),
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.duplicate-file"),
        lambda c: c.library.with_row_in_front(c.library.duplicate_row),
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.delete-file"),
        lambda c: c.library.with_row_in_front(c.library.delete_row),
        when=FileCondition.DOCUMENT,
    ),
)


_TAB_OTHERS: Entries[Commands] = (
    action(
        Sentence("window-commands.close-others"),
        lambda c: c.files.close_together(TabsClosed.OTHERS),
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.close-to-the-right"),
        lambda c: c.files.close_together(TabsClosed.TO_THE_RIGHT),
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.close-saved"),
        lambda c: c.files.close_together(TabsClosed.SAVED),
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.close-all"),
        lambda c: c.files.close_together(TabsClosed.ALL),
        when=FileCondition.DOCUMENT,
    ),
    action(Sentence("window-commands.pin-tab"), lambda c: c.files.pin_current(), when=FileCondition.DOCUMENT),
)


def _tab_action(number: int) -> Action[Commands]:
    return Action(
        f"tab_{number}",
        Sentence("window-commands.go-to-tab", number=number),
        (f"Ctrl+{number}",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.files.go_to_tab(number),
    )


TAB_ACTIONS: Entries[Commands] = (*map(_tab_action, range(1, 10)), *_TAB_OTHERS)

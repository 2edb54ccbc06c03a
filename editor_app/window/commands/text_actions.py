"""The actions on lines, selections, matches and tabs, most of which are in no menu."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from editor_app.text import Sentence
from editor_app.text.editing.selection_edits import lines_copied, lines_deleted, lines_moved
from editor_app.window.commands.action import action
from editor_app.window.commands.lines import go_to_matching_tag
from editor_app.window.kit.actions import Action
from editor_app.window.perspectives.perspective import FileCondition
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.tabs.tab_menu import TabsClosed

if TYPE_CHECKING:
    from editor_app.window.commands.commands import Commands

FIND_ACTIONS = (
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
FIND_OTHERS = (
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
LINE_ACTIONS = (
    action(
        Sentence("window-commands.move-lines-up"),
        lambda c: c.lines.change(partial(lines_moved, down=False)),
        "Alt+Up",
        when=FileCondition.WRITABLE,
    ),
    action(
        Sentence("window-commands.move-lines-down"),
        lambda c: c.lines.change(partial(lines_moved, down=True)),
        "Alt+Down",
        when=FileCondition.WRITABLE,
    ),
    action(
        Sentence("window-commands.copy-lines-up"),
        lambda c: c.lines.change(partial(lines_copied, down=False)),
        "Shift+Alt+Up",
        when=FileCondition.WRITABLE,
    ),
    action(
        Sentence("window-commands.copy-lines-down"),
        lambda c: c.lines.change(partial(lines_copied, down=True)),
        "Shift+Alt+Down",
        when=FileCondition.WRITABLE,
    ),
    action(
        Sentence("window-commands.delete-lines"),
        lambda c: c.lines.change(lines_deleted),
        "Ctrl+Shift+K",
        when=FileCondition.WRITABLE,
    ),
    action(
        Sentence("window-commands.toggle-comment"),
        lambda c: c.with_text(c.lines.toggle_comment),
        "Ctrl+Shift+A",
        when=FileCondition.WRITABLE,
    ),
    action(
        Sentence("window-commands.next-match"),
        lambda c: c.lines.do(CodeEditor.add_next_match),
        "Ctrl+D",
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.all-matches"),
        lambda c: c.lines.do(CodeEditor.select_all_matches),
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.matching-tag"),
        lambda c: c.lines.do(go_to_matching_tag),
        "Ctrl+Shift+G",
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.toggle-fold"),
        lambda c: c.lines.do(lambda editor: editor.folding.toggle(editor.cursor_offset())),
        "Ctrl+F7",
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.fold-all"),
        lambda c: c.lines.do(lambda editor: editor.folding.set_all(folded=True)),
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.unfold-all"),
        lambda c: c.lines.do(lambda editor: editor.folding.set_all(folded=False)),
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.unwrap-condition"),
        lambda c: c.with_source(c.variables.unwrap),
        when=FileCondition.TAKES_VARIABLES,
    ),
    action(
        Sentence("window-commands.extract-variable"),
        lambda c: c.with_source(c.variables.extract),
        when=FileCondition.WRITABLE,
    ),
    action(
        Sentence("window-commands.inline-default"),
        lambda c: c.with_source(c.variables.inline),
        when=FileCondition.WRITABLE,
    ),
)
FILE_IN_FRONT_ACTIONS = (
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


def _tab_action(number: int) -> Action[Commands]:
    words = Sentence("window-commands.go-to-tab", number=number)
    keys, condition = (f"Ctrl+{number}",), FileCondition.DOCUMENT
    return Action(f"tab_{number}", words, keys, condition, act=lambda c: c.files.go_to_tab(number))


TAB_ACTIONS = (
    *map(_tab_action, range(1, 10)),
    action(
        Sentence("window-text.close-others"),
        lambda c: c.files.close_together(TabsClosed.OTHERS),
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-text.close-to-the-right"),
        lambda c: c.files.close_together(TabsClosed.TO_THE_RIGHT),
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-text.close-saved"),
        lambda c: c.files.close_together(TabsClosed.SAVED),
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-text.close-all"),
        lambda c: c.files.close_together(TabsClosed.ALL),
        when=FileCondition.DOCUMENT,
    ),
    action(Sentence("window-commands.pin-tab"), lambda c: c.files.pin_current(), when=FileCondition.DOCUMENT),
)

"""The actions on lines, selections and matching tags; all are in the list of actions, and in no menu."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from editor_app.text.editing.selection_edits import lines_copied, lines_deleted, lines_moved
from editor_app.window.commands.lines import EditsOf, go_to_matching_tag
from editor_app.window.kit.actions import Action, Entries
from editor_app.window.perspectives.perspective import FileCondition
from editor_app.window.text.code_editor import CodeEditor

if TYPE_CHECKING:
    from editor_app.window.commands.commands import Commands


def _lines(action_id: str, words: str, keys: str, edits_of: EditsOf) -> Action[Commands]:
    return Action(
        action_id,
        words,
        (keys,),
        FileCondition.WRITABLE,
        act=lambda commands: commands.lines.change(edits_of),
    )


LINE_ACTIONS: Entries[Commands] = (
    _lines("move_lines_up", "Move lines up", "Alt+Up", partial(lines_moved, down=False)),
    _lines("move_lines_down", "Move lines down", "Alt+Down", partial(lines_moved, down=True)),
    _lines("copy_lines_up", "Copy lines up", "Shift+Alt+Up", partial(lines_copied, down=False)),
    _lines("copy_lines_down", "Copy lines down", "Shift+Alt+Down", partial(lines_copied, down=True)),
    _lines("delete_lines", "Delete lines", "Ctrl+Shift+K", lines_deleted),
    Action(
        "toggle_comment",
        "Comment or uncomment lines",
        ("Ctrl+Shift+A",),
        FileCondition.WRITABLE,
        act=lambda commands: commands.lines.toggle_comment(),
    ),
    Action(
        "next_match",
        "Add the next match to the selection",
        ("Ctrl+D",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.lines.do(CodeEditor.add_next_match),
    ),
    Action(
        "all_matches",
        "Select all matches of the word or selection",
        when=FileCondition.DOCUMENT,
        act=lambda commands: commands.lines.do(CodeEditor.select_all_matches),
    ),
    Action(
        "matching_tag",
        "Go to the matching tag",
        ("Ctrl+Shift+G",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.lines.do(go_to_matching_tag),
    ),
    Action(
        "toggle_fold",
        "Fold or unfold lines",
        ("Ctrl+F7",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.lines.do(lambda editor: editor.folding.toggle(editor.cursor_offset())),
    ),
    Action(
        "fold_all",
        "Fold all",
        when=FileCondition.DOCUMENT,
        act=lambda commands: commands.lines.do(lambda editor: editor.folding.set_all(folded=True)),
    ),
    Action(
        "unfold_all",
        "Unfold all",
        when=FileCondition.DOCUMENT,
        act=lambda commands: commands.lines.do(lambda editor: editor.folding.set_all(folded=False)),
    ),
    Action(
        "unwrap_condition",
        "Remove the condition, keep its text",
        when=FileCondition.TAKES_VARIABLES,
        act=lambda commands: commands.variables.unwrap(),
    ),
    Action(
        "extract_variable",
        "Extract a variable…",
        when=FileCondition.WRITABLE,
        act=lambda commands: commands.variables.extract(),
    ),
    Action(
        "inline_default",
        "Replace the variable by its default",
        when=FileCondition.WRITABLE,
        act=lambda commands: commands.variables.inline(),
    ),
)

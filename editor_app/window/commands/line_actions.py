"""The actions on lines, selections and matching tags; all are in the list of actions, and in no menu."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from editor_app.text import Sentence
from editor_app.text.editing.selection_edits import lines_copied, lines_deleted, lines_moved
from editor_app.window.commands.action import action
from editor_app.window.commands.lines import go_to_matching_tag
from editor_app.window.kit.actions import Entries
from editor_app.window.perspectives.perspective import FileCondition
from editor_app.window.text.code_editor import CodeEditor

if TYPE_CHECKING:
    from editor_app.window.commands.commands import Commands


LINE_ACTIONS: Entries[Commands] = (
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
        lambda c: c.lines.toggle_comment(),
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
        lambda c: c.variables.unwrap(),
        when=FileCondition.TAKES_VARIABLES,
    ),
    action(
        Sentence("window-commands.extract-variable"),
        lambda c: c.variables.extract(),
        when=FileCondition.WRITABLE,
    ),
    action(
        Sentence("window-commands.inline-default"),
        lambda c: c.variables.inline(),
        when=FileCondition.WRITABLE,
    ),
)

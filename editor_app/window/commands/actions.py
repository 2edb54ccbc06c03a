"""The actions that all kinds of file have, in their menus: what each is called, and what it does.

The bar has at most sixty entries; an action of no menu is among the others of the one it would be in.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from editor_app.window.commands.finding.actions import FIND_ACTIONS, FIND_OTHERS
from editor_app.window.commands.going.palette import FILES
from editor_app.window.commands.line_actions import LINE_ACTIONS
from editor_app.window.commands.making.actions import NEW_ACTIONS, NEW_OTHERS
from editor_app.window.commands.settings.commands import SIZE_ACTIONS, THEME_MENU
from editor_app.window.commands.settings.dialog import SHORTCUTS
from editor_app.window.commands.tab_actions import FILE_IN_FRONT_ACTIONS, TAB_ACTIONS
from editor_app.window.frame.panel_actions import PANEL_ACTIONS, PANEL_KEYS
from editor_app.window.kit.actions import Action, CheckMark, Entries, Menu
from editor_app.window.kit.focus.focused_edits import edit_focused
from editor_app.window.kit.focus.panel_keys import HELP_KEYS, WHY_KEYS
from editor_app.window.perspectives.perspective import FileCondition

if TYPE_CHECKING:
    from editor_app.window.commands.commands import Commands

_BY_WORDS: Final = "Alt" if sys.platform == "darwin" else "Ctrl"

_OPEN: Entries[Commands] = (
    Action(
        "open_library",
        "Open fol&der…",
        ("Ctrl+Shift+O",),
        icon="folder",
        act=lambda commands: commands.ask_library(),
    ),
    Action(
        "open_recent",
        "Open &recent…",
        ("Ctrl+R",),
        icon="history",
        act=lambda commands: commands.show_recent(),
    ),
    Action(
        "open_file",
        "&Open file…",
        ("Ctrl+O",),
        icon="folder-open",
        act=lambda commands: commands.files.ask_open(),
    ),
)
_FILE: Entries[Commands] = (
    Action(
        "save",
        "&Save",
        ("Ctrl+S",),
        FileCondition.CAN_SAVE,
        "save",
        act=lambda commands: commands.files.save(),
    ),
    Action(
        "save_as",
        "Save &as…",
        ("Ctrl+Shift+S",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.files.save_as(),
    ),
    Action(
        "save_all",
        "Sav&e all",
        ("Ctrl+Shift+L",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.files.save_all(),
    ),
    None,
    Action(
        "close_tab",
        "&Close tab",
        ("Ctrl+W", "Ctrl+F4"),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.files.close_current(),
    ),
    Action(
        "reopen_tab",
        "Reopen closed &tab",
        ("Ctrl+Shift+T",),
        act=lambda commands: commands.program.reopen_tab(),
    ),
    Action("close_folder", "Close &folder", act=lambda commands: commands.close_library()),
    None,
    Action("settings", "Settin&gs…", ("Ctrl+,",), act=lambda commands: commands.program.settings.show()),
    Action("quit", "&Quit", ("Ctrl+Q",), act=lambda commands: commands.shown.window.window().close()),
)
_FILE_OTHERS: Entries[Commands] = (
    Action(
        "import_chat",
        "New chat from JSON…",
        when=FileCondition.LIBRARY,
        act=lambda commands: commands.chat_imports.choose_file(),
    ),
    Action(
        "import_chat_clipboard",
        "New chat from the clipboard",
        when=FileCondition.LIBRARY,
        act=lambda commands: commands.chat_imports.import_clipboard(),
    ),
    Action(
        "serve",
        "Serve programs…",
        when=FileCondition.LIBRARY,
        act=lambda commands: commands.program.server.show(),
    ),
    *FILE_IN_FRONT_ACTIONS,
    Action("trust", "Trust…", icon="shield", act=lambda commands: commands.trust.ask()),
)
_EDIT: Entries[Commands] = (
    Action(
        "undo",
        "&Undo",
        ("Ctrl+Z",),
        FileCondition.CAN_UNDO,
        "undo-2",
        act=lambda commands: commands.undo(),
        key_alone="Undo",
    ),
    Action(
        "redo",
        "&Redo",
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        FileCondition.CAN_REDO,
        act=lambda commands: commands.editing.step(undoes=False),
        key_alone="Redo",
    ),
    None,
    Action("cut", "Cu&t", ("Ctrl+X", "Shift+Del"), act=lambda _: edit_focused("cut"), key_alone="Cut"),
    Action(
        "copy",
        "&Copy",
        ("Ctrl+C", "Ctrl+Ins"),
        icon="copy",
        act=lambda _: edit_focused("copy"),
        key_alone="Copy",
    ),
    Action(
        "paste", "&Paste", ("Ctrl+V", "Shift+Ins"), act=lambda _: edit_focused("paste"), key_alone="Paste"
    ),
    None,
    *FIND_ACTIONS,
    None,
    Action(
        "rename_symbol",
        "R&ename…",
        ("F2",),
        FileCondition.WRITABLE,
        "text-cursor-input",
        act=lambda commands: commands.editing.rename(),
    ),
    Action(
        "complete",
        "C&omplete",
        ("Ctrl+Space", "Ctrl+Shift+Space"),
        FileCondition.WRITABLE,
        act=lambda commands: commands.editing.complete(),
    ),
    Action(
        "show_fixes",
        "Show &fixes",
        ("Ctrl+.",),
        FileCondition.HAS_PROBLEMS,
        act=lambda commands: commands.problems.show_fixes(),
    ),
)
_EDIT_OTHERS: Entries[Commands] = (
    Action("select_all", "Select all", ("Ctrl+A",), act=lambda _: edit_focused("select_all")),
    *FIND_OTHERS,
    Action(
        "delete_word_before",
        "Delete word before",
        (f"{_BY_WORDS}+Backspace",),
        act=lambda _: edit_focused("delete_word_before"),
    ),
    Action(
        "delete_word_after",
        "Delete word after",
        (f"{_BY_WORDS}+Del",),
        act=lambda _: edit_focused("delete_word_after"),
    ),
    Action(
        "show_hover",
        "Show hover card",
        ("Ctrl+F1",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.problems.show_hover(),
    ),
    Action(
        "tab_moves_focus",
        "Tab moves the focus",
        ("Ctrl+M",),
        act=lambda commands: commands.let_tab_move_focus(),
        check=CheckMark(says_itself=True),
    ),
)
_VIEW: Entries[Commands] = (
    Action("zoom_in", "Zoom &in", ("Ctrl++", "Ctrl+="), act=lambda commands: commands.shown.tabs.zoom(1)),
    Action("zoom_out", "Zoom o&ut", ("Ctrl+-",), act=lambda commands: commands.shown.tabs.zoom(-1)),
    Action(
        "word_wrap",
        "&Word wrap",
        ("Alt+Z",),
        act=lambda commands: commands.program.settings.toggle_wrap(),
        check=CheckMark(),
    ),
)
_VIEW_OTHERS: Entries[Commands] = (
    Action("zoom_reset", "Usual size", ("Ctrl+0",), act=lambda commands: commands.shown.tabs.set_zoom(0)),
)
_GO: Entries[Commands] = (
    Action(
        "go_to_file",
        "Go to &file…",
        ("Ctrl+P",),
        icon="file-text",
        act=lambda commands: commands.palette.open(name=FILES),
    ),
    Action(
        "go_to_line",
        "Go to &line…",
        ("Ctrl+G",),
        FileCondition.DOCUMENT,
        "hash",
        act=lambda commands: commands.palette.open(":"),
    ),
    None,
    Action(
        "go_back",
        "&Back",
        ("Alt+Left",),
        FileCondition.CAN_GO_BACK,
        act=lambda commands: commands.places.go(-1),
    ),
    Action(
        "go_forward",
        "F&orward",
        ("Alt+Right",),
        FileCondition.CAN_GO_FORWARD,
        act=lambda commands: commands.places.go(1),
    ),
    None,
    Action(
        "next_problem",
        "&Next problem",
        ("F8",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.problems.go_to_next(),
    ),
    Action(
        "previous_problem",
        "Pre&vious problem",
        ("Shift+F8",),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.problems.go_to_next(backwards=True),
    ),
    None,
    Action(
        "go_across",
        "&Go to source or preview",
        ("F12",),
        FileCondition.HAS_PREVIEW,
        act=lambda commands: commands.preview.go_across(),
    ),
    Action(
        "why_here",
        "&Why is this here?",
        (WHY_KEYS,),
        FileCondition.HAS_PREVIEW,
        act=lambda commands: commands.preview.why_here(),
    ),
)
_GO_OTHERS: Entries[Commands] = (
    Action(
        "show_palette",
        "Command palette…",
        ("Ctrl+K", "Ctrl+Shift+P"),
        icon="search",
        act=lambda commands: commands.palette.open(),
    ),
    Action(
        "open_beside",
        "Open beside",
        when=FileCondition.DOCUMENT,
        act=lambda commands: commands.files.show_current_beside(),
    ),
    Action(
        "close_beside",
        "Close the text beside",
        when=FileCondition.DOCUMENT,
        act=lambda commands: commands.shown.second.close(),
    ),
    Action(
        "next_tab",
        "Next tab",
        ("Ctrl+Tab", "Ctrl+PgDown"),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.shown.tabs.step(1),
    ),
    Action(
        "previous_tab",
        "Previous tab",
        ("Ctrl+Shift+Tab", "Ctrl+PgUp"),
        FileCondition.DOCUMENT,
        act=lambda commands: commands.shown.tabs.step(-1),
    ),
)


_PROMPT: Entries[Commands] = (
    Action(
        "insert_variable",
        "Insert &variable…",
        ("Ctrl+I",),
        FileCondition.TAKES_VARIABLES,
        "variable",
        act=lambda commands: commands.shown.panels.variables.focus_buttons(),
    ),
    Action(
        "insert_condition",
        "Insert c&ondition…",
        ("Ctrl+Shift+I",),
        FileCondition.TAKES_VARIABLES,
        "split",
        act=lambda commands: commands.variables.wrap("", False),  # noqa: FBT003  the signal's shape
    ),
    None,
    Action(
        "make_my_copy",
        "&Make my copy",
        when=FileCondition.IS_DEFAULT,
        act=lambda commands: commands.library.customize(),
    ),
    Action(
        "reset_to_default",
        "Reset to &default",
        when=FileCondition.IS_COPY,
        act=lambda commands: commands.library.reset(),
    ),
    None,
    Action(
        "show_history",
        "&History",
        when=FileCondition.DOCUMENT,
        icon="history",
        act=lambda commands: commands.versions.show(),
    ),
    Action(
        "copy_model_text",
        "&Copy what the model gets",
        ("Ctrl+Shift+C",),
        FileCondition.IS_SENT,
        "copy",
        act=lambda commands: commands.preview.copy_model_text(),
    ),
    Action(
        "refresh_values",
        "&Refresh values",
        ("F5",),
        FileCondition.HAS_VARIABLES,
        "refresh-cw",
        act=lambda commands: commands.values.refresh_values(),
    ),
    Action(
        "library_variables",
        "&Library variables",
        when=FileCondition.LIBRARY,
        icon="variable",
        act=lambda commands: commands.variables.open_list(),
    ),
)
_PROMPT_OTHERS: Entries[Commands] = (
    Action(
        "save_case",
        "Save as case…",
        when=FileCondition.HAS_VARIABLES,
        act=lambda commands: commands.shown.panels.values.save_case(),
    ),
    Action(
        "show_cases",
        "Show all cases",
        when=FileCondition.HAS_VARIABLES,
        act=lambda commands: commands.values.show_cases(),
    ),
    Action(
        "compaction_instructions",
        "Compact&ion instructions",
        when=FileCondition.LIBRARY,
        icon="minimize-2",
        act=lambda commands: commands.library.open_instructions(),
    ),
)
_HELP: Entries[Commands] = (
    Action(
        "manual", "&Manual", (HELP_KEYS,), act=lambda commands: commands.program.manual.show_about_focus()
    ),
    Action(
        "shortcuts", "&Keyboard shortcuts…", act=lambda commands: commands.program.settings.show(SHORTCUTS)
    ),
    Action("show_changelog", "What’s &new", act=lambda commands: commands.program.reports.show_changelog()),
    None,
    Action("show_log", "Show &log", act=lambda commands: commands.program.reports.show_log()),
    None,
    Action("about", "&About Foreword", act=lambda commands: commands.program.reports.show_about()),
)
_HELP_OTHERS: Entries[Commands] = (
    Action("copy_report", "Copy report", act=lambda commands: commands.program.reports.copy_report()),
    Action(
        "show_set_aside",
        "Journals set aside…",
        act=lambda commands: commands.program.reports.tell_set_aside(),
    ),
)
MENUS_BEFORE: Final = (
    Menu("&File", (*NEW_ACTIONS, *_OPEN, None, *_FILE), (*NEW_OTHERS, *_FILE_OTHERS)),
    Menu("&Edit", _EDIT, (*_EDIT_OTHERS, *LINE_ACTIONS)),
    Menu("&View", (*PANEL_ACTIONS, None, *_VIEW, None, THEME_MENU), (*_VIEW_OTHERS, *SIZE_ACTIONS)),
    Menu("&Go", _GO, (*_GO_OTHERS, *TAB_ACTIONS, *PANEL_KEYS)),
)
"""The menus whose keys are listed before those of single kinds of file."""
MENUS_BEHIND: Final = (Menu("&Prompt", _PROMPT, _PROMPT_OTHERS), Menu("&Help", _HELP, _HELP_OTHERS))
"""The menus whose keys are listed behind those."""
ACTIONS: Entries[Commands] = (
    *(*NEW_ACTIONS, *NEW_OTHERS),
    *(*_OPEN, *_FILE, *_FILE_OTHERS, *_EDIT, *_EDIT_OTHERS, *_VIEW, *_VIEW_OTHERS, *_GO, *_GO_OTHERS),
    *(*LINE_ACTIONS, *TAB_ACTIONS, *_PROMPT, *_PROMPT_OTHERS, *_HELP, *_HELP_OTHERS),
)
"""The actions whose functions take the window's commands."""

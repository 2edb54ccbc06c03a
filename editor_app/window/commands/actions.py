"""The actions that all kinds of file have, in their menus: what each is called, and what it does.

The bar has at most sixty entries; an action of no menu is among the others of the one it would be in.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import Final

from editor_app.library.kinds import kinds_to_make, new_label
from editor_app.text import Sentence
from editor_app.window.commands.action import action
from editor_app.window.commands.settings.commands import SIZE_ACTIONS, THEME_MENU
from editor_app.window.commands.settings.dialog import SHORTCUTS
from editor_app.window.commands.text_actions import (
    FILE_IN_FRONT_ACTIONS,
    FIND_ACTIONS,
    FIND_OTHERS,
    LINE_ACTIONS,
    TAB_ACTIONS,
)
from editor_app.window.frame.panel_actions import PANEL_ACTIONS, PANEL_KEYS
from editor_app.window.kit.actions import Action, CheckMark, Menu
from editor_app.window.kit.focus.focused_edits import edit_focused
from editor_app.window.kit.focus.panel_keys import HELP_KEYS, WHY_KEYS
from editor_app.window.perspectives.perspective import FileCondition

_BY_WORDS: Final = "Alt" if sys.platform == "darwin" else "Ctrl"

_NEW = (
    action(
        Sentence("window-commands.new"),
        lambda c: c.library.choose_new(),
        "Ctrl+N",
        when=FileCondition.LIBRARY,
        icon="file-plus-2",
    ),
)
_NEW_OTHERS = (
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
_OPEN = (
    action(
        Sentence("window-commands.open-library"), lambda c: c.ask_library(), "Ctrl+Shift+O", icon="folder"
    ),
    action(Sentence("window-commands.open-recent"), lambda c: c.show_recent(), "Ctrl+R", icon="history"),
    action(Sentence("window-commands.open-file"), lambda c: c.files.ask_open(), "Ctrl+O", icon="folder-open"),
)
_FILE = (
    action(
        Sentence("window-commands.save"),
        lambda c: c.files.save(),
        "Ctrl+S",
        when=FileCondition.CAN_SAVE,
        icon="save",
    ),
    action(
        Sentence("window-commands.save-as"),
        lambda c: c.files.save_as(),
        "Ctrl+Shift+S",
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.save-all"),
        lambda c: c.files.save_all(),
        "Ctrl+Shift+L",
        when=FileCondition.DOCUMENT,
    ),
    None,
    action(
        Sentence("window-commands.close-tab"),
        lambda c: c.files.close_current(),
        "Ctrl+W",
        "Ctrl+F4",
        when=FileCondition.DOCUMENT,
    ),
    action(Sentence("window-commands.reopen-tab"), lambda c: c.program.reopen_tab(), "Ctrl+Shift+T"),
    action(Sentence("window-commands.close-folder"), lambda c: c.close_library()),
    None,
    action(Sentence("window-commands.settings"), lambda c: c.program.settings.show(), "Ctrl+,"),
    action(Sentence("window-commands.quit"), lambda c: c.quit(), "Ctrl+Q"),
)
_FILE_OTHERS = (
    action(
        Sentence("window-commands.import-chat"),
        lambda c: c.chat_imports.choose_file(),
        when=FileCondition.LIBRARY,
    ),
    action(
        Sentence("window-commands.import-chat-clipboard"),
        lambda c: c.chat_imports.import_clipboard(),
        when=FileCondition.LIBRARY,
    ),
    action(Sentence("window-commands.serve"), lambda c: c.program.server.show(), when=FileCondition.LIBRARY),
    *FILE_IN_FRONT_ACTIONS,
    action(Sentence("window-commands.undo-file-operation"), lambda c: c.library.undo_last_or_say()),
    action(Sentence("window-commands.trust"), lambda c: c.trust.ask(), icon="shield"),
)
_EDIT = (
    action(
        Sentence("window-commands.undo"),
        lambda c: c.undo(),
        "Ctrl+Z",
        when=FileCondition.CAN_UNDO,
        icon="undo-2",
        key_alone="Undo",
    ),
    action(
        Sentence("window-commands.redo"),
        lambda c: c.editing.step(undoes=False),
        "Ctrl+Shift+Z",
        "Ctrl+Y",
        when=FileCondition.CAN_REDO,
        key_alone="Redo",
    ),
    None,
    action(
        Sentence("window-commands.cut"), lambda _: edit_focused("cut"), "Ctrl+X", "Shift+Del", key_alone="Cut"
    ),
    action(
        Sentence("window-commands.copy"),
        lambda _: edit_focused("copy"),
        "Ctrl+C",
        "Ctrl+Ins",
        icon="copy",
        key_alone="Copy",
    ),
    action(
        Sentence("window-commands.paste"),
        lambda _: edit_focused("paste"),
        "Ctrl+V",
        "Shift+Ins",
        key_alone="Paste",
    ),
    None,
    *FIND_ACTIONS,
    None,
    action(
        Sentence("window-commands.rename-symbol"),
        lambda c: c.editing.rename(),
        "F2",
        when=FileCondition.WRITABLE,
        icon="text-cursor-input",
    ),
    action(
        Sentence("window-commands.complete"),
        lambda c: c.with_text(c.editing.complete),
        "Ctrl+Space",
        "Ctrl+Shift+Space",
        when=FileCondition.WRITABLE,
    ),
    action(
        Sentence("window-commands.show-fixes"),
        lambda c: c.with_text(c.problems.show_fixes),
        "Ctrl+.",
        when=FileCondition.HAS_PROBLEMS,
    ),
)
_EDIT_OTHERS = (
    action(Sentence("window-commands.select-all"), lambda _: edit_focused("select_all"), "Ctrl+A"),
    *FIND_OTHERS,
    action(
        Sentence("window-commands.delete-word-before"),
        lambda _: edit_focused("delete_word_before"),
        f"{_BY_WORDS}+Backspace",
    ),
    action(
        Sentence("window-commands.delete-word-after"),
        lambda _: edit_focused("delete_word_after"),
        f"{_BY_WORDS}+Del",
    ),
    action(
        Sentence("window-commands.show-hover"),
        lambda c: c.with_text(lambda _, editor: editor.show_hover()),
        "Ctrl+F1",
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.tab-moves-focus"),
        lambda c: c.let_tab_move_focus(),
        "Ctrl+M",
        check=CheckMark(says_itself=True),
    ),
)
_VIEW = (
    action(Sentence("window-commands.zoom-in"), lambda c: c.shown.tabs.zoom(1), "Ctrl++", "Ctrl+="),
    action(Sentence("window-commands.zoom-out"), lambda c: c.shown.tabs.zoom(-1), "Ctrl+-"),
    action(
        Sentence("window-commands.word-wrap"),
        lambda c: c.program.settings.toggle_wrap(),
        "Alt+Z",
        check=CheckMark(),
    ),
    action(
        Sentence("window-commands.open-beside"),
        lambda c: c.files.show_current_beside(),
        "Ctrl+F11",
        when=FileCondition.DOCUMENT,
    ),
)
_VIEW_OTHERS = (
    action(Sentence("window-commands.zoom-reset"), lambda c: c.shown.tabs.set_zoom(0), "Ctrl+0"),
    action(
        Sentence("window-commands.close-beside"),
        lambda c: c.shown.second.close(),
        when=FileCondition.DOCUMENT,
    ),
)
_GO = (
    action(
        Sentence("window-commands.go-to-file"),
        lambda c: c.palette.open(only_files=True),
        "Ctrl+P",
        icon="file-text",
    ),
    action(
        Sentence("window-commands.go-to-line"),
        lambda c: c.palette.open(":"),
        "Ctrl+G",
        when=FileCondition.DOCUMENT,
        icon="hash",
    ),
    None,
    action(
        Sentence("window-commands.go-back"),
        lambda c: c.places.go(-1),
        "Alt+Left",
        when=FileCondition.CAN_GO_BACK,
    ),
    action(
        Sentence("window-commands.go-forward"),
        lambda c: c.places.go(1),
        "Alt+Right",
        when=FileCondition.CAN_GO_FORWARD,
    ),
    None,
    action(
        Sentence("window-commands.next-problem"),
        lambda c: c.with_text(c.problems.go_to_next),
        "F8",
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.previous-problem"),
        lambda c: c.with_text(partial(c.problems.go_to_next, backwards=True)),
        "Shift+F8",
        when=FileCondition.DOCUMENT,
    ),
    None,
    action(
        Sentence("window-commands.go-across"),
        lambda c: c.preview.go_across(),
        "F12",
        when=FileCondition.HAS_PREVIEW,
    ),
    action(
        Sentence("window-commands.why-here"),
        lambda c: c.preview.why_here(),
        WHY_KEYS,
        when=FileCondition.HAS_PREVIEW,
    ),
)
_GO_OTHERS = (
    action(Sentence("window-commands.go-to-library"), lambda c: c.library.go_to_list()),
    action(
        Sentence("window-commands.show-palette"),
        lambda c: c.palette.open(),
        "Ctrl+K",
        "Ctrl+Shift+P",
        icon="search",
    ),
    action(
        Sentence("window-commands.next-tab"),
        lambda c: c.shown.tabs.step(1),
        "Ctrl+Tab",
        "Ctrl+PgDown",
        when=FileCondition.DOCUMENT,
    ),
    action(
        Sentence("window-commands.previous-tab"),
        lambda c: c.shown.tabs.step(-1),
        "Ctrl+Shift+Tab",
        "Ctrl+PgUp",
        when=FileCondition.DOCUMENT,
    ),
)


_PROMPT = (
    action(
        Sentence("window-commands.insert-variable"),
        lambda c: c.shown.panels.variables.focus_buttons(),
        "Ctrl+I",
        when=FileCondition.TAKES_VARIABLES,
        icon="variable",
    ),
    action(
        Sentence("window-commands.insert-condition"),
        lambda c: c.variables.wrap("", negated=False),
        "Ctrl+Shift+I",
        when=FileCondition.TAKES_VARIABLES,
        icon="split",
    ),
    None,
    action(
        Sentence("window-commands.make-my-copy"),
        lambda c: c.library.customize(),
        when=FileCondition.IS_DEFAULT,
    ),
    action(
        Sentence("window-commands.reset-to-default"), lambda c: c.library.reset(), when=FileCondition.IS_COPY
    ),
    None,
    action(
        Sentence("window-commands.show-history"),
        lambda c: c.versions.show(),
        when=FileCondition.DOCUMENT,
        icon="history",
    ),
    action(
        Sentence("window-commands.copy-model-text"),
        lambda c: c.preview.copy_model_text(),
        "Ctrl+Shift+C",
        when=FileCondition.IS_SENT,
        icon="copy",
    ),
    action(
        Sentence("window-commands.refresh-values"),
        lambda c: c.values.refresh_values(),
        "F5",
        when=FileCondition.HAS_VARIABLES,
        icon="refresh-cw",
    ),
    action(
        Sentence("window-commands.library-variables"),
        lambda c: c.variables.open_list(),
        when=FileCondition.LIBRARY,
        icon="variable",
    ),
)
_PROMPT_OTHERS = (
    action(
        Sentence("window-commands.save-case"),
        lambda c: c.shown.panels.values.save_case(),
        when=FileCondition.HAS_VARIABLES,
    ),
    action(
        Sentence("window-commands.show-cases"),
        lambda c: c.values.show_cases(),
        when=FileCondition.HAS_VARIABLES,
    ),
    action(
        Sentence("window-commands.compaction-instructions"),
        lambda c: c.library.open_instructions(),
        when=FileCondition.LIBRARY,
        icon="minimize-2",
    ),
)
_HELP = (
    action(Sentence("window-commands.manual"), lambda c: c.program.manual.show_about_focus(), HELP_KEYS),
    action(Sentence("window-commands.shortcuts"), lambda c: c.program.settings.show(SHORTCUTS)),
    action(Sentence("window-commands.show-changelog"), lambda c: c.program.reports.show_changelog()),
    None,
    action(Sentence("window-commands.show-log"), lambda c: c.program.reports.show_log()),
    None,
    action(Sentence("window-commands.about"), lambda c: c.program.reports.show_about()),
)
_HELP_OTHERS = (
    action(Sentence("window-commands.copy-report"), lambda c: c.program.reports.copy_report()),
    action(Sentence("window-commands.show-set-aside"), lambda c: c.program.reports.tell_set_aside()),
)
MENUS_BEFORE: Final = (
    Menu(
        Sentence("window-commands.menu-file"),
        (*_NEW, *_OPEN, None, *_FILE),
        (*_NEW_OTHERS, *_FILE_OTHERS),
    ),
    Menu(Sentence("window-commands.menu-edit"), _EDIT, (*_EDIT_OTHERS, *LINE_ACTIONS)),
    Menu(
        Sentence("window-commands.menu-view"),
        (*PANEL_ACTIONS, None, *_VIEW, None, THEME_MENU),
        (*_VIEW_OTHERS, *SIZE_ACTIONS),
    ),
    Menu(Sentence("window-commands.menu-go"), _GO, (*_GO_OTHERS, *TAB_ACTIONS, *PANEL_KEYS)),
)
"""The menus whose keys are listed before those of single kinds of file."""
MENUS_BEHIND: Final = (
    Menu(Sentence("window-commands.menu-prompt"), _PROMPT, _PROMPT_OTHERS, is_of_kind=True),
    Menu(Sentence("window-commands.menu-help"), _HELP, _HELP_OTHERS),
)
"""The menus whose keys are listed behind those."""
ACTIONS = (
    *(*_NEW, *_NEW_OTHERS),
    *(*_OPEN, *_FILE, *_FILE_OTHERS, *_EDIT, *_EDIT_OTHERS, *_VIEW, *_VIEW_OTHERS, *_GO, *_GO_OTHERS),
    *(*LINE_ACTIONS, *TAB_ACTIONS, *_PROMPT, *_PROMPT_OTHERS, *_HELP, *_HELP_OTHERS),
)
"""The actions whose functions take the window's commands."""

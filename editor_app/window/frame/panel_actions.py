"""The actions that only place panels, which the main window handles itself."""

from __future__ import annotations

from editor_app.window.frame.main_window import MainWindow
from editor_app.window.kit.actions import Action, CheckMark, Entries

PANEL_ACTIONS: Entries[MainWindow] = (
    Action(
        "toggle_library", "&Library", ("Ctrl+B",), act=lambda window: window.toggle("left"), check=CheckMark()
    ),
    Action(
        "toggle_outline",
        "&Outline",
        ("Ctrl+Shift+B",),
        act=lambda window: window.toggle("outline"),
        check=CheckMark(),
    ),
    Action(
        "toggle_preview",
        "&Preview and values",
        ("Ctrl+Shift+E",),
        act=lambda window: window.toggle("right"),
        check=CheckMark(),
    ),
    Action(
        "toggle_problems",
        "P&roblems",
        ("Ctrl+J",),
        act=lambda window: window.toggle("problems"),
        check=CheckMark(),
    ),
    Action(
        "full_page",
        "&Full page",
        ("F11",),
        act=lambda window: window.set_full_page(is_full=not window.is_full_page),
        check=CheckMark(says_itself=True),
    ),
)
PANEL_KEYS: Entries[MainWindow] = (
    Action("next_panel", "&Next panel", ("F6",), act=lambda window: window.go_to_panel()),
    Action("previous_panel", "Pre&vious panel", ("Shift+F6",), act=lambda window: window.go_to_panel(-1)),
)

"""The actions that only place panels, which the main window handles itself."""

from __future__ import annotations

from editor_app.text import Sentence
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.kit.actions import Action, CheckMark, Entries


def _toggle(action_id: str, words: Sentence, keys: str, name: str) -> Action[MainWindow]:
    return Action(action_id, words, (keys,), act=lambda window: window.toggle(name), check=CheckMark())


def _go(action_id: str, words: Sentence, keys: str, step: int) -> Action[MainWindow]:
    return Action(action_id, words, (keys,), act=lambda window: window.go_to_panel(step))


PANEL_ACTIONS: Entries[MainWindow] = (
    _toggle("toggle_library", Sentence("window-frame.library"), "Ctrl+B", "left"),
    _toggle("toggle_outline", Sentence("window-frame.outline"), "Ctrl+Shift+B", "outline"),
    _toggle("toggle_preview", Sentence("window-frame.preview"), "Ctrl+Shift+E", "right"),
    _toggle("toggle_problems", Sentence("window-frame.problems"), "Ctrl+J", "problems"),
    Action(
        "full_page",
        Sentence("window-frame.full-page-action"),
        ("F11",),
        act=lambda window: window.set_full_page(is_full=not window.is_full_page),
        check=CheckMark(says_itself=True),
    ),
)
PANEL_KEYS: Entries[MainWindow] = (
    _go("next_panel", Sentence("window-frame.next-panel"), "F6", 1),
    _go("previous_panel", Sentence("window-frame.previous-panel"), "Shift+F6", -1),
)

"""Commands of the View menu that choose the theme and the size of words and controls, and keep both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from editor_app.library.files.errors import FileError
from editor_app.library.settings.settings import Settings, ThemeSetting, read_settings, write_settings
from editor_app.window.frame.actions import SIZES, Actions
from editor_app.window.kit.theme.theme_choice import ThemeChoice


class LookCommands:
    """Changes the look of all windows of this process, and the settings that the next start reads."""

    def __init__(self, *, choice: ThemeChoice, config_dir: Path, say: Callable[[str], object]) -> None:
        """Use these; `say` shows a sentence where the settings cannot be written."""
        self._choice = choice
        self._config_dir = config_dir
        self._say = say

    def connect(self, actions: Actions) -> None:
        """Let the actions of the menus choose, and check those that are chosen."""
        themes = {f"theme_{name}": partial(self._choose_theme, name) for name in ThemeSetting}
        sizes = {f"interface_size_{size}": partial(self._choose_size, size) for size in (0, *SIZES)}
        actions.connect_all({**themes, **sizes})
        for action_id in (f"theme_{self._choice.choice}", f"interface_size_{self._choice.size}"):
            if action_id in themes or action_id in sizes:  # any size can be written into the settings
                actions.check(action_id, checked=True)

    def _choose_theme(self, name: ThemeSetting) -> None:
        self._choice.choose(name)
        self._keep(lambda settings: replace(settings, theme=name))

    def _choose_size(self, percent: int) -> None:
        self._choice.choose_size(percent)
        self._keep(lambda settings: replace(settings, interface_size=percent))

    def _keep(self, changed: Callable[[Settings], Settings]) -> None:
        settings, _ = read_settings(self._config_dir)
        try:
            write_settings(self._config_dir, changed(settings))
        except FileError as error:
            self._say(error.sentence)

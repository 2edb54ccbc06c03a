"""Commands of the View menu that choose the theme and the size of words and controls, and keep both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from editor_app.library.files.reading import FileError
from editor_app.library.settings.settings import Settings, ThemeSetting, read_settings, write_settings
from editor_app.window.kit.actions import Action, Actions, CheckMark, Menu
from editor_app.window.kit.theme.theme_choice import ThemeChoice

_THEMES: Final = {
    ThemeSetting.SYSTEM: "&As the system",
    ThemeSetting.LIGHT: "&Light",
    ThemeSetting.DARK: "&Dark",
}
_SIZES: Final = {
    0: "as the system",
    **{percent: f"{percent} %" for percent in (100, 110, 125, 150, 175, 200)},
}
"""The sizes of words and controls that can be chosen, in percent of the usual one, and their words."""


class LookCommands:
    """Changes the look of all windows of this process, and the settings that the next start reads."""

    def __init__(self, *, choice: ThemeChoice, config_dir: Path, say: Callable[[str], object]) -> None:
        """Use these; `say` shows a sentence where the settings cannot be written."""
        self._choice = choice
        self._config_dir = config_dir
        self._say = say

    def check_chosen(self, actions: Actions) -> None:
        """Check the actions of the theme and of the size that are chosen; any size can be in the settings."""
        chosen = (f"theme_{self._choice.choice}", f"interface_size_{self._choice.size}")
        for spec in LOOK_ACTIONS:
            if spec.id in chosen:
                actions.check(spec.id, checked=True)

    def choose_theme(self, name: ThemeSetting) -> None:
        """Choose a theme."""
        self._choice.choose(name)
        self._keep(lambda settings: replace(settings, theme=name))

    def choose_size(self, percent: int) -> None:
        """Choose the size of words and controls, 0 for that of the system."""
        self._choice.choose_size(percent)
        self._keep(lambda settings: replace(settings, interface_size=percent))

    def _keep(self, changed: Callable[[Settings], Settings]) -> None:
        settings, _ = read_settings(self._config_dir)
        try:
            write_settings(self._config_dir, changed(settings))
        except FileError as error:
            self._say(error.sentence)


THEME_MENU: Final = Menu(
    "&Theme",
    tuple(
        Action(
            f"theme_{name}",
            words,
            act=partial(LookCommands.choose_theme, name=name),
            check=CheckMark("theme"),
        )
        for name, words in _THEMES.items()
    ),
)
SIZE_ACTIONS: Final = tuple(
    Action(
        f"interface_size_{size}",
        f"Interface size: {words}",
        act=partial(LookCommands.choose_size, percent=size),
        check=CheckMark("size"),
    )
    for size, words in _SIZES.items()
)
LOOK_ACTIONS: Final = (*THEME_MENU.actions(), *SIZE_ACTIONS)

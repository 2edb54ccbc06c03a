"""What the settings do in the window, and the actions that change them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from editor_app.library.settings.settings import use_history_settings
from editor_app.library.settings.table import THEMES
from editor_app.text import Sentence
from editor_app.window.commands.settings.dialog import SettingsQuestion
from editor_app.window.commands.settings.file import SettingsFile, ShortcutsFile, fonts_of
from editor_app.window.commands.settings.shortcuts_page import Command
from editor_app.window.documents.documents import Documents
from editor_app.window.frame.notices import User
from editor_app.window.kit.actions import Action, CheckMark, Menu
from editor_app.window.kit.focus.panel_keys import PanelKey
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.perspectives.window_services import WindowView

_OF_FONTS: Final = {"interface_font", "editor_font", "editor_size"}
_OF_TEXTS: Final = {"word_wrap", "tab_moves_focus", "ruler"}


class SettingsCommands:
    """Changes settings, and lets the window follow what they are."""

    def __init__(
        self,
        *,
        file: SettingsFile,
        shortcuts: ShortcutsFile,
        choice: ThemeChoice,
        shown: WindowView,
        documents: Documents,
        user: User,
        state_dir: Path,
        panel_keys: Callable[[], Iterable[PanelKey]],
    ) -> None:
        """Use these parts; the theme is the one that the program was started with."""
        self.file, self._shortcuts = file, shortcuts
        self._choice, self._shown, self._resolver = choice, shown, documents.resolver
        self._user, self._state_dir, self._panel_keys = user, state_dir, panel_keys
        self._files, self._model = documents.files, ""
        file.changed.connect(self.follow)
        shortcuts.changed.connect(self._use_keys)
        for followed in (file, shortcuts):
            followed.told.connect(user.notifier.say)

    def begin(self) -> None:
        """Let a new window be as the settings say."""
        self._use_keys()
        self._show_texts()
        self._check_look()
        self._count_for_model()

    def follow(self, keys: Iterable[str]) -> None:
        """Let the window be as settings that were changed say."""
        settings, names = self.file.settings, {*keys}
        if "theme" in names:
            self._choice.choose(str(settings["theme"]))
        if "interface_size" in names:
            self._choice.choose_size(settings.number("interface_size"))
        if names & _OF_FONTS:
            self._choice.choose_fonts(fonts_of(settings))
        if names & _OF_TEXTS:
            self._show_texts()
        if not self.file.sentences:  # a mistake was said, and lets history keep what it kept
            for sentence in use_history_settings(self._state_dir, settings, ()):
                self._user.notifier.say(sentence)
        if "model" in names:
            self._count_for_model()
        self._check_look()

    def _open_file(self, path: Path) -> None:
        """Show a file of settings in the editor."""
        file = self._files.open(path)
        if file is not None:
            self._shown.tabs.show_document(file.document)

    def show(self, page: str = "") -> None:
        """Show the settings."""
        self._user.dialogs.ask(self.question(page))

    def question(self, page: str = "") -> SettingsQuestion:
        """Return the settings as they are shown, at one of their pages."""
        of_actions = (
            Command(spec.id, menu, spec.plain_text) for menu, spec in self._shown.current.actions.listed()
        )
        of_panels = (
            Command("", Sentence("window-commands.in-panel", panel=key.panel), key.text, (key.keys,))
            for key in self._panel_keys()
        )
        return SettingsQuestion(
            self.file,
            self._shortcuts,
            (*of_actions, *of_panels),
            self._open_file,
            self._user.dialogs.ask,
            page,
        )

    def choose_theme(self, name: str) -> None:
        """Choose a theme."""
        self.file.set("theme", name)

    def choose_size(self, percent: int) -> None:
        """Choose the size of words and controls, 0 for that of the system."""
        self.file.set("interface_size", percent)

    def toggle_wrap(self) -> None:
        """Wrap long lines, or do not."""
        self.file.set("word_wrap", not self._shown.tabs.wraps)

    def _use_keys(self) -> None:
        self._shown.current.actions.set_keys(self._shortcuts.in_use)

    def _show_texts(self) -> None:
        """Let the editors wrap, have a ruler, and Tab move the focus, as the settings say."""
        wraps, moves = (bool(self.file.settings[key]) for key in ("word_wrap", "tab_moves_focus"))
        tabs, check = self._shown.tabs, self._shown.current.actions.check
        tabs.set_word_wrap(wraps)
        tabs.set_tab_moves_focus(moves)
        tabs.set_ruler(self.file.settings.number("ruler"))
        check("word_wrap", checked=wraps)
        check("tab_moves_focus", checked=moves)

    def _count_for_model(self) -> None:
        """Use the model of the settings where no other was chosen."""
        before, self._model = self._model, str(self.file.settings["model"])
        context = self._resolver.context
        if (context.model or "") == before != self._model:
            self._resolver.change(replace(context, model=self._model or None))

    def _check_look(self) -> None:
        """Check the actions of the theme and of the size that are chosen; any size can be in the settings."""
        actions = self._shown.current.actions
        chosen = (f"theme_{self._choice.choice}", f"interface_size_{self._choice.size}")
        for spec in LOOK_ACTIONS:
            if spec.id in chosen:
                actions.check(spec.id, checked=True)


_SIZES: Final = (0, 100, 110, 125, 150, 175, 200)
"""The sizes of words and controls that have actions, in percent of the usual one; 0 is that of the system."""
THEME_MENU: Final = Menu(
    Sentence("window-commands.theme"),
    tuple(
        Action(
            f"theme_{name}",
            f"&{words}",
            act=partial(SettingsCommands.choose_theme, name=name),
            check=CheckMark("theme"),
        )
        for name, words in THEMES.options
    ),
)
SIZE_ACTIONS: Final = tuple(
    Action(
        f"interface_size_{size}",
        Sentence("window-commands.interface-size", percent=size),
        act=partial(SettingsCommands.choose_size, percent=size),
        check=CheckMark("size"),
    )
    for size in _SIZES
)
LOOK_ACTIONS: Final = (*THEME_MENU.actions(), *SIZE_ACTIONS)

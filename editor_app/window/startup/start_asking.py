"""Showing the start page until something is chosen or its window is closed."""

from __future__ import annotations

from pathlib import Path

from editor_app.clock import local_now
from editor_app.library.paths import config_dir, data_dir, state_dir
from editor_app.library.settings.settings import read_settings
from editor_app.text import together
from editor_app.window.commands.settings.file import fonts_of
from editor_app.window.frame.window_settings import open_window_settings
from editor_app.window.kit.application import Application
from editor_app.window.kit.dialogs.dialog import WindowDialogs
from editor_app.window.kit.theme.svg_images import program_icon
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.startup.faults import with_whole_exceptions
from editor_app.window.startup.start_choice import Choice, StartChoice, StartPlaces
from editor_app.window.startup.start_page import StartPage, StartWindow
from editor_app.window.startup.windows import open_another_window


def ask_start(app: Application, runtime: Path, complaint: str) -> Choice | None:
    """Return what is chosen on the start page, None if its window is closed.

    Other windows are started in the folder `runtime`; a `complaint` is shown.
    """
    settings, of_settings = read_settings(config_dir())
    ThemeChoice(app, str(settings["theme"]), settings.scale, fonts=fonts_of(settings))
    window_settings, broken = open_window_settings(state_dir())
    app.setWindowIcon(program_icon())
    page = StartPage()
    window = StartWindow(page, window_settings)
    choices: list[Choice] = []

    def take(choice: Choice) -> None:
        choices.append(choice)
        window.close()

    choosing = StartChoice(
        page,
        StartPlaces(data_dir(), state_dir()),
        WindowDialogs(window, lambda *_about: None),
        local_now,
        lambda root: open_another_window(runtime, root),
    )
    choosing.chosen.connect(take)
    window.dropped.connect(choosing.open_dropped)
    app.open_with(choosing.open_dropped)
    page.say(together((complaint, *of_settings, broken)))
    window.show()
    page.setFocus()
    with_whole_exceptions(app.exec)
    window_settings.sync()
    window.deleteLater()
    return choices[0] if choices else None

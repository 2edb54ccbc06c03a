"""What is chosen on the start page: a folder, the sample, a new library, or what is dropped."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from editor_app.analysis.library_facts.new_files import NewPlace
from editor_app.clock import Clock, local_now
from editor_app.library.files.operations import create_file
from editor_app.library.files.reading import FileError, quoted
from editor_app.library.folders import open_library
from editor_app.library.kinds import PROMPT_KIND
from editor_app.library.paths import config_dir, data_dir, is_folder, state_dir
from editor_app.library.sample import ensure_sample
from editor_app.library.settings.recent import forget, read_recent
from editor_app.library.settings.settings import read_settings
from editor_app.text import Sentence, together
from editor_app.window.commands.settings.file import fonts_of
from editor_app.window.frame.window_settings import open_window_settings
from editor_app.window.kit.application import Application
from editor_app.window.kit.dialogs.dialog import WindowDialogs
from editor_app.window.kit.dialogs.question import Dialogs
from editor_app.window.kit.theme.svg_images import program_icon
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.kit.work.connections import connect
from editor_app.window.startup.faults import with_whole_exceptions
from editor_app.window.startup.instance_claim import Holder, claim_window
from editor_app.window.startup.single_instance import SingleInstance, close_other_windows, open_another_window
from editor_app.window.startup.start_page import StartPage, StartWindow

_SOCKET = "foreword-start.socket"
_FIRST_NAMES = ("my-prompt", *(f"my-prompt-{number}" for number in range(2, 1000)))


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
    end_listening = listen_for_quit(window, runtime)
    app.open_with(choosing.open_dropped)
    page.say(together((complaint, *of_settings, broken)))
    window.show()
    page.setFocus()
    with_whole_exceptions(app.exec)
    end_listening()
    window_settings.sync()
    window.deleteLater()
    return choices[0] if choices else None


def listen_for_quit(window: StartWindow, runtime: Path) -> Callable[[], None]:
    """Close the page’s window with those of all libraries, unless a dialog is open; return what ends this."""
    socket = runtime / _SOCKET
    claim = claim_window(socket)
    instance = SingleInstance(socket, window) if claim.holder is not Holder.ANOTHER else None
    if instance is not None:
        instance.close_requested.connect(lambda: QApplication.activeModalWidget() or window.close())
    connect(
        (window.quit_requested, window.close), (window.quit_requested, partial(close_other_windows, socket))
    )

    def end() -> None:
        if instance is not None:
            instance.close()
        claim.release()

    return end


class StartPlaces(NamedTuple):
    """The folders of the user's data and of the program's state."""

    data: Path
    state: Path


class Choice(NamedTuple):
    """The library to open, None for that of the paths, and what to open in it."""

    library: Path | None
    paths: tuple[Path, ...] = ()


class StartChoice(QObject):
    """Does what is asked for on the start page; `chosen` has a Choice."""

    chosen = Signal(object)

    def __init__(
        self,
        page: StartPage,
        places: StartPlaces,
        dialogs: Dialogs,
        clock: Clock,
        open_window: Callable[[Path], bool],
    ) -> None:
        """Show the recent folders; `open_window` opens a folder in another window, if it can."""
        super().__init__(page)
        self._page, self._places, self._dialogs, self._clock = page, places, dialogs, clock
        self._open_window = open_window
        connect(
            (page.open_requested, partial(self._ask, Sentence("window-startup.choose-folder"), self._open)),
            (page.sample_requested, partial(self._try, self._sample)),
            (
                page.new_requested,
                partial(self._ask, Sentence("window-startup.choose-new-library"), self._new),
            ),
            (page.folder_chosen, self._open),
            (page.window_requested, self._open_another),
            (page.forget_requested, self._forget),
        )
        self.show_recent()

    def show_recent(self) -> None:
        """Show the recent folders, or why they cannot be shown."""
        now = self._clock()
        self._try(lambda: self._page.show_folders(read_recent(self._places.state).folders, now))

    def open_dropped(self, paths: Sequence[Path]) -> None:
        """Open what was dropped: a folder as a library, files in theirs."""
        there = tuple(filter(os.path.lexists, paths))
        if there:
            is_library = len(there) == 1 and is_folder(there[0])
            self.chosen.emit(Choice(there[0]) if is_library else Choice(None, there))
        elif paths:
            self._page.say(Sentence("window-startup.not-found-there", name=quoted(paths[0].name)))

    def _ask(self, title: str, use: Callable[[Path], object]) -> None:
        folder = self._dialogs.choose_folder(title, Path.home())
        if folder is not None:
            self._try(lambda: use(folder))

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except FileError as error:
            self._page.say(error.sentence)

    def _open(self, folder: Path) -> None:
        self.chosen.emit(Choice(folder))

    def _sample(self) -> None:
        self.chosen.emit(Choice(ensure_sample(self._places.data, state_dir=self._places.state)))

    def _new(self, folder: Path) -> None:
        """Put a prompt into a folder, under a name that is free there."""
        place = NewPlace(PROMPT_KIND, open_library(folder)[0])
        name = next((name for name in _FIRST_NAMES if not place.problem(name)), _FIRST_NAMES[0])
        path, (text, _first) = place.path_of(name), place.text(name, self._clock())
        create_file(path, text.encode(), state_dir=self._places.state)
        self.chosen.emit(Choice(folder, (path,)))

    def _open_another(self, folder: Path) -> None:
        if not self._open_window(folder):
            self._page.say(Sentence("window-startup.window-not-started"))

    def _forget(self, folder: Path) -> None:
        self._try(partial(forget, self._places.state, folder))
        self.show_recent()

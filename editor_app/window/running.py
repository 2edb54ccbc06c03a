"""Running the window for good: one per library, with clean ends."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from editor_app.library import (
    FileError,
    Settings,
    config_dir,
    find_library,
    library_containing,
    open_library,
    quoted,
    read_settings,
    state_dir,
    write_settings,
)
from editor_app.variables import trusted_search_path
from editor_app.window.app import Folders, Workbench
from editor_app.window.faults import Faults, TerminationNotifier
from editor_app.window.first_window import FirstWindow
from editor_app.window.own_process import foreword_process
from editor_app.window.single_instance import SingleInstance, hand_over, socket_path
from editor_app.window.starting import runtime_dir
from editor_app.window.theme_choice import ThemeChoice

_log = logging.getLogger("foreword")


def run_window(
    app: QApplication, first: FirstWindow | None, paths: Sequence[Path], library: Path | None
) -> int:
    """Open a library's window, or hand the files to the one it is open in; return the exit code.

    `first` is the window that is already on the screen.
    """
    root = library or _library_of(paths)
    folders = Folders(state_dir(), config_dir())
    socket = socket_path(runtime_dir(), root)
    if hand_over(socket, paths):
        return 0
    settings, complaints = read_settings(folders.config)
    theme_choice = ThemeChoice(app, settings.theme.value)
    opened, problems = open_library(root)
    # What is asked of the system, such as to show a folder, is no more to be found there than git is.
    os.environ["PATH"] = trusted_search_path(os.environ.get("PATH", ""), opened.root, opened.workspace)
    workbench = Workbench(opened, folders, theme_choice)
    instance = SingleInstance(socket, workbench)
    instance.files_handed_over.connect(workbench.take_files)
    workbench.library_requested.connect(partial(_open_another_window, workbench))
    faults = Faults(workbench)
    faults.happened.connect(lambda sentence, _details: workbench.session.say(sentence))
    faults.install()
    termination = TerminationNotifier(workbench)
    termination.requested.connect(workbench.quit)
    restore = termination.install()
    if first is None:
        first = FirstWindow(workbench.settings, "")
    workbench.start(paths, first)
    collect_garbage_seldom()
    for sentence in (*complaints, *(problem.message for problem in problems)):
        workbench.session.say(sentence)
    _remember_library(folders.config, settings, opened.root)
    try:
        return app.exec()
    finally:
        workbench.close()
        instance.close()
        restore()


def collect_garbage_seldom() -> None:
    """Keep the collector from looking through all of the program between two keys.

    Measured while typing into 100 KB: the longest key took 110 ms before and 45 ms after.
    """
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def _library_of(paths: Sequence[Path]) -> Path:
    """Return the library the first file lies in, or the one that is usual here."""
    if paths:
        return library_containing(paths[0]) or paths[0].parent
    return find_library(None, os.environ, Path.cwd())


def _open_another_window(workbench: Workbench, root: Path) -> None:
    """Open another library in a process of its own."""
    started: object = foreword_process(["--library", str(root)], runtime_dir()).startDetached()
    if started in (False, (False, 0)):  # some releases give the number of the process, too
        workbench.session.say(f"Another window could not be started. Type: foreword --library {quoted(root)}")


def _remember_library(config: Path, settings: Settings, root: Path) -> None:
    try:
        write_settings(config, settings.with_recent(root))
    except FileError as error:
        _log.info("%s", error.sentence)

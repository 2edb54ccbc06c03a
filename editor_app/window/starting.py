"""Starting the window: one per library, with clean ends."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QProcess
from PySide6.QtWidgets import QApplication

from editor_app.library import (
    FileError,
    Settings,
    config_dir,
    find_library,
    library_containing,
    open_library,
    read_settings,
    state_dir,
    write_settings,
)
from editor_app.window.app import Folders, Workbench
from editor_app.window.faults import Faults, TerminationNotifier
from editor_app.window.single_instance import SingleInstance, hand_over, socket_path
from editor_app.window.theme_choice import ThemeChoice

_log = logging.getLogger("foreword")


def run(paths: Sequence[Path], library: Path | None) -> int:
    """Open the window on a library, or hand the files to the window it is open in; return the exit code."""
    app = QApplication.instance() or QApplication([sys.argv[0] if sys.argv else "foreword"])
    assert isinstance(app, QApplication)
    app.setApplicationName("Foreword")
    app.setDesktopFileName("foreword")
    root = library or _library_of(paths)
    folders = Folders(state_dir(), config_dir())
    socket = socket_path(_runtime_dir(folders.state), root)
    if hand_over(socket, paths):
        return 0
    settings, complaints = read_settings(folders.config)
    theme_choice = ThemeChoice(app, settings.theme.value)
    opened, problems = open_library(root)
    workbench = Workbench(opened, folders, theme_choice)
    instance = SingleInstance(socket, workbench)
    instance.files_handed_over.connect(workbench.take_files)
    workbench.library_requested.connect(_open_another_window)
    faults = Faults(workbench)
    faults.happened.connect(lambda sentence, _details: workbench.session.say(sentence))
    faults.install()
    termination = TerminationNotifier(workbench)
    termination.requested.connect(workbench.window.close)
    restore = termination.install()
    workbench.start(paths)
    for sentence in (*complaints, *(problem.message for problem in problems)):
        workbench.session.say(sentence)
    _remember_library(folders.config, settings, opened.root)
    try:
        return app.exec()
    finally:
        workbench.close()
        instance.close()
        restore()


def _library_of(paths: Sequence[Path]) -> Path:
    """Return the library the first file lies in, or the one that is usual here."""
    if paths:
        return library_containing(paths[0]) or paths[0].parent
    return find_library(None, os.environ, Path.cwd())


def _runtime_dir(state: Path) -> Path:
    """Return a folder only this user can write to, for the socket."""
    named = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(named) if named and Path(named).is_dir() else state
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _open_another_window(root: Path) -> None:
    """Open another library in a process of its own."""
    QProcess.startDetached(sys.executable, ["-m", "editor_app", "--library", str(root)])


def _remember_library(config: Path, settings: Settings, root: Path) -> None:
    try:
        write_settings(config, settings.with_recent(root))
    except FileError as error:
        _log.info("%s", error.sentence)

"""Starting the window: a first picture on the screen, then loading the program."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from editor_app.library.paths import is_folder, make_state_dir
from editor_app.text import Sentence, together
from editor_app.window.frame.first_sight import MOST_FILES, first_sight
from editor_app.window.frame.first_window import FirstWindow, state_folder
from editor_app.window.frame.window_settings import open_window_settings
from editor_app.window.kit.application import Application, application
from editor_app.window.startup.instance_claim import Holder, claim_window, socket_path

PATIENCE_SECONDS = 3.0  # a disk that sleeps takes as long to answer


def run(paths: Sequence[Path], library: Path | None, failures: Sequence[str] = ()) -> int:
    """Open the window on a library, or hand the paths to the window that has it; return the exit code.

    Either window opens the `paths`, and says by `failures` why what else was named cannot be opened.
    """
    app = application()
    assert isinstance(app, Application)  # no other start made one in this process
    app.setApplicationName("Foreword")
    app.setDesktopFileName("foreword")
    if sys.platform == "darwin":  # where the Finder names in events what to open
        paths = [*paths, *app.take_paths()]
    complaints: list[str] = []
    root = library or _library_of(paths, complaints.append)
    if root is None:
        from editor_app.window.startup.start_choice import ask_start

        choice = ask_start(app, runtime_dir(), together(complaints))
        if choice is None:
            return 0
        complaints.clear()
        paths, root = choice.paths, choice.library or folder_of(choice.paths)
    socket = socket_path(runtime_dir(), root)
    claim = claim_window(socket)
    if claim.holder is not Holder.US:
        from editor_app.window.startup.single_instance import hand_over_or_claim

        claimed = hand_over_or_claim(socket, paths, [*complaints, *failures])
        if claimed is None:
            return 0
        claim = claimed
    settings, complaint = open_window_settings(state_folder())
    complaints.append(complaint)
    first = FirstWindow(settings, first_sight(paths, root, settings, state_folder()))
    first.show()
    first.wait_until_seen()
    from editor_app.window.startup.faults import with_whole_exceptions
    from editor_app.window.startup.running import (
        run_window,  # its import takes several times as long as the code above
    )

    run_it = partial(run_window, app, first, paths, root, failures, socket=socket, claim=claim)
    try:
        return with_whole_exceptions(lambda: run_it(complaints=complaints))
    finally:
        claim.release()


def runtime_dir() -> Path:
    """Return a folder for the socket that only this user can write to."""
    named = os.environ.get("XDG_RUNTIME_DIR")
    is_there = named is not None and Path(named).is_absolute() and is_folder(Path(named))
    # One who became another by sudo may still have the former's.
    if named and is_there and (sys.platform == "win32" or Path(named).stat().st_uid == os.geteuid()):
        return Path(named)
    folder = state_folder()
    with suppress(OSError):  # the window opens all the same, but later starts do not find it
        make_state_dir(folder)
    return folder


def _library_of(paths: Sequence[Path], complain: Callable[[str], object]) -> Path | None:
    """Return the library of the paths, or without any the default one; None where the user is to choose."""
    if paths:
        return folder_of(paths)
    from editor_app.library.finding import find_library

    try:
        return find_library(None, os.environ, Path.cwd(), partial(_last_library, complain))
    except _NoLibraryError:
        return None


def folder_of(paths: Sequence[Path]) -> Path:
    """Return the first library that is or contains one of the paths.

    Where no library has any of them, it is the first folder, or the folder of the first file.
    """
    from editor_app.library.finding import library_containing

    libraries = (library_containing(path / "any file") for path in paths[:MOST_FILES])
    folders = (path for path in paths if is_folder(path))
    return next(filter(None, libraries), None) or next(folders, paths[0].parent)


class _NoLibraryError(Exception):
    """No library was opened before, or the last one was closed."""


def _last_library(complain: Callable[[str], object]) -> Path:
    """Return the library that was opened last, or else the user's own, if there is one.

    Raises _NoLibraryError where there is none, where the last one was closed, and where the disk of one does
    not answer: another is not opened in its place unasked.
    """
    from editor_app.library.files.reading import FileError, quoted
    from editor_app.library.paths import data_dir, state_dir
    from editor_app.library.sample import LIBRARY_FOLDER
    from editor_app.library.settings.recent import Recent, read_recent

    try:
        recent = read_recent(state_dir())
    except FileError as error:
        complain(error.sentence)
        recent = Recent()
    folders = (*(folder.path for folder in recent.folders), data_dir() / LIBRARY_FOLDER)
    for folder in () if recent.is_closed else folders:
        answer: SimpleQueue[bool] = SimpleQueue()
        Thread(target=lambda ask=folder, tell=answer.put: tell(is_folder(ask)), daemon=True).start()
        try:
            if answer.get(timeout=PATIENCE_SECONDS):
                return folder
        except Empty:
            complain(Sentence("window-startup.silent-folder", folder=quoted(folder)))
            break
    raise _NoLibraryError

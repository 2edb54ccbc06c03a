"""Starting the window: a first picture on the screen, then loading the program."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from editor_app.library.paths import is_folder, make_state_dir
from editor_app.window.frame.first_sight import first_sight
from editor_app.window.frame.first_window import FirstWindow, state_folder
from editor_app.window.frame.window_settings import open_window_settings
from editor_app.window.kit.application import Application, application
from editor_app.window.startup.instance_claim import Holder, claim_window, socket_path


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


def _library_of(paths: Sequence[Path], complain: Callable[[str], object]) -> Path:
    """Return the first library that is or contains one of the paths, or else the default library.

    Where no library has any of them, it is the first folder, or the folder of the first file.
    """
    from editor_app.library.finding import find_library, library_containing

    if not paths:
        return find_library(None, os.environ, Path.cwd(), partial(_last_library, complain))
    libraries = (library_containing(path / "any file") for path in paths)
    folders = (path for path in paths if is_folder(path))
    return next(filter(None, libraries), None) or next(folders, paths[0].parent)


def _last_library(complain: Callable[[str], object]) -> Path:
    """Return the library that was opened last, or else the user's own; the sample, if none can be made.

    The defaults of one that is there are brought up to date when it is opened.
    """
    from editor_app.library.files.reading import FileError
    from editor_app.library.paths import config_dir, data_dir, sample_dir, state_dir
    from editor_app.library.sample import LIBRARY_FOLDER, ensure_sample
    from editor_app.library.settings.settings import read_settings

    settings, _complaints = read_settings(config_dir())
    last = next(filter(is_folder, (*settings.recent_libraries, data_dir() / LIBRARY_FOLDER)), None)
    try:
        return last or ensure_sample(data_dir(), state_dir=state_dir())
    except FileError as error:
        complain(f"{error.sentence} The one that ships is open: save elsewhere what you write.")
        return sample_dir()

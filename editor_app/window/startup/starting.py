"""Starting the window: a first picture on the screen, then loading the program."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from editor_app.library.places import make_state_dir
from editor_app.window.frame.window_settings import open_window_settings
from editor_app.window.startup.application import Application, application
from editor_app.window.startup.first_sight import first_sight
from editor_app.window.startup.first_window import FirstWindow, state_folder
from editor_app.window.startup.instance_claim import Holder, claim_window, socket_path


def run(paths: Sequence[Path], library: Path | None) -> int:
    """Open the window on a library, or hand the files to the window that has it; return the exit code."""
    app = application()
    assert isinstance(app, Application)  # no other start made one in this process
    app.setApplicationName("Foreword")
    app.setDesktopFileName("foreword")
    root = library or _library_of(paths)
    runtime = runtime_dir()
    socket = socket_path(runtime, root)
    claim = claim_window(socket)
    if claim.holder is not Holder.US:
        from editor_app.window.startup.single_instance import hand_over_or_claim

        claimed = hand_over_or_claim(socket, paths)
        if claimed is None:
            return 0
        claim = claimed
    settings, complaint = open_window_settings(state_folder())
    first = FirstWindow(settings, first_sight(paths, root, settings, state_folder()))
    first.show()
    first.wait_until_seen()
    from editor_app.window.startup.faults import with_whole_exceptions
    from editor_app.window.startup.running import (
        run_window,  # its import takes several times as long as the code above
    )

    run_it = partial(run_window, runtime=runtime, socket=socket, claim=claim, complaint=complaint)
    try:
        return with_whole_exceptions(lambda: run_it(app, first, paths, root))
    finally:
        claim.release()


def runtime_dir() -> Path:
    """Return a folder for the socket that only this user can write to."""
    named = os.environ.get("XDG_RUNTIME_DIR")
    if named and Path(named).is_absolute() and Path(named).is_dir():
        return Path(named)
    folder = state_folder()
    with suppress(OSError):  # the window opens all the same, but later starts do not find it
        make_state_dir(folder)
    return folder


def _library_of(paths: Sequence[Path]) -> Path:
    """Return the library that contains the first file, or else the default library."""
    from editor_app.library.finding import find_library, library_containing

    if paths:
        return library_containing(paths[0]) or paths[0].parent
    return find_library(None, os.environ, Path.cwd(), _last_library)


def _last_library() -> Path:
    """Return the library that was opened last, or else the user's own."""
    from editor_app.library import config_dir, data_dir, ensure_sample, is_folder, read_settings, state_dir

    settings, _complaints = read_settings(config_dir())
    last = next((path for path in settings.recent_libraries if is_folder(path)), None)
    return last or ensure_sample(data_dir(), state_dir=state_dir())

"""Running the window until it is closed: one per library, with an orderly end."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from editor_app.clock import local_now
from editor_app.library.files.reading import FileError, quoted
from editor_app.library.finding import LIBRARY_VARIABLE
from editor_app.library.folders import open_library
from editor_app.library.paths import config_dir, data_dir, is_folder, state_dir
from editor_app.library.sample import LIBRARY_FOLDER, ensure_sample
from editor_app.library.settings.recent import note_closed, note_opened
from editor_app.library.settings.settings import read_settings, use_history_settings
from editor_app.text import Sentence, together
from editor_app.variables.git import trusted_search_path
from editor_app.window.app import Folders, Workbench
from editor_app.window.commands.settings.file import fonts_of
from editor_app.window.frame.first_window import BESIDE_VARIABLE, FirstWindow
from editor_app.window.kit.application import Application
from editor_app.window.kit.error_log import CrashFile, log_folder, take_crashes
from editor_app.window.kit.theme.svg_images import program_icon
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.kit.work.timers import repeating, single_shot
from editor_app.window.startup.faults import Faults, TerminationNotifier
from editor_app.window.startup.instance_claim import Holder, WindowClaim
from editor_app.window.startup.single_instance import (
    SingleInstance,
    close_other_windows,
    open_another_window,
)

_UNANSWERED = Sentence("window-startup.window-is-silent")
_IDLE_MS = 1000
_FLUSH_SECONDS = 1.0
_log = logging.getLogger("foreword")


def run_window(
    app: Application,
    first: FirstWindow,
    paths: Sequence[Path],
    root: Path,
    failures: Sequence[str],
    *,
    socket: Path,
    claim: WindowClaim,
    complaints: Sequence[str],
) -> int:
    """Open a library's window and run it until it is closed; return the exit code.

    `first` is the window that is already on the screen. While it holds the `claim`, later starts find the
    window at `socket`, in a folder that only this user can write to. `failures` say why what was named
    besides the `paths` cannot be opened; `complaints` are other sentences to show at the start, "" for none.
    """
    folders = Folders(state_dir(), config_dir())
    logs = log_folder(folders.state)
    crashes, crash_file = take_crashes(logs), CrashFile(logs)
    why_not = crash_file.begin()
    nothing_kept = ""
    if why_not:
        nothing_kept = Sentence("window-startup.nothing-kept", folder=quoted(folders.state), reason=why_not)
    settings, of_settings = read_settings(folders.config)
    of_settings = use_history_settings(folders.state, settings, of_settings)
    theme_choice = app.findChild(ThemeChoice) or ThemeChoice(  # that of the start page
        app, str(settings["theme"]), settings.scale, fonts=fonts_of(settings), with_first_window=True
    )
    not_updated = _update_own(root)
    opened, problems = open_library(root)
    # Like git, programs that open a folder must not be found inside the library or the workspace.
    os.environ["PATH"] = trusted_search_path(os.environ.get("PATH", ""), opened.root, opened.workspace)
    workbench = Workbench(opened, folders, theme_choice)
    workbench.library_requested.connect(partial(_open_another_window, workbench, socket.parent))
    workbench.library_closed.connect(partial(_show_start_page, folders.state, socket.parent))
    workbench.quit_requested.connect(partial(close_other_windows, socket))
    flush = partial(workbench.session.journaling.is_safe, _FLUSH_SECONDS)
    faults = Faults(workbench, flush=flush, log=workbench.reports.log.add_error)
    faults.happened.connect(lambda sentence, _details: workbench.notifier.say(sentence))
    faults.install()
    termination = TerminationNotifier(workbench)
    termination.requested.connect(workbench.close_without_questions)
    termination.requested.connect(partial(app.exit, 0))  # the loop of an open dialog ends, too
    restore = termination.install()
    not_opened = workbench.start(paths, first, failures)
    instance = listen(socket, claim, workbench)
    app.open_with(workbench.take_files)
    collect_garbage_seldom()
    garbage = CollectsGarbageHere(workbench)
    load_ahead(workbench)
    QTimer.singleShot(0, workbench, lambda: app.setWindowIcon(program_icon()))  # once the window is seen
    unanswered = _UNANSWERED if instance is None else ""
    in_library = (problem.message for problem in problems)
    sentences = (not_opened, *complaints, nothing_kept, not_updated, *of_settings, *in_library, unanswered)
    workbench.reports.tell_crashes(crashes, together(sentences))
    remember_library(workbench)
    try:
        code = 0 if termination.was_requested else app.exec()
        workbench.close_without_questions()  # when the display ends, Qt leaves the loop without closing it
        return code
    finally:
        workbench.close()
        if instance is not None:
            instance.close()
        restore()
        crash_file.end()
        garbage.stop()


def load_ahead(workbench: Workbench) -> Slicer:
    """Load the perspectives of what the library holds when nothing is to do, and return what does it.

    Measured with a chat: its first opening blocked the window for 200 ms, most of it for imports.
    """
    library, slicer, load = workbench.library, Slicer(workbench), workbench.perspectives.load_ahead
    pause = single_shot(
        workbench, _IDLE_MS, lambda: slicer.start(load(file.kind for file in library.index.files))
    )
    library.listed.connect(pause.start)
    pause.start()
    return slicer


def collect_garbage_seldom() -> None:
    """Make Python's garbage collector run rarely: a full run between two keys delays the second.

    Measured while typing into 100 KB: the longest key took 110 ms before and 45 ms after.
    """
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def _update_own(root: Path) -> str:
    """Bring the defaults of the user's own library up to date if that is opened; return why not, "" if so."""
    if root == data_dir() / LIBRARY_FOLDER and is_folder(root):
        try:
            ensure_sample(data_dir())
        except FileError as error:
            return Sentence("window-startup.defaults-not-updated", reason=error.sentence)
    return ""


def listen(socket: Path, claim: WindowClaim, workbench: Workbench) -> SingleInstance | None:
    """Listen for later starts, unless another window of the library, which did not answer, does."""
    if claim.holder is Holder.ANOTHER:
        return None
    instance = SingleInstance(socket, workbench)
    instance.files_handed_over.connect(workbench.take_files)
    instance.files_handed_over.connect(lambda *_: remember_library(workbench))
    instance.close_requested.connect(partial(_close, workbench))
    return instance


def _close(workbench: Workbench) -> None:
    """Show the window, as it may ask about unsaved text, and close it, or say that a dialog is open."""
    workbench.take_files(())
    if QApplication.activeModalWidget() is None:
        workbench.window.window().close()
    else:
        workbench.notifier.say(Sentence("window-startup.quit-waits"), stays=True)


def _open_another_window(workbench: Workbench, runtime: Path, root: Path) -> None:
    """Open another library in a process of its own, whose window does not cover this one."""
    os.environ[BESIDE_VARIABLE] = "1"
    is_started = open_another_window(runtime, root)
    del os.environ[BESIDE_VARIABLE]
    if not is_started:
        workbench.notifier.say(Sentence("window-startup.window-not-started-type", library=quoted(root)))


def _show_start_page(state: Path, runtime: Path) -> None:
    """Show the start page in a process of its own, which opens no library by itself."""
    os.environ.pop(LIBRARY_VARIABLE, None)
    try:
        note_closed(state)
    except FileError as error:
        _log.info("%s", error.sentence)
    open_another_window(runtime, None)


def remember_library(workbench: Workbench) -> None:
    """Put the library of a window first in the list of recent folders."""
    try:
        note_opened(workbench.files.state_dir, workbench.library.library.root, local_now())
    except FileError as error:
        _log.info("%s", error.sentence)


_LOOK_MS: Final = 1_000


class CollectsGarbageHere(QObject):
    """Collects garbage in the thread of the window alone, from time to time.

    Python collects in whichever thread happens to allocate: in one that waits for files or git, this would
    delete widgets outside of the window's thread, which Qt does not survive.
    """

    def __init__(self, parent: QObject) -> None:
        """Turn automatic collection off until `stop`."""
        super().__init__(parent)
        gc.disable()
        self._look = repeating(self, _LOOK_MS, collect_if_due)
        self._look.start()

    def stop(self) -> None:
        """Let Python collect by itself again."""
        self._look.stop()
        gc.enable()


def collect_if_due() -> None:
    """Collect what is garbage if as much was allocated as Python's own thresholds say."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    due = [generation for generation in range(3) if counts[generation] > thresholds[generation]]
    if due and due[0] == 0:
        gc.collect(due[-1])

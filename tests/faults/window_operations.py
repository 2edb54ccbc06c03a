"""The window's own start after a kill: the texts of a killed window come back, whatever ends the start.

Windows are opened in forked children only, offscreen: this process has no threads when it forks. What is
unsaved after a fault is what one more start shows, and not what the journals seem to hold.
"""

from __future__ import annotations

import json
import os
import signal
import traceback
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counting import UNSAVED
from operations import Changes, Operation
from places import NOW, Scene
from tracing import Report

from editor_app.library.files.reading import FileError

if TYPE_CHECKING:
    from editor_app.window.driver import WindowDriver
    from editor_app.window.kit.theme.theme_choice import ThemeChoice

_BASE = "# A saved text\n\nHello {{user_name}}, ein Wort: Grüße.\n"
_FILES = tuple(f"text {number}.md" for number in range(1, 6))
_UNTITLED = {"Untitled 1": "a thought", "Untitled 2": "one more"}
_FRONT = "Untitled 2"
_LONGEST_SECONDS = 60


@cache
def _look() -> ThemeChoice:
    """Load Qt and all of the window, once; children find it here."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import qInstallMessageHandler

    from editor_app.window.driver import application
    from editor_app.window.kit.theme.theme_choice import ThemeChoice

    qInstallMessageHandler(lambda *_message: None)  # the platform warns that it has no frame to size
    return ThemeChoice(application(), "light", 1.0)


def _open(scene: Scene) -> WindowDriver:
    """Start a window, as the program does; its tabs are all back when this returns."""
    look = _look()
    from editor_app.window.driver import open_window

    return open_window(
        scene.library,
        state_dir=scene.state,
        config_dir=scene.config,
        clock=lambda: NOW,
        theme_choice=look,
        is_checked=False,
    )


def _in_a_child(act: Callable[[], object]) -> object:
    """Return what `act` gives in a forked child, which ends as by a kill; None if it could not."""
    _look()
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        status = 1
        try:
            signal.alarm(_LONGEST_SECONDS)
            with os.fdopen(writing, "w", encoding="utf-8") as pipe:
                json.dump(act(), pipe)
            status = 0
        except BaseException:  # noqa: BLE001  the forked process must not go on as the first one
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    return json.loads(said) if os.waitpid(process, 0)[1] == 0 else None


def left_by_a_killed_window(scene: Scene, _path: Path) -> None:
    """Leave what a kill leaves of a window with five files and two untitled texts, none of them saved."""
    for name in _FILES:
        (scene.library / name).write_text(_BASE, encoding="utf-8")

    def type_into_all() -> bool:
        driver = _open(scene)
        for name in _FILES:
            driver.open(name)
            driver.type("Unsaved, ")
        for text in _UNTITLED.values():
            driver.workbench.commands.files.new_untitled()
            driver.type(text)
        driver.workbench.session.keep_state()
        return driver.workbench.session.is_safe()

    assert _in_a_child(type_into_all), "the window that is to be killed has its texts on no disk"


def shown_by_the_next_start(scene: Scene) -> Mapping[str, bytes]:
    """Return the unsaved texts that a window shows which is started now, and killed then."""

    def show() -> dict[str, str]:
        files = _open(scene).workbench.files.files
        return {file.path.name: file.text for file in files if file.is_unsaved}

    found = _in_a_child(show)
    texts: dict[str, str] = found if isinstance(found, dict) else {}
    return {f"{UNSAVED}{name}": text.encode() for name, text in texts.items()}


def _start(scene: Scene, _path: Path, _given: Any, report: Report) -> None:
    """Start, which takes the texts over and removes the old journal; type; close, which asks nothing."""
    driver = _open(scene)
    report.done()
    driver.type("!")
    if not driver.workbench.session.is_safe():
        raise FileError("The text is in memory only.", scene.state)
    report.done()
    driver.workbench.close_without_questions()
    report.done()


def _only_start(scene: Scene, _path: Path, _given: Any, report: Report) -> None:
    """Start and close, since what else could be typed into depends on what could be read."""
    driver = _open(scene)
    report.done()
    driver.workbench.close_without_questions()
    report.done()


def _start_carelessly(scene: Scene, path: Path, given: Any, report: Report) -> None:
    """Remove the old journal before the new one has its texts: the control. It is run in a child."""
    _look()
    from editor_app.window.session.keeping import Session

    real = Session.start

    def start(session: Session, paths: Collection[Path]) -> bool:
        for found in session._earlier:
            found.remove()
        return real(session, paths)

    Session.start = start  # type: ignore[method-assign]
    _only_start(scene, path, given, report)


def _recovered(_scene: Scene, _path: Path, _given: Any) -> tuple[Changes, ...]:
    texts = dict.fromkeys(_FILES, f"Unsaved, {_BASE}") | _UNTITLED
    return {f"{UNSAVED}{name}": text.encode() for name, text in texts.items()}, {}


def _typed(scene: Scene, path: Path, given: Any) -> tuple[Changes, ...]:
    recovered, _ = _recovered(scene, path, given)
    return recovered, {f"{UNSAVED}{_FRONT}": f"{_UNTITLED[_FRONT]}!".encode()}, {}


WINDOW_START = Operation(
    "window: recovery",
    _start,
    _typed,
    left_by_a_killed_window,
    ("first start",),
    may_run_ahead=True,
    unsaved=shown_by_the_next_start,
)
WINDOW_START_WITH_FAILURES = replace(WINDOW_START, act=_only_start, changes=_recovered)
CARELESS_WINDOW_START = replace(
    WINDOW_START, name="window: journal removed too soon", act=_start_carelessly, changes=_recovered
)

"""Windows on one library and one state folder, opened one after the other."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import pytest
from driving import DrivenWindow
from scripted_dialogs import ScriptedDialogs
from session_journals import journal_paths

from editor_app.analysis.analysis import read_document
from editor_app.analysis.library_facts import check as library_check
from editor_app.clock import Clock
from editor_app.library.paths import sample_dir
from editor_app.window.driver import WindowDriver, open_window
from editor_app.window.kit.theme.theme_choice import ThemeChoice

NOW = datetime(2026, 3, 4, 14, 7, tzinfo=UTC)
read_once = lru_cache(maxsize=128)(read_document)
"""What the check of a library asks of each file; the sample's are the same in nearly all windows."""


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("place")


@pytest.fixture
def tmp_path(place: Path) -> Iterator[Path]:
    """Return the folder of the library and the state, the same in all tests, empty at first."""
    yield place
    _empty(place)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return shutil.copytree(sample_dir(), tmp_path / "prompts")


@pytest.fixture(scope="session")
def left() -> dict[tuple[str, ...], tuple[Path, Any]]:
    """Return what windows that ended left, and what was returned of them, by what was done in them."""
    return {}


@pytest.fixture
def leave(
    root: Path, tmp_path: Path, left: dict[tuple[str, ...], tuple[Path, Any]], new_homes: Iterator[Path]
) -> Callable[..., Any]:
    """Return a function that uses windows and ends them, or lays out what that left in an earlier test."""

    def leave_one(use_windows: Callable[..., Any], *arguments: str) -> Any:
        key = (use_windows.__qualname__, *arguments)
        if key not in left:
            returned = use_windows(*arguments)
            left[key] = shutil.copytree(tmp_path, next(new_homes)), returned
        folder, returned = left[key]
        _empty(tmp_path)
        shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
        return returned

    return leave_one


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


class SessionWindow(DrivenWindow):
    """A window with the dialogs that answer for its user."""

    def __init__(self, driver: WindowDriver, dialogs: ScriptedDialogs) -> None:
        """Drive the window of `driver`, which `dialogs` answers."""
        super().__init__(driver.workbench)
        self.dialogs = dialogs


@pytest.fixture
def opened(
    root: Path, tmp_path: Path, theme_choice: ThemeChoice, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., SessionWindow]]:
    """Return a function that opens a window with the same library and state folder each time."""
    monkeypatch.setattr(library_check, "read_document", read_once)
    windows: list[SessionWindow] = []

    def open_one(*names: str, root: Path = root, clock: Clock = lambda: NOW, **more: Any) -> SessionWindow:
        dialogs = ScriptedDialogs()
        driver = open_window(
            root,
            state_dir=tmp_path / "state",
            config_dir=tmp_path / "config",
            clock=clock,
            files=names,
            theme_choice=theme_choice,
            dialogs=dialogs,
            is_checked=False,
            **more,
        )
        if "frame" not in more:
            driver.window.setUpdatesEnabled(False)  # nobody looks
        windows.append(SessionWindow(driver, dialogs))
        return windows[-1]

    yield open_one
    for window in windows:
        window.close()


@pytest.fixture
def kill(tmp_path: Path) -> Callable[..., None]:
    """Return a function that ends a window as a kill does: its journal stays as it is on the disk now.

    Without `keeps_state` the state of the session was not kept since it last was.
    """

    def kill_one(window: SessionWindow, *, keeps_state: bool = True) -> None:
        if keeps_state:
            window.workbench.session.keep_state()  # done every two seconds
        assert window.workbench.session.is_safe()
        before = {path: path.read_bytes() for path in journal_paths(tmp_path / "state")}
        window.close()
        for path in journal_paths(tmp_path / "state"):
            path.unlink()
        for path, data in before.items():
            path.write_bytes(data)

    return kill_one


@pytest.fixture
def crash(
    opened: Callable[..., SessionWindow], kill: Callable[..., None], leave: Callable[..., Any]
) -> Callable[[], tuple[str, str]]:
    """Return a function that leaves unsaved text in a file and an untitled document.

    It returns the text that the file had, and the unsaved one.
    """

    def use_window() -> tuple[str, str]:
        window = opened("page-analysis.md")
        saved = window.text
        window.type("typed ")
        window.trigger("new_untitled")
        window.type("notes")
        window.open("page-analysis.md")
        kill(window)
        return saved, f"typed {saved}"

    return partial(leave, use_window)

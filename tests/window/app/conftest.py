"""The whole window on a copy of the sample library, with stand-ins for dialogs, clock, files and git."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from driving import DrivenWindow
from kept_window import KeptWindow
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot
from scripted_dialogs import ScriptedDialogs

from editor_app.analysis.analysis import Analysis, read_document
from editor_app.analysis.library_facts import check as library_check
from editor_app.clock import local_now
from editor_app.library.paths import sample_dir
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.files import FileText
from editor_app.variables.resolver import Sources
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.resolving import ResolveContext
from editor_app.window.driver import WindowDriver, open_window
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.kit.work.runner import Runner
from editor_app.window.session.keeping import Journals

NOON = datetime(2026, 3, 4, 12, 0, 5, tzinfo=UTC)
PATIENCE_MS = 200_000
NO_JOURNALS = Journals(
    lambda _on_trouble: Mock(seconds_at_work=0.0, flush=lambda _seconds: False), lambda: ((), ())
)
"""Nothing is kept, so closing the window asks about unsaved text."""


@dataclass
class FakeWorld:
    """Files and git as templates see them, with counts of how often each was asked."""

    files: dict[str, str] = field(default_factory=lambda: {"AGENTS.md": "Run the tests.\n"})
    branch: str = "main"
    time: datetime = NOON
    git_calls: int = 0
    reads: list[str] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)

    def become(self, other: FakeWorld) -> None:
        """Be another world from now on, with what it counts."""
        self.__dict__ = other.__dict__

    def sources(self, context, clock) -> Sources:
        self.folders.append(context.folder)
        return Sources(clock, self._read, self._git, "linux", "builder")

    def _read(self, folder: Path, name: str) -> FileText | Note:
        self.reads.append(name)
        if name in self.files:
            return FileText(self.files[name], folder / name)
        return Note(Cause.NO_SUCH_FILE, f"There is no file ‘{name}’ in {folder.name}.")

    def _git(self, _folder: Path, arguments: tuple[str, ...]) -> str | Note:
        self.git_calls += 1
        return " M a.py\n" if arguments[0] == "status" else f"{self.branch}\n"


class Bench(DrivenWindow):
    """A window on a library, used as people do, with answers, a clock, files and git of its own."""

    def __init__(
        self, driver: WindowDriver, dialogs: ScriptedDialogs, world: FakeWorld, qtbot: QtBot
    ) -> None:
        super().__init__(driver.workbench)
        self.dialogs = dialogs
        self.world = world
        self._qtbot = qtbot

    @property
    def is_closed(self) -> bool:
        return not self._is_open

    @property
    def is_painted(self) -> bool:
        """Whether what is shown is painted too: most tests do not look, and it is a fifth of their time."""
        return self.window.updatesEnabled()

    @is_painted.setter
    def is_painted(self, yes: bool) -> None:
        self.window.setUpdatesEnabled(yes)

    def open_copy(self, of: str, name: str) -> OpenFile:
        """Open a file of one's own: a copy of a prompt, which has the copy's name."""
        text = (self.root / of).read_text()
        copy = self.root / name
        copy.write_text(text.replace(f"name: {Path(of).stem}\n", f"name: {copy.stem}\n"))
        return self.open(name)

    def choose_first_fix(self) -> None:
        """Press Enter in the list of fixes that is open."""
        popup = QApplication.activePopupWidget()
        assert popup is not None
        QTest.keyClick(popup.focusWidget(), Qt.Key.Key_Return)
        self.come_back()

    def come_back(self) -> None:
        """Make the window active after a popup, which the headless platform forgets to do."""
        self.come_to_front()

    def wait_until(self, condition: Callable[[], object], longest: float = PATIENCE_MS / 1000) -> None:
        """Wait as long as a busy machine takes for it."""
        super().wait_until(condition, longest)

    def link(self, words: str) -> None:
        """Click the link of the bar above the text."""
        link = next(link for link in self.panels.bar.links if link.text() == words)
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)

    def undo_notice(self) -> None:
        link: QPushButton = self.window.notices.link
        assert link.text() == "Undo"
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)

    def act(self, action_id: str) -> None:
        """Choose an action of the menus, which must be possible."""
        self.trigger(action_id)

    def act_if_possible(self, action_id: str) -> None:
        """Choose an action of the menus if it is not grey."""
        self.workbench.actions.action(action_id).trigger()

    def settle(self) -> None:
        """Let what waits for a short pause after typing be shown."""
        assert self.wait_until_quiet(PATIENCE_MS / 1000)

    def resolve(self) -> None:
        """Let what other threads do end, and templates get their values."""
        self.wait_until(lambda: not any(one.is_busy for one in self.workbench.findChildren(Runner)))

    def wait(self, condition: Callable[[], object], timeout: int = PATIENCE_MS) -> None:
        self._qtbot.waitUntil(lambda: bool(condition()), timeout=timeout)

    def write(self, name: str, data: str | bytes) -> Path:
        """Write a file as another program does, and let the window look."""
        path = self.root / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        self.workbench.files.disk.look_now()
        return path

    def badge(self, name: str) -> str:
        self.workbench.library.finish_checking()
        rows = self.panels.library._listing.rows
        return next(row.state.badge for row in rows if row.prompt_name == name)

    def clipboard(self) -> str:
        return QGuiApplication.clipboard().text()


OpenBench = Callable[..., Bench]
read_once = lru_cache(maxsize=128)(read_document)
"""What the check of a library asks of each file; the sample's are the same in nearly all windows."""


@pytest.fixture
def analysis_of_the_check() -> Callable[..., Analysis]:
    """Return what checks the files of a library; tests that change what it does take the real one."""
    return read_once


@pytest.fixture(scope="module")
def window_of_module(
    tmp_path_factory: pytest.TempPathFactory, theme_of_module: ThemeChoice
) -> Iterator[KeptWindow]:
    """Return the window that the tests of a module take turns at."""
    kept = KeptWindow(tmp_path_factory.mktemp("kept"))
    yield kept
    kept.close()


@pytest.fixture
def kept_window(request: pytest.FixtureRequest) -> Iterator[KeptWindow | None]:
    """Return the window of the module, put away after the test, if its tests take turns at one."""
    node = request.node
    if node.get_closest_marker("one_window") is None or node.get_closest_marker("new_window") is not None:
        yield None
        return
    kept: KeptWindow = request.getfixturevalue("window_of_module")
    yield kept
    kept.put_away()


@pytest.fixture
def tmp_path(tmp_path: Path, kept_window: KeptWindow | None) -> Path:
    """Return a folder of one's own, in which a window that is opened keeps its state and settings."""
    return tmp_path if kept_window is None else kept_window.folder


@pytest.fixture
def root(tmp_path: Path, kept_window: KeptWindow | None) -> Path:
    """Return a copy of the sample library."""
    if kept_window is not None:
        return kept_window.root
    place = tmp_path / "atlas" / "prompts"
    shutil.copytree(sample_dir(), place)
    return place


@pytest.fixture
def open_bench(
    qtbot: QtBot,
    tmp_path: Path,
    theme_choice: ThemeChoice,
    monkeypatch: pytest.MonkeyPatch,
    analysis_of_the_check: Callable[..., Analysis],
    kept_window: KeptWindow | None,
) -> Iterator[OpenBench]:
    """Return a function that opens a window on a library; all are closed at the end, but one that is kept.

    In a file that is marked with `one_window`, the first window that a test opens is that of the tests
    before, unless it wishes what only a new window can be; a test that asserts what nobody has done yet is
    marked with `new_window`.
    """
    monkeypatch.setattr(library_check, "read_document", analysis_of_the_check)
    benches: list[Bench] = []

    def open_one(root: Path, *names: str, **wishes: Any) -> Bench:
        if kept_window is None or not kept_window.can_be(root, wishes):
            return open_new(root, *names, **wishes)
        kept_window.is_in_use = True
        if kept_window.bench is None:
            kept_window.bench = open_new(root, *names, **wishes)
            benches.remove(kept_window.bench)
        else:
            kept_window.begin(names, **wishes)
        return kept_window.bench

    def open_new(
        root: Path,
        *names: str,
        answers: tuple[Any, ...] = (),
        world: FakeWorld | None = None,
        size: tuple[int, int] = (1440, 900),
        checked: bool = True,
        real: bool = False,
        folder: Path | None = None,
        trusted: bool = True,
        named: bool = True,
        keeps: bool = True,
    ) -> Bench:
        dialogs, world = ScriptedDialogs(*answers), world or FakeWorld()
        driver = open_window(
            root,
            state_dir=tmp_path / "state",
            config_dir=tmp_path / "config",
            clock=local_now if real else lambda: world.time,
            files=names,
            size=size,
            dialogs=dialogs,
            theme_choice=theme_choice,
            context=ResolveContext(folder or root.parent, conversation_id="c-0042") if named else None,
            make_sources=None if real else world.sources,
            is_checked=checked,
            is_trusted=trusted,
            journals=None if keeps else NO_JOURNALS,
        )
        bench = Bench(driver, dialogs, world, qtbot)
        benches.append(bench)
        bench.is_painted = False
        bench.come_to_front()
        return bench

    yield open_one
    for bench in benches:
        bench.close()


@pytest.fixture
def bench(open_bench: OpenBench, root: Path) -> Bench:
    """Return a window on the sample library with page-analysis in front."""
    return open_bench(root, "page-analysis.md")

"""The whole window on a copy of the sample library, with stand-ins for dialogs, clock, files and git."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from editor_app.analysis import library_check
from editor_app.analysis.analysis import Analysis, read_document
from editor_app.clock import local_now
from editor_app.library import open_library, sample_dir
from editor_app.variables import Cause, FileText, Note, Sources
from editor_app.window.app import Folders, Workbench
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.resolving import Circumstances
from editor_app.window.editor.code_editor import CodeEditor
from editor_app.window.theme_choice import ThemeChoice

HERE = Path(__file__).parent
NOON = datetime(2026, 3, 4, 12, 0, 5, tzinfo=UTC)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let windows be shown: the headless platform warns that it cannot raise or size them."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


class FakeDialogs:
    """Answers from a list, in order, and keeps what was asked; a question too many is an error."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.questions: list[tuple[Any, ...]] = []

    def _answer(self, *question: Any) -> Any:
        self.questions.append(question)
        assert self.answers, f"nobody expected this question: {question}"
        return self.answers.pop(0)

    def ask_save(self, names):
        return self._answer("save", *names)

    def ask_name(self, question):
        return self._answer("name", question)

    def confirm(self, title, sentence, action):
        return self._answer("confirm", title, sentence, action)

    def ask_alias(self):
        return self._answer("alias")

    def resolve(self, conflict):
        return self._answer("resolve", conflict)

    def choose_folder(self, title, start):
        return self._answer("folder", title, start)

    def choose_file(self, title, start, patterns=""):
        return self._answer("file", title, start)

    def choose_new_file(self, title, start, patterns=""):
        return self._answer("new file", title, start)

    def tell(self, title, sentence):
        self.questions.append(("tell", title, sentence))

    def show_shortcuts(self, rows):
        self.questions.append(("shortcuts", *rows))


@dataclass
class FakeWorld:
    """Files and git as templates see them, with counts of how often each was asked."""

    files: dict[str, str] = field(default_factory=lambda: {"AGENTS.md": "Run the tests.\n"})
    branch: str = "main"
    time: datetime = NOON
    git_calls: int = 0
    reads: list[str] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)

    def sources(self, circumstances, clock) -> Sources:
        self.folders.append(circumstances.folder)
        return Sources(clock, self._read, self._git, "linux", "builder")

    def _read(self, folder: Path, name: str) -> FileText | Note:
        self.reads.append(name)
        if name in self.files:
            return FileText(self.files[name], folder / name)
        return Note(Cause.NO_SUCH_FILE, f"There is no file ‘{name}’ in {folder.name}.")

    def _git(self, _folder: Path, arguments: tuple[str, ...]) -> str | Note:
        self.git_calls += 1
        return " M a.py\n" if arguments[0] == "status" else f"{self.branch}\n"


class Bench:
    """A workbench that is used as people do: by keys, clicks and the clipboard."""

    def __init__(self, workbench: Workbench, dialogs: FakeDialogs, world: FakeWorld, qtbot: QtBot) -> None:
        self.workbench = workbench
        self.dialogs = dialogs
        self.world = world
        self.window = workbench.window
        self.panels = workbench.panels
        self.root = workbench.library.library.root
        self._qtbot = qtbot
        self._is_open = True

    @property
    def editor(self) -> CodeEditor:
        editor = self.workbench.tabs.current_editor
        assert editor is not None
        return editor

    @property
    def file(self) -> OpenFile:
        file = self.workbench.current.file
        assert file is not None
        return file

    @property
    def text(self) -> str:
        return self.editor.contents.text

    @property
    def preview(self) -> str:
        return self.panels.preview.text.toPlainText()

    @property
    def notice(self) -> str:
        notices = self.window.notices
        return notices.words.text() if notices.isVisible() else ""

    @property
    def bar(self) -> str:
        return self.panels.bar.words.text() if self.panels.bar.isVisible() else ""

    @property
    def tab_titles(self) -> list[str]:
        return [self.workbench.tabs.bar.tabText(index) for index in range(self.workbench.tabs.bar.count())]

    def open(self, name: str | Path) -> OpenFile:
        file = self.workbench.commands.files.open(self.root / name)
        assert file is not None
        return file

    def open_copy(self, of: str, name: str) -> OpenFile:
        """Open a file of one's own: a copy of a prompt, which has the copy's name."""
        text = (self.root / of).read_text()
        copy = self.root / name
        copy.write_text(text.replace(f"name: {Path(of).stem}\n", f"name: {copy.stem}\n"))
        return self.open(name)

    def press(self, keys: str, widget: QWidget | None = None) -> None:
        """Press a key combination where the focus is."""
        combination = QKeySequence(keys)[0]
        target = widget or QApplication.focusWidget() or self.window
        QTest.keyClick(target, combination.key(), combination.keyboardModifiers())

    def type(self, text: str) -> None:
        for character in text:
            QTest.keyClick(self.editor, *((Qt.Key.Key_Return,) if character == "\n" else (character,)))

    def go_to(self, words: str, after: int = 0) -> None:
        """Put the cursor before `words`, and `after` characters on."""
        cursor = self.editor.textCursor()
        cursor.setPosition(self.editor.contents.bridge.position(self.text.index(words) + after))
        self.editor.setTextCursor(cursor)
        self.editor.setFocus()

    def select(self, words: str) -> None:
        from editor_app.text import Span

        start = self.text.index(words)
        self.editor.select_span(Span(start, start + len(words)))

    def choose_first_fix(self) -> None:
        """Press Enter in the list of fixes that is open."""
        popup = QApplication.activePopupWidget()
        assert popup is not None
        QTest.keyClick(popup.focusWidget(), Qt.Key.Key_Return)
        self.come_back()

    def come_back(self) -> None:
        """Make the window active after a popup, which the headless platform forgets to do."""
        QCoreApplication.processEvents()
        self.window.activateWindow()
        self.wait(self.window.isActiveWindow)

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
        action = self.workbench.actions.action(action_id)
        assert action.isEnabled(), f"{action_id} is not possible now"
        action.trigger()

    def act_if_possible(self, action_id: str) -> None:
        """Choose an action of the menus if it is not grey."""
        self.workbench.actions.action(action_id).trigger()

    def settle(self) -> None:
        """Let what waits for a short pause after typing be shown."""
        current = self.workbench.current
        self.wait(lambda: not current._beside.isActive() and not current._preview_later.isActive())

    def resolve(self) -> None:
        """Let templates get their values."""
        self.workbench.resolving.wait()
        QCoreApplication.processEvents()

    def wait(self, condition: Callable[[], object], timeout: int = 200_000) -> None:
        self._qtbot.waitUntil(lambda: bool(condition()), timeout=timeout)

    def write(self, name: str, data: str | bytes) -> Path:
        """Write a file as another program does, and let the window look."""
        path = self.root / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        self.workbench.files.check_disk()
        return path

    def badge(self, name: str) -> str:
        self.workbench.library.finish_checking()
        rows = self.panels.library._listing.rows
        return next(row.badge for row in rows if row.prompt_name == name)

    def clipboard(self) -> str:
        return QGuiApplication.clipboard().text()

    def close(self) -> None:
        """Close the window as at the end of the day, and forget it."""
        if not self._is_open:
            return
        self._is_open = False
        self.window.may_close = lambda: True
        self.window.close()
        self.workbench.close()
        self.window.deleteLater()
        self.workbench.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


OpenBench = Callable[..., Bench]
read_once = lru_cache(maxsize=128)(read_document)
"""What the check of a library asks of each file; the sample's are the same in nearly all windows."""


@pytest.fixture
def analysis_of_the_check() -> Callable[..., Analysis]:
    """Return what checks the files of a library; tests that change what it does take the real one."""
    return read_once


@pytest.fixture
def theme_choice(qapp: QApplication) -> Iterator[ThemeChoice]:
    choice = ThemeChoice(qapp, "light", 1.0)
    yield choice
    choice.choose("light")
    choice.deleteLater()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a copy of the sample library."""
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
) -> Iterator[OpenBench]:
    """Return a function that opens a window on a library; all are closed at the end."""
    monkeypatch.setattr(library_check, "read_document", analysis_of_the_check)
    benches: list[Bench] = []

    def open_one(
        root: Path,
        *names: str,
        answers: tuple[Any, ...] = (),
        world: FakeWorld | None = None,
        size: tuple[int, int] = (1440, 900),
        checked: bool = True,
        real: bool = False,
        folder: Path | None = None,
    ) -> Bench:
        library, _ = open_library(root)
        dialogs, world = FakeDialogs(*answers), world or FakeWorld()
        workbench = Workbench(
            library,
            Folders(tmp_path / "state", tmp_path / "config"),
            theme_choice,
            dialogs=dialogs,
            circumstances=Circumstances(folder or root.parent, conversation_id="c-0042"),
            make_sources=None if real else world.sources,
            clock=local_now if real else lambda: world.time,
        )
        bench = Bench(workbench, dialogs, world, qtbot)
        benches.append(bench)
        workbench.window.resize(*size)
        workbench.start([root / name for name in names])
        workbench.window.resize(*size)
        workbench.window.activateWindow()
        qtbot.waitUntil(workbench.window.isActiveWindow)
        if checked:
            workbench.library.finish_checking()
        return bench

    yield open_one
    for bench in benches:
        bench.close()


@pytest.fixture
def bench(open_bench: OpenBench, root: Path) -> Bench:
    """Return a window on the sample library with page-analysis in front."""
    return open_bench(root, "page-analysis.md")

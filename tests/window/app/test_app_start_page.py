"""The start page: what is chosen on it, by mouse, by keys and by dropping."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

import pytest
from PySide6.QtCore import QMimeData, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QDialog
from scripted_dialogs import ScriptedDialogs

from editor_app.library.settings.recent import RECENT_NAME, note_opened, read_recent
from editor_app.window.kit.dropping import FileDrops
from editor_app.window.startup import single_instance, start_page
from editor_app.window.startup.instance_claim import Holder, claim_window, socket_path
from editor_app.window.startup.single_instance import SingleInstance, close_other_windows
from editor_app.window.startup.start_choice import Choice, StartChoice, StartPlaces, listen_for_quit
from editor_app.window.startup.start_page import StartPage, StartWindow
from editor_app.window.startup.starting import folder_of

NOW = datetime(2026, 3, 4, 14, 2, tzinfo=UTC)


class Started:
    """A start page over folders that were opened before: `mail`, `gone` and `notes`."""

    def __init__(self, place: Path, qtbot) -> None:
        self.places = StartPlaces(place / "data", place / "state")
        self.mail, self.gone, self.notes = place / "mail", place / "gone", place / "notes"
        for days, folder in enumerate((self.mail, self.gone, self.notes)):
            if folder != self.gone:
                folder.mkdir()
            note_opened(self.places.state, folder, NOW - timedelta(days=3 - days))
        self.dialogs = ScriptedDialogs()
        self.chosen: list[Choice] = []
        self.windows: list[Path] = []
        self.qtbot = qtbot
        self.show()

    def show(self) -> None:
        self.page = StartPage()
        settings = QSettings(str(self.places.state / "x.ini"), QSettings.Format.IniFormat)
        self.window = StartWindow(self.page, settings)
        self.qtbot.addWidget(self.window)
        open_window = lambda root: bool(self.windows.append(root)) or root != self.notes  # noqa: E731
        choice = StartChoice(self.page, self.places, self.dialogs, lambda: NOW, open_window)
        choice.chosen.connect(self.chosen.append)
        self.window.dropped.connect(choice.open_dropped)
        self.window.show()
        self.page.setFocus()
        self.settle()

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: not self.page._runner.is_busy)

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.page.list, key, modifier)
        self.settle()

    def said(self) -> list[str]:
        model = self.page.list.model()
        role = Qt.ItemDataRole.AccessibleTextRole
        return [model.index(row, 0).data(role) for row in range(model.rowCount())]

    def drop(self, *paths: Path) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        keys, buttons = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
        event = QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, buttons, keys)
        assert self.window.findChild(FileDrops).eventFilter(self.window, event) == bool(paths)


@pytest.fixture
def started(tmp_path: Path, theme_choice, qtbot) -> Started:
    return Started(tmp_path, qtbot)


def test_recent_folders_are_opened_forgotten_and_told_by_keys(started: Started) -> None:
    place = started.mail.parent
    assert started.said() == [
        f"notes, {place / 'notes'}, Yesterday",
        f"gone, {place / 'gone'}, not found",
        f"mail, {place / 'mail'}, 1 March",
    ]
    started.press(Qt.Key.Key_Return)
    assert started.chosen == [Choice(started.notes)]
    started.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert started.windows == [started.notes]
    assert started.page.told.text() == "Another window could not be started."
    started.press(Qt.Key.Key_Down)
    started.press(Qt.Key.Key_Return)
    assert len(started.chosen) == 1, "one that is gone cannot be opened"
    started.press(Qt.Key.Key_Delete)
    assert [one.path for one in read_recent(started.places.state).folders] == [started.notes, started.mail]
    assert len(started.said()) == 2
    started.mail.rmdir()
    started.press(Qt.Key.Key_End)
    started.press(Qt.Key.Key_Return)
    assert started.said()[1].endswith("mail, not found"), "it went meanwhile"
    assert len(started.chosen) == 1


def test_a_disk_that_does_not_answer_keeps_neither_the_window_nor_another_folder(
    started: Started, monkeypatch
):
    answers = Event()
    monkeypatch.setattr(start_page, "is_folder", lambda path: path != started.notes or answers.wait(20))
    QTest.keyClick(started.page.list, Qt.Key.Key_Return)
    assert started.chosen == []
    QTest.keyClick(started.page.list, Qt.Key.Key_End)
    QTest.keyClick(started.page.list, Qt.Key.Key_Return)
    started.qtbot.waitUntil(lambda: started.chosen == [Choice(started.mail)])
    answers.set()
    started.settle()
    assert started.chosen == [Choice(started.mail)], "the last choice alone"


def test_a_folder_that_is_gone_is_marked_beside_one_whose_disk_does_not_answer(started: Started, monkeypatch):
    answers = Event()
    there = {started.mail}
    monkeypatch.setattr(
        start_page, "is_folder", lambda path: path in there or (path == started.notes and answers.wait(20))
    )
    started.page.show_folders(read_recent(started.places.state).folders, NOW)
    started.qtbot.waitUntil(lambda: started.said()[1].endswith("gone, not found"))
    assert "not found" not in started.said()[0]
    answers.set()
    started.settle()


def test_remove_is_clicked_in_the_row_of_a_folder_that_is_gone(started: Started) -> None:
    tree = started.page.list
    rect = tree.visualRect(tree.index_of(started.gone))
    place = rect.center()
    place.setX(rect.right() - 20)
    QTest.mouseMove(tree.viewport(), place)
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert started.gone not in [one.path for one in read_recent(started.places.state).folders]
    assert started.chosen == []
    QTest.mouseClick(
        tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(tree.index_of(started.mail)).center()
    )
    started.settle()
    assert started.chosen == [Choice(started.mail)]


def test_the_buttons_open_the_sample_a_folder_or_a_new_library(started: Started) -> None:
    open_, sample, new = started.page.buttons
    started.dialogs.answers = [None, started.mail, started.notes, started.notes, started.gone]
    open_.click()
    assert started.chosen == []
    open_.click()
    assert started.chosen.pop() == Choice(started.mail)
    sample.click()
    made = started.chosen.pop()
    assert made == Choice(started.places.data / "prompts")
    assert (made.library / "page-analysis.md").exists()
    new.click()
    assert started.chosen.pop() == Choice(started.notes, (started.notes / "my-prompt.md",))
    assert (started.notes / "my-prompt.md").read_text().endswith("You are a helpful assistant.\n")
    new.click()
    assert started.chosen.pop().paths == (started.notes / "my-prompt-2.md",), "no file is written over"
    new.click()
    assert started.chosen == []
    assert (
        started.page.told.text() == f"The folder ‘{started.gone}’ is not there. Name the folder of a library."
    )
    assert started.page.told.isVisible()


def test_what_is_dropped_is_opened_a_folder_as_a_library(started: Started) -> None:
    started.drop(started.mail)
    assert started.chosen.pop() == Choice(started.mail)
    files = [started.mail / f"{number}.md" for number in range(1_000)]
    started.drop(files[0])
    assert (started.chosen, started.page.told.text()) == ([], "‘0.md’ was not found.")
    for file in files:
        file.touch()
    started.drop(*files)
    choice = started.chosen.pop()
    assert choice == Choice(None, tuple(files))
    assert folder_of(choice.paths) == started.mail
    started.drop()
    assert started.chosen == []


def test_a_list_that_cannot_be_read_is_told_and_not_written_over(started: Started) -> None:
    path = started.places.state / RECENT_NAME
    path.write_text("{")
    started.show()
    assert started.said() == []
    assert started.page.told.text().startswith("The recent folders can’t be read.")
    assert path.read_text() == "{"
    assert QApplication.focusWidget() is started.page.buttons[0] or not started.window.isActiveWindow()


def test_the_menu_opens_recent_folders_and_closes_the_one_that_is_open(
    open_bench, root, tmp_path: Path
) -> None:
    bench = open_bench(root, "page-analysis.md")
    state, other = bench.workbench.files.state_dir, tmp_path / "a & b"
    opened, closed = [], []
    bench.workbench.library_requested.connect(opened.append)
    bench.workbench.library_closed.connect(lambda: closed.append(True))
    bench.press("Ctrl+R")
    assert bench.notice == "No other folder was open before."
    note_opened(state, other, NOW)
    note_opened(state, root, NOW)
    bench.press("Ctrl+R")
    menu = QApplication.activePopupWidget()
    heading, folder, another = menu.actions()
    assert (heading.text(), heading.isEnabled()) == ("Recent folders", False)
    assert folder.text() == str(other).replace("&", "&&")
    assert another.text().partition("\t")[0] == "Open fol&der…"
    assert menu.activeAction() is folder
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert opened == [other]
    (state / RECENT_NAME).write_text("{")
    bench.come_back()
    bench.press("Ctrl+R")
    assert bench.notice.startswith("The recent folders can’t be read.")
    bench.act("close_folder")
    assert (closed, bench.window.isVisible()) == ([True], False)


def test_what_is_dropped_on_a_window_is_opened_and_of_very_many_files_some(open_bench, root) -> None:
    bench = open_bench(root, "page-analysis.md")
    opened: list[Path] = []
    bench.workbench.library_requested.connect(opened.append)
    (root / "many").mkdir()
    files = [root / "many" / f"{number}.md" for number in range(60)]
    for file in files:
        file.write_text("Hello.\n")
    bench.window.findChild(FileDrops).dropped.emit([root.parent, *files])
    assert opened == [root.parent]
    assert bench.notice.startswith("Only the first 50 of 60 files were opened.")
    assert len(bench.workbench.files.files) == 51


def test_quit_here_or_in_a_library_closes_the_start_page_and_the_others(started, tmp_path, monkeypatch):
    monkeypatch.setattr(single_instance, "_PATIENCE_MS", 50)  # as both ends are in this thread
    library = socket_path(tmp_path, tmp_path)
    claim, instance = claim_window(library), SingleInstance(library, started.page)
    asked = QSignalSpy(instance.close_requested)
    end = listen_for_quit(started.window, tmp_path)

    def quit_elsewhere() -> None:
        other = Thread(target=close_other_windows, args=[library])
        other.start()
        started.qtbot.waitUntil(lambda: not other.is_alive())

    started.press(Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not started.window.isVisible()
    started.qtbot.waitUntil(lambda: asked.count() == 1)
    started.window.show()
    dialog = QDialog(started.window)
    dialog.open()
    quit_elsewhere()
    assert started.window.isVisible(), "its dialog is answered first"
    dialog.close()
    quit_elsewhere()
    assert not started.window.isVisible()
    end()
    instance.close()
    claim.release()
    assert claim_window(tmp_path / "foreword-start.socket").holder is Holder.US

"""Watching files and folders: whatever becomes of them, each later change is announced once."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from named_cases import in_case
from PySide6.QtCore import QCoreApplication, QFileSystemWatcher

from editor_app.library.folders import open_library
from editor_app.library.listing import list_files
from editor_app.window.documents import library_state
from editor_app.window.documents.disk.watching import DiskWatch
from editor_app.window.documents.library_state import LibraryState

PATIENCE_MS = 60_000
NOON = datetime(2026, 3, 4, 12, 0, 5, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "watched").mkdir()
    path = tmp_path / "watched" / "a.md"
    path.write_text("first")
    return path


@pytest.fixture
def watch(qapp):
    watch = DiskWatch(20)
    yield watch
    watch.deleteLater()


def put(path: Path, text: str) -> None:
    beside = path.parent.parent / "new"
    beside.write_text(text)
    beside.replace(path)


def test_a_file_is_watched_on_whatever_was_done_to_it(watch, path, qtbot):
    def rename_and_back() -> None:
        path.rename(path.with_name("b.md"))
        path.with_name("b.md").rename(path)

    ways = (
        ("replaced", lambda: put(path, "x")),
        ("replaced again", lambda: put(path, "y")),
        ("given another name", lambda: path.with_name("c.md").hardlink_to(path)),
        ("replaced, with the old one still there", lambda: put(path, "z")),
        ("renamed and back", rename_and_back),
        ("removed", path.unlink),
        ("made again", lambda: path.write_text("again")),
        ("written in place", lambda: path.write_text("and again")),
    )
    watch.watch([path, path.parent])
    plain, heard = QFileSystemWatcher([str(path)]), []
    plain.fileChanged.connect(lambda _path: heard.append(name))
    for name, change in ways:
        with in_case(name), qtbot.waitSignal(watch.changed, timeout=PATIENCE_MS):
            change()
        watch.renew()
        assert path in watch.watched or not path.exists()
    assert "written in place" not in heard, "the control: Qt by itself has stopped by then"
    assert "replaced" in heard


def test_many_changes_are_one_and_going_on_does_not_postpone_it(watch, path, qtbot):
    announced = []
    watch.changed.connect(lambda: announced.append(True))
    watch.watch([path])
    for _ in range(1000):
        watch.note()
    qtbot.waitUntil(lambda: bool(announced), timeout=PATIENCE_MS)
    assert len(announced) == 1
    changes = 0
    while len(announced) < 3:  # it would never end if each change put it off
        path.write_text(str(changes))
        QCoreApplication.processEvents()
        changes += 1
    assert changes > 3, "the control: they went on while it was announced"


def test_what_cannot_be_watched_is_left_out_without_a_word(watch, path, tmp_path, monkeypatch):
    odd = tmp_path / os.fsdecode(b"caf\xe9")
    odd.mkdir()
    watch.watch([odd, tmp_path / "missing", path])
    assert watch.watched == {path}
    assert watch.is_link(path) is False

    asked = []

    def refuse(_watcher, name):
        asked.append(name)
        return len(asked) <= 3

    folders = [tmp_path / str(number) for number in range(100)]
    for folder in folders:
        folder.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(QFileSystemWatcher, "addPath", refuse)
        watch.watch(folders)
        assert len(asked) == 4, "after the system's first refusal no more are tried"
    watch.watch([path])
    assert watch.watched == {path}, "the control: there is room again"


def test_a_library_that_changes_while_it_is_listed_is_listed_again_afterwards(root, qapp, monkeypatch, qtbot):
    monkeypatch.setattr(library_state, "_STEPS_AT_ONCE", 1)
    state = LibraryState(open_library(root)[0], lambda: NOON)
    listings = []
    state.listed.connect(lambda: listings.append(state.first_path()))
    state.refresh()
    assert state.is_listing
    steps = state._slicer._steps
    for _ in range(3):
        (root / "aaa.md").write_text("new\n")
        state._watch.changed.emit()
        assert state._slicer._steps is steps, "it goes on where it is"
    qtbot.waitUntil(lambda: len(listings) == 2, timeout=PATIENCE_MS)
    assert listings[1] == root / "aaa.md"
    state.finish_checking()
    assert len(listings) == 2, "and once only"


def test_files_written_in_place_are_found_in_portions(root, qapp, monkeypatch):
    state = LibraryState(open_library(root)[0], lambda: NOON)
    state.refresh()
    state.finish_checking()
    files = [file.path for file in list_files(state.library)]
    looked_at, refreshed, mark_at = [], [], library_state.mark_at
    monkeypatch.setattr(library_state, "mark_at", lambda path: looked_at.append(path) or mark_at(path))
    monkeypatch.setattr(library_state, "_MOST_LOOKED_AT", 3)
    monkeypatch.setattr(LibraryState, "_begin_listing", lambda _state: refreshed.append(len(looked_at)))
    files_checked = len(state._checked)
    for _ in range(files_checked):
        state.check_disk()
        assert len(looked_at) <= 3, "a look is short, however many files there are"
        looked_at.clear()
    assert refreshed == [], "the control: nothing has changed"
    files[-1].write_text(files[-1].read_text() + "\n")
    for _ in range(files_checked):
        state.check_disk()
    assert len(refreshed) >= 1


def test_a_prompt_is_read_again_when_one_of_its_files_has_changed_and_only_then(tmp_path, qapp):
    path = tmp_path / "greeting.md"
    head = "---\nname: greeting\nversion: 1.0.0\ndescription: Greets.\nmax_tokens: 9\nvariables: []\n---\n"
    path.write_text(f"{head}Hello.\n")
    state = LibraryState(open_library(tmp_path)[0], lambda: NOON)

    def loaded() -> object:
        state.refresh()
        state.finish_checking()
        return state.prompt_of(path).loaded

    first = loaded()
    assert first is not None
    assert loaded() is first
    path.write_text(f"{head}Hello again.\n")
    assert loaded().prompt.template_content == "Hello again."
    path.rename(tmp_path / "aside")
    state.refresh()
    (tmp_path / "aside").rename(path)
    assert loaded().prompt.template_content == "Hello again.", "away for a while"
    state.deleteLater()

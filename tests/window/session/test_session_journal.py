"""The window's journal: trouble with the disk, a start in slices, several windows."""

from __future__ import annotations

import errno
import os
import threading
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from session_journals import journal_paths

from editor_app.library.journal.records import JournalledText
from editor_app.window.commands.files import SaveAnswer
from editor_app.window.session.restoring import Restoring

NAME = "page-analysis.md"


@pytest.fixture
def failing(monkeypatch):
    """Return a function that lets no journal be written, for a reason, within a context."""

    @contextmanager
    def fail_for(number: int, *names: str):
        def fail(*_arguments: object) -> int:
            raise OSError(number, os.strerror(number))

        with monkeypatch.context() as patch:
            for name in names or ("editor_app.library.journal.journal_file._write_at",):
                patch.setattr(name, fail)
            yield

    return fail_for


def wait_for_a_disk_that_does_not_answer(window, monkeypatch) -> None:
    assert window.workbench.session.is_safe()
    saved = window.workbench.window.status.saved
    answers = threading.Event()
    sync = os.fdatasync

    def hang(descriptor: int) -> None:
        if threading.current_thread().name == "journal":
            answers.wait()
        sync(descriptor)

    try:
        with monkeypatch.context() as patch:
            patch.setattr(os, "fdatasync", hang)
            patch.setattr("editor_app.window.session.journaling.LATE_SECONDS", 0.0)
            window.type("x")
            window.wait_until(lambda: saved.text() == "Not recoverable: the disk does not answer")
            assert not window.workbench.session.is_safe()
            patch.setattr("editor_app.window.session.journaling.LATE_SECONDS", 1_000.0)
            answers.set()
            window.wait_until(lambda: saved.text() == "Unsaved, recoverable")
        assert window.workbench.session.is_safe()
    finally:
        answers.set()


def test_trouble_is_said_in_the_status_bar_and_closing_asks_until_it_is_over_and_what_is_discarded_stays_so(
    opened, failing, monkeypatch
):
    heard: list[str] = []
    monkeypatch.setattr(
        "editor_app.window.frame.notices.announce", lambda _window, sentence: heard.append(sentence)
    )
    with failing(errno.EROFS):
        window = opened(NAME)
        text = window.text
        saved = window.workbench.window.status.saved
        window.type("x")
        why = "the disk can only be read. Choose another folder"
        assert [sentence for sentence in heard if "would be lost" in sentence] == [
            f"Unsaved text is in memory only and would be lost in a crash: {why}."
        ]
        assert saved.text() == f"Not recoverable: {why}"
    window.wait_until(lambda: saved.text() == "Unsaved, recoverable")

    with failing(errno.ENOSPC, "os.write", "os.fdatasync", "os.fsync"):
        window.type("y")
        window.wait_until(lambda: saved.text().startswith("Not recoverable: "))
        window.dialogs.answers = [SaveAnswer.CANCEL]
        window.window.close()
        assert window.dialogs.questions == [("save", NAME)]
        assert window.window.isVisible()
    window.type("z")
    window.wait_until(lambda: saved.text() == "Unsaved, recoverable")
    window.window.close()
    assert not window.window.isVisible()
    window.close()

    again = opened()
    assert again.text.startswith("xyz")
    wait_for_a_disk_that_does_not_answer(again, monkeypatch)
    with failing(errno.ENOSPC):
        again.type("y")
        again.dialogs.answers = [SaveAnswer.DISCARD]
        again.window.close()
        assert not again.window.isVisible()
        again.close()
    third = opened(NAME)
    assert "Recovered" not in third.bar
    assert third.text == text


def test_what_is_not_in_front_is_restored_after_the_window_is_shown_and_lost_by_no_end_while_it_is(
    opened, kill, tmp_path, monkeypatch
):
    names = [NAME, "system-prompt.tmpl", "test-scenario-generation.md"]
    first = opened(*names)
    for name in names:
        first.open(name)
        first.type("typed ")
    first.open(names[1])
    kill(first)
    left = {path: path.read_bytes() for path in journal_paths(tmp_path / "state")}
    with monkeypatch.context() as patch:
        patch.setattr("editor_app.window.session.restoring.Restoring.restore_all", lambda _self: None)
        second = opened()
        assert second.tab_titles == [names[1]]
        assert len(journal_paths(second.workbench.files.state_dir)) == 2, "the earlier journal is still there"
        second.wait_until(lambda: second.tab_titles == names)
    assert second.file.path.name == names[1]
    second.wait_until(lambda: len(journal_paths(second.workbench.files.state_dir)) == 1)
    assert all(file.text.startswith("typed ") for file in second.workbench.files.files)

    second.type("more ")
    kill(second)
    for path, data in left.items():
        path.write_bytes(data)  # as if it had ended before it removed the journal it had taken
    third = opened()
    assert third.tab_titles == names
    assert all(file.text.startswith("typed ") for file in third.workbench.files.files)
    assert third.text.startswith("typed more ")


def test_a_text_that_the_old_and_the_new_journal_have_comes_back_once(opened, crash, tmp_path, monkeypatch):
    crash()

    def fail(_file: object, _payloads: object) -> None:
        raise InterruptedError(errno.EINTR, "Interrupted system call")

    with monkeypatch.context() as patch:
        patch.setattr("editor_app.library.journal.journal_file.JournalFile.write_anew", fail)
        second = opened()
        second.trigger("next_tab")
        second.type(" and more")  # before the new journal has what the old one has
    second.workbench.session.is_safe()  # which brings it there; that it could is told in a later event
    kept = {path: path.read_bytes() for path in journal_paths(tmp_path / "state")}
    assert [b'"Untitled 1"' in data for data in kept.values()] == [True] * 2, "a kill now leaves both"
    second.close()
    for path, data in kept.items():
        path.write_bytes(data)
    third = opened()
    assert third.tab_titles == [NAME, "Untitled 1"]
    assert "notes and more" in {file.text for file in third.workbench.files.files}


def test_what_could_not_be_restored_stays_for_the_next_start_and_what_was_saved_stays_so(
    opened, kill, crash, monkeypatch, expect_log
):
    crash()
    restore = Restoring.restore_text

    def fail(restoring: Restoring, text: JournalledText) -> object:
        if text.document.path is None:
            raise ValueError("a mistake")
        return restore(restoring, text)

    expect_log("a tab could not be restored")
    with monkeypatch.context() as patch:
        patch.setattr(Restoring, "restore_text", fail)
        second = opened()
        assert second.tab_titles == [NAME]
        assert "‘Untitled 1’ could not be restored" in second.notice
        second.open(NAME)
        second.type("second ")
        second.trigger("save")
        second.type("third ")
        second.trigger("save")
        kill(second)
        third = opened()
        assert [file.is_modified for file in third.workbench.files.files] == [False]
        assert third.text.startswith("typed second third ")
        kill(third)
    fourth = opened()
    assert fourth.tab_titles == [NAME, "Untitled 1"]
    texts = {file.path.name: file.text for file in fourth.workbench.files.files}
    assert texts["Untitled 1"] == "notes"
    assert texts[NAME].startswith("typed second third ")
    assert not fourth.workbench.files.files[0].is_modified


def test_two_windows_of_a_library_take_nothing_of_each_other_and_close_without_a_question(opened):
    first = opened(NAME)
    first.type("first ")
    second = opened("system-prompt.tmpl")
    assert second.tab_titles == ["system-prompt.tmpl"]
    second.type("second ")
    first.workbench.close_without_questions()  # as signals and the desktop do
    assert not first.window.isVisible()
    assert first.dialogs.questions == []
    first.close()
    second.close()
    third = opened(NAME)
    texts = {file.path.name: file.text for file in third.workbench.files.files}
    assert texts[NAME].startswith("first ")
    assert texts["system-prompt.tmpl"].startswith("second ")
    assert "Recovered" not in third.bar
    assert third.file.path.name == NAME, "a file named at the start comes to the front"


def test_a_window_without_paths_opens_the_library_used_last(root, tmp_path, monkeypatch):
    from editor_app.library.paths import state_dir
    from editor_app.library.settings.recent import note_closed, note_opened
    from editor_app.window.startup.starting import _library_of

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    now = datetime(2026, 3, 4, tzinfo=UTC)
    note_opened(state_dir(), root, now)
    note_opened(state_dir(), tmp_path / "gone", now)
    assert _library_of((), print) == root
    assert _library_of((root / NAME,), print) == root
    note_closed(state_dir())
    assert _library_of((), print) is None, "one that was closed does not open by itself"
    assert _library_of((root / NAME,), print) == root

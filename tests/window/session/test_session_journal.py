"""The window's journal: trouble with the disk, a real kill, a start in slices, several windows."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from contextlib import contextmanager
from subprocess import PIPE, Popen

import pytest
from session_journals import journal_paths

from editor_app.library import unsaved_elsewhere
from editor_app.window.dialogs import SaveAnswer
from editor_app.window.session.restoring import Restoring

NAME = "page-analysis.md"
_TYPIST = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from editor_app.window.driver import open_window
root, state, config = map(Path, sys.argv[1:])
folders = {"state_dir": state, "config_dir": config}
window = open_window(root, **folders, clock=lambda: datetime.now(UTC), is_checked=False)
window.open("page-analysis.md")
window.type("typed ")
window.trigger("new_untitled")
window.type("notes")
window.workbench.session.keep_state()
assert window.workbench.session.is_safe()
window.type(" and more")
print("typed", flush=True)
sys.stdin.read()
"""


def test_a_window_that_is_killed_leaves_what_was_typed(opened, root, tmp_path):
    arguments = [str(root), str(tmp_path / "state"), str(tmp_path / "config")]
    child = Popen([sys.executable, "-c", _TYPIST, *arguments], stdin=PIPE, stdout=PIPE)
    assert child.stdout is not None
    assert child.stdout.readline() == b"typed\n"
    other = opened()
    assert "Recovered" not in other.bar, "the control: a journal that is being written is not taken"
    other.close()
    another = tmp_path / "another library"
    assert unsaved_elsewhere(tmp_path / "state", another) == ()
    os.kill(child.pid, signal.SIGKILL)
    child.communicate()
    assert [found.root for found in unsaved_elsewhere(tmp_path / "state", another)] == [root]

    window = opened()
    texts = {file.path.name: file.text for file in window.workbench.files.files}
    assert texts[NAME].startswith("typed ")
    assert texts["Untitled 1"].startswith("notes")
    assert window.bar.startswith("Recovered 2 files: page-analysis.md, Untitled 1 (Foreword stopped")
    assert (root / NAME).read_text().startswith("---"), "nothing was saved"


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


def test_trouble_is_said_in_the_status_bar_and_closing_asks_until_it_is_over(opened, failing, monkeypatch):
    heard: list[str] = []
    monkeypatch.setattr(
        "editor_app.window.frame.notifier.announce", lambda _window, sentence: heard.append(sentence)
    )
    with failing(errno.EROFS):
        window = opened(NAME)
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
        window.workbench.quit()
        assert window.dialogs.questions == [("save", NAME)]
        assert window.window.isVisible()
    window.type("z")
    window.wait_until(lambda: saved.text() == "Unsaved, recoverable")
    window.workbench.quit()
    assert not window.window.isVisible()
    window.close()
    assert opened().text.startswith("xyz")


def test_what_was_discarded_because_the_disk_is_full_does_not_come_back(opened, kill, failing):
    first = opened(NAME)
    saved = first.text
    first.type("from the first ")
    kill(first)
    window = opened()
    window.type("x")
    assert window.workbench.session.is_safe()
    with failing(errno.ENOSPC):
        window.type("y")
        window.dialogs.answers = [SaveAnswer.DISCARD]
        window.workbench.quit()
        assert not window.window.isVisible()
        window.close()
    again = opened(NAME)
    assert "Recovered" not in again.bar
    assert again.text == saved


def test_a_disk_that_does_not_answer_is_said_and_holds_no_window_up(opened, monkeypatch):
    window = opened(NAME)
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


def test_a_text_that_the_old_and_the_new_journal_have_comes_back_once(opened, kill, tmp_path, monkeypatch):
    first = opened(NAME)
    first.type("typed ")
    first.trigger("new_untitled")
    first.type("notes")
    kill(first)

    def fail(_file: object, _payloads: object) -> None:
        raise InterruptedError(errno.EINTR, "Interrupted system call")

    with monkeypatch.context() as patch:
        patch.setattr("editor_app.library.journal.journal_file.JournalFile.write_anew", fail)
        second = opened()
        second.type(" and more")  # before the new journal has what the old one has
    second.workbench.session.is_safe()  # which brings it there; that it could is told in a later event
    kept = {path: path.read_bytes() for path in journal_paths(tmp_path / "state")}
    assert [b'"Untitled 1"' in data for data in kept.values()] == [True] * 2, "a kill now leaves both"
    second.close()
    for path, data in kept.items():
        path.write_bytes(data)
    third = opened()
    assert third.tab_titles == [NAME, "Untitled 1"]
    assert third.text == "notes and more"


def test_what_could_not_be_restored_stays_for_the_next_start_and_what_was_saved_stays_so(
    opened, kill, monkeypatch, expect_log
):
    first = opened(NAME)
    first.type("first ")
    first.trigger("new_untitled")
    first.type("notes")
    kill(first)
    restore = Restoring._with_text

    def fail(restoring: Restoring, path: object, text: object) -> object:
        if path is None:
            raise ValueError("a mistake")
        return restore(restoring, path, text)

    expect_log("a tab could not be restored")
    with monkeypatch.context() as patch:
        patch.setattr(Restoring, "_with_text", fail)
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
        assert third.text.startswith("first second third ")
        kill(third)
    fourth = opened()
    assert fourth.tab_titles == [NAME, "Untitled 1"]
    texts = {file.path.name: file.text for file in fourth.workbench.files.files}
    assert texts["Untitled 1"] == "notes"
    assert texts[NAME].startswith("first second third ")
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
    from editor_app.library import Settings, config_dir, write_settings
    from editor_app.window.startup.starting import _library_of

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    write_settings(config_dir(), Settings().with_recent(root).with_recent(tmp_path / "gone"))
    assert _library_of(()) == root
    assert _library_of((root / NAME,)) == root

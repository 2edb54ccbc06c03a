"""Unsaved text of a library that is not open is mentioned by the windows of others, and not touched."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from session_journals import journal_paths

from editor_app.library.journal import taking
from editor_app.library.journal.taking import journals_set_aside, unsaved_elsewhere

NAME = "page-analysis.md"


@pytest.fixture
def ended(monkeypatch) -> None:
    """Let the processes that wrote journals have ended: here they are this one."""
    monkeypatch.setattr(taking, "is_running", lambda _process: False)


def test_the_next_window_of_another_library_mentions_it_with_a_link_and_brings_what_has_no_folder_any_more(
    opened, kill, crash, root, tmp_path, ended
):
    _saved, typed = crash()
    other = shutil.copytree(root, tmp_path / "other")
    left = {path: path.read_bytes() for path in journal_paths(tmp_path / "state")}

    now = datetime.fromtimestamp(max(path.stat().st_mtime for path in left), UTC)
    second = opened(root=other, clock=lambda: now)
    second.workbench.notifier.say("Something about what is open.")
    second.wait_until_quiet()
    second.press("Esc", second.workbench.window.notices.close_button)
    said = f"Unsaved text of ‘{root}’, last edited "
    second.wait_until(lambda: second.notice.startswith(said))
    asked: list[Path] = []
    second.workbench.library_requested.connect(asked.append)
    second.workbench.window.notices.link.click()
    assert asked == [root]
    assert {path: path.read_bytes() for path in left} == left, "it was only looked at"
    second.close()

    shutil.move(root, tmp_path / "moved")
    third = opened(NAME, root=other, clock=lambda: now + timedelta(days=1))
    third.wait_until(
        lambda: third.notice.startswith(said) and third.notice.endswith(". Its folder was not found.")
    )
    link = third.workbench.window.notices.link
    assert link.text() == "Bring it here"
    link.click()
    placed = f"Here, in no file yet: ‘{NAME}’ as ‘Untitled 1’, ‘Untitled 1’ as ‘Untitled 2’."
    assert third.notice == placed
    brought = {file.path.name: file.text for file in third.workbench.files.files if file.is_untitled}
    assert brought == {"Untitled 1": typed, "Untitled 2": "notes"}
    assert unsaved_elsewhere(tmp_path / "state", other) == (), "it is in the journal here now, and only there"
    kill(third)
    fourth = opened(root=other, clock=lambda: now)
    assert {"Untitled 1", "Untitled 2"} < set(fourth.tab_titles)
    assert {typed, "notes"} < {file.text for file in fourth.workbench.files.files}


def test_only_unsaved_text_of_ended_processes_in_noted_libraries_counts(opened, root, tmp_path, monkeypatch):
    state, other = tmp_path / "state", tmp_path / "other"
    window = opened(NAME)
    window.type("typed ")
    assert window.workbench.session.is_safe()
    assert unsaved_elsewhere(state, other) == (), "its process runs"
    monkeypatch.setattr(taking, "is_running", lambda _process: False)
    [found] = unsaved_elsewhere(state, other)
    assert found.root == root
    assert unsaved_elsewhere(state, root) == (), "that is the library itself"
    [journal] = journal_paths(state)
    note = journal.with_name("library.json")
    known = note.read_bytes()
    for wrong in (b"", b"[]", b'{"root": 1}', b'{"root": "/elsewhere"}', b'{"root": "a\\u0000b"}'):
        note.write_bytes(wrong)
        assert unsaved_elsewhere(state, other) == (), wrong
    note.write_bytes(known)
    window.trigger("save")
    assert window.workbench.session.is_safe()
    assert unsaved_elsewhere(state, other) == (), "all is saved"
    assert journals_set_aside(state) == ()

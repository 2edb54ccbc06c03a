"""Unsaved texts that their files cannot simply have again: opened before their turn, long, or no text."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from PySide6.QtGui import QDesktopServices
from session_journals import journal_paths

from editor_app.library.history.history import read_version, versions_of
from editor_app.window.session.recovery import RecoveredText, RecoveryAnswer
from editor_app.window.session.restoring import Restoring

NAME = "page-analysis.md"
WAITING = ("system-prompt.tmpl", "test-scenario-generation.md", "more.md")
IN_SLICES = "line of text\n" * 20_000  # put into the window's document slice by slice
TOO_LONG = "a\n" * 20_010  # for a file that is only opened, as long as the limit is patched


@pytest.fixture
def while_waiting(monkeypatch):
    """Return a function that has something done in the next window before the waiting tabs' turn."""

    def have_done(do) -> None:
        start = Restoring.start

        def start_and_do(restoring: Restoring, *arguments: object) -> None:
            start(restoring, *arguments)
            monkeypatch.setattr(Restoring, "start", start)
            assert restoring.is_at_work, "the control: tabs are waiting"
            do(restoring)

        monkeypatch.setattr(Restoring, "start", start_and_do)

    return have_done


def test_waiting_files_have_their_unsaved_texts_whatever_is_done_with_them_before_their_turn(
    opened, kill, root, while_waiting
):
    (root / WAITING[-1]).write_text("more\n")
    first = opened(NAME)
    texts = {}
    for name in (*WAITING, NAME):
        first.open(name)
        first.type("typed ")
        texts[name] = first.text
    kill(first)
    opened_early, changed, taken = WAITING
    (root / changed).write_text("theirs\n")
    seen = []

    def use_them(restoring: Restoring) -> None:
        file = restoring._files.open(root / opened_early)
        seen.append(file.text)
        file.document.replace_text(f"a key {file.text}")
        restoring._files.open(root / changed)
        another = restoring._files.new_untitled()
        another.document.replace_text("another\n")
        assert restoring._files.save_as(another, root / taken)

    while_waiting(use_them)
    window = opened()
    assert seen == [texts[opened_early]], "at once"
    assert "it is in ‘Untitled 1’" in window.notice
    window.open(opened_early)
    assert window.text == f"a key {texts[opened_early]}"
    window.trigger("undo")
    assert window.text == texts[opened_early]
    window.open(changed)
    assert (window.text, window.file.is_stale, window.file.is_modified) == (texts[changed], True, True)
    window.trigger("save")
    assert (root / changed).read_text() == "theirs\n"
    files = {file.path.name: file for file in window.workbench.files.files}
    assert sorted(files) == sorted([*texts, "Untitled 1"])
    assert files[taken].text == "another\n"
    assert files["Untitled 1"].text == texts[taken], "another text has its path by now"
    window.wait_until(lambda: len(journal_paths(window.workbench.files.state_dir)) == 1)
    kill(window)
    assert set(texts.values()) <= {file.text for file in opened().workbench.files.files}


@pytest.fixture
def leave_in_a_long_file(opened, kill, root, leave):
    """Return a function that leaves unsaved text in a long file, which may grow by a save; it returns it."""

    def use_window(saved: str, grown: str = "") -> str:
        (root / "long.md").write_text(saved)
        window = opened("long.md")
        window.wait_until(lambda: window.file.document.takes_edits, 60)
        if grown:
            window.file.document.replace_text(grown)
            window.trigger("save")
            assert not window.file.is_modified
        window.file.document.replace_text(f"PRECIOUS\n{window.text}")
        text = window.text
        kill(window)
        return text

    return partial(leave, use_window)


def press_link(window, words: str) -> None:
    next(link for link in window.panels.bar.links if link.text() == words).click()


def wait_for_the_offer(window) -> None:
    window.wait_until(lambda: window.bar.startswith("Recovered"), 60)


def test_a_file_that_grew_over_the_limit_has_its_unsaved_text_and_is_changed_on(
    opened, leave_in_a_long_file, monkeypatch
):
    monkeypatch.setattr("editor_app.window.text.document.document.MOST_EDITABLE_LINES", 20_000)
    text = leave_in_a_long_file(TOO_LONG[:-100], TOO_LONG)
    window = opened()
    wait_for_the_offer(window)
    assert (window.text == text, window.file.is_modified) == (True, True)
    assert window.file.document.read_only_because is None
    window.trigger("undo")
    assert (window.text == TOO_LONG, window.file.is_modified) == (True, False)


def test_a_long_recovered_text_is_offered_once_it_is_all_there(opened, root, leave_in_a_long_file):
    text = leave_in_a_long_file(IN_SLICES)
    (root / "long.md").write_text("short now\n")
    window = opened()
    assert window.file.is_restoring, "the control: it is being filled"
    assert "Recovered" not in window.bar
    wait_for_the_offer(window)
    window.dialogs.answers = [RecoveryAnswer.LATER]
    press_link(window, "Compare")
    shown = window.dialogs.questions[-1][1]
    assert shown == RecoveredText("long.md", text, "short now\n", IN_SLICES, "")
    press_link(window, "Discard")
    window.wait_until_quiet()
    assert (window.text, window.file.is_modified) == ("short now\n", False)
    window.trigger("undo")
    assert window.text == text


def test_a_long_text_whose_opening_is_cancelled_comes_back_untitled(opened, kill, leave_in_a_long_file):
    text = leave_in_a_long_file(IN_SLICES)
    window = opened()
    press_link(window, "Cancel")
    wait_for_the_offer(window)
    assert window.bar.startswith("Recovered 1 file: Untitled 1 ")
    assert "it is in ‘Untitled 1’" in window.notice
    untitled = next(file for file in window.workbench.files.files if file.is_untitled)
    assert untitled.text == text
    window.wait_until(lambda: len(journal_paths(window.workbench.files.state_dir)) == 1)
    kill(window)
    again = opened()
    assert {file.path.name: file.text_in_full == text for file in again.workbench.files.files} == {
        "long.md": False,
        "Untitled 1": True,
    }


def test_loading_the_file_in_place_of_a_long_text_keeps_that_in_history(opened, root, leave_in_a_long_file):
    text = leave_in_a_long_file(IN_SLICES)
    (root / "long.md").write_text("short now\n")
    window = opened()
    assert window.file.is_restoring
    window.workbench.files.reload(window.file)
    window.wait_until_quiet()
    assert (window.text, window.file.is_restoring) == ("short now\n", False)
    state = window.workbench.files.state_dir
    versions = versions_of(state, root / "long.md")
    assert text.encode() in [read_version(state, version) for version in versions]


def test_a_file_whose_text_is_only_stand_ins_is_never_restored_from_these(opened, root):
    files = {"picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "l1.md": "Grüße\n".encode("latin-1")}
    window = opened(NAME)
    for name, data in files.items():
        (root / name).write_bytes(data)
        window.open(name)
        (root / name).unlink()
    window.workbench.files.disk.look_now()
    window.close()
    again = opened()
    assert again.tab_titles == [NAME]
    assert again.notice == "‘l1.md’ and ‘picture.png’ are no longer on disk."
    again.close()
    for name, data in files.items():
        (root / name).write_bytes(data)
    third = opened(*files)
    for name in files:
        file = third.open(name)
        assert file.document.read_only_because
        assert (file.is_unsaved, file.shows_placeholders) == (False, True)


def test_a_damaged_journal_is_said_listed_and_kept_as_long_as_versions_are(
    opened, crash, tmp_path, monkeypatch
):
    shown: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(shown.append(url.toLocalFile())))
    _saved, typed = crash()
    [journal] = journal_paths(tmp_path / "state")
    journal.write_bytes(journal.read_bytes()[:-1])

    second = opened()
    assert typed in {file.text for file in second.workbench.files.files}
    assert "ends in the middle" in second.notice
    second.wait_until(lambda: not journal.exists())
    notices = second.workbench.window.notices
    assert notices.link.text() == "Journals set aside"
    notices.link.click()
    assert re.fullmatch(r"1 journal of unsaved text set aside, [0-9.]+ KB, kept 90 days\.", second.notice)
    assert notices.link.text() == "Show in folder"
    notices.link.click()
    assert shown == [str(journal.parent)]
    assert second.notice == f"They are in ‘{journal.parent}’.", "where the desktop opens nothing"
    second.close()
    days = timedelta(days=91)
    third = opened(clock=lambda: datetime.now(UTC) + days)
    third.trigger("show_set_aside")
    assert third.notice == "No journal of unsaved text is set aside."

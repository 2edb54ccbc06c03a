"""The sentences that say what local history has: each has a link that leads there."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.library import Removed

pytestmark = pytest.mark.one_window

NAME = "page-analysis.md"
OTHER = "test-scenario-generation.md"


@pytest.fixture
def bench(open_bench, root):
    return open_bench(root, NAME, OTHER)


def follow(bench, words="History"):
    """Click the notice's link."""
    notices = bench.window.notices
    link = next(one for one in (notices.link, notices.other_link) if one.isVisible() and one.text() == words)
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)


def oldest_text(bench):
    """Restore the oldest version that is listed, and return the text that the file has then."""
    panel = bench.panels.history
    panel.choose(panel.rows[-1].version)
    QTest.mouseClick(panel.toolbar.restore_button, Qt.MouseButton.LeftButton)
    return bench.text


def choose_file(bench, name):
    box = bench.panels.history.file_choice
    box.setCurrentIndex(box.findText(name))
    box.activated.emit(box.currentIndex())


def type_mine(bench, name):
    bench.open(name)
    bench.go_to("max_tokens")
    bench.type("mine ")
    return bench.text


def test_both_answers_to_a_conflict_say_where_the_other_text_is(bench):
    type_mine(bench, NAME)
    theirs = "theirs\n"
    bench.write(NAME, theirs)
    bench.link("Keep mine")
    assert bench.notice == f"‘{NAME}’ has your text now; what was on disk is in local history."
    follow(bench)
    assert [row.words for row in bench.panels.history.rows] == ["saved", "before save"]
    assert oldest_text(bench) == theirs

    mine = type_mine(bench, OTHER)
    bench.write(OTHER, theirs)
    bench.link("Load theirs")
    assert bench.text == theirs
    assert bench.notice == f"‘{OTHER}’ has the text on disk now; yours is in local history."
    follow(bench)
    assert oldest_text(bench) == mine


def test_the_link_leads_to_every_file_the_sentence_is_about(bench):
    bench.open(OTHER)
    bench.type("mine ")
    bench.press("Ctrl+S")
    changes = []
    bench.workbench.work.done.connect(changes.append)
    bench.workbench.commands.library.delete(bench.root / NAME)
    [change] = changes
    steps = (*change.steps, Removed(bench.root / OTHER))
    warnings = (f"‘{OTHER}’ could not be kept.",)
    bench.workbench.commands.file_changes.announce(replace(change, steps=steps, warnings=warnings))
    assert bench.notice.endswith(warnings[0])
    follow(bench)
    box = bench.panels.history.file_choice
    assert [box.itemText(index) for index in range(box.count())] == [NAME, OTHER]


def test_no_history_is_promised_that_is_not_there(bench):
    state = bench.workbench.files.state_dir
    mine = type_mine(bench, NAME)
    bench.write(NAME, "theirs\n")
    shutil.rmtree(state / "history", ignore_errors=True)
    (state / "history").write_text("in the way")
    bench.link("Keep mine")
    assert (bench.root / NAME).read_text() == mine
    assert "could not be kept" in bench.notice
    assert "is in local history" not in bench.notice
    mine = type_mine(bench, OTHER)
    bench.write(OTHER, "theirs\n")
    bench.link("Load theirs")
    assert "could not be kept" in bench.notice
    assert "is in local history" not in bench.notice
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == mine


def test_several_files_changed_at_once_are_all_to_be_found(bench):
    before = {}
    for name in (NAME, OTHER):
        bench.open(name)
        before[name] = bench.text
    for name in (NAME, OTHER):
        (bench.root / name).write_text(f"theirs, of {name}\n")
    bench.workbench.files.check_disk()
    assert bench.notice == "2 files were changed on disk and reloaded."
    follow(bench)
    box = bench.panels.history.file_choice
    assert box.isVisible()
    assert [box.itemText(index) for index in range(box.count())] == [NAME, OTHER]
    assert box.currentText() == NAME
    for name in (NAME, OTHER):
        choose_file(bench, name)
        assert oldest_text(bench) == before[name]
        assert bench.file.path.name == name
        assert (box.isVisible(), box.currentText()) == (True, name), "the others can still be chosen"
    bench.open("system-prompt.tmpl")
    assert not box.isVisible()
    assert bench.panels.history.rows == ()


MESSAGE = "system-messages/coding-assistant.yaml"


def save_situation(bench):
    bench.open(MESSAGE)
    name = f"mine {len(bench.file.situations)}"
    bench.workbench.current.perspective.situation_commands.save_situation(name)


def save_text(bench):
    bench.open(OTHER)
    bench.go_to("max_tokens")
    bench.type("more ")
    bench.press("Ctrl+S", bench.editor)


def save_case(bench):
    bench.open(NAME)
    size = (bench.root / "page-analysis.cases.yaml").stat().st_size
    bench.panels.values.save_case_requested.emit(f"mine {size}")


def rename(bench):
    bench.dialogs.answers = ["other-name.md"]
    bench.panels.library.rename_requested.emit(bench.root / OTHER)


def rename_and_back(bench):
    """Rename a file and take that back."""
    bench.dialogs.answers = ["third-name.md"]
    bench.panels.library.rename_requested.emit(bench.root / NAME)
    bench.undo_notice()


# What is done while local history cannot be written, and whose versions the link shows, "" for none.
NOT_KEPT = {
    "saving a situation": (save_situation, "coding-assistant.situations.yaml"),
    "saving a case": (save_case, "page-analysis.cases.yaml"),
    "saving a text": (save_text, OTHER),
    "deleting": (lambda bench: bench.workbench.work.delete(bench.root / OTHER), OTHER),
    "renaming": (rename, OTHER),
    "taking back a renaming": (rename_and_back, ""),
}


def test_each_sentence_about_what_could_not_be_kept_leads_to_what_is(bench):
    """The control: before that the same is done with local history there, and nothing is said of it."""
    history = bench.workbench.files.state_dir / "history"
    for do, _name in list(NOT_KEPT.values())[:3]:
        do(bench)
        assert "history" not in bench.notice.lower()
        assert "kept" not in bench.notice
    for what, (do, name) in NOT_KEPT.items():
        away = history.rename(history.with_name("away"))
        history.write_text("in the way")
        do(bench)
        said = bench.notice
        history.unlink()
        away.rename(history)
        assert "could not be kept" in said or "local history" in said.lower(), what
        follow(bench)
        assert bench.panels.history.isVisible(), what
        shown = {row.version.path.name for row in bench.panels.history.rows if row.version is not None}
        assert shown == ({name} if name else set()), what

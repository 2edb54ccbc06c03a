"""Ctrl+S saves all that the tab shows, and what is unsaved is seen wherever it is looked for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import app_chats as chats
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from editor_app.library.history.history import versions_of
from editor_app.text import Edit, Span
from editor_app.window.commands.files import SaveAnswer

pytestmark = pytest.mark.one_window

SCENARIO = "format: 1\nsteps: [{user: Begin., usage: {total: 500}}]\ncontext_limit: 1000\n"
TRIGGERS = "format: 1\ntriggers:\n  - id: context-warning-90\n    at: 50\n"

UNDATED_NAME = "system-messages/undated.yaml"
UNDATED = """\
id: m
version: 1.0.0
role: system
blocks:
  - id: one
    type: tone
    priority: 1
    content: Be calm.
"""


def title(bench) -> str:
    return bench.window.window().windowTitle()


def row_says(bench, label: str) -> str:
    """Return what a screen reader says of a row of the library."""
    model, match = bench.panels.library.tree.model(), Qt.MatchFlag.MatchRecursive
    found = model.match(model.index(0, 0, QModelIndex()), Qt.ItemDataRole.DisplayRole, label, 1, match)
    return found[0].data(Qt.ItemDataRole.AccessibleTextRole)


def unsaved_rows(bench) -> list[bool]:
    return [row.is_unsaved for row in chats.perspective(bench).panels.messages.rows]


def test_each_message_of_a_new_chat_is_saved_and_its_dot_goes_only_then(open_bench, root):
    bench = open_bench(root, "page-analysis.md", answers=("talk",))
    bench.trigger("new_chat")
    bench.settle()
    folder = root / "chats" / "talk"
    for number in range(4):
        if number:
            bench.press("Ctrl+Shift+M")
            bench.settle()
        QTest.keyClicks(QApplication.focusWidget(), f"text {number}")
    bench.settle()
    before = chats.on_disk(folder)
    assert [content for _, _, content in before] == [""] * 4
    assert unsaved_rows(bench) == [True] * 4
    assert title(bench) == "● talk – prompts – Foreword"
    assert chats.marked_tabs(bench) == ["page-analysis.md", "talk, unsaved"]
    assert "unsaved" in row_says(bench, "talk")
    status = bench.window.status.saved
    assert status.text() == "Unsaved, recoverable · 4 files"

    (folder / "2.md").chmod(0o444)  # one of those that are not in front
    bench.press("Ctrl+S")
    bench.settle()
    assert [content for _, _, content in chats.on_disk(folder)] == ["text 0", "", "text 2", "text 3"]
    assert unsaved_rows(bench) == [False, True, False, False]
    assert status.text() == "Unsaved, recoverable · 2.md"
    assert bench.notice == (
        "‘2.md’ is read-only. Make it writable, or save under another name. All others are saved."
    )
    assert title(bench).startswith("● talk")
    assert chats.marked_tabs(bench)[1] == "talk, unsaved"
    bench.window.notices.link.click()
    assert bench.file.path == folder / "2.md"

    (folder / "2.md").chmod(0o644)
    bench.press("Ctrl+S")
    bench.settle()
    assert [content for _, _, content in chats.on_disk(folder)] == [f"text {n}" for n in range(4)]
    assert status.text() == "Saved 12:00"
    assert title(bench) == "talk – prompts – Foreword"
    assert chats.marked_tabs(bench) == ["page-analysis.md", "talk"]
    assert "unsaved" not in row_says(bench, "talk")


def test_a_run_saves_the_limits_that_were_moved_in_it(open_bench, root):
    (root / "runs" / "small.yaml").write_text(SCENARIO)
    path = root / "runs" / "triggers.yaml"
    path.write_text(TRIGGERS)
    bench = open_bench(root, "runs/small.yaml")
    run = bench.workbench.perspectives.of(bench.file)
    bench.settle()
    run.view.chart.setFocus()
    run.view.chart.threshold_moved.emit("context-warning-90", Decimal(30))
    run.view.chart.threshold_released.emit("context-warning-90", Decimal(30))
    bench.settle()
    assert path.read_text() == TRIGGERS
    assert chats.marked_tabs(bench) == ["small.yaml, unsaved", "triggers.yaml, unsaved"]
    assert title(bench).startswith("● small.yaml")
    assert bench.window.status.saved.text() == "Unsaved, recoverable · triggers.yaml"
    bench.press("Ctrl+S")
    bench.settle()
    assert path.read_text() == TRIGGERS.replace("50", "30")
    assert (root / "runs" / "small.yaml").read_text() == SCENARIO
    assert chats.marked_tabs(bench) == ["small.yaml", "triggers.yaml"]
    assert bench.window.status.saved.text() == "Saved 12:00"


def test_what_saving_and_a_fix_say_of_the_time_is_what_the_clock_says(open_bench, root, tmp_path):
    (root / UNDATED_NAME).write_text(UNDATED)
    bench = open_bench(root, "page-analysis.md")
    bench.world.time = datetime(2027, 1, 2, 7, 8, tzinfo=timezone(timedelta(hours=14)))
    path = bench.file.path
    bench.type("x")
    bench.press("Ctrl+S")
    assert bench.window.status.saved.text() == "Saved 07:08"
    [version] = versions_of(tmp_path / "state", path)
    assert datetime.fromtimestamp(version.kept_at, UTC) == bench.world.time

    def fixes() -> list[str]:
        return [fix.title for one in file.analysis.diagnostics for fix in one.fixes]

    file = bench.open(UNDATED_NAME)  # in UTC it is still the first
    assert 'Add ‘createdAt: "2027-01-01T00:00:00Z"’' in fixes()
    bench.world.time += timedelta(days=1)
    place = file.text.index("calm")
    file.document.apply_edits([Edit(Span(place, place), "very ")])
    assert 'Add ‘createdAt: "2027-01-02T00:00:00Z"’' in fixes()


def test_all_are_saved_by_one_key_and_what_is_unsaved_is_seen_out_of_sight(open_bench, root):
    names = [f"a-note-with-a-long-name-{number}.md" for number in range(7)]
    for name in names:
        (root / name).write_text("Words.\n")
    bench = open_bench(root, *names, size=(1000, 700))
    bench.is_painted = True
    button = bench.workbench.tabs.strip.list_button
    for name in names[:2]:
        bench.open(name)
        bench.type("x")
    bench.open(names[-1])
    bench.settle()
    assert not title(bench).startswith("●"), "the one in front is saved"
    assert button.isVisible()
    assert button.accessibleName() == "All open files, some unsaved"
    bench.workbench.tabs.strip._open_list()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()][:3] == [f"{names[0]}  ●", f"{names[1]}  ●", names[2]]
    menu.close()
    bench.come_to_front()

    library, tree = bench.panels.library, bench.panels.library.tree
    heading = tree.index_of(library.key_of(root / names[0])).parent()
    bench.settle()
    tree.scrollTo(heading)
    tree.collapse(heading)
    with_dot = tree.grab(tree.visualRect(heading)).toImage()

    assert bench.workbench.actions.action("save_all").shortcut() == QKeySequence("Ctrl+Shift+L")
    bench.press("Ctrl+Shift+L")
    bench.settle()
    assert [(root / name).read_text() for name in names[:2]] == ["xWords.\n"] * 2
    assert button.accessibleName() == "All open files"
    tree.scrollTo(heading)
    assert tree.grab(tree.visualRect(heading)).toImage() != with_dot


def test_what_save_has_begun_is_ended_before_a_tab_or_the_window_closes_and_one_that_fails_stays(
    open_bench, root, monkeypatch
):
    folder = chats.make_chat(root, "one", "two", "three")
    bench = open_bench(root, "page-analysis.md")
    monkeypatch.setattr(bench.workbench.commands.files.saving._slicer, "milliseconds", 0)

    def type_and_save(words: str) -> None:
        chats.open_chat(bench, folder / "1.md")
        for index in range(3):
            chats.click_message(bench, index)
            chats.perspective(bench).navigation.view.editor.insert_text(words)
        bench.trigger("save")
        assert sum(words in content for _, _, content in chats.on_disk(folder)) == 1
        assert any(file.is_unsaved for file in bench.workbench.files.files)

    type_and_save("x")
    bench.trigger("close_tab")
    assert bench.tab_titles == ["page-analysis.md"], "there is nothing to ask for"
    assert [content for _, _, content in chats.on_disk(folder)] == ["xone", "xtwo", "xthree"]
    chats.open_chat(bench, folder / "1.md")
    for index in range(3):
        chats.click_message(bench, index)
        chats.perspective(bench).navigation.view.editor.insert_text("y")
    (folder / "2.md").chmod(0o444)
    bench.dialogs.answers = [SaveAnswer.SAVE]
    bench.trigger("close_tab")
    assert set(bench.dialogs.questions[0][1:]) == {"talk/1.md", "talk/2.md", "talk/3.md"}
    assert bench.file.path == folder / "2.md"
    assert bench.notice.startswith("‘2.md’ is read-only.")
    assert ["y" in content for _, _, content in chats.on_disk(folder)] == [True, False, True]

    (folder / "2.md").chmod(0o644)
    type_and_save("z")
    bench.close()
    assert all("y" in content and "z" in content for _, _, content in chats.on_disk(folder))


def test_a_prompt_saved_under_another_name_has_that_name(open_bench, root):
    old, new = root / "page-analysis.md", root / "hello.md"
    bench = open_bench(root, old.name, answers=(new,))
    before = old.read_text()
    bench.trigger("save_as")
    assert (bench.file.path, bench.file.is_unsaved) == (new, False)
    assert new.read_text() == before.replace("name: page-analysis\n", "name: hello\n") != before
    assert old.read_text() == before
    assert bench.text == new.read_text()

"""Conversations in the window: what each got, what it would get now, its compaction, and what is done."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import app_chats
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from editor_app.conversations.results import BlankTag
from editor_app.conversations.service import open_service
from editor_app.window.kinds.template import conversations
from editor_app.window.kinds.template.conversation.conversation_panel import View
from editor_app.window.kinds.template.conversations import BuildAnswer

pytestmark = pytest.mark.one_window

NAME = "system-prompt.tmpl"
TEMPLATE = """You help.

[if file:AGENTS.md]
[file:AGENTS.md]
[endif]

You work in [prompt:cwd].
[if git:branch]You are on branch [git:branch].[endif]
"""


@pytest.fixture
def root(root):
    app_chats.keep_only(root, "page-analysis.md")
    (root / NAME).write_text(TEMPLATE)
    return root


@pytest.fixture
def bench(open_bench, root):
    """Return a window with the template in front; nothing was constructed yet."""
    return open_bench(root, NAME)


def perspective(bench):
    return bench.workbench.perspectives.of(bench.file)


def listed(bench):
    return perspective(bench).listed


def page(bench):
    return perspective(bench).page


def construct(bench, conversation_id, **named):
    """Construct as another program does, without trust in the folder."""
    folder = bench.root.parent
    service = open_service(bench.root, clock=lambda: bench.world.time, trusted=False)
    return service.construct(conversation_id, folder, **named)


def build(bench, conversation_id, **named):
    """Build a conversation in the window."""
    answer = BuildAnswer(conversation_id, str(bench.root.parent), **named)
    bench.dialogs.answers.append(answer)
    bench.trigger("build_and_freeze")
    bench.settle()


def show_list(bench):
    bench.trigger("show_conversations")
    bench.settle()


def look(bench):
    """Look at the disk, as is done from time to time."""
    bench.workbench._disk.timeout.emit()
    bench.settle()


def answer_and_delete(bench, *, agrees):
    bench.dialogs.answers.append(agrees)
    bench.press("Del", listed(bench).tree)
    bench.settle()


def choose_in_box(bench, box, index):
    box.setCurrentIndex(index)
    box.activated.emit(index)
    bench.settle()


def names(bench):
    return [name for name, _ in rows(bench)]


def rows(bench):
    return [(row.name, row.now.words) for row in listed(bench).tree.rows]


def lines(bench):
    """The lines of the difference, each after the reasons that stand before it."""
    found = []
    for row in page(bench).compared.inline.rows:
        found += [f"{reason.icon}: {reason.sentence}" for reason in row.reasons]
        found.append(f"{row.kind.value}: {row.text}")
    return found


def test_a_conversation_is_built_and_its_difference_has_reasons(bench):
    show_list(bench)
    assert listed(bench).tree.rows == ()
    assert "Build… does so here" in listed(bench)._nothing.words.text()
    build(bench, "c-0042")
    assert rows(bench) == [("c-0042", "the same")]
    assert bench.notice.startswith("‘c-0042’ is built")
    assert bench.status == "1 conversation would get the same now"
    asked = bench.dialogs.questions[-1][1]
    assert asked.suggestion == BuildAnswer("c-0042", str(bench.root.parent), None)
    assert asked.problem(BuildAnswer("c\n", "/x"))
    assert asked.problem(BuildAnswer("c", "x"))
    assert not asked.problem(BuildAnswer("c", "/x"))

    bench.world.branch = "search-page"
    bench.world.files["AGENTS.md"] = "Run the tests.\nAsk first.\n"
    template = bench.root / NAME
    template.write_text(f"{TEMPLATE}Answer in short sentences.\n")
    saved = (bench.world.time - timedelta(minutes=19)).timestamp()
    os.utime(template, (saved, saved))
    bench.workbench.files.disk.look_now()
    bench.settle()
    assert rows(bench) == [("c-0042", "3 changes")]
    assert bench.status == "1 conversation would get something else now"
    perspective(bench).shown.show("c-0042")
    bench.settle()
    assert page(bench).isVisible()
    cwd = bench.root.parent
    assert lines(bench) == [
        "folded: ",
        "same: ",
        "same: Run the tests.",
        "variable: file:AGENTS.md has one line more",
        "added: Ask first.",
        "same: ",
        "same: ",
        "same: ",
        f"same: You work in {cwd}.",
        "variable: git:branch was main, is search-page",
        "removed: You are on branch main.",
        "added: You are on branch search-page.",
        "braces: Template, line 9: one line added today 11:41",
        "added: Answer in short sentences.",
        "same: ",
    ]
    assert [label.text() for label in page(bench).findChildren(QLabel) if label.isVisible()].count("+3") == 1
    assert page(bench).built_words.text() == "Built today 12:00, in atlas, no model; 1 build kept"
    page(bench).choose_view(View.GOT)
    assert (
        page(bench).text.contents.text
        == f"You help.\n\n\nRun the tests.\n\n\n\nYou work in {cwd}.\nYou are on branch main.\n"
    )

    got = page(bench).text.contents.text
    template.write_bytes(b"caf\xe9 [prompt:cwd]")
    perspective(bench).shown.refresh()
    perspective(bench).shown.show("c-0042")
    bench.settle()
    assert rows(bench) == [("c-0042", "can’t be built")]
    assert "UTF-8" in listed(bench).tree.rows[0].about
    page(bench).choose_view(View.GOT)
    assert page(bench).text.contents.text == got == open_service(bench.root).get("c-0042")
    page(bench).choose_view(View.COMPACTION)
    bench.settle()
    assert "UTF-8" in page(bench).compaction._nothing.words.text()


def test_typing_asks_nothing_and_a_save_and_a_value_of_the_trial_ask_again(bench):
    show_list(bench)
    build(bench, "c-1")
    calls = bench.world.git_calls
    bench.go_to("You help.")
    bench.type("Hello. ")
    bench.settle()
    assert bench.world.git_calls == calls
    assert rows(bench) == [("c-1", "the same")]
    bench.trigger("save")
    bench.settle()
    assert rows(bench) == [("c-1", "1 change")]
    assert bench.world.git_calls > calls

    def calls_of_a_refresh():
        before = bench.world.git_calls
        perspective(bench).shown.refresh()
        bench.settle()
        return bench.world.git_calls - before

    calls = calls_of_a_refresh()
    assert calls > 0
    for number in range(4):
        construct(bench, f"other-{number}")
    assert calls_of_a_refresh() == calls
    assert len(rows(bench)) == 5

    bench.file.set_values({"git:branch": "mine"}, None)
    build(bench, "c-2")
    assert "git:branch" in bench.dialogs.questions[-1][1].remark
    assert open_service(bench.root).get("c-2").endswith("branch mine.\n")
    assert open_service(bench.root).stored("c-2").given == {"git:branch": "mine"}
    assert Path(open_service(bench.root).stored("c-2").cwd) == bench.root.parent


def test_what_programs_build_and_delete_is_seen_with_the_next_look_at_the_disk(bench):
    """The window's own server, or any other process, writes to the store while the list is shown."""
    read = []
    show_list(bench)
    perspective(bench).conversations.listed.connect(lambda: read.append(1))
    look(bench)
    assert rows(bench) == []
    construct(bench, "c-1")
    look(bench)
    assert names(bench) == ["c-1"]
    construct(bench, "c-2")
    look(bench)
    assert names(bench) == ["c-2", "c-1"]
    build(bench, "c-3")
    look(bench)
    assert len(read) == 3, "what this window wrote itself is not read twice"
    look(bench)
    assert len(read) == 3, "nothing has changed"
    open_service(bench.root).delete(["c-1", "c-2"])
    look(bench)
    assert names(bench) == ["c-3"]


def test_conversations_are_deleted_with_one_question_that_says_it_cannot_be_undone(bench):
    show_list(bench)
    build(bench, "c-1")
    build(bench, "c-2")
    assert listed(bench).chosen == "c-2"
    answer_and_delete(bench, agrees=False)
    assert len(rows(bench)) == 2
    answer_and_delete(bench, agrees=True)
    assert names(bench) == ["c-1"]
    assert bench.dialogs.questions[-1][0] == "confirm"
    assert "for good" in bench.dialogs.questions[-1][2]
    assert open_service(bench.root).get("c-2") is None
    assert open_service(bench.root).get("c-1") is not None

    for number in range(2, 6):
        construct(bench, f"c-{number}")
    look(bench)
    tree = listed(bench).tree
    bench.press("Home", tree)
    bench.press("Shift+Down", tree)
    assert listed(bench).selected == ("c-5", "c-4")
    construct(bench, "c-6")
    look(bench)
    assert listed(bench).selected == ("c-5", "c-4"), "what is selected stays so when the list changes"
    answer_and_delete(bench, agrees=True)
    _, title, sentence, *_ = bench.dialogs.questions[-1]
    assert title == "Delete 2 conversations?"
    assert "‘c-5’ and ‘c-4’" in sentence
    assert bench.notice == "2 conversations are deleted."
    assert names(bench) == ["c-6", "c-3", "c-2", "c-1"]
    bench.press("Ctrl+A", tree)
    assert len(listed(bench).selected) == 4
    answer_and_delete(bench, agrees=True)
    assert (rows(bench), open_service(bench.root).list().entries) == ([], ())


def test_a_compaction_and_an_earlier_build_are_shown_and_nothing_is_stored_by_looking(bench, tmp_path):
    (bench.root / "compaction.md").write_text("Summarise it.\n\n")
    show_list(bench)
    build(bench, "c-1")
    bench.world.branch = "other"
    perspective(bench).shown.show("c-1")
    page(bench).choose_view(View.COMPACTION)
    bench.settle()
    found = page(bench).compaction.compaction
    assert found.before.endswith("branch main.\n")
    assert found.rebuilt.text.endswith("branch other.\n")
    assert found.sent == f"{found.rebuilt.text}\n\nSummarise it."
    box = page(bench).instructions_box
    assert [box.itemText(at) for at in range(box.count())] == ["compaction.md", "built-in", "Other text…"]
    own = open_service(bench.root)
    assert own.get("c-1") == found.before
    assert len(own.builds("c-1")) == 1
    page(bench).foot_link.click()
    assert bench.clipboard() == found.sent

    other = tmp_path / "mine.txt"
    other.write_text("Only the facts.\n")
    bench.dialogs.answers.append(other)
    choose_in_box(bench, box, 2)
    assert page(bench).compaction.compaction.instructions == "Only the facts."
    assert box.currentText() == "mine.txt"
    choose_in_box(bench, box, 1)
    assert page(bench).compaction.compaction.instructions not in {"Only the facts.", "Summarise it."}

    page(bench).choose_view(View.DIFFERENCE)
    build(bench, "c-1")
    assert "in place of what it has" in bench.dialogs.questions[-1][1].about(BuildAnswer("c-1", "/x"))
    perspective(bench).shown.show("c-1")
    bench.settle()
    assert page(bench).compared._nothing.words.text() == "It would get the same now."
    assert page(bench).compared._nothing.isVisible()
    box = page(bench).build_box
    assert box.count() == 2
    choose_in_box(bench, box, 1)
    assert "variable: git:branch was main, is other" in lines(bench)
    assert box.currentIndex() == 1, "an earlier build is compared too"
    assert page(bench).built_words.text().endswith("2 builds kept")
    build(bench, "c-1")
    assert (box.currentIndex(), box.count()) == (0, 3), "what was built now is shown"


def test_conversations_of_a_library_that_is_gone_are_taken_over(bench, tmp_path):
    old = tmp_path / "old"
    old.mkdir()
    service = open_service(old, trusted=False)
    for name in ("c-1", "c-2"):
        service.construct(name, tmp_path)
    show_list(bench)
    build(bench, "c-2")
    assert not listed(bench).gone_bar.isVisible()
    old.rmdir()
    perspective(bench).shown.refresh()
    bench.settle()
    gone = listed(bench).gone_words
    assert gone.text() == gone.accessibleDescription() == f"2 conversations of {old}, which is gone"
    listed(bench).scope_box.setCurrentIndex(1)  # all
    for agrees in (False, True):
        assert names(bench) == ["c-2"], "nothing is taken over unasked"
        bench.dialogs.answers.append(agrees)
        listed(bench).take_over_link.click()
        bench.settle()
        asked = bench.dialogs.questions[-1]
        assert asked[:2] == ("confirm", f"Take over 1 conversation of ‘{old}’?")
        assert f"‘{bench.root}’" in asked[2]
        assert "1 conversation with an id that it has too stays" in asked[2]
    assert sorted(names(bench)) == ["c-1", "c-2"]
    listed(bench).scope_box.setCurrentIndex(0)
    assert sorted(names(bench)) == ["c-1", "c-2"]
    assert bench.notice == (
        "1 conversation was taken over. This library has ‘c-2’ too, so theirs stay where they are."
    )
    stays = f"1 conversation of {old}, which is gone; this library has the same ids"
    assert listed(bench).gone_words.text() == stays
    assert listed(bench).take_over_link.text() == "Delete those…"
    mine = open_service(bench.root).get("c-2")
    for agrees in (False, True):
        assert listed(bench).gone_bar.isVisible()
        bench.dialogs.answers.append(agrees)
        listed(bench).take_over_link.click()
        bench.settle()
        assert "for good" in bench.dialogs.questions[-1][2]
    assert not listed(bench).gone_bar.isVisible()
    assert bench.notice == f"1 conversation of ‘{old}’ is deleted."
    assert open_service(bench.root).get("c-2") == mine
    assert open_service(bench.root).elsewhere() == ()


def test_a_database_that_cannot_be_read_or_is_newer_is_said_and_not_written(bench, own_home):
    database = own_home / "data" / "foreword" / "conversations.db"
    database.mkdir(parents=True)
    show_list(bench)
    assert (
        str(database) in listed(bench)._nothing.words.text()
        or "conversations.db" in listed(bench)._nothing.words.text()
    )
    assert bench.status != ""
    database.rmdir()
    perspective(bench).shown.refresh()
    bench.settle()
    assert "Build… does so here" in listed(bench)._nothing.words.text()

    construct(bench, "c-1")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version = 99")
    look(bench)
    assert names(bench) == ["c-1"]
    build(bench, "c-2")
    assert "newer" in bench.notice
    listed(bench).choose("c-1")
    answer_and_delete(bench, agrees=True)
    assert names(bench) == ["c-1"]
    assert "newer" in bench.notice


def test_a_damaged_database_is_set_aside_and_said(bench, own_home):
    construct(bench, "c-1")
    database = next((own_home / "data").rglob("conversations.db"))
    database.write_bytes(b"no database, but as long as one might be " * 400)
    for _ in range(2):  # the second while it is being read
        perspective(bench).conversations.read()
    show_list(bench)
    assert ".damaged-" in listed(bench).notices.text()
    assert any(".damaged-" in one.name for one in database.parent.iterdir())
    assert listed(bench).tree.rows == ()


def test_the_pages_of_conversations_have_their_places_in_wide_and_narrow_windows(open_bench, root):
    bench = open_bench(root, "page-analysis.md", NAME, size=(1000, 700))
    keys = [one.key for one in bench.window.right_dock._pages]
    assert {"conversation", "conversations"} <= set(keys)
    show_list(bench)
    assert bench.window.right_dock.current == "conversations"
    build(bench, "c-1")
    assert rows(bench) == [("c-1", "the same")]
    bench.open("page-analysis.md")
    keys = [one.key for one in bench.window.right_dock._pages]
    assert not {"conversation", "conversations"} & set(keys)
    assert not bench.workbench.actions.action("build_and_freeze").isEnabled()

    bench.window.resize(1440, 900)
    bench.open(NAME)
    assert bench.window.values_section.isVisible()
    bench.window.show_right("conversation")
    assert not bench.window.values_section.isVisible()
    bench.window.show_right("preview")
    assert bench.window.values_section.isVisible()

    window = bench.window
    show_list(bench)
    first = window.bottom_dock.height()
    bench.open("page-analysis.md")
    assert (window.bottom_dock.current, window.bottom_dock.height()) == ("problems", first)
    window.columns.middle.setSizes([sum(window.columns.middle.sizes()) - first - 60, first + 60])
    window.columns.middle.splitterMoved.emit(0, 1)
    bench.open(NAME)
    assert (window.bottom_dock.current, window.bottom_dock.height()) == ("conversations", first + 60)
    window.bottom_dock.show_page("problems")
    bench.open("page-analysis.md")
    bench.open(NAME)
    assert window.bottom_dock.current == "problems"


def test_a_click_shows_a_conversation_beside_the_list_and_enter_goes_into_it(bench):
    show_list(bench)
    build(bench, "c-1")
    build(bench, "c-2")
    bench.window.show_right("preview")
    tree = listed(bench).tree
    assert tree.hasFocus()
    bench.press("Down")
    bench.settle()
    assert bench.window.right_dock.current == "preview"
    QTest.mouseClick(
        tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(tree.model().index(0, 0)).center()
    )
    bench.settle()
    assert bench.window.right_dock.current == "conversation"
    assert page(bench).conversation_id == "c-2"
    assert tree.hasFocus()
    page(bench).choose_view(View.GOT)
    bench.press("Down")
    bench.settle()
    assert page(bench).conversation_id == "c-1"
    bench.press("Return")
    bench.settle()
    assert page(bench).text.hasFocus()
    assert "[file:AGENTS.md]" not in page(bench).text.contents.text
    page(bench).copy_button.click()
    assert bench.clipboard() == open_service(bench.root).get("c-1")


def test_trust_given_for_this_window_only_holds_for_builds_too(open_bench, root, monkeypatch):
    monkeypatch.setattr(conversations, "LISTED_AT_ONCE", 4)
    (root.parent / "AGENTS.md").write_text("Run the tests.\n")
    bench = open_bench(root, NAME, real=True, trusted=False)
    show_list(bench)
    build(bench, "c-1")
    assert "The text under [if git:branch] is left out: " in bench.notice
    assert "restricted" in bench.notice
    perspective(bench).shown.show("c-1")
    page(bench).choose_view(View.GOT)
    bench.settle()
    assert all(isinstance(one, BlankTag) for one in page(bench).shown_build.blank)
    assert "[if git:branch]" in page(bench).blank.text()
    assert "restricted" in page(bench).blank.text()
    page(bench).choose_view(View.COMPACTION)
    bench.settle()
    marks = page(bench).compaction.rebuilt_text.marks
    (left_out, *_) = [row.words for _, row in marks.rows(0, len(marks.result.text))]
    assert left_out == "left out: AGENTS.md, folder restricted"
    page(bench).choose_view(View.GOT)
    open_service(root, trusted=True, workspaces=(root.parent,)).construct("c-2", root.parent)
    perspective(bench).shown.refresh()
    bench.settle()
    assert dict(rows(bench)) == {"c-2": "not known", "c-1": "the same"}
    assert bench.status == "0 of 2 conversations would get something else now, 1 not known"
    perspective(bench).shown.show("c-1")
    bench.workbench.trust.trust_here(bench.root.parent)
    bench.settle()
    build(bench, "c-1")
    assert "not trusted" not in bench.notice
    assert "not trusted" not in page(bench).blank.text()

    for number in range(4):
        construct(bench, f"more-{number}")
    look(bench)
    assert len(rows(bench)) == 4, "more than a page is shown on demand"
    assert listed(bench).number.text() == "4 conversations and more"
    listed(bench).more_link.click()
    bench.settle()
    assert len(rows(bench)) == 6
    assert listed(bench).number.text() == "6 conversations"
    assert not listed(bench).more_link.isVisible()


def test_building_again_keeps_folder_model_and_values_and_says_all_that_is_blank(bench, tmp_path):
    (bench.root / "variables.yaml").write_text(
        "variables:\n- {type: user, name: plan, description: The plan, volatility: turn}\n"
    )
    (bench.root / NAME).write_text("[user:plan] [user:name] in [prompt:cwd]\n")
    bench.workbench.files.disk.look_now()
    folder = tmp_path / "a-folder-of-its-own"
    folder.mkdir()
    service = open_service(bench.root, clock=lambda: bench.world.time, trusted=False)
    service.construct("c-1", folder, "some-model", {"user:plan": "Team"})
    show_list(bench)
    asked = BuildAnswer("c-1", str(folder), "some-model")
    bench.dialogs.answers.append(asked)
    bench.trigger("build_and_freeze")
    bench.settle()
    question = bench.dialogs.questions[-1][1]
    assert question.known("c-1") == asked
    assert question.known("other") is None
    assert "Given as at its last build: user:plan." in question.about(asked)
    assert "is not there" not in question.about(asked)
    stored = service.stored("c-1")
    assert (stored.number, stored.given) == (2, {"user:plan": "Team"})
    assert "[user:name] is blank" in bench.notice
    assert "user:plan" not in bench.notice
    bench.file.set_values({"user:plan": "Free"}, None)
    bench.dialogs.answers.append(asked)
    bench.trigger("build_and_freeze")
    bench.settle()
    assert service.stored("c-1").given == {"user:plan": "Free"}

    folder.rmdir()
    warning = f"The folder ‘{folder}’ is not there, so it has no files and no git."
    bench.dialogs.answers.append(asked)
    bench.trigger("build_and_freeze")
    bench.settle()
    assert warning in bench.dialogs.questions[-1][1].about(asked)
    assert warning in bench.notice
    perspective(bench).shown.show("c-1")
    bench.settle()
    for view in (View.DIFFERENCE, View.GOT):
        page(bench).choose_view(view)
        assert warning in page(bench).blank.text()
    page(bench).built_words.grab()
    assert f"Built in {folder}" in page(bench).built_words.toolTip()

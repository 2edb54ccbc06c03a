"""Chats in the library panel: one row each, opened, made, renamed, copied, deleted; tabs that follow."""

from __future__ import annotations

from pathlib import Path

import app_chats as app
import pytest
from PySide6.QtCore import Qt

from editor_app.chats.chat import read_chat
from editor_app.chats.operations import insert_message, move_message
from editor_app.library.settings.trial_values import read_trial_values, write_trial_values
from editor_app.window.commands.files import SaveAnswer
from editor_app.window.documents.library_rows import LibraryRow

pytestmark = pytest.mark.one_window

MESSAGE = "; role: user\n\n\n"


@pytest.fixture
def root(root: Path) -> Path:
    return app.keep_only(root, "page-analysis.md")


@pytest.fixture
def talk(root: Path) -> Path:
    return app.make_chat(root, "1", "2", "3", roles=("user",) * 3)


def list_again(bench) -> None:
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()


def chats(bench) -> dict[str, LibraryRow]:
    bench.workbench.library.finish_checking()
    return {row.label: row for row in bench.panels.library._listing.rows if row.is_folder}


def choose(bench, name: str, words: str) -> None:
    menu = bench.panels.library.menu_for(chats(bench)[name])
    action = next(action for action in menu.actions() if action.text().partition("\t")[0] == words)
    assert action.isEnabled()
    action.trigger()


def tabs(bench) -> dict[str, str]:
    """Return the open files below the folder of chats, with their texts."""
    folder = bench.root / "chats"
    files = [file for file in bench.workbench.files.files if file.path.is_relative_to(folder)]
    assert len({file.path for file in files}) == len(files)
    return {file.path.relative_to(folder).as_posix(): file.text.removeprefix(MESSAGE) for file in files}


def test_a_chat_is_one_row_with_its_messages_and_problems_counted(open_bench, root, talk):
    (talk / "2.md").write_text("; role: assisant\n\n\n2")
    (talk / "01.md").write_text(f"{MESSAGE}again")
    app.make_chat(root, "a", "b", name="other")
    (root / "chats" / "empty").mkdir()
    (root / "notes").mkdir()
    (root / "notes" / "x.md").write_text(f"{MESSAGE}alone")
    bench = open_bench(root)
    told: list[tuple] = []
    bench.workbench.library.problems_changed.connect(told.append)
    list_again(bench)
    shown = {
        name: (row.folders, row.state.number, row.state.counts.errors) for name, row in chats(bench).items()
    }
    assert shown == {
        "other": ((), "2 messages", 0),
        "talk": ((), "4 messages", 2),
        "empty": ((), "", 1),
    }
    rows = bench.panels.library._listing.rows
    assert [row.path for row in rows if row.kind == "message"] == [root / "notes" / "x.md"]
    [problem] = [row for row in told[-1] if row.code == "no-messages"]
    assert (problem.place.path, problem.place.file) == (root / "chats" / "empty", "chats/empty")
    bench.workbench.commands.problems.go_to_problem(problem)
    assert bench.notice.startswith("‘empty’ has no messages.")
    (talk / "01.md").unlink()
    (talk / "2.md").write_text(f"{MESSAGE}2")
    list_again(bench)
    assert chats(bench)["talk"].state.counts.total == 0

    panel = bench.panels.library
    choose(bench, "talk", "Open")
    assert bench.file.path == talk / "1.md"
    marked = [node.label for node in panel.tree.rows if panel.tree._content(node).is_marked]
    assert marked == ["talk"]
    said = panel.tree.index_of(panel.key_of(talk / "1.md")).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "talk, 3 messages, current document"
    bench.open("page-analysis.md")
    assert "talk" not in [node.label for node in panel.tree.rows if panel.tree._content(node).is_marked]
    choose(bench, "empty", "Open")
    assert bench.file.path == root / "page-analysis.md"
    assert bench.notice == "‘empty’ has no messages."
    choose(bench, "empty", "Delete")
    assert bench.notice == "The empty folder ‘empty’ was removed."
    assert not bench.window.notices.link.isVisible()
    assert "empty" not in chats(bench)


def test_problems_are_mended_and_messages_copied_while_their_file_is_open(open_bench, root, talk):
    (talk / "01.md").write_text(f"{MESSAGE}again")
    bench = open_bench(root)
    bench.open(talk / "1.md")
    told: list[tuple] = []
    bench.workbench.library_problems.changed.connect(told.append)
    list_again(bench)

    def duplicates() -> list[str]:
        return [row.place.file for row in told[-1] if row.code == "duplicate-number"]

    assert duplicates() == ["chats/talk/1.md"]
    [problem] = [row for row in told[-1] if row.code == "duplicate-number"]
    bench.workbench.commands.problems.fix_problem(problem)
    assert sorted(path.name for path in talk.iterdir()) == ["01.md", "2.md", "3.md", "4.md"]
    assert tabs(bench) == {"talk/4.md": "1"}
    list_again(bench)
    assert duplicates() == []

    soon = app.make_chat(root, "Hi", name="soon")
    (soon / "1.md").write_text("; Created-at: soon\n; role: user\n\n\nHi")
    file = bench.open(soon / "1.md")
    bench.world.time = bench.world.time.replace(hour=15, minute=7)
    [fix] = [fix for one in file.analysis.diagnostics for fix in one.fixes if fix.title == "Set it to now"]
    bench.workbench.commands.problems.apply_fix(fix)
    assert file.text.startswith("; Created-at: 2026-03-04T15:07:05.000Z\n")
    bench.press("Ctrl+Z")
    assert file.text.startswith("; Created-at: soon\n")

    code = app.make_chat(root, "\n\\```\n{{x}}\n\\```\n\n", name="code")
    bench.open(code / "1.md")
    bench.window.show_right("preview")
    bench.settle()
    assert bench.preview == "```\n{{x}}\n```"
    bench.act("copy_model_text")
    assert bench.clipboard() == "```\n{{x}}\n```"


def told_missing(bench) -> tuple[list[int], bool]:
    """Return how many problems each message of the chat has, and whether missing fields are listed."""
    rows = bench.panels.problems.tree.rows
    counted = [row.counts.total for row in app.perspective(bench).panels.messages.rows]
    return counted, any(row.code == "missing-metadata" for row in rows)


def test_a_new_chat_asks_only_a_name_and_misses_no_fields(open_bench, root):
    begun = root / "chats" / "begun" / "1.md"
    begun.parent.mkdir(parents=True)
    begun.write_text("; Version: 1.0.0\n;\n; role: user\n\n\nHello.")
    bench = open_bench(root, answers=("weather", "greetings"))
    bench.act("new_chat")
    ((_, question),) = bench.dialogs.questions
    assert question.problem("begun") == "‘begun’ is already there. Choose another name."
    path = root / "chats" / "weather" / "1.md"
    assert bench.file.path == path
    assert bench.workbench.current.caret_offset == len(MESSAGE)
    bench.type("Hello")
    assert bench.file.text == f"{MESSAGE}Hello"
    assert path.read_text() == MESSAGE
    assert chats(bench)["weather"].state.number == "1 message"

    bench.panels.library.new_requested.emit("Chats")
    bench.type("Hello.")
    bench.settle()
    header = app.perspective(bench).panels.header
    assert header.missing.isHidden()
    assert told_missing(bench) == ([0], False), "nothing is missing that its maker left out"
    header.details.click()
    assert header.form.add.text() == "Add what is missing", "who wants the fields has them here"
    header.form.add.click()
    bench.settle()
    assert "; Block-UUID: " in bench.file.text
    app.open_chat(bench, begun)
    assert header.missing.text() == "6 fields missing", "what somebody began is told"
    assert told_missing(bench) == ([1], True)


def test_chats_are_copied_renamed_and_deleted_with_undo_and_tabs_follow(open_bench, root, talk):
    bench = open_bench(root, answers=("speech", SaveAnswer.CANCEL, SaveAnswer.DISCARD))
    bench.open(talk / "2.md")
    bench.go_to("2")
    bench.type("un")
    bench.open(talk / "3.md")
    choose(bench, "talk", "Rename…")
    assert tabs(bench) == {"speech/2.md": "un2", "speech/3.md": "3"}
    assert not talk.exists()
    assert "talk" not in chats(bench)
    bench.undo_notice()
    assert tabs(bench) == {"talk/2.md": "un2", "talk/3.md": "3"}
    assert (talk / "2.md").read_text() == f"{MESSAGE}2"
    bench.workbench.files.disk.look_now()
    assert bench.workbench.files.save(bench.workbench.files.find(talk / "2.md"))
    assert (talk / "2.md").read_text() == f"{MESSAGE}un2"

    choose(bench, "talk", "Duplicate")
    assert chats(bench)["talk-copy"].state.number == "3 messages"
    bench.undo_notice()
    assert "talk-copy" not in chats(bench)
    bench.open(talk / "2.md")
    bench.type("x")
    choose(bench, "talk", "Delete")
    assert len(tabs(bench)) == 2, "the question was cancelled"
    choose(bench, "talk", "Delete")
    assert tabs(bench) == {}
    assert not talk.exists()
    assert "talk" not in chats(bench)
    bench.undo_notice()
    assert chats(bench)["talk"].state.number == "3 messages"
    assert [message.content for message in read_chat(talk).messages] == ["1", "un2", "3"]


def unsaved_beside_saved(bench, talk: Path) -> None:
    """Open all messages, the second with unsaved text."""
    for number in (1, 2, 3):
        bench.open(talk / f"{number}.md")
    bench.open(talk / "2.md")
    bench.go_to("2")
    bench.type("un")


def do(bench, change) -> None:
    """Announce an operation of a chat as the window does its own."""
    bench.workbench.work.done.emit(change)


def test_tabs_follow_messages_that_change_places_and_are_inserted(open_bench, root, talk, tmp_path):
    bench = open_bench(root)
    state, now = tmp_path / "state", bench.world.time
    unsaved_beside_saved(bench, talk)
    for number in (1, 2):
        write_trial_values(state, root, f"chats/talk/{number}.md", {"number": str(number)})
    before = dict(tabs(bench))
    do(bench, move_message(read_chat(talk), 0, 2, state_dir=state, now=now))
    moved = {"talk/3.md": "1", "talk/1.md": "un2", "talk/2.md": "3"}
    assert tabs(bench) == moved
    values = [read_trial_values(state, root, f"chats/talk/{number}.md") for number in (1, 2, 3)]
    assert values == [{"number": "2"}, {}, {"number": "1"}]
    bench.workbench.files.disk.look_now()
    assert tabs(bench) == moved
    assert bench.file.path == talk / "1.md", "the one in front stays in front"
    assert [file.is_unsaved for file in bench.workbench.files.files if file.path == talk / "1.md"] == [True]
    bench.undo_notice()
    assert tabs(bench) == before
    bench.workbench.files.disk.look_now()
    assert tabs(bench) == before
    do(bench, insert_message(read_chat(talk), 1, "assistant", "new", state_dir=state, now=now))
    assert tabs(bench) == {"talk/1.md": "1", "talk/3.md": "un2", "talk/4.md": "3"}
    bench.open(talk / "2.md")
    bench.undo_notice()
    assert tabs(bench) == {"talk/1.md": "1", "talk/2.md": "un2", "talk/3.md": "3"}, (
        "that of the new one closed"
    )
    assert bench.workbench.files.save(bench.workbench.files.find(talk / "2.md"))
    assert [message.content for message in read_chat(talk).messages] == ["1", "un2", "3"]


def test_tabs_follow_two_messages_that_change_places(open_bench, root, talk, tmp_path):
    bench = open_bench(root)
    unsaved_beside_saved(bench, talk)
    bench.open(talk / "1.md")
    bench.go_to("1")
    bench.type("un")
    state, now = tmp_path / "state", bench.world.time
    do(bench, move_message(read_chat(talk), 0, 1, state_dir=state, now=now))
    assert tabs(bench) == {"talk/2.md": "un1", "talk/1.md": "un2", "talk/3.md": "3"}
    for number in (1, 2):
        assert bench.workbench.files.save(bench.workbench.files.find(talk / f"{number}.md"))
    assert [message.content for message in read_chat(talk).messages] == ["un2", "un1", "3"]

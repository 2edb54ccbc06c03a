"""Chats as folders: their order, their problems, and their operations with Undo."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from named_cases import in_case

from editor_app.chats.chat import Chat, read_chat, write_message
from editor_app.chats.folders import rename_chat
from editor_app.chats.operations import (
    branch_chat,
    change_role,
    delete_message,
    insert_message,
    move_message,
)
from editor_app.library.files import renumbering
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.operations import undo_file_change
from editor_app.library.files.reading import FileError
from editor_app.library.files.renumbering import take_back_renumberings
from editor_app.library.history.history import versions_of
from editor_app.text import Severity
from editor_app.variables.access import FileAccess

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
FULL = (
    "; Block-UUID: 11111111-1111-4111-8111-111111111111\r\n; Component: UserMessage\r\n; Version: 2.1.0\r\n"
    "; Description: d\r\n; Language: markdown\r\n; Created-at: 2025-04-21T18:15:00.000Z\r\n"
    "; Authors: A (v1.0.0)\r\n; visibility: all\r\n;\r\n; role: user\r\n\r\n\r\n"
)


def make_chat(folder: Path, *names: str) -> Chat:
    """Make a chat of messages that say their first names."""
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).write_bytes(f"; role: user\n\n\n{name}".encode())
    return read_chat(folder, now=NOW)


def said(folder: Path) -> dict[str, str]:
    """Return what each message of a folder says, by name, in order."""
    chat = read_chat(folder, now=NOW)
    assert not chat.has_errors, chat.diagnostics
    return {message.path.name: message.content for message in chat.messages if message.path}


def test_messages_come_in_the_order_of_their_numbers(tmp_path: Path):
    folder = tmp_path / "a"
    make_chat(folder, "10.md", "2.md", "1.md")
    for other in ("notes.md", "config.json", "1.md.bak", "x1.md", "1.txt", "-1.md", "\u0663.md"):
        (folder / other).write_text("not a message")
    assert list(said(folder)) == ["1.md", "2.md", "10.md"]


def test_what_is_wrong_in_a_folder_is_a_problem(tmp_path: Path):
    folder = tmp_path / "bad"
    make_chat(folder, "1.md", "01.md", "2.md")
    os.mkfifo(folder / "3.md")
    (folder / "4.md").write_bytes(b"; role: user\n\n\n" + b"x" * 5_000_000)
    (folder / "5.md").symlink_to(tmp_path / "outside.md")
    (tmp_path / "outside.md").write_text("; role: user\n\n\nsecret")
    (folder / "6.md").mkdir()
    (folder / "7.md").write_text("; role: assisant\n\n\nx")
    chat = read_chat(folder, now=NOW, access=FileAccess(folder, folder))
    assert [(one.path.name, one.diagnostic.code) for one in chat.problems] == [
        ("1.md", "duplicate-number"),
        *((f"{number}.md", "unreadable-file") for number in (3, 4, 5, 6)),
    ]
    assert [message.path.name for message in chat.messages if message.path] == [
        "01.md",
        "1.md",
        "2.md",
        "7.md",
    ]
    rename = chat.problems[0].diagnostic.fixes[0].rename
    assert rename is not None
    assert (rename.old_name, rename.new_name) == ("1.md", "8.md")
    assert chat.problems[2].diagnostic.message.endswith("5 MB, more than a message that is sent may have.")
    assert chat.has_errors
    assert {"unknown-role"} <= {one.code for one in chat.diagnostics}
    (tmp_path / "empty").mkdir()
    for missing, code in (
        ("empty", "no-messages"),
        ("nowhere", "unreadable-folder"),
        ("a\0b", "unreadable-folder"),
    ):
        with in_case(missing):
            [problem] = read_chat(tmp_path / missing).problems
            assert problem.diagnostic.code == code
    with pytest.raises(FileError, match="same number"):
        move_message(chat, 0, 1, state_dir=tmp_path / "state", now=NOW)


def undo_and_redo(change: FileChange, folder: Path, before: dict[str, str]) -> None:
    """Undo an operation, do it again, and undo it: the files are as they were each time."""
    after = said(folder)
    undone = undo_file_change(change, now=NOW)
    assert said(folder) == before
    again = undo_file_change(undone, now=NOW)
    assert said(folder) == after
    assert sorted(again.appeared) == sorted(folder / name for name in set(after) - set(before))
    assert sorted(undone.gone) == sorted(folder / name for name in set(after) - set(before))
    undo_file_change(again, now=NOW)
    assert said(folder) == before


@pytest.mark.parametrize(
    ("index", "place", "order"),
    [(0, 3, "2 5 10 1"), (3, 0, "10 1 2 5"), (1, 2, "1 5 2 10"), (2, 1, "1 5 2 10"), (1, 1, "1 2 5 10")],
)
def test_a_message_moves_and_the_names_stay(tmp_path: Path, index: int, place: int, order: str):
    folder = tmp_path / "a"
    chat = make_chat(folder, "01.md", "02.md", "05.md", "10.md")
    before = said(folder)
    change = move_message(chat, index, place, state_dir=tmp_path / "state", now=NOW)
    assert list(said(folder)) == ["01.md", "02.md", "05.md", "10.md"]
    assert list(said(folder).values()) == [f"{int(number):02}.md" for number in order.split()]
    assert (change.appeared, change.gone) == ((), ())
    undo_and_redo(change, folder, before)


@pytest.mark.parametrize(
    ("names", "place", "after"),
    [
        ("1 2 3", 3, "1 2 3 4=new"),
        ("1 2 3", 1, "1 2=new 3=2 4=3"),
        ("1 2 3", 0, "1=new 2=1 3=2 4=3"),
        ("1 3 4", 1, "1 2=new 3 4"),
        ("1 2 4 5", 1, "1 2=new 3=2 4 5"),
        ("3 4", 0, "2=new 3 4"),
        ("01 02", 1, "01 02=new 03=02"),
        ("8 9", 1, "8 9=new 10=9"),
        ("099", 1, "099 100=new"),
        ("", 0, "1=new"),
    ],
)
def test_a_new_message_makes_room_for_itself(tmp_path: Path, names: str, place: int, after: str):
    folder = tmp_path / "a"
    chat = make_chat(folder, *(f"{name}.md" for name in names.split()))
    change = insert_message(chat, place, "user", "new.md", state_dir=tmp_path / "state", now=NOW)
    pairs = (one.partition("=") for one in after.split())
    assert said(folder) == {f"{name}.md": f"{old or name}.md" for name, _, old in pairs}
    if names:
        undo_and_redo(change, folder, {f"{name}.md": f"{name}.md" for name in names.split()})


def test_a_new_message_has_a_header_like_its_neighbour(tmp_path: Path):
    folder = tmp_path / "a"
    folder.mkdir()
    (folder / "1.md").write_bytes(FULL.encode())
    chat = read_chat(folder)
    insert_message(chat, 1, "assistant", "a\n`b`", state_dir=tmp_path / "state", now=NOW)
    made = read_chat(folder).messages[1]
    assert b"\n" not in write_message(made).replace(b"\r\n", b"")
    assert (made.role, made.content) == ("assistant", "a\n`b`")
    uuid = made.metadata["Block-UUID"]
    assert uuid != chat.messages[0].metadata["Block-UUID"]
    assert dict(made.metadata) == {
        "Block-UUID": uuid,
        "Component": "AssistantMessage",
        "Version": "1.0.0",
        "Language": "markdown",
        "Created-at": "2026-03-04T12:00:00.000Z",
        "Authors": "A (v1.0.0)",
        "visibility": "all",
    }
    # what only its author knows is no warning about a message that was just made
    assert [(one.code, one.severity) for one in made.diagnostics] == [("blank-field", Severity.INFORMATION)]


def test_deleting_branching_and_changing_a_role_are_undone(tmp_path: Path):
    folder, state = tmp_path / "a", tmp_path / "state"
    chat = make_chat(folder, "1.md", "2.md", "3.md")
    before = said(folder)
    change = delete_message(chat, 1, state_dir=state, now=NOW)
    assert list(said(folder)) == ["1.md", "3.md"]
    undo_and_redo_deletion = undo_file_change(change, now=NOW)
    assert said(folder) == before
    assert undo_and_redo_deletion.appeared == (folder / "2.md",)

    branch = branch_chat(chat, 1, state_dir=state, now=NOW)
    assert said(tmp_path / "a-2") == {"1.md": "1.md", "2.md": "2.md"}
    assert branch_chat(chat, 0, state_dir=state, now=NOW).appeared == (tmp_path / "a-3/1.md",)
    with pytest.raises(FileError, match="already there"):
        rename_chat(folder, "a-2", state_dir=state, now=NOW)
    with pytest.raises(FileError, match="can’t be the name of a folder"):
        rename_chat(folder, "../x", state_dir=state, now=NOW)
    undo_file_change(branch, now=NOW)
    assert not (tmp_path / "a-2").exists()

    change = change_role(chat.messages[0], "system", state_dir=state, now=NOW)
    assert (folder / "1.md").read_bytes() == b"; role: system\n\n\n1.md"
    undo_file_change(change, now=NOW)
    assert (folder / "1.md").read_bytes() == b"; role: user\n\n\n1.md"


def test_local_history_goes_with_a_message_that_moves(tmp_path: Path):
    folder, state = tmp_path / "a", tmp_path / "state"
    chat = make_chat(folder, "1.md", "2.md")
    change_role(chat.messages[0], "system", state_dir=state, now=NOW)
    chat = read_chat(folder)
    change = move_message(chat, 0, 1, state_dir=state, now=NOW)
    assert (len(versions_of(state, folder / "1.md")), len(versions_of(state, folder / "2.md"))) == (0, 1)
    undo_file_change(change, now=NOW)
    assert (len(versions_of(state, folder / "1.md")), len(versions_of(state, folder / "2.md"))) == (1, 0)


def test_a_chat_that_changed_meanwhile_is_not_renumbered(tmp_path: Path):
    folder, state = tmp_path / "a", tmp_path / "state"
    chat = make_chat(folder, "1.md", "2.md", "3.md")
    change = move_message(chat, 0, 2, state_dir=state, now=NOW)
    with pytest.raises(FileError, match="changed by another program"):
        move_message(chat, 0, 1, state_dir=state, now=NOW)
    insert_message(read_chat(folder), 0, "user", "new", state_dir=state, now=NOW)
    with pytest.raises(FileError, match="changed by another program"):
        delete_message(chat, 0, state_dir=state, now=NOW)
    (folder / "2.md").unlink()
    with pytest.raises(FileError, match="no longer there"):
        undo_file_change(change, now=NOW)
    with pytest.raises(ValueError, match="no role"):
        insert_message(chat, 0, "tool", state_dir=state, now=NOW)


def test_what_is_cut_short_is_taken_back_at_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder, state = tmp_path / "a", tmp_path / "state"
    chat = make_chat(folder, "1.md", "2.md", "3.md")
    before = said(folder)
    moves = 0

    def ended_at(number: int, plain: object = renumbering.move_without_replacing) -> None:
        def move(old: Path, new: Path) -> None:
            nonlocal moves
            moves += 1
            if moves == number:
                raise KeyboardInterrupt
            assert callable(plain)
            plain(old, new)

        monkeypatch.setattr(renumbering, "move_without_replacing", move)

    for number in range(1, 5):
        moves = 0
        ended_at(number)
        with in_case(number):
            with pytest.raises(KeyboardInterrupt):
                move_message(chat, 2, 0, state_dir=state, now=NOW)
            assert sorted(said(folder).values()) == sorted(before)
            sentences = take_back_renumberings(state, now=NOW)
            assert said(folder) == before
            assert len(sentences) == (number > 1)
            assert take_back_renumberings(state, now=NOW) == ()
    moves = 0
    ended_at(2)
    with pytest.raises(KeyboardInterrupt):
        insert_message(chat, 1, "user", "new", state_dir=state, now=NOW)
    (folder / "2.md").unlink()
    [sentence] = take_back_renumberings(state, now=NOW)
    assert "Look at their order" in sentence
    assert take_back_renumberings(state, now=NOW) == ()


def test_notes_that_cannot_be_read_are_not_taken_for_none(tmp_path: Path):
    state = tmp_path / "state"
    assert take_back_renumberings(state, now=NOW) == ()
    state.mkdir()
    (state / "renumbering").write_text("a file")
    [sentence] = take_back_renumberings(state, now=NOW)
    assert "may be out of order" in sentence
    assert "renumbering" in sentence

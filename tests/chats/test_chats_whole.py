"""Chats as wholes: made, renamed, copied and deleted, each undone and done again; crashes cost no message."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.chats.chat import read_chat
from editor_app.chats.folders import delete_chat, duplicate_chat, rename_chat
from editor_app.library.files import renumbering
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.new_names import new_folder_problem
from editor_app.library.files.operations import create_file, undo_file_change
from editor_app.library.files.reading import FileError
from editor_app.library.files.renumbering import take_back_renumberings
from editor_app.library.history.history import keep_version, versions_of
from editor_app.library.history.version_lists import VersionReason

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    folder = tmp_path / "chats" / "talk"
    folder.mkdir(parents=True)
    for number in (1, 2, 10):
        (folder / f"{number}.md").write_text(f"; role: user\r\n\r\n\r\n{number}", newline="")
    return folder


def tree_of(root: Path) -> dict[str, bytes | None]:
    """Return all files and folders below a folder, with the bytes of the files."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(root.rglob("*"))
    }


Act = Callable[[Path, Path], FileChange]


def _rename(folder: Path, state: Path) -> FileChange:
    return rename_chat(folder, "speech", state_dir=state, now=NOW)


def _copy(folder: Path, state: Path) -> FileChange:
    return duplicate_chat(folder, state_dir=state, now=NOW)


def _delete(folder: Path, state: Path) -> FileChange:
    return delete_chat(folder, state_dir=state, now=NOW)


def _new(folder: Path, state: Path) -> FileChange:
    return create_file(folder.parent / "fresh" / "1.md", b"; role: user\n\n\n", state_dir=state)


@pytest.mark.parametrize(
    ("act", "sentence", "after"),
    [
        (_rename, "‘talk’ is now ‘speech’.", {"speech": 3}),
        (_copy, "‘talk’ was copied to ‘talk-copy’.", {"talk": 3, "talk-copy": 3}),
        (_delete, "‘talk’ was deleted; its 3 messages went to the history.", {}),
        (_new, "‘1.md’ was created.", {"fresh": 1, "talk": 3}),
    ],
)
def test_each_is_one_change_that_is_undone_and_done_again(
    tmp_path: Path, talk: Path, act: Act, sentence: str, after: dict[str, int]
):
    state, chats = tmp_path / "state", talk.parent
    before = tree_of(chats)
    change = act(talk, state)
    assert (change.sentence, change.warnings) == (sentence, ())
    assert {path.name: len(read_chat(path).messages) for path in chats.iterdir()} == after
    done = tree_of(chats)
    undone = undo_file_change(change, now=NOW)
    assert tree_of(chats) == before
    again = undo_file_change(undone, now=NOW)
    assert tree_of(chats) == done
    undo_file_change(again, now=NOW)
    assert tree_of(chats) == before


def test_names_that_no_chat_can_have_are_refused(tmp_path: Path):
    (tmp_path / "chats" / "first one").mkdir(parents=True)
    for bad in ("", " ", ".", "..", "a/b", ".hidden", "a\\b", "a:b", "nul\0", "first one"):
        assert new_folder_problem(tmp_path / "chats", bad), bad
    assert new_folder_problem(tmp_path / "chats", "second") == ""


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        (" ", "that is not empty"),
        (".hidden", "that begins with no dot"),
        ("a/b", "without slashes"),
        ("a\\b", "without slashes"),
        ("a: b*?", 'without : * ? " < > and |'),
        ("a\nb", "without line ends or control characters"),
        ("a\ud800", "without line ends or control characters"),
        ("x" * 300, "that is shorter"),
        ("é" * 101, "that is shorter"),
    ],
)
def test_a_name_that_no_chat_can_have_is_refused_with_the_rule_it_breaks(tmp_path: Path, name, advice):
    assert new_folder_problem(tmp_path, name).endswith(f"can’t be the name of a folder. Choose one {advice}.")
    assert new_folder_problem(tmp_path, "a-b. c") == ""


def test_what_is_no_message_stays_when_a_chat_is_deleted_and_goes_with_one_that_is_renamed(
    tmp_path: Path, talk: Path
):
    (talk / "notes.txt").write_text("mine")
    (talk / "3.md").symlink_to("1.md")
    before = tree_of(talk)
    change = _delete(talk, tmp_path / "state")
    assert change.sentence == "The 4 messages of ‘talk’ went to the history; its other files stay."
    assert tree_of(talk) == {"notes.txt": b"mine"}
    undo_file_change(change, now=NOW)
    assert tree_of(talk) == before
    assert (talk / "3.md").is_symlink()
    _rename(talk, tmp_path / "state")
    assert tree_of(talk.with_name("speech")) == before


def test_a_message_that_cannot_be_kept_keeps_the_chat(tmp_path: Path, talk: Path):
    (talk / "9.md").mkdir()
    before = tree_of(talk)
    with pytest.raises(FileError, match="9"):
        _delete(talk, tmp_path / "state")
    assert tree_of(talk) == before
    with pytest.raises(FileError, match="9"):
        _copy(talk, tmp_path / "state")
    (talk / "9.md").rmdir()
    _delete(talk, tmp_path / "state")
    assert not talk.exists()


def test_a_chat_without_messages(tmp_path: Path, talk: Path):
    empty = talk.with_name("empty")
    empty.mkdir()
    with pytest.raises(FileError, match="no messages to copy"):
        _copy(empty, tmp_path / "state")
    change = _delete(empty, tmp_path / "state")
    assert (change.sentence, change.steps) == ("The empty folder ‘empty’ was removed.", ())
    assert not empty.exists()
    (talk.with_name("papers") / "sub").mkdir(parents=True)
    with pytest.raises(FileError, match="has no messages and was not deleted"):
        _delete(talk.with_name("papers"), tmp_path / "state")


def test_a_name_that_is_taken_is_refused(tmp_path: Path, talk: Path):
    talk.with_name("speech").mkdir()
    with pytest.raises(FileError, match="already there"):
        _rename(talk, tmp_path / "state")
    talk.with_name("talk-copy").mkdir()
    assert "‘talk-copy-2’" in _copy(talk, tmp_path / "state").sentence
    assert len(read_chat(talk).messages) == 3


def test_local_history_goes_with_a_chat_that_is_renamed(tmp_path: Path, talk: Path):
    state = tmp_path / "state"
    keep_version(state, talk / "1.md", b"before", VersionReason.SAVED, now=NOW, mode=0o600)
    change = _rename(talk, state)
    assert [one.size for one in versions_of(state, talk.with_name("speech") / "1.md")] == [6]
    undo_file_change(change, now=NOW)
    assert [one.size for one in versions_of(state, talk / "1.md")] == [6]


@pytest.mark.parametrize("done", [0, 1, 2, 3])
def test_deleting_that_was_cut_short_is_taken_back_unless_all_was_done(
    tmp_path: Path, talk: Path, monkeypatch: pytest.MonkeyPatch, done: int
):
    state, before = tmp_path / "state", tree_of(talk)
    plain, calls = renumbering.remove_to_history, []

    def end_there(*arguments, **options):
        if len(calls) == done:
            raise KeyboardInterrupt
        calls.append(arguments)
        return plain(*arguments, **options)

    def end_last(*_arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(renumbering, "remove_to_history", end_there)
        if done == len(before):
            patched.setattr(renumbering, "sync_folder", end_last)
        with pytest.raises(KeyboardInterrupt):
            _delete(talk, state)
    assert len(list(talk.iterdir())) == len(before) - done
    said = take_back_renumberings(state, now=NOW)
    if done == len(before):
        assert (said, talk.exists()) == ((), False)
    else:
        assert tree_of(talk) == before
        assert said == (("Deleting ‘talk’ was cut short, and was taken back.",) if done else ())
    assert take_back_renumberings(state, now=NOW) == ()

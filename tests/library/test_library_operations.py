import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from library_trees import NOW, as_nobody, fingerprint, open_to_all, write_tree

from editor_app.library.files import operations
from editor_app.library.files.companions import delete_file, delete_folder, duplicate_file, move_file
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.operations import (
    copy_file,
    create_file,
    move_to_history,
    rename_file,
    undo_file_change,
)
from editor_app.library.files.reading import FileError
from editor_app.library.files.replacing import move_without_replacing
from editor_app.library.history.history import versions_of
from editor_app.library.history.version_lists import VersionReason

BYTES = b"\xef\xbb\xbf---\r\nname: a\n---\r\n\0\xff"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(
        tmp_path / "lib",
        {
            "a.md": BYTES,
            "a.cases.yaml": "cases: []",
            "defaults/a.md": "default",
            "defaults/billing/refund.md": "refund",
            "system-messages/main.yaml": "blocks: []",
            "system-messages/main.situations.yaml": "x",
            "noext": "x",
        },
    )


def names(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


Operation = Callable[[Path, Path], FileChange]
OPERATIONS: dict[str, Operation] = {
    "create": lambda root, state: create_file(root / "new" / "deep" / "b.md", BYTES, state_dir=state),
    "copy": lambda root, state: copy_file(
        root / "defaults" / "billing" / "refund.md", root / "billing" / "refund.md", state_dir=state
    ),
    "duplicate": lambda root, state: duplicate_file(root / "a.md", state_dir=state),
    "delete": lambda root, state: move_to_history(root / "a.md", state_dir=state, now=NOW),
    "reset": lambda root, state: move_to_history(
        root / "a.md", state_dir=state, why=VersionReason.RESET, now=NOW
    ),
    "rename": lambda root, state: rename_file(root / "a.md", "b.md", state_dir=state, now=NOW),
    "move": lambda root, state: move_file(root / "a.md", root / "system-messages", state_dir=state, now=NOW),
    "delete all": lambda root, state: delete_file(root / "a.md", state_dir=state, now=NOW),
    "delete folder": lambda root, state: delete_folder(root / "system-messages", state_dir=state, now=NOW),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_undone_byte_for_byte_and_done_again(root: Path, state: Path, name: str):
    os.chmod(root / "a.md", 0o640)
    before, before_modes = names(root), {key: value[1] for key, value in fingerprint(root).items()}
    change = OPERATIONS[name](root, state)
    after = names(root)
    assert after != before
    assert {root / path for path in after.keys() - before.keys()} == set(change.appeared)
    assert {root / path for path in before.keys() - after.keys()} == set(change.gone)
    undone = undo_file_change(change, now=NOW)
    assert names(root) == before
    assert {key: value[1] for key, value in fingerprint(root).items()} == before_modes, (
        "folders and modes too"
    )
    again = undo_file_change(undone, now=NOW)
    assert names(root) == after
    undo_file_change(again, now=NOW)
    assert names(root) == before
    for told in (change, undone, again):
        assert told.sentence[0] in "‘T"
        assert told.sentence.endswith(".")


def test_sentences_say_what_happened(root: Path, state: Path):
    def told(name: str) -> list[str]:
        change = OPERATIONS[name](root, state)
        return [change.sentence, undo_file_change(change, now=NOW).sentence]

    assert told("create") == ["‘b.md’ was created.", "‘b.md’ was removed again."]
    assert told("copy") == [
        "‘refund.md’ was copied to the folder ‘billing’.",
        "‘refund.md’ was removed again.",
    ]
    assert told("duplicate") == ["‘a.md’ was copied to ‘a-copy.md’.", "‘a-copy.md’ was removed again."]
    assert told("delete") == ["‘a.md’ was moved to the history.", "‘a.md’ is back."]
    assert told("move") == [
        "‘a.md’ is in ‘system-messages’ now. ‘a.cases.yaml’ goes with it.",
        f"‘a.md’ is back in ‘{root.name}’.",
    ]
    assert told("delete all") == [
        "‘a.md’ was moved to the history. ‘a.cases.yaml’ went with it.",
        "‘a.md’ is back.",
    ]
    assert told("rename") == [
        "‘a.md’ is now ‘b.md’. ‘b.cases.yaml’ goes with it.",
        "The file is called ‘a.md’ again.",
    ]
    own = create_file(root / "own.md", b"", state_dir=state, sentence="Your copy of ‘own’ is open.")
    assert own.sentence == "Your copy of ‘own’ is open."
    assert copy_file(root / "a.md", root / "z.md", state_dir=state, sentence="Mine.").sentence == "Mine."
    assert move_to_history(root / "z.md", state_dir=state, sentence="Gone.", now=NOW).sentence == "Gone."


def test_what_is_removed_is_in_local_history(root: Path, state: Path):
    move_to_history(root / "a.md", state_dir=state, why=VersionReason.RESET, now=NOW)
    [version] = versions_of(state, root / "a.md")
    assert (version.why, version.size) == (VersionReason.RESET, len(BYTES))
    made = create_file(root / "made.md", b"made", state_dir=state)
    undo_file_change(made, now=NOW)
    assert versions_of(state, root / "made.md")[0].why is VersionReason.UNDONE


def test_a_rename_takes_companions_along(root: Path, state: Path):
    rename_file(root / "system-messages" / "main.yaml", "other.yaml", state_dir=state, now=NOW)
    assert (root / "system-messages" / "other.situations.yaml").read_text() == "x"
    change = rename_file(root / "a.md", "c.md", state_dir=state, now=NOW)
    assert change.appeared == (root / "c.md", root / "c.cases.yaml")
    assert change.gone == (root / "a.md", root / "a.cases.yaml")
    rename_file(root / "noext", "ext", state_dir=state, now=NOW)


def test_a_move_that_is_none_or_would_replace_does_nothing(root: Path, state: Path):
    before = names(root)
    messages = root / "system-messages"
    (root / "taken").mkdir()
    (root / "taken" / "a.cases.yaml").write_text("other")
    before = names(root)
    for path, folder, said in (
        (root / "a.md", root, f"‘a.md’ is in ‘{root.name}’ already."),
        (messages, messages / "deep", "‘system-messages’ can’t be moved into itself."),
        (messages, messages, "‘system-messages’ can’t be moved into itself."),
        (root / "a.md", root / "gone", "‘a.md’ was not moved: ‘gone’ is not a folder now."),
        (root / "a.md", root / "a.cases.yaml", "‘a.md’ was not moved: ‘a.cases.yaml’ is not a folder now."),
        (root / "a.md", root / "taken", "‘a.cases.yaml’"),
    ):
        with pytest.raises(FileError) as error:
            move_file(path, folder, state_dir=state, now=NOW)
        assert error.value.sentence.startswith(said)
        assert names(root) == before


def test_a_move_to_another_disk_is_refused_and_half_a_move_is_taken_back(
    root: Path, state: Path, monkeypatch: pytest.MonkeyPatch
):
    (root / "other").mkdir()
    before, move = names(root), operations.move_without_replacing

    def on_another_disk(old: Path, new: Path) -> None:
        if new.name == "a.cases.yaml" and new.parent.name == "other":
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        move(old, new)

    monkeypatch.setattr(operations, "move_without_replacing", on_another_disk)
    with pytest.raises(FileError, match=r"‘a.cases.yaml’ was not moved: the other folder is on another disk"):
        move_file(root / "a.md", root / "other", state_dir=state, now=NOW)
    assert names(root) == before


def test_where_the_cases_cannot_be_deleted_the_prompt_stays(
    root: Path, state: Path, monkeypatch: pytest.MonkeyPatch
):
    before, remove = names(root), operations.remove_to_history

    def no_cases(path: Path, *arguments):
        if path.name == "a.cases.yaml":
            raise FileError("It cannot be deleted.", path)
        return remove(path, *arguments)

    monkeypatch.setattr(operations, "remove_to_history", no_cases)
    with pytest.raises(FileError, match="It cannot be deleted"):
        delete_file(root / "a.md", state_dir=state, now=NOW)
    assert names(root) == before


def test_copies_find_a_free_name(root: Path, state: Path, monkeypatch: pytest.MonkeyPatch):
    made = [duplicate_file(root / "a.md", state_dir=state).appeared[0].name for _ in range(3)]
    assert made == ["a-copy.md", "a-copy-2.md", "a-copy-3.md"]
    assert duplicate_file(root / "noext", state_dir=state).appeared[0].name == "noext-copy"
    assert (root / "a-copy-3.cases.yaml").read_bytes() == (root / "a.cases.yaml").read_bytes()
    assert duplicate_file(root / "a.cases.yaml", state_dir=state).appeared[0].name == "a-copy-4.cases.yaml"
    monkeypatch.setattr("editor_app.library.files.companions._MOST_COPIES", 4)
    with pytest.raises(FileError, match="too many copies"):
        duplicate_file(root / "a.md", state_dir=state)


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(FileError) as caught:
        call()
    assert caught.value.sentence.isprintable()
    return caught.value.sentence


def test_nothing_is_ever_overwritten(root: Path, state: Path):
    write_tree(root, {"b.md": "b", "c.cases.yaml": "c"})
    (root / "link.md").symlink_to("nowhere")
    before = fingerprint(root)
    a = root / "a.md"
    for call in (
        lambda: create_file(a, b"x", state_dir=state),
        lambda: copy_file(a, root / "b.md", state_dir=state),
        lambda: rename_file(a, "b.md", state_dir=state, now=NOW),
        lambda: rename_file(a, "c.md", state_dir=state, now=NOW),
        lambda: rename_file(a, "link.md", state_dir=state, now=NOW),
        lambda: create_file(root / "link.md", b"x", state_dir=state),
    ):
        assert "is already there. Move it away or choose another name." in refusal(call)
    assert fingerprint(root) == before


@pytest.mark.parametrize(
    "name", ["", " ", ".", "..", "x/y.md", "/x.md", "a\0.md", "caf\udce9.md", "x" * 300, "a.md"]
)
def test_a_name_that_is_none_is_refused(root: Path, state: Path, name: str):
    before = names(root)
    assert refusal(lambda: rename_file(root / "a.md", name, state_dir=state, now=NOW)).endswith(".")
    assert names(root) == before


def test_what_is_not_there_or_no_file_is_refused(root: Path, state: Path):
    os.mkfifo(root / "pipe.md")
    for path in (root / "missing.md", root / "pipe.md", root / "defaults"):
        refusal(lambda path=path: move_to_history(path, state_dir=state, now=NOW))
        refusal(lambda path=path: copy_file(path, root / "x.md", state_dir=state))
        refusal(lambda path=path: duplicate_file(path, state_dir=state))
    refusal(lambda: rename_file(root / "missing.md", "x.md", state_dir=state, now=NOW))
    assert "is a file, not a folder" in refusal(
        lambda: create_file(root / "a.md" / "b.md", b"", state_dir=state)
    )
    refusal(lambda: create_file(root / ("y" * 300) / "b.md", b"", state_dir=state))
    refusal(lambda: create_file(root / "fresh" / ("y" * 300), b"", state_dir=state))
    assert not (root / "fresh").exists(), "a folder made for nothing goes again"
    assert stat.S_ISFIFO((root / "pipe.md").stat().st_mode)


def test_undo_refuses_when_something_is_in_the_way(root: Path, state: Path):
    deleted = move_to_history(root / "a.md", state_dir=state, now=NOW)
    (root / "a.md").write_text("something new")
    assert (
        refusal(lambda: undo_file_change(deleted, now=NOW))
        == "‘a.md’ is already there. Move it away or choose another name."
    )
    assert (root / "a.md").read_text() == "something new"

    renamed = rename_file(root / "a.md", "b.md", state_dir=state, now=NOW)
    (root / "a.cases.yaml").write_text("in the way of the second")
    assert "‘a.cases.yaml’ is already there" in refusal(lambda: undo_file_change(renamed, now=NOW))
    assert (root / "b.md").exists(), "not even the first was moved back"
    (root / "a.cases.yaml").unlink()
    (root / "b.md").unlink()
    assert "no longer there" in refusal(lambda: undo_file_change(renamed, now=NOW))

    made = create_file(root / "made" / "c.md", b"c", state_dir=state)
    (root / "made" / "c.md").write_text("worked on")
    assert "was changed since, so nothing was undone" in refusal(lambda: undo_file_change(made, now=NOW))
    (root / "made" / "c.md").unlink()
    assert "no longer there" in refusal(lambda: undo_file_change(made, now=NOW))


def test_a_folder_that_others_use_by_now_stays(root: Path, state: Path):
    made = create_file(root / "made" / "c.md", b"c", state_dir=state)
    (root / "made" / "other.md").write_text("other")
    undo_file_change(made, now=NOW)
    assert [path.name for path in (root / "made").iterdir()] == ["other.md"]


def test_a_renamed_file_keeps_what_was_written_to_it(root: Path, state: Path):
    renamed = rename_file(root / "a.md", "b.md", state_dir=state, now=NOW)
    (root / "b.md").write_text("worked on")
    undo_file_change(renamed, now=NOW)
    assert (root / "a.md").read_text() == "worked on"


def test_a_link_is_removed_and_comes_back_as_a_link(root: Path, state: Path):
    (root / "link.md").symlink_to("a.md")
    removed = move_to_history(root / "link.md", state_dir=state, sentence="It is kept.", now=NOW)
    assert removed.sentence == "The link ‘link.md’ was removed; the file it leads to stays."
    assert (root / "a.md").read_bytes() == BYTES
    back = undo_file_change(removed, now=NOW)
    assert os.readlink(root / "link.md") == "a.md"
    undo_file_change(back, now=NOW)
    assert not os.path.lexists(root / "link.md")
    assert (root / "a.md").read_bytes() == BYTES


def test_what_cannot_be_kept_is_not_removed(root: Path, tmp_path: Path):
    (tmp_path / "state").write_text("a file, not a folder")
    assert "‘a.md’ was not removed" in refusal(
        lambda: move_to_history(root / "a.md", state_dir=tmp_path / "state", now=NOW)
    )
    assert (root / "a.md").read_bytes() == BYTES


def test_a_closed_folder_refuses_all_or_nothing(root: Path, tmp_path: Path):
    open_to_all(root)
    (tmp_path / "state").mkdir()
    (tmp_path / "state").chmod(0o777)
    root.chmod(0o555)
    before = names(root)

    def attempt() -> list[str]:
        with pytest.raises(PermissionError):
            (root / "a.md").unlink()
        return [refusal(lambda name=name: OPERATIONS[name](root, tmp_path / "state")) for name in OPERATIONS]

    sentences = as_nobody(attempt)
    assert all("you have no permission" in sentence for sentence in sentences)
    assert names(root) == before


def test_when_the_second_file_cannot_be_moved_the_first_moves_back(
    root: Path, state: Path, monkeypatch: pytest.MonkeyPatch
):
    moved: list[Path] = []

    def fail_second(source: Path, target: Path) -> None:
        moved.append(source)
        if len(moved) == 2:
            raise PermissionError(13, "Permission denied")
        move_without_replacing(source, target)

    before = names(root)
    monkeypatch.setattr("editor_app.library.files.operations.move_without_replacing", fail_second)
    assert "‘a.cases.yaml’ was not renamed" in refusal(
        lambda: rename_file(root / "a.md", "b.md", state_dir=state, now=NOW)
    )
    assert names(root) == before
    assert [path.name for path in moved] == ["a.md", "a.cases.yaml", "b.md"]


def test_on_a_disk_without_hard_links_nothing_is_overwritten_either(
    root: Path, state: Path, monkeypatch: pytest.MonkeyPatch
):
    def no_links(*_arguments: object, **_options: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    before = names(root)
    undo_file_change(rename_file(root / "a.md", "b.md", state_dir=state, now=NOW), now=NOW)
    undo_file_change(create_file(root / "new.md", b"x", state_dir=state), now=NOW)
    assert names(root) == before
    with pytest.raises(FileExistsError):
        move_without_replacing(root / "a.md", root / "noext")
    assert "already there" in refusal(lambda: create_file(root / "a.md", b"x", state_dir=state))
    assert names(root) == before


def test_only_the_case_of_a_name_changes(root: Path, state: Path):
    change = rename_file(root / "a.md", "A.md", state_dir=state, now=NOW)
    assert sorted(path.name for path in root.iterdir() if path.suffix == ".md") == ["A.md"]
    undo_file_change(change, now=NOW)
    os.link(root / "a.md", root / "A.md")  # so looks a disk that knows no case: both names are one file
    os.unlink(root / "A.cases.yaml") if (root / "A.cases.yaml").exists() else None
    rename_file(root / "a.md", "A.md", state_dir=state, now=NOW)
    assert (root / "A.md").read_bytes() == BYTES


def test_a_folder_is_deleted_with_the_links_in_it_or_not_at_all(
    root: Path, state: Path, monkeypatch: pytest.MonkeyPatch
):
    folder, outside = root / "all", root / "outside"
    (folder / "empty").mkdir(parents=True)
    outside.mkdir()
    (outside / "stays.md").write_text("x")
    (folder / "link").symlink_to(outside, target_is_directory=True)
    change = delete_folder(folder, state_dir=state, now=NOW)
    assert change.sentence == "‘all’ was deleted; its 1 file went to the history."
    assert not folder.exists()
    assert (outside / "stays.md").exists()
    back = undo_file_change(change, now=NOW)
    assert (back.sentence, (folder / "link").is_symlink()) == ("‘all’ is back.", True)
    assert undo_file_change(back, now=NOW).sentence == "‘all’ was removed again."
    folder.mkdir(exist_ok=True)
    assert delete_folder(folder, state_dir=state, now=NOW).sentence == "The empty folder ‘all’ was deleted."
    monkeypatch.setattr("editor_app.library.files.companions._MOST_DELETED", 1)
    before = names(root)
    with pytest.raises(FileError, match="holds more than 1 file"):
        delete_folder(root, state_dir=state, now=NOW)
    assert names(root) == before

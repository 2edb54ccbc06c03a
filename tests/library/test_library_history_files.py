"""What local history has of a file: across renames, of files that are gone, with contents that are gone."""

from __future__ import annotations

import errno
import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from library_trees import NOW

from editor_app.library.files.operations import create_file, move_to_history, rename_file, undo_file_change
from editor_app.library.files.reading import FileError, read_file
from editor_app.library.files.saving import save_file
from editor_app.library.history.history import (
    deleted_files,
    history_of,
    keep_version,
    note_rename,
    prune_history,
    read_version,
    versions_of,
)
from editor_app.library.history.version_lists import HistoryLimits, VersionReason, keep_limits, read_limits

DAY = 24 * 60 * 60
SAVED = VersionReason.SAVED


def at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def contents(state: Path, path: Path) -> list[bytes]:
    """Return the kept contents of a file, the newest first."""
    found = history_of(state, path)
    assert found.sentences == ()
    return [read_version(state, version) for version in found.versions]


def lists(state: Path) -> list[Path]:
    return sorted((state / "history" / "files").iterdir())


def objects(state: Path) -> list[Path]:
    return sorted((state / "history" / "objects").glob("*/*"))


def save(state: Path, path: Path, data: bytes, now: datetime = NOW) -> None:
    expected = read_file(path).stamp if path.exists() else None
    save_file(path, data, expected=expected, state_dir=state, now=now)


def test_what_is_kept_of_a_file(state: Path, tmp_path: Path):
    path = tmp_path / "a.md"
    assert history_of(state, path).versions == ()
    for number, data in enumerate([b"one", b"two" * 1000, b"three"]):
        save(state, path, data, at(number))
    found = history_of(state, path)
    assert [(version.size, version.why) for version in found.versions] == [(6000 // 2, SAVED), (3, SAVED)]
    assert found.kept_bytes == sum(one.stat().st_size for one in objects(state)) < 100
    assert (found.path, found.most_days, found.sentences) == (path, 90, ())


def test_every_reason_is_kept_and_an_older_foreword_reads_its_line(state: Path, tmp_path: Path):
    path = tmp_path / "a.md"
    for number, why in enumerate(VersionReason):
        keep_version(state, path, b"%d" % number, why, now=at(number))
    assert [version.why for version in history_of(state, path).versions] == list(VersionReason)[::-1]
    [record] = lists(state)
    lines = [json.loads(line) for line in record.read_bytes().splitlines()]
    former = {"saved", "reset", "deleted", "reloaded", "undone"}
    assert {line["format"] for line in lines} == {1}
    assert {line["why"] for line in lines} == former
    newer = record.read_bytes().replace(b'"reason": "copied"', b'"reason": "of a later version"')
    record.write_bytes(newer)
    copied = list(VersionReason)[::-1].index(VersionReason.COPIED)
    assert history_of(state, path).versions[copied].why is SAVED
    prune_history(state, now=at(1))
    assert record.read_bytes() == newer
    assert len({why.in_words for why in VersionReason}) == len(VersionReason)


def test_a_save_says_what_it_is_for(state: Path, tmp_path: Path):
    path = tmp_path / "a.md"
    path.write_bytes(b"one")
    path.chmod(0o640)
    save_file(
        path,
        b"two",
        expected=read_file(path).stamp,
        state_dir=state,
        now=NOW,
        why=VersionReason.LIBRARY_REPLACE,
    )
    [version] = history_of(state, path).versions
    assert (version.why, version.mode) == (VersionReason.LIBRARY_REPLACE, 0o640)


def test_history_follows_a_rename_and_a_new_file_does_not_inherit(state: Path, tmp_path: Path):
    a, b, c = (tmp_path / name for name in ("a.md", "b.md", "c.md"))
    save(state, a, b"1")
    save(state, a, b"2")
    first = rename_file(a, "b.md", state_dir=state, now=NOW)
    save(state, b, b"3")
    assert (contents(state, a), contents(state, b)) == ([], [b"2", b"1"])
    assert [version.path.name for version in history_of(state, b).versions] == ["b.md", "a.md"]
    save(state, a, b"another")
    save(state, a, b"another 2")
    assert (contents(state, a), contents(state, b)) == ([b"another"], [b"2", b"1"])
    second = rename_file(b, "c.md", state_dir=state, now=NOW)
    assert (contents(state, b), contents(state, c)) == ([], [b"2", b"1"])
    undo_file_change(second, now=NOW)
    move_to_history(a, state_dir=state, now=NOW)
    undo_file_change(first, now=NOW)
    assert contents(state, b) == []
    assert contents(state, a) == [b"2", b"1", b"another 2", b"another"], "both files that were there"
    rename_file(a, "c.md", state_dir=state, now=NOW)
    assert contents(state, c) == [b"2", b"1"], "only the file that was there takes its versions along"
    assert contents(state, a) == [b"another 2", b"another"]


def test_a_file_without_versions_leaves_those_of_an_earlier_one_behind(state: Path, tmp_path: Path):
    a, b, c = (tmp_path / name for name in ("a.md", "b.md", "c.md"))
    save(state, b, b"earlier")
    move_to_history(b, state_dir=state, now=NOW)
    a.write_bytes(b"never saved")
    rename_file(a, "b.md", state_dir=state, now=NOW)
    save(state, b, b"saved")
    assert contents(state, b) == [b"never saved", b"earlier"]
    rename_file(b, "c.md", state_dir=state, now=NOW)
    assert (contents(state, b), contents(state, c)) == ([b"earlier"], [b"never saved"])
    [deleted] = deleted_files(state, tmp_path)
    assert (deleted.path, read_version(state, deleted)) == (b, b"earlier")


NAMES = ("a.md", "b.md", "c.md")
STEPS = st.tuples(
    st.sampled_from(["save", "save", "rename", "rename", "undo", "delete", "delete", "prune"]),
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
)


@given(steps=st.lists(STEPS, min_size=10, max_size=25))
def test_any_chain_of_renames(tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, str]]):
    """Every version stays in one place, and those of a file that is there are where it is."""
    folder = tmp_path_factory.mktemp("chain")
    state, number = folder / "state", 0
    files: dict[str, list[bytes]] = {}  # the texts each file had that is there now, the present one last
    replaced: set[bytes] = set()
    undoable = None
    for what, name, other in steps:
        path, number = folder / name, number + 1
        if what == "save":
            replaced.update(files.get(name, [])[-1:])
            files.setdefault(name, []).append(b"%d" % number)
            save(state, path, b"%d" % number, at(number))
        elif what == "rename" and name in files and other not in files:
            undoable = rename_file(path, other, state_dir=state, now=at(number)), name, other
            files[other] = files.pop(name)
        elif what == "undo" and undoable and undoable[2] in files and undoable[1] not in files:
            undo_file_change(undoable[0], now=at(number))
            files[undoable[1]] = files.pop(undoable[2])
            undoable = None
        elif what == "delete" and name in files:
            move_to_history(path, state_dir=state, now=at(number))
            replaced.update(files.pop(name)[-1:])
        elif what == "prune":
            prune_history(state, now=at(number))
    found = {name: contents(state, folder / name) for name in NAMES}
    assert sorted(data for kept in found.values() for data in kept) == sorted(replaced)
    assert all(set(texts[:-1]) <= set(found[name]) for name, texts in files.items())
    deleted = {version.path.name for version in deleted_files(state, folder)}
    assert deleted == {name for name in NAMES if found[name] and name not in files}


def test_a_rename_moves_lists_that_cannot_be_read(state: Path, tmp_path: Path):
    a, b = tmp_path / "a.md", tmp_path / "b.md"
    save(state, a, b"1")
    save(state, a, b"2")
    [record] = lists(state)
    newer = record.read_bytes().replace(b'"format": 1', b'"format": 2')
    record.write_bytes(newer + b"{}\n")
    rename_file(a, "b.md", state_dir=state, now=NOW)
    assert [one.read_bytes() for one in lists(state)] == [newer + b"{}\n"]
    assert history_of(state, b).sentences == (
        "The list of the versions of ‘b.md’ is damaged; what can be read of it is shown.",
        "A version of ‘b.md’ was kept by a newer Foreword, which can show it.",
    )


def test_a_rename_is_done_though_local_history_could_not_follow(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    a, b, c = (tmp_path / name for name in ("a.md", "b.md", "c.md"))
    save(state, a, b"1")
    save(state, a, b"2")
    real, refused = os.rename, list[Path]()

    def fail(source: Path, target: Path) -> None:
        if Path(source).suffix == ".jsonl":
            refused.append(target)
            raise OSError(errno.EIO, "")
        real(source, target)

    monkeypatch.setattr(os, "rename", fail)
    change = rename_file(a, "b.md", state_dir=state, now=NOW)
    monkeypatch.undo()
    assert refused, "the control"
    assert change.in_words == (
        "‘a.md’ is now ‘b.md’. The history of ‘a.md’ stays under that name: "
        "the disk reported a fault. Check the disk and try again."
    )
    assert (contents(state, a), contents(state, b)) == ([b"1"], [])
    save(state, b, b"3")
    (state / "history" / "renames.jsonl").mkdir()
    assert rename_file(b, "c.md", state_dir=state, now=NOW).warnings == ()
    assert contents(state, c) == [b"2"], "the list follows, though the rename could not be noted"


def test_a_rename_without_history_makes_nothing(state: Path, tmp_path: Path):
    (tmp_path / "a.md").write_bytes(b"1")
    rename_file(tmp_path / "a.md", "b.md", state_dir=state, now=NOW)
    note_rename(state, tmp_path / "x.md", tmp_path / "x.md", now=NOW)
    assert not state.exists()


def test_files_that_are_not_there_now(state: Path, tmp_path: Path):
    library = tmp_path / "library"
    (library / "more").mkdir(parents=True)
    a, b, deep, outside = library / "a.md", library / "b.md", library / "more" / "c.md", tmp_path / "d.md"
    for number, path in enumerate([a, b, deep, outside]):
        save(state, path, b"1" + path.name.encode(), at(number))
        save(state, path, b"2" + path.name.encode(), at(10 + number))
    assert deleted_files(state, library) == ()
    path = rename_file(b, "renamed.md", state_dir=state, now=NOW).appeared[0]
    assert deleted_files(state, library) == (), "it has another name"
    path.unlink()  # by another program, so that local history has no line with this name
    [found] = deleted_files(state, library)
    assert (found.path, read_version(state, found)) == (path, b"1b.md")
    move_to_history(deep, state_dir=state, now=at(100))
    outside.unlink()
    assert [(one.path, one.why) for one in deleted_files(state, library)] == [
        (deep, VersionReason.DELETED),
        (path, SAVED),
    ]
    assert len(deleted_files(state, tmp_path)) == 3
    link = tmp_path / "link"
    link.symlink_to(library)
    assert [one.path for one in deleted_files(state, link)] == [link / "more" / "c.md", link / "renamed.md"]
    (state / "history" / "renames.jsonl").write_bytes(b"\0\n[]\n{}\n")
    assert [one.path for one in deleted_files(state, library)] == [deep, b], "the last name that is known"
    prune_history(state, now=at(1000 * DAY))
    assert deleted_files(state, library) == ()


def test_renames_are_forgotten_with_their_versions(state: Path, tmp_path: Path):
    a = tmp_path / "a.md"
    save(state, a, b"1", at(1))
    save(state, a, b"2", at(1))
    rename_file(a, "b.md", state_dir=state, now=at(1))
    renames = state / "history" / "renames.jsonl"
    assert b"b.md" in renames.read_bytes()
    prune_history(state, now=at(2))
    assert b"b.md" in renames.read_bytes()
    prune_history(state, now=at(1000 * DAY))
    assert renames.read_bytes() == b""


def test_history_through_a_link(state: Path, tmp_path: Path):
    folder, link = tmp_path / "folder", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    save(state, link / "a.md", b"1")
    save(state, link / "a.md", b"2")
    move_to_history(link / "a.md", state_dir=state, now=NOW)
    assert contents(state, folder / "a.md") == contents(state, link / "a.md") == [b"2", b"1"]
    save(state, folder / "a.md", b"3")
    (folder / "to-a.md").symlink_to("a.md")
    save(state, folder / "to-a.md", b"4")
    assert contents(state, folder / "to-a.md") == [b"3", b"2", b"1"]
    rename_file(link / "a.md", "b.md", state_dir=state, now=NOW)
    assert contents(state, folder / "b.md") == [b"3", b"2", b"1"]
    for name in ("no\0name", "no\ud800name", "no\udcffname", "x" * 5000):
        assert history_of(state, folder / name).versions == ()


def test_versions_whose_contents_are_gone_are_left_out_with_a_sentence(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "a.md"
    for number in range(4):
        save(state, path, b"%d" % number, at(number))
    move_to_history(path, state_dir=state, now=at(9))
    stored = {version.size: version for version in versions_of(state, path)}
    assert len(stored) == 1
    newest, *others = history_of(state, path).versions
    for version in (newest, others[0]):
        (state / "history" / "objects" / version.hash[:2] / version.hash[2:]).unlink()
    (state / "history" / "objects" / others[1].hash[:2] / others[1].hash[2:]).write_bytes(b"")
    found = history_of(state, path)
    assert [read_version(state, version) for version in found.versions] == [b"0"]
    assert found.sentences == ("3 versions of ‘a.md’ are no longer in the history, only their times are.",)
    assert [read_version(state, version) for version in deleted_files(state, tmp_path)] == [b"0"]
    [last] = [one for one in objects(state) if one.stat().st_size]
    with monkeypatch.context() as patch:
        real = os.stat

        def fail(path: object, **keywords: bool) -> os.stat_result:
            if path == last:
                raise OSError(errno.EIO, "")
            return real(path, **keywords)

        patch.setattr(os, "stat", fail)
        assert len(history_of(state, path).versions) == 1, "a fault of the disk does not mean that it is gone"
    for one in objects(state):
        one.unlink()
    assert (history_of(state, path).versions, deleted_files(state, tmp_path)) == ((), ())
    assert create_file(path, b"new", state_dir=state).appeared == (path,)


def test_the_limits_are_kept_and_hold(state: Path, tmp_path: Path):
    assert read_limits(state) == HistoryLimits(90, 200)
    keep_limits(state, HistoryLimits(30, 1))
    assert read_limits(state) == HistoryLimits(30, 1)
    path = tmp_path / "a.md"
    keep_version(state, path, b"old", SAVED, now=at(0))
    keep_version(state, path, b"middle", SAVED, now=at(15 * DAY))
    keep_version(state, path, b"new", SAVED, now=at(31 * DAY))
    assert [version.kept_at for version in history_of(state, path).versions] == [31 * DAY, 15 * DAY]
    assert history_of(state, path).most_days == 30
    for number in range(3):
        data = os.urandom(600_000)
        keep_version(state, path, data, SAVED, now=at((32 + number) * DAY))
    assert len(history_of(state, path).versions) == 1


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 2, "days": 1, "megabytes": 1}', "9" * 20_000])
def test_limits_that_cannot_be_read_remove_nothing(state: Path, tmp_path: Path, text: str):
    path = tmp_path / "a.md"
    keep_version(state, path, b"old", SAVED, now=at(0))
    (state / "history" / "limits.json").write_text(text)
    [sentence] = keep_version(state, path, b"new", SAVED, now=at(5000 * DAY)).warnings
    assert sentence.startswith("How long history is kept could not be read, so all is kept.")
    assert len(history_of(state, path).versions) == 2
    keep_limits(state, HistoryLimits(3650))
    assert prune_history(state, now=at(5000 * DAY)) == ()
    assert len(history_of(state, path).versions) == 1


def test_limits_that_cannot_be_written_say_so(tmp_path: Path):
    (tmp_path / "state").write_bytes(b"a file")
    with pytest.raises(FileError, match="How long the history keeps versions could not be changed"):
        keep_limits(tmp_path / "state", HistoryLimits(1))

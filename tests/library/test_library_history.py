import errno
import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from library_trees import NOW

from editor_app.library.files.reading import FileError
from editor_app.library.history.history import (
    history_of,
    keep_version,
    prune_history,
    read_version,
    versions_of,
)
from editor_app.library.history.version_lists import HistoryLimits, Version, VersionReason, keep_limits

DAY = 24 * 60 * 60
PATH = Path("/library/a.md")


def at(seconds: float) -> datetime:
    """Return the time so many seconds after the beginning of 1970."""
    return datetime.fromtimestamp(seconds, UTC)


def objects(state: Path) -> list[Path]:
    return sorted((state / "history" / "objects").glob("*/*"))


def test_versions_come_back_the_newest_first(state: Path):
    first = keep_version(state, PATH, b"one", VersionReason.SAVED, now=at(100)).version
    second = keep_version(state, PATH, b"two", VersionReason.DELETED, mode=0o600, now=at(200)).version
    keep_version(state, Path("/library/b.md"), b"other", VersionReason.SAVED, now=at(300))
    assert versions_of(state, PATH) == (second, first)
    assert [read_version(state, version) for version in (first, second)] == [b"one", b"two"]
    assert (first.size, first.kept_at, first.mode, second.mode) == (3, 100, 0o644, 0o600)
    assert versions_of(state, Path("/library/c.md")) == ()


@given(contents=st.lists(st.binary(max_size=30), max_size=6))
def test_any_bytes_come_back(tmp_path_factory: pytest.TempPathFactory, contents: list[bytes]):
    state = tmp_path_factory.mktemp("state")
    versions = [
        keep_version(state, PATH, data, VersionReason.SAVED, now=at(n)).version
        for n, data in enumerate(contents)
    ]
    assert [read_version(state, version) for version in versions] == contents


def test_a_content_is_kept_once(state: Path):
    text = b"the same text " * 1000
    keep_version(state, PATH, text, VersionReason.SAVED, now=at(1))
    keep_version(state, PATH, text, VersionReason.SAVED, now=at(2))
    keep_version(state, Path("/elsewhere.md"), text, VersionReason.SAVED, now=at(3))
    assert [version.kept_at for version in versions_of(state, PATH)] == [1]
    [only] = objects(state)
    assert only.stat().st_size < len(text) / 10


def test_nobody_else_can_look(state: Path):
    keep_version(state, PATH, b"secret", VersionReason.SAVED, now=NOW)
    found = [state, *state.rglob("*")]
    assert not [path for path in found if stat.S_IMODE(path.stat().st_mode) & 0o077]


def test_old_versions_go(state: Path):
    keep_version(state, PATH, b"old", VersionReason.SAVED, now=at(0))
    keep_version(state, PATH, b"new", VersionReason.SAVED, now=at(50 * DAY))
    keep_version(state, Path("/old.md"), b"older", VersionReason.SAVED, now=at(0))
    prune_history(state, now=at(91 * DAY))
    assert [version.kept_at for version in versions_of(state, PATH)] == [50 * DAY]
    assert versions_of(state, Path("/old.md")) == ()
    assert len(objects(state)) == 1
    prune_history(state, now=NOW)
    assert objects(state) == []


def test_the_oldest_go_until_the_rest_fits(state: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("editor_app.library.history.history.MEGABYTE", 4500 / 200)
    for number in range(10):
        keep_version(state, Path(f"/{number % 3}.md"), os.urandom(1000), VersionReason.SAVED, now=at(number))
    prune_history(state, now=at(10))
    left = {version.kept_at for number in range(3) for version in versions_of(state, Path(f"/{number}.md"))}
    assert left == {6, 7, 8, 9}
    assert len(objects(state)) == 4


def test_a_file_saved_very_often_keeps_its_last_versions(state: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("editor_app.library.history.history.MOST_VERSIONS", 5)
    monkeypatch.setattr("editor_app.library.history.history.MOST_VERSIONS", 5)
    for number in range(8):
        keep_version(state, PATH, b"%d" % number, VersionReason.SAVED, now=at(number))
    prune_history(state, now=at(10))
    assert [version.kept_at for version in versions_of(state, PATH)] == [7, 6, 5, 4, 3]
    assert len(objects(state)) == 5
    assert history_of(state, PATH).in_words.endswith("on disk, the newest 5 kept 90 days")


def test_keeping_prunes_once_a_day(state: Path):
    keep_version(state, PATH, b"old", VersionReason.SAVED, now=at(0))
    keep_version(state, PATH, b"other", VersionReason.SAVED, now=at(100 * DAY))
    assert len(versions_of(state, PATH)) == 2, "the clock may be wrong"
    keep_version(state, PATH, b"the day after", VersionReason.SAVED, now=at(101 * DAY))
    assert [version.kept_at for version in versions_of(state, PATH)] == [101 * DAY, 100 * DAY]
    os.utime(state / "history" / "pruned", (200 * DAY, 200 * DAY))
    keep_version(state, PATH, b"clock set back", VersionReason.SAVED, now=at(150 * DAY))
    assert len(versions_of(state, PATH)) == 3


def test_a_version_that_is_kept_again_is_as_new_as_that(state: Path):
    keep_version(state, PATH, b"same", VersionReason.SAVED, now=at(0))
    for day in (100, 101):
        kept = keep_version(state, PATH, b"same", VersionReason.SAVED, now=at(day * DAY)).version
        assert versions_of(state, PATH) == (kept,)
        assert (kept.kept_at, read_version(state, kept)) == (day * DAY, b"same")


def test_one_save_under_a_wrong_clock_removes_nothing(state: Path):
    other = Path("/library/b.md")
    keep_version(state, other, b"other", VersionReason.SAVED, now=at(0))
    keep_version(state, PATH, b"now", VersionReason.SAVED, now=at(10 * DAY))
    keep_version(state, PATH, b"years ahead", VersionReason.SAVED, now=at(4_000 * DAY))
    keep_version(state, PATH, b"back again", VersionReason.SAVED, now=at(11 * DAY))
    assert len(versions_of(state, PATH)) == 3
    assert len(versions_of(state, other)) == 1


def test_what_was_just_kept_stays_though_it_is_larger_than_all_may_be(state: Path):
    keep_limits(state, HistoryLimits(megabytes=1))
    data = os.urandom(2 * 1024 * 1024)
    kept = keep_version(state, PATH, data, VersionReason.SAVED, now=NOW).version
    assert versions_of(state, PATH) == (kept,)
    assert read_version(state, kept) == data


def test_a_torn_or_damaged_line_costs_only_itself(state: Path):
    keep_version(state, PATH, b"one", VersionReason.SAVED, now=at(1))
    [record] = (state / "history" / "files").iterdir()
    good = record.read_bytes()
    record.write_bytes(
        good
        + b'[]\n{"format": 99}\n"x"\nnull\n{"format": 1, "path": 3}\n\xff\n'
        + b"[" * 100_000
        + b'\n{"format": 1, "pa'
    )
    keep_version(state, PATH, b"two", VersionReason.SAVED, now=at(2))
    assert [version.kept_at for version in versions_of(state, PATH)] == [2, 1]


def test_a_version_that_is_gone_or_damaged_is_told(state: Path):
    version = keep_version(state, PATH, bytes(range(256)) * 2, VersionReason.SAVED, now=NOW).version
    [stored] = objects(state)
    packed = stored.read_bytes()
    other = keep_version(state, PATH, b"two" * 100, VersionReason.SAVED, now=NOW).version
    [other_stored] = [path for path in objects(state) if path != stored]
    stored.write_bytes(other_stored.read_bytes())
    with pytest.raises(FileError, match=r"‘a\.md’ in the history is damaged"):
        read_version(state, version)
    for broken in (b"no zlib", packed[:10]):
        stored.write_bytes(broken)
        with pytest.raises(FileError, match="in the history"):
            read_version(state, version)
    stored.unlink()
    with pytest.raises(FileError, match="no longer in the history"):
        read_version(state, version)
    assert read_version(state, other) == b"two" * 100


def test_a_stored_bomb_does_not_unfold(state: Path):
    import zlib

    version = keep_version(state, PATH, b"small", VersionReason.SAVED, now=NOW).version
    [stored] = objects(state)
    stored.write_bytes(zlib.compress(b"\0" * 50_000_000))
    with pytest.raises(FileError, match="damaged"):
        read_version(state, version)


def test_two_that_keep_one_content_at_once_do_not_meet(state: Path, monkeypatch: pytest.MonkeyPatch):
    keep_version(state, PATH, b"one", VersionReason.SAVED, now=at(1))
    monkeypatch.setattr(Path, "exists", lambda _path: False)  # as another process finds it a moment before
    keep_version(state, PATH, b"one", VersionReason.DELETED, now=at(2))
    monkeypatch.undo()
    assert [version.why for version in versions_of(state, PATH)] == [
        VersionReason.DELETED,
        VersionReason.SAVED,
    ]


def test_a_full_disk_is_told(state: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_arguments: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(FileError, match=r"‘a\.md’ could not be kept in the history: the disk is full"):
        keep_version(state, PATH, b"one", VersionReason.SAVED, now=NOW)
    monkeypatch.undo()
    assert versions_of(state, PATH) == ()
    assert objects(state) == []


def test_a_version_is_a_plain_value():
    version = Version(PATH, "x", 1, 2.0, VersionReason.SAVED)
    assert version == Version(PATH, "x", 1, 2.0, VersionReason.SAVED)
    assert hash(version)

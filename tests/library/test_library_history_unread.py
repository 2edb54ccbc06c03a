"""Local history whose lists can’t be read, or not all of them: nothing they name goes, and it is said."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from library_trees import as_nobody, open_to_all

from editor_app.library.files.reading import FileError, read_file
from editor_app.library.files.saving import SaveResult, save_file
from editor_app.library.history.history import keep_version, prune_history, read_version, versions_of
from editor_app.library.history.version_lists import VersionReason

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")

DAY = 24 * 60 * 60
PATH = Path("/library/a.md")
OTHER = Path("/library/b.md")
FAR = 4_000_000_000.0  # long after every limit


def at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def objects(state: Path) -> list[Path]:
    return sorted(path for path in (state / "history" / "objects").glob("*/*"))


def lists(state: Path) -> list[Path]:
    return sorted((state / "history" / "files").iterdir())


def list_of(state: Path, path: Path) -> Path:
    return next(one for one in lists(state) if os.fsencode(path) in one.read_bytes())


@pytest.fixture
def kept(state: Path) -> Path:
    """Return the list of a file with two versions; another file has one."""
    keep_version(state, PATH, b"one", VersionReason.SAVED, now=at(100))
    keep_version(state, PATH, b"two", VersionReason.SAVED, now=at(200))
    keep_version(state, OTHER, b"other", VersionReason.SAVED, now=at(300))
    return list_of(state, PATH)


HARMS: dict[str, Callable[[bytes], bytes]] = {
    "newer": lambda data: data.replace(b'"format": 1', b'"format": 2'),
    "one line newer": lambda data: data.replace(b'"format": 1', b'"format": 2', 1),
    "zeroed": lambda data: b"\0" * len(data),
    "emptied": lambda _data: b"",
    "cut": lambda data: data[:-20],
    "one bit": lambda data: data.replace(b'"format"', b'"formaT"', 1),
    "other why": lambda data: data.replace(b'"saved"', b'"dreamt"', 1),
    "no hash": lambda data: data.replace(b'"hash": "', b'"hash": "../', 1),
    "no size": lambda data: data.replace(b'"size": 3', b'"size": -3', 1),
    "no time": lambda data: data.replace(b'"kept_at": 100.0', b'"kept_at": NaN', 1),
    "no mode": lambda data: data.replace(b'"mode": 420', b'"mode": 1e300', 1),
    "no text": lambda _data: b"\x89PNG\r\n\x1a\n" * 20,
}


def test_the_control_a_list_that_is_read_goes_when_it_is_old(state: Path, kept: Path):
    assert len(objects(state)) == 3
    assert prune_history(state, now=at(FAR)) == ()
    assert (lists(state), objects(state)) == ([], [])


@pytest.mark.parametrize("harm", HARMS)
def test_a_list_that_is_not_understood_stays_with_all_it_names(state: Path, kept: Path, harm: str):
    harmed = HARMS[harm](kept.read_bytes())
    kept.write_bytes(harmed)
    before = objects(state)
    [sentence] = prune_history(state, now=at(FAR))
    assert "ist of versions" in sentence
    assert "stay" in sentence
    assert objects(state) == before
    assert harmed in [one.read_bytes() for one in lists(state)]
    assert versions_of(state, OTHER) == (), "what is understood is pruned all the same"
    prune_history(state, now=at(FAR))
    assert objects(state) == before, "nor the next time"


@given(
    junk=st.lists(st.binary(max_size=40).filter(lambda line: b"\n" not in line), max_size=4),
    places=st.lists(st.integers(0, 5), min_size=4, max_size=4),
)
def test_whatever_stands_in_a_list_its_versions_stay(
    tmp_path_factory: pytest.TempPathFactory, junk: list[bytes], places: list[int]
):
    state = tmp_path_factory.mktemp("any") / "state"
    for number in range(3):
        keep_version(state, PATH, b"%d" % number, VersionReason.SAVED, now=at(FAR + number))
    [record] = lists(state)
    lines = record.read_bytes().splitlines(keepends=True)
    for place, line in zip(places, junk, strict=False):
        lines.insert(place, line + b"\n")
    record.write_bytes(b"".join(lines))
    keep_version(state, PATH, b"more", VersionReason.SAVED, now=at(FAR + 9))
    prune_history(state, now=at(FAR + 10))
    found = versions_of(state, PATH)
    assert [read_version(state, version) for version in found] == [b"more", b"2", b"1", b"0"]
    [*aside, _] = sorted(lists(state), key=lambda path: "broken" not in path.name)
    assert all(one.read_bytes() == b"".join(lines) for one in aside)


def test_a_list_damaged_in_part_goes_on_with_the_rest_and_is_said_once(state: Path, kept: Path):
    harmed = b"nonsense\n" + kept.read_bytes()
    kept.write_bytes(harmed)
    [sentence] = keep_version(state, PATH, b"three", VersionReason.SAVED, now=at(400)).warnings
    aside = kept.with_name(f"{kept.stem}.broken-1.jsonl")
    assert sentence == (
        f"The list of versions of ‘a.md’ was damaged and set aside as ‘{aside.name}’; all it names stays."
    )
    assert aside.read_bytes() == harmed
    kept.write_bytes(b"nothing of it")
    [again] = keep_version(state, PATH, b"three", VersionReason.SAVED, now=at(450)).warnings
    assert "of ‘a.md’" in again, "though the list does not say whose it is"
    kept.write_bytes(harmed.partition(b"\n")[2])
    keep_version(state, PATH, b"three", VersionReason.SAVED, now=at(400))
    assert [version.kept_at for version in versions_of(state, PATH)] == [400, 200, 100]
    assert keep_version(state, PATH, b"four", VersionReason.SAVED, now=at(500)).warnings == ()


def test_lines_of_a_newer_format_stay_where_they_are(state: Path, kept: Path):
    newer = kept.read_bytes().replace(b'"format": 1', b'"format": 2')
    kept.write_bytes(newer)
    assert keep_version(state, PATH, b"three", VersionReason.SAVED, now=at(400)).warnings == ()
    assert kept.read_bytes().startswith(newer)
    assert [version.kept_at for version in versions_of(state, PATH)] == [400]
    keep_version(state, OTHER, b"x", VersionReason.SAVED, now=at(FAR))
    assert kept.read_bytes().startswith(newer)


class Fault:
    """Lets one way to look at a path fail, and counts how often it did."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str, path: Path, error: int) -> None:
        self.hits = 0
        real = getattr(os, name)

        def fail(first: object, *rest: object, **keywords: object) -> object:
            if isinstance(first, str | Path) and Path(first) == path:
                self.hits += 1
                raise OSError(error, os.strerror(error), str(path))
            return real(first, *rest, **keywords)

        monkeypatch.setattr(os, name, fail)


@pytest.mark.parametrize("error", [errno.EIO, errno.EACCES, errno.ESTALE, errno.EMFILE])
def test_a_list_that_fails_once_is_not_taken_for_empty(
    state: Path, kept: Path, monkeypatch: pytest.MonkeyPatch, error: int
):
    before, data = objects(state), kept.read_bytes()
    fault = Fault(monkeypatch, "open", kept, error)
    [sentence] = prune_history(state, now=at(FAR))
    assert fault.hits == 1, "the control: it really failed"
    assert sentence.startswith("A list of versions stays with all that is named there: ")
    monkeypatch.undo()
    assert (kept.read_bytes(), objects(state)) == (data, before)
    assert [read_version(state, version) for version in versions_of(state, PATH)] == [b"two", b"one"]


def test_a_folder_of_lists_that_fails_once_is_not_taken_for_empty(
    state: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
):
    before = objects(state)
    fault = Fault(monkeypatch, "scandir", kept.parent, errno.EIO)
    with pytest.raises(OSError, match=f"Errno {errno.EIO}"):
        prune_history(state, now=at(FAR))
    [warning] = keep_version(state, PATH, b"three", VersionReason.SAVED, now=at(FAR)).warnings
    assert warning == (
        "Old versions could not be cleared from the history: "
        "the disk reported a fault. Check the disk and try again."
    )
    assert fault.hits == 2
    monkeypatch.undo()
    assert set(before) < set(objects(state))
    assert [version.kept_at for version in versions_of(state, PATH)] == [FAR, 200, 100]


def test_contents_without_any_list_stay(state: Path, kept: Path):
    before = objects(state)
    shutil.rmtree(kept.parent)
    prune_history(state, now=at(FAR))
    assert objects(state) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="for root permissions mean nothing, so another user tries")
def test_a_list_without_permissions_stays_and_saving_says_so(tmp_path: Path):
    folder = open_to_all(tmp_path) / "ours"
    folder.mkdir()
    folder.chmod(0o777)
    state, path = folder / "state", folder / "a.md"

    def first() -> Path:
        path.write_bytes(b"one")
        save_file(path, b"two", expected=read_file(path).stamp, state_dir=state, now=at(1))
        [record] = lists(state)
        record.chmod(0)
        return record

    record = as_nobody(first)
    data, before = record.read_bytes(), objects(state)

    def refused() -> bool:
        try:
            record.read_bytes()
        except PermissionError:
            return True
        return False

    assert as_nobody(refused), "the control: the list is really closed to that user"
    as_nobody(lambda: prune_history(state, now=at(FAR)))
    saved: SaveResult = as_nobody(
        lambda: save_file(path, b"three", expected=read_file(path).stamp, state_dir=state, now=at(1))
    )
    assert path.read_bytes() == b"three"
    assert saved.warnings == (
        (
            "Saved; the earlier version could not be kept: "
            "you have no permission. Change the permissions or choose another place."
        ),
    )
    assert record.read_bytes() == data
    assert set(before) <= set(objects(state))


def test_a_list_set_aside_keeps_only_what_was_there_then(state: Path, kept: Path):
    """Else one damaged list would let local history grow without end."""
    kept.write_bytes(b"\0" * 100)
    old = objects(state)
    keep_version(state, PATH, b"three", VersionReason.SAVED, now=at(400))
    [aside] = [path for path in lists(state) if "broken" in path.name]
    [new] = set(objects(state)) - set(old)
    os.utime(aside, (10 * DAY, 10 * DAY))
    for path in old:
        os.utime(path, (9 * DAY, 9 * DAY))
    os.utime(new, (12 * DAY, 12 * DAY))
    prune_history(state, now=at(FAR))
    assert objects(state) == old


def test_a_content_that_a_power_cut_emptied_is_written_again(state: Path, kept: Path):
    [stored] = [path for path in objects(state) if path.stat().st_size and _holds(path, b"two")]
    stored.write_bytes(b"")
    [newest, _] = versions_of(state, PATH)
    with pytest.raises(FileError):
        read_version(state, newest)
    keep_version(state, OTHER, b"two", VersionReason.SAVED, now=at(500))
    assert read_version(state, newest) == b"two"


def _holds(path: Path, data: bytes) -> bool:
    import zlib

    return zlib.decompress(path.read_bytes()) == data


def test_pruning_says_how_many_lists_are_newer(state: Path, kept: Path):
    for record in lists(state):
        record.write_bytes(HARMS["newer"](record.read_bytes()))
    assert prune_history(state, now=at(FAR)) == (
        "2 lists of versions are from a newer Foreword; they stay, with all they name.",
    )

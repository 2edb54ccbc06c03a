"""What saving says where a disk cannot promise everything, and what killed processes leave."""

from __future__ import annotations

import errno
import os
import signal
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from library_trees import write_tree

from editor_app.library.files.operations import create_file
from editor_app.library.files.reading import FileError, read_file
from editor_app.library.files.saving import save_file
from editor_app.library.files.temporaries import create_temporary, sweep_temporaries, try_lock
from editor_app.library.folders import open_library
from editor_app.library.history.history import keep_version, versions_of
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.listing import list_files, scan_library
from editor_app.library.settings.trial_values import write_trial_values

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
UNSYNCED = "the disk did not confirm it. A power cut soon after may lose it."


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "prompts" / "a.md"
    path.parent.mkdir()
    path.write_bytes(b"old")
    return path


def fail_sync(monkeypatch: pytest.MonkeyPatch, error: int, *, folders: bool = False) -> list[str]:
    """Let the disk refuse to sync files, or folders; the list that comes back is of those it refused."""
    refused: list[str] = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode) == folders:
            refused.append(os.readlink(f"/proc/self/fd/{descriptor}"))
            raise OSError(error, os.strerror(error))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    return refused


@pytest.mark.parametrize("error", [errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP])
@pytest.mark.parametrize("folders", [False, True])
def test_where_nothing_can_be_synced_it_is_saved_and_said(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch, error: int, folders: bool
):
    stamp = read_file(path).stamp
    refused = fail_sync(monkeypatch, error, folders=folders)
    saved = save_file(path, b"new", expected=stamp, state_dir=state, now=NOW)
    assert any(name.startswith(str(path.parent)) for name in refused), "the control: it was really refused"
    assert saved.warnings == (f"Saved; {UNSYNCED}",)
    assert path.read_bytes() == b"new"
    assert [version.size for version in versions_of(state, path)] == [3], "so it is with the version before"
    new = save_file(path.with_name("b.md"), b"new", expected=None, state_dir=state, now=NOW)
    assert new.warnings == (f"Saved; {UNSYNCED}",)
    made = create_file(path.with_name("c.md"), b"new", state_dir=state)
    assert made.warnings == (f"‘c.md’ is there; {UNSYNCED}",)
    assert made.in_words == f"‘c.md’ was created. ‘c.md’ is there; {UNSYNCED}"


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC, errno.EDQUOT])
def test_a_fault_while_syncing_is_no_missing_promise(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch, error: int
):
    stamp = read_file(path).stamp
    refused = fail_sync(monkeypatch, error)
    with pytest.raises(FileError, match="The file on the disk is as it was"):
        save_file(path, b"new", expected=stamp, state_dir=state, now=NOW)
    assert refused
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in path.parent.iterdir()] == ["a.md"]


@pytest.mark.parametrize("is_new", [False, True])
def test_a_file_that_cannot_be_looked_at_afterwards_is_said_to_be_new(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch, is_new: bool
):
    target = path.with_name("b.md") if is_new else path
    stamp = None if is_new else read_file(path).stamp
    real, hits = Path.stat, []

    def fail(self: Path, *arguments: object, **keywords: object) -> os.stat_result:
        if self == target and target.exists() and target.read_bytes() == b"new":
            hits.append(self)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(self, *arguments, **keywords)

    monkeypatch.setattr(Path, "exists", os.path.exists)
    monkeypatch.setattr(Path, "stat", fail)
    saved = save_file(target, b"new", expected=stamp, state_dir=state, now=NOW)
    assert hits, "the control: looking at it really failed"
    assert saved.warnings == (
        (
            f"Saved, but ‘{target.name}’ could not be checked afterwards: "
            "the disk reported a fault. Check the disk and try again."
        ),
    )
    monkeypatch.undo()
    assert saved.stamp.hash == read_file(target).stamp.hash, "it is known all the same what the file holds"
    assert save_file(target, b"newer", expected=saved.stamp, state_dir=state, now=NOW).warnings == ()


def test_a_lock_that_fails_to_close_is_no_error_after_saving(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
):
    stamp = read_file(path).stamp
    real, hits = os.close, []

    def close(descriptor: int) -> None:
        name = os.readlink(f"/proc/self/fd/{descriptor}")
        real(descriptor)
        if name.endswith((".lock", "/lock")):
            hits.append(name)
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "close", close)
    saved = save_file(path, b"new", expected=stamp, state_dir=state, now=NOW)
    monkeypatch.undo()
    assert len(hits) == 2, "the control: both locks failed to close"
    assert saved.warnings == ()
    assert path.read_bytes() == b"new"


def test_a_new_file_whose_temporary_name_stays_is_not_made(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
):
    """The sentence says that nothing was written, so nothing may be there."""
    real, refused = Path.unlink, []

    def unlink(self: Path, *arguments: object, **keywords: object) -> None:
        if self.name.startswith(".foreword-") and not refused:
            refused.append(self)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(self, *arguments, **keywords)

    monkeypatch.setattr(Path, "unlink", unlink)
    with pytest.raises(FileError, match=r"‘b\.md’ was not saved: .* Nothing was written\."):
        save_file(path.with_name("b.md"), b"new", expected=None, state_dir=state, now=NOW)
    assert refused
    assert [entry.name for entry in path.parent.iterdir()] == ["a.md"]


# Temporary files --------------------------------------------------------------------------------------------


def in_a_child(do: Callable[[], object], *, killed: bool = True) -> int:
    """Run something in a process that is killed after it; return its number."""
    child = os.fork()
    if child == 0:  # pragma: no cover
        try:
            do()
        finally:
            os.kill(os.getpid(), signal.SIGKILL)
    if killed:
        os.waitpid(child, 0)
    return child


def leftovers(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.name.startswith(".foreword-")]


def temporaries_of(folder: Path) -> tuple[Path, ...]:
    return scan_library(open_library(folder)[0]).temporaries


def test_what_a_killed_process_left_is_swept(path: Path, state: Path):
    def die_while_writing() -> None:
        os.write = lambda _descriptor, _data: os.kill(os.getpid(), signal.SIGKILL)
        save_file(path, b"new", expected=read_file(path).stamp, state_dir=state.parent / "other", now=NOW)

    in_a_child(lambda: create_temporary(path, 0o600))
    in_a_child(die_while_writing)
    (path.parent / "sub").mkdir()
    in_a_child(lambda: create_temporary(path.parent / "sub" / "b.md", 0o600))
    (path.parent / ".gitignore").write_text(".foreword-*\n")
    left = sorted(leftovers(path.parent))
    assert len(left) >= 2, "the control: they are there"
    assert sorted(temporaries_of(path.parent)) == left
    assert sorted(sweep_temporaries(left)) == left
    assert leftovers(path.parent) == []
    assert [file.relative for file in list_files(open_library(path.parent)[0])] == ["a.md"]


def test_a_process_that_still_writes_keeps_its_file(path: Path):
    waiting, go_on = os.pipe(), os.pipe()

    def write_slowly() -> None:
        create_temporary(path, 0o600)
        os.write(waiting[1], b"x")
        os.read(go_on[0], 1)

    child = in_a_child(write_slowly, killed=False)
    os.read(waiting[0], 1)
    [temporary] = leftovers(path.parent)
    assert sweep_temporaries([temporary]) == ()
    assert temporary.exists()
    os.write(go_on[1], b"x")
    os.waitpid(child, 0)
    assert sweep_temporaries([temporary]) == (temporary,), "the control: only its process kept it"
    for descriptor in (*waiting, *go_on):
        os.close(descriptor)


@pytest.fixture
def orphan(path: Path) -> Path:
    """Return the temporary file of a process that is gone."""
    in_a_child(lambda: create_temporary(path, 0o600))
    [orphan] = leftovers(path.parent)
    return orphan


def test_a_lock_on_it_keeps_it_whoever_holds_that(orphan: Path):
    """As where the numbers of processes are others, in a container."""
    descriptor = os.open(orphan, os.O_RDWR)
    assert try_lock(descriptor)
    assert sweep_temporaries([orphan]) == ()
    os.close(descriptor)
    assert sweep_temporaries([orphan]) == (orphan,)


def test_a_number_that_another_process_has_now_keeps_it(orphan: Path):
    _, machine, _, rest = orphan.name.split("-")
    reused = orphan.rename(orphan.with_name(f".foreword-{machine}-{os.getpid()}-{rest}"))
    assert sweep_temporaries([reused]) == ()
    first = reused.rename(orphan.with_name(f".foreword-{machine}-1-{rest}"))
    assert sweep_temporaries([first]) == ()
    assert sweep_temporaries([first.rename(orphan)]) == (orphan,)


def test_one_of_another_machine_stays(orphan: Path):
    machine = orphan.name.split("-")[1]
    far = orphan.rename(orphan.with_name(orphan.name.replace(machine, machine[::-1])))
    assert sweep_temporaries([far]) == ()
    assert far.exists()


@pytest.mark.parametrize(
    "name", [".foreword-0123456789abcdef.tmp", ".foreword-.tmp", "a.tmp", ".foreword-x-1-y.tmp"]
)
def test_names_that_tell_no_process_stay(path: Path, name: str):
    other = path.with_name(name)
    other.write_bytes(b"x")
    assert temporaries_of(path.parent) == ()
    assert sweep_temporaries([other]) == ()
    assert other.exists()


def test_what_is_no_plain_file_stays(orphan: Path, path: Path):
    orphan.unlink()
    orphan.symlink_to(path)
    assert sweep_temporaries([orphan]) == ()
    orphan.unlink()
    os.mkfifo(orphan)
    assert sweep_temporaries([orphan]) == ()
    orphan.unlink()
    assert sweep_temporaries([orphan]) == ()
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("folders", [10, 100])
def test_looking_for_them_takes_no_call_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folders: int
):
    write_tree(tmp_path, {f"{number}/a.md": "x" for number in range(folders)})
    library, _ = open_library(tmp_path)
    calls: list[str] = []
    for name in ("scandir", "kill", "unlink"):
        real = getattr(os, name)
        monkeypatch.setattr(
            os, name, lambda *rest, _name=name, _real=real: calls.append(_name) or _real(*rest)
        )
    sweep_temporaries(scan_library(library).temporaries)
    assert calls == ["scandir"] * (folders + 1)


# The state folder -------------------------------------------------------------------------------------------

MAKERS: dict[str, Callable[[Path, Path], object]] = {
    "saving": lambda state, path: save_file(
        path, b"new", expected=read_file(path).stamp, state_dir=state, now=NOW
    ),
    "a new file": lambda state, path: save_file(
        path.with_name("b"), b"x", expected=None, state_dir=state, now=NOW
    ),
    "history": lambda state, path: keep_version(state, path, b"x", VersionReason.SAVED, now=NOW),
    "values": lambda state, path: write_trial_values(state, path.parent, "a.md", {"x": "1"}),
}


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("is_there", [False, True])
def test_only_the_user_can_look_into_the_state_folder(path: Path, state: Path, maker: str, is_there: bool):
    before = os.umask(0)
    try:
        if is_there:
            (state / "history").mkdir(parents=True)
            (state / "locks").mkdir()
            assert stat.S_IMODE(state.stat().st_mode) == 0o777, "the control: it was open to all"
        MAKERS[maker](state, path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(state.stat().st_mode) == 0o700
    for found in state.rglob("*"):
        if found.is_file():
            assert stat.S_IMODE(found.stat().st_mode) == 0o600, found
        elif not is_there:
            assert stat.S_IMODE(found.stat().st_mode) == 0o700, found

import errno
import multiprocessing
import os
import resource
import signal
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from library_trees import NOBODY, NOW, as_nobody, open_to_all

from editor_app.library.files.reading import ChangedOnDisk, FileError, read_file
from editor_app.library.files.replacing import replace_file
from editor_app.library.files.saving import SaveResult, save_file
from editor_app.library.files.temporaries import locked, path_lock
from editor_app.library.folders import open_library
from editor_app.library.history.history import read_version, versions_of
from editor_app.library.listing import list_files

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")

OLD = b"the old text\r\n"
NEW = b"\xef\xbb\xbfthe new text, \xff with any bytes\n" * 10


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "prompts"
    folder.mkdir()
    path = folder / "a.md"
    path.write_bytes(OLD)
    return path


def save(path: Path, data: bytes, state: Path) -> SaveResult:
    return save_file(path, data, expected=read_file(path).stamp, state_dir=state, now=NOW)


def assert_untouched(path: Path, data: bytes = OLD) -> None:
    assert path.read_bytes() == data
    assert [entry.name for entry in path.parent.iterdir()] == [path.name], "a temporary file was left"


def test_a_file_is_saved_and_its_stamp_told(path: Path, state: Path):
    saved = save(path, NEW, state)
    assert saved == SaveResult(read_file(path).stamp)
    assert_untouched(path, NEW)


def test_the_version_before_is_kept(path: Path, state: Path):
    first = save(path, b"second", state).stamp
    save_file(path, b"third", expected=first, state_dir=state, now=NOW)
    kept = versions_of(state, path)
    assert [read_version(state, version) for version in kept] == [b"second", OLD]


def test_what_is_there_already_is_not_written(path: Path, state: Path):
    before = path.stat()
    assert save(path, OLD, state).warnings == ()
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert path.stat().st_ino == before.st_ino
    assert versions_of(state, path) == ()


@given(data=st.binary(max_size=200))
def test_any_bytes_are_saved_as_they_are(tmp_path_factory: pytest.TempPathFactory, data: bytes):
    folder = tmp_path_factory.mktemp("any")
    path = folder / "a.md"
    saved = save_file(path, data, expected=None, state_dir=folder / "state", now=NOW)
    assert path.read_bytes() == data
    assert read_file(path).stamp == saved.stamp


def test_a_new_file_gets_the_mode_the_user_wants(tmp_path: Path, state: Path):
    before = os.umask(0o027)
    try:
        save_file(tmp_path / "new.md", NEW, expected=None, state_dir=state, now=NOW)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.md").stat().st_mode) == 0o640
    assert_untouched(tmp_path / "new.md", NEW)


def test_a_new_file_never_replaces_one(path: Path, state: Path):
    with pytest.raises(ChangedOnDisk, match="already there") as caught:
        save_file(path, NEW, expected=None, state_dir=state, now=NOW)
    assert caught.value.now == read_file(path).stamp
    assert_untouched(path)
    (path.parent / "link.md").symlink_to("nowhere.md")
    with pytest.raises(FileError, match="link that leads nowhere"):
        save_file(path.parent / "link.md", NEW, expected=None, state_dir=state, now=NOW)
    assert not (path.parent / "nowhere.md").exists()


def test_mode_and_attributes_are_kept(path: Path, state: Path):
    path.chmod(0o640)
    os.setxattr(path, "user.note", b"mine\0")
    save(path, NEW, state)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.getxattr(path, "user.note") == b"mine\0"


def test_the_control_replacing_alone_loses_mode_and_attributes(path: Path):
    path.chmod(0o604)  # which no usual umask gives
    os.setxattr(path, "user.note", b"mine")
    replace_file(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) != 0o604
    assert os.listxattr(path) == []


def test_attributes_the_disk_does_not_take_are_named(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
):
    os.setxattr(path, "user.note", b"mine")

    def refuse(*_arguments: object) -> None:
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(os, "setxattr", refuse)
    assert save(path, NEW, state).warnings == ("‘a.md’ lost the extended attributes ‘user.note’.",)
    monkeypatch.setattr(os, "listxattr", refuse)
    assert save(path, OLD, state).warnings == ()


def test_through_a_link_the_target_is_replaced(path: Path, tmp_path: Path, state: Path):
    link = tmp_path / "link.md"
    link.symlink_to("prompts/a.md")
    again = tmp_path / "again.md"
    again.symlink_to(link)
    save(again, NEW, state)
    assert link.is_symlink()
    assert again.is_symlink()
    assert_untouched(path, NEW)
    assert [version.path for version in versions_of(state, path)] == [path]


def test_a_hard_link_warns(path: Path, tmp_path: Path, state: Path):
    os.link(path, tmp_path / "other.md")
    warning = "‘a.md’ has another name (a hard link); the earlier text stays there."
    assert save(path, NEW, state).warnings == (warning,)
    assert (tmp_path / "other.md").read_bytes() == OLD
    assert save(path, OLD, state).warnings == ()
    os.link(path, tmp_path / "x.md")
    os.link(path, tmp_path / "y.md")
    assert "2 other names" in save(path, NEW, state).warnings[0]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_warns(path: Path, state: Path):
    os.chown(path, NOBODY, NOBODY)
    path.chmod(0o4750)
    [warning] = save(path, NEW, state).warnings
    assert warning.startswith("‘a.md’ belongs to ")
    assert (path.stat().st_uid, path.stat().st_gid) == (NOBODY, NOBODY)
    assert stat.S_IMODE(path.stat().st_mode) == 0o4750
    os.chown(path, 54321, NOBODY)
    [warning] = save(path, OLD, state).warnings
    assert warning == "‘a.md’ belongs to user 54321, not to you."


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_an_owner_that_cannot_be_kept_warns(path: Path):
    folder = open_to_all(path.parent)
    folder.chmod(0o777)
    path.chmod(0o6777)
    saved = as_nobody(lambda: save(path, NEW, folder.parent / "missing-state"))
    assert path.read_bytes() == NEW
    assert path.stat().st_uid == NOBODY
    assert stat.S_IMODE(path.stat().st_mode) == 0o777, "its set-user-id bit would now be somebody else’s"
    assert any("it is yours after saving" in warning for warning in saved.warnings)


def test_a_change_by_another_program_is_never_overwritten(path: Path, state: Path):
    stamp = read_file(path).stamp
    path.write_bytes(b"theirs")
    with pytest.raises(ChangedOnDisk, match="changed on the disk by another program") as caught:
        save_file(path, NEW, expected=stamp, state_dir=state, now=NOW)
    assert caught.value.now == read_file(path).stamp
    assert_untouched(path, b"theirs")


def test_a_touched_file_with_the_same_bytes_is_no_change(path: Path, state: Path):
    stamp = read_file(path).stamp
    replace_file(path, OLD)
    os.utime(path, (1, 1))
    save_file(path, NEW, expected=stamp, state_dir=state, now=NOW)
    assert_untouched(path, NEW)


def test_a_change_that_hides_behind_time_and_size_is_seen(path: Path, state: Path):
    stamp = read_file(path).stamp
    path.write_bytes(OLD.swapcase())
    os.utime(path, ns=(stamp.mark.mtime_ns, stamp.mark.mtime_ns))
    assert path.stat().st_size == stamp.mark.size
    with pytest.raises(ChangedOnDisk):
        save_file(path, NEW, expected=stamp, state_dir=state, now=NOW)


def change_during(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Let another program write while ours waits for its data to reach the disk."""
    real_fsync = os.fsync

    def fsync(descriptor: int) -> None:
        if os.path.samestat(
            os.stat(path.parent), os.stat(Path(f"/proc/self/fd/{descriptor}").readlink().parent)
        ):
            path.write_bytes(b"theirs")
        real_fsync(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)


def test_a_change_while_saving_is_not_overwritten(path: Path, state: Path, monkeypatch: pytest.MonkeyPatch):
    change_during(monkeypatch, path)
    with pytest.raises(ChangedOnDisk):
        save(path, NEW, state)
    assert_untouched(path, b"theirs")


def test_the_control_without_the_last_look_their_change_is_lost(path: Path, monkeypatch: pytest.MonkeyPatch):
    change_during(monkeypatch, path)
    replace_file(path, NEW)
    monkeypatch.undo()
    assert path.read_bytes() == NEW


def test_a_file_that_is_gone_is_told(path: Path, state: Path):
    stamp = read_file(path).stamp
    path.unlink()
    with pytest.raises(ChangedOnDisk, match="no longer on the disk") as caught:
        save_file(path, NEW, expected=stamp, state_dir=state, now=NOW)
    assert caught.value.now is None
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
@pytest.mark.timeout(20)
def test_what_is_no_plain_file_is_not_replaced(path: Path, state: Path, make: Callable[[Path], None]):
    stamp = read_file(path).stamp
    path.unlink()
    make(path)
    before = path.stat()
    for expected in (stamp, None):
        with pytest.raises(FileError):
            save_file(path, NEW, expected=expected, state_dir=state, now=NOW)
    assert path.stat() == before


@pytest.mark.parametrize("name", ["a\0b.md", "caf\udce9.md", "x" * 300 + ".md", "missing/a.md", "a.md/b.md"])
def test_a_path_that_cannot_be_is_refused_in_a_sentence(path: Path, state: Path, name: str):
    with pytest.raises(FileError) as caught:
        save_file(path.parent / name, NEW, expected=None, state_dir=state, now=NOW)
    assert caught.value.sentence.endswith(".")
    assert caught.value.sentence.isprintable()
    assert_untouched(path)


def test_a_read_only_file_is_refused(path: Path, state: Path):
    path.chmod(0o444)
    with pytest.raises(FileError, match=r"‘a\.md’ is read-only"):
        save(path, NEW, state)
    assert_untouched(path)


def test_the_control_replacing_does_not_care_that_a_file_is_read_only(path: Path):
    path.chmod(0o444)
    replace_file(path, NEW, like=path.stat())
    assert path.read_bytes() == NEW


def test_a_file_of_others_that_may_not_be_written_is_refused(path: Path):
    folder = open_to_all(path.parent)
    folder.chmod(0o777)
    path.chmod(0o444)

    def attempt() -> str:
        with pytest.raises(PermissionError):
            path.write_bytes(b"control: a plain write is refused as well")
        with pytest.raises(FileError) as caught:
            save(path, NEW, folder / "state")
        return caught.value.sentence

    assert "is read-only" in as_nobody(attempt)
    assert path.read_bytes() == OLD


def test_a_read_only_folder_gives_one_sentence(path: Path):
    folder = open_to_all(path.parent)
    path.chmod(0o666)
    folder.chmod(0o555)

    def attempt() -> list[str]:
        with pytest.raises(PermissionError):
            (folder / "control").touch()
        sentences = []
        for target, expected in ((path, read_file(path).stamp), (folder / "new.md", None)):
            with pytest.raises(FileError) as caught:
                save_file(target, NEW, expected=expected, state_dir=folder / "state", now=NOW)
            sentences.append(caught.value.sentence)
        return sentences

    why = "was not saved: you have no permission. Change the permissions or choose another place."
    assert as_nobody(attempt) == [
        f"‘a.md’ {why} The file on the disk is as it was.",
        f"‘new.md’ {why} Nothing was written.",
    ]
    assert_untouched(path)


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk of 64 KB, where one can be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("no disk can be mounted here; the limits on file size below stand in for it")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def fill(disk: Path) -> None:
    with pytest.raises(OSError, match=f"Errno {errno.ENOSPC}"):
        (disk / "filler").write_bytes(b"x" * 200_000)


def test_a_full_disk_leaves_the_file_as_it_was(tiny_disk: Path, state: Path):
    folder = tiny_disk / "prompts"
    folder.mkdir()
    path, text = folder / "a.md", b"old" * 2000
    path.write_bytes(text)
    fill(tiny_disk)
    for _ in range(2):
        with pytest.raises(FileError, match=r"‘a\.md’ was not saved: the disk is full") as caught:
            save(path, b"new" * 4000, state)
        assert caught.value.sentence.endswith("The file on the disk is as it was.")
    assert_untouched(path, text)
    with pytest.raises(FileError, match=r"the disk is full.*Nothing was written"):
        save_file(folder / "new.md", b"new" * 4000, expected=None, state_dir=state, now=NOW)
    assert_untouched(path, text)


def test_the_control_a_plain_write_on_a_full_disk_truncates(tiny_disk: Path):
    path = tiny_disk / "a.md"
    path.write_bytes(b"old" * 2000)
    fill(tiny_disk)
    with pytest.raises(OSError, match=f"Errno {errno.ENOSPC}"):
        path.write_bytes(b"new" * 4000)
    assert len(path.read_bytes()) < 12_000
    assert b"old" not in path.read_bytes()


def test_when_history_is_on_a_full_disk_saving_goes_on_and_says_so(path: Path, tiny_disk: Path):
    fill(tiny_disk)
    with pytest.raises(OSError, match=f"Errno {errno.ENOSPC}"):
        (tiny_disk / "control").write_bytes(b"x" * 10)
    warnings = " ".join(save(path, NEW, tiny_disk / "state").warnings)
    assert "Saved; the earlier version could not be kept: " in warnings
    assert "the disk is full" in warnings
    assert_untouched(path, NEW)


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Let the system refuse larger files, the log of the run among them; a write is cut short there."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_write_cut_short_leaves_the_file_as_it_was(path: Path, state: Path):
    stamp = read_file(path).stamp
    with files_of_at_most(1000), pytest.raises(FileError, match="larger than a file may be here"):
        save_file(path, b"x" * 5000, expected=stamp, state_dir=state, now=NOW)
    assert_untouched(path)


def test_the_control_a_plain_write_is_cut_short(path: Path):
    with files_of_at_most(1000), pytest.raises(OSError, match=f"Errno {errno.EFBIG}"):
        path.write_bytes(b"x" * 5000)
    assert path.read_bytes() == b"x" * 1000


def grudging_writer(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    """Let the system take 7 bytes at a time, and none once `room` is used up."""
    real_write, left = os.write, [room]

    def write(descriptor: int, data: bytes) -> int:
        taken = real_write(descriptor, bytes(data[: min(7, left[0])])) if left[0] else 0
        left[0] -= taken
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        return taken

    monkeypatch.setattr(os, "write", write)


def test_short_writes_are_gone_on_with(path: Path, state: Path, monkeypatch: pytest.MonkeyPatch):
    grudging_writer(monkeypatch, 1_000_000)
    save(path, NEW, state)
    assert_untouched(path, NEW)


@pytest.mark.parametrize("room", [0, 7, 200])
def test_a_disk_that_fills_up_while_writing_leaves_the_file_as_it_was(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch, room: int
):
    grudging_writer(monkeypatch, room)
    with pytest.raises(FileError, match="the disk is full"):
        save(path, NEW, state)
    assert_untouched(path)


def test_the_control_one_write_that_is_not_looked_at_truncates(path: Path, monkeypatch: pytest.MonkeyPatch):
    grudging_writer(monkeypatch, 1_000_000)
    with path.open("wb") as file:
        os.write(file.fileno(), NEW)
    assert path.read_bytes() == NEW[:7]


def test_the_data_is_on_the_disk_before_the_name_and_the_name_before_the_answer(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
):
    save(path, b"first, so that history is made", state)
    events: list[str] = []
    real_fsync, real_replace = os.fsync, Path.replace

    def fsync(descriptor: int) -> None:
        events.append(f"sync {Path(f'/proc/self/fd/{descriptor}').readlink().suffix or 'folder'}")
        real_fsync(descriptor)

    def replace(self: Path, target: Path) -> Path:
        events.append("replace")
        return real_replace(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    replace_file(path, NEW)
    assert events == ["sync .tmp", "replace", "sync folder"]


def test_a_process_killed_while_saving_leaves_the_file_as_it_was(path: Path, state: Path):
    child = os.fork()
    if child == 0:
        real_write = os.write

        def die(descriptor: int, data: bytes) -> int:
            real_write(descriptor, bytes(data[:5]))
            os.kill(os.getpid(), signal.SIGKILL)
            return 5

        os.write = die
        save(path, NEW, state)
        os._exit(0)  # pragma: no cover
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert path.read_bytes() == OLD
    library, _ = open_library(path.parent)
    assert [file.relative for file in list_files(library)] == ["a.md"]
    save(path, NEW, state)
    assert path.read_bytes() == NEW


def test_locks_keep_two_savers_apart(path: Path, state: Path):
    lock = path_lock(state, path)
    with (
        locked(lock, path),
        pytest.raises(FileError, match="in use by another program"),
        locked(lock, path, 0),
    ):
        pytest.fail("two held one lock")  # pragma: no cover
    with locked(lock, path, 0):
        pass
    assert stat.S_IMODE(state.stat().st_mode) & 0o077 == 0


def count_up(path: Path, state: Path, times: int) -> None:
    for _ in range(times):
        while True:
            content = read_file(path)
            try:
                save_file(
                    path, b"%d" % (int(content.data) + 1), expected=content.stamp, state_dir=state, now=NOW
                )
            except ChangedOnDisk:
                continue
            break


def test_no_change_is_lost_between_programs_that_save_at_once(path: Path, state: Path):
    path.write_bytes(b"0")
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=count_up, args=(path, state, 10)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert_untouched(path, b"40")


def test_a_state_folder_that_cannot_be_used_does_not_stop_saving(path: Path, tmp_path: Path):
    (tmp_path / "state").write_text("a file")
    saved = save(path, NEW, tmp_path / "state")
    assert len(saved.warnings) == 2
    assert saved.warnings[0].startswith("Saving was not locked against other programs: ")
    assert saved.warnings[1].startswith("Saved; the earlier version could not be kept: ")
    assert_untouched(path, NEW)

"""What Windows and macOS do otherwise, imitated here: names, locks, pipes, files in use, missing calls."""

from __future__ import annotations

import ctypes
import errno
import importlib.util
import os
import subprocess
import sys
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from windows_rules import follow_windows_rules

import editor_app
from editor_app.conversations.store.locking import UseLock
from editor_app.http_api.serving.announcing import announced, live_servers
from editor_app.library.files import replacing
from editor_app.library.files.operations import create_file, rename_file
from editor_app.library.files.reading import FileError
from editor_app.library.files.saving import save_file, stamp_now
from editor_app.library.files.temporaries import is_running
from editor_app.library.files.unsaved_marks import UnsavedInWindow, hold_unsaved_mark, writing_allowed
from editor_app.library.trust.identity import identity_of
from editor_app.variables.catalog import Note
from editor_app.variables.git import git_runner
from editor_app.window.kit.error_log import CrashFile, take_crashes
from editor_app.window.startup.single_instance import SingleInstance, hand_over

PROJECT = Path(__file__).parents[2]
NOW = datetime(2026, 3, 4, 12, 0, 5, tzinfo=UTC)
IN_USE = PermissionError(errno.EACCES, "The process cannot access the file because it is being used")


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    follow_windows_rules(monkeypatch)


def loaded_on(system: str, name: str, monkeypatch: pytest.MonkeyPatch, **libraries: object) -> ModuleType:
    """Return a module of Foreword as another system loads it, with its libraries of C."""
    path = Path(editor_app.__file__).parent.joinpath(*name.split(".")).with_suffix(".py")
    spec = importlib.util.spec_from_file_location(f"loaded_on_{system}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "platform", system)
    for library, content in libraries.items():
        monkeypatch.setitem(sys.modules, library, content)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("refusals", "system", "text"),
    [
        (0, "win32", "new"),
        (3, "win32", "new"),
        (10**6, "win32", "old"),
        (1, "linux", "old"),
        (1, "darwin", "old"),
    ],
)
def test_a_file_in_use_is_waited_for_on_windows_only_and_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusals: int, system: str, text: str
) -> None:
    path = tmp_path / "a.md"
    path.write_text("old")
    waited, replace = [0.0], os.replace

    def replace_later(source: Path, target: Path) -> None:
        nonlocal refusals
        if Path(target) == path and refusals:
            refusals -= 1
            raise IN_USE
        replace(source, target)

    stamp = stamp_now(path)
    clock = SimpleNamespace(monotonic=lambda: sum(waited), sleep=waited.append)
    monkeypatch.setattr(replacing, "time", clock)
    monkeypatch.setattr(os, "replace", replace_later)
    if system == "win32":
        monkeypatch.setattr(sys, "platform", system)
    with nullcontext() if text == "new" else pytest.raises(FileError, match="was not saved"):
        save_file(path, b"new", expected=stamp, state_dir=tmp_path / "state", now=NOW)
    assert path.read_text() == text
    assert sum(waited) < 2.0
    assert [one.name for one in tmp_path.iterdir() if one != path] == ["state"], "no temporary file stays"


BAD_NAMES = [
    "CON.md",
    "nul",
    "Aux.tmpl",
    "com1.x",
    "LPT¹",
    "conin$",
    "prn .md",
    "a: b.md",
    "D:x.md",
    "a?.md",
    "a*",
]
BAD_NAMES += ["<a>", 'a"b', "a|b", "a\tb", "end.", "end ", "a\\b"]
GOOD_NAMES = ["console.md", "com0.md", "com10.md", "null", "äöü 語.md", ".hidden", "a.b.c", "a'b (1) {x}"]


@pytest.mark.usefixtures("on_windows")
@pytest.mark.parametrize("name", BAD_NAMES)
def test_no_file_gets_a_name_that_windows_takes_for_something_else(tmp_path: Path, name: str) -> None:
    path, state = tmp_path / "a.md", tmp_path / "state"
    path.write_text("a")
    for make in (
        lambda: create_file(tmp_path / name, b"", state_dir=state),
        lambda: create_file(tmp_path / name / "in.md", b"", state_dir=state),
        lambda: rename_file(path, name, state_dir=state, now=NOW),
    ):
        with pytest.raises(FileError, match="can’t be the name of a file on Windows"):
            make()
    assert os.listdir(tmp_path) == ["a.md"]


@pytest.mark.parametrize("is_windows", [False, True])
def test_other_names_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_windows: bool) -> None:
    if is_windows:
        follow_windows_rules(monkeypatch)
    names = GOOD_NAMES if is_windows else [*GOOD_NAMES, *BAD_NAMES]
    for name in names:
        create_file(tmp_path / ".." / tmp_path.name / name, b"", state_dir=tmp_path / "state")
    assert set(names) <= set(os.listdir(tmp_path))


class Locks:
    """`msvcrt`, which locks bytes from the place of a descriptor on, for one descriptor alone."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: set[tuple[int, int]] = set()

    def locking(self, descriptor: int, _mode: int, _bytes: int) -> None:
        lock = os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR)
        if lock in self.held:
            raise IN_USE
        self.held.add(lock)


def test_a_lock_on_windows_covers_no_byte_of_the_file_wherever_the_file_was_read_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, libraries = tmp_path / "a.lock", Locks()
    path.write_text("what others read")
    locks = loaded_on("win32", "library.files.temporaries", monkeypatch, msvcrt=libraries)
    with path.open("rb") as one, path.open("rb") as other:
        other.seek(5)
        assert [locks.try_lock(file.fileno()) for file in (one, other)] == [True, False]
        assert other.read() == path.read_bytes()[5:]
    assert [place > 2**30 for _, place in libraries.held] == [True]


@pytest.mark.parametrize("has_it", [True, False])
def test_on_macos_what_is_saved_leaves_the_memory_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_it: bool
) -> None:
    asked: list[object] = []

    def control(descriptor: int, command: int) -> None:
        asked.append(command)
        if not has_it:
            raise OSError(errno.ENOTTY, "no such thing on this disk")

    syncing = loaded_on(
        "darwin", "library.files.syncing", monkeypatch, fcntl=SimpleNamespace(fcntl=control, F_FULLFSYNC=51)
    )
    monkeypatch.setattr(os, "fsync", lambda _descriptor: asked.append("fsync"))
    assert syncing.sync_file(3)
    assert asked == ([51] if has_it else [51, "fsync"])


def test_on_macos_a_trusted_folder_is_known_after_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")

    def identity(device: int, born: float):
        status = SimpleNamespace(st_mode=0o040755, st_dev=device, st_ino=7, st_birthtime=born)
        return identity_of(SimpleNamespace(lstat=lambda: status))

    first = identity(1, 1700000000.25)
    assert first.is_same(identity(2, 1700000000.25)), "devices are numbered anew"
    assert not first.is_same(identity(1, 1700000001.25)), "another folder in its place"


@pytest.mark.usefixtures("on_windows")
def test_marks_of_unsaved_text_go_with_the_last_window_on_windows(tmp_path: Path) -> None:
    path, state = tmp_path / "a.md", tmp_path / "state"
    one, other = (hold_unsaved_mark(state, path) for _ in range(2))
    assert (one.is_held, other.is_held) == (True, True)
    one.release()
    with pytest.raises(UnsavedInWindow), writing_allowed(state, path):
        pass
    other.release()
    with writing_allowed(state, path) as warnings:
        assert warnings == ()
    assert not [mark for mark in (state / "unsaved").iterdir() if mark.suffix != ".writing"]


@pytest.mark.usefixtures("on_windows")
def test_a_server_that_ends_leaves_nothing_on_windows(tmp_path: Path) -> None:
    killed = tmp_path / "serve" / "8080.lock"
    killed.parent.mkdir()
    for suffix in (".lock", ".json", ".token"):
        killed.with_suffix(suffix).touch()
    with announced(tmp_path, 8081, "t" * 32, token_file=None, library=tmp_path):
        assert [server.url for server in live_servers(tmp_path)] == ["http://127.0.0.1:8081"]
    assert os.listdir(killed.parent) == []


@pytest.mark.usefixtures("on_windows")
def test_crashes_are_found_once_and_their_files_go_on_windows(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "crash-1-0123456789abcdef.txt").write_text("Fatal error")
    (folder / "crash-2-0123456789abcdef.txt").touch()
    ours = CrashFile(folder)
    ours.begin()
    assert [crash.words for crash in take_crashes(folder)] == ["Fatal error"]
    ours.end()
    assert os.listdir(folder) == ["crash-1-0123456789abcdef.seen.txt"]


@pytest.mark.usefixtures("on_windows")
def test_the_database_of_conversations_notes_its_log_on_windows(tmp_path: Path) -> None:
    lock = UseLock(tmp_path / "x.db.use-lock", 1.0)
    assert lock.read() == b""
    lock.share(makes_it=True)
    for said in (b"0001 first", b"0002 other"):
        lock.note(said)
        assert (lock.read(), (tmp_path / "x.db.use-lock").read_bytes()) == (said, said)
    lock.close()


def test_windows_is_not_asked_for_a_process_by_a_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "kill", lambda _process, number: pytest.fail(f"signal {number} was sent"))
    monkeypatch.setattr(sys, "platform", "win32")
    assert is_running(12345)


def test_git_opens_no_console_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flags: list[object] = []

    def start(*_words: object, creationflags: int, **_options: object) -> None:
        flags.append(creationflags)
        raise OSError(errno.ENOEXEC, "no program")

    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    git.touch(0o755)
    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", 0x08000000, raising=False)
    monkeypatch.setattr(subprocess, "Popen", start)
    work = tmp_path / "work"
    (work / ".git").mkdir(parents=True)
    run = git_runner(work, environment={"PATH": str(git.parent)})
    assert isinstance(run(work, ("status",)), Note)
    assert flags == [0x08000000]


def test_a_second_start_finds_the_window_on_windows_by_a_pipe_and_may_bring_it_to_the_front(
    qapp, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed: list[int] = []
    path = tmp_path / ("long" * 60) / "foreword-0123.socket"
    SingleInstance(path, qapp)
    assert not hand_over(path, []), "the control: too long for a socket"
    monkeypatch.setattr(sys, "platform", "win32")
    user32 = SimpleNamespace(AllowSetForegroundWindow=allowed.append)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
    instance = SingleInstance(path, qapp)
    try:
        assert not hand_over(path.with_name("foreword-4567.socket"), []), "another library"
        with qtbot.waitSignal(instance.files_handed_over) as handed:
            hand_over(path, [tmp_path / "a.md"], patience_ms=0)
        assert handed.args[0] == [tmp_path / "a.md"]
        assert allowed == [-1]
    finally:
        instance.close()
        instance.deleteLater()


@pytest.mark.long
@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_the_types_hold_with_what_python_has_on_other_systems(tmp_path: Path, system: str) -> None:
    command = [sys.executable, "-m", "mypy", "--platform", system, "--cache-dir", str(tmp_path)]
    checked = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout

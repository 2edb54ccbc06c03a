"""Starting the program itself: one window however many start at once, and settings that are broken."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen, run
from threading import Thread

import pytest
from named_cases import in_case
from PySide6.QtCore import QSettings

from editor_app.library import (
    Settings,
    config_dir,
    data_dir,
    distrust_workspace,
    read_limits,
    read_trust,
    sample_dir,
    state_dir,
    write_settings,
)
from editor_app.window.frame.window_settings import open_window_settings
from editor_app.window.startup.instance_claim import Holder, claim_window
from editor_app.window.startup.single_instance import hand_over, hand_over_or_claim, socket_path
from editor_app.window.startup.starting import _library_of

# The program, but it waits at the gate before it decides, and names each file it opens.
_PROGRAM = """
import sys
from editor_app.window.startup import starting
claim_window, wait_until_seen = starting.claim_window, starting.FirstWindow.wait_until_seen

def claim(socket):
    print("at the gate", flush=True)
    sys.stdin.readline()
    return claim_window(socket)

def wait_and_listen_in(first):
    from editor_app.window.documents.open_files import OpenFiles  # as late as the program itself
    wait_until_seen(first)
    open_file = OpenFiles.open

    def open_and_tell(files, path):
        opened = open_file(files, path)
        print(path.name, flush=True)
        return opened

    OpenFiles.open = open_and_tell

starting.claim_window, starting.FirstWindow.wait_until_seen = claim, wait_and_listen_in
from editor_app.cli import main
sys.exit(main(sys.argv[1:]))
"""
_WAIT = 60


class Start:
    """A start of the program with a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        command = [sys.executable, "-W", "error", "-c", _PROGRAM, str(path)]
        self.process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)
        self.opened: list[str] = []

    def wait_at_gate(self) -> None:
        assert self.process.stdout.readline() == "at the gate\n"

    def go_on(self) -> None:
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def read_until(self, names: set[str]) -> None:
        """Read which files it opens, until it has opened these or has ended."""
        while not names <= set(self.opened) and (line := self.process.stdout.readline()):
            self.opened.append(line.rstrip("\n"))

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        return self.process.wait(_WAIT)


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    root = tmp_path / "atlas" / "prompts"
    shutil.copytree(sample_dir(), root)
    for number in range(3):
        (root / f"{number}.md").write_text(f"{number}\n")
    return [root / f"{number}.md" for number in range(3)]


@pytest.fixture
def starts() -> Iterator[list[Start]]:
    started: list[Start] = []
    yield started
    for start in started:
        start.process.kill()
        start.process.communicate()


def socket_of(paths: list[Path]) -> Path:
    return socket_path(Path(os.environ["XDG_RUNTIME_DIR"]), paths[0].parent)


def test_three_starts_at_once_give_one_window_of_all_their_files(paths, starts):
    write_settings(config_dir(), Settings(history_days=30))
    starts += [Start(path) for path in paths]
    for start in starts:
        start.wait_at_gate()
    for start in starts:
        start.go_on()
    names = {path.name for path in paths}
    readers = [Thread(target=start.read_until, args=(names,)) for start in starts]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(_WAIT)
    windows = [start for start in starts if start.opened]
    assert len(windows) == 1
    [window] = windows
    assert set(window.opened) == names, "it opened what the others were started with"
    assert [start.process.wait(_WAIT) for start in starts if start is not window] == [0, 0]
    assert hand_over_or_claim(socket_of(paths), []) is None, "and it is the one that answers"
    assert read_limits(state_dir()).days == 30, "it keeps versions as long as the settings say"

    assert window.end(signal.SIGTERM) == 0
    assert not socket_of(paths).exists()
    said = window.process.stderr.read().splitlines()
    assert [line for line in said if not line.startswith("This plugin does not support")] == []


def test_the_control_asking_for_a_window_does_not_tell_who_opens_it(paths):
    """Between asking and listening everybody is told that there is none."""
    assert [hand_over(socket_of(paths), [path]) for path in paths] == [False] * 3
    claims = [claim_window(socket_of(paths)) for _ in paths]
    assert [claim.holder for claim in claims] == [Holder.US, *[Holder.ANOTHER] * 2]
    claims[0].release()


def test_who_waits_for_a_window_that_ends_claims_it(tmp_path, monkeypatch):
    socket = socket_path(tmp_path, tmp_path)
    held = claim_window(socket)
    assert claim_window(socket).holder is Holder.ANOTHER, "the control"
    asked = []

    def ask(*_arguments) -> bool:
        asked.append(True)
        if len(asked) == 3:
            held.release()
        return False

    monkeypatch.setattr("editor_app.window.startup.single_instance.hand_over", ask)
    claim = hand_over_or_claim(socket, [])
    assert claim is not None
    assert (claim.holder, len(asked)) == (Holder.US, 3)
    claim.release()


def test_where_there_are_no_locks_the_window_opens_all_the_same(tmp_path, monkeypatch, paths):
    assert claim_window(tmp_path / "missing" / "x.socket").holder is Holder.UNKNOWN

    def no_locks(_descriptor):
        raise OSError("no locks here")

    monkeypatch.setattr("editor_app.window.startup.instance_claim.try_lock", no_locks)
    socket = socket_path(tmp_path, tmp_path)
    assert claim_window(socket).holder is Holder.UNKNOWN
    assert hand_over_or_claim(socket, []).holder is Holder.UNKNOWN


def test_deciding_who_opens_the_window_loads_little(paths):
    """What comes before the first sight delays it: no language, no file formats, no network."""
    script = "import sys; from pathlib import Path; from editor_app.window.startup import starting\n"
    script += "starting._library_of([Path(sys.argv[1])]); starting.claim_window(Path(sys.argv[2]))\n"
    script += "print(*sys.modules)"
    command = [sys.executable, "-c", script, paths[0], socket_of(paths)]
    loaded = set(run(command, capture_output=True, text=True, check=True).stdout.split())
    assert "editor_app.window.startup.first_window" in loaded
    heavy = {"editor_app.template", "editor_app.library.kinds", "PySide6.QtNetwork", "json", "platformdirs"}
    assert not loaded & heavy


def test_the_sample_that_the_window_makes_is_trusted(monkeypatch, tmp_path):
    away = tmp_path / "away"
    away.mkdir()
    monkeypatch.chdir(away)
    made = _library_of(())
    assert made == data_dir() / "prompts"
    assert read_trust(state_dir(), made)[0].is_trusted
    distrust_workspace(state_dir(), made)
    assert _library_of(()) == made
    assert not read_trust(state_dir(), made)[0].is_trusted, "one that is there is not trusted silently"


# Settings of the window -------------------------------------------------------------------------------------

BROKEN = {
    "zeroed": b"\0" * 300,
    "no line of settings": b"[window]\nhello world\n",
    "no section": b"[window\ngeometry=1\n",
    "picture": b"\x89PNG\r\n\x1a\n\0\0\0",
    "not UTF-8": b"[window]\nlast=caf\xe9\n",
    "an object of Qt": b"[window]\ngeometry=@Variant(\\0\\0\\0\\x7f\\xff)\n",
    "too large": b"; x\n" * 300_000,
}


def test_broken_settings_are_set_aside_and_said(tmp_path):
    for name, content in BROKEN.items():
        with in_case(name):
            state = tmp_path / name
            state.mkdir()
            (state / "window.ini").write_bytes(content)
            opened = open_window_settings(state)
            assert opened.complaint.startswith("‘window.ini’ ")
            assert opened.complaint.endswith("It was kept as ‘window.broken-1.ini’; the defaults are used.")
            assert (state / "window.broken-1.ini").read_bytes() == content
            assert opened.settings.allKeys() == []
            opened.settings.setValue("window/last", "page-analysis.md")
            opened.settings.sync()
            assert "page-analysis.md" in (state / "window.ini").read_text()
            assert open_window_settings(state).complaint == ""


def test_the_control_qt_writes_over_broken_settings(tmp_path):
    path = tmp_path / "window.ini"
    path.write_bytes(BROKEN["no line of settings"])
    settings = QSettings(str(path), QSettings.Format.IniFormat)
    settings.setValue("a", "b")
    settings.sync()
    assert b"hello world" not in path.read_bytes()


@pytest.mark.parametrize(
    "content", [b"", b"[window]\nlast=/a/b\n", b"[x]\nfuture=1\n\n[window]\nlast=\xc3\xa9\n"]
)
def test_good_settings_stay_where_they_are(tmp_path, content):
    (tmp_path / "window.ini").write_bytes(content)
    assert open_window_settings(tmp_path).complaint == ""
    assert (tmp_path / "window.ini").read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["window.ini"]


def test_the_window_says_broken_settings_and_only_the_user_can_look_into_what_it_keeps(
    open_bench, root, tmp_path
):
    state = tmp_path / "state"
    state.mkdir()
    (state / "window.ini").write_bytes(BROKEN["no line of settings"])
    before = os.umask(0)
    try:
        control = QSettings(str(tmp_path / "control" / "window.ini"), QSettings.Format.IniFormat)
        control.setValue("a", "b")
        control.sync()
        assert stat.S_IMODE((tmp_path / "control").stat().st_mode) == 0o777, "the control: so Qt leaves it"
        bench = open_bench(root, "page-analysis.md")
        assert bench.notice.startswith("‘window.ini’ ")
        assert bench.notice.endswith("It was kept as ‘window.broken-1.ini’; the defaults are used.")
        bench.type("x")
        bench.press("Ctrl+S", bench.editor)
        bench.close()
    finally:
        os.umask(before)
    kept = state / "window.broken-1.ini"
    assert kept.read_bytes() == BROKEN["no line of settings"]
    assert "page-analysis.md" in (state / "window.ini").read_text()
    assert open_window_settings(state).complaint == ""
    found = [path for path in (state, *state.rglob("*")) if path != kept]  # which is as it was found
    assert len(found) > 5
    assert {stat.S_IMODE(path.stat().st_mode) for path in found if path.is_dir()} == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in found if path.is_file()} == {0o600}

"""Starting the program: who opens the window, and settings that are broken."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from pathlib import Path
from subprocess import run
from threading import Event

import pytest
from named_cases import in_case
from PySide6.QtCore import QSettings

from editor_app.clock import local_now
from editor_app.library.paths import data_dir, sample_dir, state_dir
from editor_app.library.sample import ensure_sample
from editor_app.library.settings.recent import note_opened
from editor_app.library.trust.trust import distrust_workspace, read_trust
from editor_app.window.frame.window_settings import open_window_settings
from editor_app.window.startup import starting
from editor_app.window.startup.instance_claim import Holder, claim_window, socket_path
from editor_app.window.startup.single_instance import hand_over, hand_over_or_claim
from editor_app.window.startup.starting import _library_of, runtime_dir


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    root = tmp_path / "atlas" / "prompts"
    shutil.copytree(sample_dir(), root)
    for number in range(3):
        (root / f"{number}.md").write_text(f"{number}\n")
    return [root / f"{number}.md" for number in range(3)]


def socket_of(paths: list[Path]) -> Path:
    return socket_path(Path(os.environ["XDG_RUNTIME_DIR"]), paths[0].parent)


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
    """What comes before the first sight delays it: no language, no file formats, no network.

    Nor does handing over load what only Windows needs.
    """
    script = "import sys; from pathlib import Path; from editor_app.window.startup import starting\n"
    script += "starting._library_of([Path(sys.argv[1])], print); starting.claim_window(Path(sys.argv[2]))\n"
    script += "print(*sys.modules)\n"
    script += "from editor_app.window.startup import single_instance; print(*sys.modules)"
    command = [sys.executable, "-c", script, paths[0], socket_of(paths)]
    told = run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    loaded, later = (set(line.split()) for line in told)
    assert "editor_app.window.frame.first_window" in loaded
    heavy = {"editor_app.template", "editor_app.library.kinds", "PySide6.QtNetwork", "json", "platformdirs"}
    assert not loaded & heavy
    assert "PySide6.QtNetwork" in later
    assert "ctypes" not in later


def test_the_first_start_opens_nothing_and_the_sample_once_it_was_chosen(monkeypatch, tmp_path):
    away = tmp_path / "away"
    away.mkdir()
    monkeypatch.chdir(away)
    assert _library_of((), print) is None
    assert not data_dir().exists(), "nothing is copied unasked"
    made = ensure_sample(data_dir(), state_dir=state_dir())
    assert _library_of((), print) == made == data_dir() / "prompts"
    assert read_trust(state_dir(), made)[0].is_trusted
    distrust_workspace(state_dir(), made)
    assert _library_of((), print) == made
    assert not read_trust(state_dir(), made)[0].is_trusted, "one that is there is not trusted silently"


def test_recent_folders_that_cannot_be_read_are_told(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    state_dir().mkdir(parents=True)
    (state_dir() / "recent-folders.json").write_text("[")
    told = []
    assert _library_of((), told.append) is None
    assert told[0].startswith("The recent folders can’t be read. They are in ‘")


def test_a_folder_whose_disk_does_not_answer_leads_to_the_start_page_and_opens_no_other(
    monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(starting, "PATIENCE_SECONDS", 0.05)
    other, silent = tmp_path / "other", tmp_path / "silent"
    for folder in (other, silent):
        folder.mkdir()
        note_opened(state_dir(), folder, local_now())
    assert _library_of((), print) == silent, "the control: it was opened last"
    answers = Event()
    monkeypatch.setattr(starting, "is_folder", lambda path: path != silent or answers.wait(20))
    told: list[str] = []
    assert _library_of((), told.append) is None
    assert told == [f"The disk of ‘{silent}’ does not answer. Choose what to open."]
    answers.set()


def test_a_start_with_several_paths_opens_the_first_library_that_has_any(tmp_path, paths):
    plain, library = tmp_path / "plain", paths[0].parent
    plain.mkdir()
    (tmp_path / ".git").mkdir()
    for given, opened in (
        ([plain / "a.md", paths[0]], library),
        ([plain, paths[0]], library),
        ([paths[0], plain], library),
        ([library, plain], library),
        ([plain, library], library),
        ([library / "chats" / "charged-twice", plain], library),
        ([plain / "a.md", tmp_path / "b.md"], plain),
        ([tmp_path / "b.md", plain], plain),
    ):
        with in_case(given):
            assert _library_of(given, print) == opened


def test_the_runtime_folder_of_another_user_is_not_used(monkeypatch):
    assert runtime_dir() == Path(os.environ["XDG_RUNTIME_DIR"])
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert runtime_dir() == state_dir()


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

"""What the program does about its own mistakes: text first, then a log without text, a report, and a word."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from editor_app import __version__
from editor_app.library.settings.trial_values import write_trial_values
from editor_app.window.kit import error_log
from editor_app.window.kit.error_log import CrashFile, ErrorLog, take_crashes
from editor_app.window.startup.faults import Faults

pytestmark = pytest.mark.one_window

NAME = "test-scenario-generation.md"
SECRET = "the-word-of-a-prompt"
NOW = datetime(2026, 3, 4, 12, 0, 5, tzinfo=UTC)
DIE = """
import faulthandler, os, sys
from pathlib import Path
from editor_app.window.kit.error_log import CrashFile
for _ in range(int(sys.argv[3]) - 1):
    if not (child := os.fork()):
        break
    os.waitpid(child, 0)
file = CrashFile(Path(sys.argv[1]))
file.begin()
word = "the-word-of-a-prompt"
def act_on_text(text):
    match sys.argv[2]:
        case "fault":
            faulthandler._sigsegv()
        case "abort":
            os.abort()
        case "kill":
            os.kill(os.getpid(), 9)
        case "end":
            file.end()
act_on_text(word)
"""


def die(folder: Path, how: str, times: int = 1) -> int:
    """Let so many processes end, one after the other, and return how the last one did."""
    command = [sys.executable, "-c", DIE, os.fspath(folder), how, str(times)]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode


def test_text_of_an_exception_gets_into_no_log_and_the_text_is_safe_first(
    open_bench, root, expect_log, caplog, monkeypatch
):
    bench = open_bench(root, "page-analysis.md")
    expect_log("an action failed")
    order: list[str] = []
    log = bench.workbench.reports.log

    def noting(error: BaseException) -> str:
        order.append("logged")
        return log.add_error(error)

    faults = Faults(flush=lambda: order.append("flushed"), log=noting)
    faults.happened.connect(lambda sentence, _details: bench.workbench.notifier.say(sentence))
    restore = faults.install()
    text = bench.text

    def fail() -> None:
        try:
            int(SECRET)
        except ValueError as error:
            raise OSError(28, "words of its own", f"/home/{SECRET}/x") from error

    QTimer.singleShot(0, fail)
    bench.wait(lambda: bench.notice)
    restore()
    assert SECRET in bench.notice, "the control: the message has it, and who sits there sees it"
    assert order == ["flushed", "logged"]
    assert bench.text == text
    written = log.path.read_text()
    assert f"OSError: {os.strerror(28)}" in written
    assert "which came of ValueError\n" in written
    assert re.search(r"test_app_faults\.py:\d+ in fail", written)
    assert SECRET not in written + caplog.text
    assert stat.S_IMODE(log.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(log.folder.stat().st_mode) == 0o700

    opened = []

    def open_once(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return len(opened) == 1

    monkeypatch.setattr(QDesktopServices, "openUrl", open_once)
    bench.act("show_log")
    bench.act("show_log")
    assert opened == [str(log.folder)] * 2
    assert bench.notice == f"The log is ‘{log.path}’.", "where the desktop opens nothing, the place is said"
    bench.act("copy_report")
    report = QGuiApplication.clipboard().text()
    assert report.startswith("Foreword ")
    assert "Qt 6" in report
    assert written.splitlines()[-1] in report
    assert SECRET not in report
    assert str(Path.home()) not in report
    log.path.unlink()
    bench.act("show_log")
    assert bench.notice == "The log is empty: nothing has failed."
    check_about(bench, report)


def check_about(bench, report: str) -> None:
    """The program says what it is in the words of the report, copies them if wanted, and what is new."""
    bench.dialogs.answers += [False, True]
    bench.act("about")
    assert QGuiApplication.clipboard().text() == report
    bench.act("about")
    details = QGuiApplication.clipboard().text()
    assert bench.notice == "The details are in the clipboard."
    assert details == report[: len(details)] != ""
    assert f"Foreword {__version__}\nFrom a checkout\n" in details
    bench.act("show_changelog")
    [(_, text)] = [one for one in bench.dialogs.questions if one[0] == "changelog"]
    assert text.startswith(f"## {__version__}\n")


def test_a_flush_or_log_that_fails_hides_nothing(qapp, qtbot, expect_log):
    expect_log("an action failed")

    def broken(*_given: object) -> str:
        raise RuntimeError(SECRET)

    faults = Faults(flush=broken)
    restore = faults.install()
    with qtbot.waitSignal(faults.happened) as caught:
        sys.excepthook(KeyError, KeyError("key"), None)
    restore()
    assert caught.args[0] == "That did not work: 'key'. Your text is still here."


def test_the_log_begins_anew_when_it_is_long_and_says_when_it_cannot_be_written(
    tmp_path, monkeypatch, expect_log, caplog
):
    monkeypatch.setattr(error_log, "MOST_BYTES", 2000)
    log = ErrorLog(tmp_path / "state", lambda: NOW)
    for number in range(200):
        log.add(f"entry {number}")
    assert sorted(os.listdir(log.folder)) == ["foreword.1.log", "foreword.log"]
    assert sum(path.stat().st_size for path in log.folder.iterdir()) < 5000
    assert log.last_lines(3)[::2] == ["entry 198", "entry 199"]
    assert log.last_lines(1000)[-1] == "entry 199"
    assert len(log.last_lines(1000)) > 20
    for path in log.folder.iterdir():
        path.unlink()
    os.mkfifo(log.path)
    expect_log("the log could not be written")
    log.add("into a pipe that nobody reads")
    assert "nothing is at its other end" in caplog.text


def test_a_crash_is_offered_once_by_the_next_start(open_bench, root, tmp_path):
    bench = open_bench(root, "page-analysis.md")
    reports = bench.workbench.reports
    folder = reports.log.folder
    assert die(folder, "end") == 0
    assert os.listdir(folder) == [], "an orderly end leaves nothing"
    assert die(folder, "kill") == -signal.SIGKILL
    assert take_crashes(folder) == ()
    assert os.listdir(folder) == [], "nor does one that could not write anything"
    assert die(folder, "fault") == -signal.SIGSEGV
    [crash] = take_crashes(folder)
    assert "Segmentation fault" in crash.words
    assert "in act_on_text" in crash.words
    assert take_crashes(folder) == (), "once"
    [seen] = folder.iterdir()
    assert seen.name.endswith(".seen.txt"), "and it stays"
    assert SECRET not in seen.read_text()

    reports.tell_crashes((), "Something else.")
    assert bench.notice == "Something else."
    today = type(crash)(bench.workbench._clock(), crash.words)
    reports.tell_crashes((today,), "The settings were damaged.")
    assert bench.notice == (f"The settings were damaged. Foreword stopped unexpectedly at {today.at:%H:%M}.")
    notices = bench.window.notices
    assert not notices._timer.isActive(), "it stays until it is dismissed"
    assert [notices.link.text(), notices.other_link.text()] == ["Copy report", "Show log"]
    notices.link.click()
    assert "Segmentation fault" in QGuiApplication.clipboard().text()
    older = type(crash)(today.at - timedelta(days=3), crash.words)
    reports.tell_crashes((older,))
    assert bench.notice == f"Foreword stopped unexpectedly on {older.at:%Y-%m-%d} at {older.at:%H:%M}."
    notices.close_button.click()
    assert bench.notice == ""


def test_of_many_crashes_the_last_few_stay_and_running_processes_are_left_alone(tmp_path):
    folder = tmp_path / "state" / "logs"
    assert die(folder, "abort", 6) == -signal.SIGABRT
    ours = folder / f"crash-{os.getpid()}-0123456789abcdef.txt"
    ours.write_text("not locked")
    program = DIE.replace("act_on_text(word)", "print(flush=True); input()")
    with subprocess.Popen(
        [sys.executable, "-c", program, folder, "-", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        assert len(take_crashes(folder)) == 7
        left = [name for name in os.listdir(folder) if not name.endswith(".seen.txt")]
        assert len(left) == 1
        assert f"-{running.pid}-" in left[0]
        running.kill()
    assert len(os.listdir(folder)) == 6
    assert take_crashes(folder) == ()
    assert take_crashes(tmp_path / "none") == ()


def test_a_state_folder_that_cannot_be_written_is_logged(tmp_path, expect_log, caplog):
    expect_log("a crash could not be noted")
    (tmp_path / "place").write_text("a file")
    file = CrashFile(tmp_path / "place" / "logs")
    why_not = file.begin()
    file.end()
    assert why_not == "something on the way to it is a file, not a folder"
    assert why_not in caplog.text


def test_typed_values_that_are_damaged_are_kept_aside_and_said(open_bench, root, tmp_path):
    bench = open_bench(root, "page-analysis.md")
    state = bench.workbench.reports.log.folder.parent
    write_trial_values(state, bench.workbench.library.library.root, NAME, {"x": "1"})
    [path] = (state / "trial-values").glob("*/*.json")
    path.write_bytes(b"{")
    bench.open(NAME)
    assert f"The values last typed for ‘{NAME}’ could not be read" in bench.notice
    assert path.with_name(f"{path.stem}.broken-1.json").read_bytes() == b"{"

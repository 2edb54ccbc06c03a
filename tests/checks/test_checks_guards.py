"""The guards of the test run work: a test that warns fails, a quiet one passes, and a case is named."""

from __future__ import annotations

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from forked_program import programs_with
from named_cases import in_case

PROJECT = Path(__file__).resolve().parents[2]
TINY_TESTS = """
import logging, os, threading, warnings
from pathlib import Path
from PySide6.QtCore import qDebug, qWarning

def test_quiet():
    logging.getLogger("tiny").info("fine")
    qDebug("fine")

def test_python_warning():
    warnings.warn("old", DeprecationWarning)

def test_resource_left_open(tmp_path):
    (tmp_path / "left").open("w")
    import gc; gc.collect()

def test_thread_that_fails():
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()

def test_log_line():
    logging.getLogger("tiny").warning("unexpected")

def test_announced_log_line(expect_log):
    expect_log("announced")
    logging.getLogger("tiny").warning("this was announced")

def test_other_log_line_than_announced(expect_log):
    expect_log("announced")
    logging.getLogger("tiny").warning("something else")

def test_qt_warning():
    qWarning("a Qt warning")

def test_own_home(own_home):
    assert Path.home() == own_home
    assert os.environ["XDG_CONFIG_HOME"].startswith(str(own_home))

def test_no_screen(qapp):
    assert qapp.platformName() == "offscreen"
"""
FAILS = {
    "test_python_warning",
    "test_resource_left_open",
    "test_thread_that_fails",
    "test_log_line",
    "test_other_log_line_than_announced",
    "test_qt_warning",
}
PASSES = {"test_quiet", "test_announced_log_line", "test_own_home", "test_no_screen"}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bool]:
    """Run the tiny tests under the project's own settings; say of each whether it passed."""
    folder = tmp_path_factory.mktemp("tiny")
    shutil.copy(PROJECT / "pyproject.toml", folder)
    for name in ("conftest.py", "screen.json"):
        shutil.copy(PROJECT / "tests" / name, folder)
    (folder / "test_tiny.py").write_text(TINY_TESTS)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "test_tiny.py",
        "--junit-xml=report.xml",
        "-p",
        "no:xdist",
        "-p",
        "no:cov",
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (folder / "report.xml").exists(), done.stdout + done.stderr
    passed: dict[str, bool] = {}
    for case in ET.parse(folder / "report.xml").iter("testcase"):
        clean = case.find("failure") is None and case.find("error") is None
        passed[case.attrib["name"]] = clean and passed.get(case.attrib["name"], True)
    return passed


@pytest.mark.parametrize("name", sorted(FAILS))
def test_a_test_that_warns_fails(outcomes: dict[str, bool], name: str) -> None:
    assert not outcomes[name]


@pytest.mark.parametrize("name", sorted(PASSES))
def test_a_quiet_test_passes(outcomes: dict[str, bool], name: str) -> None:
    assert outcomes[name]


def test_a_case_that_fails_is_named_by_failures_of_pytest_itself_too() -> None:
    with pytest.raises(pytest.fail.Exception) as failure, in_case("the second"):
        pytest.fail("it does not do this")
    assert failure.value.__notes__ == ["in the case 'the second'"]


def test_a_forked_program_that_nobody_waited_for_is_sent_no_signal_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("os.kill")
    with programs_with() as start:
        program = start("print(1)")
        assert program.stdout.read() == "1\n", (
            "the end of which comes once it has ended and its number is free"
        )
    assert program.wait() == 0

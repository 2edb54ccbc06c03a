"""The processes a window starts take no code from a hostile folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hostile_folder import INSTALLED, HostileFolder
from PySide6.QtCore import QProcess, QStandardPaths

from editor_app.variables.git import trusted_search_path
from editor_app.window.server.own_process import foreword_process
from editor_app.window.startup.instance_claim import socket_path

READY = 200_000


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostileFolder:
    """The current folder, which is a library and PYTHONPATH, too."""
    folder = HostileFolder(tmp_path / "hostile", tmp_path / "markers", (*INSTALLED, "argparse", "json"))
    (folder.path / "defaults").mkdir()
    (folder.path / "notes.md").write_text("Hi")
    monkeypatch.chdir(folder.path)
    monkeypatch.setenv("PYTHONPATH", str(folder.path))
    monkeypatch.setenv("PATH", f".:{folder.path}:{os.environ['PATH']}")
    return folder


def test_another_window_runs_nothing_of_a_hostile_folder(hostile: HostileFolder, tmp_path: Path, qtbot):
    runtime = tmp_path / "run"
    runtime.mkdir()
    process = foreword_process(["--library", str(hostile.path)], runtime)
    environment = process.processEnvironment()
    environment.insert("XDG_RUNTIME_DIR", str(runtime))
    process.setProcessEnvironment(environment)
    process.start()
    socket = socket_path(runtime, hostile.path)
    try:
        qtbot.waitUntil(
            lambda: socket.exists() or process.state() == QProcess.ProcessState.NotRunning, timeout=READY
        )
        assert socket.exists(), bytes(process.readAllStandardError().data()).decode()
        process.terminate()
        assert process.waitForFinished(READY)
    finally:
        process.kill()
        process.waitForFinished(READY)
    assert process.exitCode() == 0
    assert hostile.what_ran == set()


def test_an_ordinary_process_runs_it(hostile: HostileFolder):
    """The control of the test above."""
    program = "from editor_app.window.startup import running"
    subprocess.run([sys.executable, "-c", program], check=False, capture_output=True)
    assert hostile.what_ran


def test_what_shows_a_folder_is_no_program_of_the_library(
    hostile: HostileFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    outside = tmp_path / "bin"
    outside.mkdir()
    program = outside / "xdg-open"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    path = f".::{hostile.path}:{outside}"
    monkeypatch.setenv("PATH", path)
    assert QStandardPaths.findExecutable("xdg-open") == str(hostile.path / "xdg-open"), "the control"
    monkeypatch.setenv("PATH", trusted_search_path(path, hostile.path))
    assert QStandardPaths.findExecutable("xdg-open") == str(program)

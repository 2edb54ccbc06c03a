"""Processes of this Foreword that the window starts."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QProcess, QProcessEnvironment

import editor_app

_IMPORTED_FROM = Path(editor_app.__file__).resolve().parents[1]


def foreword_process(arguments: Sequence[str], folder: Path) -> QProcess:
    """Return a process of `foreword` with these arguments, not started; only the user can write to `folder`.

    In a bundle the running program is `foreword` itself; elsewhere it is Python, which without -P would look
    for every module in the current folder first.
    """
    process = QProcess()
    process.setProgram(sys.executable)
    if getattr(sys, "frozen", False):
        process.setArguments(list(arguments))
    else:
        process.setArguments(["-P", "-m", editor_app.__name__, *arguments])
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONPATH", str(_IMPORTED_FROM))  # the folder of this Foreword, installed or not
        process.setProcessEnvironment(environment)
    process.setWorkingDirectory(str(folder))
    return process

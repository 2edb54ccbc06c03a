"""Foreword once more, in a process of its own that looks for code in no folder somebody else fills."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QProcess, QProcessEnvironment

import editor_app

_IMPORTED_FROM = Path(editor_app.__file__).resolve().parents[1]


def foreword_process(arguments: Sequence[str], folder: Path) -> QProcess:
    """Return `foreword` with these arguments, not started yet; `folder` is one that only the user writes to.

    Without -P, Python would look for every module in the current folder first.
    """
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert("PYTHONPATH", str(_IMPORTED_FROM))  # where this Foreword is, installed or not
    process = QProcess()
    process.setProgram(sys.executable)
    process.setArguments(["-P", "-m", editor_app.__name__, *arguments])
    process.setProcessEnvironment(environment)
    process.setWorkingDirectory(str(folder))
    return process

"""Lint, format and the order of the rooms hold for the whole project; its types are another module's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["-c", LINT_IMPORTS], id="imports"),
        pytest.param(["-m", "ruff", "check", "--quiet"], id="lint"),
        pytest.param(["-m", "ruff", "format", "--check", "--quiet"], id="format"),
    ],
)
def test_the_whole_project_passes(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr

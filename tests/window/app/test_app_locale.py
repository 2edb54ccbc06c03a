"""What the window says on standard error when it starts, which is nothing."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

OURS = "from editor_app.window.kit.application import application; print(application().platformName())"
BARE = "from PySide6.QtWidgets import QApplication; print(QApplication([]).platformName())"


def said(program: str, locale: str) -> str:
    """Return what making the application under a locale says."""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "LC_ALL": locale},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "offscreen\n"
    return ran.stderr


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_starting_is_quiet_under_any_locale(locale: str):
    assert said(OURS, locale) == ""


def test_the_control_qt_alone_complains_of_the_locale_c():
    assert "Detected locale" in said(BARE, "C")

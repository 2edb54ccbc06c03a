"""Terminals for programs that act otherwise on one."""

from __future__ import annotations

import pty

import pytest


def open_terminal() -> tuple[int, int]:
    """Return the two ends of a new terminal, ours and the program's; skip the test where none can be made."""
    try:
        return pty.openpty()
    except OSError as error:
        pytest.skip(f"no terminal device can be made here: {error.strerror}")

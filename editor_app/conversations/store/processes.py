"""Telling a process from one that forked from it, without asking the system each time."""

from __future__ import annotations

import os


class _Process:
    """A process: another object after each fork."""


class _Current:
    """The process that runs."""

    process = _Process()


def current_process() -> object:
    """Return the object that stands for this process: what was opened for another is not used."""
    return _Current.process


def _in_a_fork() -> None:
    _Current.process = _Process()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_a_fork)

"""Garbage is collected in the window's thread alone."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QObject

from editor_app.window.startup.running import CollectsGarbageHere, collect_if_due


class Cycle:
    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def thresholds():
    before, was_enabled = gc.get_threshold(), gc.isenabled()
    gc.set_threshold(1_000, 1_000, 1_000)
    yield
    gc.set_threshold(*before)
    if not was_enabled:
        gc.disable()


def allocate_in_a_thread() -> None:
    thread = threading.Thread(target=lambda: [[] for _ in range(100_000)])
    thread.start()
    thread.join()


def test_no_other_thread_collects_and_the_windows_does(qtbot):
    gc.enable()
    gc.collect()
    control = weakref.ref(Cycle())
    allocate_in_a_thread()
    assert control() is None, "the control: Python itself collects in any thread"

    parent = QObject()
    collecting = CollectsGarbageHere(parent)
    garbage = weakref.ref(Cycle())
    allocate_in_a_thread()
    assert garbage() is not None
    kept = [[] for _ in range(2_000)]
    collect_if_due()
    assert garbage() is None
    collecting.stop()
    assert gc.isenabled()
    assert kept

"""A call that is done in slices: it never runs beside the window, and ends where nobody waits for it."""

from __future__ import annotations

from functools import partial
from threading import current_thread

import pytest

from editor_app.pausing import PAUSE
from editor_app.window.kit.work import slices
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.kit.work.slices import in_slices

pytestmark = pytest.mark.usefixtures("qapp")


def counted(log: list[object], count: int = 3) -> str:
    """Note each of some steps, with a pause behind it."""
    try:
        for number in range(count):
            log.append(number)
            PAUSE.get()()
    finally:
        log.append("end")
    return f"{count} steps"


@pytest.fixture
def at_each_pause(monkeypatch):
    """End a slice at each pause, however fast the work is."""
    monkeypatch.setattr(slices, "_CALLS", 1)
    monkeypatch.setattr(slices, "_SECONDS", -1)
    monkeypatch.setattr(slices, "_MOMENT", -1)


@pytest.mark.usefixtures("at_each_pause")
def test_each_slice_goes_on_to_a_pause_and_the_window_has_its_turn_between(qtbot):
    log, taken = list[object](), list[object]()
    slicer = Slicer()
    slicer.start(in_slices(partial(counted, log)), taken.append)
    turns = []
    while slicer.is_busy:
        slicer.step()
        turns.append(list(log))
    assert turns == [[0], [0, 1], [0, 1, 2], [0, 1, 2, "end"]]
    assert taken == ["3 steps"]


def test_what_takes_less_than_the_first_slice_is_done_in_it():
    log = list[object]()
    assert list(in_slices(partial(counted, log))) == ["3 steps"]
    assert PAUSE.get() is bool, "the window's own work does not pause"


@pytest.mark.usefixtures("at_each_pause")
@pytest.mark.parametrize("given", [1, 2])
def test_work_that_is_stopped_ends_at_its_pause(given):
    log = list[object]()
    steps = in_slices(partial(counted, log))
    for _ in range(given):
        assert next(steps) is None
    steps.close()
    assert log == [*range(given), "end"]


@pytest.mark.usefixtures("at_each_pause")
def test_what_the_work_raises_is_raised_where_its_result_is_awaited():
    def fails() -> None:
        PAUSE.get()()
        raise KeyError(current_thread().name)

    steps = in_slices(fails)
    assert next(steps) is None
    with pytest.raises(KeyError, match="window-work"):
        next(steps)

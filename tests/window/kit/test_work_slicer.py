"""Generators that are gone on with in later events, until they end, are stopped, or fail."""

from __future__ import annotations

import weakref

import pytest
from PySide6.QtCore import QTimer

from editor_app.window.kit.work.slicer import Slicer


class Steps:
    """A generator of some steps that says where it is."""

    def __init__(self, number: int, made: object = None) -> None:
        self.number = number
        self.made = made
        self.done: list[int] = []
        self.is_closed = False

    def __iter__(self):
        try:
            for step in range(self.number):
                self.done.append(step)
                yield None
            if self.made is not None:
                yield self.made
        finally:
            self.is_closed = True


@pytest.fixture
def slicer(qapp) -> Slicer:
    return Slicer()


def test_each_slice_is_an_event_of_its_own_and_what_is_made_is_taken_at_the_end(slicer, qtbot):
    steps, taken, others = Steps(4, made="all"), [], []
    between = QTimer()
    between.timeout.connect(lambda: others.append(len(steps.done)))
    between.start(0)
    slicer.start(iter(steps), lambda made: taken.append((made, slicer.is_busy)))
    assert steps.done == []
    assert slicer.is_busy
    qtbot.waitUntil(lambda: bool(taken))
    assert steps.done == [0, 1, 2, 3]
    assert {1, 2, 3} <= set(others), "others have their turn between the steps"
    assert taken == [("all", False)]
    assert steps.is_closed


def test_a_slice_goes_on_for_as_long_as_it_may(qapp):
    slicer, steps = Slicer(milliseconds=60_000), Steps(1_000)
    slicer.start(iter(steps))
    slicer.advance()
    assert len(steps.done) == 1_000
    assert not slicer.is_busy


def test_the_rest_can_be_done_at_once(slicer):
    steps, taken = Steps(5, made="all"), []
    slicer.start(iter(steps), taken.append)
    slicer.advance()
    assert steps.done == [0]
    slicer.step()
    assert steps.done == [0, 1]
    slicer.finish()
    assert taken == ["all"]
    slicer.finish()
    slicer.step()
    assert taken == ["all"]


def test_what_is_stopped_does_nothing_more(slicer, qtbot):
    steps, taken = Steps(3, made="all"), []
    slicer.start(iter(steps), taken.append)
    slicer.advance()
    slicer.stop()
    assert not slicer.is_busy
    assert steps.is_closed
    later = []
    QTimer.singleShot(0, lambda: later.append(None))
    qtbot.waitUntil(lambda: bool(later))
    assert steps.done == [0]
    assert taken == []


def test_what_is_over_or_stopped_keeps_nothing_of_who_takes_it(slicer):
    class Taker:
        def take(self, made: object) -> None: ...

    for end in (slicer.finish, slicer.stop):
        taker = Taker()
        is_kept = weakref.ref(taker)
        slicer.start(iter(Steps(1, made="all")), taker.take)
        del taker
        assert is_kept() is not None
        end()
        assert is_kept() is None


@pytest.mark.parametrize("milliseconds", [0, 60_000])
def test_it_can_be_stopped_from_within(qapp, milliseconds):
    slicer, done = Slicer(milliseconds=milliseconds), []

    def steps():
        done.append("first")
        slicer.stop()
        yield "taken by nobody"
        done.append("second")

    slicer.start(steps(), done.append)
    slicer.advance()
    slicer.finish()
    assert done == ["first"]
    assert not slicer.is_busy


@pytest.mark.parametrize("milliseconds", [0, 60_000])
def test_another_can_be_begun_from_within_and_when_one_is_taken(qapp, milliseconds):
    slicer, taken = Slicer(milliseconds=milliseconds), []

    def first():
        slicer.start(iter(Steps(2, made="second")), take)
        yield "first"

    def take(made: str) -> None:
        taken.append(made)
        if len(taken) == 1:
            slicer.start(iter(Steps(1, made="third")), take)

    slicer.start(first(), take)
    slicer.advance()
    slicer.finish()
    assert taken == ["second", "third"]


def test_a_fault_ends_it_and_goes_where_those_of_slots_go(slicer, qtbot):
    taken = []

    def failing():
        yield None
        raise ValueError("a mistake")

    slicer.start(failing(), taken.append)
    with qtbot.captureExceptions() as caught:
        qtbot.waitUntil(lambda: bool(caught))
    assert [str(error) for _, error, _ in caught] == ["a mistake"]
    assert not slicer.is_busy
    assert taken == []
    slicer.start(iter(Steps(1, made="another")), taken.append)
    slicer.finish()
    assert taken == ["another"]

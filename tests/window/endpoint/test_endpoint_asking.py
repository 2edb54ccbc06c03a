"""Iterators in a thread of their own: what they give comes in the window, and nothing after the end."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer

from editor_app.runs.endpoint.addresses import RetryWait
from editor_app.runs.loop.models import ModelError
from editor_app.window.endpoint.asking import MOST_WAITING, EndpointThread


class Told:
    """What a thread handed over, in order."""

    def __init__(self, thread: EndpointThread) -> None:
        self.all: list[tuple[str, object]] = []
        thread.came.connect(lambda items: self.all.append(("came", items)))
        thread.waiting.connect(lambda wait: self.all.append(("waiting", wait)))
        thread.ended.connect(lambda error: self.all.append(("ended", error)))

    @property
    def items(self) -> list[object]:
        return [item for name, items in self.all if name == "came" for item in items]

    @property
    def ends(self) -> list[object]:
        return [error for name, error in self.all if name == "ended"]


@pytest.fixture
def thread(qapp) -> EndpointThread:
    return EndpointThread()


@pytest.fixture
def told(thread) -> Told:
    return Told(thread)


def test_what_comes_is_handed_over_in_order_in_few_signals(thread, told, qtbot):
    thread.start(lambda _cancelled, _announce: iter(range(50_000)))
    assert thread.is_running
    qtbot.waitUntil(lambda: bool(told.ends))
    assert told.items == list(range(50_000))
    assert told.ends == [None]
    assert all(len(items) <= MOST_WAITING for name, items in told.all if name == "came")
    assert not thread.is_running


def test_the_iterator_runs_in_another_thread(thread, told, qtbot):
    def make(_cancelled, _announce):
        yield threading.current_thread() is threading.main_thread()

    thread.start(make)
    qtbot.waitUntil(lambda: bool(told.ends))
    assert told.items == [False]


def test_a_wait_is_told_at_its_place(thread, told, qtbot):
    wait = RetryWait(2, 4, 0.5, "Busy.")

    def make(_cancelled, announce):
        yield "before"
        announce(wait)
        yield "after"

    thread.start(make)
    qtbot.waitUntil(lambda: bool(told.ends))
    assert told.items == ["before", "after"]
    words = [name for name, _ in told.all]
    assert words.count("waiting") == 1
    assert told.all[words.index("waiting")] == ("waiting", wait)
    assert told.all.index(("came", ("before",))) < words.index("waiting")


def test_an_error_of_the_model_is_its_sentence_after_what_came(thread, told, qtbot):
    def make(_cancelled, _announce):
        yield 1
        raise ModelError("The endpoint is tired.")

    thread.start(make)
    qtbot.waitUntil(lambda: bool(told.ends))
    assert told.all == [("came", (1,)), ("ended", "The endpoint is tired.")]


def test_any_other_error_ends_it_and_reaches_the_hook_of_threads(thread, told, qtbot, monkeypatch):
    caught = []
    monkeypatch.setattr(threading, "excepthook", lambda args: caught.append(args.exc_value))
    fault = ValueError("a fault")

    def make(_cancelled, _announce):
        yield 1
        raise fault

    thread.start(make)
    qtbot.waitUntil(lambda: bool(told.ends and caught))
    assert caught == [fault]
    assert told.items == [1]
    assert told.ends == ["That did not work: Foreword has a fault. The log has it."]


def test_a_cancel_hands_over_how_the_iterator_ends(thread, told, qtbot):
    began = threading.Event()

    def make(cancelled, _announce):
        yield "part"
        began.set()
        while not cancelled():
            threading.Event().wait(0.001)
        yield "closed"

    thread.start(make)
    qtbot.waitUntil(began.is_set)
    thread.cancel()
    qtbot.waitUntil(lambda: bool(told.ends))
    assert told.items == ["part", "closed"]
    assert told.ends == [None]


def test_a_cancel_does_not_wait_for_an_iterator_that_hangs(thread, told, qtbot):
    let_go, came_to_its_end = threading.Event(), threading.Event()

    def make(_cancelled, _announce):
        try:
            yield "part"
            let_go.wait()
            yield "late"
            yield "later"
        finally:
            came_to_its_end.set()

    thread.start(make)
    qtbot.waitUntil(lambda: told.items == ["part"])
    looks = []
    thread._look.timeout.connect(lambda: looks.append(thread._look.interval()))
    thread.cancel()
    qtbot.waitUntil(lambda: bool(told.ends))
    assert sum(looks) <= 200
    let_go.set()
    qtbot.waitUntil(came_to_its_end.is_set)
    for _ in range(5):
        QCoreApplication.processEvents()
    assert told.all == [("came", ("part",)), ("ended", None)]


def test_an_endless_iterator_waits_for_the_window(thread, told, qtbot):
    given = []

    def make(cancelled, _announce):
        while not cancelled():
            given.append(None)
            yield len(given)

    thread.start(make)
    is_full = threading.Event()
    while len(given) <= MOST_WAITING:
        is_full.wait(0.001)  # the window does not look meanwhile
    assert len(given) == MOST_WAITING + 1
    beats = []
    beat = QTimer()
    beat.timeout.connect(lambda: beats.append(len(told.all)))
    beat.start(1)
    qtbot.waitUntil(lambda: len(told.all) >= 3)
    beat.stop()
    assert len(beats) > 20  # the window had its turns meanwhile
    thread.cancel()
    qtbot.waitUntil(lambda: bool(told.ends))
    assert told.items == list(range(1, len(told.items) + 1))


def test_another_start_leaves_the_one_before(thread, told, qtbot):
    ended = threading.Event()

    def first(cancelled, _announce):
        yield "first"
        while not cancelled():
            threading.Event().wait(0.001)
        yield "first is cancelled"
        ended.set()

    thread.start(first)
    qtbot.waitUntil(lambda: told.items == ["first"])
    thread.start(lambda _cancelled, _announce: iter(["second"]))
    qtbot.waitUntil(lambda: bool(told.ends))
    assert told.items == ["first", "second"]
    assert told.ends == [None]


def test_a_slot_may_cancel_and_begin_again(thread, told, qtbot):
    def again(_items):
        thread.came.disconnect(again)
        thread.start(lambda _cancelled, _announce: iter(["again"]))

    thread.came.connect(again)
    thread.start(lambda _cancelled, _announce: iter(["once"]))
    qtbot.waitUntil(lambda: bool(told.ends))
    assert told.items == ["once", "again"]
    assert told.ends == [None]


def test_closing_waits_a_moment_for_the_end(thread, told, qtbot):
    def make(cancelled, _announce):
        yield "part"
        while not cancelled():
            threading.Event().wait(0.001)
        yield "closed"

    thread.start(make)
    qtbot.waitUntil(lambda: bool(told.items))
    thread.close()
    assert told.all == [("came", ("part",)), ("came", ("closed",)), ("ended", None)]
    thread.close()
    assert told.ends == [None]


def test_closing_hands_over_the_end_behind_all_that_waits(thread, told):
    is_full = threading.Event()

    def make(cancelled, _announce):
        for number in range(MOST_WAITING + 1):
            if number == MOST_WAITING:
                is_full.set()
            yield "part"
        assert cancelled()  # the last one waited for room until then
        yield from ("more", "end")

    thread.start(make)
    assert is_full.wait(60)
    thread.close()
    assert told.items == ["part"] * (MOST_WAITING + 1) + ["more", "end"]
    assert told.ends == [None]
    assert not thread.is_running


def test_a_thread_whose_window_is_gone_ends_and_tells_nothing(qtbot, qapp):
    parent = QObject()
    thread = EndpointThread(parent)
    told, ended = Told(thread), threading.Event()

    def make(cancelled, _announce):
        try:
            while not cancelled():
                yield "more"
        finally:
            ended.set()

    thread.start(make)
    qtbot.waitUntil(lambda: bool(told.items))
    parent.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    known = len(told.all)
    assert ended.wait(60)
    QCoreApplication.processEvents()
    assert len(told.all) == known

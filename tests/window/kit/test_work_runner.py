"""Functions called in another thread: their results come in this one, and nothing to whom is gone."""

from __future__ import annotations

import subprocess
import sys
import threading
from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject

from editor_app.window.kit.work.runner import FAULT, Runner, start_thread, wait_for_work

PATIENCE = 60


@pytest.fixture
def runner(qapp) -> Runner:
    return Runner()


@pytest.fixture
def noted(monkeypatch) -> list[BaseException | None]:
    """What is noted as a fault of the program."""
    found: list[BaseException | None] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: found.append(args.exc_value))
    return found


def fail(error: Exception) -> None:
    raise error


def test_results_come_in_the_window_in_the_order_in_which_they_were_asked_for(runner, qtbot):
    here, threads, taken = threading.current_thread(), set(), []

    def work(number: int) -> int:
        threads.add(threading.current_thread())
        return number

    def take(number: int) -> None:
        taken.append((number, threading.current_thread() is here))

    for number in range(20):
        runner.do(partial(work, number), take)
    qtbot.waitUntil(lambda: len(taken) == 20)
    assert taken == [(number, True) for number in range(20)]
    assert len(threads) == 1, "what a thread has opened, such as a database, can be used by the next work"
    assert here not in threads


def test_as_many_are_done_at_once_as_may_be(qapp, qtbot):
    runner, all_there, taken = Runner(most=3), threading.Barrier(3), []
    for number in range(6):
        runner.do(lambda number=number: (all_there.wait(PATIENCE), number)[1], taken.append)
    qtbot.waitUntil(lambda: len(taken) == 6)
    assert sorted(taken) == list(range(6))


def test_an_exception_is_told_and_noted_unless_it_is_expected(qapp, noted, qtbot):
    runner, failed, taken = Runner(expected=OSError), [], []
    expected, fault = FileNotFoundError("It is not there."), ValueError("a mistake")
    for error in (expected, fault):
        runner.do(partial(fail, error), taken.append, failed.append)
    runner.do(lambda: "goes on", taken.append)
    qtbot.waitUntil(lambda: bool(taken))
    assert failed == ["It is not there.", FAULT]
    assert noted == [fault]
    assert taken == ["goes on"]


def test_a_fault_in_taking_a_result_keeps_nobody_from_the_next(runner, qtbot):
    taken = []
    with qtbot.captureExceptions() as caught:
        runner.do(lambda: ValueError("in taking"), fail)
        runner.do(lambda: "next", taken.append)
        qtbot.waitUntil(lambda: bool(taken))
    assert [str(error) for _, error, _ in caught] == ["in taking"]


def test_what_is_cancelled_is_not_told_and_not_begun(runner, noted, qtbot):
    may_end, begun, taken = threading.Event(), [], []
    first = runner.do(lambda: (begun.append("first"), may_end.wait(PATIENCE)), taken.append)
    second = runner.do(lambda: begun.append("second"), taken.append)
    third = runner.do(lambda: "third", lambda words: taken.append((words, third.is_awaited)))
    qtbot.waitUntil(lambda: begun == ["first"])
    assert first.is_awaited
    first.cancel()
    second.cancel()
    assert not first.is_awaited
    may_end.set()
    qtbot.waitUntil(lambda: bool(taken))
    assert taken == [("third", False)]
    assert begun == ["first"]


def test_nothing_is_told_to_whom_is_gone_and_the_thread_ends(qapp, qtbot):
    asker, may_end, threads, taken = QObject(), threading.Event(), [], []
    runner = Runner(asker)

    def work() -> None:
        threads.append(threading.current_thread())
        may_end.wait(PATIENCE)

    runner.do(work, taken.append)
    runner.do(lambda: threads.append(None), taken.append)
    qtbot.waitUntil(lambda: bool(threads))
    asker.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    may_end.set()
    threads[0].join(PATIENCE)
    assert not threads[0].is_alive()
    QCoreApplication.processEvents()
    assert taken == []
    assert len(threads) == 1, "what was not begun is not done for nobody"


def test_a_window_can_wait_a_while_for_all_that_is_done_for_it(qapp, qtbot):
    window, done, may_end = QObject(), [], threading.Event()
    runner, hanging = Runner(window), Runner(window)
    for number in range(3):
        runner.do(partial(done.append, number), done.append)
    assert wait_for_work(window, PATIENCE)
    assert done == [0, 1, 2], "what came of it is told later"
    hanging.do(may_end.wait, done.append)
    assert not wait_for_work(window, 0)
    may_end.set()
    assert wait_for_work(window, PATIENCE)
    qtbot.waitUntil(lambda: not (runner.is_busy or hanging.is_busy))
    assert done[3:] in ([None, None, None, True], [True, None, None, None])


def test_the_end_of_the_program_waits_for_no_work_that_never_ends():
    program = """
import threading
from PySide6.QtCore import QCoreApplication
from editor_app.window.kit.work.runner import Runner

app = QCoreApplication([])
runner, begun = Runner(app), threading.Event()
runner.do(lambda: (begun.set(), threading.Event().wait()), print)
begun.wait()
raise SystemExit(3)
"""
    ended = subprocess.run([sys.executable, "-c", program], check=False, timeout=PATIENCE)
    assert ended.returncode == 3


def test_a_fault_in_a_bare_thread_is_noted(noted):
    began, threads, fault = threading.Event(), [], ValueError("a mistake")

    def run() -> None:
        threads.append(threading.current_thread())
        began.set()
        raise fault

    start_thread(run)
    assert began.wait(PATIENCE)
    threads[0].join(PATIENCE)
    assert noted == [fault]

"""An answer as it comes from an odd endpoint: laid out in the thread, cancelled at once, without the key."""

from __future__ import annotations

import json
import threading

import pytest
from endpoint_connections import KEY
from odd_endpoint import spellings

from editor_app.runs.endpoint.keys import key_of
from editor_app.window.endpoint import asking
from editor_app.window.endpoint.asking import LiveAnswer, Sent

BODY = {"messages": [{"role": "user", "content": "Hi"}]}


@pytest.fixture
def answer_of(qapp, odd_endpoint):
    """Return a function that asks at a path of the server."""

    def answer_of(path: str, key: str | None = None) -> LiveAnswer:
        answer = LiveAnswer(Sent(odd_endpoint.at(path), BODY))
        answer.send(None if key is None else key_of(key))
        return answer

    return answer_of


def test_long_arguments_are_laid_out_in_the_thread(answer_of, qtbot, monkeypatch):
    threads, dumps = [], json.dumps

    def noted(*args, **named):
        threads.append(threading.current_thread())
        return dumps(*args, **named)

    monkeypatch.setattr(asking.json, "dumps", noted)
    answer = answer_of("large-calls--3-2000")
    qtbot.waitUntil(lambda: not answer.is_running, timeout=20_000)
    assert len(answer.view().calls) == 3
    assert threading.main_thread() not in threads
    assert len(threads) >= 3


@pytest.mark.parametrize("path", ["endless", "tiny--2000000", "comments", "blank-lines", "endless-line"])
def test_a_cancel_ends_an_answer_that_goes_on_coming(answer_of, qtbot, path):
    answer = answer_of(path)
    qtbot.waitUntil(lambda: answer.text != "" or path not in {"endless", "tiny--2000000"}, timeout=20_000)
    looks = []
    answer._thread._look.timeout.connect(lambda: looks.append(answer._thread._look.interval()))
    answer.cancel()
    qtbot.waitUntil(lambda: not answer.is_running, timeout=20_000)
    assert sum(looks) <= 200


def test_no_answer_holds_the_key(answer_of, qtbot):
    answer = answer_of("repeats-key", KEY)
    qtbot.waitUntil(lambda: not answer.is_running, timeout=20_000)
    view = answer.view()
    shown = repr((view.status, view.text, view.calls, view.error, view.remark, answer.content)).lower()
    assert shown.count("…") >= 12
    assert [one for one in spellings(KEY) if one[3:-3].lower() in shown] == []

"""What a model at an endpoint answers, streamed in every way, and what is said where it does not."""

from __future__ import annotations

import socket
import threading
from dataclasses import replace

import pytest
from endpoint_connections import KEY, QUICK

from editor_app.runs.endpoint.addresses import EndpointError, Limits, Retries
from editor_app.runs.endpoint.model import send_once
from editor_app.runs.loop.models import ModelCancelledError, ModelError, StepEnd
from editor_app.runs.model.session import FinishReason, TextPart, ToolPart

BODY = {"messages": [{"role": "user", "content": "Hi"}], "temperature": 0}
STALLS = replace(QUICK, first_byte=0.2, between=0.2)


def sent(connection, body=BODY):
    """Return the text, the other parts and the error of a request that is sent once."""
    parts, error = [], None
    try:
        parts.extend(send_once(connection, body))
    except ModelError as raised:
        error = str(raised).replace(connection.endpoint.host, "HOST")
    text = "".join(part.text for part in parts if isinstance(part, TextPart))
    return text, [part for part in parts if not isinstance(part, TextPart)], error


@pytest.mark.parametrize(
    ("path", "usage"),
    [
        ("streams", 42),
        ("bytewise", 42),
        ("crlf", 42),
        ("carriage", 42),
        ("no-usage", None),
        ("odd-usage", None),
        ("no-done", 42),
        ("one-document", 42),
        ("on-here", 42),
        ("on-absolute", 42),
        ("busy-once", 42),
    ],
)
def test_an_answer_is_read_whatever_way_it_comes(odd_endpoint, path, usage):
    connection = odd_endpoint.connection(path)
    assert sent(connection) == ("Grüß Gott", [StepEnd(FinishReason.STOP, usage)], None)
    first = odd_endpoint.came(connection)[0]
    assert first["method"] == "POST"
    assert first["path"].endswith("/chat/completions")
    assert first["headers"]["authorization"] == f"Bearer {KEY}"
    assert first["body"] == {
        **BODY,
        "model": "some-model",
        "stream": True,
        "stream_options": {"include_usage": True},
    }


def test_without_a_key_none_is_sent(odd_endpoint):
    connection = odd_endpoint.connection("streams", has_key=False)
    assert sent(connection)[2] is None
    assert [one["headers"].get("authorization") for one in odd_endpoint.came(connection)] == [None]


@pytest.mark.parametrize(
    ("path", "text", "error"),
    [
        ("three-chunks", "Grüß Gott", "The answer broke off: HOST closed the connection."),
        ("nothing", "", "The endpoint sent no answer: HOST closed the connection."),
        ("garbage", "Grüß Gott", "A part of the answer is not a JSON object: ‘<html> no’."),
        ("not-utf8", "", "The answer is not UTF-8 text."),
        ("error-in", "Grüß Gott", "The endpoint ended its answer with an error: The model is tired."),
        ("packed", "", "HOST sent a compressed answer, which was not asked for."),
        ("denied", "", "HOST answered 401: Incorrect API key provided: …. Check the key for it."),
        (
            "denied-late",
            "Grüß Gott",
            "The endpoint ended its answer with an error: Incorrect API key provided: ….",
        ),
        ("denied-at-length", "", f"HOST answered 400: {'No ' * 63}…."),
        ("missing", "", "HOST answered 404: No such model. Check its address and the model’s name."),
        ("page", "", "HOST answered 403. Check the key for it."),
        ("on-nowhere", "", "HOST redirects to ‘gopher://127.0.0.1/’, where nothing can be asked."),
        (
            "busy-long",
            "",
            "HOST answered 429: Slow down. HOST asks to wait 61 s, which is too long. Try later.",
        ),
    ],
)
def test_what_came_is_kept_and_why_there_is_no_more_is_said(odd_endpoint, path, text, error):
    connection = odd_endpoint.connection(path)
    assert sent(connection) == (text, [], error)
    assert len(odd_endpoint.came(connection)) == 1


def test_calls_that_came_whole_are_kept_and_half_a_call_is_only_named(odd_endpoint):
    text, parts, error = sent(odd_endpoint.connection("half-call"))
    assert (text, parts) == ("Grüß Gott", [ToolPart("call_a", "list_files", {})])
    assert error == (
        "The answer broke off: HOST closed the connection. The call of ‘read_file’ came only in part, and "
        "was not run."
    )


@pytest.mark.parametrize(
    ("path", "text", "error"),
    [
        ("stall-before", "", "HOST did not answer within 0.2 s."),
        ("stall-after-head", "", "HOST did not answer within 0.2 s."),
        (
            "stall-in",
            "Grüß Gott",
            "HOST stopped in the middle of its answer: nothing came for 0.2 s.",
        ),
    ],
)
def test_a_server_that_says_nothing_is_not_waited_for_long(odd_endpoint, path, text, error):
    assert sent(odd_endpoint.connection(path, limits=STALLS)) == (text, [], error)


def test_a_step_has_an_end_whatever_still_comes(odd_endpoint):
    connection = odd_endpoint.connection("stall-in", limits=replace(QUICK, step=0.2))
    assert sent(connection)[1:] == ([], "HOST did not end its answer within 0.2 s.")


@pytest.mark.parametrize("path", ["endless", "endless-line"])
def test_an_answer_without_an_end_is_read_up_to_a_limit(odd_endpoint, path):
    text, parts, error = sent(odd_endpoint.connection(path, limits=replace(QUICK, most_bytes=200_000)))
    assert (parts, error) == ([], "HOST sent more than 0.2 MB in one step.")
    assert (len(text) > 1000) == (path == "endless")


# Tries


def test_a_server_that_is_down_is_asked_four_times_and_each_wait_is_announced(odd_endpoint):
    waits = []
    connection = odd_endpoint.connection(
        "down", limits=replace(QUICK, retries=Retries((0.001, 0.002, 0.003))), announce=waits.append
    )
    assert sent(connection) == ("", [], "HOST answered 500: Down. It was asked 4 times.")
    assert [(one.attempt, one.tries, one.seconds) for one in waits] == [
        (2, 4, 0.001),
        (3, 4, 0.002),
        (4, 4, 0.003),
    ]
    assert len(odd_endpoint.came(connection)) == 4


def test_the_usual_limits_are_those_of_the_design():
    usual = Limits()
    assert (usual.connect, usual.first_byte, usual.between, usual.step) == (10, 60, 30, 600)
    assert (usual.most_bytes, usual.retries) == (16_000_000, Retries((0.5, 1, 2), 60))
    assert (usual.retries.tries, usual.redirects) == (4, 3)


@pytest.mark.parametrize(
    ("path", "seconds"), [("busy-once", 0.0), ("busy-date", 5.0), ("busy-nonsense", 7.0)]
)
def test_a_wait_that_the_server_asks_for_is_the_one_that_is_taken(odd_endpoint, path, seconds):
    """A date is held against the server's own; nobody waits here for it."""
    waits = []
    limits = replace(QUICK, retries=Retries((7.0,)))
    connection = odd_endpoint.connection(
        path, limits=limits, announce=waits.append, cancelled=lambda: bool(waits)
    )
    assert sent(connection)[2] == "Cancelled."
    assert [(one.attempt, one.tries, one.seconds) for one in waits] == [(2, 2, seconds)]


def test_a_refused_connection_is_tried_again(odd_endpoint, unused_port):
    waits = []
    connection = odd_endpoint.connection("streams", announce=waits.append)
    connection = replace(
        connection, endpoint=replace(connection.endpoint, url=f"http://127.0.0.1:{unused_port}/v1")
    )
    assert sent(connection) == ("", [], "HOST refused the connection. It was asked 4 times.")
    assert [one.reason for one in waits] == [f"127.0.0.1:{unused_port} refused the connection."] * 3


# Redirects


@pytest.mark.parametrize("path", ["on-other", "on-name"])
def test_nothing_goes_to_another_host(odd_endpoint, path):
    connection = odd_endpoint.connection(path)
    error = sent(connection)[2]
    assert error is not None
    assert error.startswith("HOST redirects to another host, ")
    assert odd_endpoint.came_to_other(connection) == []
    assert len(odd_endpoint.came(connection)) == 1


def test_the_log_shows_what_comes_to_the_other_host(odd_endpoint):
    """The control of the test above."""
    connection = odd_endpoint.connection("streams", has_key=False)
    url = connection.endpoint.url.replace(str(odd_endpoint.port), str(odd_endpoint.other_port))
    assert sent(replace(connection, endpoint=replace(connection.endpoint, url=url)))[2] is None
    assert len(odd_endpoint.came_to_other(connection)) == 1


def test_a_request_is_sent_on_three_times_at_most(odd_endpoint):
    connection = odd_endpoint.connection("on-round")
    assert sent(connection)[2] == "HOST redirects more than 3 times."
    assert len(odd_endpoint.came(connection)) == 4


# Cancelling


@pytest.mark.parametrize("path", ["stall-before", "stall-after-head", "stall-in", "endless", "busy-wait"])
def test_a_request_is_cancelled_at_any_moment_by_another_thread(odd_endpoint, path):
    """It ends although the server says nothing, or never stops; else this test would not end."""
    stop = threading.Event()
    limits = replace(QUICK, retries=Retries((100.0,))) if path == "busy-wait" else QUICK
    path = path.replace("busy-wait", "down")
    connection = odd_endpoint.connection(path, limits=limits, cancelled=stop.is_set)
    raised = []

    def ask():
        try:
            list(send_once(connection, BODY))
        except ModelCancelledError as error:
            raised.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    pause = threading.Event()
    while not odd_endpoint.came(connection):
        pause.wait(0.01)
    stop.set()
    thread.join()
    assert raised == ["Cancelled."]


def test_a_request_whose_answer_nobody_reads_further_is_closed(odd_endpoint):
    parts = send_once(odd_endpoint.connection("stall-in"), BODY)
    assert next(parts) == TextPart("Grüß ")
    parts.close()
    for thread in threading.enumerate():
        if thread.name == "endpoint":
            thread.join()  # for ever, if the request went on
    assert "endpoint" not in {one.name for one in threading.enumerate()}


@pytest.fixture
def silent_names(monkeypatch):
    """Make each look-up of a name wait until the test is over; return the names that were asked."""
    asked, is_over, real = [], threading.Event(), socket.getaddrinfo

    def look_up(host, *more):
        asked.append(host)
        is_over.wait()
        return real("127.0.0.1", *more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    yield asked
    is_over.set()
    for thread in threading.enumerate():
        if thread.name.startswith("endpoint"):
            thread.join()


def test_a_name_that_is_never_found_keeps_nobody_waiting(odd_endpoint, silent_names):
    connection = odd_endpoint.connection("streams", limits=replace(QUICK, connect=0.1))
    connection = replace(
        connection, endpoint=replace(connection.endpoint, url=f"http://localhost:{odd_endpoint.port}/v1")
    )
    assert sent(connection) == ("", [], "HOST could not be reached within 0.1 s.")
    connection = replace(connection, limits=QUICK, cancelled=lambda: len(silent_names) > 1)
    assert sent(connection) == ("", [], "Cancelled.")
    assert [one.name for one in threading.enumerate() if not one.daemon] == ["MainThread"]


def test_a_name_that_there_is_not_is_told(odd_endpoint):
    connection = odd_endpoint.connection("streams", has_key=False)
    connection = replace(
        connection, endpoint=replace(connection.endpoint, url="http://no-such-host.invalid/v1")
    )
    assert (sent(connection)[2] or "").startswith("No connection to HOST: ")


def test_what_was_cancelled_before_is_not_sent(odd_endpoint):
    connection = odd_endpoint.connection("streams", cancelled=lambda: True)
    assert sent(connection)[2] == "Cancelled."
    assert odd_endpoint.came(connection) == []


# What can’t be sent


def test_a_body_of_another_provider_is_not_sent(odd_endpoint):
    connection = odd_endpoint.connection("streams")
    assert "Choose OpenAI as the provider." in sent(connection, {"contents": []})[2]
    assert odd_endpoint.came(connection) == []


def test_without_httpx_the_command_that_installs_it_is_told(odd_endpoint, monkeypatch):
    import sys

    connection = odd_endpoint.connection("streams")
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(EndpointError, match=r"-m pip install 'httpx>=0\.28,<1'"):
        list(send_once(connection, BODY))

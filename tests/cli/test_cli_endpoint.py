"""`foreword run` of scenarios whose model is that of an endpoint, asked for real."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from endpoint_connections import KEY, QUICK
from terminals import open_terminal

from editor_app.cli.command_line import read_arguments
from editor_app.cli.runs.at_endpoint import run_at_endpoint
from editor_app.cli.runs.run_input import load_run_input
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.conversations.stored_runs import RunStore
from editor_app.library.paths import state_dir
from editor_app.library.trust.trust import distrust_workspace, trust_workspace
from editor_app.runs.endpoint.keys import open_keys
from editor_app.runs.endpoint.storing import read_run

FOREWORD = (sys.executable, "-m", "editor_app")
TOOLS = "[read_file, list_files]"
SCENARIO = """\
format: 1
model: {{endpoint: '{url}', name: some-model, tools: {tools}}}
context_limit: {limit}
system: {{text: Be kind.}}
steps:
- user: {user}
expect:
- stops with finished
"""


class Lab:
    """A library whose scenario is asked at a path of the endpoint, and what came of it."""

    word = "prompts/runs/a.yaml"

    def __init__(self, library, endpoint):
        self.library = library
        self.workspace = library.parent
        self.odd = endpoint
        self.connection = None
        self.path = library / "runs" / "a.yaml"
        self.path.parent.mkdir()
        (self.workspace / "notes").mkdir()
        (self.workspace / "notes" / "a.txt").write_text("alpha\n", "utf-8")

    def asks(self, path, user="Read the notes", tools="[]", limit=1000, more=""):
        self.connection = self.odd.connection(path)
        url = self.connection.endpoint.url
        text = SCENARIO.format(url=url, user=json.dumps(user), tools=tools, limit=limit)
        self.path.write_text(text + more, "utf-8")

    @property
    def came(self):
        return self.odd.came(self.connection)

    @property
    def keys(self):
        return open_keys(state_dir())

    @property
    def stored(self):
        """The runs that are stored, the newest first."""
        runs = RunStore(self.library, clock=utc_now)
        found = [read_run(runs, one.number) for one in runs.list(scenario="runs/a.yaml")]
        runs.close()
        return found

    def everything_written(self, home):
        return b"".join(one.read_bytes() for one in home.rglob("*") if one.is_file() and one != self.odd.log)

    def process(self, *arguments, **streams):
        """Start the command in a process of its own, in front."""
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        words = ["env", "--default-signal=INT", *FOREWORD, "run", self.word, *map(str, arguments)]
        return subprocess.Popen(words, start_new_session=True, **pipes)

    def wait_for(self, count):
        """Return once so many requests came; the time limit of tests bounds it."""
        pause = threading.Event()
        while len(self.came) < count:
            pause.wait(0.02)


@pytest.fixture
def lab(library, odd_endpoint):
    return Lab(library, odd_endpoint)


def timeline_of(ran):
    return [line[31:] for line in ran.text.splitlines() if line.startswith(("step", " " * 20))]


def test_the_steps_are_printed_and_the_run_is_stored(foreword, lab):
    lab.asks("streams")
    ran = foreword("run", lab.word)
    host = lab.connection.endpoint.host
    assert (ran.code, ran.err) == (0, f"foreword: Asking some-model at {host}.\n")
    first, *_ = ran.text.splitlines()
    assert first == (
        f"{lab.word}: strategy hybrid, provider openai, some-model at {host}, context of 1,000 tokens"
    )
    assert timeline_of(ran)[0] == "user: Read the notes"
    assert timeline_of(ran)[-1] == "text: Grüß Gott"
    assert ran.text.splitlines()[-3:] == ["Ended: finished.", "", "met     stops with finished"]
    (stored,) = lab.stored
    assert (stored.run.end, stored.run.endpoint) == ("finished", lab.connection.endpoint.origin)
    listed = foreword("conversation", "list")
    assert (listed.code, listed.text) == (0, ""), "a run is no conversation"
    assert len(lab.came) == 1


def test_a_recorded_run_plays_to_the_request_that_was_sent(foreword, lab):
    lab.asks("pieces", tools=TOOLS)
    ran = foreword("run", lab.word, "--trust", "--record", "prompts/runs/b.yaml")
    assert ran.code == 0
    assert "The run is recorded in prompts/runs/b.yaml." in ran.err
    again = json.loads(foreword("run", "prompts/runs/b.yaml", "--request", "1").out)
    sent = lab.came[1]["body"]["messages"]
    assert json.dumps(again["messages"]).replace("call_0_0", "call_abc") == json.dumps(sent)
    assert len(lab.came) == 2  # the recording asks nobody


def test_requests_are_printed_as_they_were_sent(foreword, lab):
    lab.asks("streams")
    ran = foreword("run", lab.word, "--request", "0")
    assert json.loads(ran.out)["messages"] == lab.came[0]["body"]["messages"]
    assert "text: Grüß Gott" in ran.err
    ran = foreword("run", lab.word, "--request", "7", "--record", "prompts/runs/b.yaml")
    assert ran.code == 2
    assert "There is no step 7; the run’s last one is step 0." in ran.err
    assert (ran.out, (lab.library / "runs" / "b.yaml").exists()) == (b"", True)


def test_an_expectation_that_fails_is_exit_1(foreword, lab):
    lab.asks("streams", more="- never session-start-todos\n")
    ran = foreword("run", lab.word)
    assert ran.code == 1
    assert "FAILED  never session-start-todos" in ran.text


def test_steps_that_no_endpoint_is_told_are_warned_of(foreword, lab):
    lab.asks("streams")
    assert "scripted-step" not in foreword("run", lab.word).err
    text = lab.path.read_text("utf-8").replace("expect:", "- {user: And now?}\n- text: No\nexpect:")
    lab.path.write_text(text, "utf-8")
    ran = foreword("run", lab.word)
    assert (ran.code, len(lab.came)) == (0, 3)
    assert f"{lab.word}:8:3: warning scripted-step Step 2 says what a model does." in ran.err


def test_the_texts_of_triggers_reach_the_endpoint(foreword, lab):
    (lab.path.parent / "triggers.yaml").write_text(
        "format: 1\ntriggers:\n- {id: hello, signal: first-message, text: Be brief.}\n"
    )
    lab.asks("streams")
    assert foreword("run", lab.word).code == 0
    assert "Be brief." in json.dumps(lab.came[0]["body"])


@pytest.mark.parametrize(
    ("path", "sentence", "text"),
    [
        ("three-chunks", "The answer broke off: ", "text: Grüß Gott"),
        ("garbage", "A part of the answer is not a JSON object: ", "text: Grüß Gott"),
        ("half-call", "The call of ‘read_file’ came only in part, and was not run.", "calls list_files {}"),
        ("denied", "No key is stored for it. Add one. ‘--ask-key’ asks for it and keeps it.", "failed"),
        ("on-nowhere", "where nothing can be asked", "failed"),
    ],
)
def test_what_came_before_a_run_broke_off_is_printed_recorded_and_stored(foreword, lab, path, sentence, text):
    lab.asks(path)
    ran = foreword("run", lab.word, "--record", "prompts/runs/b.yaml")
    assert ran.code == 2
    assert sentence in ran.err
    assert text in timeline_of(ran)
    assert "Ended: error. " in ran.text
    assert "Not checked: the run was interrupted." in ran.text
    (stored,) = lab.stored
    assert stored.run.end == "error"
    recorded = (lab.library / "runs" / "b.yaml").read_text("utf-8")
    assert ("Grüß Gott" in recorded) is ("Grüß Gott" in ran.text)
    assert foreword("check", "prompts/runs/b.yaml").code == 0


def test_a_stalled_answer_is_cut(lab, capsysbinary):
    lab.asks("stall-in")
    arguments = read_arguments("run", [lab.word])
    streams = Streams()
    given = load_run_input(lab.word, arguments, streams)
    assert run_at_endpoint(given, arguments, streams, replace(QUICK, between=0.1)) == 2
    out, err = capsysbinary.readouterr()
    assert "text: Grüß Gott" in out.decode()
    assert "stopped in the middle of its answer: nothing came for 0.1 s." in err.decode()


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_wait_before_another_try_is_said(foreword, lab, options):
    lab.asks("busy-once")
    ran = foreword("run", lab.word, *options)
    assert ran.code == 0
    assert "answered 429: Slow down. Waiting 0 s, then try 2 of 4." in ran.err


def test_one_document_with_json(foreword, lab):
    lab.asks("streams")
    ran = foreword("run", lab.word, "--json", "--request", "0")
    document = json.loads(ran.out)
    assert (ran.code, ran.err) == (0, "")
    assert (document["stopped"], document["model"]) == ("finished", "some-model")
    assert document["endpoint"] == lab.connection.endpoint.origin
    assert document["storedAs"] == lab.stored[0].run.number
    (answer,) = document["answers"]
    assert answer == {
        "index": 0,
        "status": "completed",
        "usage": 42,
        "parts": [{"type": "text", "text": "Grüß Gott"}],
    }
    assert document["requests"][0]["body"]["messages"] == lab.came[0]["body"]["messages"]
    lab.asks("three-chunks")
    ran = foreword("run", lab.word, "--json")
    document = json.loads(ran.out)
    assert (ran.code, document["stopped"], document["error"]["code"]) == (2, "error", "endpoint")
    assert document["answers"][0]["parts"] == [{"type": "text", "text": "Grüß Gott"}]
    assert [one["held"] for one in document["expectations"]] == [False]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--strategy", "all"], "usage", "‘--strategy all’ plays four times"),
        (["--provider", "anthropic"], "usage", "An endpoint takes requests in OpenAI’s form only."),
        ([], "endpoint", "that is restricted. Trust it, or take out ‘tools’. ‘--trust’ trusts it"),
    ],
)
def test_what_is_in_the_way_is_said_and_nothing_is_sent(foreword, lab, words, code, sentence):
    lab.asks("streams", tools=TOOLS)
    ran = foreword("run", lab.word, *words, "--json")
    error = json.loads(ran.out)["error"]
    assert (ran.code, error["code"]) == (2, code)
    assert sentence in error["message"]
    assert (lab.came, lab.stored) == ([], [])
    assert foreword("run", lab.word, "--trust", "--provider", "openai", "--strategy", "hints").code == 0


def test_without_httpx_it_is_said_how_to_get_it(foreword, lab, monkeypatch):
    lab.asks("streams")
    monkeypatch.setitem(sys.modules, "httpx", None)
    ran = foreword("run", lab.word)
    assert ran.code == 2
    assert "httpx is not installed" in ran.err
    assert "-m pip install 'httpx>=0.28,<1'" in ran.err
    assert lab.came == []


# Tools and trust


def test_a_tool_reads_in_the_workspace_and_nowhere_else(foreword, lab):
    (lab.workspace.parent / "secret.txt").write_text("hidden\n", "utf-8")
    calls = [("read_file", '{"path": "notes/a.txt"}'), ("read_file", '{"path": "../secret.txt"}')]
    lab.asks("ladder", json.dumps(calls), tools=TOOLS, limit=100_000)
    ran = foreword("run", lab.word, "--trust")
    assert ran.code == 0
    assert "result of 6 bytes: alpha" in timeline_of(ran)
    assert any(line.startswith("error: ‘../secret.txt’ is not read") for line in timeline_of(ran))
    assert "hidden" not in json.dumps(lab.came)
    assert len(lab.came) == 2


@contextmanager
def once_it_stalls(lab, deed):
    """Do a deed in another thread, once the model is in its second answer; never after the run."""
    is_over = threading.Event()

    def wait():
        while len(lab.came) < 2:
            if is_over.wait(0.02):
                return
        if not is_over.is_set():
            deed()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def test_trust_that_is_remembered_lets_tools_read_until_it_is_taken_back(foreword, lab):
    lab.asks("then-stalls", tools=TOOLS)
    trust_workspace(state_dir(), lab.workspace, now=datetime(2026, 3, 4, tzinfo=UTC))
    with once_it_stalls(lab, lambda: distrust_workspace(state_dir(), lab.workspace)):
        ran = foreword("run", lab.word)
    assert ran.code == 130
    assert f"‘{lab.workspace}’ is no longer trusted, so the run is stopped." in ran.err
    assert "Ended: cancelled" in ran.text
    assert (lab.stored[0].run.end, len(lab.came)) == ("cancelled", 2)


# Stops


@pytest.fixture(params=[(signal.SIGINT, 130), (signal.SIGHUP, 129)])
def sent(request):
    """Return a signal that a run takes over from Python, and its exit code then."""
    number, code = request.param
    before = signal.signal(number, signal.default_int_handler)
    yield number, code
    signal.signal(number, before)


def test_ctrl_c_and_the_end_of_the_terminal_keep_what_came(foreword, lab, sent):
    number, code = sent
    lab.asks("then-stalls", tools=TOOLS)
    with once_it_stalls(lab, lambda: os.kill(os.getpid(), number)):
        ran = foreword("run", lab.word, "--trust", "--record", "prompts/runs/b.yaml")
    assert ran.code == code
    assert_shown_and_kept(lab, ran.text)


def test_a_process_that_is_to_end_keeps_what_came(lab):
    lab.asks("then-stalls", tools=TOOLS)
    with lab.process("--trust", "--record", "prompts/runs/b.yaml") as process:
        lab.wait_for(2)
        process.terminate()
        out, err = process.communicate()
    assert process.returncode == 143
    assert "Traceback" not in err.decode()
    assert_shown_and_kept(lab, out.decode())


@pytest.mark.parametrize("sent", [(signal.SIGINT, 130)], indirect=True)
def test_ctrl_c_gives_one_document_with_json_and_keeps_what_came(foreword, lab, sent):
    number, code = sent
    lab.asks("then-stalls", tools=TOOLS)
    with once_it_stalls(lab, lambda: os.kill(os.getpid(), number)):
        ran = foreword("run", lab.word, "--trust", "--json", "--record", "prompts/runs/b.yaml")
    document = json.loads(ran.out)
    assert (ran.code, document["stopped"]) == (code, "cancelled")
    assert [one["status"] for one in document["answers"]] == ["completed", "cancelled"]
    assert_kept(lab)


def assert_shown_and_kept(lab, printed):
    assert "calls list_files" in printed
    assert "Ended: cancelled." in printed.splitlines()
    assert_kept(lab)


def assert_kept(lab):
    assert "name: list_files" in (lab.library / "runs" / "b.yaml").read_text("utf-8")
    (stored,) = lab.stored
    first, second = stored.session.messages[-1].steps
    assert (stored.run.end, first.calls[0].result) == ("cancelled", "notes/a.txt")
    assert (str(first.status), str(second.status)) == ("completed", "cancelled")


def test_a_run_that_nobody_reads_any_more_ends(lab):
    lab.asks("then-stalls", tools=TOOLS)
    with lab.process("--trust") as process:
        lab.wait_for(2)
        process.stdout.close()
        assert process.wait() == 0
        assert "Traceback" not in process.stderr.read().decode()
    assert lab.stored[0].run.end == "cancelled"


def test_a_run_whose_output_cannot_be_written_ends_and_is_kept(foreword, lab, monkeypatch):
    lab.asks("streams")
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        ran = foreword("run", lab.word, "--record", "prompts/runs/b.yaml")
    assert ran.code == 2
    assert "The result could not be written: the disk is full" in ran.err
    assert (lab.came, lab.stored[0].run.end) == ([], "cancelled")


# What cannot be stored


def test_a_locked_database_is_said_at_the_step_and_the_run_goes_on(foreword, lab):
    lab.asks("streams")
    assert foreword("run", lab.word).code == 0
    (first,) = lab.stored
    runs = RunStore(lab.library, clock=utc_now)
    database = runs._database.path
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        ran = foreword("run", lab.word)
    assert ran.code == 0
    assert "text: Grüß Gott" in timeline_of(ran)
    assert any("‘session-start-todos’ fired and was not stored: " in line for line in timeline_of(ran))
    assert ran.err.count("is being used by another program") == 1
    assert [one.run for one in lab.stored] == [first.run]


# Keys


def test_a_kept_key_goes_to_its_host_and_no_other(foreword, lab, own_home):
    lab.asks("on-other")
    lab.keys.keep(lab.connection.endpoint, lab.connection.key)
    ran = foreword("run", lab.word)
    assert ran.code == 2
    assert "redirects to another host" in ran.err
    assert lab.came[0]["headers"]["authorization"] == f"Bearer {KEY}"
    assert lab.odd.came_to_other(lab.connection) == []
    lab.asks("on-here")
    assert foreword("run", lab.word).code == 0
    assert [one["headers"]["authorization"] for one in lab.came] == [f"Bearer {KEY}"] * 2
    key_file = state_dir() / "endpoint-keys.json"
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    key_file.unlink()
    assert KEY.encode() not in lab.everything_written(own_home)


def test_a_key_is_read_from_standard_input_and_kept_once_it_is_taken(foreword, lab):
    lab.asks("denied")
    ran = foreword("run", lab.word, "--ask-key", stdin=KEY.encode() + b"\n")
    assert ran.code == 2
    assert KEY not in ran.text + ran.err
    assert "The key is not kept: the request to " in ran.err
    assert "‘--ask-key’ asks for another one." in ran.err
    assert lab.keys.read(lab.connection.endpoint) is None
    lab.asks("streams")
    ran = foreword("run", lab.word, "--ask-key", "--json", stdin=KEY.encode() + b"\r\nmore\n")
    assert (ran.code, KEY in ran.text) == (0, False)
    assert lab.keys.read(lab.connection.endpoint).value == KEY
    lab.asks("streams")
    assert foreword("run", lab.word).code == 0
    assert lab.came[0]["headers"]["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (b"", "‘--ask-key’ reads the key from standard input, and there is none. Give a line."),
        (b"Bearer x\n", "Give the key alone, without ‘Bearer’."),
        (b"\xff\n", "That can’t be a key"),
    ],
)
def test_what_is_no_key_is_refused_before_anything_is_sent(foreword, lab, typed, sentence):
    lab.asks("streams")
    ran = foreword("run", lab.word, "--ask-key", stdin=typed)
    assert ran.code == 2
    assert sentence in ran.err
    assert lab.came == []


def test_a_key_is_not_asked_for_where_others_could_read_it_or_nobody_needs_it(foreword, lab):
    lab.path.write_text(SCENARIO.format(url="http://example.org/v1", user="Hi", tools="[]", limit=9))
    ran = foreword("run", lab.word, "--ask-key", stdin=KEY.encode())
    assert (ran.code, "A key is sent by https only" in ran.err) == (2, True)
    lab.path.write_text("steps:\n- user: Hi\n")
    ran = foreword("run", lab.word, "--ask-key", stdin=KEY.encode())
    assert (ran.code, "this scenario’s model is scripted" in ran.err) == (2, True)


def test_a_key_is_typed_unseen(lab):
    lab.asks("streams")
    ours, theirs = open_terminal()
    with os.fdopen(ours, "r+b", buffering=0) as terminal, os.fdopen(theirs, "wb", buffering=0):
        with lab.process("--ask-key", stdin=theirs) as process:
            prompt = b""
            while b"(hidden): " not in prompt:
                prompt += process.stderr.read(1)
            terminal.write(KEY.encode() + b"\n")
            out, err = process.communicate()
        terminal.write(b"control\n")  # the terminal shows again what is typed
        shown = b""
        while b"control" not in shown:
            shown += terminal.read(1)
    assert process.returncode == 0
    assert f"The key for {lab.connection.endpoint.origin} is kept." in err.decode()
    assert KEY.encode() not in out + err + prompt + shown
    assert lab.came[0]["headers"]["authorization"] == f"Bearer {KEY}"


def test_without_a_terminal_a_key_cannot_be_asked_for_beside_a_scenario_on_standard_input(lab):
    lab.asks("streams")
    lab.word = "-"
    with lab.path.open("rb") as text, lab.process("--kind", "scenario", "--ask-key", stdin=text) as process:
        _, err = process.communicate()
    assert process.returncode == 2
    assert "‘--ask-key’ needs a terminal that can hide what is typed." in err.decode()
    assert lab.came == []


# Tests and checks


def test_tests_and_checks_ask_nobody(foreword, lab):
    lab.asks("streams")
    ran = foreword("test")
    assert ran.code == 0
    assert ran.text == f"0 passed, 0 failed\nSkipped, as a test asks no endpoint: {lab.word}.\n"
    document = json.loads(foreword("test", lab.word, "--json").out)
    assert (document["skipped"], document["results"]) == ([str(lab.path)], [])
    assert foreword("check").code == 0
    assert lab.came == []


def test_the_help_names_the_key_option(foreword):
    assert "--ask-key" in foreword("run", "--help").text


def test_a_report_is_printed_once_the_run_is_over(foreword, lab):
    lab.asks("streams")
    ran = foreword("run", lab.word, "--markdown")
    assert ran.code == 0
    assert ran.text.startswith("# Run of a.yaml\n\nIt ended with **finished** after 1 step ")
    assert "| Endpoint | http\\://" in ran.text
    assert "Ended: " not in ran.text
    assert "Grüß Gott" in ran.err  # the steps, as they come

"""The example programs hold a conversation through a real `foreword serve`, and one without it."""

from __future__ import annotations

import io
import json
import os
import runpy
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest
from running_server import RunningServer, home_environment, running_server

EXAMPLES = Path(__file__).parents[2] / "resources" / "examples"
OWN_INSTRUCTIONS = b"Sum up the conversation so far."
needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="the script needs curl")

Turn = Callable[[str], bytes]


@pytest.fixture
def server(sample: Path, own_home: Path) -> Iterator[RunningServer]:
    with running_server(sample, own_home) as running:
        yield running


def ran(words: Sequence[str], server: RunningServer, **other: str) -> subprocess.CompletedProcess[bytes]:
    """Run a program with the address and the token of a server; one in Python is run in this process."""
    there = {"FOREWORD_URL": server.url, "FOREWORD_TOKEN_FILE": server.address["tokenFile"], **other}
    home = Path(server.address["tokenFile"]).parents[3]
    environment = {**home_environment(home), **there}
    if words[0] != "python":
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(words, capture_output=True, env={**environment, "PATH": path}, check=False)
    out, err, code = io.StringIO(), io.StringIO(), 0
    with (
        patch.dict(os.environ, environment),
        patch.object(sys, "argv", list(words[1:])),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            runpy.run_path(words[1], run_name="__main__")
        except SystemExit as error:  # with the sentence that Python prints
            print(error.code, file=err)
            code = 1
    return subprocess.CompletedProcess(words, code, out.getvalue().encode(), err.getvalue().encode())


PYTHON = ("python", str(EXAMPLES / "talk_to_model.py"))
SHELL = ("sh", str(EXAMPLES / "talk_to_model.sh"))


def turn_of(program: tuple[str, ...], server: RunningServer, folder: Path) -> Turn:
    """Return what runs a program and gives what it sends; without a server it complains, and goes on."""

    def turn(which: str) -> bytes:
        done = ran([*program, "c-1", str(folder), which], server)
        assert done.returncode == 0, done.stderr
        gone = server.process.poll() is not None
        assert (b"without Foreword" in done.stderr) is gone
        assert gone or all(line.startswith(b"blank: [") for line in done.stderr.splitlines())
        if program is SHELL:
            return done.stdout
        told = json.loads(done.stdout)
        assert told["turn"] == which
        assert told["system"] != "", "an empty one is not sent"
        return (told["system"] or "").encode()

    return turn


PROXIES = ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy")


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Return what listens where the environment says that a proxy is, and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        for name in PROXIES:
            monkeypatch.setenv(name, f"http://127.0.0.1:{listener.getsockname()[1]}")
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(name, raising=False)
        yield listener


@pytest.mark.parametrize("program", [PYTHON, pytest.param(SHELL, marks=needs_curl)], ids=["python", "shell"])
def test_what_they_send_is_what_foreword_has(
    server: RunningServer,
    sample: Path,
    here: Path,
    foreword,
    proxy: socket.socket,
    program: tuple[str, ...],
) -> None:
    turn = turn_of(program, server, here)
    first = turn("first")
    assert first
    template = sample / "system-prompt.tmpl"
    template.write_text("Other “words” \\ $HOME `x`\n\n[prompt:cwd]\n\n", "utf-8")
    assert first == turn("first") == foreword("conversation", "get", "c-1").out
    assert turn("later") == first, "saving the template changes no conversation"
    compacted = turn("compaction")
    rebuilt = foreword("conversation", "get", "c-1").out
    instructions = (sample / "compaction.md").read_bytes().rstrip(b"\n")
    assert rebuilt == f"Other “words” \\ $HOME `x`\n\n{here}\n\n".encode()
    assert compacted == rebuilt + b"\n\n" + instructions
    assert compacted == foreword("conversation", "compact", "c-1").out
    assert turn("later") == rebuilt
    template.write_text("")
    foreword("conversation", "construct", "c-1")
    assert turn("later") == b"", "nothing is sent"
    assert_refused_and_told(program, server, template, here)
    if program is SHELL:
        assert_curl_checks_triggers(server, here / "body.json")

    assert server.end() == 0
    assert [turn(which) for which in ("first", "later", "compaction")] == [b"", b"", OWN_INSTRUCTIONS]
    with pytest.raises(BlockingIOError):
        proxy.accept()  # nobody has asked it, as the token would have gone there


def assert_refused_and_told(
    program: tuple[str, ...], server: RunningServer, template: Path, here: Path
) -> None:
    """Assert that what is blank is said, and that what Foreword refuses ends a program."""
    wrong = here / "token"
    wrong.write_text("x" * 43)
    template.write_text("Hello [user:nobody][git:branch]!\n")
    done = ran([*program, "c-4", str(here), "first"], server)
    assert (done.returncode, b"Hello !" in done.stdout) == (0, True)
    for tag in (b"blank: [user:nobody]", b"blank: [git:branch]"):
        assert tag in done.stderr
    template.write_bytes(b"\xff")
    for words, other, sentence in (
        (("c-4", str(here), "first"), {"FOREWORD_TOKEN_FILE": str(wrong)}, b"token"),
        (("c-4", "/", "compaction"), {}, b"outside"),
        (("c-2", str(here), "later"), {}, b"never built"),
        (("c-3", str(here), "first"), {}, b"UTF-8"),
    ):
        done = ran([*program, *words], server, **other)
        assert (done.returncode != 0, done.stdout) == (True, b""), (program, words)
        assert b"Foreword refuses" in done.stderr
        assert sentence in done.stderr, done.stderr
        assert b"Traceback" not in done.stderr


def test_the_check_of_triggers_in_python(capsys: pytest.CaptureFixture[str], monkeypatch):
    monkeypatch.setattr(sys, "argv", ["check_triggers.py"])
    runpy.run_path(str(EXAMPLES / "check_triggers.py"), run_name="__main__")
    fired = [json.loads(line)["fired"] for line in capsys.readouterr().out.splitlines()]
    assert fired == [["session-start-todos"], ["context-warning-80"], ["context-warning-90"]]


def assert_curl_checks_triggers(server: RunningServer, body: Path) -> None:
    user = {"role": "user", "content": [{"type": "text", "content": "Read it"}]}
    body.write_text(json.dumps({"session": {"messages": [user]}}))
    done = ran(["sh", str(EXAMPLES / "check_triggers.sh"), str(body)], server)
    assert done.returncode == 0, done.stderr
    assert [one["trigger"] for one in json.loads(done.stdout)["messages"]] == ["session-start-todos"]

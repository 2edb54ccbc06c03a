"""The example programs hold a conversation through a real `foreword serve`, and one without it."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

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


def ran(words: list[str], server: RunningServer, **other: str) -> subprocess.CompletedProcess[bytes]:
    """Run a program with the address and the token of a server."""
    there = {"FOREWORD_URL": server.url, "FOREWORD_TOKEN_FILE": server.address["tokenFile"], **other}
    home = Path(server.address["tokenFile"]).parents[3]
    return subprocess.run(words, capture_output=True, env={**home_environment(home), **there}, check=False)


def outcome(words: list[str], server: RunningServer) -> bytes:
    """Return what a program prints; it complains of a missing server and of what is blank, and goes on."""
    done = ran(words, server)
    assert done.returncode == 0, done.stderr
    gone = server.process.poll() is not None
    assert (b"without Foreword" in done.stderr) is gone
    assert gone or all(line.startswith(b"blank: [") for line in done.stderr.splitlines())
    return done.stdout


def python_turn(server: RunningServer, folder: Path) -> Turn:
    def turn(which: str) -> bytes:
        program = str(EXAMPLES / "talk_to_model.py")
        printed = outcome([sys.executable, program, "c-1", str(folder), which], server)
        told = json.loads(printed)
        assert told["turn"] == which
        assert told["system"] != "", "an empty one is not sent"
        return (told["system"] or "").encode()

    return turn


def shell_turn(server: RunningServer, folder: Path) -> Turn:
    def turn(which: str) -> bytes:
        script = str(EXAMPLES / "talk_to_model.sh")
        return outcome(["sh", script, "c-1", str(folder), which], server)

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


@pytest.mark.parametrize("program", [python_turn, pytest.param(shell_turn, marks=needs_curl)])
def test_what_they_send_is_what_foreword_has(
    server: RunningServer,
    sample: Path,
    here: Path,
    foreword,
    proxy: socket.socket,
    program: Callable[..., Turn],
) -> None:
    turn = program(server, here)
    first = turn("first")
    assert first
    assert first == turn("first") == foreword("conversation", "get", "c-1").out
    template = sample / "system-prompt.tmpl"
    template.write_text("Other “words” \\ $HOME `x`\n\n[prompt:cwd]\n\n", "utf-8")
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

    assert server.end() == 0
    assert [turn(which) for which in ("first", "later", "compaction")] == [b"", b"", OWN_INSTRUCTIONS]
    with pytest.raises(BlockingIOError):
        proxy.accept()  # nobody has asked it, as the token would have gone there


def test_what_foreword_refuses_ends_them_and_what_is_blank_is_said(
    server: RunningServer, sample: Path, here: Path, tmp_path: Path
) -> None:
    wrong = tmp_path / "token"
    wrong.write_text("x" * 43)
    programs = [[sys.executable, str(EXAMPLES / "talk_to_model.py")]]
    if shutil.which("curl") is not None:
        programs.append(["sh", str(EXAMPLES / "talk_to_model.sh")])
    template = sample / "system-prompt.tmpl"
    for program in programs:
        template.write_text("Hello [user:nobody][git:branch]!\n")
        done = ran([*program, "c-1", str(here), "first"], server)
        assert (done.returncode, b"Hello !" in done.stdout) == (0, True)
        for tag in (b"blank: [user:nobody]", b"blank: [git:branch]"):
            assert tag in done.stderr
        template.write_bytes(b"\xff")
        for words, other, sentence in (
            (("c-1", str(here), "first"), {"FOREWORD_TOKEN_FILE": str(wrong)}, b"token"),
            (("c-1", "/", "compaction"), {}, b"outside"),
            (("c-2", str(here), "later"), {}, b"never constructed"),
            (("c-3", str(here), "first"), {}, b"UTF-8"),
        ):
            done = ran([*program, *words], server, **other)
            assert (done.returncode != 0, done.stdout) == (True, b""), (program, words)
            assert b"Foreword refuses" in done.stderr
            assert sentence in done.stderr, done.stderr
            assert b"Traceback" not in done.stderr


def test_the_check_of_triggers_in_python():
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "check_triggers.py")], capture_output=True, check=True
    )
    fired = [json.loads(line)["fired"] for line in done.stdout.splitlines()]
    assert fired == [["session-start-todos"], ["context-warning-80"], ["context-warning-90"]]


@needs_curl
def test_the_check_of_triggers_with_curl(server: RunningServer, tmp_path: Path):
    body = tmp_path / "body.json"
    user = {"role": "user", "content": [{"type": "text", "content": "Read it"}]}
    body.write_text(json.dumps({"session": {"messages": [user]}}))
    done = ran(["sh", str(EXAMPLES / "check_triggers.sh"), str(body)], server)
    assert done.returncode == 0, done.stderr
    assert [one["trigger"] for one in json.loads(done.stdout)["messages"]] == ["session-start-todos"]

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


def outcome(words: list[str], server: RunningServer) -> tuple[bytes, bytes]:
    """Return what a program prints, and what it complains of."""
    there = {"FOREWORD_URL": server.url, "FOREWORD_TOKEN_FILE": server.address["tokenFile"]}
    home = Path(server.address["tokenFile"]).parents[3]
    ran = subprocess.run(words, capture_output=True, env={**home_environment(home), **there}, check=True)
    return ran.stdout, ran.stderr


def python_turn(server: RunningServer, folder: Path) -> Turn:
    def turn(which: str) -> bytes:
        program = str(EXAMPLES / "talk_to_model.py")
        printed, complaint = outcome([sys.executable, program, "c-1", str(folder), which], server)
        assert bool(complaint) is (server.process.poll() is not None)
        told = json.loads(printed)
        assert told["turn"] == which
        assert told["system"] != "", "an empty one is not sent"
        return (told["system"] or "").encode()

    return turn


def shell_turn(server: RunningServer, folder: Path) -> Turn:
    def turn(which: str) -> bytes:
        script = str(EXAMPLES / "talk_to_model.sh")
        printed, complaint = outcome(["sh", script, "c-1", str(folder), which], server)
        assert bool(complaint) is (server.process.poll() is not None)
        return printed

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

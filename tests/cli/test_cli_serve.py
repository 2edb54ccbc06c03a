"""`foreword serve`: how it starts, what it leaves, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import Foreword
from running_server import PATIENCE_SECONDS, home_environment, running_server

from editor_app.http_api.serving.announcing import live_servers
from editor_app.http_api.serving.server import REQUIREMENTS
from editor_app.http_api.serving.tokens import read_or_make_token

PROJECT = Path(__file__).parents[2]


def state_of(home: Path) -> Path:
    return home / "state" / "foreword"


def left_in(home: Path) -> list[str]:
    return sorted(path.name for path in (state_of(home) / "serve").iterdir())


def test_a_server_says_where_it_is_as_long_as_it_runs(library: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    for number, code in ((signal.SIGTERM, 0), (signal.SIGINT, 130)):
        with running_server(library, home) as server:
            assert server.address.keys() == {"format", "url", "token", "tokenFile"}
            token_file = Path(server.address["tokenFile"])
            assert token_file.read_text().strip() == server.token
            assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
            assert stat.S_IMODE(token_file.parent.stat().st_mode) == 0o700
            [known] = live_servers(state_of(home))
            assert (known.url, known.token_file, known.library) == (server.url, token_file, library)
            assert server.ask().status == 200
            assert server.end(number) == code
        assert left_in(home) == []
        assert live_servers(state_of(home)) == ()


def test_after_a_kill_the_port_is_served_again_and_nothing_old_counts(library: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running_server(library, home) as killed:
        connection = killed.connect()  # open connections would keep a port
        assert killed.ask().status == 200
        assert killed.end(signal.SIGKILL) == -signal.SIGKILL
        connection.close()
    assert len(left_in(home)) == 3
    assert live_servers(state_of(home)) == ()
    with running_server(library, home, port=killed.port) as server:
        assert server.token != killed.token
        assert server.ask(Authorization=f"Bearer {killed.token}").status == 401
        assert server.ask().status == 200
        assert len(live_servers(state_of(home))) == 1
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
    with running_server(library, home) as elsewhere:
        assert elsewhere.port != server.port
        assert left_in(home) == [f"{elsewhere.port}.{end}" for end in ("json", "lock", "token")]


def test_a_port_in_use_is_named(library: Path, own_home: Path, foreword: Foreword) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ran = foreword("serve", "--port", port, "--library", library)
        assert (ran.code, ran.out) == (2, b"")
        assert (
            ran.err == f"foreword: Port {port} is in use. Choose another with ‘--port’; 0 takes a free one.\n"
        )
    with running_server(library, own_home) as server:
        ran = foreword("serve", "--port", server.port, "--library", library, "--json")
        assert ran.code == 2
        error = json.loads(ran.out)["error"]
        assert error["code"] == "port-in-use"
        assert str(library) in error["message"]


def test_people_are_told_the_address_and_the_file_of_the_token(library: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "editor_app", "serve", "--port", "0", "--library", str(library)]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=home_environment(tmp_path)
    )
    assert process.stdout is not None
    lines = [process.stdout.readline().decode() for _ in range(2)]
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=PATIENCE_SECONDS)[0] == b""
    assert process.returncode == 0
    assert re.fullmatch(rf"‘{library}’ is served at http://127\.0\.0\.1:\d+\n", lines[0])
    assert lines[1].startswith(f"The token is in {state_of(tmp_path)}/serve/")


def test_a_token_file_keeps_the_token_over_starts(library: Path, tmp_path: Path) -> None:
    home, file = tmp_path / "home", tmp_path / "token"
    tokens = []
    for _ in range(2):
        with running_server(library, home, "--token-file", str(file)) as server:
            assert server.address["tokenFile"] == str(file)
            assert server.ask().status == 200
            assert server.end() == 0
            tokens.append(server.token)
    assert tokens[0] == tokens[1] == file.read_text().strip()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(tokens[0]) >= 32


def make_open(file: Path) -> None:
    file.write_text("t" * 40)
    file.chmod(0o640)


def make_executable(file: Path) -> None:
    file.write_text("t" * 40)
    file.chmod(0o700)


def private(file: Path, text: str) -> None:
    file.write_text(text)
    file.chmod(0o600)


def make_link(file: Path) -> None:
    private(file.with_name("other"), "t" * 40)
    file.symlink_to("other")


UNUSABLE = {
    "others can read it": (make_open, "its permissions are 0640, which is over 0600"),
    "more than 0600": (make_executable, "its permissions are 0700"),
    "31 characters": (lambda file: private(file, "t" * 31 + "\n"), "31 characters, and 32 are needed"),
    "empty": (lambda file: private(file, ""), "0 characters"),
    "two lines": (lambda file: private(file, "t" * 40 + "\n" + "t" * 40), "one line"),
    "not plain": (lambda file: private(file, "ü" * 40), "one line"),
    "endless": (lambda file: private(file, "t" * 10_000), "one line"),
    "a link": (make_link, "it is a link"),
    "a broken link": (lambda file: file.symlink_to("nowhere"), "it is a link"),
    "a pipe": (os.mkfifo, "a named pipe"),
    "a folder": (Path.mkdir, "a folder"),
}


@pytest.mark.parametrize(("make", "why"), [pytest.param(*row, id=name) for name, row in UNUSABLE.items()])
def test_a_token_file_that_is_not_safe_is_refused(
    library: Path, tmp_path: Path, foreword: Foreword, make, why: str
) -> None:
    file = tmp_path / "token"
    make(file)
    ran = foreword("serve", "--port", 0, "--library", library, "--token-file", file)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err.startswith(f"foreword: The token file ‘{file}’ cannot be used: ")
    assert why in ran.err


def test_a_token_file_that_is_safe_is_used(tmp_path: Path) -> None:
    file = tmp_path / "token"
    private(file, "t" * 32 + "\n")
    assert read_or_make_token(file) == "t" * 32
    file.chmod(0o400)
    assert read_or_make_token(file) == "t" * 32


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--port", "65536"], "usage", "There is no port 65536"),
        (["--port", "-1"], "usage", "There is no port -1"),
        (["--port", "http"], "usage", "‘--port’ needs a whole number"),
        (["--workspace", "nowhere"], "file", "is no folder"),
        (["--token-file", "nowhere/token"], "file", "is not there"),
        (["--library", "nowhere"], "file", "nowhere"),
    ],
)
def test_what_cannot_be_served_says_why(
    library: Path, foreword: Foreword, words: list[str], code: str, message: str
) -> None:
    ran = foreword("serve", "--json", *(["--port=0"] if "--port" not in words else []), *words)
    error = json.loads(ran.out)["error"]
    assert (ran.code, error["code"]) == (2, code)
    assert message in error["message"]


@pytest.mark.parametrize("missing", ["starlette.applications", "uvicorn"])
def test_without_the_extra_the_command_that_installs_it_is_named(
    library: Path, foreword: Foreword, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    ran = foreword("serve", "--port", 0, "--library", library)
    assert (ran.code, ran.out) == (2, b"")
    assert missing.partition(".")[0] in ran.err
    assert f"{sys.executable} -m pip install '{REQUIREMENTS[0]}' '{REQUIREMENTS[1]}'" in ran.err


def test_the_extra_is_what_is_named() -> None:
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert tuple(extras["serve"]) == REQUIREMENTS
    assert set(REQUIREMENTS) <= set(extras["test"])

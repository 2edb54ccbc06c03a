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
from running_server import PATIENCE_SECONDS, home_environment, running_server

from editor_app.http_api.serving.announcing import announced, live_servers
from editor_app.http_api.serving.server import REQUIREMENTS
from editor_app.http_api.serving.tokens import read_or_make_token

PROJECT = Path(__file__).parents[2]


def state_of(home: Path) -> Path:
    return home / "state" / "foreword"


def left_in(home: Path) -> list[str]:
    return sorted(path.name for path in (state_of(home) / "serve").iterdir())


def test_a_server_says_where_it_is_as_long_as_it_runs(library: Path, own_home: Path, foreword) -> None:
    home, own_file = own_home, own_home / "token"
    with running_server(library, home) as killed:
        assert killed.address.keys() == {"format", "url", "token", "tokenFile"}
        token_file = Path(killed.address["tokenFile"])
        assert token_file.read_text().strip() == killed.token
        assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
        assert stat.S_IMODE(token_file.parent.stat().st_mode) == 0o700
        [known] = live_servers(state_of(home))
        assert (known.url, known.token_file, known.library) == (killed.url, token_file, library)
        ran = foreword("serve", "--port", killed.port, "--library", library, "--json")
        error = json.loads(ran.out)["error"]
        assert (ran.code, error["code"]) == (2, "port-in-use")
        assert str(library) in error["message"]
        connection = killed.connect()  # an open connection would keep a port
        assert killed.ask().status == 200
        assert killed.end(signal.SIGKILL) == -signal.SIGKILL
        connection.close()
    assert left_in(home) == [f"{killed.port}.{end}" for end in ("json", "lock", "token")]
    assert live_servers(state_of(home)) == ()  # what a kill left is not taken for a server
    with running_server(library, home, "--token-file", str(own_file), port=killed.port) as server:
        assert not token_file.exists()
        assert server.address["tokenFile"] == str(own_file)
        assert stat.S_IMODE(own_file.stat().st_mode) == 0o600
        assert server.token != killed.token
        assert server.ask(Authorization=f"Bearer {killed.token}").status == 401
        assert server.ask().status == 200
        assert [known.token_file for known in live_servers(state_of(home))] == [own_file]
        assert server.end() == 0
    assert left_in(home) == []
    assert own_file.read_text().strip() == server.token
    heard = ("env", "--default-signal=HUP")  # what runs the tests may not hear it itself
    with running_server(library, home, "--token-file", str(own_file), through=heard) as again:
        assert again.token == server.token
        assert again.ask().status == 200
        assert again.end(signal.SIGHUP) == 0  # its terminal was closed
    assert left_in(home) == []


@pytest.mark.parametrize("options", [(), ("--trust",)], ids=str)
def test_people_are_told_the_address_the_file_of_the_token_and_what_stays_blank(
    library: Path, own_home: Path, options: tuple[str, ...]
) -> None:
    words = [sys.executable, "-m", "editor_app", "serve", "--port", "0", "--library", str(library), *options]
    server = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=own_home,
        env=home_environment(own_home),
    )
    assert server.stdout is not None
    lines = [server.stdout.readline().decode() for _ in range(2)]
    server.terminate()
    more, said = server.communicate(timeout=PATIENCE_SECONDS)
    assert (server.returncode, more) == (0, b"")
    assert re.fullmatch(rf"‘{library}’ is served at http://127\.0\.0\.1:\d+\n", lines[0])
    assert lines[1].startswith(f"The token is in {state_of(own_home)}/serve/")
    assert said.decode() == (
        ""
        if options
        else f"foreword: warning: ‘{library.parent}’ is restricted: git and outside files stay blank. "
        "‘--trust’ trusts it.\n"
    )


def test_servers_that_were_killed_leave_nothing_that_the_next_one_keeps(tmp_path: Path) -> None:
    folder = tmp_path / "serve"
    folder.mkdir()
    for end in ("json", "lock", "token"):
        (folder / f"1.{end}").write_text("{}")
    with announced(tmp_path, 2, "t" * 40, token_file=None, library=tmp_path) as running:
        with announced(tmp_path, 3, "t" * 40, token_file=None, library=tmp_path):
            names = sorted(path.name for path in folder.iterdir())
            assert names == [f"{port}.{end}" for port in (2, 3) for end in ("json", "lock", "token")]
            assert [server.url[-1] for server in live_servers(tmp_path)] == ["2", "3"]
        assert live_servers(tmp_path) == (running.server,)
        running.remove()
        assert live_servers(tmp_path) == ()
    assert list(folder.iterdir()) == []


def test_a_state_folder_that_cannot_be_used_is_named(library: Path, own_home: Path, foreword) -> None:
    state_of(own_home).parent.mkdir(parents=True)
    state_of(own_home).write_text("a file")
    ran = foreword("serve", "--port", 0, "--library", library)
    assert (ran.code, ran.out) == (2, b"")
    assert str(state_of(own_home)) in ran.err


def test_a_port_in_use_is_named(library: Path, foreword) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ran = foreword("serve", "--port", port, "--library", library)
        assert (ran.code, ran.out) == (2, b"")
        assert ran.err == f"foreword: Port {port} is in use. Choose another; 0 takes a free one.\n"


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
    library: Path, tmp_path: Path, foreword, make, why: str
) -> None:
    file = tmp_path / "token"
    make(file)
    ran = foreword("serve", "--port", 0, "--library", library, "--token-file", file)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err.startswith(f"foreword: The token file ‘{file}’ can’t be used: ")
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
        (["--trust", "--no-trust"], "usage", "‘--trust’ and ‘--no-trust’ exclude each other."),
        (["--workspace", "nowhere"], "file", "is not a folder"),
        (["--token-file", "nowhere/token"], "file", "is not there"),
        (["--library", "nowhere"], "file", "nowhere"),
    ],
)
def test_what_cannot_be_served_says_why(
    library: Path, foreword, words: list[str], code: str, message: str
) -> None:
    ran = foreword("serve", "--json", *(["--port=0"] if "--port" not in words else []), *words)
    error = json.loads(ran.out)["error"]
    assert (ran.code, error["code"]) == (2, code)
    assert message in error["message"]


@pytest.mark.parametrize("missing", ["starlette.applications", "uvicorn"])
def test_without_the_extra_the_command_that_installs_it_is_named(
    library: Path, foreword, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    ran = foreword("serve", "--port", 0, "--library", library)
    assert (ran.code, ran.out) == (2, b"")
    assert missing.partition(".")[0] in ran.err
    assert f"{sys.executable} -m pip install '{REQUIREMENTS[0]}' '{REQUIREMENTS[1]}'" in ran.err


def test_an_extra_that_fails_without_a_name_is_named_too(
    library: Path, foreword, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "uvicorn":
                raise ImportError

    monkeypatch.delitem(sys.modules, "uvicorn", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    ran = foreword("serve", "--port", 0, "--library", library)
    assert ran.code == 2
    assert "starlette is not installed: " in ran.err


def test_the_extra_is_what_is_named() -> None:
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert tuple(extras["serve"]) == REQUIREMENTS
    assert set(REQUIREMENTS) <= set(extras["test"])

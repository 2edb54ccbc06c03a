"""Very many requests to a real `foreword serve`, half of them damaged: answers, files, memory, log."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import mkdtemp

import pytest
from kept_connections import (
    CONNECTIONS,
    Said,
    held_by,
    said,
    sockets_of,
    statuses_of,
    with_a_byte_changed,
)
from random_requests import Sent, damaged, real_request
from running_server import RunningServer, plain_process, running_server

_WORDS = "the words of an author"
_PADDING = b" " * 400_000  # white space behind the JSON changes nothing but how much is sent
_ALLOWANCE = 12 * 1024 * 1024
_WOULD_SHOW = 2 * _ALLOWANCE
_FILES_OF_A_STORE = 3  # a thread that asks for conversations opens the store, its log and its lock
_STATUSES = {200, 204, 400, 401, 403, 404, 405, 413, 415, 421}
_PROMPT = f"""---
name: hello
version: 1.0.0
description: Hello
max_tokens: 9
variables: [{{name: who, description: Who, required: true}}]
---
Hello {{{{who}}}}, {_WORDS}
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory where there is one: what is written is synced each time."""
    shared = Path("/dev/shm")
    made = Path(mkdtemp(dir=shared if shared.is_dir() and os.access(shared, os.W_OK) else None))
    yield made
    rmtree(made)


@pytest.fixture
def library(folder: Path) -> Path:
    place = folder / "library"
    (place / "defaults").mkdir(parents=True)
    (place / "system-prompt.tmpl").write_text(_WORDS)
    (place / "note.md").write_text(_WORDS)
    (place / "hello.md").write_text(_PROMPT)
    return place


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_very_many_requests_leave_a_server_as_it_was(library: Path, folder: Path, count: int) -> None:
    random, half = Random(11), count // 2
    real = [_with_words(real_request(random, library)) for _ in range(half)]
    sent = [*real, *(damaged(random, one) for one in real)]
    random.shuffle(sent)
    names = _names(library)
    with running_server(library, folder / "home") as server:
        wrong = ("", "Bearer", "Bearer x", f"Basic {server.token}", f"bearer {server.token[:-1]}")
        idle, before = sockets_of(server.process.pid), _files(folder)
        strangers = statuses_of(server, _said(server, random, sent[:half], wrong))
        assert set(strangers) <= {400, 401, 403, 421, 431}
        assert strangers.count(401) > len(strangers) // 2
        assert _files(folder) == before  # nothing is written without the token
        known = _said(server, random, sent[half:], (f"Bearer {server.token}",))
        warm_up, others = known[: half // 2], known[half // 2 :]
        statuses = statuses_of(server, warm_up)
        at_first = held_by(server.process.pid, idle)
        statuses += statuses_of(server, others)
        at_last = held_by(server.process.pid, idle)
        assert sum(len(one.data) for one in others) > _WOULD_SHOW
        assert at_last.memory < at_first.memory + _ALLOWANCE
        assert at_last.files <= at_first.files + _FILES_OF_A_STORE * at_last.threads
        assert at_last.threads <= at_first.threads + CONNECTIONS
        assert 500 not in statuses
        assert set(statuses) >= _STATUSES  # it is no test of a single answer
        assert server.ask().status == 200
        assert server.end() == 0
        _check_log(server, Counter([*strangers, *statuses]))
    assert _names(library) == names


def test_a_server_that_keeps_as_many_bytes_is_seen_to_grow() -> None:
    """The control of the one above."""
    put = b"PUT / HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n\r\n" % len(_PADDING)
    requests = [Said(put + _PADDING)] * (_WOULD_SHOW // len(_PADDING))
    with plain_process("keep") as server:
        assert set(statuses_of(server, requests[:50])) == {200}
        at_first = held_by(server.process.pid)
        statuses_of(server, requests)
        assert held_by(server.process.pid).memory > at_first.memory + _ALLOWANCE


def _with_words(sent: Sent) -> Sent:
    """Return a request that has an author's words in it, and is longer."""
    words = sent.body.replace(b"Hello", _WORDS.encode()).replace(b'"pro"', f'"{_WORDS}"'.encode())
    return replace(sent, body=words + _PADDING if words else b"")


def _said(server: RunningServer, random: Random, sent: list[Sent], tokens: tuple[str, ...]) -> list[Said]:
    """Return the bytes of requests; in each twentieth a byte is not what it was."""
    found = [said(server, one, random.choice(tokens)) for one in sent]
    return [one if at % 20 else with_a_byte_changed(random, one) for at, one in enumerate(found)]


def _check_log(server: RunningServer, statuses: Counter[int]) -> None:
    """Every request that was refused is there with why, and no token and no text is."""
    lines = server.log
    assert Counter(line["status"] for line in lines) >= statuses
    assert all(line["refused"] for line in lines if (line["status"] or 0) >= 400)
    assert not [line for line in lines if {"fault", "warning", "lost"} & set(line)]
    assert server.token.encode() not in server.log_bytes
    assert _WORDS.encode() not in server.log_bytes


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def _files(folder: Path) -> dict[str, bytes]:
    """Return all there is but the log."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "log")
    return {str(path): path.read_bytes() for path in paths}

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from endpoint_lines import OddEndpoint

SERVER = Path(__file__).resolve().parents[2] / "odd_endpoint.py"


@pytest.fixture(scope="session")
def odd_endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OddEndpoint]:
    """Return a server in a process of its own."""
    log = tmp_path_factory.mktemp("endpoint") / "log"
    log.touch()
    words = [sys.executable, str(SERVER), str(log)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        port, other = json.loads(process.stdout.readline())
        yield OddEndpoint(port, other, log, count())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stdin.close()


@pytest.fixture
def unused_port() -> Iterator[int]:
    """Return a port that is taken and where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]

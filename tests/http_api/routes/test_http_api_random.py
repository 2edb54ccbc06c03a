"""A thousand requests, half of them damaged real ones: none is a fault, and none without a token counts."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import threading
from collections import Counter
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import mkdtemp

import pytest
from asking import Client, Reply
from random_requests import Sent, damaged, real_request

from editor_app.conversations.service import open_service
from editor_app.http_api.app import create_app
from editor_app.http_api.serving.access import Access

_TOKEN = "t" * 43
_AT_ONCE = 16
_WITHOUT_TOKEN = 300
_SECRET = "the words of the template"


@pytest.fixture
def folder():
    """A folder in memory where there is one: what is written is synced each time."""
    shared = Path("/dev/shm")
    made = Path(mkdtemp(dir=shared if shared.is_dir() and os.access(shared, os.W_OK) else None))
    yield made
    gc.collect()
    while made.exists():  # threads of the app that are ending close their connections, which removes files
        rmtree(made, ignore_errors=True)


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_no_request_is_a_fault_and_none_without_a_token_is_answered(folder: Path) -> None:
    library = folder / "library"
    library.mkdir()
    (library / "system-prompt.tmpl").write_text(_SECRET)
    (library / "hello.md").write_text(
        "---\nname: hello\nversion: 1.0.0\ndescription: Hello\nmax_tokens: 9\n"
        "variables: [{name: who, description: Who, required: true}]\n---\nHello {{who}}\n"
    )
    (library / "defaults").mkdir()
    service = open_service(
        library, folder / "conversations.db", state_dir=folder / "state", uses_grants=False
    )
    app = create_app(service, Access(_TOKEN, 8137, (library,)))
    client = Client(app, {"host": "127.0.0.1:8137"})
    random = Random(11)
    real = [real_request(random, library) for _ in range(500)]
    sent = [*real, *(damaged(random, one) for one in real)]
    random.shuffle(sent)
    before = _files(folder)
    refused = _replies(
        client, sent[:_WITHOUT_TOKEN], random, tokens=("", "Bearer", "Bearer x", f"Basic {_TOKEN}")
    )
    assert {reply.status for reply in refused} <= {401, 403, 421}
    assert _files(folder) == before
    answered = _replies(client, sent[_WITHOUT_TOKEN:], random, tokens=(f"Bearer {_TOKEN}",))
    statuses = Counter(reply.status for reply in answered)
    assert 500 not in statuses
    assert {200, 204, 400, 403, 404, 405, 415, 422} <= set(statuses)  # it is no test of a single answer
    notes = json.dumps([dict(reply.notes) for reply in (*refused, *answered)])
    assert all("refused" in reply.notes for reply in answered if reply.status >= 400)
    assert _TOKEN not in notes
    assert _SECRET not in notes
    service.close()
    left = {path.name for path in folder.iterdir()}
    assert {name for name in left if not name.startswith("conversations.db")} <= {"library", "state"}
    assert {path.name for path in library.iterdir()} == {"system-prompt.tmpl", "hello.md", "defaults"}


def _replies(client: Client, sent: list[Sent], random: Random, tokens: tuple[str, ...]) -> list[Reply]:
    """Ask several at once; neither threads nor open files may become more with each."""

    async def ask() -> list[Reply]:
        replies: list[Reply] = []
        opened = threads = 0
        for start in range(0, len(sent), _AT_ONCE):
            asked = [
                client.answer(
                    one.method, one.path, [one.body], {"authorization": random.choice(tokens), **one.headers}
                )
                for one in sent[start : start + _AT_ONCE]
            ]
            replies += await asyncio.gather(*asked)
            if start <= len(sent) // 2:
                opened, threads = len(os.listdir("/proc/self/fd")), threading.active_count()
        assert len(os.listdir("/proc/self/fd")) <= opened + 8 * _AT_ONCE
        assert threading.active_count() <= threads + _AT_ONCE
        return replies

    return asyncio.run(ask())

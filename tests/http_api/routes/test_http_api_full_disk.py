"""What a real `foreword serve` answers when there is no room on the disk, and when there is again."""

from __future__ import annotations

import errno
import resource
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import httpx
import pytest
from asking import Reply, check_as_described
from running_server import RunningServer, running_server

_BEFORE = "Before.\n"
_AFTER = "After. " * 20_000  # no page of the disk that is begun has room for it
_DISK_BYTES = 4 * 1024 * 1024
_Full = Callable[[RunningServer, Path], AbstractContextManager[None]]


@contextmanager
def _no_room(_server: RunningServer, disk: Path) -> Iterator[None]:
    """Fill a small disk; the control is that nobody can write to it."""
    filler = disk / "filler"
    with pytest.raises(OSError, match=f"Errno {errno.ENOSPC}"):
        filler.write_bytes(b"x" * _DISK_BYTES)  # as much as there is room for
    with pytest.raises(OSError, match=f"Errno {errno.ENOSPC}"):
        (disk / "control").write_bytes(b"x")
    yield
    filler.unlink()


@contextmanager
def _no_longer_files(server: RunningServer, _disk: Path) -> Iterator[None]:
    """Let the server write no file past its first bytes: for those who may not mount a disk."""
    process, limit = server.process.pid, resource.RLIMIT_FSIZE
    soft, hard = resource.prlimit(process, limit)
    resource.prlimit(process, limit, (16, hard))
    yield
    resource.prlimit(process, limit, (soft, hard))


@pytest.fixture
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A folder, or for `_no_room` a real disk of 4 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if request.getfixturevalue("is_full") is not _no_room:
        yield disk
        return
    words = ["mount", "-t", "tmpfs", "-o", f"size={_DISK_BYTES}", "tmpfs", str(disk)]
    if subprocess.run(words, capture_output=True, check=False).returncode != 0:
        pytest.skip("no disk can be mounted here; the limit on file size stands in for it")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def _check(response: httpx.Response) -> None:
    reply = Reply(response.status_code, dict(response.headers), response.read())
    check_as_described(response.request.method, response.request.url.raw_path, reply)


@pytest.mark.parametrize("is_full", [_no_room, _no_longer_files])
def test_without_room_nothing_is_said_to_be_saved_and_all_that_was_is_given(
    is_full: _Full, disk: Path
) -> None:
    """The control is that each request that is refused is answered when there is room, before and after."""
    library, home = disk / "library", disk / "home"
    (library / "defaults").mkdir(parents=True)
    template = library / "system-prompt.tmpl"
    asked = {"cwd": str(library), "values": {"user:plan": "y" * 100_000}}

    with running_server(library, home) as server:
        headers, hooks = {"Authorization": f"Bearer {server.token}"}, {"response": [_check]}
        with httpx.Client(
            base_url=server.url, headers=headers, trust_env=False, timeout=60, event_hooks=hooks
        ) as api:
            assert api.put("/system-prompt", json={"template": _BEFORE}).status_code == 200
            assert api.post("/conversations/c/construct", json=asked).status_code == 200
            assert api.post("/conversations/c/compact", json={}).status_code == 200
            stored = api.get("/conversations/c").json()
            assert stored["systemPrompt"] == _BEFORE

            with is_full(server, disk):
                saved = api.put("/system-prompt", json={"template": _AFTER})
                assert (saved.status_code, saved.json()["error"]["code"]) == (503, "file")
                assert "‘system-prompt.tmpl’ was not saved: " in saved.json()["error"]["message"]
                assert template.read_text() == _BEFORE
                assert api.get("/system-prompt").json() == {"template": _BEFORE}
                for action, body in (("construct", asked), ("compact", {"values": asked["values"]})):
                    for name in ("c", "new"):
                        refused = api.post(
                            f"/conversations/{name}/{action}", json={**body, "cwd": str(library)}
                        )
                        assert refused.status_code == 503, (action, name)
                        assert "Nothing was saved: the database" in refused.json()["error"]["message"]
                assert api.get("/conversations/c").json() == stored
                assert api.get("/conversations/new").status_code == 404
                assert api.get("/health").status_code == 200

            assert api.put("/system-prompt", json={"template": _AFTER}).json() == {"template": _AFTER}
            assert template.read_text() == _AFTER
            compacted = api.post("/conversations/c/compact", json={}).json()
            assert (compacted["before"], compacted["systemPrompt"]) == (_BEFORE, _AFTER)
            built = api.post("/conversations/new/construct", json=asked).json()
            assert (built["created"], built["systemPrompt"]) == (True, _AFTER)
            assert api.get("/conversations/new").json()["systemPrompt"] == _AFTER
        assert server.end() == 0
        assert [line["status"] for line in server.log][-4:] == [200, 200, 200, 200], "the log goes on, too"
    database = home / "data" / "foreword" / "conversations.db"
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not list(database.parent.glob("*damaged*"))
    assert [path.name for path in library.iterdir() if path.is_file()] == [template.name]

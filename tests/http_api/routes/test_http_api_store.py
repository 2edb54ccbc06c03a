"""What a real `foreword serve` answers when the database of conversations is not as it should be."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from asking import Reply, check_as_described
from running_server import running_server

_TEXT = "You answer.\n"
_UNBOUND = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")  # root, whom files can refuse
_IS_ROOT = os.geteuid() == 0
_THROUGH = _UNBOUND if _IS_ROOT and shutil.which("setpriv") else ()
needs_permissions = pytest.mark.skipif(_IS_ROOT and not _THROUGH, reason="files refuse nothing to root")


class Served:
    """A client of a server, and the database that the server uses."""

    def __init__(self, api: httpx.Client, library: Path, home: Path) -> None:
        self.api = api
        self.database = home / "data" / "foreword" / "conversations.db"
        self._asked = {"cwd": str(library)}
        assert self.construct().status_code == 200
        with closing(sqlite3.connect(self.database)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.sound = self.database.read_bytes()
        self._times = 0

    def construct(self) -> httpx.Response:
        return self.api.post("/conversations/c/construct", json=self._asked)

    def get(self) -> httpx.Response:
        return self.api.get("/conversations/c")

    def writes(self) -> tuple[httpx.Response, ...]:
        """Ask for what would write, and return the answers."""
        compact = self.api.post("/conversations/c/compact", json={})
        return self.construct(), compact, self.api.delete("/conversations/c")

    def put_aside(self) -> Path:
        """Move all files of the database away, so that another can stand in its place."""
        self._times += 1
        aside = self.database.parent.with_name(f"aside-{self._times}")
        aside.mkdir()
        for path in self.database.parent.glob(f"{self.database.name}*"):
            if not path.name.endswith("use-lock"):
                path.rename(aside / path.name)
        return aside

    def mend(self) -> None:
        """Put the sound database back: it works again."""
        self.put_aside()
        self.database.write_bytes(self.sound)
        self.database.chmod(0o600)
        assert self.get().json()["systemPrompt"] == _TEXT
        assert self.construct().status_code == 200


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place = tmp_path_factory.mktemp("store")
    with running_here(place) as found:
        yield found


@contextmanager
def running_here(place: Path) -> Iterator[Served]:
    """Start a server on a library, with a conversation that is stored."""
    library, home = place / "library", place / "home"
    (library / "defaults").mkdir(parents=True)
    (library / "system-prompt.tmpl").write_text(_TEXT)

    def check(response: httpx.Response) -> None:
        reply = Reply(response.status_code, dict(response.headers), response.read())
        check_as_described(response.request.method, response.request.url.raw_path, reply)

    with running_server(library, home, through=_THROUGH) as server:
        headers, hooks = {"Authorization": f"Bearer {server.token}"}, {"response": [check]}
        with httpx.Client(
            base_url=server.url, headers=headers, trust_env=False, timeout=60, event_hooks=hooks
        ) as api:
            yield Served(api, library, home)


def assert_refused(answer: httpx.Response) -> None:
    """The answer is that it cannot be done now, with a sentence on the database."""
    assert answer.status_code == 503
    assert "database" in answer.json()["error"]["message"]


def _zeros(sound: bytes) -> bytes:
    return b"\0" * len(sound)


def _half(sound: bytes) -> bytes:
    return sound[: len(sound) // 2]


@pytest.mark.parametrize("harm", [_zeros, _half])
def test_a_damaged_database_is_kept_and_a_new_one_is_started(
    served: Served, harm: Callable[[bytes], bytes]
) -> None:
    served.put_aside()  # and what an earlier case left
    harmed = harm(served.sound)
    served.database.write_bytes(harmed)
    missing = served.get()
    assert missing.status_code == 404
    kept = min(served.database.parent.glob("conversations.db.damaged-*"))  # its log is beside it
    assert kept.read_bytes() == harmed
    built = served.construct().json()
    assert built["created"] is True
    assert f"was damaged and kept as ‘{kept}’" in missing.json()["error"]["message"]
    assert built["warnings"] == [], "it was told"
    assert served.get().json()["systemPrompt"] == _TEXT
    served.mend()


def test_a_database_of_a_newer_version_is_read_and_not_changed(served: Served) -> None:
    served.put_aside()
    served.database.write_bytes(served.sound)
    with closing(sqlite3.connect(served.database)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = served.database.read_bytes()
    assert served.get().json()["systemPrompt"] == _TEXT
    for answer in served.writes():
        assert_refused(answer)
        assert "newer Foreword" in answer.text
    assert served.database.read_bytes() == before
    served.mend()


def _folder(path: Path, _elsewhere: Path) -> None:
    path.mkdir()


def _pipe(path: Path, _elsewhere: Path) -> None:
    os.mkfifo(path)


def _link(path: Path, elsewhere: Path) -> None:
    path.symlink_to(elsewhere)


@pytest.mark.parametrize("make", [_folder, _pipe, _link])
def test_what_is_no_file_is_refused(served: Served, make: Callable[[Path, Path], None]) -> None:
    elsewhere = served.put_aside() / "conversations.db"
    before = elsewhere.read_bytes()
    make(served.database, elsewhere)
    for answer in (served.get(), *served.writes(), served.api.get("/conversations")):
        assert_refused(answer)
    assert elsewhere.read_bytes() == before
    assert not list(served.database.parent.glob("*-wal"))
    served.mend()


@needs_permissions
def test_a_database_that_can_only_be_read_is_read(served: Served) -> None:
    served.put_aside()
    served.database.write_bytes(served.sound)
    served.database.chmod(0o400)
    for answer in served.writes():
        assert_refused(answer)
        assert "Nothing was saved" in answer.text
    served.database.chmod(0o600)
    assert served.database.read_bytes() == served.sound
    served.mend()


def test_a_database_that_another_program_keeps_is_read_and_not_waited_for_without_end(served: Served) -> None:
    with closing(sqlite3.connect(served.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        before = served.get().json()
        with ThreadPoolExecutor(2) as threads:
            asked = [threads.submit(served.construct), threads.submit(served.api.delete, "/conversations/c")]
            assert served.get().json() == before
            for one in asked:
                assert_refused(one.result())
                assert one.result().headers["retry-after"] == "1"
                assert "being used by another program" in one.result().text
        other.execute("ROLLBACK")
    assert served.get().json() == before
    assert served.construct().status_code == 200

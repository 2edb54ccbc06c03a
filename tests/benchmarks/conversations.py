"""Conversations: twenty variables that wait against one, `get` against a bare read, and what differs now."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from measure import Row, race

from editor_app.conversations.building import Permissions
from editor_app.conversations.service import ConversationService, Setup
from editor_app.variables.files import FileText
from editor_app.variables.resolver import Sources

WAITING_SECONDS = 0.1
MANY = 20
CONVERSATIONS = 1000
MOST_SECONDS_OF_GET = 0.001
PARAGRAPH = "Run the tests before every commit, and keep the engine free of Qt. " * 60  # 4 KB
READ = "SELECT text FROM builds WHERE library = ? AND id = ? ORDER BY number DESC LIMIT 1"


def rows() -> Iterator[Row]:
    """Yield the costs of constructing and of reading back."""
    with tempfile.TemporaryDirectory() as folder:
        yield _waiting(Path(folder))
        yield from _reading(Path(folder))
        yield from _differing(Path(folder))


def _waiting(folder: Path) -> Row:
    def sources(*_: object, **__: object) -> Sources:
        def read_file(place: Path, name: str) -> FileText:
            time.sleep(WAITING_SECONDS)
            return FileText(name, place / name)

        return Sources(lambda: datetime.now(UTC), read_file, lambda *_: "main", "linux", "atlas")

    services = {}
    for number in (1, MANY):
        library = folder / f"library-{number}"
        library.mkdir()
        tags = "\n".join(f"[file:{name}.md]" for name in range(number))
        (library / "system-prompt.tmpl").write_text(tags)
        setup = Setup(folder / "waiting.db", permissions=Permissions(folder / "state"), make_sources=sources)
        services[number] = ConversationService(library, setup)
    times = race(
        {str(number): lambda one=one: one.construct("c", folder) for number, one in services.items()},
        rounds=9,
    )
    what = f"construct, {MANY} variables wait 0.1 s"
    return Row(what, str(MANY), times[str(MANY)], "one variable waits 0.1 s", times["1"], 1.3)


def _differing(folder: Path) -> Iterator[Row]:
    """Yield what it costs to say of each conversation whether it would get another text now."""

    def sources(*_: object, **__: object) -> Sources:
        def read_file(place: Path, name: str) -> FileText:
            time.sleep(WAITING_SECONDS / 10)
            return FileText(name, place / name)

        return Sources(lambda: datetime.now(UTC), read_file, lambda *_: "main", "linux", "atlas")

    library = folder / "listed"
    library.mkdir()
    (library / "system-prompt.tmpl").write_text(f"[file:a.md] [git:branch] [prompt:cwd]\n{PARAGRAPH}")
    setup = Setup(folder / "listed.db", permissions=Permissions(folder / "state"), make_sources=sources)
    service = ConversationService(library, setup)
    names = [f"c-{number}" for number in range(CONVERSATIONS)]
    for name in names:
        service.construct(name, folder)
    times = race(
        {
            "all": lambda: list(service.comparisons(names)),
            "few": lambda: list(service.comparisons(names[: CONVERSATIONS // 10])),
            "one": lambda: service.would_get("c-500"),
        },
        rounds=3,
    )
    size = f"{CONVERSATIONS:,}"
    yield Row("which of them differ now", size, times["all"], "a tenth of them", times["few"], 13)
    each = times["all"] / CONVERSATIONS
    yield Row(
        "which of them differ now, each", size, each, "one, asked alone: a file of 0.01 s", times["one"], 0.5
    )


def _reading(folder: Path) -> Iterator[Row]:
    library = folder / "library"
    library.mkdir()
    (library / "system-prompt.tmpl").write_text(PARAGRAPH)
    database = folder / "reading.db"
    service = ConversationService(library, Setup(database, permissions=Permissions(folder / "state")))
    for number in range(CONVERSATIONS):
        service.construct(f"c-{number}", folder)
    bare = sqlite3.connect(database, isolation_level=None)
    key = os.fsencode(service.library)
    times = race(
        {
            "ours": lambda: service.get("c-500"),
            "bare": lambda: bare.execute(READ, (key, "c-500")).fetchone(),
        }
    )
    bare.close()
    size = f"{len(PARAGRAPH) // 1000} KB"
    yield Row("get a prompt", size, times["ours"], "sqlite3, the same read by the index", times["bare"], 3)
    yield Row("get a prompt", size, times["ours"], "a thousandth of a second", MOST_SECONDS_OF_GET, 1)

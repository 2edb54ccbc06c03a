"""Many processes on one database: forked from this one, so that none has to start Python.

`python processes_at_once.py WHAT DATABASE LIBRARY` prints what happened as JSON.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from editor_app.conversations.building import Permissions
from editor_app.conversations.results import StoreError
from editor_app.conversations.service import ConversationService, Setup

KILLS_OF_ONE_DATABASE = 20
LENGTH = 20_000
BEGUN, RETURNED = b"b", b"r"


def service_of(database: Path, library: Path) -> ConversationService:
    return ConversationService(library, Setup(database, permissions=Permissions(library / "state")))


def in_a_fork(run: Callable[[int], None]) -> tuple[int, int]:
    """Run something in a process of its own; return its id, and the pipe it was given to write to."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            run(writing)
        except BaseException as error:  # noqa: BLE001  the forked process must not go on into what follows
            os.write(writing, repr(error).encode())
        os._exit(0)
    os.close(writing)
    return child, reading


def said_by(child: int, reading: int) -> bytes:
    with open(reading, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


def many_each(database: Path, library: Path, count: int = 200) -> object:
    def construct(who: str, writing: int) -> None:
        service = service_of(database, library)
        for number in range(count):
            conversation = "shared" if number % 20 == 0 else f"{who}-{number}"
            service.construct(conversation, "/", values={"a:b": f"{who} {number}"})
        os.write(writing, b"done")

    children = [in_a_fork(lambda writing, who=who: construct(who, writing)) for who in "pq"]
    said = [said_by(*child).decode() for child in children]
    service = service_of(database, library)
    wrong = [
        f"{who}-{number}"
        for who in "pq"
        for number in range(count)
        if number % 20 and service.get(f"{who}-{number}") != f"text {who} {number}"
    ]
    shared = [build.number for build in service.builds("shared")]
    return {"said": said, "wrong": wrong, "shared": shared, "sound": soundness(database)}


def twenty_with_once(database: Path, library: Path) -> object:
    waiting, start = os.pipe()

    def construct(writing: int) -> None:
        os.close(start)
        os.read(waiting, 1)  # until all are there
        made = service_of(database, library).build("c", "/", values={"a:b": str(os.getpid())}, once=True)
        os.write(writing, json.dumps([made.text, made.created, made.number]).encode())

    children = [in_a_fork(construct) for _ in range(20)]
    os.close(start)
    return [json.loads(said_by(*child)) for child in children]


def forked_with_it_open(database: Path, library: Path) -> object:
    """Fork while the database is open; the children use it too, and end as programs do."""
    service = service_of(database, library)
    service.construct("before", "/", values={"a:b": "1"})
    for number in range(5):
        child = os.fork()
        if child == 0:
            service.construct(f"child {number}", "/", values={"a:b": "2"})
            sys.exit(0)
        service.construct(f"parent {number}", "/", values={"a:b": "3"})
        os.waitpid(child, 0)
        service.construct("after", "/", values={"a:b": str(number)})
    fresh = service_of(database, library)
    texts = [fresh.get(f"{who} {number}") for who in ("child", "parent") for number in range(5)]
    return {
        "texts": texts,
        "before": service.get("before"),
        "after": fresh.get("after"),
        "sound": soundness(database),
    }


def looked_at_between(database: Path, library: Path) -> object:
    """Fork as daemons do, with the database open; another program looks while the child goes on."""
    service = service_of(database, library)
    service.construct("first", "/")

    def go_on(writing: int) -> None:
        service.construct("second", "/")
        os.write(writing, BEGUN)
        os.read(waiting, 1)  # until the others have looked
        service.construct("third", "/")
        os.write(writing, RETURNED)
        os.read(waiting, 1)

    waiting, start = os.pipe()
    child, reading = in_a_fork(go_on)
    said = os.read(reading, 1)
    service.close()  # as if the parent had ended
    looks = [looked_at_by_another(database, library)]
    os.write(start, b"x")
    said += os.read(reading, 1)
    looks.append(looked_at_by_another(database, library))
    os.write(start, b"x")
    said_by(child, reading)
    looks.append(listed(database, library))
    return {"said": said.decode(), "looks": looks, "sound": soundness(database)}


def looked_at_by_another(database: Path, library: Path) -> object:
    command = [sys.executable, __file__, "listed", str(database), str(library)]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def listed(database: Path, library: Path) -> object:
    return sorted(entry.conversation_id for entry in service_of(database, library).list().entries)


def forked_while_a_thread_writes(database: Path, library: Path) -> object:
    service, ended, written = service_of(database, library), threading.Event(), threading.Event()

    def write() -> None:
        while not ended.is_set():
            service.construct("thread", "/")
            written.set()

    def construct(number: int, writing: int) -> None:
        service.construct(f"child {number}", "/")
        os.write(writing, RETURNED)

    thread = threading.Thread(target=write)
    thread.start()
    written.wait()
    children = []
    for number in range(10):
        children.append(in_a_fork(lambda writing, number=number: construct(number, writing)))
        service.construct(f"parent {number}", "/")
    said = b"".join(said_by(*child) for child in children)
    ended.set()
    thread.join()
    return {"said": said.decode(), "listed": len(service.list().entries), "sound": soundness(database)}


def forked_in_the_middle(database: Path, library: Path) -> object:
    """Fork inside a transaction: the child cannot know what it holds, and has to be told so."""
    service = service_of(database, library)
    service.construct("before", "/")

    def use(writing: int) -> None:
        for call in (lambda: service.get("before"), lambda: service.construct("child", "/")):
            try:
                call()
            except StoreError as error:
                os.write(writing, error.sentence.encode() + b"\n")

    child, reading = service._database.write(lambda _: in_a_fork(use))
    said = said_by(child, reading).decode()
    service.construct("after", "/")
    return {"said": said.splitlines(), "listed": listed(database, library), "sound": soundness(database)}


def killed_40_times(database: Path, library: Path, kills: int = 40) -> object:
    """Kill a process that constructs, again and again; after each the stored text has to be a whole one."""
    chance = random.Random(11)
    wrong: list[str] = []
    under_way = 0
    for kill in range(kills):
        if kill % KILLS_OF_ONE_DATABASE == 0:
            path = database.with_name(f"{kill}.db")
            returned = 0
        returned, stored, was_under_way = _killed_once(path, library, returned, chance)
        is_whole = stored is None or stored == text_of(int(stored.split(" ")[1]))
        number = 0 if stored is None else int(stored.split(" ")[1])
        if not is_whole or number not in {returned, returned + 1}:
            wrong.append(f"kill {kill}: {returned} was returned, {(stored or 'nothing')[:30]} is stored")
        if soundness(path) != "ok":
            wrong.append(f"kill {kill}: the database is not sound")
        under_way += was_under_way
        returned = number
    asides = [name for name in os.listdir(database.parent) if "damaged" in name]
    return {"wrong": wrong, "asides": asides, "under way": under_way}


def killed_300_times(database: Path, library: Path) -> object:
    """Do the same for longer."""
    return killed_40_times(database, library, 300)


def _killed_once(
    path: Path, library: Path, first: int, chance: random.Random
) -> tuple[int, str | None, bool]:
    """Return how many constructs have returned, what is stored then, and whether another was under way."""

    def construct(writing: int) -> None:
        service, number = service_of(path, library), first
        while True:
            number += 1
            os.write(writing, BEGUN)
            service.construct("c", "/", values={"a:b": f"{number} " + "x" * LENGTH})
            os.write(writing, RETURNED)

    child, reading = in_a_fork(construct)
    said = b"".join(os.read(reading, 1) for _ in range(1 + 2 * chance.randrange(3)))
    for _ in range(chance.randrange(200_000)):  # where in its work it is then, only chance decides
        pass
    os.kill(child, signal.SIGKILL)
    said += said_by(child, reading)
    stored = service_of(path, library).get("c")
    return first + said.count(RETURNED), stored, said.endswith(BEGUN)


def text_of(number: int) -> str:
    return f"text {number} " + "x" * LENGTH


def soundness(database: Path) -> str:
    if not database.exists():
        return "ok"  # it was killed before it made one
    connection = sqlite3.connect(database)
    try:
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])
    finally:
        connection.close()


if __name__ == "__main__":
    what, database, library = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    database.parent.mkdir(mode=0o700, exist_ok=True)
    if what != "listed":
        warm = service_of(database.with_name("warm.db"), library)
        warm.construct("c", "/")  # what is imported late is imported now, not in each fork
        warm.close()
    print(json.dumps(globals()[what](database, library)))

"""What becomes of the database where it is damaged, newer, older, full, locked, denied, or none at all."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from conversation_setup import Clock, Opener, write_template

from editor_app.conversations.results import BusyStoreError, NewerStoreError, StoreError
from editor_app.conversations.service import ConversationService, Setup
from editor_app.conversations.store import database as database_module
from editor_app.conversations.store.database import Database
from editor_app.conversations.store.schema import VERSION

ASIDE = "conversations.db.damaged-20260304T091200Z"
OF_VERSION_0 = (
    'CREATE TABLE builds (library, id, number, text, "values", notes, template_hash, cwd, model, time)'
)
PROJECT = Path(__file__).resolve().parents[2]


def run_sql(database: Path, *statements: str) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def is_sound(database: Path) -> bool:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_only_the_user_can_read_what_is_stored(opened: Opener, work: Path, own_home: Path) -> None:
    """In the user's data folder, whatever its mode was, and in any other place."""
    folder = own_home / "data" / "foreword"
    folder.mkdir(parents=True, mode=0o755)
    default = opened(database=None)
    for service in (opened(), default):
        service.construct("c", work)
        assert service.database.parent.stat().st_mode & 0o777 == 0o700
        modes = {path.name: path.stat().st_mode & 0o777 for path in service.database.parent.glob("*.db*")}
        assert set(modes.values()) == {0o600}
        assert len(modes) == 4
    assert default.database == folder / "conversations.db"


def test_it_is_written_to_a_log_and_synced_in_full(
    service: ConversationService, work: Path, database: Path
) -> None:
    service.construct("c", work)
    asked = service._database.read(
        lambda found: [
            found.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
        ],
        None,
    )
    assert asked == ["wal", 2]


def test_without_a_log_the_rollback_journal_is_used(database: Path, clock: Clock) -> None:
    """SQLite has no log where memory cannot be shared, as with this access to files."""
    plain = Database(database, clock, vfs="unix-dotfile")
    answer = plain.write(lambda found: found.execute("PRAGMA journal_mode").fetchone())
    assert answer == ("delete",)
    assert plain.read(lambda found: found.execute("SELECT COUNT(*) FROM builds").fetchone(), None) == (0,)
    plain.close()
    database.unlink()
    assert Database(database, clock).write(lambda found: found.execute("PRAGMA journal_mode").fetchone()) == (
        "wal",
    )


def cut_short(database: Path) -> None:
    os.truncate(database, database.stat().st_size // 2)


def fill_with_zeros(database: Path) -> None:
    database.write_bytes(b"\0" * 8192)


def scramble(database: Path) -> None:
    """Damage the pages behind the first, which is what opening reads."""
    data = database.read_bytes()
    database.write_bytes(data[:4096] + bytes(byte ^ 0x5A for byte in data[4096:]))


def write_words(database: Path) -> None:
    database.write_bytes(b"This is no database.\n" * 100)


@pytest.mark.parametrize("harm", [cut_short, fill_with_zeros, scramble, write_words])
def test_a_damaged_database_is_moved_aside_and_said(opened: Opener, work: Path, database: Path, harm) -> None:
    first = opened()
    for number in range(30):
        first.construct(f"c{number}", work, values={"prompt:cwd": "x" * 500})
    first.close()
    control = opened()
    assert control.get("c3")
    assert control.take_notices() == ()
    control.close()
    harm(database)
    harmed = database.read_bytes()

    service = opened()
    assert service.get("c29") is None
    aside = database.with_name(ASIDE)
    [notice] = service.take_notices()
    assert service.construct("c3", work) == service.get("c3")
    assert f"was damaged and kept as ‘{aside}’. A new one is empty" in notice
    assert service.take_notices() == ()
    assert aside.read_bytes() == harmed  # nothing is deleted
    assert is_sound(database)
    assert opened().get("c3") == service.get("c3")
    service.close()
    harm(database)  # again, in the same second
    again = opened()
    assert notice.replace(ASIDE, f"{ASIDE}-2") in again.build("c", work).warnings
    assert again.take_notices() == ()
    assert again.build("c", work).warnings == ()
    assert database.with_name(f"{ASIDE}-2").exists()


def test_who_has_the_damaged_file_open_goes_on_with_the_new_one(
    opened: Opener, work: Path, database: Path
) -> None:
    """Closing the old file must not touch the log of the new one, which has the same name."""
    idle = opened()
    idle.construct("old", work)
    seen: list[object] = []
    waits, goes_on = threading.Event(), threading.Event()

    def work_in_a_thread() -> None:
        seen.append(idle.get("old") is not None)
        waits.set()
        goes_on.wait()
        seen.append(idle.get("new"))
        idle.construct("from the thread", work)

    thread = threading.Thread(target=work_in_a_thread)
    thread.start()
    waits.wait()
    fill_with_zeros(database)  # in place: whoever has it open has the same file
    other = opened()
    other.construct("new", work)
    assert all(database.with_name(ASIDE + end).exists() for end in ("", "-wal", "-shm"))
    goes_on.set()
    thread.join()
    assert seen == [True, other.get("new")]
    idle.close()
    assert other.get("from the thread") is not None
    assert is_sound(database)


def test_a_backup_that_is_restored_while_it_is_open_is_what_is_read_from_then_on(
    opened: Opener, work: Path, database: Path, fast: Path
) -> None:
    """The log of the file before is not written over it, whoever comes first: with it open, or new."""
    backup = opened(database=fast / "backup" / "conversations.db")
    for number in range(20):
        backup.construct(f"backup {number}", work, values={"prompt:cwd": "x" * 3000})
    backup.close()
    kept = backup.database.read_bytes()
    log = database.with_name("conversations.db-wal")
    idle = opened()
    for who, suffix in ((idle, ""), (opened(), "-2")):
        idle.construct("live", work)
        written = log.read_bytes()
        backup.database.write_bytes(kept)
        backup.database.replace(database)
        assert who.get("backup 19")
        aside = database.with_name(f"conversations.db.replaced-20260304T091200Z{suffix}-wal")
        [notice] = who.take_notices()
        assert "was replaced by another file" in notice
        assert f"The end of the old one is in ‘{aside}’" in notice
        assert aside.read_bytes() == written  # nothing is deleted
        for service in (idle, opened()):
            assert len(service.list().entries) == 20
            assert service.get("live") is None
            assert service.take_notices() == ()
    idle.construct("after", work)
    opened().close()
    assert opened().get("after")
    assert is_sound(database)
    for one in (idle, who, service):
        one.close()
    backup.database.write_bytes(kept)
    backup.database.replace(database)  # the control: while nobody has it open, there is no log
    assert idle.get("after") is None
    assert idle.take_notices() == ()


def test_a_newer_database_is_read_and_not_changed(opened: Opener, work: Path, database: Path) -> None:
    service = opened()
    text = service.construct("c", work)
    run_sql(
        database,
        "PRAGMA user_version = 99",
        "ALTER TABLE builds ADD COLUMN more",
        "PRAGMA wal_checkpoint(TRUNCATE)",
    )
    service.close()
    before = database.read_bytes()
    newer = opened()
    assert newer.get("c") == text
    assert [one.conversation_id for one in newer.list().entries] == ["c"]
    for change in (
        lambda: newer.construct("c", work),
        lambda: newer.compact("c"),
        lambda: newer.delete(["c"]),
        lambda: newer.delete_older_than(0),
    ):
        with pytest.raises(NewerStoreError, match=r"is from a newer Foreword\. Nothing is saved in it"):
            change()
    assert newer.preview("c", work) == text
    newer.close()
    assert database.read_bytes() == before
    run_sql(database, f"PRAGMA user_version = {VERSION}")  # the control
    assert opened().construct("c", work) == text


def test_a_database_that_becomes_newer_while_it_is_open_is_not_written_from_then_on(
    opened: Opener, work: Path, database: Path
) -> None:
    service = opened()
    text = service.construct("c", work)
    run_sql(database, f"PRAGMA user_version = {VERSION + 1}")
    for change in (lambda: service.construct("d", work), lambda: service.delete(["c"])):
        with pytest.raises(NewerStoreError, match="is from a newer Foreword"):
            change()
    assert [one.conversation_id for one in service.list().entries] == ["c"]
    run_sql(database, f"PRAGMA user_version = {VERSION}")  # the control
    service.close()
    assert service.construct("d", work) == text


def test_a_newer_database_that_cannot_be_read_is_not_taken_for_damaged(
    opened: Opener, work: Path, database: Path
) -> None:
    """Its tables may be written in words that this SQLite does not know; so may the file be."""
    service = opened()
    for number in range(30):
        service.construct(f"c{number}", work, values={"prompt:cwd": "x" * 500})
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("PRAGMA writable_schema = 1")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, 'NULL', 'NULL ~ (1)')")
    service.close()  # until here, only the log has it
    newer = database.read_bytes()
    unknown_format = newer[:18] + b"\x63\x63" + newer[20:]
    for content in (newer, unknown_format):
        database.write_bytes(content)
        for call in (lambda: opened().get("c3"), lambda: opened().construct("c3", work)):
            with pytest.raises(NewerStoreError, match="is from a newer Foreword and can’t be read here"):
                call()
        assert database.read_bytes() == content
    assert list(database.parent.glob("*damaged*")) == []
    database.write_bytes(newer[:60] + VERSION.to_bytes(4, "big") + newer[64:])  # the control
    assert opened().construct("c3", work)
    assert database.with_name(ASIDE).exists()


def test_a_database_of_version_0_is_migrated_whole(
    opened: Opener, library: Path, work: Path, database: Path
) -> None:
    database.parent.mkdir(mode=0o700)
    rows = [
        (
            os.fsencode(library),
            one,
            number,
            f"{one} {number}",
            json.dumps({"a:b": "v"}),
            "{}",
            "h" * 64,
            str(work),
            None,
            at,
        )
        for at, (one, number) in enumerate([("c", 1), ("d", 1), ("c", 2)], 1_700_000_000_000_000)
    ]
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(OF_VERSION_0)
        connection.executemany("INSERT INTO builds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        connection.commit()
    service = opened()
    assert service.get("c") == "c 2"  # reading migrates
    [last, first] = service.builds("c")
    assert (last.text, first.text, dict(last.values), last.given) == ("c 2", "c 1", {"a:b": "v"}, {})
    assert [one.conversation_id for one in service.list().entries] == ["c", "d"]
    write_template(library, "now [prompt:cwd]")
    assert service.compact("c", instructions="") == f"now {work}"
    assert service.stored("c").number == 3
    assert is_sound(database)
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_database_of_version_1_gets_tables_for_runs_and_keeps_the_rest(
    opened: Opener, library: Path, work: Path, database: Path
) -> None:
    service = opened()
    text = service.construct("c", work)
    tables = ("runs", "run_messages", "run_steps", "run_flags")
    run_sql(database, *[f"DROP TABLE {name}" for name in tables], "PRAGMA user_version = 1")
    service.close()
    assert opened().get("c") == text
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        assert {*tables, "builds"} <= {name for (name,) in found}
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert opened().construct("c", work) == text
    assert is_sound(database)


@pytest.mark.parametrize("is_new", [True, False])
def test_two_processes_on_a_disk_without_locks_make_the_tables_once(
    opened: Opener, work: Path, database: Path, monkeypatch: pytest.MonkeyPatch, is_new: bool
) -> None:
    """The second one makes them after the first has looked, and before it begins."""
    if not is_new:
        service = opened()
        service.construct("c", work)
        service.close()
        tables = ("runs", "run_messages", "run_steps", "run_flags")
        run_sql(database, *[f"DROP TABLE {name}" for name in tables], "PRAGMA user_version = 1")
    first, begun = opened(), []
    use_log = database_module._use_log

    def overtaken(connection: sqlite3.Connection) -> None:
        use_log(connection)
        if not begun:
            begun.append(True)
            with closing(sqlite3.connect(database, isolation_level=None)) as other:
                database_module._set_up_tables(other, database)

    monkeypatch.setattr(database_module, "_use_log", overtaken)
    text = first.construct("c", work)
    assert begun
    assert opened().get("c") == text
    assert is_sound(database)


def test_a_migration_that_fails_changes_nothing(opened: Opener, database: Path) -> None:
    """Two rows that no later version can hold both: the transaction is taken back as a whole."""
    database.parent.mkdir(mode=0o700)
    run_sql(
        database,
        OF_VERSION_0,
        *["INSERT INTO builds VALUES (x'00', 'c', 1, 'text', '{}', '{}', '', '/', NULL, 1)"] * 2,
    )
    with pytest.raises(StoreError):
        opened().get("c")
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT COUNT(*), COUNT(time) FROM builds").fetchone() == (2, 2)
        assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    assert os.listdir(database.parent).count(ASIDE) == 0


def test_a_row_that_cannot_be_read_is_said_and_its_text_still_given(
    service: ConversationService, work: Path, database: Path
) -> None:
    text = service.construct("c", work)
    for broken in ("{", '{"a:b": [1]}', '{"a:b": ["no such cause", "", null]}', "[]"):
        run_sql(database, f"UPDATE builds SET notes = '{broken}'")
        with pytest.raises(StoreError, match="The conversation ‘c’ can’t be read"):
            service.compact("c")
        assert service.get("c") == text
    assert service.construct("c", work) == text
    assert service.stored("c").number == 2


def test_many_threads_have_a_connection_each(
    service: ConversationService, work: Path, database: Path
) -> None:
    start = threading.Barrier(8)

    def construct(who: int) -> None:
        start.wait()
        for number in range(20):
            service.construct(f"{who}-{number}", work)

    threads = [threading.Thread(target=construct, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(service.list(1000).entries) == 160
    service.close()
    assert not database.with_name("conversations.db-wal").exists()  # theirs were closed as they ended
    assert is_sound(database)


@pytest.mark.parametrize("version", [0, 1, 2, 7])
def test_a_database_of_another_program_is_refused(
    opened: Opener, work: Path, database: Path, version: int
) -> None:
    database.parent.mkdir()
    run_sql(
        database,
        "CREATE TABLE notes (text)",
        "INSERT INTO notes VALUES ('mine')",
        f"PRAGMA user_version = {version}",
    )
    before = database.read_bytes()
    for call in (lambda: opened().get("c"), lambda: opened().construct("c", work)):
        with pytest.raises(StoreError, match="is a database of another program"):
            call()
    assert database.read_bytes() == before


@pytest.mark.parametrize("sort", ["a folder", "a named pipe", "a link", "a dangling link"])
def test_what_is_no_file_is_refused(
    opened: Opener, work: Path, database: Path, tmp_path: Path, sort: str
) -> None:
    database.parent.mkdir()
    elsewhere = tmp_path / "elsewhere.db"
    if sort == "a folder":
        database.mkdir()
    elif sort == "a named pipe":
        os.mkfifo(database)
    else:
        database.symlink_to(elsewhere)
        if sort == "a link":
            opened(database=elsewhere).construct("c", work)
    for call in (lambda: opened().get("c"), lambda: opened().construct("c", work), lambda: opened().list()):
        with pytest.raises(StoreError, match=f"is {sort.replace('dangling ', '')}, not a database"):
            call()
    assert not sort.startswith("a dangling") or not elsewhere.exists()


def test_a_lock_that_another_keeps_is_waited_for_and_then_said(
    opened: Opener, work: Path, database: Path
) -> None:
    assert Setup().busy_seconds == 5
    service = opened(busy_seconds=0.05)
    text = service.construct("c", work)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BusyStoreError, match="is being used by another program"):
            service.construct("c", work, values={"prompt:cwd": "other"})
        assert service.get("c") == text  # reading does not wait
        other.execute("ROLLBACK")
    assert service.construct("c", work, values={"prompt:cwd": "other"}) != text  # the control
    assert not database.with_name(ASIDE).exists()  # busy is not damaged


def test_who_uses_the_database_keeps_it_from_being_moved(opened: Opener, work: Path, database: Path) -> None:
    import fcntl

    service = opened(busy_seconds=0.05)
    service.construct("c", work)
    service.close()
    fill_with_zeros(database)
    with open(database.with_name("conversations.db.use-lock"), "rb") as user:
        fcntl.flock(user, fcntl.LOCK_SH)
        with pytest.raises(BusyStoreError):
            service.construct("c", work)
        assert database.read_bytes() == b"\0" * 8192
    service.construct("c", work)  # the control
    assert database.with_name(ASIDE).exists()
    with open(database.with_name("conversations.db.use-lock"), "rb") as mover:
        fcntl.flock(mover, fcntl.LOCK_EX)  # as long as somebody moves it, nobody reads or writes it
        for use in (lambda: service.get("c"), lambda: service.construct("c", work), service.list):
            with pytest.raises(BusyStoreError):
                use()
    assert service.get("c")


@pytest.mark.parametrize("moved", [0, 1, 2])
def test_moving_aside_that_fails_halfway_is_gone_on_with_and_loses_no_file(
    opened: Opener, work: Path, database: Path, monkeypatch: pytest.MonkeyPatch, moved: int
) -> None:
    opened().construct("c", work)
    opened().close()
    fill_with_zeros(database)
    for end in ("-wal", "-shm"):
        database.with_name(database.name + end).write_bytes(b"left by a crash")
    rename, renames = Path.rename, iter(range(10))

    def failing(path: Path, target: Path) -> Path:
        if next(renames) == moved:
            raise OSError(errno.EIO, "Input/output error")
        return rename(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", failing)
        with pytest.raises(StoreError, match="could not be moved aside: the disk reported a fault"):
            opened().construct("c", work)
    assert database.read_bytes() == b"\0" * 8192
    service = opened()
    text = service.construct("c", work)
    assert opened().get("c") == text
    assert is_sound(database)
    kept = [path.read_bytes() for path in database.parent.glob("*damaged*")]
    assert b"\0" * 8192 in kept
    if moved:
        assert b"left by a crash" in kept


def test_without_locks_a_damaged_database_stays_where_it_is(
    opened: Opener, work: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on some disks of other machines: there nobody could tell who else uses it."""
    import fcntl

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    service = opened()
    text = service.construct("c", work)
    assert opened().get("c") == text
    service.close()
    fill_with_zeros(database)
    with pytest.raises(StoreError, match="is damaged and could not be moved aside: no lock can be held here"):
        service.get("c")
    assert database.read_bytes() == b"\0" * 8192


def test_a_link_in_the_place_of_the_lock_is_refused(
    opened: Opener, work: Path, database: Path, tmp_path: Path
) -> None:
    database.parent.mkdir()
    database.with_name("conversations.db.use-lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError, match="use-lock’ is a link"):
        opened().construct("c", work)
    assert not (tmp_path / "elsewhere").exists()


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk of 200 KB, where one can be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("no disk can be mounted here; the most pages of a database below stand in for it")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_on_a_full_disk_nothing_is_said_to_be_saved(opened: Opener, work: Path, tiny_disk: Path) -> None:
    service = opened(database=tiny_disk / "private" / "conversations.db")
    text = service.construct("c", work)
    with suppress(OSError):
        (tiny_disk / "filler").write_bytes(b"x" * 1_000_000)
    with pytest.raises(StoreError, match=r"Nothing was saved: the database .* could not be used"):
        service.construct("c", work, values={"prompt:cwd": "y" * 100_000})
    assert service.get("c") == text
    (tiny_disk / "filler").unlink()
    assert service.construct("c", work) == text  # the control
    assert sorted(path.name for path in service.database.parent.glob("*damaged*")) == []


def test_a_full_database_keeps_what_it_has(service: ConversationService, work: Path, database: Path) -> None:
    text = service.construct("c", work)
    service._database.read(lambda found: found.execute("PRAGMA max_page_count = 20").fetchall(), None)
    with pytest.raises(StoreError, match=r"Nothing was saved: .* the disk is full\. Free some space"):
        service.construct("c", work, values={"prompt:cwd": "y" * 100_000})
    assert service.get("c") == text
    assert service.construct("c", work) == text  # the control: a small one has room
    assert is_sound(database)


READ_ONLY = """
import os, sys
from pathlib import Path
sys.path[:0] = sys.argv[1:2]
library, work, database, state = map(Path, sys.argv[2:6])
from editor_app.conversations.building import Permissions
from editor_app.conversations.results import StoreError
from editor_app.conversations.service import ConversationService, Setup
ConversationService(library, Setup(state / "db", permissions=Permissions(state))).construct("c", work)
# only now, when all that is imported late has been: another user may not read the program
os.setgroups([]), os.setgid(65534), os.setuid(65534)
service = ConversationService(library, Setup(database, permissions=Permissions(state)))
try:
    print(repr(service.get("c")))
except StoreError as error:
    print("unread:", error)
try:
    print("stored", repr(service.construct("c", work)))
except StoreError as error:
    print(error)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_what_can_only_be_read_is_read_and_nothing_is_said_to_be_saved(
    opened: Opener, library: Path, work: Path, database: Path, tmp_path: Path
) -> None:
    write_template(library, "text")
    service = opened()
    service.construct("c", work)
    service.close()
    for folder in (*library.parents, library, work, *database.parents[1:]):
        if not folder.stat().st_mode & 0o001:
            folder.chmod(0o755)
    for file in library.iterdir():
        file.chmod(0o644)

    def as_nobody() -> list[str]:
        given = [
            sys.executable,
            "-c",
            READ_ONLY,
            str(PROJECT),
            *map(str, (library, work, database, tmp_path / "s")),
        ]
        said = subprocess.run(given, capture_output=True, text=True, check=True)
        return said.stdout.splitlines()

    database.chmod(0o600)
    denied = as_nobody()
    assert denied[0].startswith("unread: The database of conversations")
    assert "Change the permissions" in denied[1]
    for path in database.parent.iterdir():
        path.chmod(0o644)
    database.parent.chmod(0o755)
    assert "Nothing was saved" in as_nobody()[1]
    database.parent.chmod(0o777)
    for path in database.parent.iterdir():
        path.chmod(0o666)
    assert as_nobody() == ["'text'", "stored 'text'"]  # the control
    assert [path.name for path in database.parent.glob("*damaged*")] == []
    shutil.rmtree(database.parent)

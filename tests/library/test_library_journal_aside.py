"""Journals that were set aside: listed, and removed only after the days that local history keeps versions."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from journals import document, insert, open_one, taken

from editor_app.library.history.version_lists import HistoryLimits, keep_limits
from editor_app.library.journal.taking import journals_set_aside, remove_old_set_aside


def set_one_aside(state: Path) -> Path:
    writer = open_one(state)
    writer.begin(document())
    writer.edited(1, insert(0, "typed"))
    writer.close(is_clean=False)
    writer.path.write_bytes(writer.path.read_bytes()[:-1])
    with taken(state) as ([journal], _):
        journal.remove()
    [aside] = journals_set_aside(state)
    assert not writer.path.exists()
    assert (aside.path.parent, aside.size) == (writer.path.parent, aside.path.stat().st_size)
    return aside.path


def test_a_journal_set_aside_stays_as_long_as_versions_are_kept_and_no_other_file_goes(state: Path):
    assert journals_set_aside(state) == ()
    aside = set_one_aside(state)
    os.utime(aside, (0, 0))  # it was written long before it was set aside, and that counts
    live = open_one(state)
    beside = aside.with_name("notes.broken-1.journal")
    beside.write_bytes(b"of somebody else")
    folder = aside.with_name(aside.name.replace("broken-1", "broken-2"))
    folder.mkdir()
    now = datetime.fromtimestamp(aside.stat().st_ctime, UTC)
    keep_limits(state, HistoryLimits(days=7))
    assert remove_old_set_aside(state, now) == ()
    assert remove_old_set_aside(state, now + timedelta(days=6)) == ()
    limits = state / "history" / "limits.json"
    known = limits.read_bytes()
    limits.write_bytes(b"{")
    assert remove_old_set_aside(state, now + timedelta(days=1000)) == (), "nobody knows how long"
    limits.write_bytes(known)
    assert remove_old_set_aside(state, now + timedelta(days=8)) == (aside,)
    assert journals_set_aside(state) == ()
    assert [path.exists() for path in (live.path, beside, folder)] == [True] * 3
    live.close(is_clean=True)


def test_nothing_is_listed_or_removed_through_a_link(state: Path, tmp_path: Path):
    aside = set_one_aside(state)
    elsewhere = tmp_path / "elsewhere"
    aside.parent.rename(elsewhere)
    aside.parent.symlink_to(elsewhere)
    assert journals_set_aside(state) == ()
    assert remove_old_set_aside(state, datetime.now(UTC) + timedelta(days=1000)) == ()
    assert (elsewhere / aside.name).exists()

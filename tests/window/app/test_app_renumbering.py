"""Chats in a window: what a killed process left half done is taken back, and a number given twice is told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from editor_app.chats.chat import read_chat
from editor_app.chats.operations import move_message
from editor_app.library.files import renumbering

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


def test_the_next_start_takes_back_and_a_number_given_twice_is_told(open_bench, root, tmp_path, monkeypatch):
    folder = root / "chats" / "talk"
    folder.mkdir(parents=True)
    for number in (1, 2, 3):
        (folder / f"{number}.md").write_text(f"; role: user\n\n\n{number}")
    plain = renumbering.note_rename

    def end_there(*arguments, **options):
        monkeypatch.setattr(renumbering, "note_rename", plain)
        raise KeyboardInterrupt

    monkeypatch.setattr(renumbering, "note_rename", end_there)
    with pytest.raises(KeyboardInterrupt):
        move_message(read_chat(folder), 0, 2, state_dir=tmp_path / "state", now=NOON)
    assert sorted(path.name for path in folder.iterdir()) == ["2.md", "3.md", "4.md"]
    bench = open_bench(root)
    assert bench.notice == "An interrupted change in ‘talk’ was undone."
    assert [message.content for message in read_chat(folder).messages] == ["1", "2", "3"]

    told: list[tuple] = []
    bench.workbench.library.problems_changed.connect(told.append)

    def duplicates() -> list[str]:
        bench.workbench.library.refresh()
        bench.workbench.library.finish_checking()
        return [row.place.path.name for row in told[-1] if row.code == "duplicate-number"]

    assert duplicates() == []
    (folder / "01.md").write_bytes((folder / "1.md").read_bytes())
    assert duplicates() == ["1.md"]
    (folder / "01.md").unlink()
    assert duplicates() == []

"""Journals larger than any that is written: the start is not held up, and nothing of them is deleted."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from counted_work import assert_work_in_proportion, assert_work_is_bounded, work_of
from journals import (
    LIBRARY,
    PATIENCE,
    document,
    insert,
    only_content,
    open_one,
    replayed,
    taken,
    texts_of,
)

from editor_app.library.journal import live_documents, reading, writing
from editor_app.library.journal.framing import frame, read_records
from editor_app.library.journal.records import (
    EditsRecord,
    EditStep,
    edited_payload,
    read_payload,
    session_payload,
)
from editor_app.library.journal.taking import take_journals
from editor_app.text import Edit, Span

_SIZE = 500 << 20


def begun(state: Path) -> Path:
    """Write the beginning of a journal: one untitled text without an edit."""
    writer = open_one(state)
    writer.begin(document(1))
    writer.close(is_clean=False)
    return writer.path


def with_keys(state: Path, count: int, at: int | None = None) -> Path:
    """Write a journal with so many keys, each a record and an undo step."""
    path = begun(state)
    with path.open("ab") as file:
        for key in range(count):
            place = key if at is None else at
            step = EditStep(joins=False, edits=(Edit(Span(place, place), "x"),))
            file.write(frame(edited_payload(1, key + 1, [step], 1.0)))
    return path


def taking(state: Path) -> Callable[[], None]:
    def take() -> None:
        with taken(state):
            pass

    return take


def test_a_journal_of_500_mb_is_set_aside_unread(state: Path, monkeypatch: pytest.MonkeyPatch):
    path = begun(state)
    os.truncate(path, _SIZE)  # a sparse file: it takes no place on the disk
    read = []
    real = os.read
    monkeypatch.setattr(os, "read", lambda *given: read.append(real(*given)) or read[-1])
    said: list[str] = []

    def take() -> None:
        found, sentences = take_journals(state, LIBRARY)
        assert found == ()
        said.extend(sentences)

    assert work_of(take) < 5_000
    assert sum(map(len, read)) < 1_000_000
    [sentence] = said
    assert "with more than 256 MB, and was not read. It was set aside as" in sentence
    [aside] = path.parent.iterdir()
    assert aside.name in sentence
    assert aside.stat().st_size == _SIZE
    assert take_journals(state, LIBRARY) == ((), ())


@pytest.mark.parametrize(("limit", "word"), [("MOST_RECORDS", "records"), ("MOST_EDITS", "edits")])
def test_beyond_a_number_of_records_nothing_more_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, word: str
):
    monkeypatch.setattr(reading, limit, 100)

    def prepared(size: int) -> Callable[[], None]:
        state = tmp_path / f"state-{size}-{len(list(tmp_path.iterdir()))}"
        with_keys(state, size)
        return taking(state)

    assert_work_is_bounded(prepared, 150)
    path = with_keys(tmp_path / "state", 200)
    data = path.read_bytes()
    found, [sentence] = take_journals(tmp_path / "state", LIBRARY)
    assert found == ()
    assert f"with more than 100 {word}, and was not read. It was set aside as" in sentence
    [aside] = path.parent.iterdir()
    assert aside.read_bytes() == data


@pytest.mark.parametrize("at", [None, 0])
def test_reading_takes_work_in_proportion_to_the_records(tmp_path: Path, at: int | None):
    def prepared(size: int) -> Callable[[], None]:
        state = tmp_path / f"state-{size}-{len(list(tmp_path.iterdir()))}"
        with_keys(state, size, at)
        return taking(state)

    assert_work_in_proportion(prepared, 100)


def test_of_a_long_journal_the_oldest_undo_steps_are_one(state: Path, monkeypatch: pytest.MonkeyPatch):
    record = len(
        frame(edited_payload(1, 500, [EditStep(joins=False, edits=(Edit(Span(500, 500), "x"),))], 1.0))
    )
    monkeypatch.setattr(reading, "STEPS_BYTES", 20 * record)
    with_keys(state, 600)
    [text] = only_content(state).texts
    assert text.text == "x" * 600
    assert replayed(text) == text.text
    assert text.steps[0] == tuple(insert(0, "x" * 580))
    assert [len(step) for step in text.steps[1:]] == [1] * 20


def test_large_edits_that_join_take_work_in_proportion(tmp_path: Path):
    def prepared(size: int) -> Callable[[], None]:
        state = tmp_path / f"state-{size}-{len(list(tmp_path.iterdir()))}"
        writer = open_one(state)
        writer.begin(document(1, "a." * size))
        writer.close(is_clean=False)
        step = tuple(Edit(Span(at, at + 1), "b") for at in range(0, 2 * size, 2))
        records = [
            frame(edited_payload(1, index, [EditStep(joins=index > 1, edits=step)], 1.0)) for index in (1, 2)
        ]
        with writer.path.open("ab") as file:
            file.writelines(records)
        return taking(state)

    assert_work_in_proportion(prepared, 100)


def test_a_session_state_of_its_own_is_still_had_from_a_long_journal(
    state: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reading, "STEPS_BYTES", 0)
    path = with_keys(state, 3)
    with path.open("ab") as file:
        file.write(frame(session_payload('{"front":1}', 2.0)))
    content = only_content(state)
    assert content.session == {"front": 1}
    assert [text.text for text in content.texts] == ["xxx"]
    assert content.is_whole


def weight_of_file(path: Path) -> int:
    """Return how many records and edits a journal has."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        records = [read_payload(found) for found in read_records(descriptor) if isinstance(found, bytes)]
    finally:
        os.close(descriptor)
    edits = [record[0] for record in records if record is not None and isinstance(record[0], EditsRecord)]
    return len(records) + sum(len(step.edits) for record in edits for step in record.steps)


def test_a_journal_is_written_anew_before_a_start_would_wait_for_it(
    state: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(live_documents, "MOST_WEIGHT", 300)
    monkeypatch.setattr(live_documents, "MOST_KEPT_EDITS", 100)
    monkeypatch.setattr(writing, "MOST_WEIGHT", 600)
    writer = open_one(state)
    weights = []
    for number in range(1, 4):
        writer.begin(document(number))
    for key in range(900):
        for number in (1, 2):
            writer.edited(number, insert(key, "x"))
        if not key % 10:
            writer.begin(document(3, "x" * key))  # as if it was saved
            writer.edited(3, insert(0, "y"))
            assert writer.flush(PATIENCE)
            weights.append(weight_of_file(writer.path))
    assert max(weights) < 800, "of 2 000 that were written"
    assert weights[-1] > 100, "the control: they are counted"
    writer.close(is_clean=False)
    content = only_content(state)
    assert texts_of(content) == {1: "x" * 900, 2: "x" * 900, 3: "y" + "x" * 890}
    assert all(len(text.steps) >= 100 for text in content.texts[:2])


def test_of_a_heavy_journal_a_part_is_read_at_once_and_the_rest_later(state: Path):
    path = with_keys(state, 2_000)
    other = begun(state)
    found, sentences = take_journals(state, LIBRARY, 500)
    assert sentences == ()
    light, heavy = sorted(found, key=lambda one: one.is_read, reverse=True)
    assert (light.path, light.is_read) == (other, True)
    assert (heavy.path, heavy.is_read) == (path, False)
    heavy.remove()
    assert path.exists(), "nothing that was not read is deleted"

    def read_on(size: int) -> Callable[[], None]:
        return lambda: heavy.read_on(size) and None

    work = work_of(read_on(100))
    assert work_of(read_on(100)) < 2 * work
    while not heavy.is_read:
        heavy.read_on(500)
    assert [text.text for text in heavy.content.texts] == ["x" * 2_000]
    for one in found:
        one.remove()
    assert os.listdir(path.parent) == []

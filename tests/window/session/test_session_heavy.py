"""A journal with very many records: the window is there before all of it is read, and nothing is lost."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from session_journals import journal_paths

from editor_app.library.files.reading import content_hash
from editor_app.library.journal.framing import frame, read_records
from editor_app.library.journal.records import (
    EditsRecord,
    EditStep,
    JournalDocument,
    edited_payload,
    read_payload,
)
from editor_app.library.journal.writing import open_journal
from editor_app.text import Edit, Span, decode
from editor_app.window.session.keeping import Session

NAME = "page-analysis.md"
OTHER = "test-scenario-generation.md"
KEYS = 150


@pytest.fixture
def heavy(opened, kill, leave, tmp_path, monkeypatch) -> Path:
    """Return the journal that a killed window left, with so many keys more in its file."""

    def use_window() -> None:
        first = opened(NAME)
        first.type("typed ")
        kill(first)

    leave(use_window)
    [path] = journal_paths(tmp_path / "state")
    descriptor = os.open(path, os.O_RDONLY)
    payloads = [found for found in read_records(descriptor) if isinstance(found, bytes)]
    os.close(descriptor)
    records = [found[0] for payload in payloads if (found := read_payload(payload)) is not None]
    last = [record for record in records if isinstance(record, EditsRecord)][-1]
    step = EditStep(joins=False, edits=(Edit(Span(0, 0), "k"),))
    with path.open("ab") as file:
        for key in range(1, KEYS + 1):
            file.write(frame(edited_payload(last.number, last.index + key, [step], 1.0)))
    monkeypatch.setattr("editor_app.window.session.keeping.START_WEIGHT", 100)
    return path


def test_the_window_is_there_before_a_heavy_journal_is_read_and_then_its_text(opened, kill, heavy, root):
    closed_early = opened(NAME)
    assert closed_early.text == (root / NAME).read_text()
    closed_early.close()
    assert heavy.exists(), "what was not read stays for the next start"

    second = opened(NAME)
    assert second.text == (root / NAME).read_text()
    assert "Recovered" not in second.bar
    analysed: list[None] = []
    second.file.analysed.connect(lambda: analysed.append(None))
    second.wait_until(lambda: second.bar.startswith("Recovered 1 file: page-analysis.md"))
    assert second.tab_titles == [NAME]
    assert second.text.startswith("k" * KEYS + "typed ---")
    assert len(analysed) < KEYS / 10  # not once for each key
    second.file.document.text_document.undo()
    assert second.text.startswith("k" * (KEYS - 1) + "typed ---")
    second.file.document.text_document.redo()
    second.wait_until(lambda: not heavy.exists())
    kill(second)
    third = opened(NAME)
    third.wait_until(lambda: third.text.startswith("k" * KEYS + "typed ---"))


def test_what_was_typed_before_a_heavy_journal_is_read_stays_and_its_text_comes_beside(opened, heavy):
    window = opened(NAME)
    window.type("mine ")
    window.wait_until(lambda: "Recovered" in window.bar or "could not be put" in window.notice)
    texts = {file.path.name: file.text for file in window.workbench.files.files}
    assert texts[NAME].startswith("mine ---")
    assert texts["Untitled 1"].startswith("k" * KEYS + "typed ---")
    window.wait_until(lambda: not heavy.exists())


def test_what_was_decided_about_is_not_offered_again_when_a_heavy_journal_comes_later(
    opened, heavy, root, tmp_path, monkeypatch
):
    later = datetime(2026, 3, 4, 15, 0, tzinfo=UTC)
    light = open_journal(
        tmp_path / "state", root, now=later, clock=lambda: later, on_trouble=lambda _sentence: None
    )
    data = (root / OTHER).read_bytes()
    found = decode(data)
    light.begin(JournalDocument(1, root / OTHER, OTHER, found.text, content_hash(data), found.format))
    light.edited(1, [Edit(Span(0, 0), "kept ")])
    light.close(is_clean=False)

    with monkeypatch.context() as held:
        held.setattr(Session, "_read_heavy", lambda _session: iter(()))
        window = opened()
        window.wait_until(lambda: window.bar.startswith(f"Recovered 1 file: {OTHER} "))
        assert window.text.startswith("kept ---")
        next(link for link in window.panels.bar.links if link.text() == "Keep").click()
        assert "Recovered" not in window.bar
    session = window.workbench.session
    session._heavy_reading.start(session._read_heavy())
    window.wait_until(lambda: "Recovered" in window.bar)
    assert window.bar.startswith(f"Recovered 1 file: {NAME} ")
    next(link for link in window.panels.bar.links if link.text() == "Discard").click()
    texts = {file.path.name: file.text for file in window.workbench.files.files}
    assert texts[OTHER].startswith("kept ---"), "what was kept is not discarded with the other"
    assert texts[NAME] == (root / NAME).read_text()

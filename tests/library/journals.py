"""Journals for tests: writing and taking them, and what was given to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from editor_app.library.journal.records import JournalContent, JournalDocument, JournalledText
from editor_app.library.journal.taking import FoundJournal, take_journals
from editor_app.library.journal.writing import JournalWriter, open_journal
from editor_app.text import Edit, Span, TextFormat, apply_edits

NOW = datetime(2026, 3, 4, 12, 0, 5, tzinfo=UTC)
LIBRARY = Path("/library")
PATIENCE = 60.0


def document(number: int = 1, base: str = "", path: str | None = None) -> JournalDocument:
    """A document; an untitled one without a path."""
    name = "Untitled" if path is None else Path(path).name
    file_hash = None if path is None else "0" * 64
    return JournalDocument(number, None if path is None else Path(path), name, base, file_hash, TextFormat())


def insert(at: int, text: str) -> list[Edit]:
    return [Edit(Span(at, at), text)]


def replace(start: int, end: int, text: str) -> list[Edit]:
    return [Edit(Span(start, end), text)]


def open_one(
    state: Path, *, now: datetime = NOW, on_trouble: Callable[[str], None] = lambda _sentence: None
) -> JournalWriter:
    return open_journal(state, LIBRARY, now=now, clock=lambda: now, on_trouble=on_trouble)


@contextmanager
def taken(state: Path) -> Iterator[tuple[tuple[FoundJournal, ...], tuple[str, ...]]]:
    """Take the journals of the library, and release them at the end."""
    found, sentences = take_journals(state, LIBRARY)
    try:
        yield found, sentences
    finally:
        for one in found:
            one.release()


def contents(state: Path) -> list[JournalContent]:
    """Return what is in the journals that nobody writes, without an objection."""
    with taken(state) as (found, sentences):
        assert sentences == ()
        return [one.content for one in found]


def only_content(state: Path) -> JournalContent:
    [content] = contents(state)
    return content


def replayed(text: JournalledText) -> str:
    """Return what a text's undo steps make of its base."""
    now = text.document.base
    for step in text.steps:
        now = apply_edits(now, step)
    return now


def texts_of(content: JournalContent) -> dict[int, str]:
    """Return the texts by the numbers of their documents; their steps lead there."""
    for one in content.texts:
        assert replayed(one) == one.text
    return {one.document.number: one.text for one in content.texts}

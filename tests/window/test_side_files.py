"""Edits of a file beside an open one: what is written, and what is refused."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.library.files.reading import read_file
from editor_app.text import Diagnostic, Edit, Severity, Span
from editor_app.window.documents.side_files import NOT_ALONE, SideFileSaved, edit_side_file

NOW = datetime(2026, 1, 2, tzinfo=UTC)
UNREADABLE = "‘a.cases.yaml’ can’t be read, so nothing was changed in it: It is broken."
NOTHING = f"Nothing was changed in ‘a.cases.yaml’: {NOT_ALONE}"
WOULD_BREAK = "‘a.cases.yaml’ could not be written: It is broken."


def check(source: str) -> tuple[Diagnostic, ...]:
    """Return the error of a text that says it is broken, after the warning of one that says it is odd."""
    warning = Diagnostic("odd", Severity.WARNING, Span(0, 0), "It is odd.")
    error = Diagnostic("broken", Severity.ERROR, Span(0, 0), "It is broken.")
    return (*([warning] if "odd" in source else []), *([error] if "broken" in source else []))


@pytest.mark.parametrize(
    ("before", "edits", "failure", "after"),
    [
        ("one", [Edit(Span(3, 3), " two")], "", "one two"),
        ("one", [], NOTHING, "one"),
        (None, [Edit(Span(0, 0), "one")], "", "one"),
        ("one", [Edit(Span(3, 3), " broken")], WOULD_BREAK, "one"),
        ("odd", [Edit(Span(3, 3), " two")], "", "odd two"),
        ("odd", [Edit(Span(3, 3), " broken")], WOULD_BREAK, "odd"),
        ("broken", [], UNREADABLE, "broken"),
        ("broken", [Edit(Span(0, 6), "whole")], "", "whole"),
        ("broken", [Edit(Span(6, 6), " still")], "", "broken still"),
    ],
)
def test_an_edit_is_written_unless_it_breaks_the_file_or_cannot_be_made(
    tmp_path: Path, before: str | None, edits: list[Edit], failure: str, after: str
) -> None:
    path = tmp_path / "a.cases.yaml"
    if before is not None:
        path.write_text(before)
    saved = edit_side_file(path, lambda _source: edits, check, tmp_path / "state", NOW, None)
    assert saved.failure == failure
    assert saved == SideFileSaved(failure) or saved.content == read_file(path)
    assert path.read_text() == after

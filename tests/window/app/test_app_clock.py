"""What the window says of the time is what its clock says."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from editor_app.library import versions_of
from editor_app.text import Edit, Span

NAME = "system-messages/undated.yaml"
UNDATED = """\
id: m
version: 1.0.0
role: system
blocks:
  - id: one
    type: tone
    priority: 1
    content: Be calm.
"""
KIRITIMATI = timezone(timedelta(hours=14))


def test_a_file_was_saved_and_its_version_kept_when_the_clock_says(bench, tmp_path):
    bench.world.time = datetime(2027, 1, 2, 7, 8, tzinfo=KIRITIMATI)
    path = bench.file.path
    bench.type("x")
    bench.press("Ctrl+S")
    assert bench.window.status.saved.text() == "Saved 07:08"
    [version] = versions_of(tmp_path / "state", path)
    assert datetime.fromtimestamp(version.kept_at, UTC) == bench.world.time


def test_a_fix_fills_in_the_day_in_utc_and_the_next_day_the_next(bench, root):
    (root / NAME).write_text(UNDATED)
    bench.world.time = datetime(2027, 1, 2, 7, 8, tzinfo=KIRITIMATI)  # still the first in UTC
    file = bench.open(NAME)
    assert 'Add ‘createdAt: "2027-01-01T00:00:00Z"’' in fixes(file)
    bench.world.time += timedelta(days=1)
    place = file.text.index("calm")
    file.document.apply_edits([Edit(Span(place, place), "very ")])
    assert 'Add ‘createdAt: "2027-01-02T00:00:00Z"’' in fixes(file)


def fixes(file) -> list[str]:
    return [fix.title for one in file.analysis.diagnostics for fix in one.fixes]

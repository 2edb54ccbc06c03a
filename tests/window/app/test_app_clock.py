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


def test_saving_the_version_kept_and_a_fix_have_the_time_that_the_clock_says(bench, root, tmp_path):
    bench.world.time = datetime(2027, 1, 2, 7, 8, tzinfo=KIRITIMATI)
    path = bench.file.path
    bench.type("x")
    bench.press("Ctrl+S")
    assert bench.window.status.saved.text() == "Saved 07:08"
    [version] = versions_of(tmp_path / "state", path)
    assert datetime.fromtimestamp(version.kept_at, UTC) == bench.world.time

    (root / NAME).write_text(UNDATED)
    file = bench.open(NAME)  # in UTC it is still the first
    assert 'Add ‘createdAt: "2027-01-01T00:00:00Z"’' in fixes(file)
    bench.world.time += timedelta(days=1)
    place = file.text.index("calm")
    file.document.apply_edits([Edit(Span(place, place), "very ")])
    assert 'Add ‘createdAt: "2027-01-02T00:00:00Z"’' in fixes(file)


def fixes(file) -> list[str]:
    return [fix.title for one in file.analysis.diagnostics for fix in one.fixes]

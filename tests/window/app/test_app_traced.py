"""A window on a repository that is not trusted runs nothing, and opens no file outside of the library."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from hostile_repository import make_hostile_repository, make_outside
from traced import Traced, trace

from editor_app.library import trust_workspace

SCRIPT = """
import sys
from datetime import UTC, datetime
from pathlib import Path

from editor_app.window.driver import open_window

library, state = Path(sys.argv[1]), Path(sys.argv[2])
with open_window(
    library,
    state_dir=state,
    config_dir=state / "config",
    clock=lambda: datetime(2026, 3, 4, 12, tzinfo=UTC),
    files=["letter.md", "system-messages/m.yaml", "system-prompt.tmpl"],
) as window:
    window.wait_until_quiet()
    print(window.preview)
    window.workbench.commands.files.open(library / "linked.md")
    print(window.tab_titles)
"""


def look_around(tmp_path: Path, *, trusted: bool) -> Traced:
    """Return what a window on the repository did; whatever the trust, no program of the repository ran."""
    outside = make_outside(tmp_path / "world" / "outside")
    library = make_hostile_repository(tmp_path / "world" / "repository", outside, tmp_path / "marker")
    state = tmp_path / "state"
    if trusted:
        trust_workspace(state, library.parent, now=datetime(2026, 3, 4, tzinfo=UTC))
    command = [sys.executable, "-P", "-c", SCRIPT, str(library), str(state)]
    traced = trace(command, library, tmp_path / "trace")
    assert "linked.md" not in traced.output, "a link that leads out is not opened"
    assert not (tmp_path / "marker").exists()
    return traced


def test_a_window_without_trust(tmp_path: Path):
    traced = look_around(tmp_path, trusted=False)
    assert traced.executed == [Path(sys.executable)]
    opened = traced.opened_below(tmp_path / "world")
    assert {path for path in opened if not path.startswith("repository/prompts/")} == set()
    assert "repository/prompts/system-messages/m.yaml" in opened, "the control: opening is seen"
    assert "|a fact of the library|" in traced.output


def test_the_control_a_window_with_trust(tmp_path: Path):
    traced = look_around(tmp_path, trusted=True)
    assert "git" in {path.name for path in traced.executed}
    assert not any(path.is_relative_to(tmp_path / "world") for path in traced.executed)
    opened = traced.opened_below(tmp_path / "world")
    assert {"repository/AGENTS.md", "repository/.gitignore"} <= opened
    assert "outside/prompt.md" not in opened, "the end of a link has to be allowed"
    assert "the rules of the workspace" in traced.output

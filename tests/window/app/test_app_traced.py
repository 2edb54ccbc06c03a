"""A window on a repository that is not trusted runs nothing, and opens no file outside of the library."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
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
    files=["system-prompt.tmpl", "letter.md", "system-messages/m.yaml"],
) as window:
    window.wait_until_quiet()
    window.open("system-prompt.tmpl")
    window.wait_until_quiet()
    print(window.preview)
    window.workbench.commands.files.open(library / "linked.md")
    print(window.tab_titles)
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    outside = make_outside(tmp_path / "world" / "outside")
    return make_hostile_repository(tmp_path / "world" / "repository", outside, tmp_path / "marker")


def look_around(library: Path, state: Path) -> Traced:
    command = [sys.executable, "-P", "-c", SCRIPT, str(library), str(state)]
    return trace(command, library, state.with_name("trace"))


def test_a_window_without_trust(library: Path, tmp_path: Path):
    traced = look_around(library, tmp_path / "state")
    assert traced.executed == [Path(sys.executable)]
    opened = traced.opened_below(tmp_path / "world")
    assert {path for path in opened if not path.startswith("repository/prompts/")} == set()
    assert "repository/prompts/system-messages/m.yaml" in opened, "the control: opening is seen"
    assert "|a fact of the library|" in traced.output
    assert "linked.md" not in traced.output, "a link that leads out is not opened"
    assert not (tmp_path / "marker").exists()


def test_the_control_a_window_with_trust(library: Path, tmp_path: Path):
    trust_workspace(tmp_path / "state", library.parent, now=datetime(2026, 3, 4, tzinfo=UTC))
    traced = look_around(library, tmp_path / "state")
    assert Path(sys.executable) in traced.executed
    assert "git" in {path.name for path in traced.executed}
    assert not any(path.is_relative_to(tmp_path / "world") for path in traced.executed)
    opened = traced.opened_below(tmp_path / "world")
    assert {"repository/AGENTS.md", "repository/.gitignore"} <= opened
    assert "outside/prompt.md" not in opened, "the end of a link has to be allowed"
    assert "the rules of the workspace" in traced.output
    assert "linked.md" not in traced.output
    assert not (tmp_path / "marker").exists()

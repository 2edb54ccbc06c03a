"""A window on a repository that is not trusted runs nothing, and opens no file outside of the library."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from hostile_repository import make_hostile_repository, make_outside
from traced import trace

from editor_app.library.trust.trust import trust_workspace

# A window on each of two libraries, with a program between them, by which what was started before is known.
SCRIPT = """
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from editor_app.window.driver import open_window

state, *libraries = map(Path, sys.argv[1:])
for library in libraries:
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
    print("closed")
    subprocess.run(["true"])
"""


def test_only_a_window_with_trust_runs_git_and_opens_files_of_the_workspace(tmp_path: Path):
    """Whatever the trust, no program of the repository runs, and no file is opened outside of it."""
    world, state, marker = tmp_path / "world", tmp_path / "state", tmp_path / "marker"
    libraries = [
        make_hostile_repository(world / name / "repository", make_outside(world / name / "outside"), marker)
        for name in ("restricted", "trusted")
    ]
    trust_workspace(state, libraries[1].parent, now=datetime(2026, 3, 4, tzinfo=UTC))
    command = [sys.executable, "-P", "-c", SCRIPT, str(state), *map(str, libraries)]
    traced = trace(command, libraries[0], tmp_path / "trace")
    assert "linked.md" not in traced.output, "a link that leads out is not opened"
    assert not marker.exists()

    names = [path.name for path in traced.executed]
    restricted = names.index("true")
    assert traced.executed[:restricted] == [Path(sys.executable)]
    assert "git" in names[restricted:], "the control"
    assert not any(path.is_relative_to(world) for path in traced.executed)
    opened = traced.opened_below(world / "restricted")
    assert {path for path in opened if not path.startswith("repository/prompts/")} == set()
    assert "repository/prompts/system-messages/m.yaml" in opened, "the control: opening is seen"
    opened = traced.opened_below(world / "trusted")
    assert {"repository/AGENTS.md", "repository/.gitignore"} <= opened, "the control"
    assert "outside/prompt.md" not in opened, "the end of a link has to be allowed"
    seen, seen_with_trust, _ = traced.output.split("closed\n")
    assert "|a fact of the library|" in seen
    assert "the rules of the workspace" in seen_with_trust
    assert "the rules of the workspace" not in seen

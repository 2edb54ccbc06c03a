"""Until a repository is trusted, nothing of it is run, and no file outside of its library is opened."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hostile_repository import ANY_GIT, make_hostile_repository, make_outside
from traced import Traced, trace

from editor_app.library.paths import state_dir
from editor_app.library.trust.trust import trust_workspace

SCRIPT = """
import json, sys
from editor_app.cli import main
for words in json.loads(sys.argv[1]):
    print("$", *words, flush=True)
    print("exit code", main(words), flush=True)
"""


def commands(library: Path, out: Path) -> list[list[str]]:
    """Return command lines about everything in a library; with an odd `.git` those that could ask git."""
    template, message = str(library / "system-prompt.tmpl"), str(library / "system-messages" / "m.yaml")
    here = ["--library", str(library)]
    asking_git = [
        ["check", *here],
        ["render", template],
        ["assemble", message],
        ["test", *here],
        ["explain", template],
        ["export", template, message, "--out", str(out), "--format", "text"],
    ]
    if library.parent.name != "plain":
        return asking_git
    return [
        *asking_git,
        ["list", *here],
        ["render", template, "--case", "below"],
        ["render", "linked", *here],
        ["render", "letter", "--case", "a", *here],
        ["render", "lettre", *here],
        ["customize", "lettre", *here],
        ["assemble", message, "--situation", "asking"],
        ["customize", "leads-out", *here],
    ]


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """Return a folder with a hostile repository."""
    world = tmp_path / "world"
    make_hostile_repository(world / "plain", make_outside(world / "outside"), tmp_path / "marker")
    return world


def add_repositories_with_odd_git(world: Path) -> None:
    """Add a hostile repository for each sort of `.git`."""
    outside = world / "outside"
    for spoil in ANY_GIT:
        make_hostile_repository(world / spoil.__name__, outside, world.parent / "marker")
        spoil(world / spoil.__name__, outside)


def run(world: Path, repositories: list[Path]) -> Traced:
    lines = [
        line for one in repositories for line in commands(one / "prompts", world.parent / "out" / one.name)
    ]
    command = [sys.executable, "-P", "-c", SCRIPT, json.dumps(lines)]
    return trace(command, world, world.parent / "trace")


def test_until_it_is_trusted_nothing_runs_and_no_file_outside_the_library_is_opened(
    world: Path, tmp_path: Path
):
    add_repositories_with_odd_git(world)
    repositories = sorted(path for path in world.iterdir() if path.name != "outside")
    assert len(repositories) == 4
    traced = run(world, repositories)
    assert traced.executed == [Path(sys.executable)]
    in_libraries = tuple(f"{one.name}/prompts/" for one in repositories)
    opened = traced.opened_below(world)
    assert {path for path in opened if not path.startswith(in_libraries)} == set()
    for one in repositories:
        assert f"{one.name}/prompts/system-prompt.tmpl" in opened, "the control: opening is seen"
    assert "|a fact of the library|" in traced.output
    assert "from outside" not in traced.output
    assert "the default" in traced.output, "a prompt that leads out gives way to its default"
    assert traced.output.count("exit code 0") > traced.output.count("exit code 2"), traced.output
    assert not (tmp_path / "marker").exists()


def test_the_control_what_is_trusted_runs_git_and_opens_the_files_of_the_workspace(
    world: Path, tmp_path: Path
):
    trust_workspace(state_dir(), world / "plain", now=datetime(2026, 3, 4, tzinfo=UTC))
    traced = run(world, [world / "plain"])
    programs = {path.name for path in traced.executed}
    assert programs == {Path(sys.executable).name, "git"}, "and nothing that the repository names"
    assert {"plain/AGENTS.md", "plain/.gitignore"} <= traced.opened_below(world)
    assert not any(path.is_relative_to(world) for path in traced.executed)
    assert "the rules of the workspace" in traced.output
    assert "|main|" in traced.output
    assert "outside/prompt.md" not in traced.opened_below(world), "nor is the end of a link"
    assert "a fact from outside" not in traced.output, "what lies outside of it needs to be allowed as well"
    assert not (tmp_path / "marker").exists()

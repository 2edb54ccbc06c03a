"""Repositories that mean harm to who opens them: by settings for git, by links, and by what they name."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

PROMPT = "---\nname: {name}\nversion: 1.0.0\ndescription: d\nmax_tokens: 100\nvariables: []\n---\n\n{body}\n"
TEMPLATE = (
    "[file:inside.md]|[file:prompts/inside.md]|[file:AGENTS.md]|[file:../outside/facts.md]|[file:{outside}/facts.md]|[file:.env]"
    "|[file:way/facts.md]|[git:branch]|[git:status]|[if file:AGENTS.md]there[endif]"
)
MESSAGE = """\
id: m
version: "1"
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
- {id: a, type: safety, priority: 1, content: "[git:status][file:AGENTS.md]"}
"""


_SETTINGS = """
[core]
	fsmonitor = {script}
[filter "x"]
	clean = {script}
	process = {script}
[diff]
	external = {script}
[diff "x"]
	textconv = {script}
[include]
	path = more
"""


def make_outside(folder: Path) -> Path:
    """Fill the folder beside the repositories, whose files are nobody's business."""
    folder.mkdir(parents=True)
    (folder / "facts.md").write_text("a fact from outside")
    (folder / "prompt.md").write_text(PROMPT.format(name="linked", body="from outside"))
    (folder / "cases.yaml").write_text("- {name: a, values: {}}\n")
    (folder / "situations.yaml").write_text("situations:\n- {name: asking, mode: ask}\n")
    (folder / "variables.yaml").write_text("variables: []\n")
    return folder


def make_hostile_repository(repository: Path, outside: Path, marker: Path) -> Path:
    """Make a repository whose settings name programs, and whose library names what lies outside.

    Each program that runs makes the file `marker`. Returns the library.
    """
    repository.mkdir(parents=True)
    _git(repository, "init", "-q", "-b", "main")
    (repository / "AGENTS.md").write_text("the rules of the workspace")
    (repository / ".env").write_text("KEY=1")
    (repository / ".gitignore").write_text("*.log.md\n")
    (repository / "way").symlink_to(outside)
    _git(repository, "add", "AGENTS.md")
    _git(repository, "commit", "-q", "-m", "first")
    _name_programs(repository, marker)
    library = repository / "prompts"
    _fill_library(library, outside)
    return library


def git_is_a_file(repository: Path, outside: Path) -> None:
    """Make the repository one whose `.git` names another folder."""
    (repository / ".git").rename(outside / f"git-of-{repository.name}")
    (repository / ".git").write_text(f"gitdir: {outside}/git-of-{repository.name}\n")


def git_is_a_pipe(repository: Path, outside: Path) -> None:
    """Put a pipe in the place of `.git`, on which who opens it would wait for ever."""
    (repository / ".git").rename(outside / f"git-of-{repository.name}")
    os.mkfifo(repository / ".git")


def git_without_rights(repository: Path, outside: Path) -> None:
    """Take all rights from `.git`."""
    del outside
    (repository / ".git").chmod(0)


ANY_GIT: tuple[Callable[[Path, Path], None], ...] = (git_is_a_file, git_is_a_pipe, git_without_rights)


def _name_programs(repository: Path, marker: Path) -> None:
    script = repository / "evil"
    script.write_text(f"#!/bin/sh\ntouch '{marker}'\ncat\n")
    script.chmod(0o755)
    hooks = repository / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    (hooks / "post-index-change").write_bytes(script.read_bytes())
    (hooks / "post-index-change").chmod(0o755)
    (repository / ".gitattributes").write_text("*.md filter=x diff=x\n")
    with (repository / ".git" / "config").open("a") as config:
        config.write(_SETTINGS.format(script=script))
    (repository / ".git" / "more").write_text(f'[filter "y"]\n\tclean = {script}\n')
    os.utime(repository / "AGENTS.md", (1, 1))  # so that git looks into it again, through the filter


def _fill_library(library: Path, outside: Path) -> None:
    (library / "defaults").mkdir(parents=True)
    (library / "system-messages").mkdir()
    (library / "inside.md").write_text("a fact of the library")
    (library / "letter.md").write_text(PROMPT.format(name="letter", body="Hello"))
    (library / "defaults" / "linked.md").write_text(PROMPT.format(name="linked", body="the default"))
    (library / "linked.md").symlink_to(outside / "prompt.md")
    (library / "defaults" / "leads-out.md").symlink_to(outside / "prompt.md")
    (library / "also.md").symlink_to("../AGENTS.md")
    (library / "letter.cases.yaml").symlink_to(outside / "cases.yaml")
    (library / "variables.yaml").symlink_to(outside / "variables.yaml")
    (library / "system-prompt.tmpl").write_text(TEMPLATE.format(outside=outside))
    (library / "system-prompt.cases.yaml").write_text(
        "- {name: below, cwd: prompts, expect: [{contains: a fact of}]}\n"
    )
    (library / "system-messages" / "m.yaml").write_text(MESSAGE)
    (library / "system-messages" / "m.situations.yaml").symlink_to(outside / "situations.yaml")
    (library / "foreword.toml").write_text('workspace = ".."\n')


def _git(folder: Path, *arguments: str) -> None:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    somebody = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(
        ["git", *somebody, *arguments], cwd=folder, env=environment, check=True, capture_output=True
    )

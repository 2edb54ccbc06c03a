"""A workspace that a file names lies inside the repository it came with; only the user chooses another."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor_app.cli import main
from editor_app.library.folders import open_library
from editor_app.text import Severity

SECRET = "a secret of the machine"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A library in a repository, beside a folder that is none of the repository's business."""
    root = tmp_path / "repo" / "prompts"
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "docs").mkdir()
    (tmp_path / "repository").mkdir()
    root.mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "facts.txt").write_text(SECRET)
    (root / "out").symlink_to(tmp_path / "outside")
    (root / "docs").symlink_to("../docs")
    (root / "round").symlink_to("round")
    (root / "system-prompt.tmpl").write_text("[file:facts.txt]")
    return root


OUTSIDE = [
    "/",
    "{tmp}",
    "../..",
    "out",
    "out/.",
    "docs/../../outside",
    "{tmp}/repository",
    "~",
    "~/x",
    "~nobody",
]
INSIDE = {
    "..": "",
    "../docs": "docs",
    ".": "prompts",
    "docs": "docs",
    "{tmp}/repo/docs": "docs",
    "docs/..": "",
}


@pytest.mark.parametrize("named", OUTSIDE)
def test_a_workspace_outside_the_repository_is_not_used(library: Path, tmp_path: Path, named: str):
    named = named.format(tmp=tmp_path)
    source = f'# x\nworkspace = "{named}"\n'
    (library / "foreword.toml").write_text(source)
    opened, [problem] = open_library(library)
    assert opened.workspace == library
    assert (problem.code, problem.severity) == ("config-workspace-outside", Severity.ERROR)
    assert problem.span.of(source) == f'"{named}"'
    assert problem.message == (
        f"The workspace ‘{named}’ lies outside {tmp_path}/repo, so {library} is used. Choose another."
    )


@pytest.mark.parametrize("named", INSIDE)
def test_a_workspace_inside_the_repository_is_used(library: Path, tmp_path: Path, named: str):
    (library / "foreword.toml").write_text(f'workspace = "{named.format(tmp=tmp_path)}"')
    opened, problems = open_library(library)
    assert problems == ()
    assert opened.workspace == tmp_path / "repo" / INSIDE[named]


def test_without_a_repository_the_library_is_as_far_as_it_goes(tmp_path: Path):
    root = tmp_path / "alone"
    (root / "sub").mkdir(parents=True)
    (root / "foreword.toml").write_text("workspace = '..'")
    assert open_library(root)[0].workspace == root
    (root / "foreword.toml").write_text("workspace = 'sub'")
    assert open_library(root)[0].workspace == root / "sub"


def test_a_link_to_a_library_leads_no_further_than_its_own_repository(library: Path, tmp_path: Path):
    mine = tmp_path / "mine"
    (mine / ".git").mkdir(parents=True)
    (mine / "prompts").symlink_to(library)
    (library / "foreword.toml").write_text(f"workspace = '{mine}'")
    assert open_library(mine / "prompts")[0].workspace == mine / "prompts"
    (library / "foreword.toml").write_text("workspace = '..'")
    assert open_library(mine / "prompts")[0].workspace == library.parent


def test_a_link_in_a_circle_is_no_folder(library: Path):
    (library / "foreword.toml").write_text("workspace = 'round'")
    opened, [problem] = open_library(library)
    assert opened.workspace == library
    assert problem.code == "config-no-workspace"


def test_the_user_chooses_any_workspace(library: Path, tmp_path: Path):
    (library / "foreword.toml").write_text("workspace = '/'")
    opened, problems = open_library(library, cwd=tmp_path / "outside")
    assert opened.workspace == tmp_path / "outside"
    assert problems == ()


def test_no_file_outside_is_read_because_of_settings(library: Path, tmp_path: Path, capsys):
    (library / "foreword.toml").write_text(f"workspace = '{tmp_path}/outside'")
    template = str(library / "system-prompt.tmpl")
    assert main(["render", template, "--trust"]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "lies outside" in printed.err
    assert main(["render", template, "--cwd", str(tmp_path / "outside"), "--trust"]) == 0
    assert capsys.readouterr().out == SECRET, "the control: it could be read"
    assert main(["check", str(library)]) == 1
    assert "foreword.toml:1:13: error config-workspace-outside" in capsys.readouterr().out


@pytest.mark.parametrize("named", ["{tmp}/outside", "../../outside", "prompts/out", '"a\\0b"', "~nobody"])
def test_no_file_outside_is_read_because_of_a_case(library: Path, tmp_path: Path, capsys, named: str):
    named = named.format(tmp=tmp_path)
    (library / "system-prompt.cases.yaml").write_text(f"- {{name: a, cwd: {named}, expect: ''}}\n")
    template = str(library / "system-prompt.tmpl")
    assert main(["render", template, "--case", "a", "--trust"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "The case ‘a’ looks in ‘" in printed.err
    assert f"’, which lies outside {tmp_path}/repo. " in printed.err
    assert main(["test", template, "--trust"]) == 1
    assert SECRET not in capsys.readouterr().out
    assert main(["render", template, "--case", "a", "--cwd", str(tmp_path / "outside"), "--trust"]) == 0
    assert capsys.readouterr().out == SECRET


@pytest.mark.parametrize("name", [".git", ".git/hooks", "prompts/.ssh", "keys"])
def test_a_place_of_secrets_is_no_workspace_of_a_file_s_choice(
    library: Path, tmp_path: Path, capsys, name: str
):
    repository = tmp_path / "repo"
    (repository / ".git" / "hooks").mkdir()
    (library / ".ssh").mkdir()
    (repository / "keys").symlink_to("prompts/.ssh")
    (repository / name / "facts.txt").write_text(SECRET)
    template = str(library / "system-prompt.tmpl")
    (library / "system-prompt.cases.yaml").write_text(f"- {{name: a, cwd: {name}}}\n")
    for options in ([], ["--trust"]):
        assert main(["render", template, "--case", "a", *options]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert f"The case ‘a’ looks in ‘{name}’, which may hold secrets. " in printed.err
    (library / "foreword.toml").write_text(f'workspace = "../{name}"')
    opened, [problem] = open_library(library)
    assert opened.workspace == library
    assert problem.message.startswith(f"The workspace ‘../{name}’ may hold secrets, so {library} is used.")
    main(["render", template, "--cwd", str(repository / name), "--trust"])
    printed = capsys.readouterr()
    assert printed.out == "", "what lies there has to be allowed even where the user names the folder"
    assert "‘facts.txt’ may hold secrets" in printed.err

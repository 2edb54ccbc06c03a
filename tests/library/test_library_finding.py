import os
from pathlib import Path

import pytest
from library_trees import write_tree

from editor_app.library.files.reading import FileError
from editor_app.library.finding import find_library, library_containing, looks_like_library
from editor_app.library.folders import open_library, relative_to
from editor_app.library.paths import config_dir, data_dir, resource_path, sample_dir, state_dir
from editor_app.text.sentences.shipped import shipped_dir

OWN = Path("/own/library")


def find(cwd: Path, arg: Path | None = None, **env: str) -> Path:
    return find_library(arg, env, cwd, lambda: OWN)


def test_a_named_folder_wins(tmp_path: Path):
    write_tree(tmp_path, {"here/defaults/a.md": "", "named/a.md": "", "other/a.md": ""})
    cwd = tmp_path / "here"
    assert find(cwd, tmp_path / "named", FOREWORD_LIBRARY=str(tmp_path / "other")) == tmp_path / "named"
    assert find(cwd, Path("../named")) == tmp_path / "named"
    assert find(cwd, FOREWORD_LIBRARY="../other") == tmp_path / "other"
    assert find(cwd, FOREWORD_LIBRARY="") == cwd


@pytest.mark.parametrize(
    "mark", ["defaults/a.md", "foreword.toml", "system-prompt.tmpl", "system-messages/x.yaml"]
)
def test_a_current_folder_that_looks_like_a_library_is_it(tmp_path: Path, mark: str):
    write_tree(tmp_path, {mark: "", "prompts/a.md": ""})
    assert find(tmp_path) == tmp_path


def test_the_prompts_of_the_current_folder_come_before_its_texts(tmp_path: Path):
    write_tree(tmp_path, {"README.md": "", "prompts/a.md": ""})
    assert find(tmp_path) == tmp_path / "prompts"


def test_prompts_elsewhere_are_not_taken_unless_they_are_named(tmp_path: Path):
    write_tree(tmp_path, {"repo/.git/HEAD": "", "notes/diary.md": "", "repo/docs/a.md": ""})
    repo = tmp_path / "repo"
    (repo / "prompts").symlink_to(tmp_path / "notes")
    assert find(repo) == repo
    assert find(repo, Path("prompts")) == repo / "prompts"
    (repo / "prompts").unlink()
    (repo / "prompts").symlink_to("docs")
    assert find(repo) == repo / "prompts", "the control: a link that stays in there"


@pytest.mark.parametrize("mark", ["README.md", "x.tmpl", ".git/HEAD"])
def test_a_current_folder_with_texts_or_a_repository_is_it(tmp_path: Path, mark: str):
    write_tree(tmp_path, {mark: ""})
    assert find(tmp_path) == tmp_path


def test_a_folder_inside_a_library_is_in_that(tmp_path: Path):
    write_tree(
        tmp_path, {"repo/prompts/foreword.toml": "", "repo/prompts/runs/a/b.md": "", "repo/src/x.md": ""}
    )
    library = tmp_path / "repo" / "prompts"
    assert find(library / "runs") == find(library / "runs" / "a") == library
    assert find(tmp_path / "repo" / "src") == tmp_path / "repo" / "src", "the control: beside it"


def test_otherwise_it_is_the_users_own(tmp_path: Path, own_home: Path):
    write_tree(tmp_path, {"main.py": ""})
    assert find(tmp_path) == OWN
    write_tree(own_home, {"notes.md": ""})
    assert find(own_home) == OWN, "a home folder is not listed for the sake of a note in it"
    assert find(Path("/")) == OWN
    assert find(tmp_path / "gone") == OWN


def test_the_users_own_is_made_where_data_goes(tmp_path: Path):
    found = find_library(None, {}, tmp_path)
    assert found == data_dir() / "prompts"
    assert looks_like_library(found)


@pytest.mark.parametrize("name", ["missing", "file.md", "a\0b"])
def test_a_named_folder_that_is_not_there_is_an_error(tmp_path: Path, name: str):
    (tmp_path / "file.md").write_text("")
    with pytest.raises(FileError) as caught:
        find(tmp_path, Path(name))
    assert caught.value.sentence.endswith(".")
    assert "\0" not in caught.value.sentence


def test_a_file_belongs_to_the_nearest_library_above(tmp_path: Path, own_home: Path):
    write_tree(
        tmp_path,
        {
            "lib/defaults/a.md": "",
            "lib/x/y/b.md": "",
            "repo/.git/HEAD": "",
            "repo/docs/c.md": "",
            "repo/p/foreword.toml": "",
        },
    )
    (tmp_path / "repo" / "defaults").mkdir()
    assert library_containing(tmp_path / "lib" / "x" / "y" / "b.md") == tmp_path / "lib"
    assert library_containing(tmp_path / "lib" / "defaults" / "a.md") == tmp_path / "lib"
    assert library_containing(tmp_path / "repo" / "p" / "d.md") == tmp_path / "repo" / "p"
    assert library_containing(tmp_path / "repo" / "docs" / "c.md") == tmp_path / "repo"
    (tmp_path / "repo" / "defaults").rmdir()
    assert library_containing(tmp_path / "repo" / "docs" / "c.md") is None
    (own_home / "defaults").mkdir()
    assert library_containing(own_home / "notes" / "x.md") is None


def test_the_workspace_is_the_first_that_is_said(tmp_path: Path):
    write_tree(tmp_path, {"repo/.git/HEAD": "", "repo/deep/lib/a.md": "", "cwd/x": "", "alone/a.md": ""})
    lib = tmp_path / "repo" / "deep" / "lib"
    assert open_library(lib, cwd=tmp_path / "cwd")[0].workspace == tmp_path / "cwd"
    assert open_library(lib)[0].workspace == tmp_path / "repo"
    assert open_library(tmp_path / "alone")[0].workspace == tmp_path / "alone"
    (lib / "foreword.toml").write_text("workspace = '..'")
    assert open_library(lib)[0].workspace == lib.parent
    (lib / "foreword.toml").write_text("# x\nworkspace = 'missing'")
    library, [problem] = open_library(lib)
    assert library.workspace == lib
    assert problem.span.of("# x\nworkspace = 'missing'") == "'missing'"
    with pytest.raises(FileError, match="is not there"):
        open_library(lib, cwd=tmp_path / "missing")


def test_a_library_knows_its_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lib").mkdir()
    library, _ = open_library(Path("lib"))
    assert library.root == library.user_dir == tmp_path / "lib"
    assert library.default_dir is None
    (tmp_path / "lib" / "defaults").mkdir()
    assert open_library(Path("lib/../lib"))[0].default_dir == tmp_path / "lib" / "defaults"
    assert relative_to(library, tmp_path / "lib" / "a" / "b.md") == "a/b.md"
    assert relative_to(library, tmp_path / "b.md") is None
    assert relative_to(None, tmp_path / "b.md") is None


def test_a_way_up_after_a_link_leads_where_the_system_says(tmp_path: Path):
    write_tree(tmp_path, {"far/inner/a.md": "", "near/x": "", "far/lib/a.md": ""})
    (tmp_path / "near" / "link").symlink_to(tmp_path / "far" / "inner")
    assert open_library(tmp_path / "near" / "link" / ".." / "lib")[0].root == tmp_path / "far" / "lib"
    assert open_library(tmp_path / "near" / "link")[0].root == tmp_path / "near" / "link"


def test_defaults_behind_a_link_out_of_the_library_are_not_its_own(tmp_path: Path):
    write_tree(tmp_path, {"outside/a.md": "", "lib/b.md": ""})
    (tmp_path / "lib" / "defaults").symlink_to(tmp_path / "outside")
    assert open_library(tmp_path / "lib")[0].default_dir is None


def test_places_follow_the_users_environment(own_home: Path):
    assert data_dir() == own_home / "data" / "foreword"
    assert state_dir() == own_home / "state" / "foreword"
    assert config_dir() == own_home / "config" / "foreword"


def test_what_ships_is_found_in_the_checkout():
    assert resource_path("icons/file.svg").is_file()
    assert sample_dir().is_dir()


def test_what_ships_is_found_inside_an_installed_package_only(tmp_path: Path):
    write_tree(
        tmp_path,
        {"site/editor_app/shipped/prompts/a.md": "", "site/prompts/stranger.py": "", "site/resources/x": ""},
    )
    package = tmp_path / "site" / "editor_app"
    assert shipped_dir("prompts", package) == package / "shipped" / "prompts"
    with pytest.raises(FileNotFoundError, match="resources"):
        shipped_dir("resources", package)


def test_a_folder_behind_a_closed_one_is_not_there(tmp_path: Path):
    with pytest.raises(FileError):
        open_library(tmp_path / ("x" * 300))
    assert not looks_like_library(Path(os.devnull) / "x")

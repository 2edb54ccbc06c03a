"""Which folders are trusted: kept by path and identity, for one user, and for nobody in doubt."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.library.files.reading import FileError
from editor_app.library.folders import open_library
from editor_app.library.trust.trust import (
    allow_file,
    disallow_file,
    distrust_workspace,
    library_with_trust,
    read_trust,
    trust_workspace,
)

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)

ENDED = (
    "‘{}’ is restricted: another folder was there when you trusted it. Trust it again if you know this one."
)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "atlas"
    (folder / "docs").mkdir(parents=True)
    (folder / ".git").mkdir()
    return folder


def is_trusted(state: Path, folder: Path) -> bool:
    trust, sentences = read_trust(state, folder)
    assert sentences == ()
    return trust.is_trusted


def allowed(state: Path, folder: Path) -> set[Path]:
    return set(read_trust(state, folder)[0].allowed_files)


def test_nobody_is_trusted_until_told_and_it_is_taken_back(state: Path, workspace: Path):
    assert not is_trusted(state, workspace)
    assert not state.exists(), "asking writes nothing"
    distrust_workspace(state, workspace)
    assert not (state / "trust.json").exists()

    trust_workspace(state, workspace, now=NOW)
    trust_workspace(state, workspace, now=NOW)
    assert is_trusted(state, workspace)
    assert is_trusted(state, workspace / "docs")
    assert not is_trusted(state, workspace.parent)
    assert len(json.loads((state / "trust.json").read_bytes())["workspaces"]) == 1
    assert stat.S_IMODE((state / "trust.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(state.stat().st_mode) == 0o700

    distrust_workspace(state, workspace)
    assert not is_trusted(state, workspace)


def test_the_disk_is_not_asked_for_repositories_where_nothing_is_trusted(
    state: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
):
    looked_at: list[Path] = []
    real_lstat = Path.lstat

    def noting(self: Path) -> os.stat_result:
        looked_at.append(self)
        return real_lstat(self)

    monkeypatch.setattr(Path, "lstat", noting)
    assert not is_trusted(state, workspace / "docs")
    assert workspace / "docs/.git" not in looked_at
    trust_workspace(state, workspace, now=NOW)
    assert is_trusted(state, workspace / "docs")
    assert workspace / "docs/.git" in looked_at  # the control


def test_trust_of_a_folder_above_is_taken_back_there(state: Path, workspace: Path):
    trust_workspace(state, workspace, now=NOW)
    trust_workspace(state, workspace / "docs", now=NOW)
    distrust_workspace(state, workspace / "docs")
    assert not is_trusted(state, workspace / "docs")
    assert not is_trusted(state, workspace)


def no_git(folder: Path) -> None:
    pass


def git_folder(folder: Path) -> None:
    (folder / ".git").mkdir()


def git_file(folder: Path) -> None:
    (folder / ".git").write_text("gitdir: /elsewhere\n")


def git_link_to_nothing(folder: Path) -> None:
    (folder / ".git").symlink_to("nowhere")


def git_pipe(folder: Path) -> None:
    os.mkfifo(folder / ".git")


@pytest.mark.parametrize("make", [git_folder, git_file, git_link_to_nothing, git_pipe])
def test_another_repository_inside_is_not_trusted(state: Path, workspace: Path, make: Callable[[Path], None]):
    inside = workspace / "vendor" / "evil"
    (inside / "prompts").mkdir(parents=True)
    trust_workspace(state, workspace, now=NOW)
    assert is_trusted(state, inside / "prompts"), "the control: nothing lies between"
    make(inside)
    assert not is_trusted(state, inside)
    assert not is_trusted(state, inside / "prompts")
    trust_workspace(state, inside, now=NOW)
    assert is_trusted(state, inside / "prompts")


def test_a_link_is_the_folder_it_leads_to(state: Path, workspace: Path, tmp_path: Path):
    other = tmp_path / "other"
    other.mkdir()
    (workspace / "link").symlink_to(other)
    (other / "back").symlink_to(workspace)
    trust_workspace(state, workspace, now=NOW)
    assert not is_trusted(state, workspace / "link")
    assert is_trusted(state, other / "back" / "docs")
    assert read_trust(state, other / "back")[0].workspace == workspace
    trust_workspace(state, workspace / "link", now=NOW)
    assert is_trusted(state, other)


def test_another_folder_in_its_place_and_a_clone_elsewhere_are_not_trusted(
    state: Path, workspace: Path, tmp_path: Path
):
    trust_workspace(state, workspace, now=NOW)
    allow_file(state, workspace, tmp_path / "a.md", now=NOW)
    workspace.rename(tmp_path / "moved")
    for folder in (workspace, workspace / "docs"):
        gone = f"‘{workspace}’ is restricted: it is not there."
        assert read_trust(state, folder)[1] == (gone,)
    workspace.mkdir()
    for folder in (workspace, workspace / "docs"):
        trust, sentences = read_trust(state, folder)
        assert not trust.is_trusted
        assert sentences == (ENDED.format(workspace),)
    assert not is_trusted(state, tmp_path / "moved")
    trust_workspace(state, workspace, now=NOW)
    assert is_trusted(state, workspace)
    assert allowed(state, workspace) == set(), "what was allowed for the other one is not for this one"


def test_the_number_of_a_deleted_folder_is_not_enough(state: Path, tmp_path: Path):
    folder = tmp_path / "clone"
    folder.mkdir()
    trust_workspace(state, folder, now=NOW)
    folder.rmdir()
    folder.mkdir()  # most file systems give it the number of the one before
    trust, sentences = read_trust(state, folder)
    assert not trust.is_trusted
    assert sentences == (ENDED.format(folder),)


def with_identity(state: Path, **numbers: int) -> None:
    record = json.loads((state / "trust.json").read_bytes())
    record["workspaces"][0] |= numbers
    (state / "trust.json").write_text(json.dumps(record))


def test_a_device_may_have_another_number_after_a_restart(
    state: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
):
    trust_workspace(state, workspace, now=NOW)
    kept = json.loads((state / "trust.json").read_bytes())["workspaces"][0]
    if not kept["made"]:
        pytest.skip("this file system does not tell when a folder was made")
    with_identity(state, device=kept["device"] + 1)
    assert is_trusted(state, workspace)
    for other in ({"inode": kept["inode"] + 1}, {"made": kept["made"] + 1}):
        with_identity(state, **{**kept, **other})
        assert not read_trust(state, workspace)[0].is_trusted
    monkeypatch.setattr("editor_app.library.trust.identity._made", lambda _folder: 0)
    with_identity(state, **{**kept, "made": 0})
    assert is_trusted(state, workspace)
    with_identity(state, **{**kept, "made": 0, "device": kept["device"] + 1})
    assert not read_trust(state, workspace)[0].is_trusted, "then nothing else tells two folders apart"


def test_trust_of_the_home_folder_does_not_reach_what_lies_in_it(state: Path, own_home: Path):
    evil = own_home / "Downloads" / "evil"
    (evil / "system-messages").mkdir(parents=True)
    (own_home / ".git").mkdir()
    (own_home / "plan.md").write_text("private")
    (evil / "system-prompt.tmpl").write_text("[file:plan.md]")
    trust_workspace(state, own_home, now=NOW)
    assert is_trusted(state, own_home)
    assert not is_trusted(state, own_home / "Downloads")
    assert not is_trusted(state, evil)
    library, problems = open_library(evil)
    assert problems == ()
    assert library.workspace == library.bounds == evil
    assert not library_with_trust(library, state).is_trusted
    trust_workspace(state, evil, now=NOW)
    assert is_trusted(state, evil)


def test_files_are_allowed_for_one_workspace(state: Path, workspace: Path, tmp_path: Path):
    other = tmp_path / "other"
    other.mkdir()
    voice = tmp_path / "style" / "voice.md"
    for folder in (workspace, other):
        trust_workspace(state, folder, now=NOW)
    allow_file(state, workspace, voice, now=NOW)
    allow_file(state, workspace / "docs", tmp_path / "b.md", now=NOW)
    assert allowed(state, workspace) == {voice, tmp_path / "b.md"}
    assert allowed(state, workspace / "docs") == {voice, tmp_path / "b.md"}
    assert allowed(state, other) == set()
    disallow_file(state, workspace, voice)
    assert allowed(state, workspace) == {tmp_path / "b.md"}
    distrust_workspace(state, workspace)
    assert allowed(state, workspace) == set()
    trust_workspace(state, workspace, now=NOW)
    assert allowed(state, workspace) == set(), "what was allowed went with the trust"


def test_of_a_link_its_target_is_allowed_as_it_is_now(state: Path, workspace: Path, tmp_path: Path):
    (tmp_path / "first").write_text("a")
    (tmp_path / "second").write_text("b")
    link = tmp_path / "link"
    link.symlink_to("first")
    trust_workspace(state, workspace, now=NOW)
    allow_file(state, workspace, link, now=NOW)
    link.unlink()
    link.symlink_to("second")
    assert allowed(state, workspace) == {tmp_path / "first"}


def test_without_trust_no_file_is_allowed(state: Path, workspace: Path, tmp_path: Path):
    with pytest.raises(FileError, match=r"is restricted\. Trust it first"):
        allow_file(state, workspace, tmp_path / "a.md", now=NOW)
    with pytest.raises(FileError, match="is not a folder that can be trusted"):
        trust_workspace(state, workspace / "gone", now=NOW)


@pytest.mark.parametrize("name", [".env", "id_rsa", ".ssh/config", "server.pem"])
def test_a_secret_file_is_never_kept(state: Path, workspace: Path, tmp_path: Path, name: str):
    trust_workspace(state, workspace, now=NOW)
    with pytest.raises(FileError, match="may hold secrets, so it is allowed for one session only"):
        allow_file(state, workspace, tmp_path / name, now=NOW)
    (tmp_path / "harmless").symlink_to(name)
    with pytest.raises(FileError, match="may hold secrets"):
        allow_file(state, workspace, tmp_path / "harmless", now=NOW)
    record = json.loads((state / "trust.json").read_bytes())
    record["workspaces"][0]["allowed"] = {str(tmp_path / file): "" for file in (name, "a.md")}
    (state / "trust.json").write_text(json.dumps(record))
    assert allowed(state, workspace) == {tmp_path / "a.md"}


def zeros(store: Path) -> None:
    store.write_bytes(bytes(4096))


def empty(store: Path) -> None:
    store.write_bytes(b"")


def cut(store: Path) -> None:
    store.write_bytes(store.read_bytes()[:-20])


def other_shape(store: Path) -> None:
    record = json.loads(store.read_bytes())
    record["workspaces"][0]["inode"] = "7"
    store.write_text(json.dumps(record))


def list_of_files(store: Path) -> None:
    record = json.loads(store.read_bytes())
    record["workspaces"][0]["allowed"] = ["/a"]
    store.write_text(json.dumps(record))


def relative_path(store: Path) -> None:
    record = json.loads(store.read_bytes())
    record["workspaces"][0]["path"] = "atlas"
    store.write_text(json.dumps(record))


def deep(store: Path) -> None:
    store.write_text("[" * 100_000)


def link(store: Path) -> None:
    store.rename(store.with_name("elsewhere.json"))
    store.symlink_to("elsewhere.json")


def pipe(store: Path) -> None:
    store.unlink()
    os.mkfifo(store)


def folder(store: Path) -> None:
    store.unlink()
    store.mkdir()


def open_to_others(store: Path) -> None:
    store.chmod(0o622)


def of_another_user(store: Path) -> None:
    os.chown(store, 12345, -1)


def huge(store: Path) -> None:
    with store.open("ab") as file:
        file.truncate(9 * 1024 * 1024)


HARM = {
    zeros: "is damaged",
    empty: "is damaged",
    cut: "is damaged",
    other_shape: "is damaged",
    list_of_files: "is damaged",
    relative_path: "is damaged",
    deep: "is damaged",
    link: "is a link",
    pipe: "is a named pipe",
    folder: "is a folder",
    open_to_others: "can be written by other users",
    of_another_user: "belongs to another user",
    huge: "is too large",
}


@pytest.mark.parametrize("harm", HARM)
def test_a_store_that_cannot_be_believed_trusts_nobody(
    state: Path, workspace: Path, tmp_path: Path, harm: Callable[[Path], None]
):
    if harm is of_another_user and os.geteuid() != 0:
        pytest.skip("only root can give a file to another user")
    trust_workspace(state, workspace, now=NOW)
    store = state / "trust.json"
    harm(store)
    trust, [sentence] = read_trust(state, workspace)
    assert not trust.is_trusted
    words = f"‘trust.json’ in ‘{state}’ {HARM[harm]}, so no folder is trusted. Trust those you know again."
    assert sentence == words

    other = tmp_path / "other"
    other.mkdir()
    trust_workspace(state, other, now=NOW)
    assert is_trusted(state, other)
    assert not is_trusted(state, workspace)
    assert os.path.lexists(state / "trust.broken-1.json"), "it was set aside"
    assert stat.S_ISREG(store.lstat().st_mode)


def test_a_store_of_a_newer_version_stays(state: Path, workspace: Path):
    trust_workspace(state, workspace, now=NOW)
    newer = b'{"format": 2, "workspaces": "something else"}'
    (state / "trust.json").write_bytes(newer)
    trust, [sentence] = read_trust(state, workspace)
    assert not trust.is_trusted
    assert "was written by a newer Foreword; no folder is trusted." in sentence
    with pytest.raises(FileError, match="newer Foreword"):
        trust_workspace(state, workspace, now=NOW)
    assert (state / "trust.json").read_bytes() == newer


def test_a_store_that_cannot_be_written_says_so(state: Path, workspace: Path):
    state.write_text("a file where the state folder should be")
    assert not read_trust(state, workspace)[0].is_trusted
    with pytest.raises(FileError, match=r"Trust in .* could not be kept"):
        trust_workspace(state, workspace, now=NOW)


def test_a_name_that_is_not_utf_8_or_none_at_all(state: Path, tmp_path: Path):
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    odd.mkdir()
    assert not is_trusted(state, odd)
    with pytest.raises(FileError, match="not UTF-8"):
        trust_workspace(state, odd, now=NOW)
    assert not is_trusted(state, Path("a\0b"))
    distrust_workspace(state, Path("a\0b"))
    disallow_file(state, Path("a\0b"), tmp_path)

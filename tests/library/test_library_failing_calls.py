"""File operations and kept values where a single call to the system fails: all or nothing, and a sentence."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.library.files.operations import (
    move_to_history,
    rename_file,
    rename_with_text,
    undo_file_change,
)
from editor_app.library.files.reading import FileError
from editor_app.library.files.temporaries import create_temporary, sweep_state
from editor_app.library.settings.settings import Settings, read_settings, write_settings
from editor_app.library.settings.trial_values import (
    move_trial_values,
    read_trial_values,
    write_trial_values,
)

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "prompts" / "a.md"
    path.parent.mkdir()
    path.write_bytes(b"old")
    return path


def fail_once(monkeypatch: pytest.MonkeyPatch, name: str, fails: Callable[..., bool]) -> list[str]:
    """Let a method of paths fail where `fails` says so; the list that comes back tells where it did."""
    real, hits = getattr(Path, name), []

    def failing(self: Path, *arguments: object, **keywords: object) -> object:
        if not hits and fails(self):
            hits.append(self.name)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(self, *arguments, **keywords)

    monkeypatch.setattr(Path, name, failing)
    return hits


def test_a_file_is_not_renamed_without_what_goes_with_it(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
):
    cases = path.with_name("a.cases.yaml")
    cases.write_bytes(b"cases: []\n")
    hits = fail_once(monkeypatch, "stat", lambda one: one == cases)
    with pytest.raises(FileError, match="goes with it and could not be looked at"):
        rename_file(path, "b.md", state_dir=state, now=NOW)
    assert hits == ["a.cases.yaml"], "the control: it really failed"
    assert sorted(one.name for one in path.parent.iterdir()) == ["a.cases.yaml", "a.md"]


def test_a_text_that_cannot_be_read_is_renamed_and_that_is_said(path: Path, state: Path):
    path.unlink()
    path.symlink_to(path)
    change = rename_with_text(path, "b.md", lambda _text: None, state_dir=state, now=NOW)
    assert change.warnings == ()
    assert path.with_name("b.md").is_symlink()
    large = path.with_name("c.md")
    with large.open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    change = rename_with_text(large, "d.md", lambda _text: None, state_dir=state, now=NOW)
    [warning] = change.warnings
    assert warning.startswith("‘c.md’ is larger than 64 MB")
    assert warning.endswith("So its text was not changed.")


def test_a_link_that_cannot_be_made_again_is_an_error_in_a_sentence(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
):
    link = path.with_name("link.md")
    link.symlink_to("a.md")
    change = move_to_history(link, state_dir=state, now=NOW)
    hits = fail_once(monkeypatch, "symlink_to", lambda one: one == link)
    with pytest.raises(FileError, match="was not created: the disk reported a fault"):
        undo_file_change(change, now=NOW)
    assert hits
    undo_file_change(change, now=NOW)
    assert os.readlink(link) == "a.md"


def test_values_move_wholly_or_not_at_all(tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch):
    write_trial_values(state, tmp_path, "a.md", {"x": "1"})
    hits = fail_once(monkeypatch, "unlink", lambda one: one.suffix == ".json")
    with pytest.raises(FileError, match="were not kept"):
        move_trial_values(state, tmp_path, "a.md", "b.md")
    assert hits
    assert read_trial_values(state, tmp_path, "a.md") == {"x": "1"}
    assert read_trial_values(state, tmp_path, "b.md") == {}
    monkeypatch.undo()
    hits = fail_once(monkeypatch, "stat", lambda one: one.suffix == ".json")
    with pytest.raises(FileError, match="could not be read"):
        move_trial_values(state, tmp_path, "a.md", "b.md")
    assert hits
    move_trial_values(state, tmp_path, "missing.md", "c.md")
    move_trial_values(state, tmp_path, "a.md", "b.md")
    assert read_trial_values(state, tmp_path, "a.md") == {}
    assert read_trial_values(state, tmp_path, "b.md") == {"x": "1"}


def test_good_settings_are_not_set_aside_for_a_fault_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "settings.toml"
    file.write_text("theme = 'dark'  # my own words\n")
    for name, settings in (("read", None), ("write", Settings({"theme": "light"}))):
        hits = fail_once(monkeypatch, "stat", lambda one: one == file)
        if settings is None:
            _, sentences = read_settings(tmp_path)
            assert sentences == (
                (
                    "‘settings.toml’ could not be read: "
                    "the disk reported a fault. Check the disk and try again. The defaults are used."
                ),
            )
        else:
            with pytest.raises(FileError, match="The settings were not saved: the disk reported a fault"):
                write_settings(tmp_path, settings)
        assert hits, name
        monkeypatch.undo()
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".toml"] == ["settings.toml"]
    assert file.read_text() == "theme = 'dark'  # my own words\n"


def test_a_start_removes_what_a_killed_process_left_in_the_state_folder(state: Path):
    left = []
    for folder in (state, state / "history", state / "history" / "files"):
        folder.mkdir(parents=True, exist_ok=True)
        process = os.posix_spawn("/bin/true", ["true"], os.environ)
        os.waitpid(process, 0)
        made, descriptor = create_temporary(folder / "x", 0o600)
        os.close(descriptor)
        gone = made.with_name(made.name.replace(f"-{os.getpid()}-", f"-{process}-"))
        made.rename(gone)
        left.append(gone)
    assert sweep_state(state) == tuple(left)
    assert not any(one.exists() for one in left)

"""The registry hands out the same objects until a file changes, however quietly."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from test_prompts_loading import BAD, GOOD, write

from editor_app.clock import utc_now
from editor_app.prompts import loading
from editor_app.prompts.entities import PromptError
from editor_app.prompts.loading import PromptRegistry, Status


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    user, default = tmp_path / "prompts", tmp_path / "prompts/defaults"
    default.mkdir(parents=True)
    return user, default


def age(path: Path) -> None:
    """Let a file be old enough for its times to be trusted."""
    os.utime(path, (1_000_000_000, 1_000_000_000))


def test_the_same_object_while_nothing_changes(folders):
    write(folders[1], "sale")
    registry = PromptRegistry(*folders)
    first = registry.load("sale")
    assert registry.load("sale") is first
    assert registry.get("sale") is first.prompt
    assert dict(registry.prompts) == {"sale": first.prompt}


def test_everything_is_loaded_at_once_on_request(folders):
    for name in ("a", "billing/refund"):
        write(folders[1], name)
    write(folders[0], "broken", text=BAD)
    registry = PromptRegistry(*folders)
    assert not registry.initialized
    (error,) = registry.initialize()
    assert registry.initialized
    assert [cause.field for cause in error.causes] == ["version"]
    assert sorted(registry.prompts) == ["a", "billing/refund"]
    assert registry.names() == ("a", "billing/refund", "broken")


def test_it_can_be_asked_for_its_names_like_a_collection(folders):
    registry = PromptRegistry(*folders)
    assert (list(registry), len(registry)) == ([], 0)
    write(folders[1], "a")
    write(folders[0], "broken", text=BAD)
    assert (list(registry), len(registry)) == (["a", "broken"], 2)
    assert "a" in registry
    assert "broken" in registry
    assert "b" not in registry
    assert 3 not in registry


def test_whether_it_has_a_name_is_asked_of_the_files_and_no_folder_is_listed(folders, monkeypatch):
    registry = PromptRegistry(*folders)
    assert registry, "an empty one is one, too"
    write(folders[0], "billing/refund")
    write(folders[1], ".hidden/sale")
    (folders[0] / "link.md").symlink_to("nowhere")
    (folders[0] / "folder.md").mkdir()
    names = (
        "billing/refund",
        ".hidden/sale",
        "link",
        "folder",
        "billing",
        "../prompts/link",
        "",
        "a\0b",
        "x" * 999,
    )
    monkeypatch.setattr(loading, "prompt_names", None)
    assert registry
    assert [name for name in names if name in registry] == ["billing/refund", ".hidden/sale", "link"]
    assert "billing/refund" in PromptRegistry(folders[0], None)
    with pytest.raises(TypeError):  # the control: this lists them
        registry.names()


def test_a_new_user_file_takes_over_and_gives_way_again(folders):
    write(folders[1], "sale", "default")
    registry = PromptRegistry(*folders)
    default = registry.load("sale")
    mine = write(folders[0], "sale", "mine")
    assert registry.load("sale").status is Status.USER
    mine.unlink()
    again = registry.load("sale")
    assert (again.status, again.prompt) == (Status.DEFAULT, default.prompt)
    assert again.prompt is default.prompt


def test_an_edit_is_seen(folders):
    path = write(folders[0], "sale", "one")
    registry = PromptRegistry(*folders)
    first = registry.get("sale")
    write(folders[0], "sale", "another")
    assert registry.get("sale").template_content == "another"
    path.unlink()
    with pytest.raises(PromptError):
        registry.get("sale")
    assert "sale" not in registry.prompts
    assert first.template_content == "one"


def test_an_edit_of_the_same_length_at_the_same_time_is_seen(folders):
    path = write(folders[0], "sale", "one")
    registry = PromptRegistry(*folders)
    registry.get("sale")
    status = path.stat()
    with path.open("r+b") as file:  # the same inode
        file.write(GOOD.format(name="sale", body="two").encode())
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    # control: size, time and inode say nothing
    now = path.stat()
    assert (now.st_size, now.st_mtime_ns, now.st_ino) == (status.st_size, status.st_mtime_ns, status.st_ino)
    assert registry.get("sale").template_content == "two"


def test_a_touched_file_with_the_same_content_stays_the_same_object(folders):
    path = write(folders[0], "sale")
    registry = PromptRegistry(*folders)
    first = registry.load("sale")
    age(path)
    assert registry.load("sale") is first


def test_an_old_file_is_not_read_again(folders, monkeypatch):
    path = write(folders[0], "sale")
    ahead = timedelta()
    registry = PromptRegistry(*folders, clock=lambda: utc_now() + ahead)
    registry.get("sale")
    ahead = timedelta(seconds=10)
    registry.get("sale")  # read once more, now that its times can be trusted
    monkeypatch.setattr(loading, "read_content", None)
    assert registry.get("sale").name == "sale"
    path.write_text("other")
    with pytest.raises(TypeError):  # control: a changed one is read
        registry.get("sale")


def test_a_broken_file_is_kept_too(folders):
    write(folders[0], "sale", text=BAD)
    write(folders[1], "sale")
    registry = PromptRegistry(*folders)
    first = registry.load("sale")
    assert first.status is Status.FALLBACK
    assert registry.load("sale") is first

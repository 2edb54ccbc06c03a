"""Listing the names of a workspace, for choosing a file by its path."""

from pathlib import Path

from editor_app.library.listing import list_names


def _make(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x", encoding="utf-8")


def test_the_nearest_come_first_and_what_git_ignores_is_left_out(tmp_path):
    _make(tmp_path, "src/deep/a.py", "src/b.py", "README.md", "build/c.o", ".git/config", "node_modules/d.js")
    assert "build/c.o" in list_names(tmp_path, 100)
    _make(tmp_path, ".gitignore")
    (tmp_path / ".gitignore").write_text("build/\n", encoding="utf-8")
    assert list_names(tmp_path, 100) == (".gitignore", "README.md", "src/b.py", "src/deep/a.py")


def test_no_more_are_listed_than_asked_for(tmp_path):
    _make(tmp_path, *(f"{n:03}.txt" for n in range(30)))
    assert list_names(tmp_path, 7) == tuple(f"{n:03}.txt" for n in range(7))


def test_links_to_folders_and_folders_that_cannot_be_read_are_left_out(tmp_path):
    _make(tmp_path, "a/x.txt")
    (tmp_path / "round").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "lost").symlink_to(tmp_path / "nothing")
    assert list_names(tmp_path, 100) == ("a/x.txt",)
    assert list_names(tmp_path / "nowhere", 100) == ()

import json
import os
import stat
from pathlib import Path

import pytest
from library_trees import fingerprint, write_tree

from editor_app.library.files.reading import FileError
from editor_app.library.folders import open_library
from editor_app.library.kinds import Kind
from editor_app.library.listing import list_files
from editor_app.library.paths import sample_dir
from editor_app.library.sample import MANIFEST_NAME, ensure_sample

FIRST = {
    "defaults/a.md": "default a",
    "defaults/deep/b.md": "default b",
    "a.md": "user's a",
    "system-prompt.tmpl": "[date:now]",
    ".hidden/x": "not shipped",
}
SECOND = {
    **FIRST,
    "defaults/a.md": "default a, better",
    "defaults/deep/b.md": "b, better",
    "defaults/c.md": "c",
    "a.md": "new a",
}


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "shipped", FIRST)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "home" / "data"


def texts(library: Path) -> dict[str, str]:
    files = (path for path in library.rglob("*") if path.is_file() and path.name != MANIFEST_NAME)
    return {path.relative_to(library).as_posix(): path.read_text() for path in files}


def upgrade(data: Path, shipped: Path) -> dict[str, str]:
    write_tree(shipped, SECOND)
    return texts(ensure_sample(data, shipped))


def test_the_sample_is_copied_once(data: Path, shipped: Path):
    (shipped / "defaults" / "a.md").chmod(0o444)
    library = ensure_sample(data, shipped)
    assert library == data / "prompts"
    assert texts(library) == {name: text for name, text in FIRST.items() if not name.startswith(".")}
    assert (library / "defaults" / "a.md").stat().st_mode & stat.S_IWUSR
    before = fingerprint(library)
    assert ensure_sample(data, shipped) == library
    assert fingerprint(library) == before
    assert [path.name for path in data.iterdir() if not path.name.startswith(".sample")] == ["prompts"]


def test_an_upgrade_replaces_unchanged_defaults_and_nothing_else(data: Path, shipped: Path):
    library = ensure_sample(data, shipped)
    (library / "defaults" / "deep" / "b.md").write_text("my own b")
    (library / "mine.md").write_text("mine")
    expected = {
        "defaults/a.md": "default a, better",
        "defaults/deep/b.md": "my own b",
        "defaults/c.md": "c",
        "a.md": "user's a",
        "system-prompt.tmpl": "[date:now]",
        "mine.md": "mine",
    }
    assert upgrade(data, shipped) == expected
    assert texts(ensure_sample(data, shipped)) == expected


def test_a_default_changed_after_an_upgrade_is_kept_at_the_next(data: Path, shipped: Path):
    library = ensure_sample(data, shipped)
    upgrade(data, shipped)
    (library / "defaults" / "a.md").write_text("mine now")
    write_tree(shipped, {"defaults/a.md": "third"})
    assert texts(ensure_sample(data, shipped))["defaults/a.md"] == "mine now"


def test_what_the_user_removed_or_made_a_link_stays_so(data: Path, shipped: Path):
    library = ensure_sample(data, shipped)
    (library / "defaults" / "a.md").unlink()
    (library / "defaults" / "deep" / "b.md").unlink()
    (library / "defaults" / "deep" / "b.md").symlink_to("../../a.md")
    after = upgrade(data, shipped)
    assert "defaults/a.md" not in after
    assert after["a.md"] == "user's a"
    assert (library / "defaults" / "deep" / "b.md").is_symlink()


def test_a_file_the_user_put_where_a_new_default_goes_stays(data: Path, shipped: Path):
    library = ensure_sample(data, shipped)
    (library / "defaults" / "c.md").write_text("my c")
    assert upgrade(data, shipped)["defaults/c.md"] == "my c"


@pytest.mark.parametrize(
    "manifest",
    [
        None,
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"format": 1, "files": []}',
        b'{"format": 2, "files": {}}',
        b"[" * 99_999,
    ],
)
def test_without_a_readable_manifest_nothing_is_replaced(data: Path, shipped: Path, manifest: bytes | None):
    library = ensure_sample(data, shipped)
    if manifest is None:
        (library / MANIFEST_NAME).unlink()
    else:
        (library / MANIFEST_NAME).write_bytes(manifest)
    before = fingerprint(library)
    upgrade(data, shipped)
    assert fingerprint(library) == before


def test_one_default_that_cannot_be_replaced_does_not_stop_the_rest(data: Path, shipped: Path):
    library = ensure_sample(data, shipped)
    (library / "defaults" / "a.md").unlink()
    os.mkfifo(library / "defaults" / "a.md")
    assert upgrade(data, shipped)["defaults/deep/b.md"] == "b, better"
    manifest = json.loads((library / MANIFEST_NAME).read_bytes())
    assert manifest["format"] == 1
    assert "defaults/c.md" in manifest["files"]


def test_a_copy_that_fails_leaves_nothing_half_done(
    data: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch
):
    real_write = Path.write_bytes

    def write_some(self: Path, content: bytes) -> int:
        if self.name == "b.md":
            raise OSError(28, "No space left on device")
        return real_write(self, content)

    monkeypatch.setattr(Path, "write_bytes", write_some)
    with pytest.raises(FileError, match=r"sample library could not be copied to .*: the disk is full"):
        ensure_sample(data, shipped)
    assert [path.name for path in data.iterdir()] == [".sample.lock"]
    monkeypatch.undo()
    assert ensure_sample(data, shipped).is_dir()


def test_a_library_that_cannot_be_upgraded_opens_all_the_same(
    data: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch
):
    library = ensure_sample(data, shipped)

    def read_only(*_arguments: object, **_options: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("editor_app.library.sample.replace_file", read_only)
    write_tree(shipped, SECOND)
    assert ensure_sample(data, shipped) == library


def test_a_place_taken_by_a_file_is_told(data: Path, shipped: Path):
    data.parent.mkdir()
    data.write_text("a file")
    with pytest.raises(FileError, match="could not be copied"):
        ensure_sample(data, shipped)


def test_an_empty_sample_gives_an_empty_library(data: Path, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    assert texts(ensure_sample(data, tmp_path / "empty")) == {}


def test_the_shipped_sample_opens_without_problems(data: Path):
    library, problems = open_library(ensure_sample(data))
    assert problems == ()
    files = list_files(library)
    assert not any(file.problem for file in files)
    assert {file.relative for file in files} == {
        path for path in texts(sample_dir()) if not path.startswith(".")
    }
    assert all(file.kind is Kind.PROMPT for file in files if file.relative.startswith("defaults/"))


def test_in_somebody_s_repository_the_sample_keeps_to_itself(data: Path, shipped: Path):
    (data.parent / ".git").mkdir(parents=True)
    library, problems = open_library(ensure_sample(data, shipped))
    assert (library.workspace, problems) == (library.root, ())

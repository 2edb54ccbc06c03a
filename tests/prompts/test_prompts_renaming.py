"""Renaming a prompt: its file, its cases and the `name` in its text are one change, and one Undo."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.library.files.operations import undo_file_change
from editor_app.library.files.reading import FileError
from editor_app.library.folders import Library, open_library
from editor_app.prompts.copies import name_edit, rename_with_companions
from editor_app.text import apply_edits

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
REST = "version: 1.0.0\ndescription: A prompt\nmax_tokens: 100\nvariables: []\n---\n\nname: page\n"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "prompts" / "defaults").mkdir(parents=True)
    return open_library(tmp_path / "prompts")[0]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def tree(library: Library) -> dict[str, bytes]:
    found = (path for path in library.root.rglob("*") if path.is_file())
    return {path.name: path.read_bytes() for path in found}


# How `name` is written, and how it is after the prompt is called ‘story’.
SPELLINGS = [
    ("name: page\n", "name: story\n"),
    ("name:   page   # the name\n", "name:   story   # the name\n"),
    ("name: 'page'\n", "name: 'story'\n"),
    ('name: "page" # why\n', 'name: "story" # why\n'),
    ('"name": page\n', '"name": story\n'),
    ("name: !!str page\n", "name: !!str story\n"),
    ("name: &n page\n", "name: &n story\n"),
    ("name: |-\n  page\n", "name: |-\n  story\n"),
    ("name: >-\n  page\n", "name: >-\n  story\n"),
    ("x-of: &n page\nname: *n\n", "x-of: &n page\nname: story\n"),
    ("name:\n  page\n", "name:\n  story\n"),
    ("name:\n", "name: story\n"),
    ("name: other\n", "name: story\n"),
    ("name: 12\n", "name: story\n"),
    ("? name\n: page\n", "? name\n: story\n"),
]


@pytest.mark.parametrize(("before", "after"), SPELLINGS)
def test_only_the_value_of_the_name_changes(before: str, after: str):
    source, wanted = f"---\n{before}{REST}", f"---\n{after}{REST}"
    edit = name_edit(source, "story")
    assert edit is not None
    assert apply_edits(source, [edit]) == wanted
    assert name_edit(wanted, "story") is None


LEFT = {
    "no frontmatter": "name: page\n",
    "a frontmatter without end": "---\nname: page\nversion: 1.0.0\n",
    "broken YAML": f"---\nname: page\nx: [\n{REST}",
    "a name that stands twice": f"---\nname: page\nname: page\n{REST}",
    "no name": f"---\n{REST}",
    "a list": f"---\nname: [page]\n{REST}",
    "a name that others repeat": f"---\nname: &n page\nx-of: *n\n{REST}",
    "a merged name that is told elsewhere": f"---\nx: &x {{name: page}}\n<<: *x\n{REST}",
    "the name it has already": f"---\nname: 'story'\n{REST}",
}


@pytest.mark.parametrize("what", LEFT)
def test_what_cannot_be_changed_alone_stays(what: str):
    assert name_edit(LEFT[what], "story") is None


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_one_change_with_everything_in_it(library: Library, state: Path, ending: str, mark: bytes):
    source = f"---\nname: 'page' # mine\n{REST}"
    page = library.root / "page.md"
    page.write_bytes(mark + source.replace("\n", ending).encode())
    (library.root / "page.cases.yaml").write_text("cases: []\n")
    before = tree(library)
    change = rename_with_companions(page, "story.md", library, state_dir=state, now=NOW)
    assert change.sentence == (
        "‘page.md’ is now ‘story.md’. ‘story.cases.yaml’ goes with it. Its ‘name’ says so too."
    )
    after = tree(library)
    assert after == {
        "story.md": before["page.md"].replace(b"'page'", b"'story'"),
        "story.cases.yaml": b"cases: []\n",
    }
    back = undo_file_change(change, now=NOW)
    assert tree(library) == before
    undo_file_change(back, now=NOW)
    assert tree(library) == after


def test_a_mixed_file_keeps_each_newline(library: Library, state: Path):
    page = library.root / "page.md"
    page.write_bytes(b"---\r\nname: |-\n  page\r\n" + REST.replace("\n", "\r", 3).encode())
    before = page.read_bytes()
    change = rename_with_companions(page, "story.md", library, state_dir=state, now=NOW)
    assert (library.root / "story.md").read_bytes() == before.replace(b"  page\r", b"  story\r")
    undo_file_change(change, now=NOW)
    assert page.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("page.md", "Story.md"),
        ("page.md", "con.md"),
        ("page.md", "story.tmpl"),
        ("docs/page.md", "story.md"),
        ("page.yaml", "story.yaml"),
    ],
)
def test_what_is_no_prompts_name_changes_no_text(library: Library, state: Path, old: str, new: str):
    path = library.root / old
    path.parent.mkdir(exist_ok=True)
    source = "---\nname: page\n---\nHello\n"
    path.write_text(source)
    change = rename_with_companions(path, new, library, state_dir=state, now=NOW)
    assert path.with_name(new).read_text() == source
    assert "‘name’" not in change.sentence


def test_text_that_is_none_and_links_are_left(library: Library, state: Path):
    odd = library.root / "page.md"
    odd.write_bytes(b"---\nname: page\nx: \xff\n---\n")
    rename_with_companions(odd, "story.md", library, state_dir=state, now=NOW)
    assert (library.root / "story.md").read_bytes() == b"---\nname: page\nx: \xff\n---\n"
    shared = library.root.parent / "shared.md"
    shared.write_text(f"---\nname: link\n{REST}")
    (library.root / "link.md").symlink_to(shared)
    rename_with_companions(library.root / "link.md", "other.md", library, state_dir=state, now=NOW)
    assert shared.read_text() == f"---\nname: link\n{REST}"
    assert os.readlink(library.root / "other.md") == str(shared)


def test_what_was_written_since_stays_when_it_is_undone(library: Library, state: Path):
    page, story = library.root / "page.md", library.root / "story.md"
    page.write_text(f"---\nname: 'page'\n{REST}")
    change = rename_with_companions(page, "story.md", library, state_dir=state, now=NOW)
    story.write_text(story.read_text() + "More.\n")
    undo_file_change(change, now=NOW)
    assert page.read_text() == f"---\nname: 'page'\n{REST}More.\n"
    change = rename_with_companions(page, "story.md", library, state_dir=state, now=NOW)
    story.write_text(f"---\nname: 'story' # kept\n{REST}")
    undo_file_change(change, now=NOW)
    assert page.read_text() == f"---\nname: 'story' # kept\n{REST}"


def test_a_text_that_cannot_be_written_keeps_its_name(library: Library, state: Path, monkeypatch):
    from editor_app.library.files import file_changes

    def full(*arguments: object, **options: object) -> None:
        raise FileError("‘story.md’ was not saved: the disk is full.", Path("story.md"))

    page = library.root / "page.md"
    page.write_text(f"---\nname: page\n{REST}")
    (library.root / "page.cases.yaml").write_text("cases: []\n")
    before = tree(library)
    with monkeypatch.context() as patch:
        patch.setattr(file_changes, "save_file", full)
        with pytest.raises(FileError, match="disk is full"):
            rename_with_companions(page, "story.md", library, state_dir=state, now=NOW)
    assert tree(library) == before
    rename_with_companions(
        page, "story.md", library, state_dir=state, now=NOW
    )  # the control: without the fault it is done
    assert set(tree(library)) == {"story.md", "story.cases.yaml"}


def test_an_undo_that_is_in_the_way_of_something_does_nothing(library: Library, state: Path):
    page = library.root / "page.md"
    page.write_text(f"---\nname: page\n{REST}")
    change = rename_with_companions(page, "story.md", library, state_dir=state, now=NOW)
    page.write_text("somebody else's")
    before = tree(library)
    with pytest.raises(FileError, match="already there"):
        undo_file_change(change, now=NOW)
    assert tree(library) == before


def test_cases_of_a_template_go_with_it(library: Library, state: Path):
    (library.root / "a.tmpl").write_text("x")
    (library.root / "a.cases.yaml").write_text("cases: []\n")
    rename_with_companions(library.root / "a.tmpl", "b.tmpl", library, state_dir=state, now=NOW)
    assert set(tree(library)) == {"b.tmpl", "b.cases.yaml"}

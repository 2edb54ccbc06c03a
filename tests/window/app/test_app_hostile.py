"""Files nobody should write, opened anyway: a sentence or diagnostics, never a hang, nothing lost on disk."""

from __future__ import annotations

import os
from itertools import pairwise

import pytest
from named_cases import in_case

pytestmark = pytest.mark.one_window

_LETTERS = list(pairwise("abcdefghijklmnop"))
PROMPT = """---
name: {name}
version: 1.0.0
description: One line
max_tokens: 100
variables: []
---
{body}
"""


@pytest.fixture
def bench(open_bench, root):
    return open_bench(root, "test-scenario-generation.md")


def prompt(name: str, body: str) -> str:
    return PROMPT.format(name=name, body=body)


def types_and_keeps(bench, path) -> None:
    """Assert that typing works, undo works, and nothing reached the disk."""
    data = path.read_bytes()
    before = bench.text
    bench.type("q")
    assert len(bench.text) == len(before) + 1
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == before
    assert path.read_bytes() == data


def open_listed(bench, path) -> None:
    """Open a file that the library has listed and checked."""
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    bench.open(path)


def test_a_pipe_a_loop_of_links_and_a_folder_are_refused_and_a_broken_file_is_opened(bench):
    path = bench.root / "pipe.md"
    os.mkfifo(path)
    assert bench.workbench.commands.files.open(path) is None
    assert bench.notice == "‘pipe.md’ is a named pipe, not a file that can be opened."
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    row = next(row for row in bench.panels.library._listing.rows if row.path == path)
    assert "named pipe" in row.state.remark
    (bench.root / "loop.md").symlink_to("loop.md")
    (bench.root / "folder.md").mkdir()
    assert bench.workbench.commands.files.open(bench.root / "loop.md") is None
    assert "leads back to itself" in bench.notice
    assert bench.workbench.commands.files.open(bench.root / "folder.md") is None
    assert bench.notice == "‘folder.md’ is a folder, not a file that can be opened."
    assert bench.workbench.commands.files.open(bench.root / "none.md") is None
    assert "is not there" in bench.notice
    bench.write("new.md", "no frontmatter")
    bench.open("new.md")
    bench.wait(lambda: bench.bar.startswith("Callers get no prompt"))


def test_what_is_not_utf8_cannot_be_changed_and_utf16_stays_utf16(bench):
    see_not_utf8(bench)
    see_utf16(bench)


def see_not_utf8(bench):
    """See that what is not UTF-8 is shown and cannot be changed."""
    latin = prompt("x", "caf\xe9").encode("latin-1")
    for data in (b"a\x80b", latin, b"\xef\xbb\xbfcaf\xe9\n"):
        with in_case(data):
            path = bench.root / "x.md"
            path.write_bytes(data)
            bench.open("x.md")
            assert bench.bar.startswith("Read-only: Byte ")
            assert "Save the file as UTF-8" in bench.bar
            assert bench.window.status.encoding.text() == "Not UTF-8"
            text = bench.text
            bench.type("q")
            assert bench.text == text
            assert path.read_bytes() == data
            bench.dialogs.answers = [bench.root / "copy.md"]
            bench.act("save_as")
            assert not (bench.root / "copy.md").exists()
            bench.workbench.commands.files.close_current()
            path.unlink()


def see_utf16(bench):
    """See that UTF-16 stays UTF-16."""
    for encoding in ("utf-16-le", "utf-16-be"):
        with in_case(encoding):
            data = ("\ufeff" + prompt(encoding, "Hé")).encode(encoding)
            path = bench.root / f"{encoding}.md"
            path.write_bytes(data)
            open_listed(bench, path)
            assert bench.bar.startswith("Callers get no prompt: ")
            types_and_keeps(bench, path)
            bench.type("q")
            bench.press("Ctrl+S", bench.editor)
            bench.press("BackSpace", bench.editor)
            bench.press("Ctrl+S", bench.editor)
            assert path.read_bytes() == data
            bench.link("Save as UTF-8")
            assert path.read_text("utf-8") == prompt(encoding, "Hé")
            assert bench.bar == ""


def test_texts_that_are_hard_to_hold(bench):
    for name, body in (
        ("nul", "a\0b {{x}}"),
        ("hidden", "a\u202eb\ufeffc\ufdd0\u2028d\x85"),
        ("nested", "{{#if a}}" * 2_000 + "x" + "{{/if}}" * 2_000),
        ("openers", "{{" * 20_000),
        ("ifs", "{{#if x}}" * 2_000),
        ("long-line", "word " * 60_000),
        ("crs", "a\rb\r\rc"),
    ):
        with in_case(name):
            path = bench.root / f"{name}.md"
            data = prompt(name, body).encode()
            path.write_bytes(data)
            bench.open(path.name)
            bench.wait(lambda: not bench.editor.isReadOnly())  # a long text arrives in slices
            bench.go_to("---\n")
            types_and_keeps(bench, path)
            bench.type("q")
            bench.press("Ctrl+S", bench.editor)
            assert path.read_bytes() == b"q" + data
            if name not in {"crs", "long-line"}:
                assert bench.file.analysis.diagnostics
            bench.workbench.commands.files.close_current()
            path.unlink()


def test_frontmatter_that_is_hard_to_read(bench):
    for name, head in (
        ("bomb", "a: &a [x, x]\n" + "".join(f"{b}: &{b} [{f'*{a}, ' * 9}]\n" for a, b in _LETTERS)),
        ("deep", "x: " + "[" * 100_000),
        ("twice", "name: twice\nname: twice\nversion: 1.0.0\n"),
        ("cycle", "x: &a [*a]\n"),
        ("tabs", "\tname: x\n"),
    ):
        with in_case(name):
            path = bench.root / f"{name}.md"
            path.write_text(f"---\n{head}---\nBody\n")
            open_listed(bench, path)
            assert bench.file.analysis.diagnostics[0].message
            assert bench.bar.startswith("Callers get no prompt")
            types_and_keeps(bench, path)


@pytest.mark.parametrize("folders", [10, pytest.param(100, marks=pytest.mark.long)])
def test_folders_of_a_hundred_files_each(open_bench, tmp_path, folders):
    root = tmp_path / "many"
    for number in range(folders):
        folder = root / f"{number:02}"
        folder.mkdir(parents=True)
        for name in range(100):
            (folder / f"{name:02}.md").write_bytes(b"# Note\nHello {{name}}\n")
    bench = open_bench(root, "00/00.md", checked=False)
    bench.wait(lambda: not bench.workbench.library.is_listing)
    assert len(bench.panels.library._listing.rows) == 100 * folders + 2, "with the two built-in texts"
    assert bench.workbench.library.is_checking
    bench.go_to("Hello")
    bench.type("Well, ")
    assert "Well, Hello" in bench.preview
    assert bench.workbench.library.is_checking, "keys do not wait for the check of the library"


def test_a_long_text_is_copied_as_it_is_now(bench):
    """Long texts are analysed after a pause; what is copied does not wait for it."""
    (bench.root / "long.md").write_text(prompt("long", "A line of words.\n" * 12_000))
    bench.open("long.md")
    bench.wait(lambda: not bench.editor.isReadOnly())
    bench.go_to("A line", 2)
    for character in "NEW":
        bench.type(character)
    bench.act("copy_model_text")
    assert bench.clipboard().startswith("A NEWline of words.\n")
    bench.wait(lambda: bench.file.analysis.source == bench.text)


def test_opening_a_large_file_can_be_cancelled(open_bench, root):
    path = root / "large.md"
    path.write_text("A line of a large file.\n" * 100_000)
    bench = open_bench(root, "large.md", checked=False)
    assert bench.file.document.is_filling, "the control: it takes a while"
    assert bench.bar == "‘large.md’ is large, and still being opened."
    bench.link("Cancel")
    assert not bench.file.document.is_filling
    assert bench.bar == "Read-only: Only the beginning is shown: opening it was cancelled."
    assert not bench.file.is_modified
    assert len(bench.file.text) == path.stat().st_size, "the text itself is whole"

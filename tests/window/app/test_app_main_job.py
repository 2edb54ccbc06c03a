"""The main job, from opening a library to a saved prompt that callers get."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.text import Severity


def _variant(data: bytes) -> bytes:
    """Return the text with a BOM, CRLF, three lines of LF or CR, and no final newline."""
    lines = data.decode().rstrip("\n").split("\n")
    ends = ["\r\n"] * (len(lines) - 1) + [""]
    ends[5], ends[17], ends[18] = "\n", "\n", "\r"
    return b"\xef\xbb\xbf" + "".join(map("".join, zip(lines, ends, strict=True))).encode()


def _version_line(text: str) -> str:
    """Return the line of the mended version, which may be in quotes."""
    line = text.split("\n")[2]
    assert line in {"version: 1.1.0", 'version: "1.1.0"'}
    return line


@pytest.mark.parametrize("spelled", [bytes, _variant], ids=["plain", "bom, crlf and mixed newlines"])
def test_a_broken_prompt_is_fixed_copied_and_saved(open_bench, root, spelled):
    path = root / "page-analysis.md"
    before = spelled(path.read_bytes())
    path.write_bytes(before)
    bench = open_bench(root)
    assert bench.file.path == path
    assert bench.badge("page-analysis") == "fallback"
    assert bench.bar.startswith("Callers get default 1.0.0 because ")
    marks = {mark.problem.severity for mark in bench.editor.marks.between(0, len(bench.text))}
    assert marks == {Severity.ERROR, Severity.WARNING}
    assert "and its primary purpose" in bench.preview, "callers get the default"

    bench.go_to("titel", 2)
    bench.press("Ctrl+.")
    bench.choose_first_fix()
    assert "Title: Pricing – Example\n" in bench.preview
    assert "and its primary purpose" not in bench.preview, "what is typed is shown"

    bench.settle()
    tree = bench.panels.problems.tree
    rows = bench.panels.problems._model.rows
    at = next(place for place, row in enumerate(rows) if row.code == "INVALID_FRONTMATTER")
    index = tree.model().index(at, 0)
    link = tree.itemDelegate().fix_rect(tree.visualRect(index), index)
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=link.center())
    fixed = _version_line(bench.text)
    bench.settle()
    assert bench.bar == "Callers get default 1.0.0 until you save."

    bench.press("Ctrl+Shift+C")
    assert bench.clipboard() == bench.file.result.text
    assert "Title: Pricing – Example\n" in bench.clipboard()
    assert bench.notice.startswith("Copied what callers get once you save: ")

    bench.editor.setFocus()
    bench.press("Ctrl+S")
    expected = before.replace(b"version: 1.1", fixed.encode()).replace(b"titel", b"title")
    assert path.read_bytes() == expected
    assert bench.badge("page-analysis") == "user"
    assert bench.bar == ""
    assert bench.window.status.saved.text().startswith("Saved")
    assert bench.workbench.files.files[0].is_modified is False

    bench.close()
    assert path.read_bytes() == expected


def test_the_link_of_a_problem_mends_it_and_the_bar_leads_to_the_default_and_to_the_fixes(bench):
    problems = bench.panels.problems
    model = problems._model
    at = next(index for index, row in enumerate(model.rows) if row.code == "INVALID_FRONTMATTER")
    problems.fix_requested.emit(model.rows[at])
    assert _version_line(bench.text)
    bench.editor.undo()
    assert "version: 1.1\n" in bench.text

    bench.link("Show default")
    assert bench.file.path.parent.name == "defaults"
    assert bench.bar == "This is the default, and you have your own copy."
    bench.link("Open my copy")
    assert bench.file.path.parent.name == "prompts"
    bench.link("Fix")
    bench.choose_first_fix()
    assert _version_line(bench.text)


def test_typing_shows_at_once_and_undo_takes_it_back(bench):
    bench.go_to("URL: ")
    bench.type("Hello {{url}} ")
    assert "Hello https://example.org/pricing URL: " in bench.preview
    while bench.file.is_modified:
        bench.press("Ctrl+Z")
    assert "Hello" not in bench.preview
    assert bench.window.status.saved.text() == "Saved"


def test_why_callers_get_the_default_reads_as_one_sentence(open_bench, root):
    bench = open_bench(root)
    assert bench.bar.startswith("Callers get default 1.0.0 because ‘version’ is 1.1")
    bench.go_to("---")
    bench.type("words ")
    bench.settle()
    assert bench.bar.startswith("Callers get default 1.0.0 because there is no frontmatter: ")

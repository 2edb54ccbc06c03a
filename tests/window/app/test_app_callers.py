"""What callers get, is copied, previewed and requested; the main job, from a library to a saved prompt."""

from __future__ import annotations

import json

import app_chats as chats
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.analysis.chat_requests.settings import RequestSettings, SystemChoice
from editor_app.cli import main
from editor_app.text import Severity

pytestmark = pytest.mark.one_window

DEFAULT = "defaults/page-analysis.md"


@pytest.fixture
def printed(capsysbinary, monkeypatch, tmp_path):
    """Return a function that gives what the command line prints."""
    monkeypatch.chdir(tmp_path)

    def run(*words: object) -> str:
        capsysbinary.readouterr()
        assert main([*map(str, words)]) == 0
        return capsysbinary.readouterr().out.decode()

    return run


def said(bench) -> tuple[str, str]:
    """Return what the preview says of its text, and the words of the link."""
    bar = bench.panels.preview.callers
    return (bar.words.text(), bar.links[0].text()) if bar.isVisible() else ("", "")


def other(bench) -> None:
    """Click the link to the text that is not shown."""
    QTest.mouseClick(bench.panels.preview.callers.links[0], Qt.MouseButton.LeftButton)


def test_what_callers_get_is_shown_and_copied_until_the_prompt_is_mended(bench, root, printed):
    def render() -> str:
        case = bench.file.case_name
        return printed("render", "page-analysis", "--case", case, "--library", root)

    def copied() -> str:
        bench.act("copy_model_text")
        return bench.clipboard()

    bench.settle()
    callers = render()
    assert bench.preview == callers
    assert said(bench) == (f"Callers get this: {DEFAULT}", "Show my text")
    assert copied() == callers
    assert bench.notice == f"Copied what callers get, from {DEFAULT}: {len(callers)} characters."
    bench.panels.preview._bar.copy_button.click()
    assert bench.clipboard() == callers
    bench.panels.preview.choose_view("difference")
    assert [one.label for one in bench.panels.preview._comparisons()] == ["my text"]
    bench.panels.preview.choose_view("text")

    other(bench)
    rejected = bench.preview
    assert rejected == bench.file.result.text != callers
    assert said(bench) == (f"Callers get {DEFAULT}, not this.", "Show what they get")
    assert copied() == callers, "what is rejected is never called what the model gets"

    other(bench)
    for value in ("Tariffs", None):
        bench.panels.values.values_changed.emit({**bench.file.values, "title": value})
        bench.settle()
        assert ("Tariffs" in bench.preview) is (value is not None), "the default takes the values"
    bench.panels.values.case_chosen.emit(bench.file.cases[0].name)
    bench.settle()
    bench.go_to("version: 1.1", len("version: 1.1"))
    bench.type(".0")
    bench.settle()
    assert said(bench)[1] == "Show my text", "what was chosen stays"
    other(bench)
    bench.select("{{titel}}")
    bench.type("{{title}}")
    bench.settle()
    assert said(bench) == ("Callers get this once you save.", "Show what they get")
    mine = copied()
    assert mine == bench.preview != callers
    assert bench.notice == f"Copied what callers get once you save: {len(mine)} characters."
    assert render() == callers, "the control: nothing was saved"

    bench.act("save")
    bench.settle()
    assert said(bench) == ("", "")
    assert render() == copied() == bench.preview == mine
    assert bench.notice == f"Copied what the model gets: {len(mine)} characters."


def test_a_place_is_gone_to_in_the_file_that_is_shown_and_what_is_typed_is_shown(bench, root):
    bench.settle()
    bench.go_to("Analyze this")
    bench.type("Now ")
    bench.settle()
    assert "Now Analyze" in bench.preview
    assert said(bench) == (f"Callers get {DEFAULT}, not this.", "Show what they get")

    bench.act("undo")
    bench.workbench.files.close(bench.file)
    bench.open("page-analysis.md")
    bench.settle()
    preview = bench.panels.preview
    bench.go_to("{{titel}}")
    bench.act("go_across")
    assert said(bench)[1] == "Show what they get", "a place in my text is looked for in what that gives"
    assert bench.file.path == root / "page-analysis.md"

    other(bench)
    preview.show_output(bench.preview.index("web page"))
    preview.text.setFocus()
    bench.act("go_across")
    assert bench.file.path == root / DEFAULT
    assert bench.text.startswith("web page", bench.editor.cursor_offset())
    assert said(bench) == ("", "")

    bench.open("page-analysis.md")
    bench.type("x")
    bench.settle()
    assert said(bench)[1] == "Show my text", "what was chosen stays with its tab"


def test_a_text_that_nobody_gets_is_never_called_what_the_model_gets(bench, root):
    bench.open("test-scenario-generation.md")
    bench.go_to("version: ")
    bench.type("x")
    bench.act("copy_model_text")
    assert bench.clipboard() == bench.preview == bench.file.result.text
    assert bench.notice.startswith("Copied your text, which is not valid: "), "as it was saved it is valid"
    bench.act("undo")
    bench.act("copy_model_text")
    assert bench.notice.startswith("Copied what the model gets: ")

    (root / DEFAULT).unlink()
    bench.write("page-analysis.md", (root / "page-analysis.md").read_text() + "More.\n")
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    bench.open("page-analysis.md")
    bench.settle()
    assert said(bench) == ("", "")
    bench.act("copy_model_text")
    assert bench.clipboard().endswith("More.")
    assert bench.notice.startswith("Copied your text, which is not valid: ")


def test_a_request_begins_with_what_callers_get(open_bench, root, printed):
    talk = chats.make_chat(root, "one")
    bench = open_bench(root)
    panels = chats.open_chat(bench, talk / "1.md").panels
    case = "pricing page"
    prompt = SystemChoice(root / "page-analysis.md", trial=case)
    panels.system.settings_changed.emit(RequestSettings(prompt))
    bench.settle()
    bench.act("copy_request_json")
    words = ("request", talk, "--system", "page-analysis", "--case", case, "--library", root)
    assert json.loads(bench.clipboard()) == json.loads(printed(*words))
    assert panels.request.shown_view.system_note == f"{case} · from {DEFAULT}"
    note = panels.system.form.cell("note").widget.text()
    assert note.startswith("‘page-analysis.md’ has an error on line 3")
    assert note.endswith(" Callers get the default instead.")
    panels.system.link.click()
    assert bench.file.path == root / "page-analysis.md"


# The main job -----------------------------------------------------------------------------------------------


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


def test_the_bar_leads_to_the_default_and_to_the_fixes_and_typing_shows_at_once(bench):
    problems = bench.panels.problems
    model = problems.tree
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

    bench.go_to("URL: ")
    bench.type("Hello {{url}} ")
    assert "Hello https://example.org/pricing URL: " in bench.preview
    while bench.file.is_modified:
        bench.press("Ctrl+Z")
    assert "Hello" not in bench.preview
    assert bench.window.status.saved.text() == "Saved"

    assert bench.bar.startswith("Callers get default 1.0.0: ‘version’ is 1.1")
    bench.go_to("---")
    bench.type("words ")
    bench.settle()
    assert bench.bar.startswith("Callers get default 1.0.0: The frontmatter is missing: ")


def test_a_broken_prompt_of_mixed_newlines_is_fixed_copied_and_saved(open_bench, root):
    path = root / "page-analysis.md"
    before = _variant(path.read_bytes())
    path.write_bytes(before)
    bench = open_bench(root)
    assert bench.file.path == path
    assert bench.badge("page-analysis") == "fallback"
    assert bench.bar.startswith("Callers get default 1.0.0: ")
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
    rows = bench.panels.problems.tree.rows
    at = next(place for place, row in enumerate(rows) if row.code == "INVALID_FRONTMATTER")
    link = tree.fix_rect(tree.visualRect(tree.model().index(at, 0)), rows[at])
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

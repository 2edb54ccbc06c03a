"""What the window says of the files that are open: their names, and what state they are in."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_messages import Message
from named_cases import in_case
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.window.documents.titles import titles_of
from editor_app.window.panels.problems import ListedProblems

pytestmark = pytest.mark.one_window

HEAD = "---\nname: {}\nversion: {}\ndescription: d\nmax_tokens: 9\nvariables: []\n---\n\nHello\n"
MESSAGE = (
    'id: m\nversion: "1.0.0"\nrole: system\ncreatedAt: "2026-01-01T00:00:00Z"\n'
    'updatedAt: "2026-01-01T00:00:00Z"\nblocks:\n  - {id: a, type: identity, priority: 5, content: %s}\n'
)


@pytest.mark.parametrize(
    ("paths", "titles"),
    [
        (["x/a.md", "x/b.md"], ["a.md", "b.md"]),
        (["x/a/SKILL.md", "x/b/SKILL.md", "x/c.md"], ["a/SKILL.md", "b/SKILL.md", "c.md"]),
        (["x/a/S.md", "y/a/S.md", "x/b/S.md"], ["x/a/S.md", "y/a/S.md", "b/S.md"]),
        (["S.md", "a/S.md"], ["S.md", "a/S.md"]),
    ],
)
def test_one_name_several_files(paths, titles):
    assert [titles_of(map(Path, paths))[Path(path)] for path in paths] == titles


def test_tabs_and_the_window_are_called_after_files(open_bench, root):
    for folder in ("a", "b"):
        (root / folder).mkdir()
        (root / folder / "SKILL.md").write_text("{{! open")
    bench = open_bench(root, "page-analysis.md", "a/SKILL.md")
    window = bench.window.window()
    assert window.windowTitle() == "SKILL.md – prompts – Foreword"
    bench.open("b/SKILL.md")
    assert bench.tab_titles == ["page-analysis.md", "a/SKILL.md", "b/SKILL.md"]
    assert window.windowTitle() == "b/SKILL.md – prompts – Foreword"
    bench.workbench.commands.files.close_current()
    assert bench.tab_titles == ["page-analysis.md", "SKILL.md"]
    bench.open("defaults/page-analysis.md")
    assert bench.tab_titles == ["page-analysis.md", "SKILL.md", "defaults/page-analysis.md"]
    bench.panels.problems.set_scope(ListedProblems.LIBRARY)
    files = {row.file for row in bench.panels.problems.tree.model().rows}
    assert {"a/SKILL.md", "b/SKILL.md", "page-analysis.md"} <= files
    bench.panels.problems.set_scope(ListedProblems.FILE)
    bench.editor.setFocus()
    for _ in bench.tab_titles:
        bench.workbench.commands.files.close_current()
    nothing = bench.workbench.nothing_open
    assert nothing.button.hasFocus(), "the keyboard is on what can be done, not on a sentence"
    assert nothing.sentence.isVisible()
    nothing.say("Nothing open", "")
    assert not nothing.sentence.isVisible(), "no empty line, and no stop for Tab on it"
    assert window.windowTitle() == "prompts – Foreword"
    assert bench.panels.problems._fine_words.text() == "Open a file to see its problems."


def test_the_status_bar_does_not_contradict_itself_and_the_bar_speaks_of_the_text_as_it_is(open_bench, root):
    (root / "defaults" / "greet.md").write_text(HEAD.format("greet", "1.0.0"))
    (root / "greet.md").write_text(HEAD.format("greet", "1.1"))
    (root / "alone.md").write_text(HEAD.format("alone", "1.1"))
    bench = open_bench(root, "greet.md")
    status = bench.window.status
    for name, wrong, until in (
        ("greet.md", "Not valid: default 1.0.0 is used instead", "Until you save, default 1.0.0 is used"),
        ("alone.md", "Not valid: callers get no prompt", "Until you save, callers get no prompt"),
    ):
        bench.open(name)
        assert status.sentence.text() == wrong
        assert status.counts.accessibleName() == "Problems: 1 error"
        bench.go_to("1.1", 3)
        bench.type(".0")
        bench.settle()
        assert status.counts.accessibleName() == "Problems: none"
        assert status.sentence.text() == until
        bench.press("Ctrl+S")
        assert status.sentence.text() == ""

    # So does the bar before it is saved.
    (root / "bare.md").write_text("Be brief.\n")
    (root / "twice.md").write_text(HEAD.format("twice", "1.1").replace("max_tokens: 9", "max_tokens: x"))
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    bench.open("bare.md")
    assert bench.bar.startswith("Callers get no prompt: There is no frontmatter")
    [*_, fix] = (fix for one in bench.file.analysis.diagnostics for fix in one.fixes)
    assert fix.title == "Add frontmatter"
    bench.workbench.commands.problems.apply_fix(fix)
    bench.settle()
    assert bench.bar == "Callers get no prompt until you save."
    bench.go_to("version: 1.0.0", len("version: 1.0"))
    bench.press("Delete")
    bench.press("Delete")
    bench.settle()
    assert bench.bar.startswith("Callers get no prompt: ‘version’ is 1.0")
    bench.type(".0")
    bench.settle()
    bench.link("Save")
    assert bench.bar == ""

    bench.open("twice.md")
    assert bench.bar.endswith(" And 1 more.")
    bench.go_to("1.1", 3)
    bench.type(".0")
    bench.settle()
    assert "max_tokens" in bench.bar
    assert "version" not in bench.bar
    assert "more" not in bench.bar


def test_an_empty_message_says_one_thing_of_it(open_bench, root):
    contents = {"blank": '""', "left-out": '"[file:nowhere.md]"', "muted": "Hello"}
    for name, content in contents.items():
        (root / "system-messages" / f"{name}.yaml").write_text(MESSAGE % content)
    (root / "system-messages" / "broken.yaml").write_text("blocks: [\n")
    bench = open_bench(root, "system-messages/blank.yaml")
    text = bench.panels.preview.text
    for name in contents:
        with in_case(name):
            bench.open(f"system-messages/{name}.yaml")
            bench.resolve()
            bench.settle()
            if name == "muted":
                assert bench.preview == "Hello"
                bench.act("mute_block")
                bench.settle()
            assert bench.preview == ""
            said = [row.mark.words for _, row in text.marks.rows(0, 0) if row.mark is not None]
            placeholder = text.placeholderText()
            assert [*said, *([placeholder] if placeholder else [])] == [
                "a out: muted" if name == "muted" else "a left out: it renders as nothing"
            ]
            bench.act("why_block")
            message = Message(bench)
            message.settle()
            assert message.why.split("\n") == (
                ["Not sent: Out: it is muted, in this view only."]
                if name == "muted"
                else ["In. It has no scope and no conditions.", "Not sent: Left out: it renders as nothing."]
            )

    (root / "system-messages" / "none.yaml").write_text(MESSAGE.partition("blocks:")[0] + "blocks: []\n")
    bench.open("system-messages/none.yaml")
    bench.settle()
    bench.window.show_below("why")
    why = bench.workbench.current.perspective.panels.why
    assert why._empty._title.text() == "Nothing to explain yet", "there is no block to choose"
    assert why._empty._sentence.text() == "For each block, this panel says why it is sent or not."
    assert text.placeholderText() == "Nothing: the text is empty."

    bench.open("system-messages/broken.yaml")
    bench.settle()
    assert bench.panels.preview.look.note == "The file has errors, so callers get no system message."
    assert text.placeholderText() == "", "what cannot be read is not called empty, too"


def test_a_file_that_holds_no_text_is_shown_as_what_it_is(open_bench, root):
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe"
    (root / "logo.png").write_bytes(png)
    bench = open_bench(root, "page-analysis.md", "logo.png")
    page, status = bench.workbench.tabs.current_page, bench.window.status
    assert page.isVisible()
    assert not bench.editor.isVisible()
    said = (page.title.text(), page.sentence.text())
    assert said == ("logo.png", "PNG image, 18 bytes. It holds no text to edit.")
    assert page.button.hasFocus(), "it is reached like a text"
    assert bench.notice == ""
    assert bench.bar == ""
    assert not status.counts.isVisible()
    assert status.sentence.text() == "PNG image, 18 bytes"
    assert [label.text() for label in (status.position, status.encoding, status.newline)] == ["", "", ""]
    assert bench.file.analysis.diagnostics == ()
    assert bench.panels.problems._fine_words.text() == "This file holds no text to check."
    bench.press("Ctrl+S")
    assert (root / "logo.png").read_bytes() == png
    bench.open("page-analysis.md")
    assert bench.workbench.tabs.current_page is None
    assert bench.editor.isVisible()
    assert status.counts.isVisible()
    bench.open("logo.png")
    bench.write("logo.png", "By now it is a text.\n")
    assert bench.editor.isVisible()
    assert bench.text == "By now it is a text.\n"
    bench.write("logo.png", png * 100)
    assert bench.workbench.tabs.current_page.sentence.text().startswith("PNG image, 1,800 bytes.")
    (root / "logo.png").unlink()
    bench.workbench.files.check_disk()
    assert bench.bar == "‘logo.png’ is no longer on disk."
    bench.workbench.commands.files.close_current()
    assert "logo.png" not in bench.tab_titles, "nothing is lost, so nothing is asked"


@pytest.mark.new_window
def test_the_list_of_the_library_shows_open_files_as_they_are_now(open_bench, root):
    (root / "other.md").write_text(HEAD.format("other", "1.0.0") + "{{titel}}\n")
    bench = open_bench(root, "page-analysis.md")
    problems, dock = bench.panels.problems, bench.window.bottom_dock
    waits = bench.workbench.library_problems
    problems.set_scope(ListedProblems.LIBRARY)

    def rows():
        return [row for row in problems.tree.model().rows if row.path == root / "other.md"]

    def counted():
        return sum(counts.total for counts in dock.tabs._counts.values())

    fixable = next(row for row in rows() if row.fix_title)
    total = problems.counts.total
    assert counted() == total > len(bench.file.analysis.diagnostics)

    problems.fix_requested.emit(fixable)
    assert bench.file.path == root / "other.md"
    assert bench.file.is_modified
    bench.wait(lambda: not waits.is_waiting)
    assert (fixable.code, fixable.line) not in [(row.code, row.line) for row in rows()]
    assert counted() == problems.counts.total == total - 1
    problems.fix_requested.emit(fixable)  # as it was listed before
    assert bench.notice.startswith("Nothing was changed")

    problems.set_scope(ListedProblems.FILE)
    assert counted() == len(bench.file.analysis.diagnostics)
    problems.set_scope(ListedProblems.LIBRARY)
    bench.workbench.files.close(bench.file)
    bench.wait(lambda: not waits.is_waiting)
    assert fixable in rows()  # as it is on disk


def test_nothing_is_inserted_into_a_file_that_cannot_be_changed(open_bench, root):
    (root / "latin.md").write_bytes(HEAD.format("latin", "1.0.0").encode() + b"caf\xe9\n")
    bench = open_bench(root, "page-analysis.md", "latin.md")
    inserts = [bench.workbench.actions.action(name) for name in ("insert_variable", "insert_condition")]
    pill = next(pill for pill in bench.panels.variables.pills if pill.text() == "if…")
    assert not pill.isEnabled()
    assert [action.isEnabled() for action in inserts] == [False, False]
    QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
    assert bench.dialogs.questions == []
    (root / "latin.md").rename(root / "renamed.md")
    bench.workbench.files.check_disk()
    assert bench.file.path == root / "renamed.md"
    assert [action.isEnabled() for action in inserts] == [False, False]
    bench.open("page-analysis.md")
    bench.workbench.commands.files.show(root / "page-analysis.md")
    assert all(pill.isEnabled() for pill in bench.panels.variables.pills)
    assert [action.isEnabled() for action in inserts] == [True, True]

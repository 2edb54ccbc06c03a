"""The buttons above the text: each act is one undo step."""

from __future__ import annotations

import pytest
from named_cases import in_case
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

pytestmark = pytest.mark.one_window


def press(bench, text: str) -> None:
    pill = next(pill for pill in bench.panels.variables.pills if pill.spec.text == text)
    assert pill.isVisible()
    QTest.mouseClick(pill, Qt.MouseButton.LeftButton)


def one_step(bench, before: str) -> None:
    """Assert that one undo takes the change back, and redo brings it again."""
    after = bench.text
    assert after != before
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == before
    bench.press("Ctrl+Y", bench.editor)
    assert bench.text == after
    bench.press("Ctrl+Z", bench.editor)


def test_insert_by_keys_at_the_cursor_and_over_a_selection(bench):
    before = bench.text
    bench.go_to("Provide a concise")
    bench.press("Ctrl+I")
    pill = bench.panels.variables.pills[0]
    assert pill.hasFocus(), "it leads to the buttons"
    bench.press("Right")
    bench.press("Return")
    assert "{{title}}Provide a concise" in bench.text
    one_step(bench, before)
    bench.go_to("Provide a concise")
    press(bench, "url")
    assert "{{url}}Provide a concise" in bench.text
    assert bench.editor.hasFocus()
    one_step(bench, before)
    bench.select("Provide")
    press(bench, "content")
    assert "{{content}} a concise" in bench.text
    one_step(bench, before)


def test_wrap_a_selection(bench):
    before = bench.text
    bench.select("Provide a concise description")
    bench.panels.variables.wrap_requested.emit("content", False)  # noqa: FBT003  the signal's shape
    assert "{{#if content}}Provide a concise description{{/if}}" in bench.text
    bench.type("!")
    assert "Provide a concise description!{{/if}}" in bench.text, "it goes on behind what was wrapped"
    bench.press("Ctrl+Z")
    one_step(bench, before)
    bench.select("\nURL: {{url}}\n")
    bench.panels.variables.wrap_requested.emit("content", False)  # noqa: FBT003  the signal's shape
    bench.type("!")
    assert "URL: {{url}}!\n{{/if}}\n" in bench.text


def test_a_condition_asks_for_another_name(bench):
    before = bench.text
    bench.dialogs.answers = [None]
    bench.press("Ctrl+Shift+I")
    ((_, question),) = bench.dialogs.questions
    assert [question.problem(bad) != "" for bad in ("", "two words", "a}}b", "{{x")] == [True] * 4
    assert question.problem("title") == ""
    assert bench.text == before
    bench.select("Provide")
    bench.dialogs.answers = ["title"]
    bench.press("Ctrl+Shift+I")
    assert "{{#if title}}Provide{{/if}}" in bench.text
    one_step(bench, before)


def test_declare_a_variable(bench):
    before = bench.text
    bench.go_to("Provide a concise")
    bench.dialogs.answers = ["tone"]
    press(bench, "Declare variable…")
    assert "{{tone}}Provide a concise" in bench.text
    assert "  - name: tone\n" in bench.text
    bench.settle()
    assert "tone" in [pill.spec.key for pill in bench.panels.variables.pills]
    ((_, question),) = bench.dialogs.questions
    assert question.problem("url") == "‘url’ is declared already."
    assert question.problem("Not good")
    one_step(bench, before)
    bench.go_to("version:")
    bench.dialogs.answers = ["tone"]
    press(bench, "Declare variable…")
    assert "{{tone}}" not in bench.text, "a tag is no part of the frontmatter"
    assert "  - name: tone\n" in bench.text


def test_a_tag_is_copied_and_nothing_happens_to_a_default(bench):
    bench.panels.variables.copy_requested.emit("url")
    assert bench.clipboard() == "{{url}}"
    bench.open("defaults/page-analysis.md")
    before = bench.text
    for text in ("url", "Declare variable…"):
        bench.dialogs.answers = ["tone"]
        press(bench, text)
    bench.panels.variables.wrap_requested.emit("url", False)  # noqa: FBT003  the signal's shape
    assert bench.text == before
    assert not bench.file.is_modified


def test_a_literal_and_a_file_in_a_template(open_bench, root):
    bench = open_bench(root, "system-prompt.tmpl")
    bench.resolve()
    bench.settle()
    before = bench.text
    bench.select("rules")
    press(bench, "Literal")
    assert "[literal:rules]" in bench.text
    one_step(bench, before)
    bench.go_to("Today")
    press(bench, "Literal")
    bench.type("{x}")
    assert "[literal:{x}]Today" in bench.text, "the caret is inside"
    button = next(pill for pill in bench.panels.variables.pills if pill.text() == "Literal")
    assert "An empty literal gives nothing." in button.toolTip()
    while bench.file.is_modified:
        bench.trigger("undo")

    bench.go_to("Today")
    bench.dialogs.answers = [root.parent / "docs" / "style.md"]
    press(bench, "Choose…")
    assert "[file:docs/style.md]Today" in bench.text
    one_step(bench, before)
    bench.dialogs.answers = [None]
    bench.panels.variables.focus_buttons()
    assert bench.window.window().focusWidget() is not bench.editor, "the control"
    press(bench, "Choose…")
    assert bench.text == before
    assert bench.window.window().focusWidget() is bench.editor, "a choice that is cancelled leads back"


def test_a_variable_without_a_button_is_inserted_by_its_name(open_bench, root):
    declared = "".join(f"- {{name: v{n}, required: false, description: d}}\n" for n in range(200))
    head = f"---\nname: many\nversion: 1.0.0\ndescription: d\nmax_tokens: 9\nvariables:\n{declared}---\n"
    (root / "many.md").write_text(f"{head}{{{{v0}}}}\n", encoding="utf-8")
    bench = open_bench(root, "many.md", answers=("v150",), checked=False)
    bench.settle()
    bench.go_to("{{v0}}")
    menu = bench.panels.variables._more.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "Other variable…").trigger()
    question = bench.dialogs.questions[-1][1]
    assert "v199" in question.choices
    assert question.problem("v150") == ""
    assert "no variable" in question.problem("v200")
    assert bench.text.endswith("---\n{{v150}}{{v0}}\n")


def test_what_is_not_marked_or_listed_is_said(open_bench, root):
    (root / "variables.md").write_text("{{x}}\n" * 1_000, encoding="utf-8")
    (root / "conditions.md").write_text("{{#if x}}{{x}}{{/if}}\n" * 1_400, encoding="utf-8")
    bench = open_bench(root, "variables.md", checked=False)
    preview, outline = bench.panels.preview, bench.panels.outline
    for name, is_marked in (("variables.md", True), ("conditions.md", False)):
        with in_case(name):
            bench.open(name)
            bench.settle()
            bench.wait(lambda: not preview.text._marking.isActive())
            assert (preview.text.marks is not None) is is_marked
            assert ("not marked" in preview._footer.notes.text()) is not is_marked
            assert ("too many to list" in outline._nothing.text()) is not is_marked
            assert (outline._pages.currentWidget() is outline.tree) is is_marked

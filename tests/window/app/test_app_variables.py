"""Variables: the buttons above the text, their values and cases, and those that a library declares."""

from __future__ import annotations

import pytest
from named_cases import in_case
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from editor_app.cli import main
from editor_app.library.history.history import versions_of

pytestmark = pytest.mark.one_window


def press(bench, text: str) -> None:
    pill = next(pill for pill in bench.panels.variables.pills if pill.spec.text == text)
    if pill.isVisible():
        QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
        return
    menu = bench.panels.variables._more.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == text).trigger()


def one_step(bench, before: str) -> None:
    """Assert that one undo takes the change back, and redo brings it again."""
    after = bench.text
    assert after != before
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == before
    bench.press("Ctrl+Y", bench.editor)
    assert bench.text == after
    bench.press("Ctrl+Z", bench.editor)


def test_a_variable_is_inserted_at_the_cursor_and_over_a_selection_or_wrapped(bench):
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


def test_a_condition_and_a_declaration_ask_for_a_name_and_a_default_is_left_alone(bench):
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

    bench.dialogs.questions.clear()
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
    assert "which alone gives nothing." in button.toolTip()
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


def test_of_many_variables_one_is_inserted_by_its_name_and_what_is_not_marked_is_said(open_bench, root):
    declared = "".join(f"- {{name: v{n}, required: false, description: d}}\n" for n in range(120))
    head = f"---\nname: many\nversion: 1.0.0\ndescription: d\nmax_tokens: 9\nvariables:\n{declared}---\n"
    (root / "many.md").write_text(f"{head}{{{{v0}}}}\n", encoding="utf-8")
    bench = open_bench(root, "many.md", answers=("v110",), checked=False)
    bench.settle()
    bench.go_to("{{v0}}")
    menu = bench.panels.variables._more.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "Other variable…").trigger()
    question = bench.dialogs.questions[-1][1]
    assert "v119" in question.choices
    assert question.problem("v110") == ""
    assert "no variable" in question.problem("v120")
    assert bench.text.endswith("---\n{{v110}}{{v0}}\n")

    (root / "variables.md").write_text("{{x}}\n" * 1_000, encoding="utf-8")
    (root / "conditions.md").write_text("{{#if x}}{{x}}{{/if}}\n" * 1_400, encoding="utf-8")
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


# Values -----------------------------------------------------------------------------------------------------


def field(bench, name):
    return next(row.widget for row in bench.panels.values.cells if row.field.key == name)


def choose(bench, name, words) -> None:
    """Choose an entry of the menu of a field."""
    menu = QMenu()
    bench.panels.values.fill_value_menu(name, menu)
    next(action for action in menu.actions() if action.text() == words).trigger()


@pytest.fixture
def mended(open_bench, root):
    """Return a window on the prompt without its faults."""
    path = root / "page-analysis.md"
    path.write_text(path.read_text().replace("version: 1.1\n", "version: 1.1.0\n").replace("titel", "title"))
    return open_bench(root, "page-analysis.md")


def test_three_states_cases_and_files_change_the_preview_and_a_missing_value_is_named(mended, tmp_path):
    bench = mended
    assert field(bench, "title").value == "Pricing – Example"
    assert "Title: Pricing – Example" in bench.preview
    choose(bench, "title", "Empty")
    assert field(bench, "title").value == ""
    assert "Title" not in bench.preview
    choose(bench, "content", "Empty")
    assert "Content preview:" not in bench.preview
    choose(bench, "title", "Not set")
    assert field(bench, "title").value is None
    field(bench, "title").setFocus()
    QTest.keyClicks(field(bench, "title"), "Typed")
    assert "Title: Typed\n" in bench.preview
    assert bench.panels.values._case_button.text() == "Case: pricing page, edited"
    bench.panels.values.case_chosen.emit("nothing but the address")
    assert field(bench, "title").value is None
    assert "Title" not in bench.preview
    bench.panels.values.case_chosen.emit(None)
    assert field(bench, "url").value is None
    assert bench.panels.values._case_button.text() == "No case"

    choose(bench, "url", "Not set")
    assert bench.panels.preview._missing.isVisible()
    assert bench.panels.preview._missing.words.text() == "‘url’ is required and not set."
    assert "URL: \n" in bench.preview
    bench.act("copy_model_text")
    assert bench.notice == "Copied, but ‘url’ is required and not set."
    bench.panels.preview._missing.links[0].click()
    assert field(bench, "url").hasFocus()
    choose(bench, "url", "Empty")
    assert not bench.panels.preview._missing.isVisible()

    page = tmp_path / "page.txt"
    page.write_bytes(b"\xef\xbb\xbfOne\r\nTwo\n")
    bench.dialogs.answers = [page]
    choose(bench, "content", "Load from file…")
    assert field(bench, "content").value == "One\nTwo\n"
    assert "Content preview:\nOne\nTwo\n" in bench.preview
    page.write_bytes(b"\xff\xfe\x00")
    bench.dialogs.answers = [page]
    choose(bench, "content", "Load from file…")
    assert field(bench, "content").value == "One\nTwo\n"
    assert bench.notice == "‘page.txt’ is not UTF-8, so it can’t be a value."


def test_save_as_case_writes_only_its_lines_and_one_of_a_default_goes_to_the_users_folder(mended):
    save_as_case(mended)
    save_of_a_default(mended)


def test_an_open_cases_file_follows_a_case_that_is_saved_as_one_version(mended):
    bench, name = mended, "page-analysis.cases.yaml"
    cases = bench.open(name)
    bench.open("page-analysis.md")
    kept = len(versions_of(bench.workbench.files.state_dir, cases.path))
    field(bench, "title").give("Short")
    bench.dialogs.answers = ["short title"]
    bench.panels.values._save.click()
    bench.workbench.files.disk.look_now()
    assert bench.notice == "Case ‘short title’ is saved."
    assert cases.text == cases.path.read_text()
    assert "short title" in cases.text
    assert not cases.is_unsaved
    assert len(versions_of(bench.workbench.files.state_dir, cases.path)) == kept + 1

    cases.path.write_text("# by another program\n" + cases.text)
    field(bench, "title").give("Shorter")
    bench.dialogs.answers = ["shorter title"]
    bench.panels.values._save.click()
    bench.workbench.files.disk.look_now()
    assert bench.notice == f"‘{name}’ was changed on disk and reloaded.", "the control"
    assert cases.text == cases.path.read_text()


def save_as_case(bench) -> None:
    """See that a case that is saved writes only its lines."""
    path = bench.root / "page-analysis.cases.yaml"
    before = path.read_text()
    field(bench, "title").give("Prices: “new”\nand more")
    bench.dialogs.answers = ["long title"]
    bench.panels.values._save.click()
    assert bench.notice == "Case ‘long title’ is saved."
    after = path.read_text()
    assert after.startswith(before.rstrip("\n")), "what was there is untouched"
    assert bench.file.case_name == "long title"
    assert bench.panels.values._case_button.text() == "Case: long title"
    bench.panels.values.case_chosen.emit("pricing page")
    bench.panels.values.case_chosen.emit("long title")
    assert field(bench, "title").value == "Prices: “new”\nand more"

    field(bench, "title").give("Short")
    bench.dialogs.answers = ["pricing page"]
    bench.panels.values._save.click()
    changed = [
        (old, new)
        for old, new in zip(after.split("\n"), path.read_text().split("\n"), strict=True)
        if old != new
    ]
    assert [old.strip() for old, _ in changed] == ["title: Pricing – Example"]


def save_of_a_default(bench) -> None:
    """See that cases beside a default are read, and that one of it goes to the user’s folder."""
    cases = bench.root / "page-analysis.cases.yaml"
    cases.rename(bench.root / "defaults" / cases.name)
    bench.open("defaults/page-analysis.md")
    assert [case.name for case in bench.file.cases][:1] == ["pricing page"]

    (bench.root / "defaults" / cases.name).unlink()
    bench.act("refresh_values")
    field(bench, "url").give("https://example.org")
    bench.dialogs.answers = ["one"]
    bench.panels.values._save.click()
    assert (bench.root / "page-analysis.cases.yaml").is_file()
    assert sorted(path.name for path in (bench.root / "defaults").iterdir()) == [
        "page-analysis.md",
        "test-data-generation.md",
        "test-scenario-generation.md",
    ]


def test_a_cases_file_counts_when_saved_in_the_window_and_edit_value_leads_to_a_declaration(mended):
    bench = mended
    bench.open("page-analysis.cases.yaml")
    assert bench.panels.preview._pages.currentWidget() is bench.panels.preview._empty
    bench.go_to("Pricing – Example")
    bench.type("New ")
    bench.press("Ctrl+S")
    bench.open("page-analysis.md")
    bench.panels.values.case_chosen.emit("pricing page")
    assert "Title: New Pricing – Example\n" in bench.preview

    path = bench.root / "page-analysis.cases.yaml"
    path.write_bytes(b"cases: \xff\n")
    bench.dialogs.answers = ["one"]
    bench.panels.values._save.click()
    assert bench.notice == "‘page-analysis.cases.yaml’ is not UTF-8, so nothing can be added to it."
    assert path.read_bytes() == b"cases: \xff\n"

    bench.go_to("Provide a concise")
    bench.type("{{#if nowhere}}Only somewhere.{{/if}}\n")
    bench.settle()
    rows = bench.panels.preview.blank.list
    row = next(row for row in bench.panels.preview.blank.rows if row.name == "nowhere")
    assert row.link == "Edit value"
    bench.go_to("URL")
    rows.link_chosen.emit(row)
    assert bench.text[bench.editor.cursor_offset() :].startswith("nowhere}}Only")
    assert bench.notice == "‘nowhere’ is not declared, so it has no value to edit."
    bench.choose_first_fix()
    assert "- name: nowhere\n" in bench.text
    bench.settle()
    row = next(row for row in bench.panels.preview.blank.rows if row.name == "nowhere")
    rows.link_chosen.emit(row)
    assert field(bench, "nowhere").hasFocus()


# Those of a library -----------------------------------------------------------------------------------------

VARIABLES = """\
format: 1
variables:
  - type: customer
    name: plan
    description: What the customer pays for
    volatility: conversation
    sample: free
"""


@pytest.fixture
def of_library(open_bench, root):
    """Return a window on a template with a variable that the library declares."""
    (root / "variables.yaml").write_text(VARIABLES)
    (root / "plan.tmpl").write_text("Plan: [customer:plan][customer:plam]")
    bench = open_bench(root, "plan.tmpl")
    bench.resolve()
    return bench


def codes(bench) -> set[str]:
    return {str(problem.code) for problem in bench.file.analysis.diagnostics}


def test_buttons_checks_and_values_know_those_of_a_list_and_follow_it(of_library, capsys):
    bench = of_library
    assert "customer:plan" in [pill.spec.key for pill in bench.panels.variables.pills]
    assert codes(bench) == {"unknown-name"}
    field = bench.panels.values.cells[0].widget
    hint = "Your program gives this value; type one to try it, such as ‘free’"
    assert field.accessibleName() == f"customer:plan, {hint}"
    assert bench.preview == "Plan: ", "it is not used until somebody asks for it"
    menu = QMenu()
    bench.panels.values.fill_value_menu(bench.panels.values.cells[0].field.key, menu)
    next(one for one in menu.actions() if one.text() == "Use the sample ‘free’").trigger()
    assert bench.preview == "Plan: free"
    field.give("pro")
    assert bench.preview == "Plan: pro"
    assert main(["check", str(bench.root / "plan.tmpl")]) in {0, 1}
    assert "unknown-type" not in capsys.readouterr().out

    text = VARIABLES.replace("name: plan", "name: plam")
    (bench.root / "variables.yaml").write_text(text)
    bench.workbench.library.refresh()
    assert "customer:plam" in [entry.key for entry in bench.file.analysis.catalog]
    (bench.root / "variables.yaml").unlink()
    bench.workbench.library.refresh()
    assert codes(bench) == {"unknown-type"}


def test_a_variable_of_an_unknown_type_is_declared_in_a_list_that_is_made_for_it(open_bench, root):
    (root / "plan.tmpl").write_text("Plan: [customer:plan] [sytem:time] [git:plan] [customer:since]")
    bench = open_bench(root, "plan.tmpl")
    bench.resolve()
    fixes = {one.args["name"]: [fix.title for fix in one.fixes] for one in bench.file.analysis.diagnostics}
    declare = "Declare in variables.yaml"
    offered = {name for name, titles in fixes.items() if declare in titles}
    assert offered == {"customer:plan", "customer:since"}

    def take_declare_fix():
        problem = bench.file.analysis.diagnostics[0]
        bench.workbench.commands.problems.apply_fix(problem.fixes[-1])

    take_declare_fix()
    assert bench.file.path == root / "variables.yaml"
    assert bench.editor.selected_span().of(bench.text) == "What it is"
    bench.type("What the customer pays for")
    assert not bench.file.analysis.diagnostics
    bench.press("Ctrl+S")
    bench.workbench.library.refresh()
    bench.open("plan.tmpl")
    assert "customer:plan" in [pill.spec.key for pill in bench.panels.variables.pills]
    problem = bench.file.analysis.diagnostics[-1]
    assert (problem.code, problem.fixes[-1].title) == ("unknown-name", declare)
    bench.workbench.commands.problems.apply_fix(problem.fixes[-1])
    assert "name: since\n    type: customer\n" in bench.text
    assert "What the customer pays for" in bench.text
    bench.press("Ctrl+Z")
    assert "since" not in bench.text
    bench.select(bench.text)
    bench.type("variables: [")
    bench.open("plan.tmpl")
    bench.workbench.commands.problems.apply_fix(problem.fixes[-1])
    told = "variables.yaml has problems; correct them first."
    assert bench.notice == f"‘customer:since’ was not declared: {told}"
    bench.open("plan.tmpl")
    bench.act("library_variables")
    assert bench.file.path == root / "variables.yaml"

    (root / "variables.yaml").unlink()
    bench.workbench.files.close(bench.file)
    bench.act("library_variables")
    assert bench.file.path == root / "variables.yaml"
    assert "#   - type: user" in bench.text
    assert not bench.file.analysis.diagnostics
    (root / "variables.yaml").write_text(VARIABLES)
    bench.workbench.files.disk.look_now()
    bench.workbench.library.refresh()
    bench.open("system-prompt.tmpl")
    keys = [pill.spec.key for pill in bench.panels.variables.pills]
    assert "customer:plan" in keys
    assert keys.index("git:branch") < keys.index("customer:plan"), "what the file uses comes first"


# The end ----------------------------------------------------------------------------------------------------


def test_typed_values_are_there_after_a_restart(mended, open_bench, root):
    bench = mended
    field(bench, "title").give("Kept")
    choose(bench, "content", "Empty")
    bench.open("test-data-generation.md")
    field(bench, "locale").give("Given up")
    bench.panels.values.case_chosen.emit("customers")
    bench.close()
    again = open_bench(root, "test-data-generation.md", "page-analysis.md")
    assert (field(again, "title").value, field(again, "content").value) == ("Kept", "")
    assert field(again, "url").value == "https://example.org/pricing"
    assert again.panels.values._case_button.text() == "Case: pricing page, edited"
    again.open("test-data-generation.md")
    assert (field(again, "locale").value, field(again, "record_count").value) == (None, "4")

"""Values: three states, cases, values that stay, required ones, files."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from editor_app.window.panels.values.rows import FieldState

pytestmark = pytest.mark.one_window


def field(bench, name):
    return next(row.field for row in bench.panels.values.rows if row.row.name == name)


def choose(bench, name, words) -> None:
    """Choose an entry of the menu of a field."""
    from PySide6.QtWidgets import QMenu

    row = next(row for row in bench.panels.values.rows if row.row.name == name)
    menu = QMenu()
    row.fill_menu(menu)
    next(action for action in menu.actions() if action.text() == words).trigger()


@pytest.fixture
def bench(open_bench, root):
    path = root / "page-analysis.md"
    path.write_text(path.read_text().replace("version: 1.1\n", "version: 1.1.0\n").replace("titel", "title"))
    return open_bench(root, "page-analysis.md")


def test_three_states_and_cases_change_the_preview(bench):
    assert field(bench, "title").value == "Pricing – Example"
    assert "Title: Pricing – Example" in bench.preview
    choose(bench, "title", "Empty")
    assert field(bench, "title").state is FieldState.EMPTY
    assert "Title" not in bench.preview
    choose(bench, "content", "Empty")
    assert "Content preview:" not in bench.preview
    choose(bench, "title", "Not given")
    assert field(bench, "title").state is FieldState.NOT_GIVEN
    field(bench, "title").setFocus()
    QTest.keyClicks(field(bench, "title"), "Typed")
    assert "Title: Typed\n" in bench.preview
    assert bench.panels.values._case_button.text() == "Case: pricing page, edited"
    bench.panels.values.case_chosen.emit("nothing but the address")
    assert field(bench, "title").state is FieldState.NOT_GIVEN
    assert "Title" not in bench.preview
    bench.panels.values.case_chosen.emit(None)
    assert field(bench, "url").state is FieldState.NOT_GIVEN
    assert bench.panels.values._case_button.text() == "No case"


def test_a_required_value_that_is_missing_is_named_and_one_is_loaded_from_a_file(bench, tmp_path):
    choose(bench, "url", "Not given")
    assert bench.panels.preview._missing.isVisible()
    assert bench.panels.preview._missing.words.text() == "‘url’ is required and not given."
    assert "URL: \n" in bench.preview
    bench.act("copy_model_text")
    assert bench.notice == "Copied, but ‘url’ is required and was not given a value."
    bench.panels.preview._missing.link.click()
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


def test_save_as_case_writes_only_its_lines(bench):
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


def test_a_case_of_a_default_goes_to_the_users_folder(bench):
    bench.open("defaults/page-analysis.md")
    (bench.root / "page-analysis.cases.yaml").unlink()
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


def test_cases_beside_a_default_are_read_as_the_command_line_reads_them(bench):
    cases = bench.root / "page-analysis.cases.yaml"
    cases.rename(bench.root / "defaults" / cases.name)
    bench.open("defaults/page-analysis.md")
    assert [case.name for case in bench.file.cases][:1] == ["pricing page"]


def test_typed_values_are_there_after_a_restart(bench, open_bench, root):
    field(bench, "title").give("Kept")
    choose(bench, "content", "Empty")
    bench.close()
    again = open_bench(root, "page-analysis.md")
    assert (field(again, "title").value, field(again, "content").value) == ("Kept", "")
    assert field(again, "url").value == "https://example.org/pricing"
    assert again.panels.values._case_button.text() == "Case: pricing page, edited"
    again.panels.values.case_chosen.emit("pricing page")
    again.close()
    last = open_bench(root, "page-analysis.md")
    assert field(last, "title").value == "Pricing – Example"


def test_a_cases_file_counts_when_saved_in_the_window_and_says_that_it_cannot_be_added_to(bench):
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


def test_edit_value_of_what_nothing_declares_leads_to_its_tag_and_to_its_declaration(bench):
    bench.go_to("Provide a concise")
    bench.type("{{#if nowhere}}Only somewhere.{{/if}}\n")
    bench.settle()
    rows = bench.panels.preview.blank.list
    row = next(row for row in bench.panels.preview.blank.rows if row.name == "nowhere")
    assert row.link == "Edit value"
    bench.go_to("URL")
    rows.link_chosen.emit(row)
    assert bench.text[bench.editor.cursor_offset() :].startswith("nowhere}}Only")
    assert bench.notice == "‘nowhere’ is not declared, so there is no value of it to edit."
    bench.choose_first_fix()
    assert "- name: nowhere\n" in bench.text
    bench.settle()
    row = next(row for row in bench.panels.preview.blank.rows if row.name == "nowhere")
    rows.link_chosen.emit(row)
    assert field(bench, "nowhere").hasFocus()

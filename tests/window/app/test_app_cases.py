"""The cases of a prompt in the window: a table of values, what each must give, and what comes of it."""

from __future__ import annotations

from threading import active_count

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.prompts.cases.cases import Case
from editor_app.prompts.cases.expectations import ExpectationKind
from editor_app.text import Edit, Span
from editor_app.window.documents.side_files import NOT_ALONE
from editor_app.window.documents.values import case_trials
from editor_app.window.kinds.cases.expectation_field import WrittenExpectation
from editor_app.window.kit.form.growing_text import ValueField
from editor_app.window.kit.work import slices
from editor_app.window.panels.problems.problem_list import ProblemScope
from editor_app.window.text.open_documents import SOURCE

pytestmark = pytest.mark.one_window

CASES = """\
# Kept.
format: 1
cases:
  - name: home  # first
    values:
      url: 'https://example.org/'
    expect:
      - contains: example.org
  - name: titled
    values:
      url: https://example.org/a
      title: A
    expect:
      - equals: |
          nothing of it
      - matches: "URL: .*/a$"
"""


@pytest.fixture
def bench(open_bench, root):
    (root / "page-analysis.cases.yaml").write_text(CASES)
    bench = open_bench(root, "page-analysis.cases.yaml")
    tried(bench)
    return bench


def tried(bench):
    """Return the perspective once all cases were tried."""
    perspective = bench.workbench.perspectives.of(bench.file)
    bench.settle()
    bench.resolve()
    bench.wait_until(lambda: not perspective.run.trials.left)
    bench.resolve()
    return perspective


def problems(bench):
    """Return the rows of the problems."""
    return bench.panels.problems._rows[ProblemScope.FILE]


def words(perspective) -> list[list[str]]:
    """Return the words of the cells, row by row."""
    table = perspective.table
    return [
        [table.content_at(table.cells.index(row, column)).words for column in range(len(table.cells.heads))]
        for row in range(len(table.rows) - 1)
    ]


def write(perspective, row: int, column: int, text: str, key=Qt.Key.Key_Return) -> None:
    """Type into a cell."""
    table = perspective.table
    table.setFocus()
    table.setCurrentIndex(table.cells.index(row, column))
    QTest.keyClick(table, Qt.Key.Key_F2)
    field = table.writing.field
    assert isinstance(field, ValueField)
    field.setPlainText(text)
    QTest.keyClick(field, key)


def test_a_table_stands_in_place_of_the_text_and_the_cases_run_by_themselves(bench):
    cases = tried(bench)
    assert cases.table.cells.heads == ("Case", "url", "title", "content", "Expects")
    assert words(cases) == [
        ["home", "https://example.org/", "–", "–", "1 of 1"],
        ["titled", "https://example.org/a", "A", "–", "1 of 2"],
    ]
    assert (cases.view.failed.text(), cases.view.passed.text()) == ("1 failed", "1 passed")
    assert bench.status == ""
    (row,) = [row for row in problems(bench) if row.code == "case-failed"]
    assert row.message.startswith("‘titled’ failed: Expected ‘nothing of it’, got ‘Analyze this web page")
    assert row.fix_title == "Show difference"
    assert row.place.in_file.endswith("page-analysis.cases.yaml:14:9")


def test_a_cell_is_written_as_one_step_and_nothing_else_changes(bench):
    cases = tried(bench)
    write(cases, 0, 1, "x: y")
    assert bench.text == CASES.replace("'https://example.org/'", "'x: y'")
    write(cases, 0, 2, "T")
    assert "      url: 'x: y'\n      title: T\n" in bench.text
    bench.act("undo")
    bench.act("undo")
    assert bench.text == CASES
    write(cases, 0, 1, "z", Qt.Key.Key_Escape)
    assert bench.text == CASES
    assert words(tried(bench))[0][1] == "https://example.org/"


def test_a_value_is_taken_away_or_empty(bench):
    cases = tried(bench)
    cases.table.setFocus()
    cases.table.setCurrentIndex(cases.table.cells.index(1, 2))
    QTest.keyClick(cases.table, Qt.Key.Key_Delete)
    assert "title: A" not in bench.text
    entries = cases.table.entries(cases.run.cases[1], 2)
    next(entry for entry in entries if entry and entry.text == "Empty text").act()
    assert words(tried(bench))[1][2] == "empty text"
    assert '      title: ""\n' in bench.text


def test_a_new_row_is_typed_copied_and_deleted(bench):
    cases = tried(bench)
    write(cases, 2, 0, "third")
    assert cases.run.case.name == "third"
    assert bench.text.endswith("  - name: third\n    values: {}\n")
    write(cases, 2, 1, "u")
    QTest.keyClick(cases.table, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert [case.name for case in cases.run.cases] == ["home", "titled", "third", "third 2"]
    assert cases.run.cases[3].values == {"url": "u"}
    cases.table.setCurrentIndex(cases.table.cells.index(4, 0))  # the empty row
    QTest.keyClick(cases.table, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert cases.run.case.name == "third 3"
    for _ in range(3):
        cases.table.setCurrentIndex(cases.table.cells.index(2, 0))
        QTest.keyClick(cases.table, Qt.Key.Key_Delete)
    assert bench.text == CASES


def test_a_case_is_renamed_and_a_name_that_is_taken_is_refused(bench):
    cases = tried(bench)
    write(cases, 0, 0, "\u202ea\u2066b")
    assert [case.name for case in cases.run.cases] == ["\u202ea\u2066b", "titled"]
    write(cases, 0, 0, "titled")
    assert bench.notice == "Nothing was changed: another case is called ‘titled’."
    assert [case.name for case in cases.run.cases] == ["\u202ea\u2066b", "titled"]


def test_what_a_case_must_give_is_written_below_the_table(bench):
    cases = tried(bench)
    cases.table.setCurrentIndex(cases.table.cells.index(1, 0))
    tried(bench)
    assert cases.view.title.text() == "What ‘titled’ must give"
    first, second = cases.view.form.cells
    assert first.field.remark.sentence.startswith("Expected ‘nothing of it’, got ‘Analyze this web page")
    assert (first.field.holds, second.field.holds) == (False, True)
    first.widget.text.setPlainText("other")
    first.widget.commit()
    assert "      - equals: |\n          other\n" in bench.text
    second.widget.sort.value_given.emit("contains")
    assert '      - contains: "URL: .*/a$"\n' in bench.text
    QTest.mouseClick(cases.view.more, Qt.MouseButton.LeftButton)
    assert len(cases.view.form.cells) == 3
    assert cases.view.form.cells[2].isAncestorOf(QApplication.focusWidget())
    cases.view.form.cells[2].remove_button.click()
    cases.view.form.cells[1].remove_button.click()
    assert [expect.text for expect in cases.run.case.expect] == ["other\n"]
    tried(bench)
    bench.act("expect_now")
    assert words(tried(bench))[1][4] == "1 of 1"
    assert (cases.view.failed.text(), cases.view.passed.text()) == ("", "2 passed")


def test_what_a_case_gives_now_is_what_it_gives_with_the_values_of_now(bench):
    cases = tried(bench)
    cases.commands.give(cases.run.case, "url", "https://changed.example/")
    bench.act("expect_now")
    tried(bench)
    (equal,) = [expect for expect in cases.run.case.expect if expect.kind is ExpectationKind.EQUALS]
    assert "https://changed.example/" in equal.text
    bench.act("expect_now")
    cases.table.setCurrentIndex(cases.table.cells.index(1, 0))
    before = bench.text
    tried(bench)
    assert bench.text == before, "another case was chosen meanwhile"


@pytest.mark.parametrize(
    ("expects", "status"),
    [
        (["", ""], "No case expects anything yet"),
        (["contains: URL", ""], "1 case passed"),
        (["contains: URL", "contains: URL"], "All 2 cases passed"),
        (["contains: Wrong", ""], "1 of 1 case failed"),
        (["contains: URL"], "1 case passed"),
    ],
)
def test_only_cases_that_expect_something_pass_or_fail(open_bench, root, expects, status):
    of = [f"    expect:\n      - {expect}\n" if expect else "" for expect in expects]
    text = "".join(f"  - name: c{at}\n    values: {{url: x}}\n{expect}" for at, expect in enumerate(of))
    (root / "page-analysis.cases.yaml").write_text(f"format: 1\ncases:\n{text}")
    bench = open_bench(root, "page-analysis.cases.yaml")
    cases = tried(bench)
    cases.show_source()
    assert bench.status == status


def test_what_is_being_typed_is_saved(bench):
    cases = tried(bench)
    cases.view.form.cells[0].widget.text.setPlainText("nowhere")
    bench.act("save")
    assert "      - contains: nowhere\n" in (bench.root / "page-analysis.cases.yaml").read_text()


def test_what_is_typed_into_an_expectation_is_in_the_text_after_a_pause(bench):
    cases = tried(bench)
    cases.view.form.cells[0].widget.text.setPlainText("nowhere")
    bench.wait_until(lambda: "      - contains: nowhere\n" in bench.file.text)
    assert bench.file.is_modified


def test_the_difference_to_what_it_must_equal_is_shown(bench):
    cases = tried(bench)
    row = next(row for row in problems(bench) if row.code == "case-failed")
    assert row.fix_title == "Show difference"
    bench.workbench.commands.problems.fix_problem(row)
    tried(bench)
    assert cases.run.case.name == "titled"
    assert cases.text_preview.comparison.choice.currentText() == "what it must equal"
    labels = [cases.text_preview.comparison.choice.itemText(at) for at in range(2)]
    assert labels == ["what it must equal", "case ‘home’"]
    cases.text_preview.comparison.choose("case ‘home’")
    assert cases.text_preview.comparison.difference.counts == (2, 2)


def test_an_edit_of_the_prompt_tries_the_cases_again(bench):
    prompt = bench.open("page-analysis.md")
    bench.open("page-analysis.cases.yaml")
    assert words(tried(bench))[1][4] == "1 of 2"
    prompt.document.replace_text(prompt.text.replace("{{url}}", "no more"))
    assert [row[4] for row in words(tried(bench))] == ["0 of 1", "0 of 2"]


def test_text_that_is_no_yaml_gives_way_to_the_source(bench):
    cases = tried(bench)
    bench.file.document.replace_text(CASES + "  - {\n")
    tried(bench)
    assert cases.view.empty.isVisible()
    assert cases.view.empty.title.text().startswith("Line ")
    cases.view.empty.chosen.emit()
    assert bench.workbench.tabs.view_of(bench.file.document) == SOURCE
    bench.act("undo")
    assert len(words(tried(bench))) == 2


def test_a_file_that_was_changed_outside_keeps_what_was_typed(bench):
    cases = tried(bench)
    write(cases, 0, 1, "mine")
    (bench.root / "page-analysis.cases.yaml").write_text(CASES + "  - name: theirs\n    values: {}\n")
    bench.workbench.files.disk.look_now()
    assert "changed on disk while you were editing it" in bench.bar
    assert words(tried(bench))[0][1] == "mine"


def test_what_is_typed_in_a_cell_goes_on_when_the_file_changes_on_disk(bench):
    cases, path = tried(bench), bench.root / "page-analysis.cases.yaml"

    def type_while_disk_has(text: str) -> None:
        cases.table.setFocus()
        cases.table.setCurrentIndex(cases.table.cells.index(1, 2))
        QTest.keyClick(cases.table, Qt.Key.Key_F2)
        cases.table.writing.field.setPlainText("typed")
        path.write_text(text)
        bench.workbench.files.disk.look_now()
        QTest.keyClick(cases.table.writing.field, Qt.Key.Key_Return)
        tried(bench)

    other = CASES.replace("org/a", "org/b")
    type_while_disk_has(other)
    assert bench.text == other.replace("title: A", "title: typed")
    assert words(cases)[1][1:3] == ["https://example.org/b", "typed"]
    bench.act("undo")
    gone = CASES.replace("name: titled", "name: other")
    type_while_disk_has(gone)
    assert bench.text == gone, "a value of ‘titled’ is none of another case"
    assert [row[0] for row in words(cases)] == ["home", "other"]


def test_rows_that_are_pasted_become_cases(bench):
    cases = tried(bench)
    made = (Case("a", {"url": "1"}), Case("b", {"url": "2"}))
    bench.dialogs.answers.append(made)
    bench.act("paste_cases")
    (question,) = bench.dialogs.questions
    assert question == ("rows", ("url", "title", "content"), ("home", "titled"))
    assert [row[:2] for row in words(tried(bench))[2:]] == [["a", "1"], ["b", "2"]]
    assert cases.run.case.name == "b"
    bench.act("undo")
    assert bench.text == CASES


def test_very_many_cases_are_tried_some_at_a_time_and_can_be_cancelled(bench, monkeypatch):
    monkeypatch.setattr(case_trials, "AT_ONCE", 10)
    many = "cases:\n" + "".join(
        f"- {{name: n{at}, values: {{url: u}}, expect: [contains: u]}}\n" for at in range(500)
    )
    bench.file.document.replace_text(many)
    cases = bench.workbench.perspectives.of(bench.file)
    cases.run.run_all()
    bench.wait_until(lambda: 0 < cases.run.trials.left < 500)
    assert cases.view.cancel.isVisible()
    QTest.mouseClick(cases.view.cancel, Qt.MouseButton.LeftButton)
    bench.resolve()
    assert cases.run.trials.left == 0
    assert not cases.view.cancel.isVisible()
    assert bench.status.endswith(" not tried yet")
    QTest.mouseClick(cases.view.run, Qt.MouseButton.LeftButton)
    tried(bench)
    assert cases.view.passed.text() == "500 passed"


def test_cases_without_a_text_say_so(open_bench, root):
    (root / "lonely.cases.yaml").write_text(CASES)
    bench = open_bench(root, "lonely.cases.yaml")
    cases = tried(bench)
    assert cases.view.failed.text() == "There is no text beside this file to try it on."
    assert words(cases)[0] == ["home", "https://example.org/", "–", "…"]
    bench.act("expect_now")
    assert bench.notice == cases.view.failed.text()


def test_a_template_is_tried_with_its_variables(open_bench, root):
    (root / "system-prompt.cases.yaml").write_text(
        "cases:\n- name: then\n  clock: 2020-02-02T10:00:00Z\n  values: {}\n"
        "  expect: [contains: '2020-02-02']\n"
        "- name: outside\n  cwd: /nowhere\n  values: {}\n  expect: [contains: '2020']\n"
    )
    (root / "system-prompt.tmpl").write_text("It is [system:date].\n")
    cases = tried(open_bench(root, "system-prompt.cases.yaml"))
    assert [row[-1] for row in words(cases)] == ["1 of 1", "0 of 1"]
    assert "It looks in ‘/nowhere’, which" in cases.run.trials.outcome(cases.run.cases[1]).problem


def choose(bench, words: str) -> None:
    """Choose an entry of the menu of cases in the head of the values."""
    entries = [entry for entry in bench.panels.values.case_entries() if entry is not None]
    next(entry for entry in entries if entry.text == words and entry.is_enabled).act()


def test_the_menu_of_the_values_changes_the_chosen_case(bench):
    path = bench.root / "page-analysis.cases.yaml"
    bench.open("page-analysis.md")
    choose(bench, "titled")
    bench.panels.values.give("title", "B")
    choose(bench, "Update ‘titled’")
    assert path.read_text() == CASES.replace("title: A", "title: B")
    assert bench.notice == "Case ‘titled’ is saved."
    bench.dialogs.answers.append("named")
    choose(bench, "Rename ‘titled’…")
    assert path.read_text() == CASES.replace("title: A", "title: B").replace("titled", "named")
    bench.dialogs.answers.append("home")
    choose(bench, "Rename ‘named’…")
    assert bench.notice == "Nothing was changed: another case is called ‘home’."
    choose(bench, "Delete ‘named’")
    assert "named" not in path.read_text()
    assert (bench.file.values["title"], bench.file.case_name) == ("B", None)
    bench.panels.values.setFocus()
    choose(bench, "Show all cases")
    assert QApplication.focusWidget() is tried(bench).table
    assert [row[0] for row in words(tried(bench))] == ["home"], "its tab follows"


def test_all_cases_are_shown_at_the_one_that_the_prompt_is_tried_with(bench):
    for name in ("titled", "home"):
        bench.open("page-analysis.md")
        choose(bench, name)
        choose(bench, "Show all cases")
        cases = tried(bench)
        assert cases.run.case.name == name
        assert cases.table.currentIndex().row() == [case.name for case in cases.run.cases].index(name)
        assert QApplication.focusWidget() is cases.table


def test_a_changed_case_of_a_default_goes_with_the_others_into_the_folder_of_the_user(bench):
    own, default = (bench.root / place / "page-analysis.cases.yaml" for place in ("", "defaults"))
    own.rename(default)
    bench.open("defaults/page-analysis.md")
    choose(bench, "titled")
    bench.dialogs.answers.append("named")
    choose(bench, "Rename ‘titled’…")
    assert own.read_text() == CASES.replace("titled", "named")
    own.unlink()
    bench.act("refresh_values")
    choose(bench, "titled")
    choose(bench, "Delete ‘titled’")
    assert bench.notice == "Case ‘titled’ is deleted."
    assert [case.name for case in bench.file.cases] == ["home"]
    assert own.read_text() == CASES[: CASES.index("  - name: titled")]
    assert default.read_text() == CASES


def test_a_case_that_can_not_be_deleted_alone_stays_and_it_is_said(bench):
    path = bench.root / "page-analysis.cases.yaml"
    text = (
        CASES.replace("values:\n      url: 'https", "values: &v\n      url: 'https")
        + "  - {name: c, values: *v}\n"
    )
    path.write_text(text)
    bench.workbench.files.disk.look_now()
    bench.open("page-analysis.md")
    choose(bench, "home")
    choose(bench, "Delete ‘home’")
    assert bench.notice == f"Nothing was changed in ‘{path.name}’: {NOT_ALONE}"
    assert (path.read_text(), bench.file.case_name) == (text, "home")
    bench.workbench.cases.save(bench.file, "home")
    assert bench.notice == "Case ‘home’ is saved already."


def test_a_case_is_changed_in_the_tab_that_has_unsaved_text(bench):
    cases = tried(bench)
    write(cases, 0, 1, "typed")
    unsaved, path = bench.file, bench.root / "page-analysis.cases.yaml"
    bench.open("page-analysis.md")
    choose(bench, "home")
    assert bench.panels.values.values["url"] == "typed"
    bench.panels.values.give("title", "T")
    choose(bench, "Update ‘home’")
    assert bench.notice == "The case is changed in ‘page-analysis.cases.yaml’, which is not saved yet."
    assert path.read_text() == CASES
    assert "      url: 'typed'\n      title: T\n" in unsaved.text
    unsaved.document.text_document.undo()
    assert "title: T" not in unsaved.text, "it is one step"


def test_what_is_very_long_or_slow_to_match_is_tried_as_any_other(bench):
    cases = tried(bench)
    cases.commands.give(cases.run.cases[0], "url", "a" * 900_000)
    cases.commands.change_expectation("0", WrittenExpectation("matches", "(a+)+%"))
    assert words(tried(bench))[0][1] == "900,000 characters"
    assert "- matches: (a+)+%\n" in bench.text
    bench.wait_until(lambda: words(tried(bench))[0][4] == "0 of 1")
    cases.table.setFocus()
    cases.table.setCurrentIndex(cases.table.cells.index(0, 1))
    QTest.keyClick(cases.table, Qt.Key.Key_F2)
    assert cases.table.writing.field.isReadOnly()
    QTest.keyClick(cases.table.writing.field, Qt.Key.Key_Escape)
    assert len(cases.run.cases[0].values["url"]) == 900_000
    cases.commands.give(cases.run.cases[0], "url", "a" * 1_000_000)
    assert bench.notice.startswith("Nothing was changed: "), "no file of cases may be that long"


def test_cases_of_the_same_name_are_told_and_the_first_is_changed(bench):
    bench.file.document.replace_text(CASES.replace("titled", "home"))
    cases = tried(bench)
    assert [row[0] for row in words(cases)] == ["home"]
    assert any("Another case is called ‘home’ too" in row.message for row in problems(bench))
    write(cases, 0, 1, "one")
    assert bench.text == CASES.replace("titled", "home").replace("'https://example.org/'", "'one'")


def test_cases_of_a_default_are_read_and_tried(open_bench, root):
    (root / "defaults" / "page-analysis.cases.yaml").write_text(CASES)
    bench = open_bench(root, "defaults/page-analysis.cases.yaml")
    cases = tried(bench)
    assert [row[4] for row in words(cases)] == ["1 of 1", "1 of 2"]
    cases.table.setFocus()
    cases.table.setCurrentIndex(cases.table.cells.index(0, 1))
    QTest.keyClick(cases.table, Qt.Key.Key_F2)
    assert cases.table.writing.field is None
    cases.delete(cases.record)
    assert bench.notice.startswith("Nothing was changed: ")
    assert not cases.view.add.isVisible()
    assert bench.text == CASES


def test_the_chosen_case_is_chosen_again_when_its_tab_comes_back(bench):
    cases = tried(bench)
    file = bench.file
    cases.table.setCurrentIndex(cases.table.cells.index(1, 2))
    assert cases.kept_state(file) == {"case": "titled"}
    bench.open("page-analysis.md")
    bench.workbench.tabs.show_document(file.document)
    assert cases.run.case.name == "titled"
    assert cases.table.currentIndex().row() == 1
    cases.restore_state(file, {"case": "home"})
    assert (cases.run.case.name, cases.table.currentIndex().row()) == ("home", 0)
    cases.restore_state(file, {"case": 5})
    assert cases.run.case.name == "home", "there is no such case"


def test_the_field_to_find_in_cases_stands_over_their_heads(bench):
    table = tried(bench).table
    heads = table.horizontalHeader()
    before = heads.height()
    table.setFocus()
    bench.press("Ctrl+F")
    field = QApplication.focusWidget()
    assert heads.height() >= before + field.height(), "the heads stay below it"
    assert table.viewport().y() == heads.height()
    bench.press("Esc")
    assert (heads.height(), table.viewport().y()) == (before, before)
    assert QApplication.focusWidget() is table


def test_what_came_of_a_case_stands_at_its_line_of_the_source(bench):
    cases = tried(bench)
    bench.workbench.tabs.show_view(bench.file.document, SOURCE)
    (mark,) = [
        mark for mark in bench.editor.marks.between(0, len(CASES)) if mark.problem.code == "case-failed"
    ]
    assert mark.span.of(CASES) == "equals: |"
    at = CASES.index("  title: A")
    bench.file.document.apply_edits([Edit(Span(at, at), "  content: c\n    ")])
    assert [problem.code for problem in bench.file.analysis.diagnostics] == ["case-failed"]
    bench.file.document.replace_text(CASES.replace("equals", "contains").replace("nothing of it", "URL"))
    tried(bench)
    assert bench.file.analysis.diagnostics == ()
    assert cases.view.passed.text() == "2 passed"


def test_clock_folder_and_model_are_columns_where_a_case_may_say_them(open_bench, root):
    (root / "system-prompt.tmpl").write_text("It is [system:date], [prompt:model].\n")
    source = "cases:\n- name: then\n  model: m-1\n  values: {}\n  expect: [contains: m-1]\n"
    (root / "system-prompt.cases.yaml").write_text(source)
    bench = open_bench(root, "system-prompt.cases.yaml")
    cases = tried(bench)
    assert cases.table.cells.heads[-4:] == ("Clock", "Folder", "Model", "Expects")
    assert words(cases)[0][-4:] == ["–", "–", "m-1", "1 of 1"]
    column = len(cases.table.cells.heads) - 2
    write(cases, 0, column - 2, "2020-02-02T10:00:00Z")
    assert "  clock: 2020-02-02T10:00:00Z\n" in bench.text
    write(cases, 0, column - 2, "yesterday")
    assert bench.notice.startswith("Nothing was changed: ")
    assert "‘yesterday’" in bench.notice
    write(cases, 0, column, "m-2")
    assert "  model: m-2\n" in bench.text
    assert words(tried(bench))[0][-1] == "0 of 1"
    cases.table.setCurrentIndex(cases.table.cells.index(0, column))
    QTest.keyClick(cases.table, Qt.Key.Key_Delete)
    assert "model:" not in bench.text


def test_a_prompt_that_breaks_a_case_of_its_own_says_so_and_leads_to_it(open_bench, root):
    (root / "page-analysis.cases.yaml").write_text(
        CASES.replace("equals", "contains").replace("nothing of it", "URL")
    )
    bench = open_bench(root, "page-analysis.md")
    settle_cases(bench)
    assert [row for row in problems(bench) if row.code == "case-failed"] == []
    at = bench.text.index("URL: ")
    bench.file.document.apply_edits([Edit(Span(at, at + 4), "Address:")])
    settle_cases(bench)
    first, second = (row for row in problems(bench) if row.code == "case-failed")
    assert first.message.startswith("‘titled’ failed: ")
    assert "URL" in first.message
    bench.panels.problems.problem_activated.emit(second)
    assert bench.file.path.name == "page-analysis.cases.yaml"
    assert tried(bench).run.case.name == "titled"
    bench.workbench.tabs.show_document(bench.workbench.files.find(root / "page-analysis.md").document)
    bench.act("undo")
    settle_cases(bench)
    assert [row for row in problems(bench) if row.code == "case-failed"] == []


def settle_cases(bench) -> None:
    """Wait until the cases of the prompt in front were tried."""
    perspective = bench.workbench.perspectives.of(bench.file)
    bench.settle()
    bench.wait_until(lambda: not (perspective._try_later.isActive() or perspective._trials.left))
    bench.settle()


def test_a_template_that_breaks_a_case_of_its_own_says_so(open_bench, root):
    (root / "system-prompt.tmpl").write_text("It is [prompt:model].\n")
    source = "cases:\n- name: then\n  model: m-1\n  expect: [contains: m-2]\n"
    (root / "system-prompt.cases.yaml").write_text(source)
    bench = open_bench(root, "system-prompt.tmpl")
    settle_cases(bench)
    (row,) = (row for row in problems(bench) if row.code == "case-failed")
    assert row.message.startswith("‘then’ failed: ")
    assert row.place.shown == "system-prompt.cases, 4:12"


def test_where_there_are_no_cases_one_is_offered(open_bench, root):
    (root / "alone.md").write_text("---\nname: alone\ndescription: d\n---\n{{x}}\n")
    bench = open_bench(root, "alone.md", answers=("first",))
    bench.act("show_cases")
    assert bench.notice == "‘alone.md’ has no cases yet."
    QTest.mouseClick(bench.window.notices.link, Qt.MouseButton.LeftButton)
    assert (root / "alone.cases.yaml").read_text().count("- name: first") == 1


def test_a_case_that_is_not_saved_yet_counts_in_its_prompt(open_bench, root):
    (root / "page-analysis.cases.yaml").write_text(CASES)
    bench = open_bench(root, "page-analysis.md")
    prompt = bench.file
    cases = bench.open("page-analysis.cases.yaml")
    cases.document.replace_text(CASES.replace("nothing of it", "other text"))
    bench.workbench.tabs.show_document(prompt.document)
    settle_cases(bench)
    (row,) = (row for row in problems(bench) if row.code == "case-failed")
    assert "other text" in row.message


def test_a_case_that_is_changed_in_the_table_is_what_its_prompt_is_tried_with(open_bench, root):
    (root / "page-analysis.cases.yaml").write_text(CASES)
    bench = open_bench(root, "page-analysis.md")
    prompt = bench.file
    assert prompt.case_name == "home"
    bench.open("page-analysis.cases.yaml")
    cases = tried(bench)
    for typed, url in ((None, "https://b.example/"), ("typed", "https://c.example/")):
        if typed is not None:
            bench.workbench.cases.type(prompt, {"url": typed})
        cases.commands.give(cases.run.cases[0], "url", url)
        bench.act("save")
        bench.settle()
        assert prompt.values == {"url": typed or url}, "what was typed stays"


MANY = "- {{name: case {0}, values: {{url: of {0}}}, expect: [contains: of {0}]}}\n"


@pytest.fixture
def in_slices_of_a_pause(monkeypatch):
    """Leave the reading of a file at each pause, however fast it is."""
    monkeypatch.setattr(slices, "_CALLS", 1)
    monkeypatch.setattr(slices, "_SECONDS", -1)
    monkeypatch.setattr(slices, "_MOMENT", -1)


@pytest.mark.usefixtures("in_slices_of_a_pause")
@pytest.mark.parametrize("meanwhile", ["nothing", "a key", "a close"])
def test_many_cases_are_read_while_the_window_goes_on(open_bench, root, meanwhile):
    (root / "page-analysis.cases.yaml").write_text("".join(map(MANY.format, range(40))))
    bench = open_bench(root, "page-analysis.md")
    bench.wait_until(lambda: len(bench.file.cases) == 40)
    assert (bench.file.case_name, bench.file.values) == ("case 0", {"url": "of 0"})
    file = bench.open("page-analysis.cases.yaml")
    assert file.is_behind
    if meanwhile == "a close":
        threads = active_count()
        bench.trigger("close_tab")
        assert bench.tab_titles == ["page-analysis.md"]
        bench.wait_until(lambda: active_count() == threads - 1)
        return
    if meanwhile == "a key":
        file.document.apply_edits([Edit(Span(0, 0), MANY.format("new"))])
    bench.wait_until(lambda: not file.is_behind)
    names = [case.name for case in bench.workbench.perspectives.of(file).run.cases]
    assert names == [*(["case new"] if meanwhile == "a key" else []), *(f"case {n}" for n in range(40))]
    tried(bench)


@pytest.mark.usefixtures("in_slices_of_a_pause")
def test_what_needs_the_cases_now_reads_them_at_once(open_bench, root):
    (root / "page-analysis.cases.yaml").write_text("".join(map(MANY.format, range(40))))
    bench = open_bench(root, "page-analysis.cases.yaml")
    bench.wait_until(lambda: not bench.file.is_behind)
    bench.file.document.apply_edits([Edit(Span(0, 0), MANY.format("new"))])
    assert bench.file.is_behind
    bench.file.catch_up()
    assert bench.workbench.perspectives.of(bench.file).run.cases[0].name == "case new"
    tried(bench)


@pytest.mark.usefixtures("in_slices_of_a_pause")
@pytest.mark.parametrize(("wanted", "chosen"), [("case 7", "case 7"), ("gone", "case 0"), (None, "case 0")])
def test_cases_that_are_still_being_read_open_at_the_one_that_is_wanted(open_bench, root, wanted, chosen):
    (root / "page-analysis.cases.yaml").write_text("".join(map(MANY.format, range(40))))
    bench = open_bench(root, "page-analysis.md")
    bench.wait_until(lambda: len(bench.file.cases) == 40)
    bench.file.set_values({"url": "of 7"}, wanted)
    bench.act("show_cases")
    assert bench.file.is_behind
    bench.wait_until(lambda: not bench.file.is_behind)
    cases = tried(bench)
    assert cases.run.case.name == chosen
    assert cases.table.content_at(cases.table.currentIndex()).words == chosen


@pytest.mark.usefixtures("in_slices_of_a_pause")
def test_values_that_are_given_before_the_cases_are_read_stay(open_bench, root):
    (root / "page-analysis.cases.yaml").write_text("".join(map(MANY.format, range(40))))
    bench = open_bench(root)
    file = bench.open("page-analysis.md")
    assert file.cases == ()
    bench.workbench.cases.type(file, {"url": "typed"})
    bench.wait_until(lambda: len(file.cases) == 40)
    assert (file.case_name, file.values) == (None, {"url": "typed"})
    bench.workbench.cases.save(file, "saved")
    assert (file.case_name, len(file.cases), bench.workbench.cases.is_edited(file)) == ("saved", 41, False)


@pytest.mark.usefixtures("in_slices_of_a_pause")
def test_a_long_file_that_cannot_be_read_opens_where_it_is_wrong(open_bench, root):
    text = "".join(map(MANY.format, range(40)))
    (root / "page-analysis.cases.yaml").write_text(f"{text}- {{name: [\n")
    bench = open_bench(root, "page-analysis.cases.yaml")
    assert bench.workbench.tabs.view_of(bench.file.document) != SOURCE
    bench.wait_until(lambda: not bench.file.is_behind)
    assert bench.workbench.tabs.view_of(bench.file.document) == SOURCE
    assert bench.editor.cursor_offset() >= len(text)

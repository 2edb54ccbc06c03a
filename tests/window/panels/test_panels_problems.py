from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from editor_app.text import Severity
from editor_app.window.documents.problem_rows import ProblemPlace, ProblemRow
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.plain_text import SentencePart, segments
from editor_app.window.panels.problems.problem_list import ProblemScope, Sorting, shown_rows
from editor_app.window.panels.problems.problems_panel import ProblemsPanel


@pytest.fixture
def panel(qtbot, theme, problems) -> ProblemsPanel:
    panel = ProblemsPanel()
    qtbot.addWidget(panel)
    qtbot.addWidget(panel.header_tools)
    panel.show_file_problems(problems)
    panel.resize(732, 120)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel


def codes(panel: ProblemsPanel) -> list[str]:
    model = panel.tree.model()
    return [model.rows[row].code for row in range(model.rowCount())]


def select(panel: ProblemsPanel, row: int) -> None:
    panel.tree.setCurrentIndex(panel.tree.model().index(row, 0))


def choose(panel: ProblemsPanel, words: str) -> None:
    """Choose an entry of the menu, whose check mark changes by that."""
    menu, checked = panel.scope_button.menu(), []
    for choose in (True, False):
        menu.aboutToShow.emit()
        action = next(action for action in menu.actions() if action.text() == words)
        checked.append(action.isChecked())
        if choose:
            action.trigger()
    assert checked in ([True, False], [False, True])


def test_problems_stand_in_file_order_and_are_counted(panel) -> None:
    assert codes(panel) == ["INVALID_FRONTMATTER", "foreign-tag", "undeclared-variable"]
    assert panel.counts == Counts(1, 1, 1)


def test_enter_goes_there_and_ctrl_dot_fixes(panel, qtbot, problems) -> None:
    select(panel, 0)
    with qtbot.waitSignal(panel.problem_activated) as went:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    assert went.args == [problems[1]]
    with qtbot.waitSignal(panel.fix_requested) as fixed:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    assert fixed.args == [problems[1]]


def test_a_problem_without_a_fix_asks_for_none(panel, qtbot) -> None:
    select(panel, 1)
    with qtbot.assertNotEmitted(panel.fix_requested):
        qtbot.keyClick(panel.tree, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)


def test_a_click_on_the_link_fixes_and_elsewhere_goes_there(panel, qtbot) -> None:
    index = panel.tree.model().index(0, 0)
    rect = panel.tree.visualRect(index)
    link = panel.tree.fix_rect(rect, panel.tree.rows[0])
    with qtbot.waitSignal(panel.fix_requested), qtbot.assertNotEmitted(panel.problem_activated):
        qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=link.center())
    with qtbot.waitSignal(panel.problem_activated), qtbot.assertNotEmitted(panel.fix_requested):
        qtbot.mouseClick(
            panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=rect.topLeft() + link.topLeft() / 4
        )


@pytest.mark.parametrize("width", [300, 460, 732, 1100])
def test_a_link_is_whole_in_its_row(panel, problems, width) -> None:
    panel.resize(width, 120)
    QApplication.processEvents()
    for row, problem in enumerate(panel.tree.model().rows):
        index = panel.tree.model().index(row, 0)
        rect = panel.tree.visualRect(index)
        link = panel.tree.fix_rect(rect, problem)
        whole = row_style().metrics["body"].horizontalAdvance(problem.fix_title)
        assert link.isEmpty() is not bool(problem.fix_title)
        assert link.isEmpty() or whole <= link.width() + 1
        assert link.isEmpty() or rect.contains(link)
        assert problem.fix_title in panel.tree.model().data(index, Qt.ItemDataRole.ToolTipRole)


def test_two_rows_are_whole_at_the_least_height(panel, theme) -> None:
    panel.resize(732, 124 - 34)
    last = panel.tree.visualRect(panel.tree.model().index(1, 0))
    assert last.height() == 26
    assert panel.tree.viewport().rect().contains(last)


def test_sorting_filter_and_severities(panel, qtbot) -> None:
    panel.set_sorting(Sorting.CODE)
    assert codes(panel) == ["INVALID_FRONTMATTER", "foreign-tag", "undeclared-variable"]
    panel.set_sorting(Sorting.SEVERITY)
    assert codes(panel) == ["INVALID_FRONTMATTER", "undeclared-variable", "foreign-tag"]
    choose(panel, "Errors")
    assert codes(panel) == ["undeclared-variable", "foreign-tag"]
    panel.filter.setText("titel")
    assert codes(panel) == ["undeclared-variable"]
    panel.filter.setText("nothing like it")
    assert not panel.tree.isVisible()
    assert "hides" in panel._empty.sentence
    qtbot.keyClick(panel.filter, Qt.Key.Key_Escape)
    assert len(codes(panel)) == 2


def test_ctrl_f_asks_for_a_filter(panel, qtbot) -> None:
    panel.header_tools.show()
    panel.tree.setFocus()
    panel.tree.find_here()
    assert panel.filter.isVisible()


def test_the_whole_library_names_files(panel, qtbot) -> None:
    row = ProblemRow(Severity.ERROR, "‘a’ is wrong", "x", ProblemPlace(1, 1, Path("/library/a.md"), "a.md"))
    panel.show_library_problems((row,))
    assert len(codes(panel)) == 3
    with qtbot.waitSignal(panel.scope_changed):
        choose(panel, "Whole library")
    assert codes(panel) == ["x"]
    assert panel.scope_button.text() == "Whole library"
    assert "a.md" in panel.tree.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def in_files(*rows: tuple[str, Severity, int, str]) -> tuple[ProblemRow, ...]:
    return tuple(
        ProblemRow(
            severity, f"{file} is wrong in a sentence that is long", code, ProblemPlace(line, 1, file=file)
        )
        for file, severity, line, code in rows
    )


def test_problems_of_one_file_stay_together(panel, theme) -> None:
    rows = in_files(
        ("b/SKILL.md", Severity.WARNING, 2, "y"),
        ("a/SKILL.md", Severity.WARNING, 9, "x"),
        ("b/SKILL.md", Severity.ERROR, 5, "x"),
        ("a/SKILL.md", Severity.INFORMATION, 3, "z"),
    )
    panel.show_library_problems(rows)
    panel.set_scope(ProblemScope.LIBRARY)

    def order() -> list[tuple[str, int]]:
        return [(row.place.file, row.place.line) for row in panel.tree.model().rows]

    assert order() == [("a/SKILL.md", 3), ("a/SKILL.md", 9), ("b/SKILL.md", 2), ("b/SKILL.md", 5)]
    panel.set_sorting(Sorting.SEVERITY)
    assert order() == [("b/SKILL.md", 5), ("b/SKILL.md", 2), ("a/SKILL.md", 9), ("a/SKILL.md", 3)]
    panel.set_sorting(Sorting.CODE)
    assert order() == [("a/SKILL.md", 9), ("a/SKILL.md", 3), ("b/SKILL.md", 5), ("b/SKILL.md", 2)]
    panel.filter.setText("b/skill")
    assert order() == [("b/SKILL.md", 5), ("b/SKILL.md", 2)]


@pytest.mark.parametrize("width", [732, 420])
def test_every_row_names_its_file_however_narrow(panel, width) -> None:
    panel.resize(width, 200)
    panel.set_scope(ProblemScope.LIBRARY)

    def image_of(file: str) -> QImage:
        rows = (("a.md", Severity.ERROR, 1, "x"), (file, Severity.ERROR, 2, "x"))
        panel.show_library_problems(tuple(row._replace(message="It is wrong.") for row in in_files(*rows)))
        rect = panel.tree.visualRect(panel.tree.model().index(1, 0))
        return panel.tree.viewport().grab(rect.adjusted(0, 2, 0, 0)).toImage()

    assert image_of("one/SKILL.md") != image_of("two/SKILL.md")


def test_stepping_goes_round(panel, qtbot) -> None:
    panel.tree.clearSelection()
    went = []
    panel.problem_activated.connect(lambda row: went.append(row.place.line))
    for _ in range(4):
        panel.step()
    panel.step(backwards=True)
    assert went == [3, 4, 21, 3, 21]


def test_the_selection_stays_with_its_problem_or_goes_to_the_next(panel, problems) -> None:
    foreign = next(problem for problem in problems if problem.code == "foreign-tag")
    select(panel, codes(panel).index("foreign-tag"))
    moved = tuple(problem._replace(place=ProblemPlace(problem.place.line + 3, 1)) for problem in problems)
    new = foreign._replace(code="new", message="Something new.", place=ProblemPlace(1, 1))
    panel.show_file_problems((new, *moved))
    assert panel.tree.current_row == foreign._replace(place=ProblemPlace(foreign.place.line + 3, 1))
    panel.show_file_problems((new, *(problem for problem in moved if problem.code != "foreign-tag")))
    assert panel.tree.current_row == next(one for one in moved if one.code == "undeclared-variable")


def test_no_problems_is_said(panel) -> None:
    panel.show_file_problems(())
    assert not panel.tree.isVisible()
    assert panel._empty.sentence == "No problems."
    assert panel._empty.sign.isVisible()
    panel.show_file_problems((), without="Open a file to see its problems.")
    assert panel._empty.sentence == "Open a file to see its problems."
    assert not panel._empty.sign.isVisible()
    panel.set_scope(ProblemScope.LIBRARY)
    assert panel._empty.sentence == "No problems."


def test_rows_are_said_in_words(panel) -> None:
    said = panel.tree.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("error: ‘version’ is 1.1")
    assert said.endswith("INVALID_FRONTMATTER, line 3, column 10, fix: Change to 1.1.0")


def test_a_problem_can_be_copied(panel, qtbot) -> None:
    select(panel, 0)
    qtbot.keyClick(panel.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "3:10: ‘version’ is 1.1; it must be X.Y.Z"


def test_the_menu_offers_the_fix(panel, qtbot, problems) -> None:
    menu = panel.menu_for(problems[0])
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert texts == ["Go there", "Replace with title", "Copy"]
    with qtbot.waitSignal(panel.fix_requested):
        menu.actions()[1].trigger()


def test_names_are_strong_and_nothing_is_markup() -> None:
    assert segments("‘titel’ is not ‘title’.") == (
        SentencePart("titel", strong=True),
        SentencePart(" is not ", strong=False),
        SentencePart("title", strong=True),
        SentencePart(".", strong=False),
    )
    assert segments("it isn’t ‘half") == (SentencePart("it isn’t ‘half", strong=False),)
    assert "".join(part.text for part in segments("<b>\u202ex\n</b>")) == "<b> x </b>"
    assert sum(len(part.text) for part in segments("‘" * 100_000)) < 1000


def test_filtering_is_by_every_word(problems) -> None:
    found = shown_rows(problems, "title replace", set(Severity), Sorting.PLACE)
    assert [row.code for row in found] == ["undeclared-variable"]

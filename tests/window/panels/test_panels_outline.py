from __future__ import annotations

import pytest
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt

from editor_app.text import Severity, Span
from editor_app.window.kit.rows.models import DEEPEST, RowTreeModel
from editor_app.window.panels.outline import _ROWS, OutlinePanel, OutlineRow


@pytest.fixture
def panel(qtbot, theme, outline) -> OutlinePanel:
    panel = OutlinePanel()
    qtbot.addWidget(panel)
    panel.show_rows(outline)
    panel.resize(288, 200)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel


def shown(panel: OutlinePanel) -> list[str]:
    lines = []
    index = panel.tree.model().index(0, 0)
    while index.isValid():
        lines.append(index.data())
        index = panel.tree.indexBelow(index)
    return lines


def test_rows_nest_by_depth_and_are_unfolded(panel) -> None:
    assert shown(panel) == ["frontmatter", "if title", "titel", "if content", "content"]
    model = panel.tree.model()
    assert model.rowCount() == 3
    assert model.rowCount(model.index(1, 0)) == 1


def test_it_follows_the_cursor(panel) -> None:
    seen = []
    for offset in (0, 12, 25, 35, 45, 75, 200):
        panel.show_cursor(offset)
        seen.append(panel.tree.currentIndex().data())
    assert seen == ["frontmatter", "frontmatter", "if title", "titel", "if title", "content", "content"]


def test_enter_and_click_go_there(panel, qtbot) -> None:
    panel.show_cursor(35)
    with qtbot.waitSignal(panel.go_to_requested) as went:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    assert went.args == [Span(30, 40)]
    index = panel.tree.model().index(2, 0)
    with qtbot.waitSignal(panel.go_to_requested) as went:
        qtbot.mouseClick(
            panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=panel.tree.visualRect(index).center()
        )
    assert went.args == [Span(60, 90)]


def test_following_the_cursor_goes_nowhere_itself(panel, qtbot) -> None:
    with qtbot.assertNotEmitted(panel.go_to_requested):
        panel.show_cursor(75)


def test_folds_stay_while_typing(panel, qtbot, outline) -> None:
    twisty = panel.tree.twisty_rect(panel.tree.model().index(1, 0))
    with qtbot.assertNotEmitted(panel.go_to_requested):
        qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=twisty.center())
    assert "titel" not in shown(panel)
    panel.show_rows(tuple(row._replace(line=row.line + 1) for row in outline))
    assert "titel" not in shown(panel)
    panel.show_rows((*outline, OutlineRow("variable", "more", Span(95, 99), 0, 30)))
    assert "titel" not in shown(panel)
    assert "more" in shown(panel)


def test_moved_lines_are_shown_without_building_the_tree_anew(panel, qtbot, outline) -> None:
    with qtbot.assertNotEmitted(panel.tree.model().modelReset):
        panel.show_rows(tuple(row._replace(line=row.line + 5) for row in outline))
    assert panel.tree.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "frontmatter, line 6"


def test_states_are_said_in_words_and_no_label_is_painted_over_them(panel, outline) -> None:
    assert [row.in_words() for row in outline] == [
        "frontmatter, line 1",
        "if title, condition, line 21",
        "titel, variable, warning, line 21",
        "if content, condition, left out, line 23",
        "content, variable, line 25",
    ]
    pictures = []
    for label in ("i", "i" * 200):
        panel.show_rows(tuple(row._replace(label=label) for row in outline))
        row = panel.tree.visualRect(panel.tree.model().index_of(2))
        pictures.append(panel.tree.viewport().grab(row).toImage())
    states = [picture.copy(picture.width() - 60, 0, 60, picture.height()) for picture in pictures]
    assert states[0] == states[1]
    assert pictures[0] != pictures[1], "the control: the labels are painted"


def test_an_empty_outline_says_what_would_be_here(panel) -> None:
    panel.show_rows(())
    assert not panel.tree.isVisible()
    assert panel._nothing.isVisible()


def test_ten_times_the_rows_are_ten_times_the_work(panel, qapp) -> None:
    def showing(count):
        rows = tuple(
            OutlineRow(
                "variable", f"v{n}", Span(n, n + 1), n % 3, n + 1, Severity.ERROR if n % 7 == 0 else None
            )
            for n in range(count)
        )

        def show() -> None:
            panel.show_rows(())
            panel.show_rows(rows)
            for offset in range(0, count, 10):
                panel.show_cursor(offset)
            qapp.processEvents()

        return show

    assert_work_in_proportion(showing, 70)


def test_a_long_outline_waits_for_a_pause(panel, qtbot) -> None:
    rows = tuple(OutlineRow("variable", f"v{n}", Span(n, n + 1), 0, n + 1) for n in range(600))
    panel.show_rows(rows)
    panel.show_rows(rows[:-1])
    panel.show_rows(rows[:-2])
    assert panel._pause.isActive()
    qtbot.waitUntil(lambda: panel.tree.model().rowCount() == 598)


def depth_of(index: QModelIndex) -> int:
    depth = 0
    while index.parent().isValid():
        depth, index = depth + 1, index.parent()
    return depth


@given(st.lists(st.integers(0, 100), max_size=200))
def test_any_depths_make_a_tree_in_order(depths: list[int]) -> None:
    model = RowTreeModel(_ROWS)
    rows = tuple(
        OutlineRow("variable", str(n), Span(n, n + 1), depth, n + 1) for n, depth in enumerate(depths)
    )
    model.show(rows)
    walked: list[str] = []
    waiting = [model.index(row, 0) for row in reversed(range(model.rowCount()))]
    while waiting:
        index = waiting.pop()
        walked.append(index.data())
        assert depth_of(index) <= min(rows[int(index.data())].depth, DEEPEST)
        waiting += [model.index(row, 0, index) for row in reversed(range(model.rowCount(index)))]
    assert walked == [row.label for row in rows]


def test_deep_nesting_is_shown_flat(panel) -> None:
    rows = tuple(OutlineRow("condition", f"if {n}", Span(n, 1000 - n), n, n + 1) for n in range(300))
    panel.show_rows(rows)
    panel.tree.viewport().repaint()
    deepest = panel.tree.model().index_of(299)
    assert depth_of(deepest) == DEEPEST

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from editor_app.system_messages.situations.situation import EMPTY_SITUATION, NamedSituation, Situation
from editor_app.window.kinds.system_message.panels.matrix import (
    MatrixPanel,
    MatrixRows,
    matrix_in_slices,
)
from editor_app.window.kit.theme.theme import load_theme

SITUATIONS = {
    "all open": EMPTY_SITUATION,
    "on src": Situation("src/window.py", "agent", ("apply_patch",)),
    "asking": Situation(None, "ask", ()),
}


@pytest.fixture
def rows(message) -> MatrixRows:
    situations = tuple(NamedSituation(name, situation) for name, situation in SITUATIONS.items())
    *_, rows = matrix_in_slices(message, situations)
    return rows


@pytest.fixture
def matrix(theme, show, rows) -> MatrixPanel:
    panel = MatrixPanel()
    panel.show_matrix(rows)
    return show(panel, 700, 300)


def cell(matrix: MatrixPanel, row: int, column: int) -> str:
    return matrix.table.model().index(row, column).data()


def test_each_cell_says_state_and_contest(rows) -> None:
    told = {row.block.id: [cell.result for cell in row.cells] for row in rows.rows}
    assert told == {
        "safety-1": ["sent", "sent", "sent"],
        "identity-1": ["any", "any", "any"],
        "mode-agent": ["any", "sent", "not sent"],
        "formatting-1": ["any, wins", "sent, wins", "not sent"],
        "formatting-link-1": ["any", "sent", "not sent"],
        "formatting-legacy": ["any, loses", "sent, loses", "not sent"],
        "project-1": ["sent", "sent", "sent"],
        "project-2": ["sent", "sent", "sent"],
    }
    assert [row.block.id for row in rows.rows if row.differs] == [
        "mode-agent",
        "formatting-1",
        "formatting-link-1",
        "formatting-legacy",
    ]


def test_cells_are_said_whole(matrix) -> None:
    index = matrix.table.model().index(2, 2)
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("mode-agent in asking: not sent. ")
    assert "agent" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_a_click_and_enter_choose_a_cell(matrix, qtbot) -> None:
    index = matrix.table.model().index(3, 1)
    with qtbot.waitSignal(matrix.cell_chosen) as chosen:
        spot = matrix.table.visualRect(index).center()
        qtbot.mouseClick(matrix.table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert chosen.args == ["on src", (3,)]
    qtbot.keyClick(matrix.table, Qt.Key.Key_Down)
    with qtbot.waitSignal(matrix.cell_chosen) as chosen:
        qtbot.keyClick(matrix.table, Qt.Key.Key_Return)
    assert chosen.args == ["on src", (3, 0)]


def test_heads_choose_a_situation_or_a_block(matrix, qtbot) -> None:
    with qtbot.waitSignal(matrix.situation_chosen) as chosen:
        matrix.table.horizontalHeader().sectionClicked.emit(2)
    assert chosen.args == ["asking"]
    with qtbot.waitSignal(matrix.block_chosen) as chosen:
        matrix.table.verticalHeader().sectionClicked.emit(4)
    assert chosen.args == [(3, 0)]


def test_selecting_from_outside_says_nothing(matrix, qtbot) -> None:
    with qtbot.assertNotEmitted(matrix.cell_chosen):
        matrix.set_selected("asking", (5,))
    assert (matrix.table.currentIndex().row(), matrix.table.currentIndex().column()) == (6, 2)
    matrix.set_selected("gone", (5,))
    assert not matrix.table.currentIndex().isValid()


def test_only_the_rows_that_differ(matrix) -> None:
    matrix.differing.click()
    assert [cell(matrix, row, 2) for row in range(matrix.table.model().rowCount())] == ["not sent"] * 4
    matrix.differing.click()
    assert matrix.table.model().rowCount() == 8


def test_an_edit_keeps_the_chosen_cell_and_the_widths(matrix, rows, qtbot) -> None:
    matrix.set_selected("on src", (2,))
    matrix.table.horizontalHeader().resizeSection(0, 150)
    first, *others = rows.rows
    muted = first._replace(cells=tuple(cell._replace(muted=True) for cell in first.cells))
    changed = MatrixRows(rows.situations, (muted, *others))
    with qtbot.waitSignal(matrix.table.model().dataChanged):
        matrix.show_matrix(changed)
    assert matrix.table.currentIndex().row() == 2
    assert matrix.table.horizontalHeader().sectionSize(0) == 150
    matrix.show_matrix(MatrixRows(rows.situations, rows.rows[:-1]))
    assert (matrix.table.currentIndex().row(), matrix.table.currentIndex().column()) == (2, 1)


def test_without_situations_it_says_how_to_get_some(matrix, rows, qtbot) -> None:
    matrix.show_matrix(MatrixRows((), rows.rows))
    words = [label.text() for label in matrix.findChildren(QLabel) if label.isVisible() and label.text()]
    assert words[0] == "No saved situations"
    with qtbot.waitSignal(matrix.save_requested):
        matrix._nothing.button.click()


def test_it_is_drawn_in_both_themes(matrix, wear) -> None:
    light = matrix.grab().toImage()
    wear(load_theme("dark", 1.0))
    assert matrix.grab().toImage() != light


def test_words_at_the_edge_of_what_is_in_sight_are_shortened_and_not_cut(matrix) -> None:
    table = matrix.table
    shortened = 0
    for width in range(300, 560, 7):
        matrix.resize(width, 300)
        QApplication.processEvents()
        for part in (table.viewport(), table.horizontalHeader().viewport()):
            image = part.grab().toImage()
            last = {image.pixel(image.width() - 1, y) for y in range(image.height() - 2)}
            assert len(last) == 1, f"{width} wide, something reaches over the edge"
        shortened += table.horizontalScrollBar().maximum() > 0
    assert shortened > 10

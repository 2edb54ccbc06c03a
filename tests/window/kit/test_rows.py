"""Lists, trees and tables of frozen rows: what stays when others are shown, what is announced and painted."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import pytest
from counted_work import assert_work_in_proportion
from PySide6.QtCore import QEvent, QMimeData, QModelIndex, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QImage, QPainter
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from editor_app.text import Severity
from editor_app.window.kit.form.filtered import FilteredPages
from editor_app.window.kit.rows.content import (
    FADED,
    Badge,
    Dot,
    Icon,
    ProblemCounts,
    RowContent,
    RowPainting,
    RowSentence,
    WhereWide,
    Words,
    paint_row,
)
from editor_app.window.kit.rows.dragging import DraggableRows, Drop
from editor_app.window.kit.rows.menus import MenuEntry, menu_of, more_button
from editor_app.window.kit.rows.models import RowListModel, RowType
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.rows.table import RowTable
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.words.counts import Counts

HOSTILE = "\x00\ud800\u202ename<b>&amp;\n" * 700
LEFT = Qt.MouseButton.LeftButton
SPOKEN = Qt.ItemDataRole.AccessibleTextRole


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the tests."""

    name: str
    depth: int = 0
    words: str = ""


def content(row: Row) -> RowContent:
    return RowContent(row.words or row.name, "about it", f"{row.name}, said", lead=(Icon("file-text"),))


LIST = RowType(content, key=lambda row: row.name)
NUMBERED = RowType(content)
TREE = RowType(
    content,
    key=lambda row: row.name,
    depth=lambda row: row.depth,
    is_heading=lambda row: row.name.isupper(),
)
FEW = tuple(Row(name) for name in "abcde")
MANY = tuple(Row(f"row {number}") for number in range(60))
NESTED = (Row("A"), Row("b", 1), Row("c", 2), Row("d", 1), Row("E"), Row("f", 1))


@pytest.fixture
def make(theme, show):
    """Return a function that shows a list or tree of a type of rows."""

    def make(type_: RowType[Row]) -> RowTree[Row]:
        tree = RowTree(type_, "Rows")
        show(tree, 240, 200)
        return tree

    return make


def seen(tree: RowTree[Row]) -> list[str]:
    index, names = tree.model().index(0, 0), []
    while (row := tree.row_at(index)) is not None:
        names.append(row.name)
        index = tree.indexBelow(index)
    return names


def test_what_changed_is_told_alone_and_another_order_is_a_reset(qtbot):
    model = RowListModel(LIST)
    told: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda first, last: told.append((first.row(), last.row())))
    assert model.show(FEW)
    assert not model.show(tuple(FEW))
    assert told == []
    changed = (FEW[0], replace(FEW[1], words="x"), FEW[2], replace(FEW[3], words="y"), FEW[4])
    with qtbot.assertNotEmitted(model.modelReset):
        assert not model.show(changed)
    assert told == [(1, 3)]
    with qtbot.waitSignal(model.modelReset):
        assert model.show(FEW[::-1])
    assert model.row_at(model.index_of("b")) == FEW[1]
    assert not model.index_of("z").isValid()


def test_only_the_row_that_changed_is_painted_anew(theme, show, qapp):
    painted: list[str] = []
    type_ = RowType(content, key=lambda row: row.name, paint=lambda _at, row: painted.append(row.name))
    tree = RowTree(type_, "Rows")
    show(tree, 240, 200)
    tree.show_rows(FEW)
    qapp.processEvents()
    assert set(painted) == set("abcde")
    painted.clear()
    tree.show_rows((*FEW[:2], replace(FEW[2], words="other"), *FEW[3:]))
    qapp.processEvents()
    assert painted == ["c"]


def test_rows_that_are_made_when_they_are_asked_for_are_not_compared(qtbot):
    class Numbers(Sequence[int]):
        def __len__(self) -> int:
            return 10**9

        def __getitem__(self, at: int) -> int:
            return at

    model: RowListModel[int] = RowListModel(RowType(lambda number: RowContent(str(number))))
    model.show(Numbers())
    with qtbot.waitSignal(model.modelReset):
        model.show(Numbers())
    assert model.index(10**8, 0).data() == "100000000"


def test_current_selected_and_first_row_stay_where_others_come_and_go(make):
    rows = make(LIST)
    rows.show_rows(MANY)
    rows.show_current("row 30")
    rows.verticalScrollBar().setValue(700)
    top = rows.row_at(rows.indexAt(QPoint(0, 0)))
    offset = rows.visualRect(rows.indexAt(QPoint(0, 0))).top()
    rows.show_rows((Row("new"), *MANY))
    assert rows.current_row == MANY[30]
    assert rows.selected_rows == [MANY[30]]
    assert rows.row_at(rows.indexAt(QPoint(0, 0))) == top
    assert rows.visualRect(rows.indexAt(QPoint(0, 0))).top() == offset
    rows.show_rows(MANY[:20])
    assert rows.current_row is None
    rows.show_rows(MANY, else_current="row 7")
    assert rows.selected_rows == [MANY[7]]


def test_rows_without_a_key_are_known_by_their_number(make):
    rows = make(NUMBERED)
    rows.show_rows(FEW)
    rows.show_current(4)
    rows.show_rows(FEW[:2])
    assert rows.current_row == FEW[1], "the last one"


def test_rows_of_one_key_are_told_apart_by_their_order(make):
    rows, twins = make(LIST), (Row("twin"), Row("other"), Row("twin"))
    rows.show_rows(twins)
    rows.show_index(rows.model().index(2, 0))
    rows.show_rows((Row("new"), *twins))
    assert rows.currentIndex().row() == 3


def test_folds_stay_by_their_keys_and_a_filter_unfolds_all(make, qtbot):
    tree = make(TREE)
    tree.show_rows(NESTED)
    assert seen(tree) == ["A", "b", "c", "d", "E", "f"]
    qtbot.mouseClick(tree.viewport(), LEFT, pos=tree.twisty_rect(tree.index_of("b")).center())
    assert seen(tree) == ["A", "b", "d", "E", "f"]
    tree.show_rows(NESTED[:3], unfold_all=True)
    assert seen(tree) == ["A", "b", "c"]
    tree.show_rows(NESTED)
    assert seen(tree) == ["A", "b", "d", "E", "f"]
    tree.show_rows(NESTED, unfold_all=True)
    assert seen(tree) == ["A", "b", "c", "d", "E", "f"], "also where all rows match"
    tree.show_rows(NESTED)
    assert seen(tree) == ["A", "b", "d", "E", "f"]
    tree.show_rows((Row("Z"), *NESTED))
    assert seen(tree) == ["Z", "A", "b", "d", "E", "f"]
    tree.set_all_folded(is_folded=True)
    assert seen(tree) == ["Z", "A", "E"]
    tree.starts_folded = lambda row: row.name == "g"
    tree.show_rows((*NESTED, Row("g", 1), Row("h", 2)))
    tree.set_all_folded(is_folded=False)
    assert seen(tree)[-1] == "h"


def test_a_click_and_keys_choose_enter_and_fold(make, qtbot):
    tree, told = make(TREE), []
    tree.chosen.connect(lambda row: told.append(("chosen", row.name)))
    tree.entered_row.connect(lambda row: told.append(("entered", row.name)))
    tree.row_changed.connect(lambda row: told.append(("current", row.name)))
    tree.show_rows(NESTED)
    tree.show_current("d")
    assert told == [], "what was shown is not announced"
    qtbot.mouseClick(tree.viewport(), LEFT, pos=tree.visualRect(tree.index_of("f")).center())
    assert told == [("current", "f"), ("chosen", "f")]
    told.clear()
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert told == [("chosen", "f"), ("entered", "f")]
    qtbot.keyClick(tree, Qt.Key.Key_Up)
    told.clear()
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert told == []
    assert seen(tree)[-1] == "E", "Enter folds a heading"


def test_a_link_is_underlined_and_chosen_in_place_of_its_row(make, qtbot):
    rows, told = make(LIST), []
    rows.show_rows(FEW)
    rows.setMouseTracking(True)
    rows.find_link = lambda row, _rect, place: f"link of {row.name}" if place.x() < 30 else None
    rows.link_chosen.connect(told.append)
    rows.chosen.connect(told.append)
    place = rows.visualRect(rows.index_of("b"))
    qtbot.mouseMove(rows.viewport(), QPoint(10, place.center().y()))
    qtbot.waitUntil(lambda: rows.hovered_link == "link of b")
    qtbot.mouseClick(rows.viewport(), LEFT, pos=QPoint(10, place.center().y()))
    qtbot.mouseClick(rows.viewport(), LEFT, pos=QPoint(60, place.center().y()))
    assert told == ["link of b", FEW[1]]


def painted(content: RowContent, width: int = 200, **state: object) -> QImage:
    image = QImage(width, 26, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    at = RowPainting(painter, row_style(), QRect(0, 0, width, 26), is_selected=False, has_focus=False)
    paint_row(at._replace(**state), content)
    painter.end()
    return image


def test_what_stands_at_the_right_is_whole_whatever_the_words_are(theme):
    trail = (Words("12", "soft", "number", room=22), ProblemCounts(Counts(1, 2)), Badge("new", "accent"))
    short, long = (painted(RowContent("i" * count, trail=trail)) for count in (1, 300))
    right = QRect(200 - 110, 0, 110, 26)
    assert short.copy(right) == long.copy(right)
    assert short != long
    wide = RowContent("i", trail=(WhereWide(Words("12"), 240),))
    assert painted(wide) == painted(RowContent("i"))
    assert painted(wide, 240) != painted(RowContent("i"), 240)


def test_states_of_a_row_are_seen(theme):
    plain = RowContent("name")
    for other in (
        replace(plain, is_marked=True),
        replace(plain, detail=Dot()),
        replace(plain, main=Words("name", FADED)),
        replace(plain, main=RowSentence("‘name’")),
        replace(plain, detail=Words("more", "soft")),
        replace(plain, trail=lambda _style, room: (Words(str(room)),)),
    ):
        assert painted(other) != painted(plain), other
    for state in ({"is_selected": True}, {"depth": 1}, {"depth": 0, "is_open": True}):
        assert painted(plain, **state) != painted(plain), state


def test_hostile_names_are_painted_and_said_as_one_plain_line(make):
    rows = make(LIST)
    hostile = Row(HOSTILE)
    rows.show_rows((hostile,))
    rows.grab()
    index = rows.index_of(HOSTILE)
    assert not {"\x00", "\n", "\u202e"} & {*index.data(), *index.data(SPOKEN)}
    assert len(index.data()) <= 400
    tooltip = RowListModel(RowType(lambda row: RowContent("x", row.name)))
    tooltip.show((hostile,))
    assert "<b>" not in tooltip.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    parts = (Words(HOSTILE), Badge(HOSTILE, "warn"))
    painted(RowContent(HOSTILE, main=RowSentence(HOSTILE), detail=Words(HOSTILE), lead=parts, trail=parts))


@pytest.mark.parametrize("type_", [LIST, TREE])
def test_ten_times_the_rows_are_ten_times_the_work(make, qapp, type_):
    tree = make(type_)

    def showing(count):
        rows = tuple(Row(f"row {number}", number % 3) for number in range(count))

        def show() -> None:
            tree.show_rows(())
            tree.show_rows(rows)
            tree.show_current(f"row {count // 2}", reveal=True)
            tree.show_rows((*rows, Row("last")))
            qapp.processEvents()

        return show

    assert_work_in_proportion(showing, 300)


def test_a_hundred_thousand_rows_are_scrolled_to(make):
    rows = make(LIST)
    rows.show_rows(tuple(Row(str(number)) for number in range(100_000)))
    rows.show_current("77777", reveal=True)
    assert rows.viewport().rect().contains(rows.visualRect(rows.currentIndex()).center())


def test_a_table_keeps_its_cell_and_tells_of_one_that_somebody_chose(theme, show, qtbot):
    table = RowTable("Cells", lambda row, column: RowContent(f"{row.name}{column}", "about"), None)
    show(table, 300, 200)
    table.cells.right_columns = frozenset({1})
    told = []
    table.cell_changed.connect(lambda row, column: told.append((row.name, column)))
    table.show_rows(FEW, ("One", "Two"))
    table.show_cell(1, 1)
    table.show_rows(FEW[:3], ("One", "Two"))
    assert (table.currentIndex().data(), told) == ("b1", [])
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert told == [("c", 1)]
    model, across, down = table.model(), Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    sides = [Qt.AlignmentFlag(model.index(0, at).data(Qt.ItemDataRole.TextAlignmentRole)) for at in (0, 1)]
    assert [bool(side & Qt.AlignmentFlag.AlignRight) for side in sides] == [False, True]
    assert model.headerData(1, across) == "Two"
    assert model.headerData(1, down) is None
    table.cells.row_head = lambda row: RowContent(row.name.upper())
    assert model.headerData(1, down) == "B"


class Movable(DraggableRows[Row]):
    """Rows that go before others, and not before the first."""

    def drop_at(self, key: Hashable, position: QPoint) -> Drop | None:
        index = self.indexAt(position)
        refused = "" if index.row() else "Nothing goes before the first."
        return (
            None if self.key_at(index) == key else Drop(index.row(), self.visualRect(index), refused=refused)
        )

    def key_at(self, index: QModelIndex) -> str:
        row = self.row_at(index)
        assert row is not None
        return row.name


def test_a_dragged_row_shows_where_it_goes_and_its_move_is_announced(theme, show):
    flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDragEnabled
    type_ = replace(LIST, flags=lambda _row: flags, dragged=("text/x-row", lambda row: row.name.encode()))
    rows, told = Movable(type_, "Rows", None, read_key=bytes.decode), []
    rows.move_requested.connect(lambda key, place: told.append((key, place)))
    show(rows, 240, 200)
    rows.show_rows(FEW)
    before = rows.viewport().grab().toImage()
    move, none = Qt.DropAction.MoveAction, Qt.KeyboardModifier.NoModifier
    for name, is_taken in (("d", True), ("a", False), ("b", False)):
        place = rows.visualRect(rows.index_of(name)).center()
        data = rows.model().mimeData([rows.index_of("b")])
        over = QDragMoveEvent(place, move, data, LEFT, none)
        rows.dragMoveEvent(over)
        assert over.isAccepted() is is_taken, name
        assert (rows.viewport().grab().toImage() != before) is is_taken, name
        rows.dropEvent(QDropEvent(QPointF(place), move, data, LEFT, none, QEvent.Type.Drop))
    assert told == [("b", 3)]
    other = QMimeData()
    other.setText("from elsewhere")
    over = QDragMoveEvent(QPoint(5, 60), move, other, LEFT, none)
    rows.dragMoveEvent(over)
    assert not over.isAccepted()


def test_the_filter_leads_into_the_list_and_esc_clears_it_from_there(theme, show, qtbot):
    panel = QWidget()
    pages = FilteredPages("Filter rows", panel)
    QVBoxLayout(panel).addWidget(pages)
    rows = RowTree(LIST, "Rows", panel)
    pages.hold(rows)
    show(panel)
    rows.show_rows(FEW)
    pages.show_page(rows, can_filter=True)
    qtbot.keyClicks(pages.filter, "x ")
    assert pages.words == "x"
    qtbot.keyClick(pages.filter, Qt.Key.Key_Down)
    assert rows.hasFocus()
    qtbot.keyClick(rows, Qt.Key.Key_Escape)
    assert pages.words == ""
    pages.show_page(pages.no_match, can_filter=False)
    assert not pages.filter.isVisible()
    pages.filter.setText("y")
    pages.no_match.button.click()
    assert pages.words == ""


def test_menus_are_made_of_entries_and_take_their_own_with_them(theme, qtbot):
    owner, told = QWidget(), []
    qtbot.addWidget(owner)
    inner = menu_of(owner, MenuEntry("Inside", lambda: told.append("inside")))
    opening = MenuEntry("Open", lambda: told.append("open"), "Return")
    menu = menu_of(owner, opening, None, inner, MenuEntry("No", print, is_enabled=False))
    assert inner.parent() is menu
    first, _line, _inner, last = menu.actions()
    first.trigger()
    assert (told, last.isEnabled()) == (["open"], False)
    button = more_button("More about rows", lambda: [MenuEntry(f"Asked {len(told)}", print)])
    qtbot.addWidget(button)
    for number in (1, 2):
        button.menu().aboutToShow.emit()
        assert [action.text() for action in button.menu().actions()] == [f"Asked {number}"]
        told.append("again")
    assert isinstance(button.menu(), QMenu)


def test_problems_are_counted_in_words():
    assert Counts(1, 2).in_words() == "1 error, 2 warnings"
    assert Counts(0, 2, 1).worst() == Counts(0, 2)
    assert [severity for severity, _ in Counts(1, 0, 1).shown()] == [Severity.ERROR, Severity.INFORMATION]

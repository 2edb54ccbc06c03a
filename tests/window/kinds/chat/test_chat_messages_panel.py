"""The messages panel by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from conversation_owner import problems
from hypothesis import given
from hypothesis import strategies as st
from named_cases import in_case
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QCursor, QDragMoveEvent, QDropEvent, QImage, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget

from editor_app.chats.chat import Message
from editor_app.text.tokens import TokenCount
from editor_app.window.kinds.chat.message_rows import MessageRow, place_of_gap
from editor_app.window.kinds.chat.panels.messages.messages_panel import MessagesPanel
from editor_app.window.kit.rows import dragging
from editor_app.window.kit.theme.theme import Theme, load_theme

LEFT = Qt.MouseButton.LeftButton
CHAT = Path("/library/chats/slow")
ROLES = ("user", "assistant", "user", "assistant", "system", "user")


def row(number: int, role: str | None = "user", words: str = "", **facts: object) -> MessageRow:
    message = Message(role, words or f"Words of {number}")
    return MessageRow(CHAT / f"{number}.md", message, tokens=TokenCount(5, is_estimate=True), **facts)  # type: ignore[arg-type]


def some(count: int = 6) -> tuple[MessageRow, ...]:
    return tuple(row(number + 1, ROLES[number % len(ROLES)]) for number in range(count))


@pytest.fixture
def panel(theme: Theme, show_kept: Callable[..., MessagesPanel]) -> MessagesPanel:
    panel = show_kept(MessagesPanel, 288, 400)
    panel.filter.clear()
    panel.show_messages((), None)
    panel.show_messages(some(), CHAT / "4.md")
    return panel


def spot(panel: MessagesPanel, number: int, part: float = 0.5) -> QPoint:
    rect = panel.list.visualRect(panel.list.model().index(number, 0))
    return QPoint(rect.center().x(), rect.top() + round(part * rect.height()))


def seen(panel: MessagesPanel) -> list[str]:
    model = panel.list.model()
    return [model.rows[number].number for number in range(model.rowCount())]


def texts(menu: QMenu) -> list[str]:
    return [action.text().partition("\t")[0] for action in menu.actions() if not action.isSeparator()]


def press(menu: QMenu, *path: str) -> None:
    """Trigger an entry, by its words and those of the menus that it is in."""
    for words in path:
        action = next(one for one in menu.actions() if one.text().partition("\t")[0] == words)
        inner = action.menu()
        menu = inner if isinstance(inner, QMenu) else menu
    action.trigger()


# Choosing ---------------------------------------------------------------------------------------------------


def test_arrows_choose_and_enter_goes_to_the_text(panel, qtbot) -> None:
    panel.list.setFocus()
    with qtbot.waitSignal(panel.message_chosen) as chosen:
        qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    assert chosen.args == [CHAT / "5.md"]
    with qtbot.assertNotEmitted(panel.message_chosen), qtbot.waitSignal(panel.text_requested) as went:
        qtbot.keyClick(panel.list, Qt.Key.Key_Return)
    assert went.args == [CHAT / "5.md"]


def test_a_click_chooses_once_and_a_double_click_goes_to_the_text(panel, qtbot) -> None:
    chosen = []
    panel.message_chosen.connect(chosen.append)
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=spot(panel, 1))
    assert chosen == [CHAT / "2.md"]
    with qtbot.waitSignal(panel.text_requested) as went:
        qtbot.mousePress(panel.list.viewport(), LEFT, pos=spot(panel, 2))
        qtbot.mouseRelease(panel.list.viewport(), LEFT, pos=spot(panel, 2))
        qtbot.mouseDClick(panel.list.viewport(), LEFT, pos=spot(panel, 2))
    assert went.args == [CHAT / "3.md"]
    assert chosen == [CHAT / "2.md", CHAT / "3.md"]


def test_what_is_shown_from_outside_says_nothing(panel, qtbot) -> None:
    with qtbot.assertNotEmitted(panel.message_chosen):
        panel.show_messages(some(), CHAT / "2.md")
        assert panel.list.current_row.number == "2"
        panel.show_messages(some(3), None)
        assert panel.list.current_row is None
        panel.show_nothing("Nothing here.")


def test_the_focus_alone_chooses_no_message(panel, qtbot) -> None:
    panel.show_messages(some(), None)
    with qtbot.assertNotEmitted(panel.message_chosen):
        panel.filter.setFocus()
        qtbot.keyClick(panel.filter, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is panel.list
    with qtbot.waitSignal(panel.message_chosen) as chosen:
        qtbot.keyClick(panel.list, Qt.Key.Key_Return)
    assert chosen.args == [CHAT / "1.md"]


# Filtering --------------------------------------------------------------------------------------------------


def test_the_filter_looks_at_role_and_whole_text(panel) -> None:
    for words, numbers in [
        ("user", ["1", "3", "6"]),
        ("ASSIST", ["2", "4"]),
        ("words 3", ["3"]),
        ("hidden", ["2"]),
        ("user 2", []),
        ("  ", ["1", "2", "3", "4", "5", "6"]),
    ]:
        with in_case((words, numbers)):
            rows = list(some())
            rows[1] = row(2, "assistant", "Words of 2\nwith something hidden")
            panel.show_messages(rows, CHAT / "4.md")
            panel.filter.setText(words)
            assert seen(panel) == numbers


def test_nothing_that_matches_has_a_way_back(panel, qtbot) -> None:
    panel.filter.setText("zzz")
    button = next(one for one in panel._place.pages.currentWidget().children() if hasattr(one, "click"))
    qtbot.mouseClick(button, LEFT)
    assert seen(panel) == ["1", "2", "3", "4", "5", "6"]
    assert panel.list.current_row.number == "4"


def test_a_new_current_message_that_the_filter_hides_comes_back(panel) -> None:
    panel.filter.setText("assistant")
    panel.show_messages(some(), CHAT / "4.md")
    assert panel.filter.text() == "assistant", "the message in front is the same"
    panel.show_messages(some(), CHAT / "3.md")
    assert panel.filter.text() == ""
    assert panel.list.current_row.number == "3"


def test_enter_in_the_filter_chooses_the_first_match(panel, qtbot) -> None:
    qtbot.keyClicks(panel.filter, "system")
    with qtbot.waitSignal(panel.message_chosen) as chosen:
        qtbot.keyClick(panel.filter, Qt.Key.Key_Return)
    assert chosen.args == [CHAT / "5.md"]
    qtbot.keyClick(panel.list, Qt.Key.Key_Escape)
    assert seen(panel) == ["1", "2", "3", "4", "5", "6"]


# Keys -------------------------------------------------------------------------------------------------------


def test_alt_and_arrows_move_the_message(panel, qtbot) -> None:
    moves = []
    panel.move_requested.connect(lambda path, place: moves.append((path.name, place)))
    panel.list.setFocus()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(panel.list, key, Qt.KeyboardModifier.AltModifier)
    assert moves == [("4.md", 2), ("4.md", 4)]


def test_no_message_moves_beyond_the_ends_or_while_others_are_hidden(panel, qtbot) -> None:
    with qtbot.assertNotEmitted(panel.move_requested):
        panel.show_messages(some(), CHAT / "1.md")
        qtbot.keyClick(panel.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        panel.show_messages(some(), CHAT / "6.md")
        qtbot.keyClick(panel.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        panel.filter.setText("user")
        qtbot.keyClick(panel.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)


def test_insert_asks_for_the_message_that_would_follow(panel, qtbot) -> None:
    for current, place, role in [("4.md", 4, "user"), ("3.md", 3, "assistant"), ("5.md", 5, "user")]:
        with in_case((current, place, role)):
            panel.show_messages(some(), CHAT / current)
            with qtbot.waitSignal(panel.new_requested) as new:
                qtbot.keyClick(panel.list, Qt.Key.Key_Insert)
            assert new.args == [place, role]
            with qtbot.waitSignal(panel.new_requested) as again:
                qtbot.mouseClick(panel.header_tools.new, LEFT)
            assert again.args == new.args
            assert panel.header_tools.new.accessibleName() == f"New {role} message"
            menu = panel.header_tools.roles_menu()
            assert texts(menu)[0] == role.capitalize()
            with qtbot.waitSignal(panel.new_requested) as system:
                press(menu, "System")
            assert system.args == [place, "system"]


def test_delete_asks_to_delete_the_message(panel, qtbot) -> None:
    with qtbot.waitSignal(panel.delete_requested) as deleted:
        qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    assert deleted.args == [CHAT / "4.md"]


# Menus ------------------------------------------------------------------------------------------------------


def test_the_menu_of_a_message_announces(panel, qtbot) -> None:
    for entry, signal, args in [
        (("Write its text",), "text_requested", [CHAT / "2.md"]),
        (("New message before", "Assistant"), "new_requested", [1, "assistant"]),
        (("New message after", "User"), "new_requested", [2, "user"]),
        (("Make it system",), "role_requested", [CHAT / "2.md", "system"]),
        (("Move up",), "move_requested", [CHAT / "2.md", 0]),
        (("Move down",), "move_requested", [CHAT / "2.md", 2]),
        (("Branch here",), "branch_requested", [CHAT / "2.md"]),
        (("Delete",), "delete_requested", [CHAT / "2.md"]),
        (("From JSON…",), "body_wanted", []),
    ]:
        with in_case((entry, signal, args)):
            with qtbot.waitSignal(getattr(panel, signal)) as announced:
                press(panel.menu_for(some()[1]), *entry)
            assert announced.args == args


def test_the_menu_offers_only_what_can_be(panel) -> None:
    def disabled() -> list[str]:
        actions = panel.menu_for(panel.list.current_row).actions()
        return [one.text().partition("\t")[0] for one in actions if not one.isEnabled() and one.text()]

    panel.show_messages(some(), CHAT / "1.md")
    assert disabled() == ["Make it user", "Move up"]
    panel.filter.setText("words")
    assert disabled() == ["Make it user", "Move up", "Move down"]
    assert texts(panel.menu_for(None)) == ["New message", "From JSON…"]


def test_the_menu_key_and_the_button_open_the_same_menu(panel, qtbot) -> None:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(panel.list.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    words = texts(menu)
    menu.close()
    more = panel.header_tools.more.menu()
    more.aboutToShow.emit()
    more.aboutToShow.emit()
    assert texts(more) == words
    press(more, "New message before", "User")


# Dragging ---------------------------------------------------------------------------------------------------


def drop(panel: MessagesPanel, dragged: int, at: QPoint) -> QDropEvent:
    """Drag a row over a point and drop it there."""
    model = panel.list.model()
    data = model.mimeData([model.index(dragged, 0)])
    point, none = QPointF(at), Qt.KeyboardModifier.NoModifier
    move = Qt.DropAction.MoveAction
    panel.list.dragMoveEvent(QDragMoveEvent(at, move, data, LEFT, none))
    event = QDropEvent(point, move, data, LEFT, none, QEvent.Type.Drop)
    panel.list.dropEvent(event)
    return event


def test_a_drop_announces_the_place_that_the_message_has_afterwards(panel) -> None:
    moves: list[tuple[Path, int]] = []
    panel.move_requested.connect(lambda path, place: moves.append((path, place)))
    for dragged, gap in product(range(5), range(6)):
        with in_case((dragged, gap)):
            rows = some(5)
            panel.show_messages(rows, rows[0].path)
            moves.clear()
            drop(panel, dragged, spot(panel, gap, 0.2) if gap < 5 else spot(panel, 4, 0.9))
            paths = [one.path for one in rows]
            expected = [*paths[:gap], paths[dragged], *paths[gap:]]
            expected = [path for at, path in enumerate(expected) if path != paths[dragged] or at == gap]
            for path, place in moves:
                paths.insert(place, paths.pop(paths.index(path)))
            assert paths == expected
            assert len(moves) == (gap not in (dragged, dragged + 1)), "what stays is no move"


@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1), st.integers(0, n))))
def test_a_gap_gives_the_place_that_makes_the_dropped_order(drawn: tuple[int, int, int]) -> None:
    count, index, gap = drawn
    order = list(range(count))
    place = place_of_gap(index, gap)
    if place is not None:
        order.insert(place, order.pop(index))
    before = [one for one in range(gap) if one != index]
    assert order == [*before, index, *(one for one in range(gap, count) if one != index)]


def drag_by_mouse(panel: MessagesPanel, qtbot, number: int) -> None:
    viewport = panel.list.viewport()
    qtbot.mousePress(viewport, LEFT, pos=spot(panel, number))
    for part in (0.9, 1.5, 2.0):
        point = QPointF(spot(panel, number, part))
        place, none = QPointF(viewport.mapToGlobal(point)), Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(
            viewport, QMouseEvent(QEvent.Type.MouseMove, point, place, Qt.MouseButton.NoButton, LEFT, none)
        )
    qtbot.mouseRelease(viewport, LEFT, pos=spot(panel, number, 2.0))


def test_the_mouse_drags_a_message_unless_others_are_hidden(panel, qtbot, monkeypatch) -> None:
    dragged = []
    monkeypatch.setattr(dragging, "drag_row", lambda _list, index, *_: dragged.append(index.row()))
    drag_by_mouse(panel, qtbot, 1)
    assert dragged[:1] == [1]
    dragged.clear()
    panel.filter.setText("words")
    drag_by_mouse(panel, qtbot, 1)
    assert dragged == []


def test_nothing_is_dropped_while_the_filter_hides_messages(panel, qtbot) -> None:
    with qtbot.waitSignal(panel.move_requested):
        drop(panel, 0, spot(panel, 2, 0.9))
    panel.filter.setText("user")
    with qtbot.assertNotEmitted(panel.move_requested):
        drop(panel, 0, spot(panel, 1, 0.9))
    assert not panel.list.dragEnabled()


def test_a_line_shows_where_the_message_would_go(panel) -> None:
    def picture() -> QImage:
        return panel.list.viewport().grab().toImage()

    before = picture()
    model, move = panel.list.model(), Qt.DropAction.MoveAction
    data, none = model.mimeData([model.index(0, 0)]), Qt.KeyboardModifier.NoModifier
    panel.list.dragMoveEvent(QDragMoveEvent(spot(panel, 2, 0.9), move, data, LEFT, none))
    assert picture() != before
    panel.list.dragMoveEvent(QDragMoveEvent(spot(panel, 0, 0.9), move, data, LEFT, none))
    assert picture() == before, "it would stay where it is"


def test_the_list_scrolls_while_a_message_is_dragged_to_its_edge(theme, show, qtbot) -> None:
    panel = MessagesPanel()
    show(panel, 288, 400)
    panel.show_messages(some(60), CHAT / "1.md")
    panel.list.setDragDropMode(
        QAbstractItemView.DragDropMode.DragDrop
    )  # only a real drag says where it is from
    model, move, none = panel.list.model(), Qt.DropAction.MoveAction, Qt.KeyboardModifier.NoModifier
    viewport, bar = panel.list.viewport(), panel.list.verticalScrollBar()
    edge, data = QPoint(100, viewport.height() - 3), model.mimeData([model.index(0, 0)])
    QCursor.setPos(viewport.mapToGlobal(edge))
    panel.list.dragMoveEvent(QDragMoveEvent(edge, move, data, LEFT, none))
    qtbot.waitUntil(lambda: bar.value() > 0)
    panel.list.stopAutoScroll()


# Rows -------------------------------------------------------------------------------------------------------


def test_the_row_at_the_top_stays_there_when_others_come(panel) -> None:
    rows = some(60)
    panel.show_messages(rows, rows[30].path)
    panel.list.verticalScrollBar().setValue(600)
    top = panel.list.indexAt(QPoint(5, 0)).row()
    offset = panel.list.visualRect(panel.list.model().index(top, 0)).top()
    new = row(1000, "user")
    panel.show_messages((new, *rows), rows[30].path)
    now = panel.list.indexAt(QPoint(5, 0)).row()
    assert panel.list.model().rows[now].path == rows[top].path
    assert panel.list.visualRect(panel.list.model().index(now, 0)).top() == offset
    assert panel.list.current_row.path == rows[30].path


def test_only_what_changed_is_painted_anew(panel) -> None:
    told = []
    panel.list.model().dataChanged.connect(lambda first, last: told.append((first.row(), last.row())))
    rows = list(some())
    panel.show_messages(rows, CHAT / "4.md")
    assert told == []
    rows[2] = row(3, words="Other words")
    panel.show_messages(rows, CHAT / "4.md")
    assert told == [(2, 2)]


def test_many_messages_have_no_widgets_of_their_own(panel) -> None:
    few = len(panel.findChildren(QWidget))
    panel.show_messages(some(20_000), CHAT / "9000.md")
    assert len(panel.findChildren(QWidget)) == few
    assert panel.list.visualRect(panel.list.currentIndex()).height() == 44
    assert panel.list.viewport().rect().contains(spot(panel, 8999))


def test_each_fact_is_seen(panel, theme, wear) -> None:
    for change, width in product(
        [
            {"diagnostics": problems(0, 1)},
            {"is_unsaved": True},
            {"message": Message(None, "Words of 1")},
            {"message": Message("assisant", "Words of 1")},
            {"tokens": None},
            {"message": Message("assistant", "")},
        ],
        [215, 288],
    ):
        with in_case((change, width)):

            def picture(one: MessageRow) -> QImage:
                panel.show_messages((one,), None)
                return panel.list.viewport().grab().toImage()

            panel.resize(width, 400)
            for shown in (theme, load_theme("dark", 1.0)):
                wear(shown)
                one = row(1, "assistant")
                assert picture(one) != picture(one._replace(**change))
                assert picture(one) == picture(one._replace())
            wear(theme)


def test_a_row_is_said_in_words(panel) -> None:
    for shown, words in [
        (
            row(4, "assistant", "Yes. Let the worker…", diagnostics=problems(0, 1)),
            "message 4, assistant, 5 tokens, 1 warning, Yes. Let the worker…",
        ),
        (
            row(5, None, "Hm", is_unsaved=True),
            "message 5, no role, 5 tokens, unsaved, Hm",
        ),
        (
            row(6, "tool")._replace(message=Message("tool", ""), tokens=TokenCount(1, is_estimate=False)),
            "message 6, ‘tool’ is an unknown role, 1 token, no text",
        ),
    ]:
        with in_case((shown, words)):
            panel.show_messages((shown,), None)
            index = panel.list.model().index(0, 0)
            assert index.data(Qt.ItemDataRole.AccessibleTextRole) == words


def test_the_tooltip_has_words_and_problems_as_plain_text(panel) -> None:
    shown = row(1, "<i>", "<b>bold</b>", diagnostics=(replace(problems(1)[0], message="‘<i>’ is no role."),))
    panel.show_messages((shown,), None)
    tooltip = panel.list.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;bold" in tooltip
    assert "‘&lt;i&gt;’ is no role." in tooltip
    assert "1 error" in tooltip
    assert "<b>" not in tooltip


def test_a_right_click_on_the_button_offers_the_other_roles(panel, qtbot) -> None:
    def roles() -> list[str]:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        menu.close()
        return texts(menu)

    new = panel.header_tools.new
    panel.header_tools.show()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(3, 3), new.mapToGlobal(QPoint(3, 3)))
    QApplication.sendEvent(new, event)
    assert roles() == ["User", "Assistant", "System"]
    panel.show_messages(some(), CHAT / "3.md")
    qtbot.keyClick(new, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert roles() == ["Assistant", "User", "System"]


# Empty ------------------------------------------------------------------------------------------------------


def test_a_chat_without_messages_offers_the_first(panel, qtbot) -> None:
    panel.show_messages((), None)
    page = panel._place.pages.currentWidget()
    assert page.title.text() == "No messages"
    for ask in (lambda: qtbot.mouseClick(page.button, LEFT), panel.header_tools.new.click):
        with qtbot.waitSignal(panel.new_requested) as new:
            ask()
        assert new.args == [0, "user"]


def test_without_a_chat_nothing_can_be_made(panel, qtbot) -> None:
    panel.show_nothing("This file is in no chat.")
    assert panel._place.pages.currentWidget().sentence == "This file is in no chat."
    assert not panel.header_tools.new.isEnabled()
    assert not panel.header_tools.more.isEnabled()
    with qtbot.assertNotEmitted(panel.new_requested):
        qtbot.keyClick(panel.list, Qt.Key.Key_Insert)
    panel.show_messages(some(), None)
    assert panel.header_tools.new.isEnabled()

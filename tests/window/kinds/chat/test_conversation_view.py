"""The conversation with its live editor: lending, keys, the mouse, scrolling, the look."""

from __future__ import annotations

from functools import partial
from weakref import WeakSet

from conversation_owner import FOLDER, items_of, problems
from counted_work import assert_work_is_bounded, work_of
from named_cases import in_case
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit, QWidget
from shiboken6 import delete

from editor_app.chats.chat import Message
from editor_app.text import Span
from editor_app.window.kinds.chat.conversation.headings import Part
from editor_app.window.kinds.chat.conversation.laid_chunk import LaidChunk
from editor_app.window.kinds.chat.message_rows import MessageRow
from editor_app.window.kit.theme.theme import load_theme

SHORT = ("Where is it?\nIn the shop.", "In the *list*:\n\n1. one\n2. two", "Thanks.")
LONG = "\n".join(f"{number} of the rows of a message" for number in range(1, 121))
NOT_INVERTED = False
key = QTest.keyClick
KEYS = Qt.Key


def text_point(view, index, row, column):
    """Return the middle of the left half of a character of a painted message, in the viewport."""
    look = view.stack.look
    width = look.metrics.horizontalAdvance("0")
    left = look.text_left
    y = view.stack.rows_top(index) - view.offset + row * look.code.line_height + look.code.line_height // 2
    return QPoint(round(left + (column + 0.3) * width), y)


def caret_in_view(view):
    height = view.stack.look.code.line_height
    return view.caret_top() >= 0 and view.caret_top() + height <= view.viewport().height()


def drawn_caret(view):
    """Return the top of the caret's row in the viewport as the editor itself has it."""
    row = view.live_editor.caret_row()
    return view.viewport().mapFromGlobal(row.topLeft()).y()


# Lending ----------------------------------------------------------------------------------------------------


def test_an_editor_takes_the_place_of_its_message(conversation):
    conversation.show(*SHORT)
    view = conversation.view
    before = view.stack.total
    editor = conversation.lend(1)
    assert (view.live_editor, view.live_index, view.current) == (editor, 1, FOLDER / "2.md")
    assert editor.isVisible()
    assert editor.hasFocus()
    assert view.stack.total == before
    assert editor.geometry().top() == view.stack.text_top(1) - view.offset
    assert editor.height() == view.stack.height(1) - view.stack.look.heading - view.stack.look.below


def test_an_editor_is_given_back_as_it_was(conversation, qtbot):
    conversation.show(*SHORT)
    editor = conversation.editor_of(1)
    editor.set_word_wrap(False)
    editor.setGeometry(3, 4, 200, 150)
    policy = editor.verticalScrollBarPolicy()
    conversation.lend(1)
    assert editor.lineWrapMode() == QPlainTextEdit.LineWrapMode.WidgetWidth
    key(editor, KEYS.Key_End)
    QTest.keyClicks(editor, "!")
    conversation.view.release_editor()
    assert conversation.view.live_editor is None
    view = conversation.view
    assert view.live_editor is None
    view.release_editor()  # once more changes nothing
    assert editor.parentWidget() is conversation.home
    assert editor.isHidden()
    assert editor.verticalScrollBarPolicy() == policy
    assert editor.lineWrapMode() == QPlainTextEdit.LineWrapMode.NoWrap
    assert editor.geometry().getRect() == (3, 4, 200, 150)
    assert view.stack.items[1].text.startswith("In the *list*:!"), "it is painted with the editor's text"
    editor.undo()
    assert editor.contents.text == SHORT[1]
    key(editor, KEYS.Key_Up)
    assert view.stack.items[1].text.startswith("In the *list*:!"), "it is let go of"


def test_an_editor_is_also_given_back_when_its_home_is_gone(conversation):
    conversation.show(*SHORT)
    editor, home = conversation.editor_of(1), QWidget()
    editor.setParent(home)
    conversation.lend(1)
    delete(home)
    conversation.view.release_editor()
    assert conversation.view.live_editor is None
    assert editor.parentWidget() is None
    editor.setParent(conversation.home)


def test_an_editor_that_its_owner_put_elsewhere_stays_there(conversation):
    conversation.show(*SHORT, live=1)
    editor = conversation.live
    editor.setParent(conversation.home)
    editor.setGeometry(1, 2, 30, 40)
    editor.show()
    conversation.view.release_editor()
    assert conversation.view.live_editor is None
    assert editor.parentWidget() is conversation.home
    assert not editor.isHidden()
    assert editor.geometry().getRect() == (1, 2, 30, 40)


def test_a_message_whose_editor_is_deleted_is_painted(conversation):
    conversation.show(*SHORT, live=1)
    view = conversation.view
    delete(conversation.editors.pop(FOLDER / "2.md"))
    assert (view.live_editor, view.live_index) == (None, None)
    view.grab()
    conversation.lend(1)
    assert view.live_index == 1


def test_the_next_editor_releases_the_one_before(conversation):
    conversation.show(*SHORT, live=0)
    first = conversation.live
    QTest.keyClicks(first, "So. ")
    second = conversation.lend(2)
    view = conversation.view
    assert view.live_editor is second
    assert first.parentWidget() is conversation.home
    assert view.stack.items[0].text == "So. " + SHORT[0]
    assert view.stack.texts[0].text == "So. " + SHORT[0]


def test_an_editor_whose_message_is_gone_is_given_back(conversation):
    conversation.show(*SHORT, live=1)
    editor = conversation.live
    conversation.view.show_messages(items_of(SHORT[:1]), FOLDER / "1.md")
    assert conversation.view.live_editor is None
    assert editor.parentWidget() is conversation.home


def test_the_live_editor_stays_when_the_others_change(conversation):
    conversation.show(*SHORT, live=1)
    editor = conversation.live
    items = items_of((*SHORT, "One more."))
    conversation.view.show_messages([items[3], *items[1:3]], items[1].path)
    assert conversation.view.live_editor is editor
    assert conversation.view.live_index == 1
    assert editor.geometry().top() == conversation.view.stack.text_top(1) - conversation.view.offset


def test_no_editor_is_taken_for_a_message_that_is_not_there(conversation):
    conversation.show(*SHORT)
    editor = conversation.editor_of(0)
    conversation.view.take_editor(editor, FOLDER / "9.md")
    assert conversation.view.live_editor is None
    assert editor.parentWidget() is conversation.home


# The editor as a window over its text -----------------------------------------------------------------------


def test_the_editor_is_never_much_higher_than_the_view(conversation):
    conversation.show("Before", LONG, "After", live=1)
    view = conversation.view
    bar, line = view.verticalScrollBar(), view.stack.look.code.line_height
    for at in range(0, bar.maximum() + 1, 37):
        bar.setValue(at)
        editor, room = conversation.live, view.viewport().height()
        assert editor.height() <= room + 6 * line
        top, bottom = view.stack.text_top(1) - at, view.stack.text_top(2) - view.stack.look.heading - at
        if top < room and bottom - view.stack.look.below > 0:
            assert editor.geometry().top() <= max(top, 0)
            assert editor.geometry().bottom() + 1 >= min(bottom - view.stack.look.below, room)
            assert drawn_caret(view) == view.caret_top() or not 0 <= view.caret_top() < room
            first = editor.visible_blocks(0, room)[0]
            drawn = editor.viewport().mapTo(view.viewport(), QPoint()).y() + round(first.top)
            assert drawn == top + view.stack.look.padding + first.block.firstLineNumber() * line


def test_the_caret_stays_in_view(conversation):
    for keys in [KEYS.Key_Return, KEYS.Key_Down]:
        with in_case(keys):
            conversation.show("Before", LONG, "After", live=1)
            view = conversation.view
            assert (view.offset, conversation.live.cursor_offset()) == (0, 0)
            for _ in range(60):
                key(conversation.live, keys)
                assert caret_in_view(view)
                assert drawn_caret(view) == view.caret_top()
            assert view.offset > 0


def test_keys_of_the_whole_text_lead_to_its_ends(conversation):
    conversation.show("Before", LONG, "After", live=1)
    view = conversation.view
    key(conversation.live, KEYS.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert conversation.live.cursor_offset() == len(LONG)
    assert caret_in_view(view)
    assert drawn_caret(view) == view.caret_top()
    key(conversation.live, KEYS.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert conversation.live.cursor_offset() == 0
    assert caret_in_view(view)
    assert drawn_caret(view) == view.caret_top()


def test_a_place_that_is_gone_to_comes_into_view(conversation):
    conversation.show("Before", LONG, "After", live=1)
    view = conversation.view
    for offset in (len(LONG), 0, len(LONG) // 2):
        conversation.live.select_span(Span(offset, offset))
        assert caret_in_view(view)
        assert drawn_caret(view) == view.caret_top()


def test_typing_far_away_comes_back_to_the_caret(conversation):
    conversation.show("Before", *[LONG] * 4, live=1)
    view = conversation.view
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    assert not caret_in_view(view)
    assert conversation.live.hasFocus()
    QTest.keyClicks(conversation.live, "x")
    assert conversation.live.contents.text.startswith("x1 of")
    assert caret_in_view(view)


def test_a_key_that_leads_nowhere_shows_the_caret(conversation):
    conversation.show("Before", *[LONG] * 4, live=1)
    view = conversation.view
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    key(conversation.live, KEYS.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert conversation.live.cursor_offset() == 0
    assert caret_in_view(view)


def test_new_lines_move_what_is_below_and_nothing_above(conversation):
    conversation.show("Before", "A\nB", "After", live=1)
    view = conversation.view
    before, after = view.heading_rect(1).top(), view.heading_rect(2).top()
    key(conversation.live, KEYS.Key_Return)
    assert view.heading_rect(1).top() == before
    assert view.heading_rect(2).top() == after + view.stack.look.code.line_height
    conversation.live.undo()
    assert view.heading_rect(2).top() == after


def test_a_hundredth_line_breaks_the_lines_anew(conversation, qtbot):
    text = "\n".join(["word " * 30] * 99)
    conversation.show("Before", text, "After", live=1)
    view = conversation.view
    height, line = view.stack.height(1), view.stack.look.code.line_height
    key(conversation.live, KEYS.Key_Return)
    view.release_editor()
    qtbot.waitUntil(lambda: not view.measuring.isActive())
    painted = view.stack.height(1)
    assert painted >= height + line
    conversation.lend(1)
    assert view.stack.height(1) == painted


def test_the_wheel_over_the_editor_scrolls_the_conversation(conversation):
    conversation.show("Before", LONG, "After", live=1)
    view, inner = conversation.view, conversation.live.viewport()
    place = QPointF(inner.rect().center())
    none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(
        place, QPointF(inner.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, -120), *none, NOT_INVERTED
    )
    QApplication.sendEvent(inner, event)
    assert view.offset > 0
    assert drawn_caret(view) == view.caret_top() or not caret_in_view(view)


# Keys -------------------------------------------------------------------------------------------------------


def test_arrows_lead_out_of_a_message_at_its_ends(conversation):
    for keys, offset, live, caret in [
        (KEYS.Key_Up, 3, 0, len(SHORT[0])),
        (KEYS.Key_Left, 0, 0, len(SHORT[0])),
        (KEYS.Key_Left, 1, 1, 0),
        (KEYS.Key_Up, 20, 1, 15),
        (KEYS.Key_Down, len(SHORT[1]) - 2, 2, 0),
        (KEYS.Key_Right, len(SHORT[1]), 2, 0),
        (KEYS.Key_Right, 0, 1, 1),
    ]:
        with in_case((keys, offset, live, caret)):
            conversation.show(*SHORT, live=1)
            conversation.live.go_to(Span(offset, offset))
            key(conversation.live, keys)
            assert (conversation.view.live_index, conversation.live.cursor_offset()) == (live, caret)
            assert conversation.live.hasFocus()


def test_no_key_leads_out_above_the_first(conversation):
    asked: list[object] = []
    conversation.view.neighbour_requested.connect(lambda *given: asked.append(given))
    for keys in [KEYS.Key_Up, KEYS.Key_Left]:
        with in_case(keys):
            conversation.show(*SHORT, live=0)
            key(conversation.live, keys)
            key(conversation.live, keys, Qt.KeyboardModifier.ShiftModifier)
            assert asked == []
            assert conversation.live.cursor_offset() == 0


def test_shift_selects_and_stays_in_the_message(conversation):
    conversation.show(*SHORT, live=1)
    conversation.live.go_to(Span(3, 3))
    key(conversation.live, KEYS.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert conversation.view.live_index == 1
    assert conversation.live.selected_span() == Span(0, 3)


def test_arrows_lead_out_of_a_right_to_left_message_by_its_direction(conversation):
    for keys, offset, live in [(KEYS.Key_Right, 0, 0), (KEYS.Key_Left, 9, 2)]:
        with in_case((keys, offset, live)):
            conversation.show("One", "שלום עולם", "Three", live=1)
            conversation.live.go_to(Span(offset, offset))
            key(conversation.live, keys)
            assert conversation.view.live_index == live


def test_pages_lead_through_all_messages_and_back(conversation):
    conversation.show("Before", LONG, *SHORT, LONG, "After", live=0)
    view, seen = conversation.view, []
    for step, end in ((KEYS.Key_PageDown, 6), (KEYS.Key_PageUp, 0)):
        for _ in range(40):
            key(conversation.live, step)
            assert caret_in_view(view)
            assert drawn_caret(view) == view.caret_top()
            seen.append(view.live_index)
        assert view.live_index == end
    assert {1, 5} <= set(seen)


# The mouse --------------------------------------------------------------------------------------------------


def test_a_click_puts_the_caret_into_a_painted_message(conversation):
    view, asked = conversation.view, []
    view.place_requested.connect(lambda *given: asked.append(given))
    for row, column, offset in [(0, 3, 3), (3, 2, 25), (0, 60, 14), (1, 5, 15)]:
        with in_case((row, column, offset)):
            conversation.show(*SHORT, live=0)
            tops = [view.heading_rect(index).top() for index in range(3)]
            asked.clear()
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=text_point(view, 1, row, column))
            assert asked == [(FOLDER / "2.md", offset)]
            assert (view.live_index, conversation.live.cursor_offset()) == (1, offset)
            assert conversation.live.hasFocus()
            assert [view.heading_rect(index).top() for index in range(3)] == tops


def test_offsets_count_characters_not_units(conversation):
    conversation.show("Before", "👩a\u200bb👩c")
    view = conversation.view
    end = QPoint(view.viewport().width() - 1, text_point(view, 1, 0, 0).y())
    assert view.offset_at(1, end) == 6
    assert view.offset_at(1, text_point(view, 1, 0, 0)) == 0


def test_a_drag_from_a_painted_message_selects(conversation):
    conversation.show(*SHORT, live=0)
    view = conversation.view
    start, end = text_point(view, 1, 0, 3), text_point(view, 1, 2, 4)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view.viewport(), (start + end) / 2)
    view.mouseMoveEvent(moved(view, end))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert view.live_index == 1
    assert conversation.live.selected_span() == Span(3, 20)


def moved(view, point):
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    place = QPointF(point)
    screen = QPointF(view.viewport().mapToGlobal(point))
    return QMouseEvent(QEvent.Type.MouseMove, place, screen, none, left, Qt.KeyboardModifier.NoModifier)


def test_a_click_on_the_role_offers_the_roles(conversation):
    conversation.show(*SHORT, live=0)
    view, asked = conversation.view, []
    view.role_requested.connect(lambda *given: asked.append(given))
    heading = view.heading_rect(1)
    place = view.headings.role_rect(view.stack.items[1], heading).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    menu = view.findChild(QMenu)
    assert [(action.text(), action.isChecked()) for action in menu.actions()] == [
        ("user", False),
        ("assistant", True),
        ("system", False),
    ]
    menu.actions()[2].trigger()
    assert asked == [(FOLDER / "2.md", "system")]
    assert view.live_index == 0
    menu.close()


def test_the_button_of_a_heading_and_its_key_ask_for_the_menu(conversation):
    conversation.show(*SHORT, live=0)
    view, asked = conversation.view, []
    view.menu_requested.connect(lambda path, _place: asked.append(path))
    place = view.headings.more_rect(view.heading_rect(2)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    view.open_menu()
    assert asked == [FOLDER / "3.md", FOLDER / "1.md"]


def test_between_messages_a_new_one_is_offered(conversation):
    conversation.show(*SHORT, live=0)
    view, asked = conversation.view, []
    view.new_requested.connect(asked.append)
    heading = view.heading_rect(1)
    between, last = (
        QPoint(300, heading.top() + 2),
        view.headings.last_rect(view.heading_rect(len(view.stack.items))).center(),
    )
    for place in (between, last):
        QTest.mouseMove(view.viewport(), place)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked == [1, 3]


def test_what_is_under_the_pointer_is_known(conversation):
    conversation.show(*SHORT, live=0)
    view = conversation.view
    heading = view.heading_rect(1)
    spot = view.spot_at
    assert spot(QPoint(300, heading.center().y())).part is Part.HEADING
    assert spot(text_point(view, 1, 0, 0)).part is Part.TEXT
    assert spot(QPoint(600, view.heading_rect(len(view.stack.items)).bottom() + 50)) == (2, Part.TEXT)


# What is shown ----------------------------------------------------------------------------------------------


def test_an_empty_chat_offers_a_first_message(conversation):
    conversation.show()
    view, asked = conversation.view, []
    view.new_requested.connect(asked.append)
    assert view.empty.isVisible()
    view.empty.button.click()
    assert asked == [0]
    conversation.show("Hello")
    assert not view.empty.isVisible()


def test_another_state_of_a_message_is_shown(conversation):
    conversation.show(*SHORT, live=0)
    view = conversation.view
    below = view.heading_rect(2).top()
    another = MessageRow(FOLDER / "2.md", Message(None, SHORT[1] + "\nthree"), problems(1), is_unsaved=True)
    view.show_messages([conversation.items[0], another, conversation.items[2]], view.current)
    assert view.heading_rect(2).top() == below + view.stack.look.code.line_height
    assert view.stack.items[1].role is None


def test_the_message_in_front_is_described(conversation):
    conversation.show(*SHORT, live=1)
    view = conversation.view
    assert view.accessibleName() == "Conversation"
    assert view.accessibleDescription() == "Message 2, 2 of 3, assistant"
    another = MessageRow(FOLDER / "2.md", Message(None, SHORT[1]), problems(1, 2), is_unsaved=True)
    view.show_messages([conversation.items[0], another, conversation.items[2]], view.current)
    assert view.accessibleDescription() == "Message 2, 2 of 3, no role, 1 error, 2 warnings, unsaved"
    assert QAccessible.queryAccessibleInterface(view).text(QAccessible.Text.Name) == "Conversation"


def test_scrolling_to_a_message_shows_its_heading(conversation):
    conversation.show("Before", LONG, "Middle", LONG, "After")
    view = conversation.view
    room = view.viewport().height()
    for index in (4, 3, 2, 1, 0, 2):
        view.scroll_to(FOLDER / f"{index + 1}.md")
        heading = view.heading_rect(index)
        assert heading.top() >= 0
        assert heading.bottom() < room
    view.scroll_to(FOLDER / "9.md")


def test_the_message_at_the_top_stays_there_at_another_size(conversation, wear):
    view = conversation.view
    for live in [None, 1]:
        with in_case(live):
            conversation.show("Before", LONG, "word " * 400, LONG, "After", live=live)
            wear(conversation.theme)
            view.verticalScrollBar().setValue(view.stack.top(2) + 10)
            for change in (
                lambda: view.resize(420, 480),
                lambda: view.set_zoom(5),
                lambda: wear(load_theme("dark", scale=1.25)),
                lambda: view.resize(700, 600),
                lambda: view.set_zoom(0),
            ):
                change()
                assert view.stack.at(view.offset) == 2
                if live is not None:
                    assert conversation.live.width() == view.viewport().width()


def test_zoom_of_the_editor_is_that_of_all(conversation):
    conversation.show(*SHORT, live=1)
    view = conversation.view
    before, zooms = view.stack.look.code.line_height, []
    view.zoom_changed.connect(zooms.append)
    conversation.live.zoom(4)
    assert view.stack.look.code.line_height > before
    assert view.stack.look.code.line_height == conversation.live.contents.layout.line_height
    assert zooms == [4]


def test_without_an_editor_keys_scroll(conversation):
    conversation.show(*[LONG] * 3)
    view = conversation.view
    view.setFocus()
    for step in (KEYS.Key_Down, KEYS.Key_PageDown, KEYS.Key_End):
        before = view.offset
        for held in (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier):
            event = QKeyEvent(QEvent.Type.KeyPress, step, held)
            QApplication.sendEvent(view, event)
            assert (view.offset, event.isAccepted()) == (before, False)  # it may be another's shortcut
        key(view, step)
        assert view.offset > before


# Work -------------------------------------------------------------------------------------------------------


def test_a_slice_of_measuring_is_bounded(conversation):
    view = conversation.view

    def prepared(size):
        conversation.show(*["A row of words that goes on and on. " * 8 + "\n" + "short\n" * 40] * size)
        return view.measure_some

    assert_work_is_bounded(prepared, 200)


def test_a_slice_of_one_long_message_is_bounded(conversation):
    view = conversation.view

    def prepared(size):
        conversation.show("x", "A row of words. " * 30 * size)
        view.measure_some()
        return view.measure_some

    assert_work_is_bounded(prepared, 400)


def test_a_key_costs_the_same_among_many_messages(conversation):
    def prepared(size):
        conversation.show(*["A row of words that goes on. " * 9 + "\n\n- x\n- y"] * size, live=size // 2)
        while conversation.view.measuring.isActive():
            conversation.view.measure_some()
        QApplication.processEvents()
        return partial(QTest.keyClicks, conversation.live, "abc")

    assert_work_is_bounded(prepared, 10, 20)


def test_a_key_lays_out_no_painted_message(conversation, monkeypatch):
    conversation.show(*["A row of words that goes on. " * 9] * 5, live=2)
    counted, make = [], LaidChunk.__init__
    monkeypatch.setattr(
        LaidChunk, "__init__", lambda self, *chunk: (counted.append(1), make(self, *chunk))[1]
    )
    QTest.keyClicks(conversation.live, "abc")
    key(conversation.live, KEYS.Key_Return)
    assert counted == []
    conversation.view.set_zoom(3)
    assert counted, "the control: other sizes do"


def test_layouts_are_kept_only_for_what_is_in_view(conversation, monkeypatch):
    view, chunks, make = conversation.view, WeakSet(), LaidChunk.__init__

    def make_and_count(self, chunk, look, colours):
        if look is view.stack.look:  # views of other tests may be there still
            chunks.add(self)
        make(self, chunk, look, colours)

    monkeypatch.setattr(LaidChunk, "__init__", make_and_count)
    conversation.show(*["A row.\n" * 40] * 60, "A row.\n" * 5_000)
    bar = view.verticalScrollBar()
    for at in range(0, bar.maximum(), bar.maximum() // 50):
        bar.setValue(at)
        view.grab()
        in_view = len(view.stack.between(at, at + view.viewport().height()))
        assert 0 < len(chunks) <= in_view + 1, "of a long message, at most two"


def test_opening_costs_in_proportion_to_the_messages(conversation):
    texts = ["A row of words that goes on. " * 9] * 1_000
    small = work_of(lambda: conversation.show(*texts[:100]))
    large = work_of(lambda: conversation.show(*texts))
    assert large < 14 * small


def test_a_click_far_down_in_a_long_message_stays_under_the_pointer(conversation, qtbot):
    text = "\n".join(f"{number} " + "and on " * 30 for number in range(700))
    conversation.show("Before", text, "After", live=0)
    view = conversation.view
    qtbot.waitUntil(lambda: not view.measuring.isActive())
    view.verticalScrollBar().setValue(view.stack.top(2) - 700)
    point = QPoint(300, 211)
    offset = view.offset_at(1, point)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert view.live_index == 1
    assert conversation.live.cursor_offset() == offset
    line = view.stack.look.code.line_height
    assert abs(view.caret_top() + line // 2 - point.y()) <= line // 2 + 1
    assert drawn_caret(view) == view.caret_top()
    top, total = view.caret_top(), view.stack.total
    qtbot.waitUntil(lambda: view.stack.total != total)
    QApplication.processEvents()
    assert view.caret_top() == top, "it stays there while the rest is laid out"
    assert drawn_caret(view) == top


def test_a_large_message_keeps_its_height_while_its_editor_is_filled(conversation, qtbot):
    text = "a row of a long message\n" * 12_000
    conversation.show("Before", text, "After", live=0)
    view = conversation.view
    qtbot.waitUntil(lambda: not view.measuring.isActive(), timeout=30_000)
    painted = view.stack.height(1)
    editor = conversation.editor_of(1)
    view.take_editor(editor, FOLDER / "2.md")
    assert editor.contents.is_filling, "the control: it takes a while"
    assert view.stack.height(1) == painted
    qtbot.waitUntil(lambda: not editor.contents.is_filling, timeout=30_000)
    assert view.stack.height(1) == painted
    key(editor, KEYS.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert caret_in_view(view)
    assert drawn_caret(view) == view.caret_top()
    QTest.keyClicks(editor, "end")
    assert view.caret_top() == drawn_caret(view)
    assert editor.contents.text.endswith("\nend")


def test_of_several_counts_the_worst_is_shown_where_the_role_has_no_room(conversation):
    conversation.show("One")
    view = conversation.view
    item = MessageRow(FOLDER / "1.md", Message("assistant", "One"), problems(12, 30, 7), is_unsaved=True)
    wide, narrow = view.heading_rect(0), view.heading_rect(0)
    narrow.setWidth(250)
    assert view.headings.role_rect(item, narrow) == view.headings.role_rect(item, wide)
    narrow.setWidth(190)
    assert view.headings.role_rect(item, narrow).right() < view.headings.more_rect(narrow).left()


def test_a_line_that_breaks_while_typed_moves_only_what_is_below(conversation):
    conversation.show("Before", "A", "After", live=1)
    view = conversation.view
    editor, line = conversation.live, view.stack.look.code.line_height
    tops = [view.heading_rect(index).top() for index in range(3)]
    key(editor, KEYS.Key_End)
    QTest.keyClicks(editor, "word " * 40)
    assert editor.document().lineCount() > 2
    assert [view.heading_rect(index).top() for index in range(2)] == tops[:2]
    assert view.heading_rect(2).top() == tops[2] + (editor.document().lineCount() - 1) * line
    assert editor.verticalScrollBar().value() == 0
    assert drawn_caret(view) == view.caret_top()

from __future__ import annotations

import pytest
from named_cases import in_case
from PySide6.QtCore import QPoint, QRect, QSettings, Qt
from PySide6.QtGui import QAccessible, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabBar,
    QTreeView,
    QWidget,
)

from editor_app.window.frame.dock import HEADER, Dock, Page
from editor_app.window.frame.first_window import step_aside
from editor_app.window.frame.layout_memory import LayoutMemory, Room
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.kit.accessible_groups import show_groups
from editor_app.window.kit.application import FRAME, screen_room
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.menu_style import menu_style
from editor_app.window.kit.theme.theme import load_theme
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.labels import ElidedLabel
from editor_app.window.panels.preview.bars import HeaderTools

CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QTreeView, QPlainTextEdit, QTabBar)
SIZES = [(1440, 900), (1366, 700), (1100, 700), (1000, 700), (960, 600), (720, 450), (640, 420)]


def trigger(window: MainWindow, action_id: str) -> None:
    window._actions.action(action_id).trigger()


def is_checked(window: MainWindow, action_id: str) -> bool:
    return window._actions.action(action_id).isChecked()


def top_of(window: MainWindow, widget: QWidget) -> int:
    return widget.mapTo(window, QPoint(0, 0)).y()


def test_the_headers_meet_across_the_columns(make_window) -> None:
    window = make_window()
    assert window.menuBar().height() == 32
    assert {top_of(window, dock) for dock in (window.left_dock, window.right_dock)} == {32}
    assert {dock._header.height() for dock in (window.left_dock, window.right_dock, window.bottom_dock)} == {
        34
    }
    assert window.status.height() == window.status.sizeHint().height() == 26
    assert window.columns.sizes() == [288, 1440 - 288 - 420 - 2, 420]
    assert window.bottom_dock.height() == 200
    image = window.grab().toImage()
    line = current_theme().color("line")
    assert [image.pixelColor(x, 65) for x in (200, 1300)] == [line, line]
    assert image.pixelColor(20, 65) == current_theme().color("acc")


def test_in_any_size_no_words_are_cut_off_and_every_control_is_reached_by_keyboard(make_window) -> None:
    for sizes in (SIZES, SIZES[::-1]):
        window = make_window(*sizes[0])
        for size in sizes:
            with in_case((size, "begun with", sizes[0])):
                window.resize(*size)
                QApplication.processEvents()  # layouts follow
                assert (window.width(), window.height()) == size
                check_that_no_words_are_cut_off(window, *size)
                check_that_every_control_has_a_name_and_is_reached(window)


def check_that_no_words_are_cut_off(window: MainWindow, width: int, height: int) -> None:
    for label in window.findChildren(QLabel):
        if label.isVisible() and label.text() and not isinstance(label, ElidedLabel):
            needed = QFontMetrics(label.font()).horizontalAdvance(label.text())
            assert needed <= label.width() or label.wordWrap(), label.text()
            assert label.height() >= QFontMetrics(label.font()).height(), label.text()
    for button in window.findChildren(QAbstractButton):
        if button.isVisible():
            content = button.minimumSizeHint() if button.text() else button.iconSize()
            assert button.width() >= content.width(), button.accessibleName()
            corner = button.mapTo(window, QPoint(button.width(), button.height()))
            assert corner.x() <= width
            assert corner.y() <= height
    for bar in window.findChildren(QTabBar):
        if bar.isVisible():
            assert bar.tabRect(bar.count() - 1).right() < bar.width() + 20
    menus = [one for one in window.menuBar().actions() if one.isVisible()]
    assert all(not window.menuBar().actionGeometry(action).isEmpty() for action in menus)


def check_that_every_control_has_a_name_and_is_reached(window: MainWindow) -> None:
    reached = set()
    widget: QWidget = window
    for _ in range(500):
        widget = widget.nextInFocusChain()
        reached.add(widget)
    controls = [
        control
        for kind in CONTROLS
        for control in window.findChildren(kind)
        if control.isVisible() and control.isEnabled() and not _is_inner(control)
    ]
    assert len(controls) >= 7
    for control in controls:
        name = control.accessibleName() or getattr(control, "text", str)()
        assert name, control
        one_tab = isinstance(control, QTabBar) and control.count() == 1
        assert control in reached
        assert one_tab or control.focusPolicy() & Qt.FocusPolicy.TabFocus, name


def _is_inner(control: QWidget) -> bool:
    """Whether the control is a part of another that is reached itself, as a field's clear button is."""
    return isinstance(control.parent(), QLineEdit) or control.objectName().startswith("qt_")


def test_below_1200_values_and_problems_stand_beside_the_preview_and_there_is_a_least_size(
    make_window,
) -> None:
    window = make_window(1100, 700)
    tabs = window.right_dock.tabs
    assert window.room is Room.MEDIUM
    assert [tabs.tabText(index) for index in range(tabs.count())] == ["Preview", "Values", "Problems"]
    assert window.bottom_dock.isHidden()
    assert window.columns.sizes() == [248, 1100 - 248 - 308 - 2, 308]
    assert tabs.tabToolTip(2) == "1 error, 1 warning"
    window.resize(1300, 800)
    assert window.room is Room.WIDE
    assert tabs.count() == 1
    assert window._parts.values.widget.isVisible()
    assert window._parts.problems.widget.isVisible()
    window.resize(10, 10)
    assert (window.width(), window.height()) == (640, 420)
    assert window.outline_section.folded


def test_below_1000_the_right_side_closes_and_the_menu_opens_it(make_window) -> None:
    window = make_window(960, 700)
    assert window.columns.right.isHidden()
    assert not is_checked(window, "toggle_preview")
    trigger(window, "toggle_preview")
    assert window.columns.right.isVisible()
    assert is_checked(window, "toggle_preview")


def test_a_side_that_did_not_fit_leaves_a_handle_that_brings_it_back(make_window, qtbot) -> None:
    window = make_window(960, 600)  # 1440 × 900 at one and a half times the size
    handles = window.columns.handles
    assert handles["left"].isHidden()
    assert handles["right"].isVisible()
    assert handles["right"].accessibleName() == "Show Preview"
    assert handles["right"].geometry().right() == window.width() - 1
    qtbot.mouseClick(handles["right"], Qt.MouseButton.LeftButton)
    assert window.columns.right.isVisible()
    assert window.columns.left.isVisible()
    assert handles["right"].isHidden()

    window.resize(640, 420)  # room for one side
    assert window.columns.right.isVisible()
    assert window.columns.left.isHidden()
    assert window.columns.width() + handles["left"].width() == 640
    handles["left"].setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(handles["left"], Qt.Key.Key_Space)
    assert window.columns.left.isVisible()
    assert window.columns.right.isHidden()
    assert window.columns.left.isAncestorOf(QApplication.focusWidget())


def test_toggles_and_clicks_show_and_hide(make_window, qtbot) -> None:
    window = make_window()
    for action_id, widget in (
        ("toggle_library", window.columns.left),
        ("toggle_preview", window.columns.right),
        ("toggle_problems", window.bottom_dock),
    ):
        assert is_checked(window, action_id)
        trigger(window, action_id)
        assert widget.isHidden()
        assert not is_checked(window, action_id)
        trigger(window, action_id)
        assert widget.isVisible()
        assert is_checked(window, action_id)
    trigger(window, "toggle_outline")
    assert window.outline_section.folded
    assert window.outline_section.height() == 34
    trigger(window, "toggle_outline")
    assert window.outline_section.height() == 188

    qtbot.mouseClick(window.bottom_dock._close, Qt.MouseButton.LeftButton)
    assert window.bottom_dock.isHidden()
    qtbot.mouseClick(window.status.counts, Qt.MouseButton.LeftButton)
    assert window.bottom_dock.isVisible()
    assert window._parts.problems.widget.tree.hasFocus()
    qtbot.mouseClick(window.outline_section._header, Qt.MouseButton.LeftButton)
    assert window.outline_section.folded
    assert not is_checked(window, "toggle_outline")


def test_titles_of_sections_are_buttons_that_fold_with_the_keys_and_say_so(make_window, qtbot) -> None:
    window = make_window()
    show_groups()
    for section, name in ((window.outline_section, "Outline"), (window.values_section, "Values")):
        title = section._header.title
        title.setFocus(Qt.FocusReason.TabFocusReason)
        seen = QAccessible.queryAccessibleInterface(title)
        assert (seen.role(), seen.text(QAccessible.Text.Name)) == (QAccessible.Role.Button, name)
        for key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            before = section.folded
            qtbot.keyClick(title, key)
            state = seen.state()
            assert section.folded is not before
            assert title.hasFocus()
            assert state.expandable
            assert (bool(state.expanded), bool(state.collapsed)) == (before, not before)
        seen.actionInterface().doAction("Press")
        assert not section.folded
        stack = section.parentWidget()
        unfolded = stack.sizes()
        for sizes in ([sum(unfolded) - HEADER, HEADER], unfolded):
            qtbot.keyClick(title, Qt.Key.Key_Space)
            assert stack.sizes() == sizes, "what is above has the room of what is folded"

        word = row_style().metrics["small strong"].horizontalAdvance(name)
        assert title.minimumWidth() == 6 + word + 6, "the ring keeps off the word at both ends"
        focused = title.grab().toImage()
        title.clearFocus()
        accent = current_theme().color("acc").rgb()
        columns = [x for x in range(focused.width()) if focused.pixel(x, focused.height() // 2) == accent]
        assert columns[:2] == [0, 1], "the ring is two pixels wide, and to the left of the word"
        assert columns[-1] == focused.width() - 1
        plain = title.grab().toImage()
        assert all(plain.pixel(x, plain.height() // 2) != accent for x in range(plain.width()))


def test_without_problems_and_height_their_panel_hides(make_window, qtbot) -> None:
    window = make_window(1366, 700, Counts())
    assert window.bottom_dock.isHidden()
    window._parts.centre.setFocus()
    window.show_counts(Counts(1))
    assert window.bottom_dock.isHidden()  # a half-written tag does not make the editor jump
    qtbot.waitUntil(window.bottom_dock.isVisible)
    window.resize(1366, 900)
    window._parts.outline.widget.setFocus()
    window.show_counts(Counts())
    assert window.bottom_dock.isVisible()


def test_problems_asked_for_stay_though_there_are_none(make_window) -> None:
    window = make_window(1366, 700, Counts())
    trigger(window, "toggle_problems")
    assert window.bottom_dock.isVisible()
    window.show_counts(Counts())
    assert window.bottom_dock.height() == 200
    trigger(window, "toggle_problems")
    assert window.bottom_dock.isHidden()


def test_the_tools_of_a_page_go_with_it(qtbot, theme) -> None:
    dock = Dock()
    qtbot.addWidget(dock)
    library = Page("library", "Library", QWidget(), QPushButton("New prompt"))
    blocks = Page("blocks", "Blocks", QWidget(), QPushButton("Add a block"))
    dock.set_pages([library, blocks])
    dock.resize(400, 300)
    dock.show()
    dock.show_page("blocks")
    assert [page.tools.isVisible() for page in (library, blocks)] == [False, True]
    dock.set_pages([library])
    assert [page.tools.isVisible() for page in (library, blocks)] == [True, False]


def test_tools_that_are_all_hidden_take_no_line_of_their_own(qtbot, theme) -> None:
    dock = Dock()
    qtbot.addWidget(dock)
    tools = HeaderTools()
    button = QPushButton("Copy the message")
    tools.add([button])
    page = QLabel("text")
    others = [Page(word, word, QWidget()) for word in ("Values", "Conversation", "Problems", "History")]
    dock.set_pages([Page("preview", "Preview", page, tools), *others])
    dock.setFixedSize(theme.px(308), theme.px(300))
    dock.show()
    QApplication.processEvents()
    low = page.mapTo(dock, page.rect().topLeft()).y()
    assert low > dock.tabs.parentWidget().height()
    button.hide()
    qtbot.waitUntil(lambda: page.mapTo(dock, page.rect().topLeft()).y() < low)
    assert page.mapTo(dock, page.rect().topLeft()).y() == dock.tabs.parentWidget().height()


@pytest.mark.parametrize(("scale", "step"), [(1.0, 25), (14 / 11, 35)])
def test_tabs_without_room_go_into_the_menu_and_none_is_cut(qtbot, theme_choice, scale, step) -> None:
    theme_choice.choose_size(round(scale * 100))
    theme = current_theme()
    dock = Dock()
    qtbot.addWidget(dock)
    words = ("Preview", "Values", "Problems", "Why", "Compare")
    dock.set_pages([Page(word.lower(), word, QLabel(word)) for word in words])
    dock.show()
    tabs, metrics = dock.tabs, QFontMetrics(theme.font("small strong"))
    for counts in (Counts(), Counts(12, 34, 5)):
        dock.show_counts("problems", counts)
        for width in (420, *range(400, 149, -step), 420):
            with in_case((counts, width)):
                dock.setFixedSize(theme.px(width), theme.px(200))
                QApplication.processEvents()
                for index, word in enumerate(words):
                    tabs.setCurrentIndex(index)
                    QApplication.processEvents()
                    assert tabs.isTabVisible(index), "the one in front"
                    last = max(at for at in range(len(words)) if tabs.isTabVisible(at))
                    assert tabs.tabRect(0).left() == 0, "none is scrolled away"
                    assert tabs.tabRect(len(words) - 1).right() < tabs.width() <= dock.width()
                    room = tabs.tabRect(index).width() - (0 if index == last else theme.px(12))
                    assert room >= metrics.horizontalAdvance(word)
                assert counts.in_words() in tabs.tabToolTip(2)
    assert [tabs.tabToolTip(index) for index in (0, 2)] == ["", counts.in_words()], "whole again"


def test_tabs_in_the_menu_are_brought_to_the_front_and_come_back_with_room(qtbot) -> None:
    theme = load_theme("light")
    dock = Dock()
    qtbot.addWidget(dock)
    words = ("Preview", "Values", "Conversation", "Problems", "History", "Conversations")
    dock.set_pages([Page(word.lower(), word, QLabel(word)) for word in words])
    dock.show_counts("problems", Counts(1))
    dock.show()
    tabs, metrics = dock.tabs, QFontMetrics(theme.font("small strong"))
    dock.setFixedSize(300, 200)
    QApplication.processEvents()
    for index, word in enumerate(words):
        dock.show_page(word.lower())
        QApplication.processEvents()
        shown = [at for at in range(len(words)) if tabs.isTabVisible(at)]
        assert index in shown
        assert len(shown) >= 3
        assert tabs.tabRect(shown[0]).left() == 0
        assert tabs.tabRect(shown[-1]).right() < tabs.width() <= dock.width()
        assert all(tabs.tabRect(at).width() >= metrics.horizontalAdvance(words[at]) for at in shown)
        offered = [action.text() for action in dock.more_menu().actions()]
        hidden = [one for at, one in enumerate(words) if at not in shown]
        assert [one.partition(":")[0] for one in offered] == hidden
        assert dock.more_button.isVisible()
    dock.show_page("preview")
    dock.more_menu().actions()[-1].trigger()
    assert dock.current == "conversations"
    dock.setFixedSize(700, 200)
    QApplication.processEvents()
    assert all(tabs.isTabVisible(at) for at in range(len(words)))
    assert not dock.more_button.isVisible()


def test_f6_goes_round_the_panels(make_window, qtbot) -> None:
    window = make_window()
    parts = window._parts
    parts.library.widget.setFocus()
    order = [parts.outline, parts.centre, parts.problems, parts.preview, parts.values, parts.library]
    for part in order:
        trigger(window, "next_panel")
        widget = part if isinstance(part, QWidget) else part.widget
        focus = QApplication.focusWidget()
        assert focus is widget or widget.isAncestorOf(focus)
    trigger(window, "previous_panel")
    assert parts.values.widget.hasFocus()
    trigger(window, "toggle_preview")
    parts.problems.widget.setFocus()
    trigger(window, "next_panel")
    assert parts.library.widget.tree.hasFocus()


USUAL = [288, 420, 188, 200, 172]


def drag(splitter: QSplitter, handle: int, by: QPoint) -> None:
    """Pull a handle between two parts as the mouse does."""
    grip = splitter.handle(handle)
    start = grip.rect().center()
    QTest.mousePress(grip, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(grip, start + by)
    QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)


def sizes(window: MainWindow) -> list[int]:
    """Return the widths of the sides and the heights of what stands below."""
    below = (part.sizes()[-1] for part in (window.columns.left, window.columns.middle, window.columns.right))
    left, _, right = window.columns.sizes()
    return [left, right, *below]


@pytest.mark.parametrize("drags", [False, True])
def test_what_a_small_window_forces_is_not_remembered(make_window, drags: bool) -> None:
    window = make_window(1400, 860)
    if drags:
        drag(window.columns, 1, QPoint(60, 0))
        drag(window.columns, 2, QPoint(-70, 0))
        drag(window.columns.left, 1, QPoint(0, -50))
        drag(window.columns.middle, 1, QPoint(0, -80))
        drag(window.columns.right, 1, QPoint(0, -40))
    wanted = sizes(window)
    assert all(size != usual for size, usual in zip(wanted, USUAL, strict=True)) if drags else wanted == USUAL
    for small in ((640, 420), (1000, 700), (1210, 420), (1210, 860)):
        window.resize(*small)
        if not is_checked(window, "toggle_outline"):
            trigger(window, "toggle_outline")
        assert not window.outline_section.folded, "what was asked for is shown in any height"
    window.resize(1400, 860)
    assert sizes(window) == wanted
    window.resize(640, 420)
    window.close()
    again = make_window(640, 420)
    again.resize(1400, 860)
    assert sizes(again) == wanted


def test_sizes_are_remembered(make_window, settings: QSettings) -> None:
    window = make_window()
    drag(window.columns, 1, QPoint(-38, 0))
    drag(window.columns, 2, QPoint(12, 0))
    drag(window.columns.middle, 1, QPoint(0, -116))
    assert window.columns.sizes() == [248, 780, 410]
    assert window.columns.middle.sizes()[-1] > 200
    trigger(window, "toggle_outline")
    wanted = window.columns.sizes(), window.columns.middle.sizes()
    window.close()
    again = make_window()
    assert (again.columns.sizes(), again.columns.middle.sizes()) == wanted
    assert again.outline_section.folded


def test_broken_settings_count_as_absent(settings: QSettings, theme, make_window) -> None:
    for value in ("", "x,y", "1", "-5,9", "99999999,3", "1,2,3", "١,٢"):
        with in_case(value):
            settings.setValue("window/sides/wide", value)
            settings.setValue("window/below/problems", value)
            settings.setValue("window/open/left/wide", value)
            settings.setValue("window/geometry", value)
            memory = LayoutMemory(settings)
            assert memory.sides(Room.WIDE, 1440) == (288, 420)
            assert memory.below("problems", 200) == (1 if value == "1" else 200)
            assert memory.is_open("left", Room.WIDE)
            if value in {"x,y", "99999999,3"}:
                assert make_window().columns.left.isVisible()


def test_closing_asks_first(make_window) -> None:
    window = make_window()
    window.may_close = lambda: False
    assert not window.close()
    assert window.isVisible()
    window.may_close = lambda: True
    assert window.close()


def test_the_field_of_the_menu_bar_opens_the_palette_and_is_shorter_in_a_narrow_window(make_window) -> None:
    asked = []
    for width, narrow in ((1440, False), (1000, True), (640, True)):
        window = make_window(width, 700)
        field = window.menuBar().field
        window._actions.action("show_palette").triggered.connect(lambda _on, width=width: asked.append(width))
        field.click()
        assert field.is_narrow is narrow
        assert field.geometry().right() < window.width()
        last = window.menuBar().actions()[-1]
        assert window.menuBar().actionGeometry(last).right() < field.x()
    assert asked == [1440, 1000, 640]


def test_letters_are_underlined_while_alt_is_held(make_window, qtbot, qapp) -> None:
    window = make_window()
    qtbot.keyPress(window, Qt.Key.Key_Alt)
    assert menu_style().underlines
    qtbot.keyRelease(window, Qt.Key.Key_Alt)
    assert not menu_style().underlines
    qtbot.keyPress(window, Qt.Key.Key_Alt)
    menu = window.menuBar().actions()[0].menu()
    menu.popup(window.pos())
    menu.close()
    assert not menu_style().underlines


def test_a_theme_can_be_changed_in_the_open_window(make_window, theme_choice) -> None:
    window = make_window()
    theme_choice.choose("dark")
    image = window.grab().toImage()
    assert image.pixelColor(900, 5) == theme_choice.theme.color("bg")
    assert image.pixelColor(150, 50) == theme_choice.theme.color("panel")
    assert image.pixelColor(1, 192) == theme_choice.theme.color("acc")


def test_problems_are_brought_to_the_front_of_their_dock_before_they_are_hidden(make_window) -> None:
    window = make_window()
    window.show_below(Page("find", "Find in library", QWidget()))
    assert not is_checked(window, "toggle_problems")
    trigger(window, "toggle_problems")
    assert (window.bottom_dock.isVisible(), window.bottom_dock.current) == (True, "problems")
    assert is_checked(window, "toggle_problems")
    trigger(window, "toggle_problems")
    assert window.bottom_dock.isHidden()


@pytest.mark.parametrize("at", ["corner", "middle", "end"])
@pytest.mark.parametrize("share", [0.4, 0.8, 1.0])
def test_a_second_window_is_beside_the_first_and_whole_on_the_screen(qtbot, at: str, share: float):
    window = QWidget()
    qtbot.addWidget(window)
    room = window.screen().availableGeometry()
    window.resize(screen_room(window) * share)
    left = room.size() - window.size() - FRAME
    part = {"corner": 0.0, "middle": 0.5, "end": 1.0}[at]
    first = room.topLeft() + QPoint(int(left.width() * part), int(left.height() * part))
    window.move(first)
    step_aside(window)
    assert room.contains(QRect(window.pos(), window.size() + FRAME))
    assert window.pos() != first
    assert share == 1.0 or window.size() == screen_room(window) * share, "moved, not made smaller"

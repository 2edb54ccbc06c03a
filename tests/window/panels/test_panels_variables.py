"""The variable buttons: rows, keys, menus and what they ask."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from named_cases import in_case
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QMenu, QVBoxLayout, QWidget

from editor_app.analysis.analysis import analyse
from editor_app.library.kinds import Kind
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.resolver import Context, Snapshot
from editor_app.window.panels.variables.button_specs import ButtonKind, ButtonSpec, button_specs
from editor_app.window.panels.variables.variable_bar import VariableBar

SPECS = (
    ButtonSpec("Variables", "url", "url", tooltip="https://example.org"),
    ButtonSpec("Variables", "title", "title", value="Pricing"),
    ButtonSpec("Variables", "gone", "gone", exists=False),
    ButtonSpec("Variables", "", "Declare variable…", ButtonKind.DECLARE),
    ButtonSpec("Insert", "", "if…", ButtonKind.CONDITION),
    ButtonSpec("Insert", "", "unless…", ButtonKind.NEGATED),
    ButtonSpec("Insert", "", "Choose…", ButtonKind.FILE),
    ButtonSpec("Insert", "", "Literal", ButtonKind.LITERAL),
)

CATALOG = (
    ButtonSpec("system", "system:time", "time", value="14:02:11Z"),
    ButtonSpec("system", "system:date", "date", value="2026-03-04"),
    ButtonSpec("system", "system:os", "os", value="linux"),
    ButtonSpec("system", "system:hostname", "hostname", value="builder"),
    ButtonSpec("prompt", "prompt:cwd", "cwd", value="atlas"),
    ButtonSpec("prompt", "prompt:model", "model", exists=False),
    ButtonSpec("prompt", "prompt:conversation_id", "conversation_id", value="c-0042"),
    ButtonSpec("git", "git:branch", "branch", value="main"),
    ButtonSpec("git", "git:status", "status", value="2 changed"),
    ButtonSpec("file", "file:AGENTS.md", "AGENTS.md", value="71 bytes"),
    ButtonSpec("file", "", "Choose…", ButtonKind.FILE),
    ButtonSpec("file", "", "Literal", ButtonKind.LITERAL),
    ButtonSpec("Condition", "", "if…", ButtonKind.CONDITION),
    ButtonSpec("Condition", "", "if not…", ButtonKind.NEGATED),
)


@pytest.fixture
def bar(theme, show) -> VariableBar:
    window = QWidget()
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    bar = VariableBar()
    column.addWidget(bar)
    column.addStretch(1)
    show(window, 732, 200)
    bar.window_of_test = window
    return bar


def resize(bar: VariableBar, width: int) -> None:
    bar.window_of_test.resize(width, 200)
    QApplication.processEvents()


def pill(bar: VariableBar, text: str):
    return next(pill for pill in bar.pills if pill.spec.text == text)


def menu_of(bar: VariableBar) -> QMenu:
    return next(menu for menu in bar.findChildren(QMenu) if menu.isVisible())


# What they ask --------------------------------------------------------------------------------------------


def test_a_click_asks_for_what_the_button_is_for(bar, qtbot):
    bar.show_buttons(SPECS)
    with qtbot.waitSignal(bar.insert_requested) as asked:
        qtbot.mouseClick(pill(bar, "url"), Qt.MouseButton.LeftButton)
    assert asked.args == ["url"]
    for text, signal in (
        ("Declare variable…", bar.declare_requested),
        ("Choose…", bar.choose_file_requested),
        ("Literal", bar.literal_requested),
    ):
        with qtbot.waitSignal(signal):
            pill(bar, text).click()


def test_a_condition_asks_which_variable(bar, qtbot):
    for text, negated in [("if…", False), ("unless…", True)]:
        with in_case((text, negated)):
            bar.show_buttons(SPECS)
            pill(bar, text).click()
            menu = menu_of(bar)
            actions = {action.text(): action for action in menu.actions()}
            assert list(actions)[:3] == ["url", "title", "gone"]
            with qtbot.waitSignal(bar.wrap_requested) as asked:
                actions["title"].trigger()
            assert asked.args == ["title", negated]
            menu.close()


def test_a_condition_without_variables_asks_at_once(bar, qtbot):
    bar.show_buttons([ButtonSpec("Insert", "", "if…", ButtonKind.CONDITION)])
    with qtbot.waitSignal(bar.wrap_requested) as asked:
        pill(bar, "if…").click()
    assert asked.args == ["", False]


def test_alt_down_opens_a_menu_to_insert_wrap_and_copy(bar, qtbot):
    bar.show_buttons(SPECS)
    button = pill(bar, "url")
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    menu = menu_of(bar)
    actions = {action.text(): action for action in menu.actions()}
    with qtbot.waitSignal(bar.wrap_requested) as asked:
        actions["Wrap in a condition"].trigger()
    assert asked.args == ["url", False]
    with qtbot.waitSignal(bar.copy_requested) as asked:
        actions["Copy"].trigger()
    assert asked.args == ["url"]
    menu.close()


# Keyboard -------------------------------------------------------------------------------------------------


def test_there_is_one_tab_stop_and_arrows_move_inside(bar, qtbot):
    bar.show_buttons(SPECS[:6])
    QApplication.processEvents()

    def stops():
        return [one for one in bar.pills if one.focusPolicy() & Qt.FocusPolicy.TabFocus]

    assert stops() == [bar.pills[0]]
    bar.focus_buttons()
    for key, text in (
        (Qt.Key.Key_Right, "title"),
        (Qt.Key.Key_End, "unless…"),
        (Qt.Key.Key_Right, "url"),
        (Qt.Key.Key_Left, "unless…"),
        (Qt.Key.Key_Home, "url"),
        (Qt.Key.Key_Down, "title"),
        (Qt.Key.Key_Up, "url"),
    ):
        qtbot.keyClick(QApplication.focusWidget(), key)
        assert QApplication.focusWidget().spec.text == text
        assert stops() == [QApplication.focusWidget()]
    with qtbot.waitSignal(bar.insert_requested):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)


# Rows -----------------------------------------------------------------------------------------------------


def test_the_bar_is_one_row_and_the_rest_is_under_more(bar):
    assert bar.height() == 0
    bar.show_buttons(SPECS[:6])
    QApplication.processEvents()
    assert bar.height() == 34
    assert not bar._more.isVisible()
    bar.show_buttons([*SPECS, *(ButtonSpec("More", f"v{n}", f"variable_{n}") for n in range(40))])
    QApplication.processEvents()
    assert bar.height() == 34
    assert bar._more.isVisible()
    assert sum(one.isVisible() for one in bar.pills) <= 5, "the most used, however much room there is"
    bar.set_elsewhere(elsewhere=True)
    QApplication.processEvents()
    assert bar.height() == 0
    assert not any(one.isVisible() for one in (*bar.pills, bar._more))


def template_buttons(answers: dict[str, str | Cause], source: str):
    """Return the buttons of a template of which some values are withheld, each for a cause."""
    values = {name: answer for name, answer in answers.items() if not isinstance(answer, Cause)}
    notes = {name: Note(answer, "") for name, answer in answers.items() if isinstance(answer, Cause)}
    analysis = analyse(source, Kind.TEMPLATE, "system-prompt.tmpl")
    noon = datetime(2026, 3, 4, 12, tzinfo=UTC)
    return button_specs(analysis, {}, Snapshot(values, notes, Context(Path("atlas")), noon))


def test_what_the_file_uses_comes_first_and_what_is_not_allowed_has_no_button(bar):
    source = "[file:AGENTS.md] [file:../style-guide/voice.md] [git:branch] [prompt:conversation_id]"
    answers = {"file:AGENTS.md": "Run.\n", "file:../style-guide/voice.md": Cause.NEEDS_GRANT}
    specs = template_buttons({**answers, "git:branch": Cause.NOT_TRUSTED}, source)
    keys = [spec.key or spec.text for spec in specs]
    used, most = ["file:AGENTS.md", "git:branch", "prompt:conversation_id"], ["system:time", "system:date"]
    assert keys[:5] == [*used, *most]
    assert "file:../style-guide/voice.md" not in keys
    assert {spec.group for spec in specs} == {"Insert"}
    bar.show_buttons(specs)
    assert [pill.isVisible() for pill in bar.pills[:3]] == [True] * 3
    assert pill(bar, "branch").accessibleName() == "Insert git:branch, restricted"


def test_words_give_way_before_buttons_do(bar):
    bar.show_buttons(SPECS[3:])
    resize(bar, 700)
    wide = pill(bar, "Choose…").width()
    resize(bar, 540)
    assert pill(bar, "Choose…").width() < wide
    assert not bar._more.isVisible()


def test_a_button_is_as_wide_as_what_it_says_now(bar):
    bar.show_buttons(SPECS)
    before = pill(bar, "title").sizeHint().width()
    bar.show_buttons([replace(spec, text="title of it") if spec.text == "title" else spec for spec in SPECS])
    longer = pill(bar, "title of it").sizeHint().width()
    assert longer > before
    placed = [one for one in bar.pills if one.isVisible()]
    assert [one.width() for one in placed] == [one.sizeHint().width() for one in placed]
    bar.show_buttons(SPECS)
    assert pill(bar, "title").sizeHint().width() == before


def test_what_finds_no_room_stands_under_more(bar, qtbot):
    bar.show_buttons([ButtonSpec("Variables", f"v{n}", f"variable_{n}") for n in range(60)])
    QApplication.processEvents()
    hidden = [one.spec.key for one in bar.pills if not one.isVisible()]
    assert hidden
    bar._more.menu().aboutToShow.emit()
    actions = bar._more.menu().actions()
    assert [action.text() for action in actions] == [f"variable_{key[1:]}" for key in hidden]
    with qtbot.waitSignal(bar.insert_requested) as asked:
        actions[-1].trigger()
    assert asked.args == ["v59"]


def test_a_menu_opened_again_leaves_none_behind(bar):
    bar.show_buttons(SPECS)
    resize(bar, 240)
    counts = set()
    for _ in range(3):
        bar._more.menu().aboutToShow.emit()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        within = [action.menu() for action in bar._more.menu().actions() if action.menu() is not None]
        assert within
        assert all(menu.actions() for menu in within)
        counts.add(len(bar.findChildren(QMenu)))
    assert len(counts) == 1


def test_a_narrow_bar_has_the_rest_in_its_menu(bar, qtbot):
    bar.show_buttons(SPECS)
    resize(bar, 240)
    assert [one.spec.text for one in bar.pills if one.isVisible()] == ["url"]
    assert bar.height() == 34
    bar._more.menu().aboutToShow.emit()
    entries = bar._more.menu().actions()
    lines = [at for at, action in enumerate(entries) if action.isSeparator()]
    assert lines
    assert lines[0] > 0, "lines stand between the groups, and none above the first"
    actions = {action.text(): action for action in entries}
    assert all(menu.toolTipsVisible() for menu in bar.findChildren(QMenu)), "made as all other menus are"
    with qtbot.waitSignal(bar.insert_requested) as asked:
        actions["title   Pricing"].trigger()
    assert asked.args == ["title"]
    inner = {action.text(): action for action in actions["if…"].menu().actions()}
    with qtbot.waitSignal(bar.wrap_requested) as asked:
        inner["title"].trigger()
    assert asked.args == ["title", False]
    resize(bar, 732)
    assert pill(bar, "title").isVisible()


def test_a_new_value_changes_the_button_and_not_the_bar(bar):
    bar.show_buttons(SPECS)
    before = bar.pills
    bar.pills[1].setFocus()
    bar.show_buttons([*SPECS[:1], ButtonSpec("Variables", "title", "title", value="New"), *SPECS[2:]])
    assert bar.pills == before
    assert bar.pills[1].spec.value == "New"
    assert bar.pills[1].hasFocus()


@given(st.lists(st.tuples(st.sampled_from("abc"), st.text("xyz", min_size=1, max_size=20)), max_size=30))
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_overlaps_or_leaves_the_row(bar, names):
    bar.show_buttons([ButtonSpec(group, name, name) for group, name in names])
    for width in (310, 480, 900):
        bar.resize(width, 34)
        shown = [one for one in bar.findChildren(QWidget) if one.isVisible()]
        taken = sorted((one.x(), one.geometry().right()) for one in shown if one.width())
        assert all(end < start for (_, end), (start, _) in pairwise(taken))
        assert not taken or taken[-1][1] < width


# What they say --------------------------------------------------------------------------------------------


def test_untrusted_names_and_values_are_shown_as_they_are(bar):
    hostile = "<img src='http://evil.example/x.png'>&x"
    bar.show_buttons([ButtonSpec("file", hostile, hostile, value=hostile, tooltip=hostile)])
    assert "&lt;img" in bar.pills[0].toolTip()
    assert bar.pills[0].text() == hostile.replace("&", "&&")
    resize(bar, 60)
    bar._more.menu().aboutToShow.emit()
    [action] = bar._more.menu().actions()
    assert "&&x" in action.text()


def test_every_button_has_a_name_that_says_its_value(bar):
    bar.show_buttons(SPECS)
    names = [one.accessibleName() for one in bar.pills]
    assert names[:4] == [
        "Insert url",
        "Insert title, Pricing",
        "Insert gone, does not exist",
        "Declare variable",
    ]
    assert bar.accessibleName() == "Variables"


# Very many ------------------------------------------------------------------------------------------------


def specs_of(count: int) -> list[ButtonSpec]:
    """Return the buttons of a document that uses so many variables."""
    source = "".join(f"{{{{v{number}}}}}\n" for number in range(count))
    return button_specs(analyse(source, Kind.DOCUMENT, "a.md"), {}, None)


def test_ten_times_as_many_variables_make_no_more_buttons(bar):
    few, many, more = specs_of(20), specs_of(1_000), specs_of(10_000)
    assert len([spec for spec in few if spec.kind is ButtonKind.INSERT]) == 20
    assert all(spec.kind is not ButtonKind.OTHER for spec in few)
    assert len(many) == len(more) < 100
    bar.show_buttons(more)
    assert len(bar.pills) == len(more)
    assert "9,940 more variables" in pill(bar, "Other variable…").spec.tooltip


def test_what_has_no_button_is_asked_for_by_name(bar, qtbot):
    bar.show_buttons(specs_of(1_000))
    with qtbot.waitSignal(bar.other_requested):
        pill(bar, "Other variable…").click()

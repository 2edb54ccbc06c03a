"""The variable buttons: rows, keys, menus and what they ask."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from named_cases import in_case
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QMenu, QVBoxLayout, QWidget

from editor_app.analysis.analysis import analyse
from editor_app.library.kinds import Kind
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.resolver import Context, Snapshot
from editor_app.window.kit.theme.theme import load_theme
from editor_app.window.panels.variables.button_layout import BarRoom, GroupSize, PillPlace, arrange
from editor_app.window.panels.variables.button_specs import ButtonKind, ButtonSpec, button_specs
from editor_app.window.panels.variables.pill import Pill, PillContent
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
    bar.show_buttons(SPECS)
    QApplication.processEvents()

    def stops():
        return [one for one in bar.pills if one.focusPolicy() & Qt.FocusPolicy.TabFocus]

    assert stops() == [bar.pills[0]]
    bar.focus_buttons()
    for key, text in (
        (Qt.Key.Key_Right, "title"),
        (Qt.Key.Key_End, "Literal"),
        (Qt.Key.Key_Right, "url"),
        (Qt.Key.Key_Left, "Literal"),
        (Qt.Key.Key_Home, "url"),
    ):
        qtbot.keyClick(QApplication.focusWidget(), key)
        assert QApplication.focusWidget().spec.text == text
        assert stops() == [QApplication.focusWidget()]
    with qtbot.waitSignal(bar.insert_requested):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)


def test_up_and_down_go_to_the_nearest_in_the_next_row(bar, qtbot):
    bar.show_buttons(CATALOG)
    QApplication.processEvents()
    assert len({one.y() for one in bar.pills}) == 3
    bar.focus_buttons()
    first = QApplication.focusWidget()
    qtbot.keyClick(first, Qt.Key.Key_Down)
    second = QApplication.focusWidget()
    assert second.y() > first.y()
    assert abs(second.geometry().center().x() - first.geometry().center().x()) < 80
    qtbot.keyClick(second, Qt.Key.Key_Up)
    assert QApplication.focusWidget() is first


# Rows -----------------------------------------------------------------------------------------------------


def test_the_bar_is_as_high_as_its_rows(bar):
    assert bar.height() == 0
    bar.show_buttons(SPECS[:6])
    QApplication.processEvents()
    assert bar.height() == 34
    bar.show_buttons([*SPECS, *(ButtonSpec("More", f"v{n}", f"variable_{n}") for n in range(40))])
    QApplication.processEvents()
    assert bar.height() == 90
    assert bar._more.isVisible()


def template_buttons(answers: dict[str, str | Cause], source: str):
    """Return the buttons of a template of which some values are withheld, each for a cause."""
    values = {name: answer for name, answer in answers.items() if not isinstance(answer, Cause)}
    notes = {name: Note(answer, "") for name, answer in answers.items() if isinstance(answer, Cause)}
    analysis = analyse(source, Kind.TEMPLATE, "system-prompt.tmpl")
    noon = datetime(2026, 3, 4, 12, tzinfo=UTC)
    return button_specs(analysis, {}, Snapshot(values, notes, Context(Path("atlas")), noon))


def test_the_bar_keeps_its_height_when_a_folder_is_trusted_and_a_file_allowed(bar):
    source = "[file:AGENTS.md] [file:../style-guide/voice.md] [git:branch] [git:status]"
    always = {
        "system:time": "2026-03-04T14:02:11.5",
        "system:date": "2026-03-04",
        "prompt:cwd": "/home/atlas",
        "file:AGENTS.md": "Run.\n",
    }
    git, voice = ("git:branch", "git:status"), "file:../style-guide/voice.md"
    withheld = {**dict.fromkeys(git, Cause.NOT_TRUSTED), voice: Cause.NEEDS_GRANT}
    states = (
        withheld,
        {**withheld, "git:branch": "main", "git:status": " M a.py"},
        {"git:branch": "feature/a-long-name", "git:status": "", voice: "Be kind.\n" * 90},
    )
    heights = []
    for state in states:
        bar.show_buttons(template_buttons({**always, **state}, source))
        heights.append([bar.heightForWidth(width) for width in range(300, 1900, 13)])
    assert heights[0] == heights[1] == heights[2]
    assert set(heights[0]) == {34, 62, 90}
    bar.show_buttons(template_buttons({**always, **withheld}, source))
    resize(bar, 900)
    allowed = pill(bar, "voice.md")
    assert not allowed.isVisible(), "what is not allowed has no button yet"
    bar._insert.menu().aboutToShow.emit()
    assert "voice.md" not in " ".join(action.text() for action in bar._insert.menu().actions())
    height = bar.height()
    bar.show_buttons(template_buttons({**always, **states[2]}, source))
    QApplication.processEvents()
    assert pill(bar, "voice.md").isVisible()
    assert bar.height() == height


def test_values_give_way_before_buttons_do(bar):
    bar.show_buttons(CATALOG)
    wide = pill(bar, "branch").sizeHint().width()
    resize(bar, 540)
    assert pill(bar, "branch").sizeHint().width() < wide
    assert not bar._more.isVisible()


def test_asking_for_the_height_at_another_width_changes_nothing(bar):
    bar.show_buttons(SPECS)
    resize(bar, 480)
    widths = [one.width() for one in bar.pills]
    bar.heightForWidth(900)
    assert [one.sizeHint().width() for one in bar.pills] == widths


def test_a_button_is_as_wide_as_what_it_says_now(bar, theme, wear):
    bar.show_buttons(SPECS)
    before = pill(bar, "title").sizeHint().width()
    bar.show_buttons([replace(spec, value=spec.value and "Pricing page") for spec in SPECS])
    longer = pill(bar, "title").sizeHint().width()
    assert longer > before
    wear(replace(theme, scale=1.5 * theme.scale))
    assert pill(bar, "title").sizeHint().width() > 1.3 * longer
    placed = [one for one in bar.pills if one.isVisible()]
    assert [one.width() for one in placed] == [one.sizeHint().width() for one in placed]
    wear(theme)
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
        bar._insert.menu().aboutToShow.emit()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        within = [action.menu() for action in bar._insert.menu().actions() if action.menu() is not None]
        assert within
        assert all(menu.actions() for menu in within)
        counts.add(len(bar.findChildren(QMenu)))
    assert len(counts) == 1


def test_a_narrow_bar_is_one_button(bar, qtbot):
    bar.show_buttons(SPECS)
    resize(bar, 240)
    assert bar.is_folded
    assert bar.height() == 34
    assert not any(one.isVisible() for one in bar.pills)
    assert bar._insert.focusPolicy() & Qt.FocusPolicy.TabFocus
    bar._insert.menu().aboutToShow.emit()
    entries = bar._insert.menu().actions()
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
    assert not bar.is_folded
    bar.set_folded(True)
    assert bar.is_folded


def test_a_button_is_measured_anew_only_when_it_shows_something_else(bar, monkeypatch, wear):
    measured = []
    measure = Pill._measure
    monkeypatch.setattr(Pill, "_measure", lambda pill, shown: measured.append(pill) or measure(pill, shown))
    bar.show_buttons(CATALOG)
    resize(bar, 500)
    measured.clear()
    for width in (640, 500, 732):
        resize(bar, width)
    assert measured == []
    branch = pill(bar, "branch")
    usual = branch.width_with(PillContent())
    bar.show_buttons([replace(spec, value="longer") if spec.text == "branch" else spec for spec in CATALOG])
    longer = branch.width_with(PillContent())
    wear(load_theme("light", 1.5))
    assert usual < longer < branch.width_with(PillContent())


def test_a_new_value_changes_the_button_and_not_the_bar(bar):
    bar.show_buttons(SPECS)
    before = bar.pills
    bar.pills[1].setFocus()
    bar.show_buttons([*SPECS[:1], ButtonSpec("Variables", "title", "title", value="New"), *SPECS[2:]])
    assert bar.pills == before
    assert bar.pills[1].spec.value == "New"
    assert bar.pills[1].hasFocus()


SIZES = st.lists(
    st.builds(
        GroupSize, st.integers(0, 60), st.lists(st.integers(10, 200), min_size=1, max_size=8).map(tuple)
    ),
    max_size=6,
)


@given(SIZES, st.integers(260, 900))
def test_nothing_overlaps_or_leaves_its_row(groups, width):
    room = BarRoom(width, more_width=60)
    arrangement = arrange(groups, room)
    taken: list[tuple[PillPlace, int]] = []
    hidden = False
    for size, label, places in zip(groups, arrangement.labels, arrangement.buttons, strict=True):
        if label is not None and size.label_width:
            taken.append((label, size.label_width))
        for place, button in zip(places, size.button_widths, strict=True):
            hidden = hidden or place is None
            assert hidden == (place is None)
            if place is not None:
                taken.append((place, button))
    if arrangement.more is not None:
        assert hidden
        taken.append((arrangement.more, room.more_width))
    for (row, x), button_width in taken:
        assert 0 <= row < min(arrangement.rows, room.rows)
        assert x >= 0
        assert x + button_width <= width or x <= max(room.label_column, 60) + room.label_gap + room.group_gap
    rows = sorted((row, x, x + button_width) for (row, x), button_width in taken)
    for (row, _, end), (next_row, start, _) in pairwise(rows):
        assert row < next_row or start >= end


# What they say --------------------------------------------------------------------------------------------


def test_untrusted_names_and_values_are_shown_as_they_are(bar):
    hostile = "<img src='http://evil.example/x.png'>&x"
    bar.show_buttons([ButtonSpec("file", hostile, hostile, value=hostile, tooltip=hostile)])
    assert "&lt;img" in bar.pills[0].toolTip()
    assert bar.pills[0].text() == hostile
    bar._insert.menu().aboutToShow.emit()
    [action] = bar._insert.menu().actions()
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


def test_choosing_a_file_keeps_its_words_when_a_second_file_is_named(bar):
    always = {
        "system:time": "2026-03-04T14:02:11.5",
        "system:date": "2026-03-04",
        "prompt:cwd": "/home/atlas",
    }
    files = {"file:AGENTS.md": "Run.\n", "file:docs/CONTRIBUTING.md": "Ask first.\n"}
    git = {"git:branch": "main", "git:status": " M a.py"}
    bar.show_buttons(template_buttons({**always, **git, **files}, "".join(f"[{name}]" for name in files)))
    heights = set()
    for width in range(800, 1400, 20):
        resize(bar, width)
        choose = pill(bar, "Choose…")
        assert choose.width() == choose.width_with(PillContent()), width
        heights.add(bar.height())
    assert heights == {62, 90}
    resize(bar, 700)
    assert choose.width() < choose.width_with(PillContent()), "the control: all rows are full"

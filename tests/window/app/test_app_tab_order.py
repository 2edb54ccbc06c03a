"""Tab goes through the window as it is read, forward and backward, in whichever order it was made."""

from __future__ import annotations

from itertools import pairwise

import pytest
from app_messages import CODING, Message
from named_cases import in_case
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from editor_app.window.kit.form.fold_button import FoldButton

pytestmark = pytest.mark.one_window

PROMPTS = ["page-analysis.md", "test-scenario-generation.md"]
OTHERS = {"notes.md": "# Notes\n\nFor {{name}}.\n", "options.json": '{"a": 1}\n'}
FILES = [PROMPTS[1], "system-prompt.tmpl", *OTHERS]
WIDE, NARROW = (1440, 900), (1000, 700)


def tab(*, back: bool = False) -> QWidget:
    """Press Tab, or Shift+Tab, and return what has the focus then."""
    key, held = (
        (Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        if back
        else (Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier)
    )
    QTest.keyClick(QApplication.focusWidget(), key, held)
    return QApplication.focusWidget()


def round_of(bench, *, back: bool = False) -> list[QWidget]:
    """Return every stop from the editor until one comes again."""
    bench.editor.setFocus()
    seen = [QApplication.focusWidget()]
    while (stop := tab(back=back)) not in seen:
        seen.append(stop)
    assert stop is seen[0], "the round closes where it began"
    return seen


def stops_of(bench) -> set[QWidget]:
    """Return what the window has that takes keys and can be seen."""
    return {
        widget
        for widget in bench.window.findChildren(QWidget)
        if widget.isVisible() and widget.isEnabled() and widget.window() is bench.window
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
    }


def place(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def named(widgets) -> list[str]:
    return [f"{type(widget).__name__} {widget.accessibleName()}" for widget in widgets]


def walk(bench) -> list[QWidget]:
    """Go round the window both ways, see that no stop is left out, and return them."""
    bench.settle()
    QApplication.processEvents()
    forward = round_of(bench)
    backward = round_of(bench, back=True)
    assert named(backward[:1] + backward[:0:-1]) == named(forward)
    assert set(forward) == stops_of(bench)
    return forward


def see_screen_order(window, stops: list[QWidget], first: str, last: str) -> None:
    """See that the stops of each column are in screen order, from one section on to another."""
    begin = next(at for at, stop in enumerate(stops) if window.left_dock.isAncestorOf(stop))
    stops = stops[begin:] + stops[:begin]
    titles = [stop.accessibleName() for stop in stops if isinstance(stop, FoldButton)]
    assert (titles[0], titles[-1].partition(":")[0]) == (first, last)
    columns = [window.columns.left, window.columns.middle, window.columns.right, window.status]
    columns.append(window.menuBar())
    owners = [next(at for at, column in enumerate(columns) if column.isAncestorOf(stop)) for stop in stops]
    assert owners == sorted(owners), (
        "a column after the other, then the status bar, and round to the menu bar"
    )
    for column in columns:
        inside = [stop for stop in stops if column.isAncestorOf(stop)]
        seen = [(stop, stop.visibleRegion().boundingRect()) for stop in inside]  # a scrolled one in part
        places = [
            part.translated(stop.mapTo(window, QPoint(0, 0))) for stop, part in seen if not part.isEmpty()
        ]
        for before, after in pairwise(places):
            below = after.top() >= before.center().y() or after.center().y() > before.bottom()
            assert below or after.left() > before.left(), (before, after)


def test_tab_goes_round_every_stop_forward_and_backward(open_bench, root):
    for other, text in OTHERS.items():
        (root / other).write_text(text)
    bench = open_bench(root, FILES[0], checked=False, size=WIDE)
    bench.act("tab_moves_focus")
    for name in FILES:
        with in_case(name):
            bench.open(name)
            bench.resolve()
            stops = walk(bench)
            if name == PROMPTS[1]:
                see_screen_order(bench.window, stops, "Outline", "Values")
            bench.act("close_tab")
    bench.window.resize(*NARROW)
    bench.open(PROMPTS[0])
    walk(bench)


def test_tab_goes_round_every_stop_of_a_message_whatever_of_it_is_shown(open_bench, root):
    bench = open_bench(root, CODING, checked=False, size=WIDE)
    bench.resolve()
    bench.act("tab_moves_focus")
    message = Message(bench)
    stops = walk(bench)
    see_screen_order(bench.window, stops, "Tried for", "Blank and left out")
    bench.editor.setFocus()
    met = set()
    while (stop := QApplication.focusWidget()) not in met:  # the control: Qt goes as they were made
        met.add(stop)
        QMainWindow.focusNextPrevChild(bench.window, True)  # noqa: FBT003  Qt's signature
    assert len(met) <= len(stops) / 2, "behind proxies Qt itself leaves out half"
    for action_id in ("why_block", "show_matrix"):
        bench.act(action_id)
        message.settle()
        assert QApplication.activeWindow() is bench.window, "no part of a panel came up as a window"
        walk(bench)
    bench.window.resize(*NARROW)
    walk(bench)
    message.switch()
    assert not message.shows_content
    walk(bench)
    bench.window.resize(*WIDE)
    walk(bench)
    bench.open("system-messages/support-desk.json")
    bench.resolve()
    message = Message(bench)
    assert message.shows_content
    walk(bench)


def fields(bench):
    return [row.widget for row in bench.panels.values.cells]


def test_tab_goes_from_value_to_value_and_never_into_the_text(open_bench, root):
    bench = open_bench(root, *PROMPTS, checked=False)
    for name in (*PROMPTS, PROMPTS[0]):
        bench.open(name)
        bench.settle()
        before, values = bench.text, fields(bench)
        values[0].setFocus()
        for at, field in enumerate(values):
            assert QApplication.focusWidget() is field, at
            QTest.keyClicks(field, "y")
            tab()
        after = QApplication.focusWidget()
        assert not bench.workbench.tabs.isAncestorOf(after)
        assert not bench.panels.values.isAncestorOf(after), "it goes on to what comes behind the panel"
        QTest.keyClicks(after, "z")
        assert bench.text == before
        for field in reversed(values):
            assert tab(back=True) is field


def test_a_value_declared_by_a_fix_stands_where_it_is_read(bench):
    bench.go_to("Provide")
    bench.type("{{brand_new}} ")
    bench.settle()
    problem = next(one for one in bench.file.analysis.diagnostics if "brand_new" in one.message)
    bench.workbench.commands.problems.apply_fix(problem.fixes[0])
    bench.settle()
    QApplication.processEvents()
    values = fields(bench)
    names = [row.field.key for row in bench.panels.values.cells]
    assert "brand_new" in names
    values[0].setFocus()
    seen = [values[0], *(tab() for _ in values[1:])]
    assert seen == values
    assert [place(field, bench.window).top() for field in values] == sorted(
        place(field, bench.window).top() for field in values
    )


def test_a_value_out_of_sight_is_scrolled_to(open_bench, root):
    names = "".join(f"  - name: v{number:02}\n" for number in range(60))
    (root / "many.md").write_text(f"---\nname: many\ndescription: x\nvariables:\n{names}---\nHello\n")
    bench = open_bench(root, "many.md", checked=False)
    bench.settle()
    values = fields(bench)
    QApplication.processEvents()
    values[0].setFocus()
    for field in values[1:]:
        assert tab() is field
        assert not field.visibleRegion().isEmpty()
    tab()
    assert tab(back=True) is values[-1]
    bench.panels.values._area.verticalScrollBar().setValue(0)
    tab()
    assert tab(back=True) is values[-1]
    assert not values[-1].visibleRegion().isEmpty()


def test_the_fields_of_a_block_stay_in_order_and_one_that_is_hidden_gives_the_focus_on(open_bench, root):
    bench = open_bench(root, CODING, checked=False)
    bench.resolve()
    message = Message(bench)
    form = message.panels.inspector
    form.unfold(unfolded=True)
    expected = ["Id", "Type", "Priority", "Done", "Insert, variables", "Add: Mode", "Add: Tool"]
    expected += ["Add: Glob pattern", "Add: File", "Add: Condition", "Format", "Tags in the text"]
    for block in ("identity-base", "safety-1", "mode-ask"):
        message.pick(block)
        message.settle()
        QApplication.processEvents()
        form.field("id").setFocus()
        seen = [QApplication.focusWidget(), *(tab() for _ in expected[1:])]
        assert [stop.accessibleName() for stop in seen] == expected
        assert [tab(back=True) for _ in seen[1:]] == seen[-2::-1]

    form.field("priority").setFocus()
    form.field("priority").hide()
    assert QApplication.focusWidget() is form.edit, "what is read next has it"
    form.field("priority").show()

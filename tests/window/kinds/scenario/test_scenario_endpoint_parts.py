"""The parts of the view of a run at an endpoint: the strip, the button, the page before a run."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product

from named_cases import in_case
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from editor_app.runs.endpoint.addresses import endpoint_at
from editor_app.runs.model.scenario import ModelChoice, Scenario, ScenarioStep, Steps
from editor_app.runs.transcripts.writing import scenario_name_problem
from editor_app.runs.triggers.built_in import trigger_set
from editor_app.window.kinds.scenario.playing.inputs import EndpointTarget, RunInputs, endpoint_ask, users_of
from editor_app.window.kinds.scenario.view.parts import RunProgress, RunStrip
from editor_app.window.kinds.scenario.view.run_view import RunView

MODEL = "a-rather-large-model"
ASK = EndpointTarget(endpoint_at("https://api.example.org/v1", MODEL), "api.example.org", MODEL)
NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


def inputs_of(*users: str | None, chat=(), tools=(), endpoint="https://api.example.org/v1") -> RunInputs:
    steps = Steps(tuple(ScenarioStep(user, text="…") for user in users))
    return RunInputs(Scenario(steps, model=ModelChoice(endpoint, "m", tools)), trigger_set(), chat=chat)


def test_strategies_and_buttons_fit_into_the_bar(theme, show):
    view = RunView()
    show(view, 300, 600)
    for width, has_run in product([300, 360, 480, 640, 900, 1200], [False, True]):
        with in_case((width, has_run)):
            view.resize(width, 600)
            view.show_endpoint(ASK, None, has_run=has_run)
            view.show_nothing("Ready to run", "Nothing is sent until you say so.", ("Model: m",))
            view.bar.row.activate()
            shown = [part for part in (view.strategies, view.transport, view.run_button) if part.isVisible()]
            assert view.run_button in shown
            assert (view.transport in shown) == has_run
            if width >= 360:
                for part in shown:
                    assert part.geometry().right() < view.bar.width()
                    assert part.width() >= part.minimumSizeHint().width()
            assert view.run_button.accessibleName() == (
                f"{'Run again' if has_run else 'Run'} at api.example.org · a-rather-large-model"
            )


def test_the_strip_shows_the_end_of_the_text_and_appends_what_comes(theme, show):
    strip = RunStrip()
    show(strip, 500, 120)
    for number in range(1, 40):
        text = "\n".join(f"line {one}" for one in range(number))
        strip.show_progress(RunProgress("host", 3, 3, 65, text))
    assert strip.text.toPlainText() == text
    bar = strip.text.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.setValue(0)
    strip.show_progress(RunProgress("host", 3, 3, 66, f"{text}\nmore"))
    assert bar.value() == 0
    assert strip.title.text() == "Step 3"
    assert strip.about.text() == "asks host · 3 steps so far · 1:06"
    strip.show_progress(RunProgress("host", 4, 4, 3_725, "", "Waiting 3 s: host answered 429. Try 2 of 4."))
    assert strip.about.text() == "Waiting 3 s: host answered 429. Try 2 of 4."
    assert strip.text.toPlainText() == ""
    assert RunProgress("host", seconds=3_725).elapsed == "1:02:05"


def test_a_running_answer_stays_where_it_is_read_and_what_is_selected_in_it_stays_selected(theme, show):
    strip, most = RunStrip(), 400
    show(strip, 500, 120)
    whole = "".join(f"line {number}\n" for number in range(100))

    def tell(end: int, step: int = 3) -> None:
        strip.show_progress(RunProgress("host", step, 3, 1, whole[:end][-most:]))

    tell(300)
    bar = strip.text.verticalScrollBar()
    cursor = strip.text.textCursor()
    cursor.setPosition(whole.index("line 7"))
    cursor.setPosition(whole.index("line 8"), QTextCursor.MoveMode.KeepAnchor)
    strip.text.setTextCursor(cursor)
    bar.setValue(5)
    seen = strip.text.firstVisibleBlock().text()
    for end in (390, 450, 700):  # from 400 characters on what is told begins later
        tell(end)
        assert strip.text.toPlainText() == whole[:end]
        assert (bar.value(), strip.text.firstVisibleBlock().text()) == (5, seen)
        assert strip.text.textCursor().selectedText() == "line 7\u2029"
    strip.text.moveCursor(QTextCursor.MoveOperation.End)
    bar.setValue(bar.maximum())
    tell(780)  # whoever follows it sees only what is told
    assert strip.text.toPlainText() == whole[380:780]
    assert bar.value() == bar.maximum() > 0
    bar.setValue(0)
    tell(780, step=4)  # the same words, but of another answer
    assert bar.value() == bar.maximum()
    tell(0, step=4)
    assert strip.text.toPlainText() == ""


def test_what_comes_is_shown_as_it_is(theme, show):
    strip = RunStrip()
    show(strip, 500, 120)
    strip.show_progress(RunProgress("host", text="<b>bold</b> & [x](y)"))
    assert strip.text.toPlainText() == "<b>bold</b> & [x](y)"


def test_esc_cancels_only_what_goes_on(theme, show, qtbot):
    view = RunView()
    show(view, 700, 600)
    view.show_endpoint(ASK, None, has_run=False)
    view.show_nothing("Ready to run", "Nothing is sent until you say so.", ("Model: m",))
    with qtbot.assertNotEmitted(view.cancel_requested):
        qtbot.keyClick(view, Qt.Key.Key_Escape)
    view.show_endpoint(ASK, RunProgress("api.example.org"), has_run=False)
    assert not view.run_button.isVisible()
    with qtbot.waitSignal(view.cancel_requested):
        qtbot.keyClick(view, Qt.Key.Key_Escape)
    with qtbot.waitSignal(view.cancel_requested):
        QTest.mouseClick(view.strip.cancel, Qt.MouseButton.LeftButton)


def test_the_focus_of_the_button_goes_to_cancel_and_back_to_the_view(theme, show):
    view = RunView()
    show(view, 700, 600)
    view.show_endpoint(ASK, None, has_run=False)
    view.show_nothing("Ready to run", "Nothing is sent until you say so.", ("Model: m",))
    view.run_button.setFocus()
    view.show_endpoint(ASK, RunProgress("api.example.org"), has_run=False)
    assert view.strip.cancel.hasFocus()
    view.show_endpoint(ASK, None, has_run=False)
    assert view.isAncestorOf(view.window().focusWidget())
    assert not view.run_button.hasFocus()  # else Space would ask again


def test_a_button_that_cannot_run_says_why(theme, show):
    view = RunView()
    show(view, 700, 600)
    view.show_endpoint(EndpointTarget(model="m", why_not="‘x’ can’t be asked."), None, has_run=False)
    assert not view.run_button.isEnabled()
    assert "‘x’ can’t be asked." in view.run_button.toolTip()


def test_the_messages_of_the_user_are_those_that_are_sent():
    for inputs, users in [
        (inputs_of("One", None, "Two"), ("One", "Two")),
        (inputs_of(None, "Two", chat=(("user", "Hi"),)), ("Hi", "Two")),
        (inputs_of("One", chat=(("user", "Hi"),)), ("One",)),
        (inputs_of(), ()),
    ]:
        with in_case((inputs, users)):
            assert users_of(inputs) == users


def test_what_is_in_the_way_is_said(tmp_path):
    for inputs, is_trusted, why_not in [
        (inputs_of("Go"), False, ""),
        (inputs_of("Go", tools=("search",)), True, ""),
        (inputs_of("Go", tools=("search",)), False, "‘work’, which is restricted. Trust it, or take out"),
        (inputs_of("Go", tools=("serch",)), True, "Did you mean ‘search’?"),
        (inputs_of(), True, "There is no user message to send."),
        (inputs_of("Go", endpoint="host"), True, "‘host’ can’t be asked."),
        (inputs_of("Go", endpoint="https://me:secret@host"), True, "name or password in it"),
    ]:
        with in_case((inputs, is_trusted, why_not)):
            ask = endpoint_ask(inputs, tmp_path / "work", is_trusted=is_trusted)
            assert ask.can_run == (not why_not)
            assert why_not in ask.why_not
            assert "secret" not in repr(ask)
            assert ask.needs_trust == ("which is restricted" in ask.why_not)


def test_names_of_recorded_runs(tmp_path):
    for name, problem in [
        ("new", ""),
        ("new.yaml", ""),
        ("taken", "‘taken.yaml’ is already there. Choose another name."),
        ("steps", "‘steps.steps.jsonl’ is already there. Choose another name."),
        ("", "can’t be the name of a file"),
        (".hidden", "can’t be the name of a file"),
        ("a/b", "can’t be the name of a file"),
        ("a\nb", "can’t be the name of a file"),
        ("x" * 300, "too long"),
    ]:
        with in_case((name, problem)):
            (tmp_path / "taken.yaml").touch()
            (tmp_path / "steps.steps.jsonl").touch()
            said = scenario_name_problem(tmp_path, name)
            assert problem in said
            assert bool(said) == bool(problem)

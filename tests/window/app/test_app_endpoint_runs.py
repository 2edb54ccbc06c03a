"""Running a scenario at its endpoint in the window: on its button alone, shown as it comes, and kept."""

from __future__ import annotations

import sys
from decimal import Decimal

import pytest
from endpoint_connections import KEY, OddEndpoint
from named_cases import in_case
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.clock import utc_now
from editor_app.conversations.stored_runs import RunStore
from editor_app.library.paths import data_dir
from editor_app.runs.endpoint.addresses import endpoint_at
from editor_app.runs.endpoint.keys import key_of
from editor_app.runs.model.session import End, StepStatus, Strategy, TextPart, ToolPart
from editor_app.runs.reading.scenario_file import read_scenario
from editor_app.structured.nodes import Syntax
from editor_app.window.commands.trust.commands import TrustPopup
from editor_app.window.endpoint.endpoints import KeyAnswer
from editor_app.window.endpoint.send_question import GivenKey
from editor_app.window.kinds.scenario.view.run_view import SIDE_BY_SIDE
from editor_app.window.kit.work.runner import NO_JOB

pytestmark = pytest.mark.one_window

SCENARIO = """\
format: 1
system: {{text: Be brief.}}
model: {{endpoint: "{address}", name: some-model{tools}}}
context_limit: 50
steps:
  - user: Begin.
{more}expect:
  - fires context-warning-80
"""


class Ran:
    """A window on a scenario whose endpoint is a path of the server."""

    def __init__(self, bench, odd_endpoint: OddEndpoint, connection) -> None:
        self.bench = bench
        self.endpoint = odd_endpoint
        self.connection = connection

    @property
    def perspective(self):
        return self.bench.workbench.perspectives.of(self.bench.file)

    @property
    def run(self):
        return self.perspective.run

    @property
    def view(self):
        return self.perspective.view

    @property
    def result(self):
        return self.run.endpoint_run.result

    @property
    def is_running(self) -> bool:
        return self.run.endpoint_run is not None and self.run.endpoint_run.is_running

    @property
    def keys(self):
        return self.bench.workbench.perspectives._services.endpoints.keys

    @property
    def came(self) -> list[dict]:
        return self.endpoint.came(self.connection)

    def begin(self) -> None:
        QTest.mouseClick(self.view.run_button, Qt.MouseButton.LeftButton)
        assert self.is_running

    def wait_for_its_end(self) -> None:
        self.bench.wait(lambda: not self.is_running)

    def play(self) -> None:
        self.begin()
        self.wait_for_its_end()


@pytest.fixture
def ran(open_bench, root, odd_endpoint):
    """Return a function that opens a scenario with an endpoint at a path of the server, in one window."""
    opened = []

    def ran(path: str, *, tools: str = "", more: str = "", **opening: bool) -> Ran:
        connection = odd_endpoint.connection(path)
        address = connection.endpoint.url.removesuffix("/chat/completions")
        name = f"runs/asked{len(opened) + 1 if opened else ''}.yaml"
        (root / name).write_text(SCENARIO.format(address=address, tools=tools, more=more))
        (root / "runs" / "triggers.yaml").unlink(missing_ok=True)  # it is read at each look at the disk
        (root.parent / "notes").mkdir(exist_ok=True)
        (root.parent / "notes" / "a.txt").write_text("alpha\n")
        if opened:
            assert not opening, "the window is open"
            opened[0].open(name)
        opened.append(opened[0] if opened else open_bench(root, name, **opening))
        opened[0].settle()
        return Ran(opened[0], odd_endpoint, connection)

    return ran


def stored_runs(bench):
    store = RunStore(bench.root, clock=utc_now)
    try:
        return store.list()
    finally:
        store.close()


def fired(one: Ran) -> list[tuple[int, str]]:
    return [(mark.step, mark.label) for mark in one.view.chart.data.marks]


def test_a_scenario_says_where_it_runs_and_sends_nothing_by_itself(ran):
    one = ran("streams")
    host = one.connection.endpoint.host
    assert one.view.run_button.isVisible()
    assert one.view.run_button.accessibleName() == f"Run at {host} · some-model"
    assert one.view.run_button.property("look") == "primary"
    assert not one.view.transport.isVisible()
    assert one.view.ready.isVisible()
    assert [row.spoken for row in one.perspective.page.expected.rows] == [
        "fires context-warning-80: not checked yet."
    ]
    assert one.perspective.page.expected_count.text() == "1, not checked yet"
    assert one.view.ready.facts.text().splitlines() == [
        f"Address: {one.connection.endpoint.url}",
        "Model: some-model",
        "System: ≈\u202f3 tokens",
        "User: 1 message",
        "Tools: none",
        "Kept: on this computer, in the database of conversations",
    ]
    one.perspective.show_source()
    one.bench.go_to("Begin.")
    one.bench.type("Now ")
    one.bench.settle()
    one.bench.trigger("show_run")
    one.run.choose_strategy("multi-step")
    one.bench.workbench.files.disk.look_now()
    one.run.refresh()
    one.bench.press("Space", one.view)
    one.bench.settle()
    one.bench.press("Ctrl+S", one.bench.editor)
    assert one.came == []


def test_a_limit_is_tried_on_a_run_which_is_recorded_as_a_scenario_that_plays_the_same(ran):
    one = ran("pieces", tools=", tools: [read_file]")
    one.play()
    assert (1, "context-warning-80") in fired(one)  # a limit that is tried fires on the steps that came
    one.run.try_limit("context-warning-80", Decimal(99))
    one.bench.settle()
    assert (1, "context-warning-80") not in fired(one)
    one.view.chart.threshold_restored.emit()
    one.bench.settle()
    assert (1, "context-warning-80") in fired(one)
    assert len(one.came) == 2

    bodies = [request["body"]["messages"] for request in one.came]
    folder = one.bench.root / "runs"
    before = sorted(path.name for path in folder.iterdir())
    for name in ("", "  ", "a/b", "asked", None):  # no file can have these
        with in_case(name):
            one.bench.dialogs.answers += [name]
            one.bench.act("record_run")
            assert sorted(path.name for path in folder.iterdir()) == before
            question = one.bench.dialogs.questions[-1][1]
            assert question.suggestion == "asked-run"
            assert question.problem("asked-run") == ""
            assert question.problem("asked") == "‘asked.yaml’ is already there. Choose another name."
    one.bench.dialogs.answers += ["asked-run"]
    one.bench.link("Record as scenario…")
    path = folder / "asked-run.yaml"
    assert read_scenario(path.read_text(), Syntax.YAML).scenario.model.is_scripted
    assert one.bench.file.path == path
    one.bench.wait(lambda: one.run.played is not None)
    played = one.run.played.result
    again = [played.requests.request_at(step).body["messages"] for step in range(2)]
    assert [len(body) for body in again] == [len(body) for body in bodies]
    assert again[0] == bodies[0]
    assert one.bench.notice == "The run is recorded in ‘asked-run.yaml’."
    one.bench.undo_notice()
    assert not path.exists()

    # A large one is recorded with its steps beside.
    one.bench.open("runs/asked.yaml")
    (one.bench.root.parent / "notes" / "a.txt").write_text("alpha beta\n" * 9_000)
    one.play()
    one.bench.dialogs.answers += ["long"]
    one.bench.act("record_run")
    assert (folder / "long.steps.jsonl").exists()
    assert "long.steps.jsonl" in (folder / "long.yaml").read_text()
    one.bench.undo_notice()
    assert not (folder / "long.steps.jsonl").exists()
    assert not (folder / "long.yaml").exists()


def test_what_comes_is_shown_while_it_goes_on_and_esc_stops_it(ran):
    one = ran("stall-in")
    one.begin()
    assert one.view.strip.isVisible()
    assert not one.view.run_button.isVisible()
    one.bench.wait(lambda: one.view.strip.text.toPlainText() == "Grüß Gott")
    assert one.view.strip.title.text() == "Step 0"
    assert one.view.ready.sentence.text() == "Waiting for the first answer. Esc cancels."
    assert "0 steps so far · 0:0" in one.view.strip.about.text()
    assert one.bench.status.startswith(f"Running at {one.connection.endpoint.host}: 0 steps so far")
    one.bench.press("Esc", one.view)
    one.wait_for_its_end()
    (step,) = one.result.steps
    assert (step.status, step.parts) == (StepStatus.CANCELLED, (TextPart("Grüß Gott"),))
    assert one.bench.bar.startswith("Run at 12:00: Cancelled after 1 step")
    assert not one.view.strip.isVisible()
    (stored,) = stored_runs(one.bench)
    assert stored.end == "cancelled"

    # An edit while it runs changes nothing of it, and is said.
    one.begin()
    one.bench.wait(lambda: one.view.strip.text.toPlainText() == "Grüß Gott")
    one.perspective.show_source()
    one.bench.select("Begin.")
    one.bench.type("Other.")
    one.bench.settle()
    assert one.is_running
    one.bench.trigger("show_run")
    assert "has changed since; this run goes on" in one.bench.bar
    one.bench.act("cancel_run")
    one.wait_for_its_end()
    assert one.result.steps[0].user == "Begin."
    assert one.bench.bar.endswith("The scenario changed since this run.")
    for _ in range(7):
        one.bench.press("Ctrl+Z", one.bench.editor)
    one.bench.settle()
    assert "changed" not in one.bench.bar
    assert len(one.came) == 2


def test_a_run_goes_on_behind_another_file_and_ends_with_its_own(ran):
    one = ran("stall-in")
    one.begin()
    run = one.run.endpoint_run
    one.bench.open("page-analysis.md")
    assert one.bench.notice == f"‘asked.yaml’ runs on at {one.connection.endpoint.host}."
    one.bench.wait(lambda: run.progress is not None and run.progress.text == "Grüß Gott")
    QTest.mouseClick(one.bench.window.notices.link, Qt.MouseButton.LeftButton)
    one.bench.wait(lambda: not run.is_running)
    assert one.bench.notice == "‘asked.yaml’: Cancelled after 1 step, 1 system message."
    QTest.mouseClick(one.bench.window.notices.link, Qt.MouseButton.LeftButton)
    one.bench.settle()
    assert one.bench.file.path.name == "asked.yaml"
    assert one.view.chart.isVisible()

    one.begin()
    perspective, runs, run = one.perspective, one.perspective.endpoint_runs, one.run.endpoint_run
    one.bench.wait(lambda: run.progress is not None and run.progress.text == "Grüß Gott")
    one.bench.workbench.commands.files.close_tab(one.bench.file)
    assert "runs on" not in one.bench.notice
    one.bench.settle()
    assert runs._by_file == {}
    assert perspective.run.file is None
    one.bench.wait(lambda: [run.end for run in stored_runs(one.bench)] == ["cancelled"] * 2)


def test_the_window_lives_while_a_run_streams_or_waits(ran):
    for path in ("bytewise", "endless"):
        with in_case(path):
            one = ran(path)
            one.begin()
            one.bench.wait(lambda: len(one.view.strip.text.toPlainText()) > 2 or not one.is_running)  # noqa: B023
            if path == "endless":
                assert len(one.view.strip.text.toPlainText()) <= 4_000
                QTest.mouseClick(one.view.strip.cancel, Qt.MouseButton.LeftButton)
            one.wait_for_its_end()
            assert one.result.end is (End.CANCELLED if path == "endless" else End.FINISHED)

    # A wait before another try is said with its reason.
    waits = ran("down")
    waits.begin()
    waits.bench.wait(lambda: "Waiting" in waits.view.strip.about.text())
    host = waits.connection.endpoint.host
    words = waits.view.strip.about.text()
    assert words.startswith("Waiting ")
    assert words.endswith(f" s: {host} answered 500: Down. Try 2 of 4.")
    waits.bench.act("cancel_run")
    waits.wait_for_its_end()
    assert waits.result.end is End.CANCELLED


def test_an_answer_that_breaks_off_keeps_what_came_and_the_error_lasts(ran):
    for path in ("three-chunks", "garbage", "half-call"):
        with in_case(path):
            one = ran(path)
            name = one.bench.file.path
            one.play()
            assert one.result.end is End.ERROR
            assert one.view.chart.isVisible()
            assert one.result.message in one.bench.bar
            assert one.result.steps[0].parts[0] == TextPart("Grüß Gott")
            calls = [part for part in one.result.steps[0].parts if isinstance(part, ToolPart)]
            assert all(call.error for call in calls)
            one.bench.open("page-analysis.md")
            one.bench.open(name)
            one.bench.settle()
            assert one.result.message in one.bench.bar


def test_a_key_is_asked_for_where_it_is_wanted_and_kept_once_it_was_answered(ran, own_home, tmp_path):
    def places_with(key: str) -> int:
        files = [one for place in (tmp_path, own_home) for one in place.rglob("*") if one.is_file()]
        return sum(key.encode() in one.read_bytes() for one in files)

    one = ran("denied")
    one.play()
    assert "answered 401" in one.bench.bar

    # It is not asked for once another file is in front.
    one.perspective.endpoint.give_key()
    one.bench.open("page-analysis.md")
    told = []
    one.keys.read(one.connection.endpoint, told.append)
    one.bench.wait(lambda: bool(told))
    assert one.bench.dialogs.questions == []
    assert len(one.came) == 1
    one.bench.open("runs/asked.yaml")
    one.bench.dialogs.answers += [GivenKey(key_of("sk-not-taken"), is_kept=True)]
    one.bench.link("Give a key…")
    one.bench.wait(lambda: len(one.came) == 2)
    one.wait_for_its_end()
    assert one.bench.dialogs.questions[-1][:2] == ("key", one.connection.endpoint.origin)
    assert [request["headers"].get("authorization") for request in one.came] == [None, "Bearer sk-not-taken"]

    for path, is_kept in (("missing", False), ("streams", True)):  # whatever is in front
        with in_case(path):
            one = ran(path)
            run, kept = one.run.endpoint_run, []
            one.bench.dialogs.answers += [GivenKey(key_of("sk-given-here"), is_kept=True)]
            one.perspective.endpoint.give_key()
            one.bench.wait(lambda: run.is_running)  # noqa: B023
            one.bench.open("page-analysis.md")
            one.bench.wait(lambda: not run.is_running)  # noqa: B023
            one.keys.read(one.connection.endpoint, kept.append)  # behind what is kept
            one.bench.wait(lambda: bool(kept))  # noqa: B023
            assert (kept[0].key is not None and not kept[0].is_given) == is_kept
            assert places_with("sk-given-here") == is_kept

    # Another host never gets it.
    one = ran("on-other")
    one.keys.give(one.connection.endpoint, key_of("sk-for-one-host"))
    one.play()
    assert "redirects to another host" in one.bench.bar
    assert one.came[0]["headers"]["authorization"] == "Bearer sk-for-one-host"
    assert one.endpoint.came_to_other(one.connection) == []
    one.bench.close()
    assert [places_with(key) for key in ("sk-for-one-host", "sk-not-taken", "sk-given-here")] == [0, 0, 1]


def test_tools_need_trust_which_is_asked_for_below_the_bar_and_whose_end_ends_the_run(ran):
    one = ran("streams", tools=", tools: [read_file]", trusted=False)
    assert not one.view.run_button.isEnabled()
    assert "which is restricted" in one.view.ready.sentence.text()
    assert [link.text() for link in one.bench.panels.bar.links] == ["Trust…"]
    one.bench.act_if_possible("run_endpoint")
    one.bench.settle()
    assert one.came == []
    one.bench.link("Trust…")
    popup, bar = QApplication.activePopupWidget(), one.bench.panels.bar
    assert isinstance(popup, TrustPopup)
    below = bar.mapToGlobal(QPoint(0, bar.height())).y()
    assert below <= popup.y() <= below + 12
    assert popup._area.verticalScrollBar().maximum() == 0, "no line of it has to be scrolled to"
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    trust = one.bench.workbench.resolver.trust
    trust.trust_here(one.bench.root.parent)
    one.bench.settle()
    one.play()
    assert one.result.end is End.FINISHED

    one = ran("stall-in", tools=", tools: [read_file]")
    one.begin()
    one.bench.wait(lambda: one.view.strip.text.toPlainText() == "Grüß Gott")
    trust.take_back(one.bench.root.parent)
    one.wait_for_its_end()
    assert one.result.end is End.CANCELLED
    assert "Trust in ‘atlas’ was taken back, so the run was stopped." in one.bench.bar
    assert not one.view.run_button.isEnabled()


def test_what_keeps_a_run_from_beginning_is_said_and_the_run_before_stays(ran, monkeypatch):
    one = ran("streams")
    address = one.connection.endpoint.url.removesuffix("/chat/completions")
    one.perspective.show_source()
    one.bench.select(f'"{address}"')
    one.bench.type("ftp-host")
    one.bench.settle()
    one.bench.trigger("show_run")
    assert not one.view.run_button.isEnabled()
    for _ in range(8):
        one.bench.press("Ctrl+Z", one.bench.editor)
    one.bench.settle()
    assert one.view.run_button.isEnabled()
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "httpx", None)
        one.run.refresh()
        assert "pip install 'httpx" in one.view.ready.sentence.text()
        assert not one.view.run_button.isEnabled()
    one.run.refresh()

    # It is cancelled while its key is looked for.
    with monkeypatch.context() as patch:
        asked = []
        patch.setattr(type(one.keys), "read", lambda _keys, _endpoint, told: asked.append(told) or NO_JOB)
        one.begin()
        one.bench.press("Esc", one.view)
        one.wait_for_its_end()
        asked[0](KeyAnswer())
        one.bench.settle()
        assert not one.is_running
        assert one.view.run_button.isVisible()
        assert one.came == []

    (data_dir() / "conversations.db").mkdir(parents=True)  # a run that cannot be stored goes on, and says so
    one.play()
    assert one.result.end is End.FINISHED
    assert "It is not kept: " in one.bench.bar
    one.perspective.show_source()
    one.bench.select(address)
    one.bench.type("http://api.example.org/v1")
    one.bench.settle()
    one.bench.trigger("show_run")
    one.keys.give(endpoint_at("http://api.example.org/v1", "some-model"), key_of(KEY))
    one.play()
    assert one.bench.bar.startswith("A key is sent by https only, and api.example.org is asked by http.")
    assert "Run at 12:00: Finished after 1 step" in one.bench.bar
    assert one.view.chart.isVisible()
    assert one.view.run_button.isVisible()
    assert len(one.came) == 1


def test_what_a_run_was_made_with_is_known_after_it(ran, root):
    chat = root / "chats" / "charged-twice"
    one = ran("streams", more="chat: ../chats/charged-twice\n")
    one.play()
    one.bench.settle()
    assert len(one.came[0]["body"]["messages"]) > 2

    # What is looked at stays when the disk is looked at.
    played, shown = one.run.played, one.perspective.request.shown_view
    one.bench.workbench.files.disk.look_now()
    one.bench.settle()
    assert one.run.played is played
    assert one.perspective.request.shown_view is shown

    # Strategies side by side need steps, and another one is for the next run.
    one.run.choose_strategy(SIDE_BY_SIDE)
    assert one.view.empty.isVisible()
    assert "on a script’s steps" in one.view.empty.sentence
    assert "Record as scenario…" in [link.text() for link in one.bench.panels.bar.links]
    one.run.choose_strategy(Strategy.MESSAGE_ONLY.value)
    one.bench.settle()
    assert one.view.chart.isVisible()
    assert one.bench.bar.endswith("It ran under ‘hybrid’.")
    assert len(one.came) == 1
    one.play()
    assert one.result.settings.strategy is Strategy.MESSAGE_ONLY
    assert "It was made with" not in one.bench.bar

    # It is not called changed until the chat is.
    assert not one.run.is_changed
    message = chat / "1.md"
    message.write_text(f"{message.read_text()}And then?\n")
    one.run.refresh()
    assert one.run.is_changed
    played = one.run.played
    one.bench.type("# a remark\n")  # the control
    one.bench.settle()
    one.bench.wait(lambda: one.run.played is not played)


def test_a_run_is_made_on_the_button_and_walked_through_and_shown_when_opened_again(ran, open_bench, root):
    other = ran("stall-in")
    one = ran("pieces", tools=", tools: [read_file]")
    one.play()
    before, bodies = one.result, [request["body"]["messages"] for request in one.came]
    assert before.end is End.FINISHED
    assert [len(step.parts) for step in before.steps] == [2, 1]
    assert len(one.came) == 2
    assert "authorization" not in one.came[0]["headers"]
    view = one.view
    assert not view.strip.isVisible()
    assert view.chart.isVisible()
    assert [row.words for row in view.steps.rows].count("Text, 1 tool call") == 1
    assert (1, "context-warning-80") in fired(one)
    assert [row.held for row in one.perspective.page.expected.rows] == [True]
    assert "Finished after 2 steps" in one.bench.status
    assert one.bench.bar.startswith("Run at 12:00: Finished after 2 steps, ")
    assert view.transport.isVisible()
    assert view.run_button.text().startswith("Run again")
    one.bench.press("Home", view.chart)
    one.bench.press("Right", view.chart)
    one.bench.settle()
    assert one.run.step == 1
    assert one.perspective.request.shown_view.request.body["messages"] == bodies[1]
    (stored,) = stored_runs(one.bench)
    assert (stored.scenario, stored.end) == ("runs/asked2.yaml", "finished")

    one.bench.close()
    one.bench = open_bench(root)
    assert one.bench.file.path.name == "asked2.yaml"
    one.bench.wait(lambda: one.run.played is not None)
    one.bench.settle()
    after = one.result
    assert [step.parts for step in after.steps] == [step.parts for step in before.steps]
    assert [step.fired for step in after.steps] == [step.fired for step in before.steps]
    assert [after.requests.request_at(step).body["messages"] for step in range(2)] == bodies
    assert one.bench.bar.startswith("Last run at 12:00: ")
    assert one.bench.bar.endswith(": Finished after 2 steps, 2 system messages.")
    assert [row.held for row in one.perspective.page.expected.rows] == [True]
    assert len(one.came) == 2

    # Closing the window ends a run, and stores what came.
    other.bench = one.bench
    other.bench.open("runs/asked.yaml")
    other.bench.settle()
    assert other.came == []
    other.begin()
    run = other.run.endpoint_run
    other.bench.wait(lambda: run.progress is not None and run.progress.text == "Grüß Gott")
    other.bench.close()
    stored = {run.scenario: run.end for run in stored_runs(other.bench)}
    assert stored == {"runs/asked.yaml": "cancelled", "runs/asked2.yaml": "finished"}

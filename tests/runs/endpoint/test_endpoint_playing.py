"""The door to playing at an endpoint: what is in the way, what stops a run, and what is stored of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from endpoint_connections import KEY

from editor_app.clock import utc_now
from editor_app.conversations.stored_runs import MOST_KEPT, RunStore
from editor_app.requests.parts import SystemText
from editor_app.runs.endpoint.addresses import DeniedError, EndpointError
from editor_app.runs.endpoint.keys import key_of
from editor_app.runs.endpoint.model import (
    RunTools,
    endpoint_of,
    keeping_in,
    name_of_scenario,
    open_run,
)
from editor_app.runs.endpoint.storing import read_run
from editor_app.runs.loop.models import RunTexts
from editor_app.runs.loop.results import Records
from editor_app.runs.model.records import StepCompleted
from editor_app.runs.model.scenario import ModelChoice, RunSettings, Scenario, ScenarioStep, Steps
from editor_app.runs.model.session import End, TextPart, ToolPart
from editor_app.runs.triggers.built_in import trigger_set

TOOLS = ("read_file", "list_files", "search")


class Place:
    """A library with its database, and what was told of storing."""

    def __init__(self, folder):
        self.library = folder / "prompts"
        self.workspace = folder.resolve()
        self.database = folder / "data" / "conversations.db"
        self.told = []
        self.now = datetime(2026, 3, 4, 9, 12, tzinfo=UTC)

    def keeping(self, name="runs/a.yaml"):
        path = self.library / name
        return keeping_in(
            self.library, path, self.told.append, clock=lambda: self.now, database=self.database
        )

    def open(self, connection, *users, tools=(), is_trusted=lambda: True, limit=50):
        scenario = Scenario(
            Steps(tuple(map(ScenarioStep, users or ("Go",)))),
            RunSettings(context_limit=limit),
            model=ModelChoice("…", "m", tools),
        )
        return open_run(
            scenario,
            trigger_set(),
            connection,
            RunTexts(SystemText("Be kind.")),
            tools=RunTools(self.workspace if tools else None, is_trusted),
            keeping=self.keeping(),
            clock=lambda: self.now,
        )

    def play(self, connection, *users, watch=lambda _: None, **more):
        """Play to the end; return the run and what it gave."""
        run, records = self.open(connection, *users, **more), Records()
        for event in run.events:
            records.take(event)
            watch(event)
        return run, run.result(records)

    def stored(self):
        return RunStore(self.library, self.database, clock=utc_now)


@pytest.fixture
def place(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("alpha\n", "utf-8")
    (tmp_path / "prompts").mkdir()
    return Place(tmp_path)


@contextmanager
def locked(database):
    """Write into a database without an end, as another program might."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def test_a_run_is_played_and_stored_under_its_path_in_the_library(odd_endpoint, place):
    run, result = place.play(odd_endpoint.connection("talks"), "One", "Two", limit=1000)
    assert (result.end, result.problems, place.told) == (End.FINISHED, (), [])
    assert [step.user for step in result.steps] == ["One", None, "Two", None]
    stored = read_run(place.stored(), run.number)
    assert stored.session == result.session
    assert stored.run.scenario == "runs/a.yaml"
    assert {one.timestamp for one in stored.session.messages} == {1_772_615_520_000}


def test_nothing_is_sent_or_stored_before_the_first_event_is_asked_for(odd_endpoint, place):
    connection = odd_endpoint.connection("streams")
    run = place.open(connection)
    assert (run.number, odd_endpoint.came(connection), place.database.exists()) == (None, [], False)
    for _ in run.events:
        pass
    assert (run.number, len(odd_endpoint.came(connection))) == (1, 1)


def test_the_endpoint_is_that_of_the_scenario():
    found = endpoint_of(Scenario(model=ModelChoice("https://host/v1", "m")))
    assert (found.host, found.model) == ("host", "m")
    with pytest.raises(EndpointError, match="‘host’ can’t be asked"):
        endpoint_of(Scenario(model=ModelChoice("host", "m")))


def test_a_scenario_outside_of_the_library_is_named_by_its_whole_path(tmp_path):
    assert name_of_scenario(tmp_path / "a" / "b.yaml", tmp_path) == "a/b.yaml"
    assert name_of_scenario(tmp_path / "b.yaml", tmp_path / "a") == (tmp_path / "b.yaml").as_posix()


def test_a_key_that_others_could_read_is_refused_before_anything_is_sent(odd_endpoint, place):
    connection = odd_endpoint.connection("streams")
    open_one = replace(connection.endpoint, url="http://example.org/v1")
    with pytest.raises(EndpointError, match="A key is sent by https only"):
        place.open(replace(connection, endpoint=open_one))


@pytest.mark.parametrize("has_key", [True, False])
def test_a_run_that_is_denied_says_so(odd_endpoint, place, has_key):
    connection = odd_endpoint.connection("denied", has_key=has_key)
    run, result = place.play(connection)
    assert result.end is End.ERROR
    assert isinstance(run.error, DeniedError)
    assert KEY not in result.message or not has_key
    other, _ = place.play(odd_endpoint.connection("missing"))  # the control
    assert type(other.error) is not DeniedError


@pytest.mark.parametrize("has_tools", [True, False])
def test_trust_that_ends_stops_a_run_with_tools_before_the_next_file_is_read(odd_endpoint, place, has_tools):
    """Without tools nothing is read, so the run goes on."""
    trusted = [True]

    def watch(event):
        if isinstance(getattr(event, "part", None), TextPart):
            trusted.clear()

    connection = odd_endpoint.connection("pieces")
    run, result = place.play(
        connection, watch=watch, tools=TOOLS if has_tools else (), is_trusted=lambda: bool(trusted)
    )
    if not has_tools:
        assert (result.end, len(odd_endpoint.came(connection))) == (End.FINISHED, 2)
        return
    assert (result.end, len(odd_endpoint.came(connection))) == (End.CANCELLED, 1)
    assert "alpha" not in str(result.session)
    assert read_run(place.stored(), run.number).run.end == "cancelled"


def test_trust_is_asked_before_each_call(odd_endpoint, place):
    """It ends between the call and its answer, where nothing comes from the endpoint."""
    trusted = [True]

    def watch(event):
        if isinstance(getattr(event, "part", None), ToolPart):
            trusted.clear()

    _, result = place.play(
        odd_endpoint.connection("pieces"), watch=watch, tools=TOOLS, is_trusted=lambda: bool(trusted)
    )
    (call,) = result.steps[0].parts[1:]
    assert (result.end, call.result, call.error) == (End.CANCELLED, None, "Cancelled.")
    _, control = place.play(odd_endpoint.connection("pieces"), tools=TOOLS)
    assert control.steps[0].parts[1].result == "alpha\n"


def test_a_locked_database_lets_the_run_go_on_and_is_told_once(odd_endpoint, place):
    place.play(odd_endpoint.connection("streams"))  # makes it
    with locked(place.database):
        run, result = place.play(odd_endpoint.connection("pieces"), tools=TOOLS)
    assert (result.end, run.number) == (End.FINISHED, None)
    (said,) = place.told
    assert "is being used by another program" in said
    assert [one.trigger for step in result.steps for one in step.fired] == []
    assert [any("was not stored" in note for note in step.notes) for step in result.steps] == [True, True]
    assert result.session.flags == {}


def test_what_could_not_be_stored_for_a_while_is_stored_later(odd_endpoint, place):
    """Only the messages of triggers are not: they fire again."""
    place.play(odd_endpoint.connection("streams"))
    lock = locked(place.database)
    lock.__enter__()

    def watch(event):
        if isinstance(event, StepCompleted) and event.number == 0:
            lock.__exit__(None, None, None)

    run, result = place.play(odd_endpoint.connection("talks"), "One", "Two", watch=watch, tools=TOOLS)
    assert result.end is End.FINISHED
    stored = read_run(place.stored(), run.number)
    assert stored.session == result.session
    assert len(stored.session.messages[-1].steps) == 2
    assert (len(place.told), stored.run.end) == (1, "finished")


def test_a_full_disk_lets_the_run_go_on(odd_endpoint, place):
    """A database that may not grow stands for the disk."""
    keeping = place.keeping()
    keeping.runs.begin("other", "e", "m", {})
    grown = [0]

    def full(found):
        (pages,) = found.execute("PRAGMA page_count").fetchone()
        found.execute(f"PRAGMA max_page_count = {pages}")
        grown[0] = pages

    database = keeping.runs._database
    database.read(full, None)
    connection = odd_endpoint.connection("streams")
    scenario = Scenario(Steps((ScenarioStep("Go " * 5000),)), model=ModelChoice("…", "m"))
    run = open_run(
        scenario,
        trigger_set(),
        connection,
        RunTexts(),
        tools=RunTools(),
        keeping=keeping,
        clock=lambda: place.now,
    )
    records = Records()
    for event in run.events:
        records.take(event)
    result = run.result(records)
    assert grown[0]
    assert result.end is End.FINISHED
    assert len(place.told) == 1
    assert "the disk is full" in place.told[0]
    assert result.steps[0].parts == (TextPart("Grüß Gott"),)


def test_the_newest_runs_of_a_scenario_are_kept_and_those_under_way(place):
    runs, other = place.keeping().runs, place.keeping("runs/b.yaml")
    other.runs.begin(other.scenario, "e", "m", {})
    for number in range(MOST_KEPT + 3):
        run = runs.begin("runs/a.yaml", "e", "m", {})
        if number != 1:  # the second is under way
            runs.end(run, "finished", None)
    left = [one.number for one in runs.list(scenario="runs/a.yaml")]
    assert left == [*range(MOST_KEPT + 4, 4, -1), 3]
    assert len(runs.list()) == MOST_KEPT + 2
    place.now += timedelta(days=8)  # nothing is under way for so long
    runs.begin("runs/a.yaml", "e", "m", {})
    assert len(runs.list(scenario="runs/a.yaml")) == MOST_KEPT
    assert [one.scenario for one in runs.list() if one.number == 1] == ["runs/b.yaml"]


def test_a_key_is_not_in_what_is_stored(odd_endpoint, place):
    connection = replace(odd_endpoint.connection("denied"), key=key_of(KEY))
    place.play(connection)
    assert odd_endpoint.came(connection)[0]["headers"]["authorization"] == f"Bearer {KEY}"
    assert KEY.encode() not in b"".join(one.read_bytes() for one in place.database.parent.iterdir())

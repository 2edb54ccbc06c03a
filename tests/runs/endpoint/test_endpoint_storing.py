"""Runs at endpoints in the database of conversations: stored as they happen, and read back the same."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from named_cases import in_case

from editor_app.conversations.results import NewerStoreError, StoreError
from editor_app.conversations.service import open_service
from editor_app.conversations.store.schema import VERSION
from editor_app.conversations.stored_runs import RunStore
from editor_app.runs.endpoint.addresses import endpoint_at
from editor_app.runs.endpoint.model import endpoint_plan
from editor_app.runs.endpoint.storing import RunKeeper, kept, read_run
from editor_app.runs.loop.playing import play
from editor_app.runs.loop.results import collected, plan_of
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import StepCreated
from editor_app.runs.model.scenario import RunSettings, Scenario, ScenarioStep, Start, Steps, ToolCall
from editor_app.runs.model.session import End
from editor_app.runs.triggers.built_in import trigger_set

ENDPOINT = endpoint_at("https://host/v1", "some-model")
CALL = (ToolCall("read_file", {"path": "é \ud83d"}, "half \ud83d"), ToolCall("Bash", {}, None, "no"))
RISING = (
    ScenarioStep("Do it", tools=CALL, total=700),
    ScenarioStep(text="Well", tools=CALL, total=850),
    ScenarioStep(tools=CALL, total=950),
    ScenarioStep(tools=CALL, total=120, compact="They began."),
    ScenarioStep(text="Done", total=960),
    ScenarioStep("And now?", text="Nothing", total=970),
)


@pytest.fixture
def database(tmp_path):
    return tmp_path / "data" / "conversations.db"


@pytest.fixture
def runs(database, tmp_path):
    store = RunStore(tmp_path, database, clock=lambda: datetime(2026, 3, 4, 9, 12, tzinfo=UTC))
    yield store
    store.close()


def run_sql(database, *statements):
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def played(runs, *items, chat=(), cancel_at=None, watch=None):
    """Play steps and keep them; return the run, its number, and what was told."""
    scenario = Scenario(Steps(items), RunSettings(context_limit=1000))
    plan, model = plan_of(scenario, trigger_set(), chat=chat)
    keeper = RunKeeper(runs, "runs/a.yaml", ENDPOINT)
    state = RunState(replace(plan, store=keeper.store))
    told = [keeper.begin(state)]
    events = []

    def watched():
        for event in kept(play(model, state, lambda: len(events) == cancel_at), keeper, told.append):
            events.append(event)
            if watch is not None:
                watch(event)
            yield event

    made = collected(watched(), state)
    return made, keeper.number, [one for one in told if one is not None], len(events)


CHAT = (("user", "Hi"), ("assistant", "Hello"), ("assistant", "Again"), ("user", "Go"), ("assistant", "Yes"))


@pytest.mark.parametrize("chat", [(), CHAT])
def test_a_run_is_read_back_as_it_was(runs, chat):
    made, number, told, _ = played(runs, *RISING, chat=chat)
    stored = read_run(runs, number)
    assert stored.session == made.session
    assert stored.session.flags["contextWarning80"] is True
    assert (told, stored.run.end, stored.run.error) == ([], "finished", None)
    assert runs.list() == (stored.run,)
    assert stored.run[1:5] == (1_772_615_520_000_000, "runs/a.yaml", "https://host:443", "some-model")


@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.long)])
def test_at_every_moment_of_a_run_what_is_stored_is_what_there_is(runs, every):
    """A run that is cancelled after any event, and the program with it, lost nothing."""
    _, _, _, many = played(runs, *RISING)
    for cancel_at in range(1, many, every):
        made, number, told, _ = played(runs, *RISING, cancel_at=cancel_at)
        stored = read_run(runs, number)
        assert made.end is End.CANCELLED
        assert (told, stored.run.end) == ([], "cancelled")
        assert without_begun(stored.session) == without_begun(made.session)


def without_begun(session):
    """Return a session without an assistant's message that has no step yet, and nothing stands in."""
    messages = [one for one in session.messages if one.role != "assistant" or one.steps]
    return replace(session, messages=tuple(messages))


def test_a_trigger_whose_message_cannot_be_stored_fires_again(runs, database):
    """The database becomes newer in the middle, which stands for any that cannot be written, and back."""

    def watch(event):
        number = getattr(event, "number", None)
        if isinstance(event, StepCreated) and number in {0, 2}:
            run_sql(database, f"PRAGMA user_version = {99 if number == 0 else VERSION}")
            runs.close()

    items = (
        ScenarioStep("Do it", tools=CALL, total=850),
        ScenarioStep(tools=CALL, total=860),
        ScenarioStep(tools=CALL, total=870),
        ScenarioStep(text="Done", total=880),
    )
    made, number, told, _ = played(runs, *items, watch=watch)
    fired = {step.number: [one.trigger for one in step.fired] for step in made.steps if step.fired}
    assert fired == {0: ["session-start-todos"], 3: ["context-warning-80"]}
    assert "‘context-warning-80’ fired and was not stored" in made.steps[1].notes[0]
    assert "a newer Foreword" in made.steps[1].notes[0]
    assert len(told) == 1  # once, not at each step
    assert read_run(runs, number).session.flags["contextWarning80"] is True


def test_a_newer_database_is_read_and_not_written(runs, database):
    made, number, _, _ = played(runs, *RISING)
    run_sql(database, "PRAGMA user_version = 99", "ALTER TABLE runs ADD COLUMN more")
    runs.close()
    assert read_run(runs, number).session == made.session
    for change in (
        lambda: runs.delete([number]),
        lambda: runs.begin("", "", "", {}),
        lambda: runs.put_flags(number, {"a": True}),
    ):
        with pytest.raises(NewerStoreError, match="is from a newer Foreword"):
            change()
    run_sql(database, f"PRAGMA user_version = {VERSION}")  # the control
    runs.close()
    assert runs.delete([number]) == 1


def test_runs_are_deleted_whole_and_only_those_of_the_library(runs, database, tmp_path):
    first, second = (played(runs, *RISING)[1] for _ in range(2))
    other = RunStore(tmp_path / "other", database, clock=lambda: datetime(2026, 3, 4, tzinfo=UTC))
    assert (other.list(), read_run(other, first), other.delete([first])) == ((), None, 0)
    assert [one.number for one in runs.list()] == [second, first]
    assert runs.delete([first, first, 99]) == 1
    assert read_run(runs, first) is None
    assert read_run(runs, second) is not None
    with closing(sqlite3.connect(database)) as connection:
        for table in ("run_messages", "run_steps", "run_flags"):
            assert connection.execute(f"SELECT DISTINCT run FROM {table}").fetchall() == [(second,)]
    other.close()


def test_what_cannot_be_read_is_said(runs, database):
    _, number, _, _ = played(runs, *RISING)
    for broken in ("{", "{}", "[]", '{"finishReason": null, "id": 1, "stepIndex": "x"}'):
        run_sql(database, f"UPDATE run_steps SET step = '{broken}' WHERE number = 2")
        with pytest.raises(StoreError, match=f"What is stored of run {number} can’t be read"):
            read_run(runs, number)


def test_what_cannot_be_read_of_what_a_run_was_played_with_is_said(runs, database):
    _, number, _, _ = played(runs, *RISING)
    (setup,) = column(database, "SELECT message FROM run_messages WHERE position < 0")
    figure = json.dumps({**json.loads(setup), "start": [None, "x", None]})
    for broken in ("{", "[]", "[" * 100_000, "null", figure):
        run_sql(database, f"UPDATE run_messages SET message = '{broken}' WHERE position < 0")
        with in_case(broken[:80]), pytest.raises(StoreError, match=f"of run {number} can’t be read"):
            read_run(runs, number)


def column(database, query):
    """Return the first column of the rows that are asked for."""
    with closing(sqlite3.connect(database)) as connection:
        return [row[0] for row in connection.execute(query)]


def test_without_a_database_there_are_no_runs_and_none_is_made(runs, database):
    assert (runs.list(), read_run(runs, 1), runs.delete([1])) == ((), None, 0)
    assert not database.exists()


def test_an_endpoint_run_is_stored(runs, odd_endpoint):
    connection = odd_endpoint.connection("talks")
    scenario = Scenario(Steps((ScenarioStep("One"), ScenarioStep("Two"))), RunSettings(context_limit=50))
    plan, model = endpoint_plan(scenario, trigger_set(), connection, workspace=None)
    keeper = RunKeeper(runs, "a.yaml", connection.endpoint)
    state = RunState(replace(plan, store=keeper.store, start=Start()))
    keeper.begin(state)
    made = collected(kept(play(model, state), keeper, pytest.fail), state)
    stored = read_run(runs, keeper.number)
    assert stored.session == made.session
    assert stored.session.flags["contextWarning80"] is True
    assert "sk-test-secret" not in runs._database.path.read_bytes().decode("latin-1")


def test_a_library_that_takes_conversations_over_takes_the_runs_too(database, tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    (new / "defaults").mkdir(parents=True)
    (new / "system-prompt.tmpl").write_text("You answer.\n", "utf-8")
    before, after = (
        RunStore(one, database, clock=lambda: datetime(2026, 3, 4, tzinfo=UTC)) for one in (old, new)
    )
    _, number, _, _ = played(before, *RISING)
    run_sql(
        database,
        "INSERT INTO builds (library, id, number, built_at, cwd, template_hash, template_is_built_in,"
        ' characters, text, "values", given, notes, blank, warnings)'
        f" VALUES (CAST('{old}' AS BLOB), 'c', 1, 1, '/', '', 0, 0, '', '{{}}', '{{}}', '{{}}', '[]', '[]')",
    )
    assert open_service(new, database).adopt(old).taken == 1
    assert ([one.number for one in after.list()], before.list()) == ([number], ())
    after.close()
    before.close()

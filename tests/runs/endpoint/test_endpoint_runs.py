"""Runs of a model at an endpoint: turns, tools, stops, and the same run played again from its recording."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from endpoint_connections import QUICK
from named_cases import in_case

from editor_app.requests.parts import Provider, Request, SystemText
from editor_app.runs.endpoint.addresses import EndpointError
from editor_app.runs.endpoint.model import endpoint_plan
from editor_app.runs.endpoint.tools import TOOLS
from editor_app.runs.loop.models import RunTexts
from editor_app.runs.loop.playing import play
from editor_app.runs.loop.results import collected, play_scenario, recorded
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.scenario import ModelChoice, RunSettings, Scenario, ScenarioStep, Steps
from editor_app.runs.model.session import End, FinishReason, StepStatus, TextPart, ToolPart
from editor_app.runs.reading.scenario_file import read_scenario
from editor_app.runs.reading.scenario_settings import MODEL_TOOLS
from editor_app.runs.reading.steps_file import read_steps
from editor_app.runs.transcripts.writing import write_scenario
from editor_app.runs.triggers.built_in import trigger_set
from editor_app.structured.nodes import Syntax

ALL = tuple(TOOLS)


@pytest.fixture
def workspace(tmp_path):
    folder = tmp_path / "work"
    (folder / "notes").mkdir(parents=True)
    (folder / "notes" / "a.txt").write_text("alpha\nbeta <system_message>\n", "utf-8")
    (folder / "b.md").write_text("# beta\n", "utf-8")
    (folder / ".env").write_text("KEY=beta\n", "utf-8")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("beta\n", "utf-8")
    (tmp_path / "secret.txt").write_text("beta outside\n", "utf-8")
    (folder / "out.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "out").symlink_to(tmp_path)
    (folder / "picture.png").write_bytes(b"\x89PNG\0\xff")
    return folder.resolve()


def scenario_of(*users, tools=ALL, **settings):
    steps = Steps(tuple(ScenarioStep(user) for user in users))
    return Scenario(steps, RunSettings(context_limit=1000, **settings), model=ModelChoice("…", "m", tools))


def run(connection, scenario, workspace, cancelled=None, entries=()):
    """Return the run, and the state it left."""
    texts = RunTexts(SystemText("Be kind."))
    plan, model = endpoint_plan(scenario, trigger_set(entries), connection, workspace=workspace, texts=texts)
    state = RunState(plan)
    return collected(play(model, state, cancelled or connection.cancelled), state)


def test_a_call_in_forty_pieces_is_run_and_its_result_sent(odd_endpoint, workspace):
    connection = odd_endpoint.connection("pieces")
    made = run(connection, scenario_of("Read it"), workspace)
    assert (made.end, made.message) == (End.FINISHED, "")
    first, second = made.steps
    read = ToolPart("call_abc", "read_file", {"path": "notes/a.txt"}, "alpha\nbeta <system_message>\n")
    assert first.parts == (TextPart("Grüß Gott"), read)
    assert (first.finish_reason, first.usage) == (FinishReason.TOOL_CALLS, 42 + 7)
    assert second.parts == (TextPart("Grüß Gott"),)
    assert "‘<system_message’" in first.notes[0]
    before, after = (one["body"] for one in odd_endpoint.came(connection))
    assert [one["function"]["name"] for one in before["tools"]] == list(ALL)
    assert after["messages"][: len(before["messages"])] == before["messages"]
    assert [one["role"] for one in after["messages"]] == ["system", "user", "assistant", "tool"]
    assert after["messages"][3]["content"] == read.result
    assert json.loads(after["messages"][2]["tool_calls"][0]["function"]["arguments"]) == read.arguments


def called(odd_endpoint, workspace, *calls, tools=ALL):
    """Return the answers to calls, and the run goes on to its end whatever they are."""
    connection = odd_endpoint.connection("ladder")
    made = run(connection, scenario_of(json.dumps(calls), tools=tools), workspace)
    assert made.end is End.FINISHED
    parts = made.steps[0].parts[1:]
    assert len({part.id for part in parts}) == len(calls)
    assert len(odd_endpoint.came(connection)) == 2
    return [("error", part.error) if part.error is not None else ("result", part.result) for part in parts]


def test_tools_list_and_search_without_links_and_secrets(odd_endpoint, workspace):
    listed, below, found, there, nothing = called(
        odd_endpoint,
        workspace,
        ("list_files", ""),
        ("list_files", '{"path": "notes/"}'),
        ("search", '{"text": "beta"}'),
        ("search", '{"text": "beta", "path": "notes"}'),
        ("search", '{"text": "gamma"}'),
    )
    assert listed == ("result", "b.md\npicture.png\nnotes/a.txt")
    assert below == ("result", "notes/a.txt")
    assert found == ("result", "b.md:1: # beta\nnotes/a.txt:2: beta <system_message>")
    assert there == ("result", "notes/a.txt:2: beta <system_message>")
    assert nothing == ("result", "[Nothing has ‘gamma’ in it.]")


THERE = "There are read_file, list_files, search."
OUT = "is not read: it lies outside the workspace, or may hold secrets."


REFUSED = (
    ("read_file", '{"path": "../secret.txt"}', f"‘../secret.txt’ {OUT}"),
    ("read_file", '{"path": "notes/../../secret.txt"}', f"‘notes/../../secret.txt’ {OUT}"),
    ("read_file", '{"path": "/etc/passwd"}', f"‘/etc/passwd’ {OUT}"),
    ("read_file", '{"path": "out.txt"}', f"‘out.txt’ {OUT}"),
    ("read_file", '{"path": "out/secret.txt"}', f"‘out/secret.txt’ {OUT}"),
    ("read_file", '{"path": ".env"}', f"‘.env’ {OUT}"),
    ("read_file", '{"path": ".git/config"}', f"‘.git/config’ {OUT}"),
    ("list_files", '{"path": ".."}', f"‘..’ {OUT}"),
    ("list_files", '{"path": "out"}', f"‘out’ {OUT}"),
    ("list_files", '{"path": ".git"}', f"‘.git’ {OUT}"),
    ("list_files", '{"path": "/"}', f"‘/’ {OUT}"),
    ("search", '{"text": "beta", "path": "out"}', f"‘out’ {OUT}"),
    ("read_file", '{"path": "c.txt"}', "There is no file ‘c.txt’. ‘list_files’ says what there is."),
    ("read_file", '{"path": "notes"}', "‘notes’ cannot be read: it is no file with text."),
    ("read_file", '{"path": "picture.png"}', "‘picture.png’ cannot be read: it is no UTF-8 text."),
    ("read_file", '{"path": "huge.txt"}', "‘huge.txt’ cannot be read: it is larger than 1 MB."),
    ("read_file", '{"path": 7}', "‘path’ has to be a text."),
    ("read_file", "", "‘read_file’ needs ‘path’."),
    ("read_file", '{"path": "a", "mode": "w"}', "‘read_file’ has no argument ‘mode’. It takes path."),
    (
        "read_file",
        '{"path": ',
        'The arguments of ‘read_file’ are no JSON object: ‘{"path":’. Call it again with valid JSON.',
    ),
    (
        "read_file",
        '["a"]',
        'The arguments of ‘read_file’ are no JSON object: ‘["a"]’. Call it again with valid JSON.',
    ),
    (
        "read_files",
        "{}",
        "There is no tool ‘read_files’. Did you mean ‘read_file’? " + THERE,
    ),
    ("", "{}", f"There is no tool ‘unnamed’. {THERE}"),
)


def test_calls_that_cannot_be_done_get_errors_and_the_run_goes_on(odd_endpoint, workspace):
    (workspace / "huge.txt").write_bytes(b"x" * 1_100_000)
    found = called(odd_endpoint, workspace, *(one[:2] for one in REFUSED))
    for (name, arguments, error), (sort, said) in zip(REFUSED, found, strict=True):
        with in_case((name, arguments)):
            assert (sort, said) == ("error", error)


def big(workspace) -> None:
    (workspace / "big.txt").write_text("beta é\n" * 40_000, "utf-8")


def test_no_result_is_larger_than_256_kb(odd_endpoint, workspace):
    big(workspace)
    calls = ("read_file", '{"path": "big.txt"}'), ("search", '{"text": "beta"}')
    for sort, text in called(odd_endpoint, workspace, *calls):
        assert sort == "result"
        assert len(text.encode()) <= 256 * 1024
        assert "[Cut at 256 KB of " in text[-60:]


def test_the_tools_that_a_scenario_can_name_are_those_there_are():
    assert MODEL_TOOLS == ALL == ("read_file", "list_files", "search")


def test_tools_that_are_not_named_are_not_there(odd_endpoint, workspace):
    ((sort, said),) = called(odd_endpoint, workspace, ("read_file", "{}"), tools=("search",))
    assert (sort, said) == ("error", "There is no tool ‘read_file’. There are search.")


def test_each_turn_ends_before_the_next_message_of_the_user(odd_endpoint, workspace):
    made = run(odd_endpoint.connection("talks"), scenario_of("One", "Two"), workspace)
    assert [step.user for step in made.steps] == ["One", None, "Two", None]
    assert made.end is End.FINISHED
    ids = [part.id for step in made.steps for part in step.parts if isinstance(part, ToolPart)]
    assert ids == ["call_abc", "call_2_0"]


def test_a_call_that_was_cut_off_is_not_run(odd_endpoint, workspace):
    made = run(odd_endpoint.connection("cut-by-length"), scenario_of("Go"), workspace)
    (step,) = made.steps
    assert (made.end, step.finish_reason) == (End.FINISHED, FinishReason.LENGTH)
    assert [part.error for part in step.parts[1:]] == ["Not run: the answer was cut off before its end."]


def test_triggers_fire_on_the_usage_that_the_endpoint_reports(odd_endpoint, workspace):
    connection = odd_endpoint.connection("pieces")
    scenario = scenario_of("Read it")
    scenario = replace(scenario, settings=replace(scenario.settings, context_limit=60))
    made = run(connection, scenario, workspace)
    assert [one.trigger for one in made.steps[1].fired] == ["context-warning-80"]
    (last,) = odd_endpoint.came(connection)[1]["body"]["messages"][-1:]
    assert last["role"] == "user"
    assert last["content"].startswith('<system_message type="context-warning">')


@pytest.mark.parametrize("path", ["three-chunks", "garbage"])
def test_a_run_whose_answer_breaks_off_keeps_what_came(odd_endpoint, workspace, path):
    made = run(odd_endpoint.connection(path), scenario_of("Go"), workspace)
    assert made.end is End.ERROR
    assert made.session.error == made.message != ""
    (step,) = made.steps
    assert (step.status, step.parts) == (StepStatus.FAILED, (TextPart("Grüß Gott"),))


def test_a_run_whose_answer_breaks_off_in_a_call_runs_none(odd_endpoint, workspace):
    made = run(odd_endpoint.connection("half-call"), scenario_of("Go"), workspace)
    (call,) = made.steps[0].parts[1:]
    assert (call.id, call.result) == ("call_a", None)
    assert call.error == f"Failed: {made.message}"


def test_a_run_is_cancelled_while_nothing_comes(odd_endpoint, workspace):
    seen = []

    def cancelled():
        return bool(seen)

    connection = odd_endpoint.connection("stall-in", cancelled=cancelled)
    plan, model = endpoint_plan(scenario_of("Go"), trigger_set(), connection, workspace=workspace)
    state = RunState(plan)

    def watched():
        texts = 0
        for event in play(model, state, lambda: False):
            texts += isinstance(getattr(event, "part", None), TextPart)
            yield event
            if texts == 2:
                seen.append(True)

    made = collected(watched(), state)
    assert (made.end, made.steps[0].status) == (End.CANCELLED, StepStatus.CANCELLED)
    assert made.steps[0].parts == (TextPart("Grüß Gott"),)


def test_what_openai_refuses_is_not_sent(odd_endpoint, workspace):
    refused = Request(
        Provider.OPENAI,
        {"messages": [{"role": "tool", "tool_call_id": "gone", "content": ""}]},
        (),
        None,
        SystemText(""),
    )
    connection = odd_endpoint.connection("streams")
    _, model = endpoint_plan(scenario_of("Go"), trigger_set(), connection, workspace=workspace)
    with pytest.raises(EndpointError, match="The request was not sent: "):
        list(model.stream(0, lambda: refused))
    assert odd_endpoint.came(connection) == []


@pytest.mark.parametrize(
    ("scenario", "is_trusted", "sentence"),
    [
        (scenario_of("Go"), False, "that is restricted. Trust it, or take out ‘tools’."),
        (scenario_of("Go", tools=("reed_file",)), True, "Did you mean ‘read_file’"),
        (scenario_of(), True, "There is no user message to send."),
    ],
)
def test_what_cannot_be_run_is_said_before_anything_is_sent(
    odd_endpoint, workspace, scenario, is_trusted, sentence
):
    connection = odd_endpoint.connection("streams")
    with pytest.raises(EndpointError, match=sentence):
        endpoint_plan(scenario, trigger_set(), connection, workspace=workspace if is_trusted else None)


@pytest.mark.parametrize("path", ["pieces", "talks", "streams"])
def test_a_recorded_run_plays_again_to_the_same_requests(odd_endpoint, workspace, path):
    scenario = scenario_of("One", "Two") if path == "talks" else scenario_of("One")
    made = run(odd_endpoint.connection(path), scenario, workspace)
    again = play_scenario(recorded(scenario, made), trigger_set(), system="Be kind.")
    assert without_ids(bodies_of(again)) == without_ids(bodies_of(made))
    assert [step.figures for step in again.steps] == [step.figures for step in made.steps]


def bodies_of(made):
    """Return the messages in the request of each step."""
    return [made.requests.request_at(step).body["messages"] for step in range(len(made.steps))]


def without_ids(bodies):
    """Return bodies as text, without the ids of calls, which a scenario makes anew."""
    text = json.dumps(bodies)
    for known in ("same", "call_abc", "call_0_0", "call_0_1", "call_2_0"):
        text = text.replace(known, "id")
    return text


@pytest.mark.parametrize("is_long", [False, True])
def test_a_recorded_run_is_written_and_read_and_plays_to_the_same_requests(odd_endpoint, workspace, is_long):
    """Over 64 KB its steps are in a file of their own."""
    big(workspace)
    calls = [("read_file", '{"path": "big.txt"}' if is_long else '{"path": "../no"}'), ("search", "{")]
    scenario = scenario_of(json.dumps(calls))
    made = run(odd_endpoint.connection("ladder"), scenario, workspace)
    written = write_scenario(recorded(scenario, made), "a.steps.jsonl")
    assert (written.steps_text is not None) == is_long
    read = read_scenario(written.text, Syntax.YAML)
    assert read.diagnostics == ()
    again = read.scenario
    assert again.model.is_scripted
    if written.steps_text is not None:
        assert "a.steps.jsonl" in written.text
        again = replace(again, steps=Steps(read_steps(written.steps_text).items))
    played = play_scenario(again, trigger_set(), system="Be kind.")
    assert without_ids(bodies_of(played)) == without_ids(bodies_of(made))
    assert len(bodies_of(made)) == 2


def test_a_run_never_waits_longer_than_its_limits(odd_endpoint, workspace):
    connection = odd_endpoint.connection("stall-in", limits=replace(QUICK, between=0.1))
    made = run(connection, scenario_of("Go"), workspace)
    assert made.end is End.ERROR
    assert made.steps[0].parts == (TextPart("Grüß Gott"),)

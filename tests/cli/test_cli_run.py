"""`foreword run`, and scenarios in `foreword check` and `foreword test`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from editor_app.runs.model.session import Strategy

SCENARIO = """\
format: 1
context_limit: 1000
steps:
- user: Read it
  tools: [{name: read_file, result: a text}]
  usage: {total: 850}
- text: Done
expect:
- fires context-warning-80 at step 1
- stops with finished
"""
UNANSWERED = "steps:\n- user: Begin\n  tools: [{name: a, result: null}]\n- text: Done\n"


@pytest.fixture
def runs(library: Path) -> Path:
    folder = library / "runs"
    folder.mkdir()
    (folder / "a.yaml").write_text(SCENARIO)
    return folder


def ran_json(foreword, *arguments: object):
    ran = foreword("run", *arguments, "--json")
    return ran.code, json.loads(ran.out)


def test_the_timeline_names_the_steps_at_which_something_happens(foreword, runs: Path):
    ran = foreword("run", "prompts/runs/a.yaml")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.text.splitlines()
    assert lines[0] == (
        "prompts/runs/a.yaml: strategy hybrid, provider openai, 2 steps, context of 1,000 tokens"
    )
    assert [line.split()[:2] for line in lines if line.startswith("step")] == [["step", "0"], ["step", "1"]]
    assert "context-warning-80 (step): The context is 85 % full" in ran.text
    assert lines[-4:] == [
        "Ended: finished.",
        "",
        "met     fires context-warning-80 at step 1",
        "met     stops with finished",
    ]


def test_tokens_that_are_counted_are_told_apart_from_those_that_were_reported(foreword, runs: Path):
    assert "       850   85 %  context-warning-80" in foreword("run", "prompts/runs/a.yaml").text
    (runs / "a.yaml").write_text(SCENARIO.partition("expect:")[0].replace("  usage: {total: 850}\n", ""))
    assert "      ≈ 35    3 %  stop" in foreword("run", "prompts/runs/a.yaml").text


def test_a_failed_expectation_says_what_happened_instead(foreword, runs: Path):
    (runs / "a.yaml").write_text(SCENARIO.replace("at step 1", "at step 0").replace("finished", "policy"))
    ran = foreword("run", "prompts/runs/a.yaml")
    assert ran.code == 1
    assert ran.text.splitlines()[-4:] == [
        "FAILED  fires context-warning-80 at step 0",
        "        ‘context-warning-80’ fires at step 1 instead.",
        "FAILED  stops with policy",
        "        The run ends with finished after step 1.",
    ]
    code, document = ran_json(foreword, "prompts/runs/a.yaml")
    assert code == 1
    assert document["expectations"][0] == {
        "text": "fires context-warning-80 at step 0",
        "held": False,
        "message": "‘context-warning-80’ fires at step 1 instead.",
    }


def test_the_document_of_a_run_is_what_the_design_says(foreword, runs: Path):
    code, document = ran_json(foreword, "prompts/runs/a.yaml", "--request", "1", "--provider", "anthropic")
    assert code == 0
    assert list(document) == [
        *(
            "format",
            "strategy",
            "provider",
            "steps",
            "stopped",
            "message",
            "requests",
            "expectations",
            "problems",
            "session",
        )
    ]
    assert (document["strategy"], document["provider"]) == ("hybrid", "anthropic")
    assert (document["stopped"], document["message"]) == ("finished", None)
    first, second = document["steps"]
    assert list(second) == [
        *(
            "index",
            "contextTokens",
            "contextPercent",
            "fired",
            "flagUpdates",
            "hints",
            "compacted",
            "prefixKept",
        ),
        *("refused", "notes", "finishReason"),
    ]
    assert (first["finishReason"], second["finishReason"]) == ("tool-calls", "stop")
    assert (second["contextTokens"], second["contextPercent"]) == (850, 85)
    (fired,) = second["fired"]
    assert (fired["trigger"], fired["level"], fired["tag"]) == (
        "context-warning-80",
        "step",
        "context-warning",
    )
    assert fired["text"].startswith("The context is 85 % full")
    assert second["flagUpdates"] == {"contextWarning80": True}
    (request,) = document["requests"]
    assert (request["step"], request["provider"]) == (1, "anthropic")
    assert [message["role"] for message in request["body"]["messages"]] == ["user", "assistant", "user"]


def test_requests_are_printed_exactly(foreword, runs: Path):
    one = foreword("run", "prompts/runs/a.yaml", "--request", "1")
    body = json.loads(one.out)
    assert "The context is 85 % full" in one.text
    both = foreword("run", "prompts/runs/a.yaml", "--request", "0", "--request", "1")
    first, _, second = both.text.removeprefix("step 0\n").partition("step 1\n")
    assert json.loads(second) == body
    assert json.loads(first)["messages"] == body["messages"][: len(json.loads(first)["messages"])]


def test_strategies_side_by_side(foreword, runs: Path):
    ran = foreword("run", "prompts/runs/a.yaml", "--strategy", "all")
    assert ran.code == 0
    rows = {line.split()[0]: line.split()[1:] for line in ran.text.splitlines() if line}
    assert rows["context-warning-80"] == ["never", "never", "1", "1"]
    code, document = ran_json(foreword, "prompts/runs/a.yaml", "--strategy", "all")
    assert code == 0
    assert list(document) == ["format", "runs"]
    assert [one["strategy"] for one in document["runs"]] == list(map(str, Strategy))
    assert [len(one["expectations"]) for one in document["runs"]] == [0, 0, 0, 2]
    assert foreword("run", "prompts/runs/a.yaml", "--strategy", "message-only").code == 1


def test_what_waited_for_the_next_user_message_is_said_so(foreword, runs: Path):
    (runs / "a.yaml").write_text(SCENARIO.replace("expect:\n", "- user: And now?\nexpect:\n"))
    ran = foreword("run", "prompts/runs/a.yaml", "--strategy", "all")
    (row,) = [line for line in ran.text.splitlines() if line.startswith("context-warning-80")]
    assert "  2 (with the next user message)  " in row


def test_what_the_provider_would_refuse_is_an_error(foreword, runs: Path):
    (runs / "a.yaml").write_text(UNANSWERED)
    ran = foreword("run", "prompts/runs/a.yaml")
    assert ran.code == 1
    assert "refused by openai (tool-results): " in ran.text
    code, document = ran_json(foreword, "prompts/runs/a.yaml")
    assert code == 1
    assert {one["provider"] for one in document["steps"][1]["refused"]} == {"openai", "anthropic", "google"}
    (runs / "a.yaml").write_text(UNANSWERED.replace("null", "x"))
    assert foreword("run", "prompts/runs/a.yaml").code == 0


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("steps: []\n", "prompts/runs/a.yaml:1:8: error no-steps "),
        (
            "steps:\n- user: a\n  cpu: 85\n",
            "prompts/runs/a.yaml:3:8: error out-of-range ‘steps[0].cpu’ is 85; ",
        ),
        (
            "chat: gone\nsteps: [{user: a}]\n",
            "prompts/runs/a.yaml:1:7: error missing-file There is no ‘gone’.",
        ),
        ("format: 2\nsteps: [{user: a}]\n", "prompts/runs/a.yaml:1:9: error newer-format "),
    ],
)
def test_what_cannot_be_played_is_not_and_says_where(foreword, runs: Path, source: str, said: str):
    (runs / "a.yaml").write_text(source)
    ran = foreword("run", "prompts/runs/a.yaml")
    assert (ran.code, ran.out) == (1, b"")
    assert ran.err.startswith(said)
    code, document = ran_json(foreword, "prompts/runs/a.yaml")
    assert (code, document["steps"], document["stopped"]) == (1, [], None)
    assert document["problems"]


def test_a_trigger_with_an_error_is_left_out_and_the_others_run(foreword, runs: Path):
    (runs / "triggers.yaml").write_text(
        "triggers:\n- {id: bad, signal: stps, at: 1, text: x}\n- {id: good, signal: steps, at: 1, text: y}\n"
    )
    ran = foreword("run", "prompts/runs/a.yaml")
    assert ran.code == 1
    assert ran.err.startswith(
        "prompts/runs/triggers.yaml:2:21: error unknown-word ‘triggers[0].signal’ is ‘stps’"
    )
    assert "good (step): y" in ran.text
    (runs / "other.yaml").write_text("triggers: [{id: good, signal: steps, at: 1, text: y}]\n")
    ran = foreword("run", "prompts/runs/a.yaml", "--triggers", "prompts/runs/other.yaml")
    assert ran.code == 0
    assert "good (step): y" in ran.text


def test_an_expectation_that_cannot_be_checked_is_an_error(foreword, runs: Path):
    (runs / "a.yaml").write_text(
        SCENARIO + "- never nothing-like-that\n- it works\n- fires after-compact at step 9\n"
    )
    ran = foreword("run", "prompts/runs/a.yaml")
    assert ran.code == 1
    assert "error unknown-trigger No trigger has the id ‘nothing-like-that’." in ran.err
    assert "error invalid-expectation ‘it works’ is not an expectation." in ran.err
    assert "ERROR   fires after-compact at step 9" in ran.text


def test_the_variables_of_triggers_have_their_values(foreword, runs: Path):
    (runs / "triggers.yaml").write_text(
        "triggers: [{id: own, signal: steps, at: 1, text: 'On [system:os] in [prompt:cwd], [file:secret]'}]\n"
    )
    ran = foreword("run", "prompts/runs/a.yaml", "--request", "1")
    assert f"in {Path.cwd()}, " in ran.text
    assert "[file:secret] is blank in triggers." in ran.err


def test_the_system_text_is_rendered_and_its_problems_are_said(foreword, runs: Path):
    (runs.parent / "system-prompt.tmpl").write_text("You work in [prompt:cwd].")
    (runs / "a.yaml").write_text("system: ../system-prompt.tmpl\n" + SCENARIO)
    ran = foreword("run", "prompts/runs/a.yaml", "--request", "0")
    assert json.loads(ran.out)["messages"][0] == {"role": "system", "content": f"You work in {Path.cwd()}."}
    (runs / "a.yaml").write_text("system: ../chats.yaml\n" + SCENARIO)
    (runs.parent / "chats.yaml").write_text("a: 1")
    ran = foreword("run", "prompts/runs/a.yaml")
    assert (ran.code, ran.out) == (1, b"")
    assert ran.err.startswith("prompts/runs/a.yaml:1:9: error kind ‘prompts/chats.yaml’ is not sent to ")


def test_a_chat_is_gone_on_from(foreword, runs: Path):
    chat = runs.parent / "chats" / "c"
    chat.mkdir(parents=True)
    (chat / "1.md").write_text("; role: user\n\n\nHello\n")
    (chat / "2.md").write_text("; role: assistant\n\n\nHi\n")
    (runs / "a.yaml").write_text("chat: ../chats/c\n" + SCENARIO)
    body = json.loads(foreword("run", "prompts/runs/a.yaml", "--request", "0").out)
    assert [message["role"] for message in body["messages"]] == ["user", "assistant", "user"]


def test_steps_of_a_file_are_played_and_their_problems_named_there(foreword, runs: Path):
    (runs / "a.steps.jsonl").write_text('{"user": "a"}\n{"text": "b"}\n')
    (runs / "a.yaml").write_text("steps: {file: a.steps.jsonl}\n")
    ran = foreword("run", "prompts/runs/a.yaml")
    assert ran.code == 0
    assert ran.err.startswith(
        "prompts/runs/a.steps.jsonl:2:1: warning steps-after-end Step 1 is never played"
    )
    assert foreword("check").text == ""
    (runs / "a.steps.jsonl").write_text('{"usr": "a"}\n')
    assert foreword("run", "prompts/runs/a.yaml").code == 1
    assert "prompts/runs/a.steps.jsonl:1:2: error unknown-key ‘usr’" in foreword("check").text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["prompts/runs/gone.yaml"], "There is no file ‘prompts/runs/gone.yaml’."),
        (["prompts/runs/a.yaml", "--strategy", "hybird"], "‘hybird’ is not a value of ‘--strategy’."),
        (
            ["prompts/runs/a.yaml", "--provider", "openai-responses"],
            "‘openai-responses’ is not a value of ‘--provider’.",
        ),
        (
            ["prompts/runs/a.yaml", "--provider", "gogle"],
            "‘gogle’ is not a value of ‘--provider’. Did you mean ‘google’?",
        ),
        (["prompts/runs/a.yaml", "--request", "5"], "There is no step 5; the run’s last one is step 1."),
        (["prompts/runs/a.yaml", "--request", "-1"], "‘--request’ needs "),
        (["prompts/runs/a.yaml", "--request", "x"], "‘--request’ needs a whole number, not ‘x’."),
        ([], "‘foreword run’ needs SCENARIO."),
    ],
)
def test_what_cannot_be_done_says_so(foreword, runs: Path, arguments: list[str], said: str):
    ran = foreword("run", *arguments)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err.startswith(f"foreword: {said}")


def test_two_plays_give_the_same_bytes(foreword, runs: Path):
    first, second = (foreword("run", "prompts/runs/a.yaml", "--json", "--request", "1") for _ in range(2))
    assert first == second


def test_scenarios_are_tests(foreword, runs: Path):
    ran = foreword("test")
    assert ran.code == 0
    assert ran.text.splitlines()[0] == "2 passed, 0 failed"
    assert "No scenario fires context-warning-90, " in ran.text
    one = foreword("test", "prompts/runs/a.yaml")
    assert "What was tested does not fire context-warning-90, " in one.text
    document = json.loads(foreword("test", "prompts/runs/a.yaml", "--json").out)
    assert [one["case"] for one in document["results"]] == [
        "fires context-warning-80 at step 1",
        "stops with finished",
    ]
    covered = {one["trigger"]: one["scenarios"] for one in document["coverage"]}
    assert covered["context-warning-80"] == [str(runs / "a.yaml")]
    assert covered["after-compact"] == []


def test_scenarios_that_fail_or_cannot_be_played_fail_the_tests(foreword, runs: Path):
    (runs / "a.yaml").write_text(SCENARIO.replace("at step 1", "at step 0"))
    (runs / "b.yaml").write_text("steps: []\n")
    ran = foreword("test")
    assert ran.code == 1
    lines = ran.text.splitlines()
    assert lines[:2] == [
        "FAILED prompts/runs/a.yaml ‘fires context-warning-80 at step 0’",
        "  ‘context-warning-80’ fires at step 1 instead.",
    ]
    assert lines[2] == "FAILED prompts/runs/b.yaml"
    assert lines[3].startswith("  prompts/runs/b.yaml:1:8: error no-steps ")
    assert lines[4] == "1 passed, 2 failed"


def test_a_request_that_would_be_refused_fails_the_tests_as_it_fails_the_run(foreword, runs: Path):
    (runs / "a.yaml").write_text(UNANSWERED)
    ran = foreword("test")
    assert ran.code == foreword("run", "prompts/runs/a.yaml").code == 1
    first, second, third, *_ = ran.text.splitlines()
    assert first == "FAILED prompts/runs/a.yaml"
    assert second.startswith("  Step 1: OpenAI needs a ‘tool’ message for ‘call_0_0’ of messages[1]. ")
    assert third == "0 passed, 1 failed"
    (runs / "a.yaml").write_text(UNANSWERED.replace("null", "x"))
    assert foreword("test").code == 0


def test_the_problems_of_a_scenario_are_in_the_order_of_its_lines(foreword, runs: Path):
    (runs / "odd.yaml").write_text(
        "format: 1\nstepz: 3\nsystem: nowhere.yaml\nsteps:\n- user: Hi\n  txt: no\nexpect:\n- never nothing\n"
    )
    ran = foreword("run", "prompts/runs/odd.yaml")
    assert [line.split(":")[1] for line in ran.err.splitlines()] == ["2", "3", "6", "8"]
    assert ran.code == 1


def test_standard_input_is_a_scenario_if_that_is_said(foreword, runs: Path):
    ran = foreword("run", "-", "--kind", "scenario", stdin=SCENARIO.encode())
    assert ran.code == 0
    assert foreword("run", "-", stdin=SCENARIO.encode()).code == 2


def test_the_long_sample_does_what_its_comment_says(foreword, sample: Path):
    code, document = ran_json(foreword, "prompts/runs/long-refactor.yaml")
    assert code == 0
    steps = document["steps"]
    assert len(steps) == 120
    assert sum(step["compacted"] for step in steps) == 1
    fired = {one["trigger"] for step in steps for one in step["fired"]}
    assert {"context-warning-80", "context-warning-90", "after-compact"} <= fired
    scenario = yaml.safe_load((sample / "runs" / "long-refactor.yaml").read_text("utf-8"))
    assert [one["held"] for one in document["expectations"]] == [True] * len(scenario["expect"])


def test_a_run_is_recorded_and_plays_to_the_same_requests(foreword, sample: Path):
    first = foreword("run", "prompts/runs/long-refactor.yaml", "--record", "prompts/recorded/long.yaml")
    assert first.code == 0
    assert first.err == "foreword: The run is recorded in prompts/recorded/long.yaml.\n"
    for step in ("65", "119"):
        bodies = [
            foreword("run", path, "--kind", "scenario", "--request", step).out
            for path in ("prompts/runs/long-refactor.yaml", "prompts/recorded/long.yaml")
        ]
        assert bodies[0] == bodies[1]
        assert len(bodies[0]) > 1000
    again = foreword("run", "prompts/recorded/long.yaml", "--kind", "scenario")
    assert again.text.splitlines()[1:] == first.text.splitlines()[1:]
    twice = foreword("run", "prompts/runs/long-refactor.yaml", "--record", "prompts/recorded/long.yaml")
    assert (twice.code, twice.out) == (2, b"")
    assert (
        foreword("run", "prompts/runs/long-refactor.yaml", "--record", "x.yaml", "--strategy", "all").code
        == 2
    )


def test_a_request_of_all_strategies_is_refused_where_it_would_be_left_out(foreword, runs: Path):
    (runs / "a.yaml").write_text("system: {text: a}\nsteps: [{user: Hi, text: Ho}]\n")
    words = ("run", "prompts/runs/a.yaml", "--strategy", "all", "--request", "0")
    assert "‘--strategy all’ prints no requests." in foreword(*words).err
    assert foreword(*words, "--json").code == 0
